//! What is not TOML: the parser's errors, without those that follow from another.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use crate::problem::Report;

/// What is said of the first slip that tells nothing else.
const FORM: &str = "write `key = value` below a header such as `[tree]`: texts in quotes, lists in `[ ]`, numbers with a point, each key once";
/// How many syntax errors are told: a file with more of them is no scenario with slips.
const TOLD: usize = 20;

/// Reports syntax errors, the first of a line and the first of a list that is not closed. Returns the end of the
/// part of the file that could be read key by key.
pub(crate) fn report_errors(
    text: &str,
    document: &DeTable<'_>,
    errors: &[Error],
    report: &mut Report<'_>,
) -> usize {
    let mut lists = Vec::new();
    for value in document.values() {
        lists_over_lines(text, value, &mut lists);
    }
    let (mut last_line, mut last_list, mut told) = (0, None, 0);
    let (mut readable_to, mut form_is_told) = (text.len(), false);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        let line = report.line_and_column(at).0;
        let list = lists.iter().find(|list| list.contains(&at) || list.end == at);
        if line == last_line || list.is_some() && list == last_list {
            continue;
        }
        (last_line, last_list) = (line, list);
        told += 1;
        if told > TOLD {
            let message =
                "this is no TOML either, nor is perhaps what follows: the rest of the file is left out here";
            let hint = "is this the file that you meant? a scenario is written as `key = value` below headers such as `[world]`";
            report.problem(at, message, hint.to_owned());
            return readable_to.min(at);
        }
        let hint = list.map(|list| {
            let begins = report.line_and_column(list.start).0;
            format!("this stands in a list that begins in line {begins}; is its `]` missing?")
        });
        let is_too_deep = error.message().contains("recurs");
        let hint = match is_too_deep {
            true => {
                Some("nothing in a scenario stands so many lists or tables deep: write it flatter".to_owned())
            }
            false => hint.or_else(|| (!std::mem::replace(&mut form_is_told, true)).then(|| FORM.to_owned())),
        };
        let mut message = error.message().trim_end().replace('\n', "; ");
        if let Some(span) = error.span().filter(|_| message == "duplicate key") {
            message = format!("the key `{}` is given twice", text[span].trim());
        }
        report.problem(at, message, hint);
        if is_too_deep {
            // All that follows is inside of it.
            break;
        }
        let line_start = text[..text.floor_char_boundary(at)]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let is_header = text[line_start..].trim_start().starts_with('[');
        // Behind a broken header keys seem to belong to the table before it, and a list takes in what follows.
        match list {
            Some(list) => readable_to = readable_to.min(list.start),
            None if is_header => readable_to = readable_to.min(line_start),
            None => {}
        }
    }
    readable_to
}

fn lists_over_lines(text: &str, value: &Spanned<DeValue<'_>>, lists: &mut Vec<Range<usize>>) {
    match value.get_ref() {
        // Lists of tables with `[[…]]` have the span of their first header only.
        DeValue::Array(_) if text[value.span()].contains('\n') => lists.push(value.span()),
        DeValue::Array(array) => array
            .iter()
            .for_each(|inner| lists_over_lines(text, inner, lists)),
        DeValue::Table(table) => table
            .values()
            .for_each(|inner| lists_over_lines(text, inner, lists)),
        _ => {}
    }
}
