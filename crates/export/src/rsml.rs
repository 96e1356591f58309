//! Root systems in the Root System Markup Language, for programs that measure and simulate roots.
//!
//! A plant for each tree, in it a root for each axis, which hold each other as they branch. Each root is a polyline in
//! metres, z up, so that depths are below 0, with the diameter at each of its points. A lateral's polyline begins on the
//! root that it left, at the point that its property `parent-node` numbers, from 0.
//!
//! # Source
//! Lobet and others 2015, *Root System Markup Language: toward a unified root architecture description language*; the parts
//! of a file and the names of properties are those of its specification at rootsystemml.github.io.

use std::io::Write;

use understory_branching::skeleton::{Node, Part, Skeleton};

use crate::ExportError;
use crate::ply::check;

/// A tree whose roots are written.
#[derive(Clone, Copy, Debug)]
pub struct Plant<'a> {
    /// Tells it from the others of the file.
    pub id: u64,
    /// What it is called, e.g. its species.
    pub label: &'a str,
    /// Shoot and roots, or roots alone.
    pub skeleton: &'a Skeleton,
}

/// Roots and their length, m, as they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Written {
    /// How many roots there are in all plants.
    pub roots: u64,
    /// Sum of the lengths of their polylines, m.
    pub length_m: f64,
}

/// Writes the roots of plants; one without roots is an empty plant.
///
/// # Errors
/// [`ExportError::OutOfRange`] or [`ExportError::Unfit`] before anything is written;
/// [`ExportError::Write`].
pub fn write(out: &mut dyn Write, name: &str, plants: &[Plant<'_>]) -> Result<Written, ExportError> {
    for plant in plants {
        check(plant.skeleton)?;
    }
    let name = escaped(name);
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        "<rsml>\n<metadata>\n<version>1</version>\n<unit>m</unit>\n<resolution>1</resolution>\n\
         <software>understory {}</software>\n<user></user>\n<file-key>{name}</file-key>\n\
         <property-definitions>\n<property-definition><label>parent-node</label><type>integer</type></property-definition>\n\
         </property-definitions>\n</metadata>\n<scene>",
        env!("CARGO_PKG_VERSION")
    )?;
    let mut written = Written::default();
    for plant in plants {
        writeln!(
            out,
            r#"<plant ID="{}" label="{}">"#,
            plant.id,
            escaped(plant.label)
        )?;
        let axes = Axes::of(plant.skeleton);
        let mut open = 0;
        for axis in axes.listed() {
            while open > axis.depth {
                writeln!(out, "</root>")?;
                open -= 1;
            }
            write_root(out, plant, &axis, &mut written)?;
            open += 1;
        }
        for _ in 0..open {
            writeln!(out, "</root>")?;
        }
        writeln!(out, "</plant>")?;
    }
    writeln!(out, "</scene>\n</rsml>")?;
    Ok(written)
}

/// A root but for its end, as its laterals come before that.
fn write_root(
    out: &mut dyn Write,
    plant: &Plant<'_>,
    axis: &Axis,
    written: &mut Written,
) -> Result<(), ExportError> {
    let nodes = &plant.skeleton.nodes;
    let first = axis.nodes[1];
    writeln!(
        out,
        r#"<root ID="{}-{first}" label="order {}">"#,
        plant.id, axis.depth
    )?;
    if let Some(number) = axis.parent_node {
        writeln!(out, r#"<properties><parent-node value="{number}"/></properties>"#)?;
    }
    writeln!(out, "<geometry><polyline>")?;
    for &node in &axis.nodes {
        let [x, y, z] = nodes[node as usize].place_m;
        writeln!(out, r#"<point x="{x}" y="{y}" z="{z}"/>"#)?;
    }
    writeln!(
        out,
        "</polyline></geometry>\n<functions><function name=\"diameter\" domain=\"polyline\">"
    )?;
    // Where it leaves another it is as thick as it goes on, not as what it leaves.
    for &node in [first].iter().chain(&axis.nodes[1..]) {
        writeln!(
            out,
            r#"<sample value="{}"/>"#,
            2.0 * nodes[node as usize].radius_m
        )?;
    }
    writeln!(out, "</function></functions>")?;
    written.roots += 1;
    written.length_m += axis
        .nodes
        .windows(2)
        .map(|pair| apart_m(nodes, pair))
        .sum::<f64>();
    Ok(())
}

fn apart_m(nodes: &[Node], pair: &[u32]) -> f64 {
    let [from_m, to_m] = [pair[0], pair[1]].map(|node| nodes[node as usize].place_m);
    let squares = (0..3).map(|axis| (to_m[axis] - from_m[axis]) * (to_m[axis] - from_m[axis]));
    squares.sum::<f64>().sqrt()
}

/// A root: the node that it leaves, then its own.
struct Axis {
    nodes: Vec<u32>,
    /// How many roots hold it.
    depth: usize,
    /// Which point of the root that it leaves it begins at; none at the collar.
    parent_node: Option<usize>,
}

struct Axes<'a> {
    skeleton: &'a Skeleton,
    /// The root that carries on the axis of each node.
    next: Vec<Option<u32>>,
    children: Vec<Vec<u32>>,
}

impl<'a> Axes<'a> {
    fn of(skeleton: &'a Skeleton) -> Self {
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); skeleton.nodes.len()];
        for (number, node) in (0..).zip(&skeleton.nodes) {
            if let (Some(parent), Part::Root) = (node.parent, node.part) {
                children[parent as usize].push(number);
            }
        }
        let tips = skeleton.tips_borne();
        // Of several as large the first; at the collar each begins a root of its own.
        let main = |(number, children): (usize, &Vec<u32>)| {
            let larger = |&&a: &&u32, &&b: &&u32| tips[a as usize].cmp(&tips[b as usize]).then(b.cmp(&a));
            (number > 0)
                .then(|| children.iter().max_by(larger).copied())
                .flatten()
        };
        let next = children.iter().enumerate().map(main).collect();
        Self {
            skeleton,
            next,
            children,
        }
    }

    /// All roots, each before those that leave it.
    fn listed(&self) -> Vec<Axis> {
        let mut listed = Vec::new();
        // First node, depth, and where on its parent it begins.
        let mut waiting: Vec<(u32, usize, Option<usize>)> = Vec::new();
        if let Some(primary) = self.children.first() {
            waiting.extend(primary.iter().rev().map(|&first| (first, 0, None)));
        }
        while let Some((first, depth, parent_node)) = waiting.pop() {
            let from = self.skeleton.nodes[first as usize].parent.unwrap_or(0);
            let mut nodes = vec![from, first];
            while let Some(next) = self.next[nodes[nodes.len() - 1] as usize] {
                nodes.push(next);
            }
            for (at, &node) in nodes.iter().enumerate().skip(1).rev() {
                let laterals = self.children[node as usize].iter().rev();
                let others = laterals.filter(|&&child| Some(child) != self.next[node as usize]);
                waiting.extend(others.map(|&child| (child, depth + 1, Some(at))));
            }
            listed.push(Axis {
                nodes,
                depth,
                parent_node,
            });
        }
        listed
    }
}

