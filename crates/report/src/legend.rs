//! Keys: samples of what a figure draws, each before its words, and the signs that tell curves apart without colour.

use crate::font;
use crate::ink::Ink;
use crate::outline::{At, Frame, PT, at, closed_shape};
use crate::page::{Mark, Page, Paint, Stroke};
use crate::style::TEXT_SIZE;
use crate::text::{LEFT, wrapped};

/// A sign at a point of a curve, so that curves differ by more than colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
}

pub(crate) const MARKERS: [Marker; 4] = [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond];

impl Marker {
    /// The sign at a place, about as large as a disc of the radius.
    pub(crate) fn mark(self, centre: At, radius: f64, ink: Ink) -> Mark {
        let paint = Paint::fill(ink);
        let corners = |corners: &[(f64, f64)]| {
            let corner = |&(x, y): &(f64, f64)| at(centre.x + x * radius, centre.y + y * radius);
            closed_shape(corners.iter().map(corner))
        };
        let outline = match self {
            Marker::Disc => {
                return Mark::circle(centre, radius, paint);
            }
            Marker::Square => corners(&[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)]),
            Marker::Triangle => corners(&[(0.0, -1.25), (1.15, 0.75), (-1.15, 0.75)]),
            Marker::Diamond => corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        };
        Mark::Path { outline, paint }
    }
}

/// What a key shows before its words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sample {
    Line(Stroke, Option<Marker>),
    Patch(Paint),
    Dot(Ink, f64),
    Disc(Paint),
    Nothing,
}

/// One entry of a legend.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LegendEntry {
    pub(crate) sample: Sample,
    pub(crate) words: String,
}

impl LegendEntry {
    pub(crate) fn patch(paint: Paint, words: impl Into<String>) -> Self {
        LegendEntry::new(Sample::Patch(paint), words)
    }

    /// Words without a sample.
    pub(crate) fn note(words: impl Into<String>) -> Self {
        LegendEntry::new(Sample::Nothing, words)
    }

    pub(crate) fn new(sample: Sample, words: impl Into<String>) -> Self {
        LegendEntry {
            sample,
            words: words.into(),
        }
    }
}

/// Lines of a key at most.
const MOST_LINES: usize = 4;

