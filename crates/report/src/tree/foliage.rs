//! Leaves as lenses between stalk and tip.

use crate::page::{Mark, PT, Paint, Segment, at};
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
