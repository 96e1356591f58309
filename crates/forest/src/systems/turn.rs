//! Turn: the year ends. The dead leave, newborns enter, seeds go or stay, and rows are put in order.

use crate::columns::{Dead, SeedBundle, Seeds, Trees, column, column_mut, dead, seeds, shrink_to, trees};
use crate::components::{Age, Cause, Identity, Position, Remains, Size, SpeciesIndex, TreeNumber};
use crate::events::{Event, Happening};
use crate::forest::Forest;
use crate::individuals::DeadTree;
use crate::state::{dead_bundle, seed_bundle, tree_bundle};
use crate::today::{Birth, Fate, Today};

/// Diameter above which a dead tree's field lasts and its stump may resprout, cm.
const REMAINS_FROM_DBH_CM: f64 = 1.0;

pub(crate) fn turn(forest: &mut Forest) {
    let mut today = std::mem::take(&mut forest.today);
    forest.count_deaths(&mut today);
    today.births.sort_unstable_by_key(|birth| birth.founder.key);
    forest.enter(&today.births);
    forest.note_deaths(&today.newly_dead);
    forest.settle_seeds(&today);
    forest.settle_dead(&today.newly_dead);
    forest.settle_trees(&today.deaths);
    today.clear();
    forest.today = today;
}

