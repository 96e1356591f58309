//! Turn: the year ends. The dead leave, newborns enter, seeds go or stay, and rows are put in order.

use rayon::prelude::*;
use understory_numerics::Key;
use understory_space::Tiles;

use crate::columns::{
    Dead, Kind, Seeds, Trees, archetype, column, column_mut, dead, grow_to, rewrite, seeds, shrink_to, trees,
};
use crate::components::{Age, Cause, Identity, Position, Remains, Size, SpeciesIndex, TreeNumber, Vigour};
use crate::forest::{DeadTree, Event, Forest, Happening, Seed, Sources, SpeciesModel, Today, Tree};
use crate::neighbourhood::bucket_of;

/// Diameter above which a dead tree's field lasts and its stump may resprout, cm.
const REMAINS_FROM_DBH_CM: f64 = 1.0;

pub(crate) fn turn(forest: &mut Forest) {
    forest.settle();
}

impl Forest {
    /// Lets births and deaths enter and puts all rows in order for the next year.
    pub(crate) fn settle(&mut self) {
        let today = std::mem::take(&mut self.today);
        let fallen = self.count_deaths(&today);
        let born = self.number_births(&today);
        if let Some(events) = &mut self.events {
            note_events(events, self.year, &today, &born, &fallen);
        }
        self.settle_seeds(&today);
        self.settle_dead(fallen);
        self.settle_trees(&today.deaths, &born);
        self.keep_buffers(today);
    }

