//! Sums of fields at a place, in eight lanes.
//!
//! Sums run in `f32` relative to the centre of a tile over a list whose order and content follow from the trees
//! alone: only sources whose own reach touches the tile are in it. No branch: lanes out of reach are cleared.

use understory_numerics::lanes::{LANES, Simd, cast, exp_neg};

use crate::components::FieldSource;
use crate::field::Fields;

/// Eight sources side by side: one row of lanes for each of `N` columns.
pub(crate) type Block<const N: usize> = [[f32; LANES]; N];

/// Sources of one tile as blocks of eight, the last filled up with sources that reach nowhere.
pub(crate) struct Blocks<const N: usize> {
    pub(crate) blocks: Vec<Block<N>>,
    len: usize,
    /// What a lane without a source holds.
    nobody: [f32; N],
}

impl<const N: usize> Blocks<N> {
    pub(crate) fn new(nobody: [f32; N]) -> Self {
        Self {
            blocks: Vec::new(),
            len: 0,
            nobody,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.len = 0;
    }

    /// Adds a source and gives its place in the list.
    #[inline(always)]
    pub(crate) fn push(&mut self, columns: [f32; N]) -> u32 {
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
    /// x, y, 1/λ, c, 2 · A · weight, weight, reach², and the species' number as bits.
    blocks: Blocks<8>,
}

impl Default for CompetitionList {
    fn default() -> Self {
        Self {
            // A squared reach of −1: no distance is below it. The weight of 1 keeps the quotient a number.
            blocks: Blocks::new([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0]),
        }
    }
}

impl CompetitionList {
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
    }

    /// Adds a tree at `offset_m` from the tile's centre and gives its place in the list.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        fields: &Fields,
        source: &FieldSource,
        species: u16,
        offset_m: [f32; 2],
    ) -> u32 {
        let shape = &fields.competition;
        let reach_m = shape.reach_m(source.zone_radius_m);
        self.blocks.push([
            offset_m[0],
            offset_m[1],
            shape.rate_per_m(source.zone_radius_m),
            shape.cut,
            2.0 * shape.scale * source.weight,
            source.weight,
            reach_m * reach_m,
            bits_of(species),
        ])
    }

    /// Crowding *C* = Σ w · field at `offset_m`, for a tree of this weight that stands at `itself` in the list; all fields are
    /// Gaussian, or none is. Where species mix, the fields of others count as `kind` says.
    #[inline(always)]
    pub(crate) fn crowding<S: Simd, const IS_GAUSSIAN: bool, const IS_MIXED: bool>(
        &self,
        simd: S,
        offset_m: [f32; 2],
        weight: f32,
        itself: u32,
        kind: Kind,
    ) -> f32 {
        let mut sums = simd.splat_f32s(0.0);
        let mut places: S::u32s = cast([0_u32, 1, 2, 3, 4, 5, 6, 7]);
        let (itself, weight) = (simd.splat_u32s(itself), simd.splat_f32s(weight));
        for block in &self.blocks.blocks {
            let [x, y, rate, cut, strength, other, reach, species] = lanes_of(simd, block);
            let (distance_squared, decayed) = decay::<S, IS_GAUSSIAN>(simd, [x, y], rate, offset_m);
            let field = simd.mul_f32s(strength, simd.sub_f32s(decayed, cut));
            let field = simd.div_f32s(field, simd.add_f32s(weight, other));
            let field = if IS_MIXED {
                kind.counted(simd, field, species)
            } else {
                field
            };
            // Left out by place in the list, not by distance: another tree may stand at the very same place.
            let is_other = simd.not_m32s(simd.equal_u32s(places, itself));
            let is_near = simd.less_than_f32s(distance_squared, reach);
            let counts = simd.and_m32s(is_near, is_other);
            let field = simd.select_f32s(counts, field, simd.splat_f32s(0.0));
            sums = simd.add_f32s(sums, field);
            places = simd.add_u32s(places, simd.splat_u32s(LANES as u32));
        }
        sum_of_lanes(cast(sums))
    }
}

/// Whose crowding is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) species: u16,
    /// Share that the fields of other species count.
    pub(crate) others_share: f32,
}

