//! The Clark–Evans index against the strength of an inhibiting field, a panel for each setting and a curve for each form of the field.

use understory_numerics::sort;

use crate::kit::*;
use crate::multiples::cells;
use crate::needed::{FINITE, Needed};

const NAME: &str = "inhibition";
const HEADING: &str = "Spacing of trees of 10 cm or more under an inhibiting field";
const ROW_HEIGHT: f64 = 190.0 * PT;
const COLUMNS: usize = 2;
const BAND_OPACITY: f64 = 0.25;
/// Standard deviation of the index of n random points, times √n: (4/π − 1)^½ (Clark & Evans 1954, 0.26136 · 2).
const RANDOM_SD: f64 = 0.522_72;
/// Of the normal distribution, 95 % lie within so many standard deviations.
const NORMAL_95: f64 = 1.959_964;
/// Curves of one panel stand so far beside each other, as a factor of the strength, that their intervals can be told apart.
const STEP: f64 = 1.07;

const STRENGTH: Needed = Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0");
const TREES: Needed = Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0");

/// A setting and what came out in it.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthPanel {
    /// The setting, in words.
    pub heading: String,
    /// The forms of the field; all panels have the same in the same order.
    pub curves: Vec<StrengthCurve>,
}

/// What one form of a field led to.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthCurve {
    /// The form, in words.
    pub words: String,
    /// Which colour and marker it has: forms of one kind have the same.
    pub kind: usize,
    /// Which dashes it has.
    pub dash: usize,
    /// In order of strength.
    pub points: Vec<StrengthPoint>,
}

/// What a strength led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrengthPoint {
    /// Strength of the field, above 0, no unit.
    pub strength: f64,
    /// Mean Clark–Evans index of the seeds' stands.
    pub index: f64,
    /// The 95 % interval of that mean.
    pub interval: [f64; 2],
    /// Trees of all stands together, by which random ones would stray from 1.
    pub trees: f64,
}

/// Draws the panels, two a row, as the figure `inhibition`. Around 1 lies the band of means of random patterns of as many trees:
/// at each strength of the curve that has fewest. An upright line stands at the usual strength, that of the species that ship.
///
/// # Errors
/// [`ReportError::Number`] for a number that cannot be drawn; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn strengths(panels: &[StrengthPanel], usual: Option<f64>) -> Result<Figure, ReportError> {
    let points = || {
        let curves = panels.iter().flat_map(|panel| &panel.curves);
        curves.flat_map(|curve| &curve.points)
    };
    STRENGTH.of(
        NAME,
        "strength",
        points().map(|point| point.strength).chain(usual),
    )?;
    TREES.of(NAME, "trees", points().map(|point| point.trees))?;
    let values = || points().flat_map(|point| [point.interval[0], point.index, point.interval[1]]);
    FINITE.of(NAME, "index", values())?;

    let band = GREY.at_opacity(BAND_OPACITY);
    let mut keys: Vec<LegendEntry> = panels
        .first()
        .map_or(&[][..], |panel| &panel.curves)
        .iter()
        .map(key)
        .collect();
    keys.push(LegendEntry::patch(
        Paint::fill(band),
        "95 % of the means of as many random trees",
    ));
    keys.push(LegendEntry::note("upright lines: 95 % intervals of the means"));
    let at_usual = Stroke::plain(GREY, style::FINE);
    if let Some(usual) = usual {
        let words = format!("strength {} of the species that ship", number(usual));
        keys.push(LegendEntry::new(Sample::Line(at_usual.clone(), None), words));
    }
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, HEADING, &keys);
    if points().next().is_none() {
        return sheet.finish_empty("no field was tried");
    }
    let [least, most] = ends(points().map(|point| point.strength));
    // Room for the curves that stand beside the strength that they belong to.
    let x = Axis::logarithmic("strength of the field", least / 1.2, most * 1.2);
    let [low, high] = ends(values().chain([0.95, 1.05]));
    let y = Axis::linear("Clark–Evans index", low, high, 7);
    let axes = words::axes(&x, &y);
    let cells = cells(&mut sheet, panels.len(), COLUMNS, ROW_HEIGHT, &x, &y);
    for (panel, (cell, x, y, around)) in panels.iter().zip(cells) {
        let heading = cell.narrower(around.left, 0.0);
        let top = head(&mut sheet.page, heading, &panel.heading, TEXT_SIZE, &[]).top;
        let mut drawn = Panel::draw(&mut sheet.page, cell.below(top), x, y, around, true)?;
        drawn.band(&random_band(panel), band);
        let line = [(drawn.x.low, Some(1.0)), (drawn.x.high, Some(1.0))];
        drawn.curve(&line, &LineStyle::line(GREY).dashed(1).wide(style::THIN));
        if let Some(usual) = usual.filter(|usual| (drawn.x.low..=drawn.x.high).contains(usual)) {
            let ends = [drawn.y.low, drawn.y.high].map(|end| drawn.place(usual, end));
            drawn.page.line(ends, at_usual.clone());
        }
        for (number, curve) in panel.curves.iter().enumerate() {
            let look = look(curve);
            let aside = power(STEP, number as f64 - 0.5 * (panel.curves.len() - 1) as f64);
            for point in &curve.points {
                let [from, to] = point.interval.map(|end| drawn.place(point.strength * aside, end));
                drawn.page.line([from, to], Stroke::plain(look.ink, style::THIN));
            }
            let line: Vec<_> = curve
                .points
                .iter()
                .map(|point| (point.strength * aside, Some(point.index)))
                .collect();
            drawn.curve(&line, &look);
        }
    }
    sheet.finish(caption(panels), alt(panels, &axes))
}

