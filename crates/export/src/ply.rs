//! A skeleton as vertices and edges in a PLY file: text, z up.
//!
//! A vertex has `x y z radius` in metres, `order` and `part` (0 shoot, 1 root); an edge leads from a node's parent
//! to the node.

use std::io::Write;

use understory_branching::skeleton::{Part, Skeleton};

use crate::ExportError;

/// Writes a skeleton with the radius, order and part of each node.
///
/// # Errors
/// [`ExportError::OutOfRange`] or [`ExportError::Unfit`] before anything is written;
/// [`ExportError::Write`].
pub fn write(out: &mut dyn Write, skeleton: &Skeleton) -> Result<(), ExportError> {
    check(skeleton)?;
    let edges = || {
        let nodes = (0_u32..).zip(&skeleton.nodes);
        nodes.filter_map(|(number, node)| Some((node.parent?, number)))
    };
    write!(
        out,
        "ply\nformat ascii 1.0\ncomment understory {}: m, z up\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         property double radius\nproperty uint order\nproperty uchar part\nelement edge {}\nproperty uint vertex1\nproperty uint vertex2\nend_header\n",
        env!("CARGO_PKG_VERSION"),
        skeleton.nodes.len(),
        edges().count(),
    )?;
    for node in &skeleton.nodes {
        let [x, y, z] = node.place_m;
        let part = u8::from(node.part == Part::Root);
        writeln!(out, "{x} {y} {z} {} {} {part}", node.radius_m, node.order)?;
    }
    for (parent, number) in edges() {
        writeln!(out, "{parent} {number}")?;
    }
    Ok(())
}

/// Refuses numbers that no file can hold, and parents that do not stand before their children.
pub(crate) fn check(skeleton: &Skeleton) -> Result<(), ExportError> {
    for (number, node) in skeleton.nodes.iter().enumerate() {
        let [x, y, z] = node.place_m;
        let values = [("x_m", x), ("y_m", y), ("z_m", z), ("radius_m", node.radius_m)];
        if let Some((what, value)) = values.into_iter().find(|(_, value)| !value.is_finite()) {
            let what = format!("{what} of node {number}");
            return Err(ExportError::out_of_range(what, value, "finite"));
        }
        if let Some(parent) = node.parent.filter(|&parent| parent as usize >= number) {
            return Err(ExportError::Unfit(format!(
                "node {number} has the parent {parent}, but parents stand before their children"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use understory_branching::skeleton::{Node, Part, PipeModel, Skeleton};

    use super::*;

    pub(crate) fn fork() -> Skeleton {
        let node = |parent, place_m| Node::new(parent, Part::Shoot, place_m, 0);
        let nodes = vec![
            node(None, [0.0; 3]),
            node(Some(0), [0.0, 0.0, 1.0]),
            node(Some(1), [0.5, 0.25, 2.0]),
            node(Some(1), [-0.5, 0.0, 2.0]),
        ];
        let mut fork = Skeleton { nodes };
        let pipes = PipeModel {
            exponent: 2.0,
            tip_radius_m: 0.5,
        };
        fork.give_radii(&pipes).unwrap();
        fork.give_orders();
        fork
    }

    #[test]
    fn a_fork_has_its_nodes_with_radii_and_an_edge_to_each_but_the_base() {
        let mut out = Vec::new();
        write(&mut out, &fork()).unwrap();
        let text = String::from_utf8(out).unwrap();
        let (header, body) = text.split_once("end_header\n").unwrap();
        assert!(header.contains("element vertex 4\n") && header.contains("element edge 3\n"));
        let rows: Vec<&str> = body.lines().collect();
        assert_eq!(rows[2..4], ["0.5 0.25 2 0.5 0 0", "-0.5 0 2 0.5 1 0"]);
        assert_eq!(rows[4..], ["0 1", "1 2", "1 3"]);
    }

    #[test]
    fn a_skeleton_that_is_none_is_refused() {
        let refusal = |skeleton: &Skeleton| write(&mut Vec::new(), skeleton).unwrap_err().to_string();
        let mut bent = fork();
        bent.nodes[2].place_m[1] = f64::NAN;
        assert_eq!(refusal(&bent), "y_m of node 2 is NaN, but must be finite");
        let mut looped = fork();
        looped.nodes[1].parent = Some(3);
        assert_eq!(
            refusal(&looped),
            "node 1 has the parent 3, but parents stand before their children"
        );
    }
}
