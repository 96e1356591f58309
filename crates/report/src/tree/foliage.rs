//! Leaves as lenses between stalk and tip.

use crate::outline::{PT, Segment, at};
use crate::page::{Mark, Paint};
use crate::tree::brush::{Brush, Layer};
use crate::tree::light::light;
use crate::tree::picture::Leaf;
use crate::tree::tones;

/// Where leaves are on average shorter than this on paper they are fewer and larger, and cover the same together.
const SHORTEST: f64 = 1.7 * PT;
/// Multiples of it fill a stretch evenly.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// How much of a leaf's tone comes from the sky above it; the rest from the side that the crown turns to the light.
const FROM_SKY: f64 = 0.6;
/// Neighbouring leaves differ by so much, or a crown is a cloud.
const STRAY: f64 = 0.16;

pub(super) fn layers(leaves: &[Leaf], brush: &Brush) -> Vec<Layer> {
    let lengths = leaves.iter().map(|leaf| brush.units_per_m * length_m(leaf));
    let mean = lengths.sum::<f64>() / leaves.len().max(1) as f64;
    let share = (mean / SHORTEST).min(1.0);
    let share = share * share;
    let growth = if share > 0.0 { 1.0 / share.sqrt() } else { 1.0 };
    let stays = |number: usize| {
        let [before, after] = [number, number + 1].map(|number| (number as f64 * share) as usize);
        after > before
    };
    let light = light(leaves);
    let numbered = leaves.iter().enumerate().zip(light);
    numbered
        .filter(|((number, _), _)| stays(*number))
        .map(|((number, leaf), sky)| {
            let stray = STRAY * ((number as f64 * GOLDEN).fract() - 0.5);
            lens(leaf, growth, FROM_SKY * sky + stray, brush)
        })
        .collect()
}

fn length_m(leaf: &Leaf) -> f64 {
    let along_m = [0, 1, 2].map(|i| leaf.to_m[i] - leaf.from_m[i]);
    along_m.iter().map(|along| along * along).sum::<f64>().sqrt()
}

fn lens(leaf: &Leaf, growth: f64, light: f64, brush: &Brush) -> Layer {
    let (from, away_m) = brush.place(leaf.from_m);
    let (to, _) = brush.place(leaf.to_m);
    let along = at((to.x - from.x) * growth, (to.y - from.y) * growth);
    let tip = at(from.x + along.x, from.y + along.y);
    let length = (along.x * along.x + along.y * along.y).sqrt();
    // The control points of a curve lie twice as far out as the curve.
    let half = leaf.width_m * brush.units_per_m * growth;
    let across = if length > 0.0 {
        at(-along.y / length * half, along.x / length * half)
    } else {
        at(half, 0.0)
    };
    let middle = at(0.5 * (from.x + tip.x), 0.5 * (from.y + tip.y));
    // Whole units, which are fine enough for a leaf and short in the file.
    let whole = |x: f64, y: f64| at(x.round(), y.round());
    let (stalk, tip) = (whole(from.x, from.y), whole(tip.x, tip.y));
    let outline = vec![
        Segment::Move(stalk),
        Segment::Quadratic(whole(middle.x + across.x, middle.y + across.y), tip),
        Segment::Quadratic(whole(middle.x - across.x, middle.y - across.y), stalk),
        Segment::Close,
    ];
    let light = light + (1.0 - FROM_SKY) * brush.facing_light(leaf.from_m);
    let paint = Paint::fill(tones::leaf(light, brush.extent.depth(away_m)));
    Layer::new(away_m, Mark::Path { outline, paint })
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::outline::At;
    use crate::tree::brush::tests::brush;
    use crate::tree::view::View;

    fn leaf(from_m: [f64; 3], to_m: [f64; 3]) -> Leaf {
        Leaf {
            from_m,
            to_m,
            width_m: 0.2,
        }
    }

    fn outline(layer: &Layer) -> [At; 4] {
        let Mark::Path { outline, .. } = layer.mark() else {
            panic!("a leaf is a path")
        };
        let [
            Segment::Move(stalk),
            Segment::Quadratic(a, tip),
            Segment::Quadratic(b, end),
            Segment::Close,
        ] = outline[..]
        else {
            panic!("{outline:?}")
        };
        assert_eq!(end, stalk);
        [stalk, a, tip, b]
    }

    /// 0.5 m by 0.2 m at 100 units to the metre; control points lie twice as far out as the curve.
    #[test]
    fn a_leaf_is_a_lens_from_its_stalk_to_its_tip() {
        let brush = brush(View::Front);
        let flat = lens(&leaf([0.0, 0.0, 1.0], [0.5, 0.0, 1.0]), 1.0, 0.5, &brush);
        assert_eq!(
            outline(&flat),
            [
                at(1000.0, 1900.0),
                at(1025.0, 1920.0),
                at(1050.0, 1900.0),
                at(1025.0, 1880.0)
            ]
        );
        let slanted = lens(&leaf([0.0, 0.0, 1.0], [0.3, 0.0, 1.4]), 1.0, 0.5, &brush);
        assert_eq!(
            outline(&slanted),
            [
                at(1000.0, 1900.0),
                at(1031.0, 1892.0),
                at(1030.0, 1860.0),
                at(999.0, 1868.0)
            ]
        );
        let twice = lens(&leaf([0.0, 0.0, 1.0], [0.5, 0.0, 1.0]), 2.0, 0.5, &brush);
        assert_eq!(
            outline(&twice),
            [
                at(1000.0, 1900.0),
                at(1050.0, 1940.0),
                at(1100.0, 1900.0),
                at(1050.0, 1860.0)
            ]
        );
        let end_on = lens(&leaf([0.0, 0.0, 1.0], [0.0, 0.5, 1.0]), 1.0, 0.5, &brush);
        assert_eq!(
            outline(&end_on),
            [
                at(1000.0, 1900.0),
                at(1020.0, 1900.0),
                at(1000.0, 1900.0),
                at(980.0, 1900.0)
            ]
        );
    }

    #[test]
    fn the_length_of_a_leaf_is_that_in_space() {
        assert_eq!(length_m(&leaf([1.0, 2.0, 3.0], [3.0, 5.0, 9.0])), 7.0);
    }

    /// Leaves of half the length that print holds: one of four is left, twice as long and wide.
    #[test]
    fn leaves_that_are_too_short_are_fewer_and_cover_the_same() {
        let mut brush = brush(View::Front);
        brush.units_per_m = 0.5 * SHORTEST;
        let leaves: Vec<Leaf> = (0..400)
            .map(|number| {
                let x = f64::from(number);
                leaf([x, 0.0, 0.0], [x, 0.0, 1.0])
            })
            .collect();
        let drawn = layers(&leaves, &brush);
        assert_eq!(drawn.len(), 100);
        for layer in &drawn {
            let [stalk, _, tip, _] = outline(layer);
            assert!((stalk.y - tip.y - SHORTEST).abs() <= 1.0, "{}", stalk.y - tip.y);
        }
        brush.units_per_m = SHORTEST;
        assert_eq!(layers(&leaves, &brush).len(), 400);
        assert_eq!(layers(&[], &brush).len(), 0);
    }
}
