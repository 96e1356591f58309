//! Trees in words: how large they are, what they are made of, and what the tones of their pictures mean.

use crate::axis::{count, counted};
use crate::tree::picture::{Captioned, TreePicture};
use crate::tree::view::View;
use crate::words::{list, name, number, sentence};

/// What the tones mean, of those that the trees have, in a sentence; empty where there are none.
pub(super) fn tones<'a>(trees: impl Iterator<Item = &'a TreePicture> + Clone) -> String {
    let has = |what: fn(&TreePicture) -> bool| trees.clone().any(what);
    let meanings = [
        (
            has(|tree| !tree.is_flat() && !tree.nodes.is_empty()),
            "wood is paler where it is farther away",
        ),
        (has(TreePicture::has_roots), "roots have a tone of their own"),
        (
            has(|tree| !tree.leaves.is_empty()),
            "leaves are darker in the shade of others",
        ),
        (has(|tree| !tree.solids.is_empty()), "obstacles are grey"),
    ];
    let meanings = meanings.into_iter().filter(|(is_there, _)| *is_there);
    let meanings: Vec<String> = meanings.map(|(_, words)| words.to_owned()).collect();
    match &meanings[..] {
        [] => String::new(),
        _ => format!(" {}.", sentence(&list(&meanings))),
    }
}

/// How large a tree is in a view: `12 m high and 6.5 m wide`, or from above `10 m by 8 m`.
pub(super) fn size(picture: &TreePicture, view: View) -> String {
    if picture.nodes.is_empty() && picture.leaves.is_empty() {
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
    // What is seen aslant is told as from the front, whose heights are those above the ground.
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
pub(super) fn parts(picture: &TreePicture) -> String {
    let roots = picture.nodes.iter().filter(|node| node.is_root).count() as u64;
    let mut parts = vec![format!("{} of wood", counted(picture.nodes.len() as u64, "node"))];
    if roots > 0 {
        parts[0] += &format!(" ({} in roots)", count(roots));
    }
    if let Some(order) = picture.nodes.iter().map(|node| node.order).max() {
        parts.push(format!("branch orders up to {order}"));
    }
    let radii_m = picture.nodes.iter().map(|node| node.radius_m);
    if let Some(radius_m) = radii_m.reduce(f64::max).filter(|&radius_m| radius_m > 0.0) {
        parts.push(format!("wood up to {} m thick", number(2.0 * radius_m)));
    }
    match picture.leaves.len() {
        0 => {}
        1 => parts.push("1 leaf".to_owned()),
        leaves => parts.push(format!("{} leaves", count(leaves as u64))),
    }
    if !picture.solids.is_empty() {
        parts.push(counted(picture.solids.len() as u64, "obstacle"));
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
