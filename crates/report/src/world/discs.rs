//! Instances as discs of the ground that they take: one by one where they are few, else as pixels.
//!
//! Of pixels there is one layer a rule, which holds how much of each pixel a disc covers. Where two discs of a rule meet,
//! the greater cover counts, so the order in which they come changes nothing.

use tiny_skia::PremultipliedColorU8;
use understory_numerics::sort;
use understory_records::WorldBody;

use super::about::{PlacedInstance, ink};
use crate::kit::*;
use crate::picture::{Picture, SCALE};
use crate::pixels::Pixels;

/// Smaller discs would not be seen.
pub(super) const LEAST_RADIUS: f64 = 0.2 * PT;
/// What was placed by hand is rare, and is to be found.
const LEAST_BY_HAND: f64 = 1.0 * PT;
const OPACITY: f64 = 0.85;
/// What was placed by hand.
const BY_HAND: Ink = style::TEXT;

/// How a disc of a rule is painted; `None` of one that was placed by hand.
pub(super) fn paint(about: &WorldBody, rule: Option<usize>) -> Paint {
    Paint::fill(colour(about, rule).at_opacity(OPACITY))
}

fn colour(about: &WorldBody, rule: Option<usize>) -> Ink {
    rule.map_or(BY_HAND, |rule| ink(about.rules[rule].colour))
}

/// Layers from the lowest up: the smallest footprints first, of like ones the most important last, then what was placed by
/// hand.
pub(super) fn order(about: &WorldBody) -> Vec<Option<usize>> {
    let mut rules: Vec<usize> = (0..about.rules.len()).rev().collect();
    sort::by(&mut rules, |&a, &b| {
        about.rules[a].footprint_m.total_cmp(&about.rules[b].footprint_m)
    });
    rules.into_iter().map(Some).chain([None]).collect()
}

/// Number of a layer: that of its rule, or behind all of them.
fn layer(about: &WorldBody, rule: Option<u32>) -> usize {
    rule.map_or(about.rules.len(), |rule| rule as usize)
}

/// Radius of an instance's disc on the page.
pub(super) fn radius(standing: &PlacedInstance, units_per_m: f64) -> f64 {
    let least = match standing.rule {
        Some(_) => LEAST_RADIUS,
        None => LEAST_BY_HAND,
    };
    (standing.footprint_m * units_per_m).max(least)
}

/// Instances by rule, in the order of rules; at last those that were placed by hand.
pub(super) fn counts<'s>(about: &WorldBody, all: impl IntoIterator<Item = &'s PlacedInstance>) -> Vec<u64> {
    let mut counts = vec![0; about.rules.len() + 1];
    for standing in all {
        counts[layer(about, standing.rule)] += 1;
    }
    counts
}

/// A key for each rule that has instances.
pub(super) fn keys(about: &WorldBody, counts: &[u64]) -> Vec<LegendEntry> {
    let rules = about.rules.iter().enumerate();
    let rules = rules.map(|(rule, about_rule)| (Some(rule), about_rule.name.as_str()));
    rules
        .chain([(None, "placed by hand")])
        .zip(counts)
        .filter(|((rule, _), number)| **number > 0 || rule.is_some())
        .map(|((rule, name), &number)| {
            let words = format!("{name} ({})", count(number));
            LegendEntry::new(Sample::Disc(paint(about, rule)), words)
        })
        .collect()
}

/// What the key says of the discs' size.
pub(super) fn size_key(units_per_m: f64, is_enlarged: bool) -> LegendEntry {
    LegendEntry::note(match is_enlarged {
        true => format!(
            "footprints to scale, the smallest drawn {} m wide",
            least_m(units_per_m)
        ),
        false => "footprints to scale".to_owned(),
    })
}

/// Width of the smallest disc, m, in words.
pub(super) fn least_m(units_per_m: f64) -> String {
    number(2.0 * LEAST_RADIUS / units_per_m)
}