impl Forest {
    /// The year's dead by running number; counted whether or not something is left of them.
    fn count_deaths(&mut self, today: &mut Today) {
        let kind = trees(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let (numbers, sizes) = (column::<TreeNumber>(kind), column::<Size>(kind));
        for (row, cause) in today.deaths.iter().enumerate() {
            let Some(cause) = *cause else { continue };
            today.newly_dead.push(DeadTree {
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
            });
            self.tallies[usize::from(species[row].0)].died[cause as usize] += 1;
        }
        today.newly_dead.sort_unstable_by_key(|dead| dead.number);
    }

    fn note_deaths(&mut self, newly_dead: &[DeadTree]) {
        if let Some(events) = &mut self.events {
            events.extend(newly_dead.iter().map(|dead| Event {
                year: self.year,
                tree: dead.number,
                species: dead.species,
                place_m: dead.place_m,
                what: Happening::Death(dead.remains.cause),
            }));
        }
    }

    /// Newborns, in the order of their keys, become trees at the end of the rows and get running numbers.
    fn enter(&mut self, births: &[Birth]) {
        let first = self.next_tree;
        self.next_tree += births.len() as u64;
        if let Some(events) = &mut self.events {
            events.extend((first..).zip(births).map(|(tree, birth)| Event {
                year: self.year,
                tree,
                species: birth.founder.species,
                place_m: birth.founder.place_m,
                what: Happening::Birth(birth.origin),
            }));
        }
        let numbered = births.iter().zip(0..).map(|(birth, at)| {
            let tree = birth.founder.numbered(first + at);
            tree_bundle(&tree)
        });
        self.world.spawn_batch(numbered);
    }

    /// Seeds that rotted or germinated go, and those that have seen their last spring; the others, fresh ones
    /// included, are a year older.
    fn settle_seeds(&mut self, today: &Today) {
        let kinds = &self.kinds;
        let stays = |fate: Fate, species: u16, age_yr: u16| {
            let bank = &kinds[usize::from(species)].parameters.seed_bank;
            fate != Fate::Gone && u32::from(age_yr) + 1 < bank.max_age_yr
        };
        let kept = &mut self.turning.order;
        kept.clear();
        let old_rows = {
            let kind = seeds(&self.world);
            let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
            let rows = (0..).zip(&today.bank_fates).zip(species.iter().zip(ages.iter()));
            kept.extend(
                rows.filter(|((_, fate), (species, age))| stays(**fate, species.0, age.0))
                    .map(|((row, _), _)| row),
            );
            ages.len()
        };
        let fresh = || {
            let runs = today.fallen.iter();
            let all = runs.flat_map(|run| run.seeds.iter().zip(&run.fates));
            all.filter(|(seed, fate)| stays(**fate, seed.species, seed.age_yr))
                .map(|(seed, _)| seed)
        };
        let freed = old_rows - kept.len();
        let fresh_rows = fresh().count();
        {
            let kind = seeds(&self.world);
            let (mut places, mut identities) = (column_mut::<Position>(kind), column_mut::<Identity>(kind));
            let (mut species, mut ages) = (column_mut::<SpeciesIndex>(kind), column_mut::<Age>(kind));
            let (places, identities) = (&mut *places, &mut *identities);
            let (species, ages) = (&mut *species, &mut *ages);
            let kept = &*kept;
            rayon::join(
                || refill(places, kept, fresh().map(|seed| Position(seed.place_m))),
                || {
                    refill(identities, kept, fresh().map(|seed| Identity(seed.key)));
                    refill(species, kept, fresh().map(|seed| SpeciesIndex(seed.species)));
                    refill(ages, kept, fresh().map(|seed| Age(seed.age_yr)));
                },
            );
        }
        let rows = kept.len() + fresh_rows;
        if fresh_rows > freed {
            self.world.reserve::<SeedBundle>((fresh_rows - freed) as u32);
            self.world.spawn_batch(fresh().skip(freed).map(seed_bundle));
        }
        shrink_to::<Seeds>(&mut self.world, rows, &mut self.turning.surplus);
        for age in column_mut::<Age>(seeds(&self.world)).iter_mut() {
            age.0 = age.0.saturating_add(1);
        }
    }

    /// The dead whose fields last into the next year, with those of this year.
    pub(crate) fn settle_dead(&mut self, newly_dead: &[DeadTree]) {
        let (kinds, next_year) = (&self.kinds, self.year + 1);
        let lasts = |species: u16, remains: &Remains, size: Size| {
            let kind = &kinds[usize::from(species)];
            let years = remains.years_since(next_year);
            let may_resprout = remains.is_stump() && years <= 1 && kind.parameters.resprout.probability > 0.0;
            size.dbh_cm > REMAINS_FROM_DBH_CM && (may_resprout || kind.fading(years).is_some())
        };
        let entering = newly_dead
            .iter()
            .filter(|dead| lasts(dead.species, &dead.remains, dead.size));
        self.world.spawn_batch(entering.map(dead_bundle));
        let stays = &mut self.turning.stays;
        stays.clear();
        {
            let kind = dead(&self.world);
            let (species, sizes) = (column::<SpeciesIndex>(kind), column::<Size>(kind));
            let remains = column::<Remains>(kind);
            let rows = species.iter().zip(remains.iter()).zip(sizes.iter());
            stays.extend(rows.map(|((species, remains), &size)| lasts(species.0, remains, size)));
        }
        let stays = std::mem::take(&mut self.turning.stays);
        self.remains.arrange::<Dead>(
            &mut self.world,
            &self.tiles,
            &self.kinds,
            &mut self.turning,
            |row| stays[row],
        );
        self.turning.stays = stays;
    }

    /// Puts the living in order without those that died; trees at the end of the rows enter.
    pub(crate) fn settle_trees(&mut self, deaths: &[Option<Cause>]) {
        let lives = |row: usize| deaths.get(row).is_none_or(Option::is_none);
        self.living.arrange::<Trees>(
            &mut self.world,
            &self.tiles,
            &self.kinds,
            &mut self.turning,
            lives,
        );
    }
}

/// Moves the rows that are kept, which stand in rising order, to the front, and what is fresh behind them as far
/// as there are rows.
fn refill<T: Copy>(rows: &mut [T], kept: &[u32], fresh: impl Iterator<Item = T>) {
    for (to, &from) in kept.iter().enumerate() {
        rows[to] = rows[from as usize];
    }
    for (row, value) in rows[kept.len()..].iter_mut().zip(fresh) {
        *row = value;
    }
}
