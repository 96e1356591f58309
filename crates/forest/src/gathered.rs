//! What the root of a forest in parts knows of the whole when a year is over: what tables are made of, in the order in which one process
//! would have it.

use understory_ecs::{View, World};
use understory_space::Tiles;

use crate::components::{Position, Size, SpeciesIndex};
use crate::deadwood_rows::place_of;
use crate::entities::{DeadTree, Deadwood, Seed, Tree};
use crate::events::{Event, Happening, Stems, Tally};
use crate::exchange::to_root;
use crate::field::LEVELS;
use crate::inventory::{Inventory, Shares, SmallTrees, area_ha, small_trees};
use crate::management::MERCHANTABLE_CM;
use crate::parts::{All, DeadStem, Part, Parts};
use crate::resources::{Events, Tallies, TileIndex};
use crate::sorted::sort_by_place;
use crate::wire::{put_all, put_bits, put_column, put_rows, take_all, take_bits, take_column};

/// The whole, of a year that is over.
#[derive(Default)]
pub(crate) struct Gathered {
    /// The living of 7 cm or more, with the state all of them, in order of (level, tile, key).
    pub(crate) places: Vec<Position>,
    pub(crate) species: Vec<SpeciesIndex>,
    pub(crate) sizes: Vec<Size>,
    pub(crate) tree_count: usize,
    pub(crate) small: Vec<SmallTrees>,
    pub(crate) inventory: Vec<Inventory>,
    pub(crate) tallies: Vec<Tally>,
    /// By year of death and key.
    pub(crate) deadwood: Vec<Deadwood>,
    pub(crate) events: Vec<Event>,
    pub(crate) seed_count: usize,
    pub(crate) dead_count: usize,
    pub(crate) seeds_by_species: Vec<u64>,
    /// Only where the state was asked for: the living and the dead by running number, seeds by key.
    pub(crate) state: Option<(Vec<Tree>, Vec<Seed>, Vec<DeadTree>)>,
}

impl Gathered {
    /// The whole forest, where its state was asked for.
    pub(crate) fn all(&self) -> Option<All<'_>> {
        let (trees, seeds, dead) = self.state.as_ref()?;
        Some(All {
            trees,
            seeds,
            dead,
            deadwood: &self.deadwood,
        })
    }
}

/// Brings to the root what the tables of this year need; with the state, also each tree, seed and dead tree. All parts call it.
pub(crate) fn gather(world: &World, with_state: bool, seeds_by_species: &[u64]) -> Option<Gathered> {
    let parts = world.res::<Parts>();
    let part = parts.0.as_ref()?;
    let message = message(world, part, with_state, seeds_by_species);
    let messages = to_root(&*part.exchange, message)?;
    let mut messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let mut whole = Gathered {
        seeds_by_species: vec![0; seeds_by_species.len()],
        small: vec![SmallTrees::default(); seeds_by_species.len()],
        tallies: vec![Tally::default(); seeds_by_species.len()],
        ..Gathered::default()
    };
    // Strips are runs of tiles in their order, so within a level the parts follow each other.
    for _ in 0..LEVELS {
        for message in &mut messages {
            take_column(message, &mut whole.places);
            take_column(message, &mut whole.species);
            take_column(message, &mut whole.sizes);
        }
    }
    for message in &mut messages {
        whole.tree_count += take_bits::<u64>(message) as usize;
        for sum in &mut whole.small {
            let [seedlings, saplings] = take_bits(message);
            sum.add(&SmallTrees { seedlings, saplings });
        }
    }
    let species = seeds_by_species.len();
    let shares = messages.iter_mut().map(|message| take_shares(message, species));
    whole.inventory = Shares::of_parts(shares.collect()).inventory(area_ha(world));
    let mut stems: Vec<DeadStem> = Vec::new();
    let mut state: (Vec<Tree>, Vec<Seed>, Vec<DeadTree>) = Default::default();
    for message in &mut messages {
        for (sum, tally) in whole
            .tallies
            .iter_mut()
            .zip(take_tallies(message, seeds_by_species.len()))
        {
            sum.add(&tally);
        }
        take_stems(message, &mut stems);
        take_all(message, &mut whole.deadwood);
        take_all(message, &mut whole.events);
        let mut seeds = Vec::new();
        take_column::<u64>(message, &mut seeds);
        for (sum, seeds) in whole.seeds_by_species.iter_mut().zip(seeds) {
            *sum += seeds;
        }
        let [seeds, dead]: [u64; 2] = take_bits(message);
        whole.seed_count += seeds as usize;
        whole.dead_count += dead as usize;
        if with_state {
            take_all(message, &mut state.0);
            take_all(message, &mut state.1);
            take_all(message, &mut state.2);
        }
    }
    let mut places = Vec::new();
    // Within a level the parts stand in order.
    sort_by_place(&mut stems, &mut places, |stem| (stem.level.into(), 0));
    for stem in stems {
        let tally = &mut whole.tallies[usize::from(stem.species)];
        tally.dead_stems.add(&stem.stems);
    }
    sort_by_place(&mut whole.deadwood, &mut places, place_of);
    sort_by_place(&mut whole.events, &mut places, |event| {
        let is_death = u128::from(matches!(event.what, Happening::Death(_)));
        (event.year, is_death << 64 | u128::from(event.tree))
    });
    if with_state {
        sort_by_place(&mut state.0, &mut places, |tree| (0, tree.number.into()));
        sort_by_place(&mut state.1, &mut places, |seed| (0, seed.key.bits()));
        sort_by_place(&mut state.2, &mut places, |dead| (0, dead.number.into()));
        whole.state = Some(state);
    }
    Some(whole)
}

