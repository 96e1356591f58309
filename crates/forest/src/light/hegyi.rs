//! Light by Hegyi's competition index: the nearest competitors, by their size and distance.
//!
//! C = s · Σ (d_j/d_i)^p / (distance + 1 m) over the k nearest trees of at least a given height that stand within a given
//! distance. Hegyi's index has p = 1 and the diameters at breast height; with p = 1 a seedling, a hundredth as thick as the
//! trees around it, would get no light at all. With p = 0.25, s = 0.74 m and competitors within 10 m trees from 5 m on of the
//! stand of the benches get the mean light that they get under `crowding`, and the ground 6 % (`examples/light.rs`).
//!
//! The size d is the diameter at breast height plus 1 cm for each metre of height up to breast height, about a sapling's
//! thickness at the ground. So trees without a diameter have a size too, and none jumps as it passes breast height.
//!
//! # Source
//! Hegyi (1974), A simulation model for managing jack-pine stands, as the R packages siplab, comp3 and compInd give it, whose
//! documentation we read. Calibrated: p and s. Assumed: the height from which trees compete, how far they do, and the size of
//! small trees.

use std::num::NonZero;

use understory_numerics::RandomKey;
use understory_numerics::math::pow;
use understory_space::KdTree;

use super::stand::{Asks, Here, Stand};
use crate::components::Size;
use crate::growth::BREAST_HEIGHT_M;

/// What is added to each distance, m.
const DISTANCE_OFFSET_M: f64 = 1.0;

/// Size of a tree per height up to breast height, cm per m.
const CM_PER_M: f64 = 1.0;

/// Hegyi's index.
pub(crate) struct Hegyi {
    neighbours: NonZero<usize>,
    within_m2: f64,
    from_m: f64,
    exponent: f64,
    scale_m: f64,
    // Boxed, as it is three times as large as all that the other models hold.
    competitors: Option<Box<Competitors>>,
}

/// The competitors of a stand, in the order of the kd-tree's slots.
struct Competitors {
    tree: KdTree,
    rows: Vec<u32>,
    /// d^p, in cm^p.
    sizes: Vec<f64>,
}

/// The competitors nearest to a tree: squared distance, key and slot.
#[derive(Default)]
pub(super) struct Nearest(Vec<(f64, RandomKey, usize)>);

impl Hegyi {
    pub(super) fn new(neighbours: u32, within_m: f64, from_m: f64, exponent: f64, scale_m: f64) -> Self {
        Self {
            neighbours: NonZero::new(neighbours as usize).unwrap_or(NonZero::<usize>::MIN),
            within_m2: within_m * within_m,
            from_m,
            exponent,
            scale_m,
            competitors: None,
        }
    }

    pub(super) fn work_out(&mut self, stand: &Stand<'_>) {
        let rows: Vec<u32> = (0..stand.sizes.len() as u32)
            .filter(|&row| stand.sizes[row as usize].height_m >= self.from_m)
            .collect();
        let places_m: Vec<_> = rows
            .iter()
            .map(|&row| stand.living.places[row as usize].0)
            .collect();
        let tree = KdTree::new(&places_m, stand.tiles.plot())
            .expect("trees stand on the plot, and rows are numbers of 32 bits");
        let rows: Vec<u32> = tree
            .numbers()
            .iter()
            .map(|&number| rows[number as usize])
            .collect();
        let sizes = rows
            .iter()
            .map(|&row| pow(size_cm(stand.sizes[row as usize]), self.exponent))
            .collect();
        self.competitors = Some(Box::new(Competitors { tree, rows, sizes }));
    }

    pub(super) fn answer(&self, stand: &Stand<'_>, here: &mut Here<'_, '_>, nearest: &mut Nearest) {
        let Some(competitors) = &self.competitors else {
            return;
        };
        here.answer(|asks: Asks<'_>| match asks {
            Asks::Tree { row, .. } => {
                let place_m = stand.living.places[row].0;
                self.crowding(stand, competitors, place_m, stand.sizes[row], Some(row), nearest)
            }
            Asks::Newborn(sprout) => {
                let growth = &stand.models[usize::from(sprout.species)].parameters.growth;
                let size = Size {
                    dbh_cm: 0.0,
                    height_m: growth.seedling_height_m,
                };
                self.crowding(stand, competitors, sprout.place_m, size, None, nearest)
            }
        });
    }

    /// Of a tree of this size, the one of row `itself` if it stands already.
    fn crowding(
        &self,
        stand: &Stand<'_>,
        competitors: &Competitors,
        place_m: [f64; 2],
        size: Size,
        itself: Option<usize>,
        Nearest(nearest): &mut Nearest,
    ) -> f32 {
        nearest.clear();
        // One more than count, as it may be its own nearest.
        let asked = self.neighbours.saturating_add(usize::from(itself.is_some()));
        competitors.tree.nearest(place_m, asked, |slot, squared_m2| {
            let row = competitors.rows[slot] as usize;
            if itself != Some(row) && squared_m2 <= self.within_m2 {
                nearest.push((squared_m2, stand.identities[row].0, slot));
            }
        });
        // The tree meets them in no order; sums need one.
        nearest.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let sum: f64 = nearest
            .iter()
            .take(self.neighbours.get())
            .map(|&(squared_m2, _, slot)| competitors.sizes[slot] / (squared_m2.sqrt() + DISTANCE_OFFSET_M))
            .sum();
        (self.scale_m * sum / pow(size_cm(size), self.exponent)) as f32
    }
}

/// The size by which trees are compared, cm; never 0.
fn size_cm(size: Size) -> f64 {
    size.dbh_cm + CM_PER_M * size.height_m.min(BREAST_HEIGHT_M)
}