/// factor^exponent of a factor near 1; of a figure's marks alone.
fn power(factor: f64, exponent: f64) -> f64 {
    1.0 + (factor - 1.0) * exponent
}

/// Between what 95 % of means of as many random trees lie, by strength.
fn random_band(panel: &StrengthPanel) -> Vec<(f64, f64, f64)> {
    let mut all: Vec<&StrengthPoint> = panel.curves.iter().flat_map(|curve| &curve.points).collect();
    sort::by(&mut all, |a, b| {
        a.strength
            .total_cmp(&b.strength)
            .then(a.trees.total_cmp(&b.trees))
    });
    // Of points of one strength the first has the fewest trees.
    all.dedup_by_key(|point| point.strength);
    let band = all.into_iter().map(|point| {
        let half = NORMAL_95 * RANDOM_SD / point.trees.sqrt();
        (point.strength, 1.0 - half, 1.0 + half)
    });
    band.collect()
}

fn look(curve: &StrengthCurve) -> LineStyle {
    LineStyle::line(style::category(curve.kind + 1))
        .marked(curve.kind)
        .dashed(curve.dash)
}

fn key(curve: &StrengthCurve) -> LegendEntry {
    look(curve).key(&curve.words)
}

fn caption(panels: &[StrengthPanel]) -> String {
    let headings: Vec<String> = panels.iter().map(|panel| name(&panel.heading)).collect();
    format!(
        "Clark–Evans index (mean distance to the nearest neighbour over the mean expected at random) of trees of 10 cm or more, \
         against the strength of the field by which trees keep seeds from germinating; by its reach, and by whether the seeds \
         that it stops wait or die. Panels: {}. Points are means over stands from different seeds, upright lines their 95 % \
         intervals; all stand a little beside their strength, so that they can be told apart. Random patterns lie at 1 (dashed \
         line; grey: 95 % of the means of as many random trees), more even ones above.",
        headings.join("; "),
    )
}

fn alt(panels: &[StrengthPanel], axes: &str) -> String {
    let mut out = words::panels(panels.len(), "curves") + " " + axes;
    for panel in panels {
        let told = panel.curves.iter().map(|curve| {
            let points: Vec<_> = curve
                .points
                .iter()
                .map(|point| (point.strength, point.index))
                .collect();
            format!(
                "{}, {}",
                name(&curve.words),
                course(&points, |strength| format!("at strength {strength}"))
            )
        });
        out += &format!(
            " {}: {}.",
            name(&panel.heading),
            told.collect::<Vec<_>>().join("; ")
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(heading: &str, trees: [f64; 2]) -> StrengthPanel {
        let curve = |words: &str, kind, trees: f64| StrengthCurve {
            words: words.to_owned(),
            kind,
            dash: 0,
            points: [(1.0, 1.05), (10.0, 1.25)]
                .map(|(strength, index)| StrengthPoint {
                    strength,
                    index,
                    interval: [index - 0.02, index + 0.02],
                    trees,
                })
                .to_vec(),
        };
        StrengthPanel {
            heading: heading.to_owned(),
            curves: vec![curve("by the crown", 0, trees[0]), curve("fixed", 1, trees[1])],
        }
    }

    /// 10,000 random trees stray by 1.96 · 0.5227 / 100.
    #[test]
    fn the_band_of_random_patterns_is_that_of_the_fewest_trees() {
        let band = random_band(&panel("alone", [40_000.0, 10_000.0]));
        assert_eq!(band.iter().map(|at| at.0).collect::<Vec<_>>(), [1.0, 10.0]);
        for (_, low, high) in band {
            assert!((high - 1.0 - 0.010_245).abs() < 1e-5 && (high + low - 2.0).abs() < 1e-12);
        }
    }

    #[test]
    fn each_panel_is_told_with_its_curves() {
        let panels = [panel("alone", [400.0; 2]), panel("with competition", [400.0; 2])];
        let figure = strengths(&panels, Some(3.0)).unwrap();
        assert_eq!(figure.name, "inhibition");
        assert!(figure.caption.contains("Panels: alone; with competition."));
        for told in [
            "alone: by the crown, ",
            "with competition: ",
            "1.05 at strength 1",
            "1.25 at strength 10",
        ] {
            assert!(figure.alt.contains(told), "{told}: {}", figure.alt);
        }
        assert!(
            strengths(&[], None)
                .unwrap()
                .caption
                .contains("no field was tried")
        );
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let mut panels = [panel("alone", [400.0; 2])];
        panels[0].curves[0].points[1].strength = 0.0;
        let refused = strengths(&panels, Some(3.0)).unwrap_err().to_string();
        assert!(refused.contains("strength"), "{refused}");
        panels[0].curves[0].points[1].strength = 1.0;
        panels[0].curves[0].points[1].index = f64::NAN;
        assert!(strengths(&panels, Some(3.0)).is_err());
    }
}
