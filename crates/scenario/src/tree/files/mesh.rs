//! A Wavefront mesh: the edges of its faces, and its lines.

use std::collections::BTreeSet;

use super::{Segment, metres};
use crate::problem::Report;

/// Each edge once. `None` where something is wrong, which has been reported.
///
/// Such files stand y up, trees z up: (x, y, z) becomes (x, −z, y). What is not `v`, `f` or `l` is passed over.
pub(super) fn edges(report: &mut Report<'_>, text: &str) -> Option<Vec<Segment>> {
    let mut places_m: Vec<[f64; 3]> = Vec::new();
    let mut edges: BTreeSet<[usize; 2]> = BTreeSet::new();
    for line in text.split_inclusive('\n') {
        let at_of = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<&str> = words.take(3).collect();
                let [x, y, z] = numbers[..] else {
                    report.problem(at_of(line), "a vertex needs three numbers", None);
                    return None;
                };
                let mut along = |number| metres(report, at_of(number), number);
                let [x_m, up_m, towards_m] = [along(x)?, along(y)?, along(z)?];
                places_m.push([x_m, 0.0 - towards_m, up_m]);
            }
            Some(kind @ ("f" | "l")) => {
                let corners: Option<Vec<usize>> = words
                    .map(|word| {
                        let corner = corner(word, places_m.len());
                        if corner.is_none() {
                            let message = format!("there is no vertex `{word}` above this line");
                            report.problem(at_of(word), message, None);
                        }
                        corner
                    })
                    .collect();
                let corners = corners?;
                edges.extend(corners.windows(2).map(|pair| sorted(pair[0], pair[1])));
                if let ("f", [first, .., last]) = (kind, &corners[..]) {
                    edges.insert(sorted(*first, *last));
                }
            }
            _ => {}
        }
    }
    if edges.is_empty() {
        let hint = "a mesh has lines `v x y z` and `f 1 2 3`";
        report.problem(0, "the mesh has no edge", hint.to_owned());
    }
    Some(edges.iter().map(|edge| edge.map(|corner| places_m[corner])).collect())
}

/// The vertex of `7`, `7/1/2` or `-1`, from 0.
fn corner(word: &str, vertices: usize) -> Option<usize> {
    let number: i64 = word.split('/').next()?.parse().ok()?;
    let vertices = i64::try_from(vertices).ok()?;
    let from_0 = if number < 0 { vertices + number } else { number - 1 };
    (0..vertices).contains(&from_0).then(|| usize::try_from(from_0).ok())?
}

fn sorted(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}
