//! The cloud that trees share: all the space that they ask for, filled with attraction points, each counted once.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{CellGrid, Cells};

use crate::cloud::{AttractionPoint, each_place};
use crate::skeleton::Part;
use crate::stand::earth::Earth;
use crate::stand::error::StandError;
use crate::stand::space::Claim;
use crate::vector::Vector;

/// The cloud.
pub(crate) struct SharedCloud {
    pub(crate) points: Vec<AttractionPoint>,
    /// Points in the space that each tree asks for, also where others ask for it too.
    pub(crate) offered: Vec<u32>,
    /// Mean distance between points where they are densest, m.
    pub(crate) spacing_m: f64,
}

/// Fills what is asked for with `points_each` points a tree, on average, as dense in one tree's space as in another's.
///
/// Every tree fills the space that it asks for; where several do, each point stays with a probability of one in so many.
pub(crate) fn shared_cloud(
    claims: &[Claim],
    points_each: u32,
    part: Part,
    earth: &Earth<'_>,
) -> Result<SharedCloud, StandError> {
    let weighed_m3: f64 = claims.iter().map(Claim::weighed_volume_m3).sum();
    let per_m3 = f64::from(points_each) * claims.len() as f64 / weighed_m3;
    let askers = Askers::of(claims);
    let mut cloud = SharedCloud {
        points: Vec::new(),
        offered: vec![0; claims.len()],
        spacing_m: math::cbrt(1.0 / per_m3),
    };
    let mut holders = Vec::new();
    for claim in claims {
        let [base_x_m, base_y_m, base_z_m] = claim.base_m;
        let ground_m = |x_m: f64, y_m: f64| earth.ground_m(claim.base_m, [x_m, y_m]);
        let candidates = (per_m3 * claim.volume_m3()).round() as u32;
        let key = part_key(claim.key, part);
        let mut settle = |number: u32, [off_x_m, off_y_m, height_m]: Vector| {
            let (x_m, y_m) = (base_x_m + off_x_m, base_y_m + off_y_m);
            // Soil lies as deep everywhere as at the tree; a crown stands upright, and ground that rises takes from it.
            let z_m = match part {
                Part::Root => ground_m(x_m, y_m) + height_m,
                Part::Shoot => base_z_m + height_m,
            };
            if part == Part::Shoot && z_m <= ground_m(x_m, y_m) {
                return;
            }
            let density = match part {
                Part::Root => claim.density(height_m) * earth.water([x_m, y_m]),
                Part::Shoot => 1.0,
            };
            let [fate, share, ..] = key.draws(3, Purpose::Attraction, number).map(unit_from_u32);
            if fate >= density {
                return;
            }
            let height_over = |base_z: f64| match part {
                Part::Root => height_m,
                Part::Shoot => z_m - base_z,
            };
            askers.at([x_m, y_m], height_over, &mut holders);
            if share * holders.len().max(1) as f64 >= 1.0 {
                return;
            }
            if part == Part::Root && earth.is_stone([x_m, y_m, z_m]) {
                return;
            }
            for &holder in &holders {
                cloud.offered[holder as usize] += 1;
            }
            cloud.points.push(AttractionPoint {
                place_m: [x_m, y_m, z_m],
                weight: density,
            });
        };
        if candidates > 0 {
            each_place(&claim.profile_m, candidates, key, &mut settle)?;
        }
    }
    Ok(cloud)
}

/// Shoot and root of a tree draw apart.
fn part_key(key: RandomKey, part: Part) -> RandomKey {
    let number = match part {
        Part::Shoot => 0,
        Part::Root => 1,
    };
    key.child(0, Purpose::Attraction, number)
}

/// Who asks for a place.
struct Askers<'a> {
    claims: &'a [Claim],
    grid: CellGrid<2>,
    /// Number of the claim in each slot.
    order: Vec<u32>,
    reach_m: f64,
}

impl<'a> Askers<'a> {
    fn of(claims: &'a [Claim]) -> Self {
        let places_m: Vec<[f64; 2]> = claims
            .iter()
            .map(|claim| [claim.base_m[0], claim.base_m[1]])
            .collect();
        let reach_m = claims.iter().map(Claim::radius_m).fold(0.0, f64::max);
        let along = |axis: usize| places_m.iter().map(move |place_m| place_m[axis]);
        let low_m = [0, 1].map(|axis| along(axis).fold(f64::INFINITY, f64::min));
        let high_m = [0, 1].map(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max));
        // A side above 0 also where all stand in a row.
        let size_m = [0, 1].map(|axis| (high_m[axis] - low_m[axis]) + reach_m);
        let most = (claims.len() as f64).sqrt().ceil();
        let count = size_m.map(|side_m| (2.0 * side_m / reach_m).ceil().min(most) as usize);
        let (grid, order) = CellGrid::of(Cells::new(low_m, size_m, count), &places_m);
        Self {
            claims,
            grid,
            order,
            reach_m,
        }
    }

    /// Numbers of the trees that ask for this place, whose height over the ground of a tree follows from where that
    /// stands.
    fn at(&self, place_m: [f64; 2], height_over: impl Fn(f64) -> f64, holders: &mut Vec<u32>) {
        holders.clear();
        let Some(block) = self.grid.cells().near_box(place_m, place_m, self.reach_m) else {
            return;
        };
        self.grid.rows(&block, |slots| {
            holders.extend(self.order[slots].iter().copied().filter(|&number| {
                let claim = &self.claims[number as usize];
                let (x_m, y_m) = (place_m[0] - claim.base_m[0], place_m[1] - claim.base_m[1]);
                claim.holds(height_over(claim.base_m[2]), x_m * x_m + y_m * y_m)
            }));
        });
    }
}
