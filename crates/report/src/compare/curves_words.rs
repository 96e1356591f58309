//! What the curves of a comparison show, in words.

use understory_numerics::sort;

use super::comparison::Comparison;
use crate::kit::*;

/// So many methods are told from the nearest on, and as many are named that have no curve.
const NEAREST: usize = 3;

/// A panel in numbers.
pub(super) struct PanelNumbers {
    pub(super) name: String,
    /// From the target.
    pub(super) distance: Option<f64>,
    /// Distance and value of the highest point that counts; none without a curve.
    pub(super) highest: Option<(f64, f64)>,
}

/// `what` is drawn, and `notes` on what else is to be seen.
pub(super) fn caption(comparison: &Comparison, what: &str, notes: &[String]) -> String {
    let mut out = format!(
        "{what} of the first pattern of each method (blue line) and of the target, {} (grey), in {}.",
        name(&comparison.target.row.method),
        setting(&comparison.about)
    );
    if !notes.is_empty() {
        out += &format!(" {}.", sentence(&notes.join("; ")));
    }
    out
}

pub(super) fn alt(axes: &str, target: &PanelNumbers, methods: &[PanelNumbers]) -> String {
    let charts = match methods.len() {
        1 => "Line chart of one method".to_owned(),
        n => format!("{n} line charts on the same axes, one for each method"),
    };
    let mut out = format!("{charts}. {axes} The target, {}: {}.", target.name, peak(target));
    let mut known: Vec<(f64, &PanelNumbers)> = methods
        .iter()
        .filter_map(|told| Some((told.distance?, told)))
        .collect();
    sort::by(&mut known, |a, b| a.0.total_cmp(&b.0));
    let say = |&(distance, told): &(f64, &PanelNumbers)| {
        format!("{} (difference {}, {})", told.name, number(distance), peak(told))
    };
    if let Some((farthest, nearer)) = known.split_last() {
        let nearest = list(nearer.iter().take(NEAREST).map(say));
        out += &match nearest.as_str() {
            "" => format!(" Nearest to it: {}.", say(farthest)),
            _ => format!(" Nearest to it: {nearest}. Farthest: {}.", say(farthest)),
        };
    } else {
        let drawn = methods.iter().filter(|told| told.highest.is_some());
        let told = drawn.map(|told| format!("{} ({})", told.name, peak(told)));
        out += &listed("Methods", told, NEAREST, "methods");
    }
    let without = methods.iter().filter(|told| told.highest.is_none());
    let without = without.map(|told| &told.name);
    out + &listed("Without a curve", without, NEAREST, "methods")
}

fn peak(told: &PanelNumbers) -> String {
    match told.highest {
        Some((r_m, value)) => format!("highest {} at {} m", number(value), number(r_m)),
        None => "no curve".to_owned(),
    }
}
