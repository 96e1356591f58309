//! The numbers of a pattern as a table for people, and what to know of them.

use understory_lab::stats::{Curve, Function, GlobalTests, NullHypothesis, NullModel, Pattern, Stats};
use understory_spacing::Competitors;

use super::competition::Competition;
use super::request::StatsRequest;
use crate::text::{cell, number, wrapped};

/// Width of the printed summary, so that it stands on a narrow terminal.
const WIDTH: usize = 60;
/// Tables whose undefined values are listed one by one.
const LISTED_AT_MOST: usize = 8;

/// The summary as a table that a person can read.
pub(super) fn table(found: &Stats) -> String {
    let summary = &found.summary;
    let window = &summary.window;
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut row = |label: &str, value: String| rows.push((label.to_owned(), value));
    row("points", summary.n.to_string());
    row(
        "window",
        format!(
            "{} to {} by {} to {}, {}",
            window.x_min,
            window.x_max,
            window.y_min,
            window.y_max,
            if window.polygons.is_some() {
                "around polygons"
            } else {
                &window.edge
            }
        ),
    );
    if let Some(polygons) = window.polygons {
        row(
            "polygons: rings, area, border",
            format!(
                "{}, {}, {}",
                polygons.rings,
                number(polygons.area),
                number(polygons.perimeter)
            ),
        );
    }
    row("points per unit of area", number(summary.intensity));
    row("points at another's place", summary.duplicates.to_string());
    row("nearest neighbour: mean", number(summary.nnd.mean));
    row(
        "  least, greatest",
        format!("{}, {}", number(summary.nnd.min), number(summary.nnd.max)),
    );
    row("Clark–Evans (1: random)", number(summary.clark_evans.naive));
    if let Some(donnelly) = summary.clark_evans.donnelly {
        row("  Donnelly's correction", number(donnelly));
    }
    // On an open window the naive p rejects far too many random patterns; on a torus it is right.
    match (summary.clark_evans.p_donnelly, window.polygons) {
        (Some(p), _) => row("  p if random, Donnelly's z", number(p)),
        (None, None) => row("  p if random, z", number(summary.clark_evans.p_naive)),
        (None, Some(_)) if summary.clark_evans.p_simulated.is_none() => {
            row("  p if random", "takes --simulations".to_owned());
        }
        (None, Some(_)) => {}
    }
    if let Some(p) = summary.clark_evans.p_simulated {
        row("  p if random, simulated", number(p));
    }
    row(
        "Hopkins–Skellam (1: random)",
        number(summary.hopkins_skellam.random),
    );
    match summary.hopkins_skellam.p_simulated {
        Some(p) => row("  p if random, simulated", number(p)),
        None => row("  p if random", "takes --simulations".to_owned()),
    }
    let shape = &summary.shape;
    if let Some(radius) = shape.coverage_radius {
        row("largest empty circle: radius", number(radius));
    }
    if let Some(width) = &shape.corridor_width {
        row(
            "widest corridor: across, up",
            format!("{}, {}", number(width.left_right), number(width.bottom_top)),
        );
    }
    if let Some(index) = shape.collinear_index {
        row("collinear index (1: random)", number(index));
    }
    // One head for all tests of one null model with as many patterns.
    let mut head = None;
    let mut tests: Vec<(&String, &GlobalTests)> = summary.global_tests.iter().collect();
    tests.sort_by_key(|(name, tests)| (null_model_words(tests.null_model), tests.patterns, *name));
    for (table, tests) in tests {
        if head != Some((tests.null_model, tests.patterns)) {
            head = Some((tests.null_model, tests.patterns));
            let patterns = tests.patterns;
            row(
                &format!("p if {}", null_model_words(tests.null_model)),
                format!("MAD, DCLF, ERL of {patterns} patterns"),
            );
        }
        let p = [tests.mad, tests.dclf, tests.erl].map(number).join(", ");
        let range = format!("r {} to {}", number(tests.r_min), number(tests.r_max));
        // Kept together where the line is broken.
        row(
            &format!("  {table}"),
            format!("{p}; {}", range.replace(' ', "\u{a0}")),
        );
        for (test, p) in [
            ("continuous rank", tests.continuous_rank),
            ("area", tests.area),
            ("directional quantile", tests.directional_quantile),
            ("studentised", tests.studentised),
            ("two stages", tests.two_stage),
        ] {
            if let Some(p) = p {
                row(&format!("    {test}"), number(p));
            }
        }
    }
    for test in &summary.combined_tests {
        row(
            &format!("p if {}, together", null_model_words(test.null_model)),
            format!("{} of {}", number(test.p), test.functions.join(", ")),
        );
    }
    if let Some(against) = &found.against {
        row("against: sup of G", number(against.g_ks));
        row("  rms of L", number(against.l_rmse));
        row("  rms of g", number(against.pcf_rmse));
        let p = cell(against.p);
        row("  p if one process", format!("{p} ({})", against.test));
    }
    let tables: Vec<&str> = found.curves.iter().map(|curve| curve.name.as_str()).collect();
    row("tables", tables.join(" "));
    let width = rows.iter().map(|(label, _)| label.chars().count()).max();
    let width = width.unwrap_or(0) + 2;
    let line = |(label, value): &(String, String)| {
        let gap = " ".repeat(width - label.chars().count());
        let indent = format!("\n{}", " ".repeat(width));
        format!("{label}{gap}{}\n", wrapped(value, WIDTH - width).join(&indent))
    };
    let text: String = rows.iter().map(line).collect();
    // No-break spaces held words together while lines were broken.
    text.replace('\u{a0}', " ")
}

