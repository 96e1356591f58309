//! The field of a tree, and the sums of fields at a place.
//!
//! A tree's field at distance *r* is A · (exp(−r/λ) − c)/(1 − c) up to its reach λ ln(1/c), with λ proportional
//! to the crown radius and the strength A rising with (h / 20 m)^e; the disc is the same with 1/λ = c = 0. Sums
//! run in `f32` relative to the centre of a tile, in eight lanes, over a list whose order and content follow
//! from the trees alone: only sources whose own reach touches the tile are in it.
//!
//! # Source
//! Exponential fields that add up: West, Random Scattering: Creating Realistic Landscapes. Reach by crown radius,
//! weight 2h_j^p/(h_i^p + h_j^p): this project's choice among the forms that thin a stand as measured ones do.

use understory_numerics::lanes::{LANES, exp_neg};
use understory_numerics::math::pow;

use crate::columns::{Packed, Word};
use crate::components::Size;
use crate::growth::crown_radius_m;
use crate::parameters::{FieldKernel, Species};

/// Height at which a field's strength is the stated one, m.
const REFERENCE_HEIGHT_M: f64 = 20.0;

/// A field's shape for one species, in the form that the sums use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shape {
    /// Reach in crown radii.
    reach_radii: f32,
    /// 1/λ in 1 / crown radii; 0 for the disc.
    rate_radii: f32,
    /// The cut c; 0 for the disc.
    cut: f32,
    /// strength / (1 − c).
    scale: f32,
}

impl Shape {
    fn new(kernel: &FieldKernel, strength: f64) -> Self {
        let reach_radii = kernel.reach_crown_radii() as f32;
        match *kernel {
            FieldKernel::Exponential {
                e_fold_crown_radii,
                cut_fraction,
            } => Self {
                reach_radii,
                rate_radii: (1.0 / e_fold_crown_radii) as f32,
                cut: cut_fraction as f32,
                scale: (strength / (1.0 - cut_fraction)) as f32,
            },
            FieldKernel::Disc { .. } => Self {
                reach_radii,
                rate_radii: 0.0,
                cut: 0.0,
                scale: strength as f32,
            },
        }
    }
}

/// The fields of a species' trees: the one that takes light and the one that keeps seeds from germinating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fields {
    competition: Shape,
    competition_height_exponent: f64,
    inhibition: Shape,
    inhibition_on_others: f32,
    inhibition_height_exponent: f64,
    size_asymmetry: f64,
}

impl Fields {
    pub(crate) fn new(species: &Species, size_asymmetry: f64) -> Self {
        let (competition, inhibition) = (&species.competition, &species.inhibition);
        // With strength 1 the scale is that of the shape alone, to which either strength is then applied.
        let others = Shape::new(&inhibition.kernel, inhibition.strength_on_others);
        Self {
            competition: Shape::new(&competition.kernel, competition.strength),
            competition_height_exponent: competition.height_exponent,
            inhibition: Shape::new(&inhibition.kernel, inhibition.strength),
            inhibition_on_others: others.scale,
            inhibition_height_exponent: inhibition.height_exponent,
            size_asymmetry,
        }
    }

    /// What the sums need to know of one tree.
    pub(crate) fn source(&self, species: &Species, size: Size) -> Source {
        let relative_height = size.height_m / REFERENCE_HEIGHT_M;
        let competition_factor = pow(relative_height, self.competition_height_exponent);
        let inhibition_factor = if self.inhibition_height_exponent == self.competition_height_exponent {
            competition_factor
        } else {
            pow(relative_height, self.inhibition_height_exponent)
        };
        Source {
            radius_m: crown_radius_m(&species.crown, size) as f32,
            competition_factor: competition_factor as f32,
            inhibition_factor: inhibition_factor as f32,
            weight: size_weight(relative_height, self.size_asymmetry) as f32,
        }
    }

    /// How far a tree with this source reaches, by whichever of its fields goes further, m.
    pub(crate) fn reach_m(&self, source: &Source) -> f32 {
        source.radius_m * self.competition.reach_radii.max(self.inhibition.reach_radii)
    }
}

