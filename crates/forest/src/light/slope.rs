//! Sums of kernels on a slope, where trees that stand higher up count as taller.
//!
//! On level ground neighbour j weighs 2 h_j^p / (h_i^p + h_j^p) on tree i. On a slope both are measured from the height half-way
//! between their grounds: h_j + Δ/2 against h_i − Δ/2, none less than 0, where the neighbour's ground lies Δ higher. So what two
//! trees weigh on each other is 2 in all, as on level ground; ground that lies higher or lower as a whole changes nothing; a tree
//! whose top stands below the half-way height takes no light from the other. How far a crown reaches, the level distance to it
//! and the shade of the canopy as a whole are as on level ground.
//!
//! Where the ground is level, the sums of `sums.rs` are taken, bit by bit.

use understory_numerics::lanes::{LANES, Simd, cast, exp_neg, ln};
use understory_numerics::parallel;

use super::canopy::CanopyShade;
use super::stand::{Answers, Asks, Stand};
use crate::neighbourhood::Touching;
use crate::sums::{Blocks, Kind, bits_of, decay, lanes_of, sum_of_lanes};

/// Trees whose ground is looked up together; no result depends on it.
const TREES_TOGETHER: usize = 1024;

/// The ground of the living.
#[derive(Default)]
pub(crate) struct Slopes {
    /// How high each tree's ground lies above that of the plot's middle, m.
    ground_m: Vec<f32>,
    middle_m: f64,
}

impl Slopes {
    /// Where everybody stands.
    pub(super) fn work_out(&mut self, stand: &Stand<'_>) {
        let Some(ground_m) = stand.ground_m else { return };
        let plot = stand.tiles.plot();
        let middle_m = [0, 1].map(|axis: usize| plot.origin_m()[axis] + 0.5 * plot.size_m()[axis]);
        let middle_m = ground_m(middle_m);
        self.middle_m = middle_m;
        let places = stand.living.places;
        self.ground_m.resize(places.len(), 0.0);
        // Above the middle, as numbers of 32 bits know no millimetres of heights above the sea.
        parallel::fill_in(&mut self.ground_m, TREES_TOGETHER, |row| {
            (ground_m(places[row].0) - middle_m) as f32
        });
    }

    fn of_place(&self, stand: &Stand<'_>, place_m: [f64; 2]) -> f32 {
        stand
            .ground_m
            .map_or(0.0, |ground_m| (ground_m(place_m) - self.middle_m) as f32)
    }

    /// Lists the sources whose reach touches a tile.
    #[inline(always)]
    pub(super) fn list(&self, stand: &Stand<'_>, touching: &Touching, list: &mut SlopeList) {
        list.blocks.clear();
        for source in touching.all() {
            let row = source.row as usize;
            let (shape, tree) = (&stand.model(row).fields.competition, &stand.living.sources[row]);
            let reach_m = shape.reach_m(tree.zone_radius_m);
            list.blocks.push([
                source.offset_m[0],
                source.offset_m[1],
                shape.rate_per_m(tree.zone_radius_m),
                shape.cut,
                2.0 * shape.scale,
                stand.sizes[row].height_m as f32,
                self.ground_m[row],
                reach_m * reach_m,
                bits_of(stand.living.species[row].0),
            ]);
        }
    }
}

/// The competitors whose reach touches one tile.
pub(crate) struct SlopeList {
    /// x, y, 1/λ, c, 2 · A, height, height of the ground, reach², and the species' number as bits.
    blocks: Blocks<9>,
}

impl Default for SlopeList {
    fn default() -> Self {
        Self {
            // A squared reach of −1: no distance is below it. The height of 1 keeps the quotient a number.
            blocks: Blocks::new([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0]),
        }
    }
}

/// Who asks for the light that is left to it.
struct Asking {
    offset_m: [f32; 2],
    height_m: f32,
    ground_m: f32,
    /// Its place in the list; beyond it of one that is not there.
    itself: u32,
    kind: Kind,
}

impl SlopeList {
    /// Crowding *C* = Σ w · field, with exponent `p` of the weight.
    #[inline(always)]
    fn crowding<S: Simd, const IS_GAUSSIAN: bool, const IS_MIXED: bool>(
        &self,
        simd: S,
        asks: &Asking,
        p: f32,
    ) -> f32 {
        let zero = simd.splat_f32s(0.0);
        let half = simd.splat_f32s(0.5);
        let mut sums = zero;
        let mut places: S::u32s = cast([0_u32, 1, 2, 3, 4, 5, 6, 7]);
        let itself = simd.splat_u32s(asks.itself);
        let (own_height, own_ground) = (simd.splat_f32s(asks.height_m), simd.splat_f32s(asks.ground_m));
        for block in &self.blocks.blocks {
            let [x, y, rate, cut, strength, height, ground, reach, species] = lanes_of(simd, block);
            let (distance_squared, decayed) = decay::<S, IS_GAUSSIAN>(simd, [x, y], rate, asks.offset_m);
            let rise = simd.mul_f32s(half, simd.sub_f32s(ground, own_ground));
            let other = positive(simd, simd.add_f32s(height, rise));
            let own = positive(simd, simd.sub_f32s(own_height, rise));
            let field = simd.mul_f32s(strength, simd.sub_f32s(decayed, cut));
            let field = simd.mul_f32s(field, share(simd, other, own, p));
            let field = if IS_MIXED {
                asks.kind.counted(simd, field, species)
            } else {
                field
            };
            let is_other = simd.not_m32s(simd.equal_u32s(places, itself));
            let is_near = simd.less_than_f32s(distance_squared, reach);
            let counts = simd.and_m32s(is_near, is_other);
            sums = simd.add_f32s(sums, simd.select_f32s(counts, field, zero));
            places = simd.add_u32s(places, simd.splat_u32s(LANES as u32));
        }
        sum_of_lanes(cast(sums))
    }
}