fn message(world: &World, part: &Part, with_state: bool, seeds_by_species: &[u64]) -> Vec<u8> {
    let parts = world.res::<Parts>();
    let mut message = Vec::new();
    let own = part.strips.tiles_of(part.exchange.part());
    let (tiles, index) = (world.res::<Tiles>(), world.res::<TileIndex<Tree>>());
    let mut tree_count = 0;
    {
        let mut trees: View<'_, Tree, (&Position, &SpeciesIndex, &Size)> = world.view();
        let (places, species, sizes) = trees.slices();
        for level in 0..LEVELS {
            let mut rows: Vec<usize> = index.rows(&tiles, level, own.start, own.end - 1).collect();
            tree_count += rows.len() as u64;
            if !with_state {
                rows.retain(|&row| sizes[row].dbh_cm >= MERCHANTABLE_CM);
            }
            put_rows(&mut message, places, &rows);
            put_rows(&mut message, species, &rows);
            put_rows(&mut message, sizes, &rows);
        }
    }
    put_bits(&mut message, &tree_count);
    for small in small_trees(world, own.clone()) {
        put_bits(&mut message, &[small.seedlings, small.saplings]);
    }
    put_shares(&mut message, &Shares::of(world, own.clone()));
    put_tallies(&mut message, &world.res::<Tallies>().0);
    put_stems(&mut message, &part.dead_stems);
    let wood = world.rows::<Deadwood>();
    put_all(
        &mut message,
        (0..world.count::<Deadwood>()).map(|row| wood.get(row)),
    );
    let events = world.res_mut::<Events>().0.as_mut().map(std::mem::take);
    put_all(&mut message, events.unwrap_or_default().into_iter());
    put_column(&mut message, seeds_by_species);
    let rows = world.rows::<DeadTree>();
    let dead: Vec<DeadTree> = rows.iter().filter(|dead| parts.owns(dead.place_m)).collect();
    put_bits(&mut message, &[world.count::<Seed>() as u64, dead.len() as u64]);
    if with_state {
        let rows = world.rows::<Tree>();
        let of_level = |level| index.rows(&tiles, level, own.start, own.end - 1);
        let trees: Vec<Tree> = (0..LEVELS).flat_map(of_level).map(|row| rows.get(row)).collect();
        put_all(&mut message, trees.into_iter());
        let rows = world.rows::<Seed>();
        put_all(&mut message, (0..world.count::<Seed>()).map(|row| rows.get(row)));
        put_all(&mut message, dead.into_iter());
    }
    message
}

fn put_shares(message: &mut Vec<u8>, shares: &Shares) {
    put_all(message, shares.sums.iter().copied());
    shares
        .thickest
        .iter()
        .for_each(|sizes| put_column(message, sizes));
}

fn take_shares(message: &mut &[u8], species: usize) -> Shares {
    let mut shares = Shares {
        sums: Vec::new(),
        thickest: vec![Vec::new(); species],
    };
    take_all(message, &mut shares.sums);
    for sizes in &mut shares.thickest {
        take_column(message, sizes);
    }
    shares
}

fn put_stems(message: &mut Vec<u8>, stems: &[DeadStem]) {
    put_bits(message, &(stems.len() as u64));
    for stem in stems {
        put_bits(message, &[stem.level, stem.species]);
        put_bits(message, &[stem.stems.volume_m3, stem.stems.merchantable_m3]);
    }
}

fn take_stems(message: &mut &[u8], stems: &mut Vec<DeadStem>) {
    let count: u64 = take_bits(message);
    stems.extend((0..count).map(|_| {
        let [level, species] = take_bits(message);
        let [volume_m3, merchantable_m3] = take_bits(message);
        let stems = Stems {
            count: 1,
            volume_m3,
            merchantable_m3,
        };
        DeadStem {
            level,
            species,
            stems,
        }
    }));
}

/// Without stems, which are added up in the order of rows.
fn put_tallies(message: &mut Vec<u8>, tallies: &[Tally]) {
    for tally in tallies {
        put_bits(
            message,
            &[
                tally.seeds_landed,
                tally.seeds_lost,
                tally.seeds_from_outside,
                tally.germinated,
                tally.resprouted,
                tally.planted,
            ],
        );
        put_bits(message, &tally.died);
    }
}

fn take_tallies(message: &mut &[u8], species: usize) -> Vec<Tally> {
    let take = |_| {
        let [
            seeds_landed,
            seeds_lost,
            seeds_from_outside,
            germinated,
            resprouted,
            planted,
        ] = take_bits(message);
        Tally {
            seeds_landed,
            seeds_lost,
            seeds_from_outside,
            germinated,
            resprouted,
            planted,
            died: take_bits(message),
            ..Tally::default()
        }
    };
    (0..species).map(take).collect()
}
