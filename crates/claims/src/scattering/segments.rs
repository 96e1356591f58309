//! Segments that are filled apart, and the seam between them.

use understory_scatter::segments::{BorderLine, SegmentFill, SegmentedGround, cut};
use understory_scatter::{Method, MinimumDistance};
use understory_space::{Edge, Plot};
use understory_spacing::close_pairs;

use super::measures::Place;
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(ROWS, 12, seams)
}

const ROWS: [&str; 4] = ["W40", "W40.denser", "W40.river", "W40.banks"];

fn seams(seed: u64) -> Result<Numbers<4>, ClaimError> {
    let [bare, river] = [0.0, 0.7].map(|width| filled(width, seed));
    let (bare, river) = (bare?, river?);
    let plot = ground()?;
    let density = |points: &[Place], width: f64| {
        let near = |place: &&Place| {
            let aside = (place[0] - 20.0).abs() - width / 2.0;
            (0.0..0.5).contains(&aside)
        };
        let beside = points.iter().filter(near).count() as f64 / 40.0;
        let ground = 1600.0 - 40.0 * width;
        beside / (points.len() as f64 / ground)
    };
    Ok([
        ("W40", close_pairs(&bare, &plot, 0.7)? as f64),
        ("W40.denser", density(&bare, 0.0)),
        ("W40.river", close_pairs(&river, &plot, 0.7)? as f64),
        ("W40.banks", density(&river, 0.7)),
    ])
}

fn ground() -> Result<Plot, ClaimError> {
    Ok(Plot::new([0.0; 2], [40.0; 2], Edge::Open)?)
}

/// Both halves beside a border of a width, filled apart.
fn filled(width_m: f64, seed: u64) -> Result<Vec<Place>, ClaimError> {
    let plot = ground()?;
    let border = BorderLine {
        name: "border".to_owned(),
        points_m: vec![[20.0, 0.0], [20.0, 40.0]],
        width_m,
    };
    let borders = vec![border];
    let segments = cut(&plot, &borders).map_err(|faults| ClaimError::InWords(format!("{faults:?}")))?;
    let fill = SegmentFill {
        method: Method::MinimumDistance(MinimumDistance {
            distance_m: Some(0.7),
            tries: 100_000,
        }),
        per_ha: 10_000.0,
    };
    let count = segments.len();
    let filled = segments
        .into_iter()
        .map(|segment| (segment, fill.clone()))
        .collect();
    let ground = SegmentedGround::new(&plot, borders, filled, seed);
    let mut points = Vec::new();
    for number in 0..count {
        points.extend(ground.fill(number)?.points_m);
    }
    Ok(points)
}
