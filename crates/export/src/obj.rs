//! A skeleton as lines in a Wavefront OBJ file: a line for each branch, y up.
//!
//! A branch's line begins at the node that it leaves. Branches stand in groups by part and order, such as
//! `shoot_order_1`, so that a reader can hide twigs or roots.

use std::io::Write;

use understory_branching::skeleton::{Part, Skeleton};

use crate::ExportError;
use crate::ply::check;

/// Writes a skeleton as `v` and `l` rows.
///
/// # Errors
/// [`ExportError::BadNode`] or [`ExportError::BadParent`] before anything is written;
/// [`ExportError::Write`].
pub fn write(out: &mut impl Write, name: &str, skeleton: &Skeleton) -> Result<(), ExportError> {
    check(skeleton)?;
    let one_line: String = name.split_whitespace().collect::<Vec<_>>().join("_");
    writeln!(out, "# understory {}: m, y up", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "o {one_line}")?;
    for node in &skeleton.nodes {
        let [x, y, z] = node.place_m;
        writeln!(out, "v {x} {z} {}", 0.0 - y)?;
    }
    let mut group = None;
    for (first, branch) in branches(skeleton) {
        let node = skeleton.nodes[first as usize];
        if group != Some((node.part, node.order)) {
            group = Some((node.part, node.order));
            let part = match node.part {
                Part::Shoot => "shoot",
                Part::Root => "root",
            };
            writeln!(out, "g {part}_order_{}", node.order)?;
        }
        write!(out, "l")?;
        for number in branch {
            write!(out, " {}", number + 1)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The nodes of each branch after the one that it leaves, which stands first; beside the first of its own. By
/// part and order.
fn branches(skeleton: &Skeleton) -> Vec<(u32, Vec<u32>)> {
    let main = skeleton.main_children();
    let mut branches = Vec::new();
    for (number, node) in (0_u32..).zip(&skeleton.nodes) {
        let Some(parent) = node.parent else { continue };
        let carries_on = main[parent as usize] == Some(number);
        if carries_on && parent != 0 {
            continue;
        }
        let mut branch = vec![parent];
        let mut next = Some(number);
        while let Some(at) = next {
            branch.push(at);
            next = main[at as usize];
        }
        branches.push((number, branch));
    }
    branches.sort_by_key(|&(first, _)| {
        let node = skeleton.nodes[first as usize];
        (node.part == Part::Root, node.order)
    });
    branches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ply::tests::fork;

    #[test]
    fn a_fork_is_two_lines_that_share_a_vertex() {
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
                "l 1 2 3",
                "g shoot_order_1",
                "l 2 4",
            ]
        );
    }

    #[test]
    fn every_segment_lies_on_one_line() {
        let tree = understory_branching::presets::named("shrub").unwrap().form();
        let tree = tree
            .grow(understory_numerics::Key::root(1, &["shrub"]), &[])
            .unwrap();
        let mut seen = vec![0; tree.skeleton.nodes.len()];
        for (_, branch) in branches(&tree.skeleton) {
            for pair in branch.windows(2) {
                assert_eq!(tree.skeleton.nodes[pair[1] as usize].parent, Some(pair[0]));
                seen[pair[1] as usize] += 1;
            }
        }
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|&times| times == 1));
    }
}