/// What a reader should know about the tables.
pub(super) fn notes(
    request: &StatsRequest,
    pattern: &Pattern,
    competition: Option<&Competition>,
    found: &Stats,
) -> Vec<String> {
    let mut notes = undefined(&found.curves);
    if let Some(NullModel {
        patterns,
        is_global: false,
        ..
    }) = found.summary.null_model
    {
        notes.push(format!(
            "a test at 5 % takes 19 patterns, but there are {patterns}; the envelopes are the range of their curves"
        ));
    }
    if request.options.simulations > 0 && !request.null.is_empty() {
        let what = if pattern.marks.is_empty() && pattern.species.is_empty() {
            "nothing is simulated"
        } else {
            "marks and species alone are simulated"
        };
        notes.push(format!("{what}, as the patterns of `--null` are compared with"));
    }
    let is_crossed = found.curves.iter().any(|curve| curve.name.contains("_cross_"));
    if let (Some(column), Some(first)) = (&request.species, pattern.species.first())
        && pattern.species.iter().any(|name| name != first)
        && !is_crossed
    {
        let crossing = Function::ALL
            .into_iter()
            .filter(|function| function.crosses(2, 2));
        let names: Vec<&str> = crossing.map(Function::name).collect();
        notes.push(format!(
            "none of the functions leads from one `{column}` to another; those that do are {}",
            names.join(", ")
        ));
    }
    if let (Some(column), Some(first)) = (&request.species, pattern.species.first())
        && pattern.species.iter().all(|name| name == first)
    {
        notes.push(format!(
            "all points have the same `{column}`, `{first}`, so there are no tables between species"
        ));
    }
    if let Some(pooled) = found.summary.pooled.as_ref().filter(|pooled| pooled.is_too_few) {
        notes.push(format!(
            "{} patterns are pooled; below ten the intervals come out too narrow",
            pooled.points.len()
        ));
    }
    let skipped = &found.summary.shape.not_measured;
    notes.extend(
        skipped
            .iter()
            .map(|skipped| format!("`{}` is not measured: {}", skipped.figure, skipped.why)),
    );
    notes.extend(
        competition
            .into_iter()
            .flat_map(|found| of_competition(request, found)),
    );
    notes
}

/// What a reader should know about the table of competition.
fn of_competition(request: &StatsRequest, found: &Competition) -> Vec<String> {
    let mut notes = Vec::new();
    let without = found.without_diameter;
    if without > 0 {
        notes.push(format!(
            "{without} of {} trees have no diameter, so that they neither compete nor have an index",
            found.rows.len() as u64 + without
        ));
    }
    if let (Some(Competitors::Nearest(count)), Some(r_m)) = (&request.competition, request.options.r_max_m) {
        notes.push(format!(
            "the {count} nearest trees compete, however far they stand; `--r-max {r_m}` ends the functions alone"
        ));
    }
    notes
}

/// A null model in a few words.
fn null_model_words(null_model: NullHypothesis) -> &'static str {
    match null_model {
        NullHypothesis::Csr => "random",
        NullHypothesis::RandomLabelling => "labelled at random",
        NullHypothesis::ToroidalShift => "independent, shifted",
        NullHypothesis::Given => "of the given model",
        NullHypothesis::VaryingIntensity => "independent, of the intensity",
    }
}

/// Where curves have no value: a line for each table.
fn undefined(curves: &[Curve]) -> Vec<String> {
    let mut lines: Vec<String> = curves.iter().filter_map(undefined_of).collect();
    let more = lines.len().saturating_sub(LISTED_AT_MOST);
    if more > 0 {
        lines.truncate(LISTED_AT_MOST);
        lines.push(format!("{more} more tables have undefined values, left empty"));
    }
    lines
}

/// Where one table has no values, in words; nothing where it has all, and for envelopes.
fn undefined_of(curve: &Curve) -> Option<String> {
    let r: Vec<f64> = curve.column("r")?.iter().copied().flatten().collect();
    if curve.name.starts_with("envelope_") {
        return None;
    }
    let mut gaps: Vec<(String, Vec<&str>)> = Vec::new();
    // On a torus the columns of other corrections stand empty for good.
    let is_used = |name: &str| curve.column("periodic").is_none() || !["trans", "iso"].contains(&name);
    for (name, values) in curve.columns.iter().filter(|(name, _)| is_used(name)) {
        let Some(gap) = gap(&r, values) else { continue };
        match gaps.iter_mut().find(|(known, _)| *known == gap) {
            Some((_, names)) => names.push(name),
            None => gaps.push((gap, vec![name])),
        }
    }
    let gaps: Vec<String> = gaps
        .iter()
        .map(|(gap, names)| format!("`{}` {gap}", names.join("`, `")))
        .collect();
    (!gaps.is_empty()).then(|| format!("{}.csv is empty where undefined: {}", curve.name, gaps.join("; ")))
}

/// Where values are missing, in words. Distance 0, where nothing can be estimated, goes without saying.
fn gap(r: &[f64], values: &[Option<f64>]) -> Option<String> {
    let missing: Vec<usize> = (0..values.len())
        .filter(|&k| values[k].is_none() && r[k] > 0.0)
        .collect();
    let (&first, &last) = (missing.first()?, missing.last()?);
    let (from, to) = (number(r[first]), number(r[last]));
    Some(if first == last {
        format!("at r = {from}")
    } else if missing.len() == last + 1 - first {
        format!("from r = {from} to {to}")
    } else {
        format!(
            "at {} of {} distances, from r = {from} to {to}",
            missing.len(),
            r.len()
        )
    })
}
