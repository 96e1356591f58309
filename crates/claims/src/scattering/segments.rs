//! Segments that are filled apart, and the seam between them.

use understory_scatter::segments::{BorderLine, SegmentFill, SegmentedGround, cut};
use understory_scatter::{Method, MinimumDistance};
use understory_space::{Edge, Plot};
use understory_spacing::close_pairs;

use super::measures::Place;
use crate::ClaimError;
use crate::claim::Claim;
use crate::claim::SaidBy::{Article, Ours};
use crate::expected::Expected::{AtLeast, Between, Exactly};
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(Seams::at, 12, ROWS)
}

const ROWS: &[Row<Seams>] = &[
    Row {
        id: "W40",
        said_by: Article,
        statement: "two segments that are filled apart show a boundary: trees stand too close across it",
        experiment: "40 × 40 D cut in two, each half filled at a distance of 0.7 D: pairs across the seam that are nearer",
        expected: AtLeast(1.0),
        remark: "",
        value: |seams| seams.pairs,
    },
    Row {
        id: "W40.denser",
        said_by: Ours,
        statement: "… and more densely",
        experiment: "the same: density within half a D of the seam, over that of the whole",
        expected: AtLeast(1.1),
        remark: "darts that miss none beyond the border find more room along it",
        value: |seams| seams.density,
    },
    Row {
        id: "W40.river",
        said_by: Article,
        statement: "a boundary along a natural border is not seen",
        experiment: "the same with a river of 0.7 D between: pairs nearer than 0.7 D",
        expected: Exactly(0.0),
        remark: "",
        value: |seams| seams.pairs_at_river,
    },
    Row {
        id: "W40.banks",
        said_by: Ours,
        statement: "… nor are its banks denser than the rest",
        experiment: "the same: density of the strips of half a D beside the river, over that of the whole",
        expected: Between(0.9, 1.1),
        remark: "banks are as dense as any border of ground that is filled alone",
        value: |seams| seams.density_at_river,
    },
];

struct Seams {
    pairs: f64,
    density: f64,
    pairs_at_river: f64,
    density_at_river: f64,
}

impl Seams {
    fn at(seed: u64) -> Result<Self, ClaimError> {
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
        Ok(Self {
            pairs: close_pairs(&bare, &plot, 0.7)? as f64,
            density: density(&bare, 0.0),
            pairs_at_river: close_pairs(&river, &plot, 0.7)? as f64,
            density_at_river: density(&river, 0.7),
        })
    }
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
    let segments = cut(&plot, &borders).map_err(|faults| ClaimError::Placement(format!("{faults:?}")))?;
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