/// Text that can stand between tags and in quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stem, and below it a taproot of two segments with a lateral of one that forks off its first node.
    fn tree() -> Skeleton {
        let node = |parent, part, place_m, radius_m| Node {
            radius_m,
            ..Node::new(parent, part, place_m, 0)
        };
        Skeleton {
            nodes: vec![
                node(None, Part::Shoot, [0.0; 3], 0.2),
                node(Some(0), Part::Shoot, [0.0, 0.0, 3.0], 0.1),
                node(Some(0), Part::Root, [0.0, 0.0, -1.0], 0.15),
                node(Some(2), Part::Root, [0.0, 0.0, -2.0], 0.1),
                node(Some(2), Part::Root, [2.0, 0.0, -1.0], 0.05),
            ],
        }
    }

    fn written(plants: &[Plant<'_>]) -> (String, Written) {
        let mut out = Vec::new();
        let written = write(&mut out, "a \"wood\" & more", plants).unwrap();
        (String::from_utf8(out).unwrap(), written)
    }

    #[test]
    fn laterals_stand_in_the_root_that_they_leave_and_begin_on_it() {
        let tree = tree();
        let plant = Plant {
            id: 7,
            label: "oak",
            skeleton: &tree,
        };
        let (text, found) = written(&[plant]);
        assert_eq!(
            found,
            Written {
                roots: 2,
                length_m: 4.0
            }
        );
        assert!(text.contains("a &quot;wood&quot; &amp; more"), "{text}");
        let tap = text.find(r#"<root ID="7-2" label="order 0">"#).unwrap();
        let lateral = text.find(r#"<root ID="7-4" label="order 1">"#).unwrap();
        let ends: Vec<usize> = text.match_indices("</root>").map(|(at, _)| at).collect();
        assert!(tap < lateral && ends.len() == 2 && ends[0] > lateral);
        assert!(text[lateral..].contains(r#"<parent-node value="1"/>"#));
        assert!(
            text[lateral..].contains("<point x=\"0\" y=\"0\" z=\"-1\"/>\n<point x=\"2\" y=\"0\" z=\"-1\"/>")
        );
        assert!(text[lateral..].contains("<sample value=\"0.1\"/>\n<sample value=\"0.1\"/>"));
    }

    #[test]
    fn a_plant_without_roots_is_empty_and_every_tag_is_closed() {
        let mut bare = tree();
        bare.nodes.truncate(2);
        let whole = tree();
        let plant = |id, skeleton| Plant {
            id,
            label: "",
            skeleton,
        };
        let (text, found) = written(&[plant(1, &bare), plant(2, &whole)]);
        assert_eq!(found.roots, 2);
        assert!(text.contains("<plant ID=\"1\" label=\"\">\n</plant>"));
        for tag in [
            "plant",
            "root",
            "geometry",
            "polyline",
            "functions",
            "function",
            "scene",
            "rsml",
        ] {
            let opened =
                text.matches(&format!("<{tag}>")).count() + text.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, text.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}
