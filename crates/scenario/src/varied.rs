//! A key that a sweep varies, as it stands in a file: a list of values or a range.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use understory_records::nearest;

use crate::problem::Report;
use crate::sweep::{MOST_STEPS, Range, SCALES, Values, Varied, plain};
use crate::words::listed;

/// What a path of a sweep is to take; reports what is wrong with it.
pub(crate) fn varied(
    report: &mut Report<'_>,
    name: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) -> Option<Varied> {
    let (path, at) = (name.get_ref(), name.span().start);
    let values = match value.get_ref() {
        DeValue::Array(array) if !array.is_empty() => {
            let values: Vec<String> = array
                .iter()
                .map(|value| report.written(value.span()).to_owned())
                .collect();
            let mut seen = BTreeSet::new();
            if let Some(twice) = values.iter().find(|value| !seen.insert(value.as_str())) {
                let message = format!("`sweep.\"{path}\"` has the value {twice} twice");
                report.problem(value.span().start, message, "name each value once".to_owned());
                return None;
            }
            Values::Listed(values)
        }
        DeValue::Table(table) if table.keys().any(|key| ["from", "to"].contains(&&**key.get_ref())) => {
            Values::Range(range(report, path, table, value.span().start)?)
        }
        DeValue::Table(_) => {
            let message = format!("`sweep.{path}` is a table, but a path of keys stands in quotes here");
            let hint = format!("write it as one key, such as `\"{path}.…\" = [1.0, 2.0]`");
            report.problem(at, message, hint);
            return None;
        }
        other => {
            let message = match other {
                DeValue::Array(_) => format!("`sweep.\"{path}\"` is empty"),
                _ => {
                    let written = report.written(value.span());
                    format!("`sweep.\"{path}\"` is {written}, but it must be a list of values or a range")
                }
            };
            let hint = "such as `[0.5, 1.0]` or `{ from = 0.5, to = 2.0, steps = 4 }`";
            report.problem(value.span().start, message, hint.to_owned());
            return None;
        }
    };
    Some(Varied {
        path: path.to_string(),
        values,
        at,
    })
}

fn range(report: &mut Report<'_>, path: &str, table: &DeTable<'_>, at: usize) -> Option<Range> {
    const KEYS: [&str; 4] = ["from", "to", "steps", "scale"];
    let before = report.count();
    for key in table.keys() {
        if !KEYS.contains(&&**key.get_ref()) {
            let message = format!("`sweep.\"{path}\".{}` is not a known key", key.get_ref());
            let hint = match nearest(key.get_ref(), KEYS.into_iter()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known here: {}", listed(KEYS.into_iter())),
            };
            report.problem(key.span().start, message, hint);
        }
    }
    let value = |name: &str| table.get(name).map(|value| (value.get_ref(), value.span()));
    let mut is_whole = true;
    let mut end = |name: &str, report: &mut Report<'_>| {
        let Some((value, span)) = value(name) else {
            let message = format!("`sweep.\"{path}\".{name}` is missing");
            report.problem(at, message, "a range is `{ from = 0.5, to = 2.0 }`".to_owned());
            return None;
        };
        let number = match value {
            DeValue::Integer(_) => plain(report.written(span.clone()))
                .and_then(|plain| plain.as_integer())
                .map(|n| n as f64),
            DeValue::Float(_) => {
                is_whole = false;
                plain(report.written(span.clone())).and_then(|plain| plain.as_float())
            }
            _ => None,
        };
        // Whole numbers of a size that no float holds are no use as a range.
        let number = number.filter(|x| x.is_finite() && x.abs() < 1e15);
        if number.is_none() {
            let written = report.written(span.clone());
            let message = format!(
                "`sweep.\"{path}\".{name}` is {written}, but it must be a number between -1e15 and 1e15"
            );
            report.problem(span.start, message, "such as `0.5`".to_owned());
        }
        number
    };
    let ends = [end("from", report), end("to", report)];
    let steps = match value("steps") {
        None => None,
        Some((value, span)) => {
            let count = match value {
                DeValue::Integer(_) => {
                    plain(report.written(span.clone())).and_then(|plain| plain.as_integer())
                }
                _ => None,
            };
            let count = count.filter(|count| (2..=MOST_STEPS).contains(count));
            if count.is_none() {
                let written = report.written(span.clone());
                let message = format!(
                    "`sweep.\"{path}\".steps` is {written}, but it must be a whole number from 2 to {MOST_STEPS}"
                );
                report.problem(span.start, message, "such as `4`".to_owned());
            }
            count.and_then(|count| u32::try_from(count).ok())
        }
    };
    let scale = match value("scale") {
        None => SCALES[0],
        Some((value, span)) => match value
            .as_str()
            .and_then(|word| SCALES.into_iter().find(|scale| *scale == word))
        {
            Some(scale) => scale,
            None => {
                let written = report.written(span.clone());
                let message = format!(
                    "`sweep.\"{path}\".scale` is {written}, but it must be one of {}",
                    listed(SCALES.into_iter())
                );
                report.problem(span.start, message, "`log` is for equal ratios".to_owned());
                SCALES[0]
            }
        },
    };
    let [Some(from), Some(to)] = ends else { return None };
    let range = Range {
        from,
        to,
        steps,
        is_log: scale == SCALES[1],
        is_whole: is_whole && scale == SCALES[0],
    };
    if from == to {
        let message = format!("`sweep.\"{path}\"` begins and ends at {from}");
        report.problem(
            at,
            message,
            "give two different ends, or a list of one value".to_owned(),
        );
    } else if range.is_log && (from <= 0.0 || to <= 0.0) {
        let message = format!(
            "`sweep.\"{path}\"` goes from {from} to {to}, but on a logarithmic scale both must be above 0"
        );
        report.problem(at, message, "leave `scale` out for equal differences".to_owned());
    } else if let Some(steps) = range
        .steps
        .filter(|steps| range.is_whole && f64::from(*steps) > (to - from).abs() + 1.0)
    {
        let message =
            format!("`sweep.\"{path}\"` has {steps} steps, but fewer whole numbers from {from} to {to}");
        report.problem(
            at,
            message,
            "take fewer steps, or write the ends with a point, such as `1.0`".to_owned(),
        );
    }
    (report.count() == before).then_some(range)
}