    /// The year's dead by running number; counted whether or not something is left of them.
    fn count_deaths(&mut self, today: &Today) -> Vec<DeadTree> {
        let kind = trees(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let (numbers, sizes) = (column::<TreeNumber>(kind), column::<Size>(kind));
        let struck = today
            .deaths
            .iter()
            .enumerate()
            .filter_map(|(row, cause)| Some((row, (*cause)?)));
        let mut fallen: Vec<DeadTree> = struck
            .map(|(row, cause)| DeadTree {
                number: numbers[row].0,
                key: identities[row].0,
                species: species[row].0,
                place_m: places[row].0,
                age_yr: ages[row].0,
                size: sizes[row],
                remains: Remains {
                    cause,
                    year_died: self.year as i32,
                },
            })
            .collect();
        for dead in &fallen {
            self.tallies[usize::from(dead.species)].died[dead.remains.cause as usize] += 1;
        }
        fallen.sort_unstable_by_key(|dead| dead.number);
        fallen
    }

    /// The year's newborns in the order of their keys, which is that of their running numbers.
    fn number_births(&mut self, today: &Today) -> Vec<Tree> {
        let mut born: Vec<Tree> = today
            .births
            .iter()
            .map(|birth| {
                let newborn = &birth.founder;
                Tree {
                    number: 0,
                    key: newborn.key,
                    species: newborn.species,
                    place_m: newborn.place_m,
                    age_yr: newborn.age_yr,
                    size: newborn.size,
                    vigour: newborn.vigour,
                }
            })
            .collect();
        born.par_sort_unstable_by_key(|tree| tree.key);
        for tree in &mut born {
            tree.number = self.next_tree;
            self.next_tree += 1;
        }
        born
    }

    fn settle_trees(&mut self, deaths: &[Option<Cause>], born: &[Tree]) {
        let old_rows = trees(&self.world).len() as usize;
        let lives = |row: &u32| deaths.get(*row as usize).is_none_or(Option::is_none);
        let rows: Vec<u32> = (0..old_rows as u32).filter(lives).collect();
        let stems: Vec<Stem> = born.iter().map(Stem::of_tree).collect();
        let order = self.settle_stems::<Trees>(&rows, &stems);
        let vigour = |at: usize| Vigour(born[at].vigour);
        rewrite::<Vigour>(trees(&self.world), &order, old_rows, vigour);
        shrink_to::<Trees>(&mut self.world, order.len());
    }

    /// The dead whose fields last into the next year, with those of this year.
    fn settle_dead(&mut self, mut fallen: Vec<DeadTree>) {
        let next_year = self.year + 1;
        let lasts = |species: u16, remains: &Remains, dbh_cm: f64| {
            let kind = &self.kinds[usize::from(species)];
            let years = remains.years_since(next_year);
            let may_resprout = remains.is_stump() && years <= 1 && kind.parameters.resprout.probability > 0.0;
            dbh_cm > REMAINS_FROM_DBH_CM && (may_resprout || kind.fading(years).is_some())
        };
        fallen.retain(|dead| lasts(dead.species, &dead.remains, dead.size.dbh_cm));
        let old_rows = dead(&self.world).len() as usize;
        let rows: Vec<u32> = {
            let kind = dead(&self.world);
            let (species, sizes) = (column::<SpeciesIndex>(kind), column::<Size>(kind));
            let remains = column::<Remains>(kind);
            let lasts = |row: &u32| {
                let row = *row as usize;
                lasts(species[row].0, &remains[row], sizes[row].dbh_cm)
            };
            (0..old_rows as u32).filter(lasts).collect()
        };
        let stems: Vec<Stem> = fallen.iter().map(Stem::of_dead).collect();
        let order = self.settle_stems::<Dead>(&rows, &stems);
        let remains = |at: usize| fallen[at].remains;
        rewrite::<Remains>(dead(&self.world), &order, old_rows, remains);
        shrink_to::<Dead>(&mut self.world, order.len());
    }

    /// Puts the rows that stay and the newcomers in order and writes all columns that the living and the dead
    /// share; gives the order. The caller writes the last column and drops the rows that are left over.
    fn settle_stems<K: StemKind>(&mut self, rows: &[u32], newcomers: &[Stem]) -> Vec<u32> {
        let old_rows = archetype::<K>(&self.world).len() as usize;
        let newcomer_rows = (old_rows..old_rows + newcomers.len()).map(|row| row as u32);
        let rows: Vec<u32> = rows.iter().copied().chain(newcomer_rows).collect();
        grow_to::<K>(&mut self.world, rows.len());
        let kind = archetype::<K>(&self.world);
        let order = {
            let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
            let (species, sizes) = (column::<SpeciesIndex>(kind), column::<Size>(kind));
            let (places, identities, species, sizes) = (&*places, &*identities, &*species, &*sizes);
            let standing = |row: u32| match (row as usize).checked_sub(old_rows) {
                None => (
                    places[row as usize].0,
                    species[row as usize].0,
                    sizes[row as usize],
                ),
                Some(at) => (newcomers[at].place_m, newcomers[at].species, newcomers[at].size),
            };
            let key = |row: u32| match (row as usize).checked_sub(old_rows) {
                None => identities[row as usize].0,
                Some(at) => newcomers[at].key,
            };
            let sources = if K::LIVES {
                &mut self.living
            } else {
                &mut self.remains
            };
            sources.sort(&self.tiles, &self.kinds, &rows, standing, key)
        };
        rewrite::<Position>(kind, &order, old_rows, |at| Position(newcomers[at].place_m));
        rewrite::<Identity>(kind, &order, old_rows, |at| Identity(newcomers[at].key));
        rewrite::<SpeciesIndex>(kind, &order, old_rows, |at| SpeciesIndex(newcomers[at].species));
        rewrite::<Age>(kind, &order, old_rows, |at| Age(newcomers[at].age_yr));
        rewrite::<TreeNumber>(kind, &order, old_rows, |at| TreeNumber(newcomers[at].number));
        rewrite::<Size>(kind, &order, old_rows, |at| newcomers[at].size);
        order
    }

    /// Seeds that rotted or germinated go, and those that have seen their last spring; the others, fresh ones
    /// included, are a year older.
    fn settle_seeds(&mut self, today: &Today) {
        let old_rows = seeds(&self.world).len() as usize;
        let has_passed = !today.bank_stays.is_empty() || !today.landed_stays.is_empty();
        if !has_passed {
            return;
        }
        let sees_another_spring = |species: u16, age_yr: u16| {
            let bank = &self.kinds[usize::from(species)].parameters.seed_bank;
            u32::from(age_yr) + 1 < bank.max_age_yr
        };
        let mut order: Vec<u32> = {
            let kind = seeds(&self.world);
            let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
            let stays = |row: &u32| {
                let row = *row as usize;
                today.bank_stays[row] && sees_another_spring(species[row].0, ages[row].0)
            };
            (0..old_rows as u32).filter(stays).collect()
        };
        let fresh: Vec<&Seed> = today
            .landed
            .iter()
            .zip(&today.landed_stays)
            .filter(|(seed, stays)| **stays && sees_another_spring(seed.species, seed.age_yr))
            .map(|(seed, _)| seed)
            .collect();
        order.extend((old_rows..old_rows + fresh.len()).map(|row| row as u32));
        grow_to::<Seeds>(&mut self.world, order.len());
        let kind = seeds(&self.world);
        rewrite::<Position>(kind, &order, old_rows, |at| Position(fresh[at].place_m));
        rewrite::<Identity>(kind, &order, old_rows, |at| Identity(fresh[at].key));
        rewrite::<SpeciesIndex>(kind, &order, old_rows, |at| SpeciesIndex(fresh[at].species));
        rewrite::<Age>(kind, &order, old_rows, |at| Age(fresh[at].age_yr));
        shrink_to::<Seeds>(&mut self.world, order.len());
        for age in column_mut::<Age>(seeds(&self.world)).iter_mut() {
            age.0 = age.0.saturating_add(1);
        }
    }

    /// Hands the year's lists on, emptied, so that the next year need not ask for memory again.
    fn keep_buffers(&mut self, mut today: Today) {
        today.mothers.clear();
        today.landed.clear();
        today.bank_stays.clear();
        today.landed_stays.clear();
        today.sprouts.clear();
        today.crowding.clear();
        today.deaths.clear();
        today.births.clear();
        self.today = today;
    }
}

/// What a tree and a dead tree have in common.
struct Stem {
    number: u64,
    key: Key,
    species: u16,
    place_m: [f64; 2],
    age_yr: u16,
    size: Size,
}

impl Stem {
    fn of_tree(tree: &Tree) -> Self {
        let Tree {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour: _,
        } = *tree;
        Self {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
        }
    }

