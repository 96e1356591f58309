//! What the maps of a comparison show, in words.

use std::cmp::Ordering;

use understory_numerics::sort;
use understory_records::Compared;
use understory_spacing::NearestNeighbourSummary;

use super::comparison::Comparison;
use crate::kit::*;

/// So many patterns are named.
const NAMED: usize = 5;

pub(super) fn caption(comparison: &Comparison) -> String {
    let Comparison {
        about,
        target,
        methods,
    } = comparison;
    let one_of_each = match methods.len() {
        0 => String::new(),
        1 => format!(
            ", and one pattern of the method {} (blue)",
            name(&methods[0].row.method)
        ),
        n => format!(", and one pattern of each of {n} methods (blue)"),
    };
    let patterns = || {
        methods
            .iter()
            .chain([target])
            .filter(|pattern| !pattern.points.is_empty())
    };
    let sized = patterns().any(|pattern| !pattern.is_unsized());
    let unsized_too = patterns().any(|pattern| pattern.is_unsized());
    let marks = match (sized, unsized_too) {
        (true, true) => "Discs are crowns or zones to scale; dots stand for points whose size is not known",
        (true, false) => "Discs are crowns or zones to scale",
        (false, _) => "Dots are points whose size is not known",
    };
    let has_spacing = patterns().any(|pattern| pattern.row.notes.starts_with("r="));
    let spacing = if has_spacing {
        " r: the spacing that a method was given or took."
    } else {
        ""
    };
    format!(
        "Maps at one scale of the target, {} with {} (grey){one_of_each}; {}. {marks}.{spacing}",
        name(&target.row.method),
        counted(target.points.len() as u64, "point"),
        setting(about)
    )
}

pub(super) fn alt(comparison: &Comparison) -> String {
    let Comparison {
        about,
        target,
        methods,
    } = comparison;
    let wanted = target.points.len();
    let [width_m, height_m] = about.size_m.map(number);
    let maps = counted(methods.len() as u64 + 1, "map");
    let mut out = format!(
        "{maps} of {width_m} m by {height_m} m. The target, {}, has {}.",
        name(&target.row.method),
        counted(wanted as u64, "point")
    );
    let mut groups = [Vec::new(), Vec::new(), Vec::new()];
    for method in methods {
        let number = method.points.len();
        let (group, words) = match number.cmp(&wanted) {
            Ordering::Equal => (0, name(&method.row.method)),
            Ordering::Less => (
                1,
                format!("{} {}", name(&method.row.method), count(number as u64)),
            ),
            Ordering::Greater => (
                2,
                format!("{} {}", name(&method.row.method), count(number as u64)),
            ),
        };
        groups[group].push(words);
    }
    let [alike, fewer, more] = groups;
    out += &listed("With as many points", alike, NAMED, "methods");
    out += &listed("With fewer", fewer, NAMED, "methods");
    out += &listed("With more", more, NAMED, "methods");
    out + &spacings(comparison)
}

/// Mean distances to the nearest neighbour: of the target, and the least and the greatest of the methods.
fn spacings(comparison: &Comparison) -> String {
    let Some(window) = comparison.about.window() else {
        return String::new();
    };
    let mean_m = |pattern: &Compared| {
        let points = pattern.points.iter().map(|point| [point.x_m, point.y_m]);
        let summary = NearestNeighbourSummary::new(&points.collect::<Vec<_>>(), &window).ok()?;
        Some(summary.mean_m())
    };
    let mut out = Vec::new();
    if let Some(mean_m) = mean_m(&comparison.target) {
        out.push(format!("{} m for the target", number(mean_m)));
    }
    let mut means: Vec<(f64, &str)> = comparison
        .methods
        .iter()
        .filter_map(|method| Some((mean_m(method)?, method.row.method.as_str())))
        .collect();
    sort::by(&mut means, |a, b| a.0.total_cmp(&b.0));
    match means[..] {
        [] => {}
        [(mean_m, method)] => out.push(format!("{} m for {}", number(mean_m), name(method))),
        [(least_m, closest), .., (most_m, widest)] => out.push(format!(
            "{} m for the methods, least for {}, most for {}",
            range(least_m, most_m),
            name(closest),
            name(widest)
        )),
    }
    if out.is_empty() {
        return String::new();
    }
    format!(" Mean distance to the nearest neighbour: {}.", out.join("; "))
}
