//! A skeleton as lines in a Wavefront OBJ file, y up: a line of two vertices for each segment.
//!
//! Segments stand in groups by part and order, such as `shoot_order_1`, so that a reader can hide twigs or roots.
//! Longer lines would be shorter to write, but some readers take each two vertices for a segment of their own.

use std::io::Write;

use understory_branching::skeleton::{Node, Part, Skeleton};

use crate::ExportError;
use crate::ply::check;

/// Writes a skeleton as `v` and `l` rows.
///
/// # Errors
/// [`ExportError::OutOfRange`] or [`ExportError::Unfit`] before anything is written;
/// [`ExportError::Write`].
pub fn write(out: &mut dyn Write, name: &str, skeleton: &Skeleton) -> Result<(), ExportError> {
    check(skeleton)?;
    let one_line: String = name.split_whitespace().collect::<Vec<_>>().join("_");
    writeln!(out, "# understory {}: m, y up", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "o {one_line}")?;
    for node in &skeleton.nodes {
        let [x, y, z] = node.place_m;
        // `0.0 - y` and not `-y`: a zero stays without a sign.
        writeln!(out, "v {x} {z} {}", 0.0 - y)?;
    }
    let mut segments: Vec<usize> = (0..skeleton.nodes.len()).collect();
    segments.sort_by_key(|&number| group(&skeleton.nodes[number]));
    let mut last = None;
    for number in segments {
        let node = &skeleton.nodes[number];
        let Some(parent) = node.parent else { continue };
        if last.replace(group(node)) != Some(group(node)) {
            let part = match node.part {
                Part::Shoot => "shoot",
                Part::Root => "root",
            };
            writeln!(out, "g {part}_order_{}", node.order)?;
        }
        // Vertices are counted from 1.
        writeln!(out, "l {} {}", parent + 1, number + 1)?;
    }
    Ok(())
}

/// What nodes are put together by: shoots before roots, stems before twigs.
fn group(node: &Node) -> (bool, u32) {
    (node.part == Part::Root, node.order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ply::tests::fork;

    #[test]
    fn a_fork_is_a_line_a_segment_in_groups_by_order() {
        let mut out = Vec::new();
        write(&mut out, "a fork", &fork()).unwrap();
        let text = String::from_utf8(out).unwrap();
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            rows,
            [
                "o a_fork",
                "v 0 0 0",
                "v 0 1 0",
                "v 0.5 2 -0.25",
                "v -0.5 2 0",
                "g shoot_order_0",
                "l 1 2",
                "l 2 3",
                "g shoot_order_1",
                "l 2 4",
            ]
        );
    }
}