/// h^p, taken relative to 20 m so that it stays within the range of `f32`; only its ratio counts. Heights so
/// small that it would not are as good as equal.
fn size_weight(relative_height: f64, size_asymmetry: f64) -> f64 {
    const LEAST: f64 = 1e-36;
    let weight = if size_asymmetry == 2.0 {
        relative_height * relative_height
    } else {
        pow(relative_height, size_asymmetry)
    };
    weight.max(LEAST)
}

impl Packed for Source {
    fn pack(self) -> Word {
        let both = |a: f32, b: f32| u64::from(a.to_bits()) | u64::from(b.to_bits()) << 32;
        [
            both(self.radius_m, self.competition_factor),
            both(self.inhibition_factor, self.weight),
        ]
    }
    fn unpack(word: Word) -> Self {
        let [[radius_m, competition_factor], [inhibition_factor, weight]] =
            word.map(|both| [both as u32, (both >> 32) as u32].map(f32::from_bits));
        Self {
            radius_m,
            competition_factor,
            inhibition_factor,
            weight,
        }
    }
}

/// One tree as a source of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Source {
    pub(crate) radius_m: f32,
    competition_factor: f32,
    inhibition_factor: f32,
    /// h^p of the size-asymmetric weight.
    pub(crate) weight: f32,
}

/// Distances at which reach falls into the next level, m: seedlings, saplings, the rest.
pub(crate) const LEVEL_REACH_M: [f32; 2] = [1.2, 4.0];
/// Number of levels.
pub(crate) const LEVELS: usize = LEVEL_REACH_M.len() + 1;

/// Which level a reach belongs to.
pub(crate) fn level_of(reach_m: f32) -> usize {
    LEVEL_REACH_M.iter().filter(|&&limit_m| reach_m > limit_m).count()
}

/// Whether a reach belongs to this level.
pub(crate) fn is_of_level(reach_m: f32, level: usize) -> bool {
    let (above, up_to) = match level {
        0 => (f32::NEG_INFINITY, LEVEL_REACH_M[0]),
        1 => (LEVEL_REACH_M[0], LEVEL_REACH_M[1]),
        _ => (LEVEL_REACH_M[1], f32::INFINITY),
    };
    (reach_m > above) & (reach_m <= up_to)
}

/// Eight sources side by side: one row of lanes for each of `N` columns.
type Block<const N: usize> = [[f32; LANES]; N];

/// Sources of one tile as blocks of eight, the last filled up with sources that reach nowhere.
struct Blocks<const N: usize> {
    blocks: Vec<Block<N>>,
    len: usize,
    /// What a lane without a source holds.
    nobody: [f32; N],
}

impl<const N: usize> Blocks<N> {
    fn new(nobody: [f32; N]) -> Self {
        Self {
            blocks: Vec::new(),
            len: 0,
            nobody,
        }
    }

    fn clear(&mut self) {
        self.blocks.clear();
        self.len = 0;
    }

    /// Adds a source and gives its place in the list.
    #[inline(always)]
    fn push(&mut self, columns: [f32; N]) -> u32 {
        let (place, lane) = (self.len, self.len % LANES);
        if lane == 0 {
            self.blocks.push(self.nobody.map(|value| [value; LANES]));
        }
        if let Some(block) = self.blocks.last_mut() {
            for (row, value) in block.iter_mut().zip(columns) {
                row[lane] = value;
            }
        }
        self.len += 1;
        place as u32
    }
}

/// The competitors whose reach touches one tile.
pub(crate) struct CompetitionList {
    /// x, y, 1/λ, c, 2 · A · weight, weight, reach².
    blocks: Blocks<7>,
}

impl Default for CompetitionList {
    fn default() -> Self {
        Self {
            blocks: Blocks::new([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0]),
        }
    }
}

