//! Crowd: the crowding of each tree and each sprout by the light model, and the inhibiting fields around each sprout.
//!
//! All trees and sprouts of a tile share one list of the sources whose reach touches the tile. Bands of whole
//! rows of tiles are worked on in parallel, each writing into its own part of the result.

use std::cell::RefCell;
use std::ops::Range;

use understory_ecs::{Res, ResMut, View};
use understory_numerics::lanes::{Simd, WithSimd, with_lanes};
use understory_numerics::parallel;
use understory_space::Tiles;

use crate::coming_forward::Sprout;
use crate::components::{
    Crowding, CrownBase, CrownRadius, Fading, FieldSource, Identity, Position, Reach, Remains, Size,
    SpeciesIndex,
};
use crate::entities::{DeadTree, Tree};
use crate::field::LEVELS;
use crate::light::{Here, LightModel, Lists as LightLists, Stand, Standing};
use crate::neighbourhood::{Touch, Touching, touches};
use crate::resources::{GroundHeight, Shade, SpeciesList, Sprouts, TileIndex, Year};
use crate::sums::InhibitionList;

/// Rows of tiles in a band; no result depends on it.
const TILE_ROWS_TOGETHER: u32 = 2;

type TreeColumns<'a> = (
    &'a Position,
    &'a Identity,
    &'a SpeciesIndex,
    &'a Size,
    &'a CrownBase,
    &'a CrownRadius,
    &'a FieldSource,
    &'a Reach,
    &'a mut Crowding,
);

// Whole columns: a sum reads the rows of all neighbours, and a band writes the rows of its own tiles.
#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn crowd(
    mut trees: View<Tree, TreeColumns>,
    mut dead: View<
        DeadTree,
        (
            &Position,
            &SpeciesIndex,
            &FieldSource,
            &Reach,
            &Remains,
            &mut Fading,
        ),
    >,
    tree_index: Res<TileIndex<Tree>>,
    dead_index: Res<TileIndex<DeadTree>>,
    species: Res<SpeciesList>,
    tiles: Res<Tiles>,
    ground: Res<GroundHeight>,
    year: Res<Year>,
    shade: Res<Shade>,
    mut sprouts: ResMut<Sprouts>,
) {
    dead.for_each(|(_, index, _, _, remains, fading)| {
        let model = &species.0[usize::from(index.0)];
        fading.0 = model.fading(remains.years_since(year.0)).unwrap_or(0.0) as f32;
    });
    let (places, identities, indices, sizes, crown_bases, crown_radii, sources, reaches, crowding) =
        trees.slices();
    let (dead_places, dead_indices, dead_sources, dead_reaches, _, fading) = dead.slices();
    let stand = Stand {
        tiles: &tiles,
        models: &species.0,
        living: Standing {
            places,
            species: indices,
            sources,
            reaches,
            index: &tree_index,
        },
        identities,
        sizes,
        crown_bases,
        crown_radii,
        ground_m: ground.0.as_ref(),
    };
    let scene = Scene {
        stand,
        light: &shade.0,
        dead: Standing {
            places: dead_places,
            species: dead_indices,
            sources: dead_sources,
            reaches: dead_reaches,
            index: &dead_index,
        },
        fading,
    };
    let whole = Band::whole(&scene, crowding, &mut sprouts.all);
    crowd_band(&scene, whole);
}

/// Sums the fields in a band: half by half, in parallel, down to a few rows of tiles. No list of its parts is made.
fn crowd_band(scene: &Scene<'_>, band: Band<'_>) {
    let Range { start, end } = band.tile_rows;
    if end - start > TILE_ROWS_TOGETHER {
        let [before, after] = band.cut(scene, start + (end - start) / 2);
        parallel::join(|| crowd_band(scene, before), || crowd_band(scene, after));
    } else {
        LISTS.with_borrow_mut(|lists| with_lanes(Work { scene, band, lists }));
    }
}