impl Kind {
    /// Fields of sources of these species as they count.
    #[inline(always)]
    pub(crate) fn counted<S: Simd>(self, simd: S, field: S::f32s, species: S::f32s) -> S::f32s {
        let own = simd.splat_u32s(u32::from(self.species));
        let is_own = simd.equal_u32s(simd.transmute_u32s_f32s(species), own);
        simd.select_f32s(
            is_own,
            field,
            simd.mul_f32s(field, simd.splat_f32s(self.others_share)),
        )
    }
}

/// A species' number for a block: bits, not a value, as lanes of one type make a block and the bits come back as they are.
#[inline(always)]
pub(crate) fn bits_of(species: u16) -> f32 {
    f32::from_bits(u32::from(species))
}

/// The trees, living or lately dead, that inhibit seeds in one tile.
pub(crate) struct InhibitionList {
    /// x, y, 1/λ, c, strength on its own species, on others, reach², and the species' number as bits.
    blocks: Blocks<8>,
    /// For each species the strengths on its seeds, source by source; without a source where the two strengths above say it all.
    pairs: Vec<Blocks<1>>,
}

impl Default for InhibitionList {
    fn default() -> Self {
        Self {
            blocks: Blocks::new([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0]),
            pairs: Vec::new(),
        }
    }
}

impl InhibitionList {
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.pairs.iter_mut().for_each(Blocks::clear);
    }

    /// Adds a tree of `species` at `offset_m` from the tile's centre; `fading` is 1 for the living, and `on` has its strength on
    /// seeds of each species, where species name each other.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        fields: &Fields,
        source: &FieldSource,
        species: u16,
        fading: f32,
        offset_m: [f32; 2],
        on: &[f32],
    ) {
        let shape = &fields.inhibition;
        let reach_m = shape.reach_m(source.zone_radius_m);
        let factor = source.inhibition_factor * fading;
        self.blocks.push([
            offset_m[0],
            offset_m[1],
            shape.rate_per_m(source.zone_radius_m),
            shape.cut,
            shape.scale * factor,
            fields.inhibition_on_others * factor,
            reach_m * reach_m,
            bits_of(species),
        ]);
        while self.pairs.len() < on.len() {
            self.pairs.push(Blocks::new([0.0]));
        }
        for (strengths, strength) in self.pairs.iter_mut().zip(on) {
            strengths.push([strength * factor]);
        }
    }

    /// The summed field at `offset_m` on a seed of `species`.
    #[inline(always)]
    pub(crate) fn field<S: Simd>(&self, simd: S, offset_m: [f32; 2], species: u16) -> f32 {
        let pairs = self.pairs.get(usize::from(species));
        match pairs.filter(|strengths| strengths.len == self.blocks.len) {
            Some(strengths) => self.sum::<S, true>(simd, offset_m, species, &strengths.blocks),
            None => self.sum::<S, false>(simd, offset_m, species, &[]),
        }
    }

    /// [`Self::field`]; with pairs the strengths are these, block by block.
    #[inline(always)]
    fn sum<S: Simd, const HAS_PAIRS: bool>(
        &self,
        simd: S,
        offset_m: [f32; 2],
        species: u16,
        strengths: &[Block<1>],
    ) -> f32 {
        let mut sums = simd.splat_f32s(0.0);
        let species = simd.splat_u32s(u32::from(species));
        for (number, block) in self.blocks.blocks.iter().enumerate() {
            let [x, y, rate, cut, own, other, reach, kind] = lanes_of(simd, block);
            let (distance_squared, decayed) = decay::<S, false>(simd, [x, y], rate, offset_m);
            let strength = if HAS_PAIRS {
                let [strength] = lanes_of(simd, &strengths[number]);
                strength
            } else {
                let is_own = simd.equal_u32s(simd.transmute_u32s_f32s(kind), species);
                simd.select_f32s(is_own, own, other)
            };
            let field = simd.mul_f32s(strength, simd.sub_f32s(decayed, cut));
            let is_near = simd.less_than_f32s(distance_squared, reach);
            let field = simd.select_f32s(is_near, field, simd.splat_f32s(0.0));
            sums = simd.add_f32s(sums, field);
        }
        sum_of_lanes(cast(sums))
    }
}