    fn of_dead(dead: &DeadTree) -> Self {
        let DeadTree {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
            remains: _,
        } = *dead;
        Self {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
        }
    }
}

/// The living or the dead.
trait StemKind: Kind {
    const LIVES: bool;
}

impl StemKind for Trees {
    const LIVES: bool = true;
}

impl StemKind for Dead {
    const LIVES: bool = false;
}

impl Sources {
    /// Works out source, reach and bucket of each of `rows`, and gives the rows in order.
    fn sort(
        &mut self,
        tiles: &Tiles,
        kinds: &[SpeciesModel],
        rows: &[u32],
        standing: impl Fn(u32) -> ([f64; 2], u16, Size) + Sync,
        key: impl Fn(u32) -> Key,
    ) -> Vec<u32> {
        let unordered: Vec<_> = rows
            .par_iter()
            .map(|&row| {
                let (place_m, species, size) = standing(row);
                let kind = &kinds[usize::from(species)];
                let source = kind.fields.source(&kind.parameters, size);
                let reach_m = kind.fields.reach_m(&source);
                (source, reach_m, bucket_of(tiles, place_m, reach_m))
            })
            .collect();
        let mut order = Vec::new();
        self.index.sort(
            tiles,
            rows.len(),
            |at| unordered[at].2,
            |at| key(rows[at as usize]),
            &mut order,
        );
        self.sources = order.par_iter().map(|&at| unordered[at as usize].0).collect();
        self.reach_m = order.par_iter().map(|&at| unordered[at as usize].1).collect();
        self.index.note_reaches(tiles, &self.reach_m);
        for at in &mut order {
            *at = rows[*at as usize];
        }
        order
    }
}

fn note_events(events: &mut Vec<Event>, year: u32, today: &Today, born: &[Tree], fallen: &[DeadTree]) {
    let origins: std::collections::BTreeMap<_, _> = today
        .births
        .iter()
        .map(|birth| (birth.founder.key, birth.origin))
        .collect();
    events.extend(born.iter().map(|tree| Event {
        year,
        tree: tree.number,
        species: tree.species,
        place_m: tree.place_m,
        what: Happening::Birth(origins[&tree.key]),
    }));
    events.extend(fallen.iter().map(|dead| Event {
        year,
        tree: dead.number,
        species: dead.species,
        place_m: dead.place_m,
        what: Happening::Death(dead.remains.cause),
    }));
}