/// Everything the sums read.
struct Scene<'a> {
    stand: Stand<'a>,
    light: &'a LightModel,
    dead: Standing<'a>,
    /// What is left of each dead tree's strength.
    fading: &'a [Fading],
}

/// Some rows of tiles with the results that belong to them.
struct Band<'a> {
    tile_rows: Range<u32>,
    /// For each level the first row of the band and the crowding of its rows.
    crowding: [(usize, &'a mut [Crowding]); LEVELS],
    sprouts: &'a mut [Sprout],
}

impl<'a> Band<'a> {
    /// All tiles.
    fn whole(scene: &Scene<'_>, crowding: &'a mut [Crowding], sprouts: &'a mut [Sprout]) -> Self {
        let mut rest = crowding;
        let crowding = std::array::from_fn(|level| {
            let range = scene.stand.living.index.level_rows(scene.stand.tiles, level);
            let (here, after) = std::mem::take(&mut rest).split_at_mut(range.len());
            rest = after;
            (range.start, here)
        });
        Self {
            tile_rows: 0..scene.stand.tiles.count()[1],
            crowding,
            sprouts,
        }
    }

    /// The part before a row of tiles, and the part from it on.
    fn cut(mut self, scene: &Scene<'_>, tile_row: u32) -> [Self; 2] {
        let stand = &scene.stand;
        let columns = stand.tiles.count()[0];
        let (first_tile, tile) = (self.tile_rows.start * columns, tile_row * columns);
        let mut crowding_after: [(usize, &mut [Crowding]); LEVELS] = Default::default();
        for (level, (first, crowding)) in self.crowding.iter_mut().enumerate() {
            let rows = stand.living.index.rows(stand.tiles, level, first_tile, tile - 1);
            let (before, after) = std::mem::take(crowding).split_at_mut(rows.len());
            *crowding = before;
            crowding_after[level] = (*first + rows.len(), after);
        }
        let sprouts_before = self.sprouts.partition_point(|sprout| sprout.tile < tile);
        let (sprouts, sprouts_after) = self.sprouts.split_at_mut(sprouts_before);
        [
            Self {
                tile_rows: self.tile_rows.start..tile_row,
                crowding: self.crowding,
                sprouts,
            },
            Self {
                tile_rows: tile_row..self.tile_rows.end,
                crowding: crowding_after,
                sprouts: sprouts_after,
            },
        ]
    }
}

/// A worker's lists, kept from tile to tile.
#[derive(Default)]
struct Lists {
    touching: Touching,
    light: LightLists,
    inhibition: InhibitionList,
}

thread_local! {
    // One for each thread, not one for each band: a quiet year then asks the allocator for nothing
    // (`tests/memory.rs`).
    static LISTS: RefCell<Lists> = RefCell::default();
}

/// One band's share of the work.
struct Work<'a, 'b> {
    scene: &'a Scene<'b>,
    band: Band<'a>,
    lists: &'a mut Lists,
}

impl WithSimd for Work<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.scene.work_on(simd, self.band, self.lists);
    }
}

