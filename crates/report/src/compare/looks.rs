//! What the figures of a comparison have in common: colours, the dots of the methods, and how distances are written.

use understory_records::Compared;

use super::comparison::Comparison;
use crate::kit::*;

/// A method whose global test gives at least this is not told apart from the target.
pub(super) const LEVEL: f64 = 0.05;
/// So many methods are named in a text alternative.
const MOST_NAMED: usize = 4;

/// The target is quiet, the methods stand out, in every figure.
pub(super) const TARGET: Ink = style::GREY;
pub(super) const METHOD: Ink = style::BLUE;

/// Whether the target could be a draw from a method, if that was tested.
pub(super) fn could_be_drawn(judged_p: Option<f64>) -> Option<bool> {
    judged_p.map(|p| p >= LEVEL)
}

/// A method's dot: full where the target could be a draw from it, hollow where not, faint where that is not known.
pub(super) fn verdict(could_be_drawn: Option<bool>) -> Paint {
    let rim = Some(Stroke::plain(METHOD, style::THIN));
    match could_be_drawn {
        Some(full) => Paint {
            fill: Some(if full { METHOD } else { style::WHITE }),
            stroke: rim,
        },
        None => Paint::fill(METHOD.at_opacity(0.35)),
    }
}

/// What the dots of the methods mean; of tested ones both kinds, as each explains the other.
pub(super) fn verdict_keys(comparison: &Comparison) -> Vec<LegendEntry> {
    let tested = |wanted: bool| move |method: &Compared| method.row.judged_p.is_some() == wanted;
    let mut keys = Vec::new();
    if comparison.methods.iter().any(tested(true)) {
        let words = format!(
            "p ≥ {LEVEL}: {} could be a draw from it",
            comparison.target.row.method
        );
        keys.push(LegendEntry::new(Sample::Disc(verdict(Some(true))), words));
        let words = format!("p < {LEVEL}: it could not");
        keys.push(LegendEntry::new(Sample::Disc(verdict(Some(false))), words));
    }
    if comparison.methods.iter().any(tested(false)) {
        keys.push(LegendEntry::new(Sample::Disc(verdict(None)), "not tested"));
    }
    keys
}

/// What the dots mean, in a sentence.
pub(super) fn verdict_words(comparison: &Comparison) -> String {
    let tested = |wanted: bool| {
        comparison
            .methods
            .iter()
            .any(|method| method.row.judged_p.is_some() == wanted)
    };
    let meanings = [
        (
            tested(true),
            format!(
                "full dots: the target could be a draw from the method by a global envelope test (extreme rank length, p ≥ {LEVEL})"
            ),
        ),
        (tested(true), format!("hollow dots: it could not (p < {LEVEL})")),
        (tested(false), "pale dots: not tested".to_owned()),
    ];
    let meanings = meanings.into_iter().filter(|(is_there, _)| *is_there);
    let meanings: Vec<String> = meanings.map(|(_, words)| words).collect();
    words::sentence(&meanings.join("; "))
}

/// From which methods the target could be a draw, in a sentence that begins with a space; empty where none was tested.
pub(super) fn verdict_told(comparison: &Comparison) -> String {
    let tested = comparison
        .methods
        .iter()
        .filter(|method| method.row.judged_p.is_some());
    let tested: Vec<&Compared> = tested.collect();
    let could = tested
        .iter()
        .filter(|method| could_be_drawn(method.row.judged_p) == Some(true));
    let could: Vec<String> = could.map(|method| name(&method.row.method)).collect();
    match (tested.len(), could.len()) {
        (0, _) => String::new(),
        (n, 0) => format!(" p ≥ {LEVEL} for none of {n} tested."),
        (n, some) => format!(
            " p ≥ {LEVEL} for {some} of {n} tested: {}.",
            first_of(&could, MOST_NAMED, "methods")
        ),
    }
}

/// A distance in three digits.
pub(super) fn rounded(distance: f64) -> String {
    match distance {
        0.0 => "0".to_owned(),
        d if !(0.001..100_000.0).contains(&d) => format!("{d:.1e}").replace('-', "−"),
        d if d < 1.0 => format!("{d:.3}"),
        d if d < 10.0 => format!("{d:.2}"),
        d if d < 100.0 => format!("{d:.1}"),
        d => format!("{d:.0}"),
    }
}