impl CompetitionList {
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
    }

    /// Adds a tree at `offset_m` from the tile's centre and gives its place in the list.
    #[inline(always)]
    pub(crate) fn push(&mut self, fields: &Fields, source: &Source, offset_m: [f32; 2]) -> u32 {
        let shape = &fields.competition;
        let reach_m = source.radius_m * shape.reach_radii;
        self.blocks.push([
            offset_m[0],
            offset_m[1],
            shape.rate_radii / source.radius_m,
            shape.cut,
            2.0 * shape.scale * source.competition_factor * source.weight,
            source.weight,
            reach_m * reach_m,
        ])
    }

    /// Crowding *C* = Σ w · field at `offset_m`, for a tree of this weight that stands at `itself` in the list.
    ///
    /// No branch and no minimum: lanes out of reach are cleared bit by bit, or the loop would not vectorise.
    #[inline(always)]
    pub(crate) fn crowding(&self, offset_m: [f32; 2], weight: f32, itself: u32) -> f32 {
        let mut sums = [0.0_f32; LANES];
        let mut first = 0_u32;
        for [x, y, rate, cut, strength, other, reach] in &self.blocks.blocks {
            let (distance_squared, decayed) = decay(x, y, rate, offset_m);
            for lane in 0..LANES {
                let field = strength[lane] * (decayed[lane] - cut[lane]) / (weight + other[lane]);
                let is_near = distance_squared[lane] < reach[lane];
                let is_other = first + lane as u32 != itself;
                let mask = u32::from(is_near & is_other).wrapping_neg();
                sums[lane] += f32::from_bits(field.to_bits() & mask);
            }
            first += LANES as u32;
        }
        sum_of_lanes(sums)
    }
}

/// The trees, living or lately dead, that inhibit seeds in one tile.
pub(crate) struct InhibitionList {
    /// x, y, 1/λ, c, strength on its own species, on others, reach², and the species' number as bits.
    blocks: Blocks<8>,
}

impl Default for InhibitionList {
    fn default() -> Self {
        Self {
            blocks: Blocks::new([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0]),
        }
    }
}

impl InhibitionList {
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
    }

    /// Adds a tree of `species` at `offset_m` from the tile's centre; `fading` is 1 for the living.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        fields: &Fields,
        source: &Source,
        species: u16,
        fading: f32,
        offset_m: [f32; 2],
    ) {
        let shape = &fields.inhibition;
        let reach_m = source.radius_m * shape.reach_radii;
        let factor = source.inhibition_factor * fading;
        self.blocks.push([
            offset_m[0],
            offset_m[1],
            shape.rate_radii / source.radius_m,
            shape.cut,
            shape.scale * factor,
            fields.inhibition_on_others * factor,
            reach_m * reach_m,
            f32::from_bits(u32::from(species)),
        ]);
    }

    /// The summed field at `offset_m` on a seed of `species`.
    #[inline(always)]
    pub(crate) fn field(&self, offset_m: [f32; 2], species: u16) -> f32 {
        let mut sums = [0.0_f32; LANES];
        let species = u32::from(species);
        for [x, y, rate, cut, own, other, reach, kind] in &self.blocks.blocks {
            let (distance_squared, decayed) = decay(x, y, rate, offset_m);
            for lane in 0..LANES {
                let is_own = u32::from(kind[lane].to_bits() == species).wrapping_neg();
                let strength = (own[lane].to_bits() & is_own) | (other[lane].to_bits() & !is_own);
                let field = f32::from_bits(strength) * (decayed[lane] - cut[lane]);
                let is_near = u32::from(distance_squared[lane] < reach[lane]).wrapping_neg();
                sums[lane] += f32::from_bits(field.to_bits() & is_near);
            }
        }
        sum_of_lanes(sums)
    }
}

/// Squared distances of eight sources from a place, and exp(−distance/λ) there.
#[inline(always)]
fn decay(
    x: &[f32; LANES],
    y: &[f32; LANES],
    rate: &[f32; LANES],
    offset_m: [f32; 2],
) -> ([f32; LANES], [f32; LANES]) {
    let mut distance_squared = [0.0_f32; LANES];
    let mut folds = [0.0_f32; LANES];
    for lane in 0..LANES {
        let dx = x[lane] - offset_m[0];
        let dy = y[lane] - offset_m[1];
        distance_squared[lane] = dx * dx + dy * dy;
        folds[lane] = distance_squared[lane].sqrt() * rate[lane];
    }
    (distance_squared, exp_neg(folds))
}

/// Pairs, pairs of pairs, then the rest: always the same order.
#[inline(always)]
fn sum_of_lanes(lanes: [f32; LANES]) -> f32 {
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