impl Scene<'_> {
    // Inlined with all that it calls, so that it is compiled for the widest vectors that the processor has.
    #[inline(always)]
    fn work_on<S: Simd>(&self, simd: S, mut band: Band<'_>, lists: &mut Lists) {
        let mut sprouts = band.sprouts;
        let stand = &self.stand;
        let living = &stand.living;
        let plot = stand.tiles.plot();
        let columns = stand.tiles.count()[0];
        for tile in band.tile_rows.start * columns..band.tile_rows.end * columns {
            let count = sprouts.iter().take_while(|sprout| sprout.tile == tile).count();
            let (own_sprouts, after) = sprouts.split_at_mut(count);
            sprouts = after;
            let own_rows = stand.rows_of(tile);
            // In a young forest most tiles are empty, and no list is made for them.
            if own_sprouts.is_empty() && own_rows.iter().all(Range::is_empty) {
                continue;
            }
            let Lists {
                touching,
                light,
                inhibition,
            } = &mut *lists;
            living
                .index
                .list_touching(stand.tiles, tile, living.places, living.reaches, 0.0, touching);
            let mut here = Here {
                tile,
                touching,
                own_rows,
                crowding: &mut band.crowding,
                sprouts: own_sprouts,
            };
            self.light.answer(simd, stand, &mut here, light);
            if own_sprouts.is_empty() {
                continue;
            }
            // A tile without a sprout needs neither this list nor that of the dead.
            self.list_inhibitors(tile, touching, inhibition);
            let centre_m = stand.tiles.centre_m(tile);
            for sprout in own_sprouts {
                let offset_m = plot.offset_m(centre_m, sprout.place_m).map(|m| m as f32);
                sprout.field = inhibition.field(simd, offset_m, sprout.species);
            }
        }
    }

    /// The living that touch the tile, which are listed already, and the dead.
    #[inline(always)]
    fn list_inhibitors(&self, tile: u32, touching: &mut Touching, inhibition: &mut InhibitionList) {
        inhibition.clear();
        let half_m = self.stand.tiles.side_m().map(|side_m| 0.5 * side_m);
        for source in touching.all() {
            self.list_inhibitor(&self.stand.living, source, 1.0, half_m, inhibition);
        }
        let dead = &self.dead;
        dead.index
            .list_touching(self.stand.tiles, tile, dead.places, dead.reaches, 0.0, touching);
        for source in touching.all() {
            let fading = self.fading[source.row as usize].0;
            self.list_inhibitor(dead, source, fading, half_m, inhibition);
        }
    }

    /// One source for the list of the tile, if its own inhibition reaches there; `strength` is what is left of its field, 1 for
    /// the living.
    #[inline(always)]
    fn list_inhibitor(
        &self,
        standing: &Standing<'_>,
        source: &Touch,
        strength: f32,
        half_m: [f64; 2],
        inhibition: &mut InhibitionList,
    ) {
        let row = source.row as usize;
        let species = standing.species[row].0;
        let model = &self.stand.models[usize::from(species)];
        let fields = &model.fields;
        let reach_m = fields.inhibition.reach_m(standing.sources[row].zone_radius_m);
        if touches(source.offset_m.map(f64::from), half_m, f64::from(reach_m)) {
            let (source, offset_m) = (&standing.sources[row], source.offset_m);
            inhibition.push(fields, source, species, strength, offset_m, &model.inhibition_on);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_numerics::math::{exp, ln, pow};
    use understory_numerics::{Purpose, RandomKey};
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Forest;
    use crate::coming_forward::SeedAt;
    use crate::components::{Cause, Scores, Size};
    use crate::entities::Founder;
    use crate::growth::zone_radius_m;
    use crate::parameters::{Conditions, FieldKernel, Light, Species, StrengthOn};
    use crate::presets;
    use crate::state::State;

    /// A tree of a made-up stand: place on a lattice of half metres, size as a share of the greatest.
    type Made = (u32, u32, bool, f64);

    /// A plot of these sides, with crowns that its torus can hold; the smallest ones have so few tiles that a
    /// reach goes all round.
    const SIZES_M: [[f64; 2]; 4] = [[60.0, 42.0], [28.0, 40.0], [20.0, 28.0], [16.0, 12.0]];

    /// Beech and birch, whose fields reach as far as their crowns say or, fixed, as far as the smallest torus holds.
    /// With pairs birch spares beech, and beech is harder on birch than on itself.
    fn species(size_m: [f64; 2], is_fixed: bool, has_pairs: bool) -> Vec<Species> {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        let mut birch = presets::named("betula-pendula").unwrap().species("birch");
        birch.competition.kernel = FieldKernel::Disc {
            radius_crown_radii: 1.1,
        };
        birch.inhibition.height_exponent = 0.5;
        let share = 0.5 * (size_m[0].min(size_m[1]) / 42.0).min(1.0);
        for species in [&mut beech, &mut birch] {
            species.crown.radius_at_30_cm_m *= 0.95 * share;
            species.competition.zone_radius_at_25_cm_m *= 0.95 * share;
            (species.growth.greatest_dbh_cm, species.growth.greatest_height_m) = (110.0, 50.0);
        }
        if is_fixed {
            let falling = |e_fold_m| FieldKernel::FixedExponential {
                e_fold_m,
                cut_fraction: 0.02,
            };
            let disc = |radius_m| FieldKernel::FixedDisc { radius_m };
            (beech.competition.kernel, beech.inhibition.kernel) = (falling(0.9), falling(1.02));
            (birch.competition.kernel, birch.inhibition.kernel) = (disc(3.1), disc(3.9));
        }
        if has_pairs {
            let on = |species: &str, strength| StrengthOn {
                species: species.to_owned(),
                strength,
            };
            beech.inhibition.on = vec![on("birch", 5.0)];
            birch.inhibition.on = vec![on("beech", 0.0)];
        }
        vec![beech, birch]
    }

    /// No tree is so tall that it is part of a canopy, which has a test of its own.
    fn without_canopy() -> Light {
        Light::Crowding {
            size_asymmetry: 2.0,
            canopy_from_m: 150.0,
            canopy_spread_m: 10.0,
            slope: true,
        }
    }

    fn trees(species: &[Species], size_m: [f64; 2], made: &[Made], shift: f64) -> Vec<Founder> {
        let steps = size_m.map(|side_m| (side_m / 0.5) as u32 - 1);
        (0..)
            .zip(made)
            .map(|(number, &(x, y, is_birch, share))| {
                let growth = &species[usize::from(is_birch)].growth;
                let height_m = 0.15 + share * 0.7 * growth.greatest_height_m;
                let dbh_cm = if height_m < 1.3 {
                    0.0
                } else {
                    share * growth.greatest_dbh_cm * 0.9
                };
                // Off the lattice each tree has its own place; on it several share one.
                let shift = shift * f64::from(number % 7) * 0.07;
                Founder {
                    key: RandomKey::root(3, &["crowd"]).child(0, Purpose::Member, number),
                    species: u16::from(is_birch),
                    place_m: [
                        100.0 + f64::from(x % steps[0]) * 0.5 + shift,
                        -40.0 + f64::from(y % steps[1]) * 0.5 + shift,
                    ],
                    age_yr: 40,
                    size: Size { dbh_cm, height_m },
                    vigour: Some(1.0),
                    scores: None,
                    crown_base_m: None,
                    crown_radius_m: None,
                }
            })
            .collect()
    }

    fn plot(edge: Edge, size_m: [f64; 2]) -> Plot {
        Plot::new([100.0, -40.0], size_m, edge).unwrap()
    }

    fn planted(
        edge: Edge,
        size_m: [f64; 2],
        [is_fixed, has_pairs]: [bool; 2],
        made: &[Made],
        shift: f64,
    ) -> (Forest, Vec<Founder>) {
        let species = species(size_m, is_fixed, has_pairs);
        let founders = trees(&species, size_m, made, shift);
        let conditions = Conditions {
            light: without_canopy(),
            ..Conditions::default()
        };
        let mut forest = Forest::new(plot(edge, size_m), 1, species, conditions).unwrap();
        forest.plant(founders.clone()).unwrap();
        (forest, founders)
    }

    fn crowding_by_key(forest: &mut Forest) -> std::collections::BTreeMap<RandomKey, f32> {
        let crowding = forest.crowding();
        let trees = forest.world().rows::<Tree>();
        trees.iter().map(|tree| tree.key).zip(crowding).collect()
    }

    /// The kernel as its definition reads.
    fn kernel(kernel: &FieldKernel, radius_m: f64, distance_m: f64) -> f64 {
        match *kernel {
            FieldKernel::Exponential {
                e_fold_crown_radii,
                cut_fraction,
            } => falling(e_fold_crown_radii * radius_m, cut_fraction, distance_m),
            FieldKernel::FixedExponential {
                e_fold_m,
                cut_fraction,
            } => falling(e_fold_m, cut_fraction, distance_m),
            FieldKernel::Disc { .. } | FieldKernel::FixedDisc { .. } => {
                f64::from(u8::from(distance_m < kernel.reach_m(radius_m)))
            }
        }
    }

    fn falling(fold_m: f64, cut_fraction: f64, distance_m: f64) -> f64 {
        let is_near = distance_m < fold_m * ln(1.0 / cut_fraction);
        let value = (exp(-distance_m / fold_m) - cut_fraction) / (1.0 - cut_fraction);
        if is_near { value } else { 0.0 }
    }

    fn is_on_a_disc_edge(kernel: &FieldKernel, radius_m: f64, distance_m: f64) -> bool {
        match *kernel {
            FieldKernel::Disc { .. } | FieldKernel::FixedDisc { .. } => {
                (distance_m - kernel.reach_m(radius_m)).abs() < 1e-4
            }
            FieldKernel::Exponential { .. } | FieldKernel::FixedExponential { .. } => false,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn sums_are_those_of_the_definition_over_all_pairs(
            made in prop::collection::vec((0_u32..120, 0_u32..84, any::<bool>(), 0.0..1.0_f64), 1..120),
            is_torus in any::<bool>(),
            shift in prop_oneof![Just(0.0), Just(1.0)],
            size in 0_usize..4,
            is_fixed in any::<bool>(),
        ) {
            let size_m = SIZES_M[size];
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let (mut forest, founders) = planted(edge, size_m, [is_fixed, false], &made, shift);
            let (species, plot) = (species(size_m, is_fixed, false), plot(edge, size_m));
            let crowding = crowding_by_key(&mut forest);
            for (i, tree) in founders.iter().enumerate() {
                let mut sum = 0.0;
                let mut is_on_edge = false;
                for other in founders.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| other) {
                    let kind = &species[usize::from(other.species)];
                    let radius_m = zone_radius_m(&kind.competition, other.size);
                    let distance_m = plot.distance_squared_m2(tree.place_m, other.place_m).sqrt();
                    let (h_i, h_j) = (tree.size.height_m, other.size.height_m);
                    let weight = 2.0 * h_j * h_j / (h_i * h_i + h_j * h_j);
                    let strength = 0.6 * kind.crown.leaf_area_index;
                    let own = &species[usize::from(tree.species)].competition;
                    let counts = if other.species == tree.species { 1.0 } else { own.others_share };
                    sum += counts * weight * strength * kernel(&kind.competition.kernel, radius_m, distance_m);
                    is_on_edge |= is_on_a_disc_edge(&kind.competition.kernel, radius_m, distance_m);
                }
                let found = f64::from(crowding[&tree.key]);
                prop_assert!(is_on_edge || (found - sum).abs() < 2e-5 * (1.0 + sum), "{} {}", found, sum);
            }
        }

        #[test]
        fn fields_at_sprouts_are_those_of_the_definition(
            made in prop::collection::vec((0_u32..120, 0_u32..84, any::<bool>(), 0.0..1.0_f64), 1..60),
            dead in prop::collection::vec((0_u32..120, 0_u32..84, any::<bool>(), 0.1..1.0_f64), 0..30),
            at in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64, any::<bool>()), 1..20),
            is_torus in any::<bool>(),
            size in 0_usize..4,
            is_fixed in any::<bool>(),
            has_pairs in any::<bool>(),
        ) {
            let size_m = SIZES_M[size];
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let (mut forest, founders) = planted(edge, size_m, [is_fixed, has_pairs], &made, 1.0);
            let (species, plot) = (species(size_m, is_fixed, has_pairs), plot(edge, size_m));
            let fallen: Vec<DeadTree> = trees(&species, size_m, &dead, 1.0)
                .iter()
                .enumerate()
                .filter(|(_, tree)| tree.size.dbh_cm > 1.0)
                .map(|(number, tree)| DeadTree {
                    number: number as u64,
                    key: tree.key,
                    species: tree.species,
                    place_m: tree.place_m,
                    age_yr: 9,
                    size: tree.size,
                    vigour: 1.0,
                    scores: Scores::default(),
                    remains: Remains::new(Cause::Stress, -(number as i32 % 9)),
                })
                .collect();
            forest.restore(State { dead: fallen.clone(), ..forest.state() }).unwrap();
            let world = forest.world();
            world.res_mut::<Year>().0 += 1;
            let tiles = *world.res::<Tiles>();
            let mut sprouts: Vec<Sprout> = at
                .iter()
                .map(|&(x, y, is_birch)| {
                    let place_m = [100.0 + x * size_m[0], -40.0 + y * size_m[1]];
                    let (tile, species) = (tiles.of(place_m), u16::from(is_birch));
                    Sprout { tile, species, place_m, seed: SeedAt::Bank(0), chance: 0, field: 0.0, crowding: 0.0 }
                })
                .collect();
            sprouts.sort_by_key(|sprout| sprout.tile);
            world.res_mut::<Sprouts>().all = sprouts;
            forest.crowding();
            for sprout in &forest.world().res::<Sprouts>().all {
                let living = founders.iter().map(|tree| (tree.species, tree.place_m, tree.size, 1.0));
                let remains = fallen.iter().map(|dead| {
                    let fading = exp(-f64::from(1 - dead.remains.year_died()) / 5.0);
                    (dead.species, dead.place_m, dead.size, fading)
                });
                let mut is_on_edge = false;
                let sum: f64 = living
                    .chain(remains)
                    .map(|(kind, place_m, size, fading)| {
                        let kind_of = &species[usize::from(kind)];
                        let inhibition = &kind_of.inhibition;
                        let radius_m = zone_radius_m(&kind_of.competition, size);
                        let distance_m = plot.distance_squared_m2(sprout.place_m, place_m).sqrt();
                        let strength = match (kind == sprout.species, inhibition.on.first()) {
                            (true, _) => inhibition.strength,
                            (false, Some(on)) => on.strength,
                            (false, None) => inhibition.strength_on_others,
                        };
                        let factor = fading * strength * pow(size.height_m / 20.0, inhibition.height_exponent);
                        is_on_edge |= is_on_a_disc_edge(&inhibition.kernel, radius_m, distance_m);
                        factor * kernel(&inhibition.kernel, radius_m, distance_m)
                    })
                    .sum();
                let found = f64::from(sprout.field);
                prop_assert!(is_on_edge || (found - sum).abs() < 5e-5 * (1.0 + sum), "{} {}", found, sum);
            }
        }
    }

    #[test]
    fn a_tree_out_of_reach_changes_no_bit() {
        let near: Vec<Made> = (0..40)
            .map(|i| (20 + i % 8, 20 + i / 8, i % 3 == 0, f64::from(i % 11) / 12.0))
            .collect();
        let mut with_far = near.clone();
        with_far.extend((0..9).map(|i| (110 + i % 3, 80 - i / 3, false, 0.9)));
        let before = crowding_by_key(&mut planted(Edge::Open, SIZES_M[0], [false; 2], &near, 1.0).0);
        let after = crowding_by_key(&mut planted(Edge::Open, SIZES_M[0], [false; 2], &with_far, 1.0).0);
        assert_eq!(after.len(), 49);
        for (key, crowding) in before {
            assert_eq!(crowding.to_bits(), after[&key].to_bits());
        }
    }
}
