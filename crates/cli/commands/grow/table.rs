//! The metrics of a tree as a table for the terminal.

use understory::branching::metrics::Band;
use understory::lab::grow::Grown;
use understory::shown_metrics;

use crate::aligned::aligned;
use crate::commands::stats::table::number;

/// The metrics of a tree and of the L-system beside it, at most 60 columns wide; beside a form that ships the bands
/// that it is held to, as they say nothing of streets.
pub(super) fn table(grown: &Grown, preset: Option<&str>) -> String {
    let cell = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), rounded);
    let tree = shown_metrics(&grown.tree.metrics);
    let baseline = grown.baseline.as_ref().map(|plant| shown_metrics(&plant.metrics));
    let mut lines = vec![["metric", "tree", "L-system", "measured trees"].map(str::to_owned)];
    for (row, (name, value, band)) in tree.into_iter().enumerate() {
        let beside = baseline.as_ref().map(|rows| cell(rows[row].1));
        let is_held_to = |band: &&Band| preset.is_some_and(|form| form != "shrub" || !band.is_of_stems);
        let range = band.filter(is_held_to).map(|band| {
            let [low, high] = band.range(grown.form.site());
            format!("{low} to {high}")
        });
        lines.push([
            name.to_owned(),
            cell(value),
            beside.unwrap_or_default(),
            range.unwrap_or_default(),
        ]);
    }
    if let Some(age_yr) = grown.age_yr {
        lines.push([
            "age_yr".to_owned(),
            age_yr.to_string(),
            String::new(),
            String::new(),
        ]);
    }
    let left_over = grown.tree.metrics.left_over;
    for (name, points) in [
        ("left_over.stalled", left_over.stalled),
        ("left_over.out_of_reach", left_over.out_of_reach),
    ] {
        lines.push([name.to_owned(), points.to_string(), String::new(), String::new()]);
    }
    let is_shown = [true, true, baseline.is_some(), preset.is_some()];
    let shown = lines.into_iter().map(|line| {
        let fields = line.into_iter().zip(is_shown);
        fields
            .filter_map(|(field, is_shown)| is_shown.then_some(field))
            .collect()
    });
    aligned(&shown.collect::<Vec<_>>(), 1)
}

/// A whole number as it is, any other with four digits that count.
fn rounded(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        number(value)
    }
}