/// Discs one by one, in the order of layers.
pub(super) fn marks(
    about: &WorldBody,
    all: &[PlacedInstance],
    units_per_m: f64,
    place: impl Fn([f64; 2]) -> At,
) -> Vec<Mark> {
    let mut by_layer: Vec<Vec<Mark>> = vec![Vec::new(); about.rules.len() + 1];
    for standing in all {
        let rule = standing.rule.map(|rule| rule as usize);
        let radius = radius(standing, units_per_m);
        let mark = Mark::circle(place(standing.at_m), radius, paint(about, rule));
        by_layer[layer(about, standing.rule)].push(mark);
    }
    let order = order(about).into_iter();
    order
        .flat_map(|rule| std::mem::take(&mut by_layer[rule.unwrap_or(about.rules.len())]))
        .collect()
}

/// Discs as pixels of a window, whose south-western corner is at `low_m` and which takes so many pixels.
pub(super) struct Layers {
    low_m: [f64; 2],
    units_per_m: f64,
    width: usize,
    height: usize,
    /// Cover of each pixel from 0 to 255, row by row from the north; empty where nothing stands.
    covers: Vec<Vec<u8>>,
}

impl Layers {
    pub(super) fn new(about: &WorldBody, low_m: [f64; 2], units_per_m: f64, size: [f64; 2]) -> Self {
        let [width, height] = size.map(|length| (length * SCALE).round().max(1.0) as usize);
        Self {
            low_m,
            units_per_m,
            width,
            height,
            covers: vec![Vec::new(); about.rules.len() + 1],
        }
    }

    pub(super) fn add(&mut self, about: &WorldBody, standing: &PlacedInstance) {
        let (width, height) = (self.width, self.height);
        let pixels_per_m = self.units_per_m * SCALE;
        let cover = &mut self.covers[layer(about, standing.rule)];
        if cover.is_empty() {
            cover.resize(width * height, 0);
        }
        let x = (standing.at_m[0] - self.low_m[0]) * pixels_per_m;
        let y = height as f64 - (standing.at_m[1] - self.low_m[1]) * pixels_per_m;
        let radius = radius(standing, self.units_per_m) * SCALE;
        // Pixels that the disc can reach; a place beyond the window has none.
        let ends = |centre: f64, length: usize| {
            let reach = radius + 0.5;
            let first = (centre - reach).floor().max(0.0) as usize;
            let last = (centre + reach).ceil().max(0.0) as usize;
            first.min(length)..last.min(length)
        };
        for row in ends(y, height) {
            let down = row as f64 + 0.5 - y;
            for column in ends(x, width) {
                let across = column as f64 + 0.5 - x;
                let beyond = (across * across + down * down).sqrt() - radius;
                let covered = ((0.5 - beyond) * 255.0).clamp(0.0, 255.0) as u8;
                let pixel = &mut cover[row * width + column];
                *pixel = (*pixel).max(covered);
            }
        }
    }

    /// All layers in their order, with nothing behind them, in the pixels of a frame.
    pub(super) fn picture(&self, about: &WorldBody, frame: Frame, figure: &str) -> Result<Mark, ReportError> {
        let Pixels { left, top, .. } = Pixels::of(frame);
        let own = Pixels {
            left,
            top,
            width: self.width,
            height: self.height,
        };
        let mut canvas = own.canvas(figure)?;
        for rule in order(about) {
            let cover = &self.covers[rule.unwrap_or(about.rules.len())];
            let rgb = colour(about, rule).rgb;
            for (pixel, &covered) in canvas.pixels_mut().iter_mut().zip(cover) {
                if covered > 0 {
                    *pixel = over(*pixel, rgb, (f64::from(covered) * OPACITY).round() as u8);
                }
            }
        }
        Ok(Mark::Picture(Picture { canvas, left, top }))
    }
}

