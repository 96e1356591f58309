//! How near each method comes to the target, against the time that it takes.

use understory_numerics::sort;
use understory_records::Compared;

use super::comparison::Comparison;
use super::labels::{self, Placed};
use super::looks::{self, TARGET};
use crate::kit::*;

const HEIGHT: f64 = 280.0 * PT;
const DOT: f64 = 2.4 * PT;
/// Distances that span more than this factor stand on a logarithmic axis.
const SPAN: f64 = 20.0;
const MICROSECONDS: f64 = 1e6;

/// A dot with its words.
struct Dot<'a> {
    pattern: &'a Compared,
    microseconds: f64,
    distance_m: f64,
    paint: Paint,
}

/// None without a method that has both a time and a distance.
pub(super) fn cost(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let dots: Vec<Dot> = comparison.methods.iter().filter_map(dot).collect();
    if dots.is_empty() {
        return Ok(None);
    }
    let target = microseconds_per_point(&comparison.target).map(|microseconds| Dot {
        pattern: &comparison.target,
        microseconds,
        distance_m: 0.0,
        paint: Paint::fill(TARGET),
    });
    let missing: Vec<String> = comparison
        .methods
        .iter()
        .filter(|method| dot(method).is_none())
        .map(|method| method.row.method.clone())
        .collect();

    let [least, most] = ends(dots.iter().chain(&target).map(|dot| dot.microseconds));
    let x = Axis::logarithmic("time (µs per point)", least * 0.8, most * 1.25);
    let y = distance_axis(dots.iter().map(|dot| dot.distance_m));
    let mut keys = legend(comparison, target.is_some());
    if !missing.is_empty() {
        keys.extend(listed("not shown, without time or distance:", &missing));
    }
    let heading = format!("{}: cost against distance", comparison.about.name);
    let dots: Vec<Dot> = dots.into_iter().chain(target).collect();

    let place_all = |panel: &Panel, labels: &[String]| {
        let at_dots: Vec<(At, f64)> = dots
            .iter()
            .zip(labels)
            .map(|(dot, label)| (place(panel, dot), font::width(label, TEXT_SIZE)))
            .collect();
        labels::places(&at_dots, DOT, font::height(TEXT_SIZE), panel.frame)
    };
    let page_pt = comparison.about.page_pt(style::MAP_PT, 0.0);
    let mut trial = Sheet::new("compare-cost", page_pt, &heading, &[]);
    let panel = Panel::alone(&mut trial, HEIGHT, x.clone(), y.clone(), 0.0)?;
    // Where a name finds no place its dot has a number, and the legend, which is set before the panel, the name.
    let mut labels: Vec<String> = dots.iter().map(words).collect();
    let mut numbered: Vec<usize> = Vec::new();
    while let Some(unplaced) = place_all(&panel, &labels)
        .iter()
        .enumerate()
        .position(|(at, placed)| placed.is_none() && !numbered.contains(&at))
    {
        numbered.push(unplaced);
        labels[unplaced] = numbered.len().to_string();
    }
    let named: Vec<String> = numbered
        .iter()
        .enumerate()
        .map(|(number, &at)| format!("{}: {}", number + 1, words(&dots[at])))
        .collect();
    if !named.is_empty() {
        keys.extend(listed("by number:", &named));
    }

    let mut sheet = Sheet::new("compare-cost", page_pt, &heading, &keys);
    let panel = Panel::alone(&mut sheet, HEIGHT, x, y, 0.0)?;
    let placed = place_all(&panel, &labels);
    for Placed { line, .. } in placed.iter().flatten() {
        if let Some(line) = line {
            panel.page.line(*line, Stroke::plain(GREY, style::FINE));
        }
    }
    for ((dot, label), placed) in dots.iter().zip(&labels).zip(&placed) {
        let place = place(&panel, dot);
        panel.page.circle(place, DOT, dot.paint.clone());
        if let Some(Placed { room, .. }) = placed {
            // White under the words, so that no rule runs through them.
            panel.page.path(room.outline(), Paint::fill(style::WHITE));
            let left = at(room.left, 0.5 * (room.top + room.bottom));
            panel.page.text(label, left, LEFT);
        }
    }
    let alt = alt(comparison, &panel.axes_told());
    sheet.finish(caption(comparison), alt).map(Some)
}

fn caption(comparison: &Comparison) -> String {
    let time = match microseconds_per_point(&comparison.target) {
        Some(_) => "; grey dot: time that the target itself took, at distance 0",
        None => "; of the target no time is known",
    };
    format!(
        "Root mean square difference (m) of each method's function L from that of the target, {}, against its wall time \
         per point (µs), in {}. {}{time}.",
        name(&comparison.target.row.method),
        setting(&comparison.about),
        looks::verdict_words(comparison)
    )
}

