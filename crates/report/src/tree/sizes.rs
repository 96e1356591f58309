//! Trees in words: how large they are, what they are made of, and what the tones of their pictures mean.

use crate::kit::*;
use crate::tree::picture::{Captioned, Counts, TreePicture};
use crate::tree::surface::Part;
use crate::tree::view::View;

/// What the tones mean, of those that the trees have, in a sentence; empty where there are none.
pub(super) fn tones<'a>(trees: impl Iterator<Item = &'a TreePicture> + Clone) -> String {
    let has = |part| trees.clone().any(|tree| tree.has(part));
    words::clauses([
        (
            has(Part::Wood) && !trees.clone().all(TreePicture::is_flat),
            "wood is paler where it is farther away",
        ),
        (has(Part::Roots), "roots have a tone of their own"),
        (has(Part::Leaves), "leaves are darker in the shade of others"),
        (has(Part::Obstacles), "obstacles are grey"),
    ])
}

/// How large a tree is in a view: `12 m high and 6.5 m wide`, or from above `10 m by 8 m`.
pub(super) fn size(picture: &TreePicture, view: View) -> String {
    if !picture.has(Part::Wood) && !picture.has(Part::Roots) && !picture.has(Part::Leaves) {
        return "nothing to see".to_owned();
    }
    if view == View::Top {
        let extent = picture.own_extent(View::Top);
        return format!(
            "{} m by {} m",
            number(extent.width_m()),
            number(extent.height_m())
        );
    }
    // An oblique view is described with the sizes of the front view, whose heights are those above the ground.
    let extent = picture.own_extent(if view == View::Side {
        View::Side
    } else {
        View::Front
    });
    let width_m = number(extent.width_m());
    if extent.low_m < -DEEP_M {
        let (high_m, deep_m) = (number(extent.high_m.max(0.0)), number(-extent.low_m));
        return format!("{high_m} m high, {deep_m} m deep in the ground and {width_m} m wide");
    }
    format!("{} m high and {width_m} m wide", number(extent.high_m.max(0.0)))
}

/// The round foot of a stem reaches this far below the ground without being a root, m.
const DEEP_M: f64 = 0.5;

/// Wood, roots, leaves and obstacles in numbers.
pub(super) fn parts(counts: &Counts) -> String {
    let mut parts = vec![format!("{} of wood", counted(counts.nodes as u64, "node"))];
    if counts.root_nodes > 0 {
        parts[0] += &format!(" ({} in roots)", count(counts.root_nodes as u64));
    }
    if let Some(order) = counts.highest_order {
        parts.push(format!("branch orders up to {order}"));
    }
    if counts.thickest_m > 0.0 {
        parts.push(format!("wood up to {} m thick", number(counts.thickest_m)));
    }
    match counts.leaves {
        0 => {}
        1 => parts.push("1 leaf".to_owned()),
        leaves => parts.push(format!("{} leaves", count(leaves as u64))),
    }
    if counts.obstacles > 0 {
        parts.push(counted(counts.obstacles as u64, "obstacle"));
    }
    list(&parts)
}

/// A tree by its name, its size and, at most so many, its metrics.
pub(super) fn told(tree: &Captioned, view: View, metrics: usize) -> String {
    let known = tree
        .metrics
        .iter()
        .filter_map(|(metric, value)| Some((metric, (*value)?)));
    let metrics = known
        .take(metrics)
        .map(|(metric, value)| format!(", {} {}", name(metric), number(value)));
    let metrics: String = metrics.collect();
    format!("{} ({}{metrics})", name(&tree.caption), size(&tree.picture, view))
}

/// From where something is seen.
pub(super) fn seen_from(view: View) -> &'static str {
    match view {
        View::Front => "from the front",
        View::Side => "from the side",
        View::Top => "from above",
        View::Aslant => "aslant from above",
    }
}