/// A pixel with a colour of some opacity over it.
fn over(below: PremultipliedColorU8, rgb: [u8; 3], opacity: u8) -> PremultipliedColorU8 {
    let (own, rest) = (u32::from(opacity), u32::from(255 - opacity));
    let mixed =
        |own_part: u8, below: u8| ((u32::from(own_part) * own + u32::from(below) * rest + 127) / 255) as u8;
    let alpha = mixed(255, below.alpha());
    let [red, green, blue] = [
        mixed(rgb[0], below.red()),
        mixed(rgb[1], below.green()),
        mixed(rgb[2], below.blue()),
    ];
    // No part may exceed the opacity; both round alike, so none does.
    PremultipliedColorU8::from_rgba(red, green, blue, alpha).unwrap_or(below)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use understory_records::WorldRule;

    use super::*;

    fn about(footprints_m: &[f64]) -> WorldBody {
        let rule = |&footprint_m: &f64| WorldRule {
            name: String::new(),
            asset: String::new(),
            footprint_m,
            colour: understory_records::Rgb([0, 100, 0]),
        };
        WorldBody {
            rules: footprints_m.iter().map(rule).collect(),
            ..WorldBody::default()
        }
    }

    /// Pixels that discs of a rule cover, of 300 by 300 for 100 m by 100 m.
    fn covered(at_m: &[[f64; 2]], footprint_m: f64) -> f64 {
        let about = about(&[footprint_m]);
        let mut layers = Layers::new(&about, [0.0; 2], 10.0, [1_000.0; 2]);
        for &at_m in at_m {
            let rule = Some(0);
            layers.add(
                &about,
                &PlacedInstance {
                    at_m,
                    rule,
                    footprint_m,
                },
            );
        }
        layers.covers[0]
            .iter()
            .map(|cover| f64::from(*cover) / 255.0)
            .sum()
    }

    #[test]
    fn a_disc_covers_its_area_wherever_it_lies() {
        for footprint_m in [1.0, 2.5, 20.0] {
            for at_m in [[50.0, 50.0], [41.17, 33.4], [60.123, 47.9]] {
                let expected = PI * (3.0 * footprint_m) * (3.0 * footprint_m);
                let found = covered(&[at_m], footprint_m);
                assert!(
                    (found / expected - 1.0).abs() < 0.03,
                    "{footprint_m} {at_m:?}: {found}"
                );
            }
        }
        let quarter = covered(&[[0.0; 2]], 20.0);
        assert!((quarter / (PI * 900.0) - 1.0).abs() < 0.03, "{quarter}");
        assert_eq!(covered(&[[50.0, 50.0]; 3], 20.0), covered(&[[50.0, 50.0]], 20.0));
    }

    #[test]
    fn what_is_tiny_is_seen_and_what_is_beyond_the_window_is_not() {
        let tiny = covered(&[[50.0, 50.0]], 1e-9);
        assert!((0.5..2.5).contains(&tiny), "{tiny}");
        for beyond in [[-30.0, 50.0], [50.0, 130.0], [1e300, -1e300]] {
            assert_eq!(covered(&[beyond], 20.0), 0.0);
        }
    }

    #[test]
    fn the_smallest_are_lowest_and_the_first_of_equals_is_highest() {
        let order = order(&about(&[2.0, 5.0, 2.0, 0.5]));
        assert_eq!(order, [Some(3), Some(2), Some(0), Some(1), None]);
    }

    #[test]
    fn a_colour_over_another_is_between_the_two_and_hides_it_when_it_is_solid() {
        let empty = PremultipliedColorU8::TRANSPARENT;
        let red = over(empty, [200, 0, 0], 255);
        assert_eq!((red.red(), red.green(), red.alpha()), (200, 0, 255));
        let mixed = over(red, [0, 100, 0], 128);
        assert_eq!((mixed.red(), mixed.green(), mixed.alpha()), (100, 50, 255));
        let thin = over(empty, [255, 255, 255], 51);
        assert_eq!((thin.red(), thin.alpha()), (51, 51));
    }
}