fn alt(comparison: &Comparison, axes: &str) -> String {
    let dots: Vec<Dot> = comparison.methods.iter().filter_map(dot).collect();
    let by = |value: fn(&Dot) -> f64| {
        let mut sorted: Vec<&Dot> = dots.iter().collect();
        sort::by(&mut sorted, |a, b| value(a).total_cmp(&value(b)));
        sorted
    };
    let say = |dot: &Dot| {
        let (distance, time) = (number(dot.distance_m), number(dot.microseconds));
        format!("{} ({distance} m, {time} µs)", name(&dot.pattern.row.method))
    };
    let mut out = format!("Scatter plot of {}. {axes}", counted(dots.len() as u64, "method"));
    if let [alone] = &dots[..] {
        out += &format!(" {}.", say(alone));
    }
    if let ([near, .., far], [quick, .., slow]) =
        (&by(|dot| dot.distance_m)[..], &by(|dot| dot.microseconds)[..])
    {
        out += &format!(
            " Nearest to the target: {}; farthest: {}. Quickest: {}; slowest: {}.",
            say(near),
            say(far),
            say(quick),
            say(slow)
        );
    }
    if let Some(microseconds) = microseconds_per_point(&comparison.target) {
        out += &format!(" The target took {} µs per point.", number(microseconds));
    }
    let missing = comparison.methods.len() - dots.len();
    if missing > 0 {
        out += &format!(
            " Not shown, without time or distance: {}.",
            counted(missing as u64, "method")
        );
    }
    out + &looks::verdict_told(comparison)
}

fn dot(method: &Compared) -> Option<Dot<'_>> {
    Some(Dot {
        pattern: method,
        microseconds: microseconds_per_point(method)?,
        distance_m: method.row.l_rmse_m?,
        paint: looks::verdict(looks::could_be_drawn(method.row.judged_p)),
    })
}

/// None without a time that a logarithmic axis could show.
fn microseconds_per_point(pattern: &Compared) -> Option<f64> {
    let points = pattern.points.len();
    let seconds = pattern
        .row
        .seconds
        .filter(|&seconds| seconds > 0.0 && points > 0)?;
    Some(seconds * MICROSECONDS / points as f64)
}

fn distance_axis(distances_m: impl Iterator<Item = f64> + Clone) -> Axis {
    const LABEL: &str = "distance of L to the target (m, root mean square)";
    let most = distances_m.clone().fold(0.0, f64::max);
    let least = distances_m.filter(|&d| d > 0.0).fold(f64::INFINITY, f64::min);
    if most > SPAN * least {
        Axis::logarithmic(LABEL, least, most)
    } else {
        Axis::linear(LABEL, 0.0, 1.02 * most, 6)
    }
}

/// What is at distance 0 stands at the lower edge, which on a logarithmic axis is not 0, and says so.
fn words(dot: &Dot) -> String {
    if dot.distance_m > 0.0 {
        dot.pattern.row.method.clone()
    } else {
        format!("{}: 0", dot.pattern.row.method)
    }
}

/// What an axis cannot hold, such as 0 on a logarithmic one, stands at its end.
fn place(panel: &Panel, dot: &Dot) -> At {
    panel.place(
        dot.microseconds.clamp(panel.x.low, panel.x.high),
        dot.distance_m.clamp(panel.y.low, panel.y.high),
    )
}

/// Names in the legend, each by itself so that none is cut off where a row ends.
fn listed(words: &str, names: &[String]) -> Vec<LegendEntry> {
    let mut keys = vec![LegendEntry::note(words)];
    keys.extend(names.iter().map(LegendEntry::note));
    keys
}

fn legend(comparison: &Comparison, timed: bool) -> Vec<LegendEntry> {
    let mut keys = looks::verdict_keys(comparison);
    if timed {
        keys.push(LegendEntry::new(
            Sample::Dot(TARGET, DOT),
            &comparison.target.row.method,
        ));
    } else {
        let words = format!("{}: no cost, distance 0", comparison.target.row.method);
        keys.push(LegendEntry::note(words));
    }
    keys
}

#[cfg(test)]
mod tests {
    use understory_records::PointRow;

    use super::*;

    #[test]
    fn distances_beyond_twenty_times_the_least_stand_on_powers_of_ten() {
        let axis = |distances_m: &[f64]| distance_axis(distances_m.iter().copied());
        let even = axis(&[0.0, 1.0, 20.0]);
        assert_eq!((even.low, even.share(0.5 * even.high)), (0.0, 0.5));
        let wide = axis(&[0.0, 1.0, 21.0]);
        assert_eq!((wide.low, wide.high), (1.0, 50.0));
        assert!((wide.share(50_f64.sqrt()) - 0.5).abs() < 1e-12);
        assert_eq!(axis(&[0.0, 0.0]).low, 0.0);
    }

    #[test]
    fn a_cost_needs_a_time_and_points() {
        let cost = |seconds, points| {
            let mut pattern = Compared {
                points: vec![PointRow::default(); points],
                ..Compared::default()
            };
            pattern.row.seconds = seconds;
            microseconds_per_point(&pattern)
        };
        assert_eq!(cost(Some(2e-3), 4), Some(500.0));
        assert_eq!(cost(Some(0.0), 4), None);
        assert_eq!(cost(Some(1.0), 0), None);
        assert_eq!(cost(None, 4), None);
    }
}
