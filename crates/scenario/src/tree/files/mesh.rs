//! A Wavefront mesh: its faces and lines.

use std::collections::BTreeSet;

use super::places::{Segment, Triangle, metres};
use crate::problem::Report;

/// Corners, and the faces and lines between them.
///
/// Such files stand y up, trees z up: (x, y, z) becomes (x, −z, y). What is not `v`, `f` or `l` is passed over.
#[derive(Default)]
pub(super) struct Mesh {
    places_m: Vec<[f64; 3]>,
    faces: Vec<Vec<usize>>,
    lines: Vec<Vec<usize>>,
}

impl Mesh {
    /// `None` where something is wrong, which has been reported.
    pub(super) fn read(report: &mut Report<'_>, text: &str) -> Option<Self> {
        let at_of = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let mut mesh = Self::default();
        let problems = report.count();
        for line in text.lines() {
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
            match words.next() {
                Some("v") => {
                    let numbers: Vec<&str> = words.take(3).collect();
                    // A vertex that is at fault keeps its number, so that the faces behind it keep their corners.
                    let place_m = if let [x, y, z] = numbers[..] {
                        let along = [x, y, z].map(|number| metres(report, at_of(number), number));
                        along.map(Option::unwrap_or_default)
                    } else {
                        let hint = "write `v x y z`";
                        report.problem(at_of(line), "a vertex needs three numbers", hint.to_owned());
                        [0.0; 3]
                    };
                    let [x_m, up_m, towards_m] = place_m;
                    mesh.places_m.push([x_m, 0.0 - towards_m, up_m]);
                }
                Some("f") => {
                    let face = corners(report, words, mesh.places_m.len(), at_of);
                    mesh.faces.push(face);
                }
                Some("l") => {
                    let line = corners(report, words, mesh.places_m.len(), at_of);
                    mesh.lines.push(line);
                }
                _ => {}
            }
        }
        (report.count() == problems).then_some(mesh)
    }

    /// Each edge of a face or line once.
    pub(super) fn edges_m(&self, report: &mut Report<'_>) -> Option<Vec<Segment>> {
        let mut edges: BTreeSet<[usize; 2]> = BTreeSet::new();
        let mut add = |a: usize, b: usize| edges.insert([a.min(b), a.max(b)]);
        for chain in self.faces.iter().chain(&self.lines) {
            for pair in chain.windows(2) {
                add(pair[0], pair[1]);
            }
        }
        for face in &self.faces {
            if let [first, .., last] = face[..] {
                add(first, last);
            }
        }
        let edges = edges.iter().map(|edge| edge.map(|corner| self.places_m[corner]));
        some_of(report, edges.collect(), "edge")
    }

    /// The faces; those of more than three corners as fans.
    pub(super) fn triangles_m(&self, report: &mut Report<'_>) -> Option<Vec<Triangle>> {
        let fan = |face: &Vec<usize>| {
            let first = face[0];
            let pairs: Vec<[usize; 2]> = face[1..].windows(2).map(|pair| [pair[0], pair[1]]).collect();
            pairs.into_iter().map(move |[b, c]| [first, b, c])
        };
        let faces = self.faces.iter().filter(|face| face.len() >= 3);
        let triangles = faces
            .flat_map(fan)
            .map(|triangle| triangle.map(|corner| self.places_m[corner]));
        some_of(report, triangles.collect(), "face")
    }
}

fn some_of<T>(report: &mut Report<'_>, found: Vec<T>, what: &str) -> Option<Vec<T>> {
    if found.is_empty() {
        let hint = "a mesh has lines `v x y z` and `f 1 2 3`";
        report.problem(0, format!("the mesh has no {what}"), hint.to_owned());
        return None;
    }
    Some(found)
}

/// The corners that there are; reports those that are not.
fn corners<'t>(
    report: &mut Report<'_>,
    words: impl Iterator<Item = &'t str>,
    vertices: usize,
    at_of: impl Fn(&str) -> usize,
) -> Vec<usize> {
    let mut corners = Vec::new();
    for word in words {
        match corner(word, vertices) {
            Some(corner) => corners.push(corner),
            None => {
                let message = format!("there is no vertex `{word}` above this line");
                let hint = "vertices are counted from 1, and stand above the faces that name them";
                report.problem(at_of(word), message, hint.to_owned());
            }
        }
    }
    corners
}

/// The vertex of `7`, `7/1/2` or `-1`, from 0.
fn corner(word: &str, vertices: usize) -> Option<usize> {
    let number: i64 = word.split('/').next()?.parse().ok()?;
    let vertices = i64::try_from(vertices).ok()?;
    let from_0 = if number < 0 {
        vertices.checked_add(number)?
    } else {
        number - 1
    };
    (0..vertices)
        .contains(&from_0)
        .then(|| usize::try_from(from_0).ok())?
}
