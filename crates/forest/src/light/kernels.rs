//! Light by sums of kernels, weighted by size, and below the canopy at least the canopy's shade.
//!
//! The kernels themselves are in `field.rs`, their sums in `sums.rs`.

use understory_numerics::lanes::Simd;

use super::canopy::CanopyShade;
use super::slope::{SlopeList, SlopeSums, Slopes};
use super::stand::{Answers, Asks, Here, Stand};
use crate::neighbourhood::Touching;
use crate::parameters::{Canopy, Light};
use crate::sums::CompetitionList;

/// A worker's lists of one tile.
#[derive(Default)]
pub(super) struct KernelLists {
    competition: CompetitionList,
    on_slope: SlopeList,
}

/// Sums of kernels with the canopy's shade.
pub(crate) struct Kernels {
    is_gaussian: bool,
    canopy: Option<Canopy>,
    shade: CanopyShade,
    /// Where trees higher up a slope count as taller.
    slopes: Option<Slopes>,
}

impl Kernels {
    pub(super) fn new(light: &Light) -> Self {
        Self {
            is_gaussian: matches!(light, Light::Gaussian { .. }),
            canopy: light.canopy(),
            shade: CanopyShade::default(),
            slopes: light.slope().then(Slopes::default),
        }
    }

    pub(super) fn work_out(&mut self, stand: &Stand<'_>) {
        if let Some(canopy) = &self.canopy {
            self.shade.count(stand, canopy);
        }
        if let Some(slopes) = &mut self.slopes {
            slopes.work_out(stand);
        }
    }

    /// Least crowding at a place of what is lower than the canopy.
    #[inline(always)]
    pub(super) fn shade(&self, place_m: [f64; 2]) -> f32 {
        self.shade.crowding(place_m)
    }

    // Inlined with all that it calls, so that it is compiled for the widest vectors that the processor has.
    #[inline(always)]
    pub(super) fn answer<S: Simd>(
        &self,
        simd: S,
        stand: &Stand<'_>,
        here: &mut Here<'_, '_>,
        lists: &mut KernelLists,
    ) {
        match (self.is_gaussian, stand.is_mixed()) {
            (false, false) => self.answer_from::<S, false, false>(simd, stand, here, lists),
            (false, true) => self.answer_from::<S, false, true>(simd, stand, here, lists),
            (true, false) => self.answer_from::<S, true, false>(simd, stand, here, lists),
            (true, true) => self.answer_from::<S, true, true>(simd, stand, here, lists),
        }
    }

    #[inline(always)]
    fn answer_from<S: Simd, const IS_GAUSSIAN: bool, const IS_MIXED: bool>(
        &self,
        simd: S,
        stand: &Stand<'_>,
        here: &mut Here<'_, '_>,
        lists: &mut KernelLists,
    ) {
        let from_m = self.canopy.as_ref().map_or(0.0, |canopy| canopy.from_m);
        if let Some(slopes) = self.slopes.as_ref().filter(|_| stand.ground_m.is_some()) {
            slopes.list(stand, here.touching, &mut lists.on_slope);
            here.answer(SlopeSums::<S, IS_GAUSSIAN, IS_MIXED> {
                simd,
                stand,
                list: &lists.on_slope,
                slopes,
                touching: here.touching,
                centre_m: stand.tiles.centre_m(here.tile),
                from_m,
                shade: &self.shade,
            });
            return;
        }
        let competition = &mut lists.competition;
        competition.clear();
        for source in here.touching.all() {
            let row = source.row as usize;
            competition.push(
                &stand.model(row).fields,
                &stand.living.sources[row],
                stand.living.species[row].0,
                source.offset_m,
            );
        }
        here.answer(KernelSums::<S, IS_GAUSSIAN, IS_MIXED> {
            simd,
            stand,
            competition,
            touching: here.touching,
            centre_m: stand.tiles.centre_m(here.tile),
            from_m,
            shade: &self.shade,
        });
    }
}

/// The sums at the trees and sprouts of one tile.
struct KernelSums<'a, S, const IS_GAUSSIAN: bool, const IS_MIXED: bool> {
    simd: S,
    stand: &'a Stand<'a>,
    competition: &'a CompetitionList,
    touching: &'a Touching,
    centre_m: [f64; 2],
    /// Height from which trees stand above the shade, m.
    from_m: f64,
    shade: &'a CanopyShade,
}

impl<S: Simd, const IS_GAUSSIAN: bool, const IS_MIXED: bool> Answers
    for KernelSums<'_, S, IS_GAUSSIAN, IS_MIXED>
{
    #[inline(always)]
    fn crowding_of(&mut self, asks: Asks<'_>) -> f32 {
        let Self {
            simd,
            stand,
            competition,
            ..
        } = *self;
        match asks {
            Asks::Tree { row, itself } => {
                let offset_m = self.touching.all()[itself].offset_m;
                let weight = stand.living.sources[row].weight;
                let kind = stand.kind(stand.living.species[row].0);
                let sum = competition.crowding::<S, IS_GAUSSIAN, IS_MIXED>(
                    simd,
                    offset_m,
                    weight,
                    itself as u32,
                    kind,
                );
                // Below the canopy it is at least as dark as the canopy makes it; neighbours near by can make it
                // darker.
                let is_below = stand.sizes[row].height_m < self.from_m;
                if is_below {
                    sum.max(self.shade.crowding(stand.living.places[row].0))
                } else {
                    sum
                }
            }
            Asks::Newborn(sprout) => {
                let offset_m = stand.tiles.plot().offset_m(self.centre_m, sprout.place_m);
                let offset_m = offset_m.map(|m| m as f32);
                let weight = stand.models[usize::from(sprout.species)].newborn_weight;
                // As a tree that stands nowhere in the list: it is none of the sources.
                let kind = stand.kind(sprout.species);
                let sum =
                    competition.crowding::<S, IS_GAUSSIAN, IS_MIXED>(simd, offset_m, weight, u32::MAX, kind);
                sum.max(self.shade.crowding(sprout.place_m))
            }
        }
    }
}