/// The columns of a block as vectors of the processor.
#[inline(always)]
pub(crate) fn lanes_of<S: Simd, const N: usize>(_simd: S, block: &Block<N>) -> [S::f32s; N] {
    std::array::from_fn(|column| cast(block[column]))
}

/// Squared distances of eight sources from a place, and exp(−distance/λ) there, of Gaussian fields exp(−(distance/λ)²).
#[inline(always)]
pub(crate) fn decay<S: Simd, const IS_GAUSSIAN: bool>(
    simd: S,
    at_m: [S::f32s; 2],
    rate: S::f32s,
    offset_m: [f32; 2],
) -> (S::f32s, S::f32s) {
    let dx = simd.sub_f32s(at_m[0], simd.splat_f32s(offset_m[0]));
    let dy = simd.sub_f32s(at_m[1], simd.splat_f32s(offset_m[1]));
    let distance_squared = simd.add_f32s(simd.mul_f32s(dx, dx), simd.mul_f32s(dy, dy));
    let folds = if IS_GAUSSIAN {
        simd.mul_f32s(distance_squared, simd.mul_f32s(rate, rate))
    } else {
        simd.mul_f32s(simd.sqrt_f32s(distance_squared), rate)
    };
    (distance_squared, exp_neg(simd, folds))
}

/// Pairs, pairs of pairs, then the rest: always the same order.
#[inline(always)]
pub(crate) fn sum_of_lanes(lanes: [f32; LANES]) -> f32 {
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

#[cfg(test)]
mod tests {
    use understory_numerics::lanes::{Scalar256b, WithSimd, with_lanes};
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};

    use super::*;
    use crate::components::Size;
    use crate::parameters::Light;
    use crate::presets;

    const KIND: Kind = Kind {
        species: 2,
        others_share: 0.6,
    };

    struct Sums<'a>(&'a CompetitionList, &'a InhibitionList, [f32; 2]);

    impl WithSimd for Sums<'_> {
        type Output = [u32; 2];
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> [u32; 2] {
            let crowding = self.0.crowding::<S, false, true>(simd, self.2, 0.3, 5, KIND);
            [crowding, self.1.field(simd, self.2, 1)].map(f32::to_bits)
        }
    }

    #[test]
    fn every_processor_sums_to_the_same_bits() {
        let species = presets::named("fagus-sylvatica").unwrap().species("beech");
        let fields = Fields::new(&species, &Light::default());
        let (mut competition, mut inhibition) = (CompetitionList::default(), InhibitionList::default());
        let mut pairs = InhibitionList::default();
        for number in 0..83 {
            let words = RandomKey::root(1, &["sums"]).draws(0, Purpose::Member, number);
            let [x, y, share, _] = words.map(unit_from_u32);
            let size = Size {
                dbh_cm: 40.0 * share,
                height_m: 1.4 + 25.0 * share,
            };
            let (source, offset_m) = (
                fields.source(&species, size),
                [x, y].map(|share| (12.0 * share - 6.0) as f32),
            );
            competition.push(&fields, &source, number as u16 % 3, offset_m);
            inhibition.push(&fields, &source, number as u16 % 3, 0.7, offset_m, &[]);
            // What the two strengths say, spelled out for seeds of species 1.
            let on_1 = if number % 3 == 1 {
                fields.inhibition.scale
            } else {
                fields.inhibition_on_others
            };
            pairs.push(&fields, &source, number as u16 % 3, 0.7, offset_m, &[0.0, on_1]);
            let sums = || Sums(&competition, &inhibition, [0.4, -1.1]);
            let here = with_lanes(sums());
            assert_eq!(
                here,
                with_lanes(Sums(&competition, &pairs, [0.4, -1.1])),
                "{number}"
            );
            assert_eq!(here, Simd::vectorize(Scalar256b, sums()), "{number}");
            assert!(number < 40 || here.iter().all(|&bits| f32::from_bits(bits) > 0.0));
        }
    }
}
