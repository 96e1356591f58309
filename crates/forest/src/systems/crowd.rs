//! Crowd: the fields around each tree and around each sprout, summed tile by tile.
//!
//! All trees and sprouts of a tile share one list of the sources whose reach touches the tile. Bands of whole
//! rows of tiles are worked on in parallel, each writing into its own part of the result.

use std::ops::Range;

use rayon::prelude::*;
use understory_space::Tiles;

use crate::columns::{column, dead, trees};
use crate::components::{Position, Remains, SpeciesIndex};
use crate::field::{CompetitionList, InhibitionList, LEVELS};
use crate::forest::{Forest, Sources, SpeciesModel, Sprout};

/// Rows of tiles in a band; no result depends on it.
const TILE_ROWS_TOGETHER: u32 = 2;

pub(crate) fn crowd(forest: &mut Forest) {
    let (living_kind, dead_kind) = (trees(&forest.world), dead(&forest.world));
    let (places, species) = (
        column::<Position>(living_kind),
        column::<SpeciesIndex>(living_kind),
    );
    let (dead_places, dead_species) = (
        column::<Position>(dead_kind),
        column::<SpeciesIndex>(dead_kind),
    );
    let remains = column::<Remains>(dead_kind);
    let fading: Vec<f32> = (0..remains.len())
        .map(|row| {
            let kind = &forest.kinds[usize::from(dead_species[row].0)];
            kind.fading(remains[row].years_since(forest.year))
                .unwrap_or(0.0) as f32
        })
        .collect();
    let scene = Scene {
        tiles: &forest.tiles,
        kinds: &forest.kinds,
        living: Standing {
            places: &places,
            species: &species,
            sources: &forest.living,
        },
        dead: Standing {
            places: &dead_places,
            species: &dead_species,
            sources: &forest.remains,
        },
        fading: &fading,
    };
    let today = &mut forest.today;
    today.crowding.resize(places.len(), 0.0);
    let bands = bands(&scene, &mut today.crowding, &mut today.sprouts);
    bands
        .into_par_iter()
        .for_each_init(Lists::default, |lists, band| scene.work_on(band, lists));
}

/// Everything the sums read.
struct Scene<'a> {
    tiles: &'a Tiles,
    kinds: &'a [SpeciesModel],
    living: Standing<'a>,
    dead: Standing<'a>,
    /// What is left of each dead tree's strength.
    fading: &'a [f32],
}

/// Trees as they stand, living or dead.
struct Standing<'a> {
    places: &'a [Position],
    species: &'a [SpeciesIndex],
    sources: &'a Sources,
}

/// Some rows of tiles with the results that belong to them.
struct Band<'a> {
    tiles: Range<u32>,
    /// For each level the first row of the band and the crowding of its rows.
    crowding: [(usize, &'a mut [f32]); LEVELS],
    sprouts: &'a mut [Sprout],
}

/// A worker's lists, kept from tile to tile.
#[derive(Default)]
struct Lists {
    competition: CompetitionList,
    inhibition: InhibitionList,
    /// The tile's own trees: level, row, place in the competition list, way from the tile's centre.
    own: Vec<(usize, usize, u32, [f32; 2])>,
}

fn bands<'a>(
    scene: &Scene<'_>,
    crowding: &'a mut [f32],
    sprouts: &'a mut [Sprout],
) -> Vec<Band<'a>> {
    let tiles = scene.tiles;
    let index = &scene.living.sources.index;
    let [columns, rows] = tiles.count();
    let mut rest = crowding;
    let mut levels: [(usize, &mut [f32]); LEVELS] = std::array::from_fn(|level| {
        let range = index.level_rows(tiles, level);
        let (here, after) = std::mem::take(&mut rest).split_at_mut(range.len());
        rest = after;
        (range.start, here)
    });
    let mut sprouts = sprouts;
    (0..rows)
        .step_by(TILE_ROWS_TOGETHER as usize)
        .map(|first_row| {
            let last_row = (first_row + TILE_ROWS_TOGETHER).min(rows);
            let band = first_row * columns..last_row * columns;
            let crowding = std::array::from_fn(|level| {
                let range = index.rows(tiles, level, band.start, band.end - 1);
                let (start, slice) = &mut levels[level];
                let (here, after) = std::mem::take(slice).split_at_mut(range.len());
                let first = *start;
                *start += range.len();
                *slice = after;
                (first, here)
            });
            let here = sprouts.partition_point(|sprout| sprout.tile < band.end);
            let (own_sprouts, after) = std::mem::take(&mut sprouts).split_at_mut(here);
            sprouts = after;
            Band {
                tiles: band,
                crowding,
                sprouts: own_sprouts,
            }
        })
        .collect()
}

impl Scene<'_> {
    fn work_on(&self, mut band: Band<'_>, lists: &mut Lists) {
        let mut sprouts = band.sprouts;
        for tile in band.tiles {
            let here = sprouts.partition_point(|sprout| sprout.tile == tile);
            let (own_sprouts, after) = sprouts.split_at_mut(here);
            sprouts = after;
            self.gather(tile, !own_sprouts.is_empty(), lists);
            for &(level, row, itself, offset_m) in &lists.own {
                let (first, crowding) = &mut band.crowding[level];
                let weight = self.living.sources.sources[row].weight;
                crowding[row - *first] = lists.competition.crowding(offset_m, weight, itself);
            }
            let centre_m = self.tiles.centre_m(tile);
            for sprout in own_sprouts {
                let offset_m = self
                    .tiles
                    .plot()
                    .offset_m(centre_m, sprout.place_m)
                    .map(|m| m as f32);
                sprout.field = lists.inhibition.field(offset_m, sprout.species);
            }
        }
    }

    /// Fills the lists of one tile; that of inhibition only where a seed asks for it.
    fn gather(&self, tile: u32, has_sprouts: bool, lists: &mut Lists) {
        let Lists {
            competition,
            inhibition,
            own,
        } = lists;
        competition.clear();
        inhibition.clear();
        own.clear();
        let index = &self.living.sources.index;
        let rows: [Range<usize>; LEVELS] =
            std::array::from_fn(|level| index.rows(self.tiles, level, tile, tile));
        let is_empty = rows.iter().all(Range::is_empty);
        if is_empty && !has_sprouts {
            return;
        }
        let living = &self.living;
        index.for_each_touching(
            self.tiles,
            tile,
            |row| living.places[row].0,
            &living.sources.reach_m,
            |row, offset_m| {
                let species = living.species[row].0;
                let (fields, source) = (
                    &self.kinds[usize::from(species)].fields,
                    &living.sources.sources[row],
                );
                let itself = competition.push(fields, source, offset_m);
                if let Some(level) = rows.iter().position(|rows| rows.contains(&row)) {
                    own.push((level, row, itself, offset_m));
                }
                if has_sprouts {
                    inhibition.push(fields, source, species, 1.0, offset_m);
                }
            },
        );
        competition.pad();
        if has_sprouts {
            let dead = &self.dead;
            dead.sources.index.for_each_touching(
                self.tiles,
                tile,
                |row| dead.places[row].0,
                &dead.sources.reach_m,
                |row, offset_m| {
                    let species = dead.species[row].0;
                    let (fields, source) = (
                        &self.kinds[usize::from(species)].fields,
                        &dead.sources.sources[row],
                    );
                    inhibition.push(fields, source, species, self.fading[row], offset_m);
                },
            );
            inhibition.pad();
        }
    }
}