#[inline(always)]
fn positive<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    let zero = simd.splat_f32s(0.0);
    simd.select_f32s(simd.less_than_f32s(zero, x), x, zero)
}

/// b^p / (a^p + b^p) of heights 0 or more, not both 0.
#[inline(always)]
fn share<S: Simd>(simd: S, b: S::f32s, a: S::f32s, p: f32) -> S::f32s {
    if p == 2.0 {
        let (a, b) = (simd.mul_f32s(a, a), simd.mul_f32s(b, b));
        return simd.div_f32s(b, simd.add_f32s(a, b));
    }
    // By the power of the lower one over the taller one, which no heights take out of the range of `f32`.
    const MOST: f32 = 80.0;
    let is_taller = simd.less_than_f32s(a, b);
    let (low, high) = (
        simd.select_f32s(is_taller, a, b),
        simd.select_f32s(is_taller, b, a),
    );
    let least = simd.splat_f32s(f32::MIN_POSITIVE);
    let ratio = simd.div_f32s(low, high);
    let is_none = simd.less_than_f32s(ratio, least);
    let ratio = simd.select_f32s(is_none, least, ratio);
    let folds = simd.mul_f32s(simd.splat_f32s(-p), ln(simd, ratio));
    let most = simd.splat_f32s(MOST);
    let folds = simd.select_f32s(simd.less_than_f32s(folds, most), folds, most);
    // Of two that are alike the logarithm is 0, and no rounding below it.
    let power = exp_neg(simd, positive(simd, folds));
    let one = simd.splat_f32s(1.0);
    // What is nothing stays nothing, however low its power: one that ends below half-way takes no light. To the power 0 all are 1.
    let of_none = simd.splat_f32s(if p > 0.0 { 0.0 } else { 1.0 });
    let power = simd.select_f32s(is_none, of_none, power);
    simd.div_f32s(simd.select_f32s(is_taller, one, power), simd.add_f32s(one, power))
}

/// The sums at the trees and sprouts of one tile.
pub(super) struct SlopeSums<'a, S, const IS_GAUSSIAN: bool, const IS_MIXED: bool> {
    pub(super) simd: S,
    pub(super) stand: &'a Stand<'a>,
    pub(super) list: &'a SlopeList,
    pub(super) slopes: &'a Slopes,
    pub(super) touching: &'a Touching,
    pub(super) centre_m: [f64; 2],
    /// Height from which trees stand above the shade of the canopy, m.
    pub(super) from_m: f64,
    pub(super) shade: &'a CanopyShade,
}

impl<S: Simd, const IS_GAUSSIAN: bool, const IS_MIXED: bool> Answers
    for SlopeSums<'_, S, IS_GAUSSIAN, IS_MIXED>
{
    #[inline(always)]
    fn crowding_of(&mut self, asks: Asks<'_>) -> f32 {
        let Self {
            simd, stand, slopes, ..
        } = *self;
        let (asking, place_m) = match asks {
            Asks::Tree { row, itself } => {
                let asking = Asking {
                    offset_m: self.touching.all()[itself].offset_m,
                    height_m: stand.sizes[row].height_m as f32,
                    ground_m: slopes.ground_m[row],
                    itself: itself as u32,
                    kind: stand.kind(stand.living.species[row].0),
                };
                (asking, stand.living.places[row].0)
            }
            Asks::Newborn(sprout) => {
                let growth = &stand.models[usize::from(sprout.species)].parameters.growth;
                let offset_m = stand.tiles.plot().offset_m(self.centre_m, sprout.place_m);
                let asking = Asking {
                    offset_m: offset_m.map(|m| m as f32),
                    height_m: growth.seedling_height_m as f32,
                    ground_m: slopes.of_place(stand, sprout.place_m),
                    itself: u32::MAX,
                    kind: stand.kind(sprout.species),
                };
                (asking, sprout.place_m)
            }
        };
        let p = stand.models[usize::from(asking.kind.species)]
            .fields
            .size_asymmetry() as f32;
        let sum = self.list.crowding::<S, IS_GAUSSIAN, IS_MIXED>(simd, &asking, p);
        // As on level ground, see `kernels.rs`; what is born lies below any canopy.
        if f64::from(asking.height_m) < self.from_m || asking.itself == u32::MAX {
            sum.max(self.shade.crowding(place_m))
        } else {
            sum
        }
    }
}