/// Keys side by side, in as many rows as they need; gives the lower end.
pub(crate) fn legend(page: &mut Page, left: f64, top: f64, width: f64, keys: &[LegendEntry]) -> f64 {
    const SAMPLE: f64 = 18.0 * PT;
    const GAP: f64 = 4.0 * PT;
    const BETWEEN: f64 = 12.0 * PT;
    const ROW: f64 = 11.5 * PT;
    let (mut x, mut y) = (left, top + ROW / 2.0);
    for key in keys {
        let sample = match key.sample {
            Sample::Line(..) => SAMPLE,
            Sample::Patch(_) => 9.0 * PT,
            Sample::Dot(..) | Sample::Disc(_) => 4.0 * PT,
            Sample::Nothing => -GAP,
        };
        let lines = wrapped(&key.words, TEXT_SIZE, width - sample - GAP, MOST_LINES);
        let needed = sample + GAP + font::widest(&lines, TEXT_SIZE);
        if x > left && x + needed > left + width {
            (x, y) = (left, y + ROW);
        }
        match &key.sample {
            Sample::Line(stroke, marker) => {
                page.line([at(x, y), at(x + sample, y)], stroke.clone());
                page.marks
                    .extend(marker.map(|m| m.mark(at(x + sample / 2.0, y), 2.0 * PT, stroke.ink)));
            }
            Sample::Patch(paint) => {
                let half = 3.2 * PT;
                let patch = Frame::new(x, y - half, sample, 2.0 * half);
                page.path(patch.outline(), paint.clone());
            }
            Sample::Dot(ink, radius) => {
                page.marks
                    .push(Marker::Disc.mark(at(x + sample / 2.0, y), *radius, *ink));
            }
            Sample::Disc(paint) => page.circle(at(x + sample / 2.0, y), 2.4 * PT, paint.clone()),
            Sample::Nothing => {}
        }
        for (line, words) in lines.iter().enumerate() {
            let below = line as f64 * ROW;
            page.text(words, at(x + sample + GAP, y + below), LEFT);
        }
        x += needed + BETWEEN;
        y += lines.len().saturating_sub(1) as f64 * ROW;
    }
    y + ROW / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::outline::Segment;
    use crate::page::tests::corners;

    /// Within a third more than the disc, and centred on it but for the triangle, whose tip is up.
    #[test]
    fn signs_stand_around_their_place() {
        let ink = Ink::solid(0);
        for (marker, count) in [(Marker::Square, 4), (Marker::Triangle, 3), (Marker::Diamond, 4)] {
            let corners = corners(&marker.mark(at(50.0, 80.0), 10.0, ink));
            assert_eq!(corners.len(), count);
            let (x, y): (Vec<f64>, Vec<f64>) = corners.iter().copied().unzip();
            assert!((x.iter().sum::<f64>() / count as f64 - 50.0).abs() < 1e-9);
            assert!((y.iter().sum::<f64>() / count as f64 - 80.0).abs() < 1.0);
            for &(x, y) in &corners {
                let away = ((x - 50.0) * (x - 50.0) + (y - 80.0) * (y - 80.0)).sqrt();
                assert!((12.0..14.0).contains(&away), "{marker:?}: {away}");
            }
        }
        let triangle = corners(&Marker::Triangle.mark(at(50.0, 80.0), 10.0, ink));
        assert_eq!(triangle, [(50.0, 67.5), (61.5, 87.5), (38.5, 87.5)]);
        let disc = Marker::Disc.mark(at(50.0, 80.0), 10.0, ink);
        assert!(matches!(disc, Mark::Circle { radius: 10.0, .. }));
    }

    #[test]
    fn keys_stand_side_by_side_and_go_on_in_the_next_row() {
        let mut page = Page::new("keys", 200.0, 100.0);
        let key = |words: &str| LegendEntry::new(Sample::Patch(Paint::fill(Ink::solid(0))), words);
        let keys = [
            key("one"),
            key("two"),
            key("a third of many more words than the others"),
        ];
        let end = legend(&mut page, 100.0, 50.0, 1_900.0, &keys);
        // Three rows of 11.5 pt would be 345 units; the third key alone is in the second.
        assert_eq!(end, 50.0 + 2.0 * 115.0);
        let patches: Vec<_> = page
            .marks
            .iter()
            .map(corners)
            .filter(|corners| !corners.is_empty())
            .collect();
        let next = 100.0 + 90.0 + 40.0 + font::width("one", TEXT_SIZE) + 120.0;
        let lefts_and_middles: Vec<_> = patches
            .iter()
            .map(|corners| (corners[0].0, (corners[0].1 + corners[2].1) / 2.0))
            .collect();
        assert_eq!(lefts_and_middles, [(100.0, 107.5), (next, 107.5), (100.0, 222.5)]);
        for corners in &patches {
            assert!(
                (corners[1].0 - corners[0].0 - 90.0).abs() < 1e-9
                    && (corners[2].1 - corners[1].1 - 64.0).abs() < 1e-9
            );
        }
        assert_eq!(legend(&mut page, 100.0, 50.0, 1_900.0, &keys[..2]), 50.0 + 115.0);
    }

    /// A line of 18 pt with its sign in the middle, a dot in the middle of 4 pt, words 4 pt behind, nothing before the
    /// last ones; 12 pt between keys.
    #[test]
    fn samples_stand_before_their_words() {
        let mut page = Page::new("keys", 400.0, 100.0);
        let ink = Ink::solid(0);
        let line = Sample::Line(Stroke::plain(ink, 8.0), Some(Marker::Disc));
        let keys = [
            LegendEntry::new(line, "a"),
            LegendEntry::new(Sample::Dot(ink, 15.0), "b"),
            LegendEntry::new(Sample::Disc(Paint::fill(ink)), "c"),
            LegendEntry::note("d"),
        ];
        legend(&mut page, 100.0, 0.0, 3_900.0, &keys);
        let y = 57.5;
        assert_eq!(corners(&page.marks[0]), [(100.0, y), (280.0, y)]);
        let circles: Vec<(At, f64)> = page
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Circle { centre, radius, .. } => Some((*centre, *radius)),
                _ => None,
            })
            .collect();
        let [a, b, c] = ["a", "b", "c"].map(|words| font::width(words, TEXT_SIZE));
        let second = 100.0 + 180.0 + 40.0 + a + 120.0;
        let third = second + 40.0 + 40.0 + b + 120.0;
        let expected = [(190.0, 20.0), (second + 20.0, 15.0), (third + 20.0, 24.0)];
        for ((centre, radius), (x, r)) in circles.iter().zip(expected) {
            assert!(
                (centre.x - x).abs() < 1e-9 && centre.y == y && *radius == r,
                "{centre:?}"
            );
        }
        let last = third + 40.0 + 40.0 + c + 120.0;
        let mut alone = Page::new("d", 400.0, 100.0);
        alone.text("d", at(last, y), LEFT);
        let outline = |page: &Page| page.marks.last().cloned();
        let [
            Some(Mark::Text { outline: found, .. }),
            Some(Mark::Text {
                outline: expected, ..
            }),
        ] = [outline(&page), outline(&alone)]
        else {
            panic!("words are the last mark")
        };
        assert_eq!(found.len(), expected.len());
        let start = |outline: &[Segment]| match outline[0] {
            Segment::Move(at) => at.x,
            _ => f64::NAN,
        };
        assert!((start(&found) - start(&expected)).abs() < 1e-6);
    }
}
