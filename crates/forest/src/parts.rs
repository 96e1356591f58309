//! A forest in parts: each process grows the trees and seeds of its own strip of the plot, with the same bits as one process.
//!
//! A part also holds its neighbours' trees and dead whose fields reach into its strip, as rows beside its own: guests, known by
//! where they stand. They are read as any neighbour is, and renewed when the year ends, when sizes, births and deaths are known. So the
//! list of each tile is the one that a single process would make, in the same order.

use std::sync::Arc;

use understory_ecs::{Res, View, World};
use understory_numerics::{RandomKey, parallel};
use understory_space::Tiles;

use crate::components::{BREAST_HEIGHT_M, Cause, Death, Fate, Position, SeedCrop, Size};
use crate::crown_room;
use crate::disturbance::Disturbance;
use crate::entities::{DeadTree, Deadwood, Seed, Tree};
use crate::error::ForestError;
use crate::events::Stems;
use crate::exchange::{Exchange, to_all};
use crate::field::LEVELS;
use crate::light::canopy_width_m;
use crate::management::Management;
use crate::parameters::{Conditions, Light};
use crate::planting;
use crate::resources::{Birth, Crowns, Fallen, SeedRain, SpeciesList, TileIndex, Totals};
use crate::species_model::{SpeciesModel, greatest_reach_of_m};
use crate::state::{Counts, counts};
use crate::strips::Strips;
use crate::wire::{Wire, put_all, put_bits, put_column, take_all, take_bits, take_column};

/// Which part of a forest a world holds; `None` where it holds the whole.
#[derive(Default)]
pub(crate) struct Parts(pub(crate) Option<Box<Part>>);

/// One of several parts.
pub(crate) struct Part {
    pub(crate) exchange: Arc<dyn Exchange>,
    pub(crate) strips: Strips,
    /// Farther than this no tree of one strip counts in another, m; infinite where each part holds all trees.
    farthest_m: f64,
    /// Heights from which trees count beyond their fields, and how far, m: as part of the canopy, and in the room for crowns.
    by_height_m: [[f64; 2]; 2],
    /// Trees that each part had at the beginning of this year.
    trees_of_parts: Vec<u64>,
    /// Stems of 7 cm or more that died this year in the window, in the order of rows.
    pub(crate) dead_stems: Vec<DeadStem>,
}

/// Stems whose volumes are to be added up in the order of the whole forest's rows.
#[derive(Clone, Copy)]
pub(crate) struct DeadStem {
    pub(crate) level: u16,
    pub(crate) species: u16,
    pub(crate) stems: Stems,
}

impl Part {
    fn own(&self) -> usize {
        self.exchange.part()
    }

    /// How far beyond its own strip a tree counts, m. Somewhat more than its fields reach, as what does not touch a tile is left out of
    /// its list all the same.
    fn width_m(&self, model: &SpeciesModel, size: Size) -> f64 {
        const SPARE_M: f64 = 0.01;
        if self.farthest_m.is_infinite() {
            return f64::INFINITY;
        }
        let source = model.fields.source(&model.parameters, size);
        let reach_m = model.fields.reach_m(&model.parameters, size, &source);
        // Seeds of its kind ask for its own ground too, which small trees reach less far than.
        let mut width_m = f64::from(reach_m).max(model.parameters.germination.recruit_spacing_m) + SPARE_M;
        for [from_m, counts_within_m] in self.by_height_m {
            if size.height_m >= from_m {
                width_m = width_m.max(counts_within_m);
            }
        }
        width_m
    }

    /// The other parts in which a tree counts.
    fn guest_of<'a>(
        &'a self,
        model: &SpeciesModel,
        place_m: [f64; 2],
        size: Size,
    ) -> impl Iterator<Item = usize> + 'a {
        let owner = self.strips.of(place_m);
        let [low_m, high_m] = self.strips.edges_m(owner);
        let is_inside = place_m[1] > low_m + self.farthest_m && place_m[1] < high_m - self.farthest_m;
        let width_m = if is_inside { 0.0 } else { self.width_m(model, size) };
        let others = if is_inside { 0 } else { self.exchange.parts() };
        (0..others).filter(move |&part| part != owner && self.strips.distance_m(part, place_m) <= width_m)
    }
}

impl Parts {
    /// Whether what is at this place belongs to this part.
    #[inline]
    pub(crate) fn owns(&self, place_m: [f64; 2]) -> bool {
        self.0
            .as_ref()
            .is_none_or(|part| part.strips.of(place_m) == part.own())
    }

    /// Counts stems that died: in a part, whose root adds volumes up in the order of the whole forest's rows, they are listed.
    pub(crate) fn add_dead_stems(&mut self, tally: &mut Stems, dead: DeadStem) {
        match &mut self.0 {
            None => tally.add(&dead.stems),
            Some(part) => part.dead_stems.push(dead),
        }
    }

    /// This part's share of what any part can do.
    pub(crate) fn share(&self, numbers: std::ops::Range<u32>) -> std::ops::Range<u32> {
        let Some(part) = &self.0 else { return numbers };
        let (own, parts) = (part.own() as u64, part.exchange.parts() as u64);
        let at = |part: u64| numbers.start + (numbers.len() as u64 * part / parts) as u32;
        at(own)..at(own + 1)
    }
}

/// What of a forest cannot be grown in parts, by the key of a scenario that asks for it.
pub(crate) fn not_local(world: &World) -> Option<&'static str> {
    let asked = [
        ("crowns", world.res::<Crowns>().0.is_some()),
        ("intervention", !world.res::<Management>().is_empty()),
    ];
    asked
        .into_iter()
        .find(|(_, is_asked)| *is_asked)
        .map(|(key, _)| key)
}

/// Whether each part has to hold all trees: storms, fires and beetles go from tree to tree as far as they come, lightning finds the
/// tallest, and these light models look farther than fields reach.
fn needs_all_trees(conditions: &Conditions) -> bool {
    let Disturbance {
        wind,
        lightning,
        fire,
        beetles,
    } = &conditions.disturbance;
    let strikes = wind.is_some() || lightning.is_some() || fire.is_some() || beetles.is_some();
    strikes
        || matches!(
            conditions.light,
            Light::FieldOfNeighbourhood { .. } | Light::Hegyi { .. } | Light::Grid { .. }
        )
}

/// Refuses what cannot be grown in so many parts.
pub(crate) fn check(world: &World, parts: usize) -> Result<(), ForestError> {
    if let Some(key) = not_local(world) {
        return Err(ForestError::NotLocal { key });
    }
    let rows = world.res::<Tiles>().count()[1];
    if parts > rows as usize {
        return Err(ForestError::TooManyParts { parts, rows });
    }
    Ok(())
}

/// Leaves each part its own of the root's forest; what others hold is replaced.
pub(crate) fn divide(world: &mut World, exchange: Arc<dyn Exchange>) -> Result<(), ForestError> {
    check(world, exchange.parts())?;
    let (tiles, species) = (*world.res::<Tiles>(), world.res::<SpeciesList>().clone());
    let light = world.res::<Conditions>().light;
    let mut part = Part {
        strips: Strips::from_starts(&tiles, vec![0, tiles.count()[1]]),
        farthest_m: 0.0,
        by_height_m: [
            canopy_width_m(&light, tiles.plot()).unwrap_or([0.0; 2]),
            [BREAST_HEIGHT_M, crown_room::width_m(tiles.plot())],
        ],
        trees_of_parts: Vec::new(),
        dead_stems: Vec::new(),
        exchange,
    };
    let reaches_m = species.iter().map(|species| greatest_reach_of_m(species, &light));
    let farthest_m = reaches_m
        .chain(part.by_height_m.map(|[_, width_m]| width_m))
        .fold(0.0, f64::max);
    part.farthest_m = if needs_all_trees(&world.res::<Conditions>()) {
        f64::INFINITY
    } else {
        farthest_m + 1.0
    };
    let whole = (part.own() == 0).then(|| Whole {
        trees: world.rows::<Tree>().iter().collect(),
        seeds: world.rows::<Seed>().iter().collect(),
        dead: world.rows::<DeadTree>().iter().collect(),
        deadwood: world.rows::<Deadwood>().iter().collect(),
    });
    hand_out(world, part, whole.as_ref().map(Whole::all))
}

/// How many times the trees of a mean strip one may have before the plot is cut anew.
const MOST_UNEVEN: f64 = 1.25;

/// Cuts the plot anew where strips have drifted apart, of what the root has gathered; all parts call it when it has.
pub(crate) fn divide_anew(world: &mut World, whole: Option<All<'_>>) -> Result<(), ForestError> {
    let mut parts = world.res_mut::<Parts>();
    let is_uneven = parts.0.as_ref().is_some_and(|part| {
        let (most, sum) = part
            .trees_of_parts
            .iter()
            .fold((0, 0), |(most, sum), &trees| (trees.max(most), sum + trees));
        most as f64 * part.trees_of_parts.len() as f64 > MOST_UNEVEN * sum as f64
    });
    let part = if is_uneven { parts.0.take() } else { None };
    drop(parts);
    match part {
        Some(part) => hand_out(world, *part, whole),
        None => Ok(()),
    }
}

/// A whole forest, in any order.
struct Whole {
    trees: Vec<Tree>,
    seeds: Vec<Seed>,
    dead: Vec<DeadTree>,
    deadwood: Vec<Deadwood>,
}

impl Whole {
    fn all(&self) -> All<'_> {
        All {
            trees: &self.trees,
            seeds: &self.seeds,
            dead: &self.dead,
            deadwood: &self.deadwood,
        }
    }
}

/// A whole forest to look at, in any order.
#[derive(Clone, Copy)]
pub(crate) struct All<'a> {
    pub(crate) trees: &'a [Tree],
    pub(crate) seeds: &'a [Seed],
    pub(crate) dead: &'a [DeadTree],
    pub(crate) deadwood: &'a [Deadwood],
}

/// Cuts the plot by the root's trees, and puts each part's portion in the place of what its world held.
fn hand_out(world: &mut World, mut part: Part, whole: Option<All<'_>>) -> Result<(), ForestError> {
    let tiles = *world.res::<Tiles>();
    let mut messages = vec![Vec::new(); part.exchange.parts()];
    if let Some(whole) = whole {
        part.strips = cut_by_trees(&whole, &tiles, part.exchange.parts())?;
        messages = portions(counts(world), &whole, &part, &world.res::<SpeciesList>().0);
    }
    let received = part.exchange.swap(messages).swap_remove(0);
    let message = &mut received.as_slice();
    let mut starts = Vec::new();
    take_column(message, &mut starts);
    part.strips = Strips::from_starts(&tiles, starts);
    let [year, next_tree, tree_years, peak_seeds]: [u64; 4] = take_bits(message);
    let counts = Counts {
        year: year as u32,
        next_tree,
        tree_years,
        peak_seeds,
    };
    let (mut trees, mut seeds, mut dead, mut deadwood) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    take_all(message, &mut trees);
    take_all(message, &mut seeds);
    take_all(message, &mut dead);
    take_all(message, &mut deadwood);
    planting::restore(
        world,
        counts,
        &mut trees.into_iter(),
        &mut seeds.into_iter(),
        &mut dead.into_iter(),
        &mut deadwood.into_iter(),
        &mut std::iter::empty(),
    )?;
    world.insert_resource(Parts(Some(Box::new(part))));
    share_reaches(world);
    Ok(())
}

fn cut_by_trees(whole: &All<'_>, tiles: &Tiles, parts: usize) -> Result<Strips, ForestError> {
    let [columns, rows] = tiles.count();
    let mut weights = vec![0_u64; rows as usize];
    for tree in whole.trees {
        weights[(tiles.of(tree.place_m) / columns) as usize] += 1;
    }
    Strips::by_weight(tiles, parts, &weights).ok_or(ForestError::TooManyParts { parts, rows })
}

/// What each part needs of the whole.
fn portions(counts: Counts, whole: &All<'_>, part: &Part, models: &[SpeciesModel]) -> Vec<Vec<u8>> {
    let parts = part.exchange.parts();
    let mut trees: Vec<Vec<Tree>> = vec![Vec::new(); parts];
    for tree in whole.trees {
        trees[part.strips.of(tree.place_m)].push(*tree);
        let model = &models[usize::from(tree.species)];
        for guest_of in part.guest_of(model, tree.place_m, tree.size) {
            trees[guest_of].push(*tree);
        }
    }
    let mut dead: Vec<Vec<DeadTree>> = vec![Vec::new(); parts];
    for one in whole.dead {
        dead[part.strips.of(one.place_m)].push(*one);
        let model = &models[usize::from(one.species)];
        for guest_of in part.guest_of(model, one.place_m, one.size) {
            dead[guest_of].push(*one);
        }
    }
    let mut seeds: Vec<Vec<Seed>> = vec![Vec::new(); parts];
    for seed in whole.seeds {
        seeds[part.strips.of(seed.place_m)].push(*seed);
    }
    let mut deadwood: Vec<Vec<Deadwood>> = vec![Vec::new(); parts];
    for one in whole.deadwood {
        deadwood[part.strips.of(one.place_m)].push(*one);
    }
    let Counts {
        year,
        next_tree,
        tree_years,
        peak_seeds,
    } = counts;
    let portion = |to: usize| {
        let mut message = Vec::new();
        put_column(&mut message, part.strips.starts());
        put_bits(
            &mut message,
            &[u64::from(year), next_tree, tree_years, peak_seeds],
        );
        put_all(&mut message, trees[to].iter().copied());
        put_all(&mut message, seeds[to].iter().copied());
        put_all(&mut message, dead[to].iter().copied());
        put_all(&mut message, deadwood[to].iter().copied());
        message
    };
    (0..parts).map(portion).collect()
}

/// Guests bear no seeds here: their own part lets them.
pub(crate) fn only_own_bear(mut trees: View<Tree, (&Position, &mut SeedCrop)>, parts: Res<Parts>) {
    trees.par_for_each(|(place, crop)| {
        if !parts.owns(place.0) {
            crop.0 = 0;
        }
    });
}

/// A seed that came down in another part's strip.
struct Flown {
    to: usize,
    seed: Seed,
    fate: Fate,
}

/// Sends seeds to the parts in whose strips they came down, and takes theirs; counts what is counted of the whole.
pub(crate) fn send_seeds(world: &mut World) {
    let mut parts = world.res_mut::<Parts>();
    let Some(part) = parts.0.as_deref_mut() else {
        return;
    };
    let mut rain = world.res_mut::<SeedRain>();
    let own = part.own();
    let mut runs: Vec<(&mut Fallen, Vec<Flown>)> =
        rain.runs.iter_mut().map(|run| (run, Vec::new())).collect();
    let strips = &part.strips;
    parallel::each_mut(&mut runs, |(run, flown)| {
        let mut kept = 0;
        for at in 0..run.seeds.len() {
            let (seed, fate) = (run.seeds[at], run.fates[at]);
            let to = strips.of(seed.place_m);
            if to == own {
                (run.seeds[kept], run.fates[kept]) = (seed, fate);
                kept += 1;
            } else {
                flown.push(Flown { to, seed, fate });
            }
        }
        run.seeds.truncate(kept);
        run.fates.truncate(kept);
    });
    let flown: Vec<Vec<Flown>> = runs.into_iter().map(|(_, flown)| flown).collect();
    let on_plot: u64 = rain
        .runs
        .iter()
        .flat_map(|run| &run.counts)
        .map(|counts| counts.on_plot)
        .sum();
    let trees = own_trees(world, part);
    let in_bank = world.count::<Seed>() as u64;
    let mut messages = vec![Vec::new(); part.exchange.parts()];
    for message in &mut messages {
        put_bits(message, &[on_plot + in_bank, trees]);
    }
    for Flown { to, seed, fate } in flown.into_iter().flatten() {
        seed.put(&mut messages[to]);
        (fate as u8).put(&mut messages[to]);
    }
    let mut seeds_of_all = 0;
    part.trees_of_parts.clear();
    if rain.runs.is_empty() {
        rain.runs.push(Fallen::default());
    }
    let last = rain.runs.len() - 1;
    let run = &mut rain.runs[last];
    for message in part.exchange.swap(messages) {
        let message = &mut message.as_slice();
        let [seeds, trees]: [u64; 2] = take_bits(message);
        seeds_of_all += seeds;
        part.trees_of_parts.push(trees);
        while !message.is_empty() {
            run.seeds.push(Seed::take(message));
            run.fates.push(match u8::take(message) {
                fate if fate == Fate::Sprouts as u8 => Fate::Sprouts,
                _ => Fate::Waits,
            });
        }
    }
    let mut totals = world.res_mut::<Totals>();
    totals.peak_seeds = totals.peak_seeds.max(seeds_of_all);
    totals.tree_years += part.trees_of_parts.iter().sum::<u64>();
}

/// Trees of this part's own strip.
fn own_trees(world: &World, part: &Part) -> u64 {
    let (tiles, index) = (world.res::<Tiles>(), world.res::<TileIndex<Tree>>());
    let own = part.strips.tiles_of(part.own());
    let of_level = |level| index.rows(&tiles, level, own.start, own.end - 1).len() as u64;
    (0..LEVELS).map(of_level).sum()
}

/// Lets the guests of the year leave: their own parts say who of them comes back.
pub(crate) fn guests_leave(world: &World) {
    let mut parts = world.res_mut::<Parts>();
    let Some(part) = &mut parts.0 else { return };
    part.dead_stems.clear();
    let mut trees: View<'_, Tree, (&Position, &mut Death)> = world.view();
    trees.par_for_each(|(place, death)| {
        if !parts.owns(place.0) {
            // Any cause: that it leaves is not counted.
            death.0 = Some(Cause::Intrinsic);
        }
    });
}

/// Gives births, whose keys are in order, their running numbers, and says how many are born in the whole forest.
pub(crate) fn number_births(world: &World, births: &mut [Birth]) -> u64 {
    let (parts, first) = (world.res::<Parts>(), world.res::<Totals>().next_tree);
    let (numbers, born): (Vec<u64>, u64) = match &parts.0 {
        None => ((first..).take(births.len()).collect(), births.len() as u64),
        Some(part) => {
            let keys: Vec<RandomKey> = births.iter().map(|birth| birth.tree.key).collect();
            number(&*part.exchange, &keys, first)
        }
    };
    for (birth, number) in births.iter_mut().zip(numbers) {
        birth.tree.number = number;
    }
    born
}

/// Running numbers for this part's births, whose keys are in order, as if those of all parts stood in one list; and how many there are
/// in all parts.
///
/// Keys are spread evenly, so each part puts those of its share of all keys in order.
fn number(exchange: &dyn Exchange, keys: &[RandomKey], next: u64) -> (Vec<u64>, u64) {
    let parts = exchange.parts();
    let sorter = |key: RandomKey| (((key.bits() >> 64) * parts as u128) >> 64) as usize;
    let mut messages = vec![Vec::new(); parts];
    for &key in keys {
        key.put(&mut messages[sorter(key)]);
    }
    let mut listed: Vec<(RandomKey, usize)> = Vec::new();
    for (from, message) in exchange.swap(messages).into_iter().enumerate() {
        let message = &mut message.as_slice();
        while !message.is_empty() {
            listed.push((RandomKey::take(message), from));
        }
    }
    listed.sort_unstable();
    let mut count = Vec::new();
    put_bits(&mut count, &(listed.len() as u64));
    let counts: Vec<u64> = to_all(exchange, &count)
        .iter()
        .map(|count| take_bits(&mut count.as_slice()))
        .collect();
    let first = next + counts[..exchange.part()].iter().sum::<u64>();
    let mut messages = vec![Vec::new(); parts];
    for (number, (_, from)) in (first..).zip(&listed) {
        number.put(&mut messages[*from]);
    }
    // Each part's keys were in order, and so are the numbers that come back, part by part.
    let mut numbers = Vec::with_capacity(keys.len());
    for message in exchange.swap(messages) {
        let message = &mut message.as_slice();
        while !message.is_empty() {
            numbers.push(u64::take(message));
        }
    }
    (numbers, counts.iter().sum())
}

/// Sends those of this part's trees and newly dead that count in others, as they stand at the end of the year, and gives the guests
/// that come to this part; none of a forest that is whole.
pub(crate) fn guests(
    world: &World,
    newborn: impl Iterator<Item = Tree>,
    newly_dead: &[DeadTree],
) -> (Vec<Tree>, Vec<DeadTree>) {
    let parts = world.res::<Parts>();
    let Some(part) = &parts.0 else {
        return (Vec::new(), Vec::new());
    };
    let species = world.res::<SpeciesList>();
    let parts = part.exchange.parts();
    let mut trees: Vec<Vec<Tree>> = vec![Vec::new(); parts];
    let mut send = |tree: Tree| {
        let model = &species.0[usize::from(tree.species)];
        for to in part.guest_of(model, tree.place_m, tree.size) {
            trees[to].push(tree);
        }
    };
    {
        let rows = world.rows::<Tree>();
        let [low_m, high_m] = part.strips.edges_m(part.own());
        let mut stand: View<'_, Tree, (&Position, &Death)> = world.view();
        let (places, deaths) = stand.slices();
        for (row, (place, death)) in places.iter().zip(deaths).enumerate() {
            let is_inside = place.0[1] > low_m + part.farthest_m && place.0[1] < high_m - part.farthest_m;
            // Guests have been told to leave, so those that stay are this part's own.
            if !is_inside && death.0.is_none() {
                send(rows.get(row));
            }
        }
    }
    newborn.for_each(&mut send);
    let mut dead: Vec<Vec<DeadTree>> = vec![Vec::new(); parts];
    for one in newly_dead {
        let model = &species.0[usize::from(one.species)];
        for to in part.guest_of(model, one.place_m, one.size) {
            dead[to].push(*one);
        }
    }
    let messages = trees.iter().zip(&dead).map(|(trees, dead)| {
        let mut message = Vec::new();
        if !trees.is_empty() || !dead.is_empty() {
            put_all(&mut message, trees.iter().copied());
            put_all(&mut message, dead.iter().copied());
        }
        message
    });
    let (mut trees_here, mut dead_here) = (Vec::new(), Vec::new());
    for message in part.exchange.swap(messages.collect()) {
        let message = &mut message.as_slice();
        if !message.is_empty() {
            take_all(message, &mut trees_here);
            take_all(message, &mut dead_here);
        }
    }
    (trees_here, dead_here)
}

/// Brings the greatest reaches of the whole forest into each part's indices: on a narrow torus they decide which way round a place is
/// measured.
pub(crate) fn share_reaches(world: &World) {
    let parts = world.res::<Parts>();
    let Some(part) = &parts.0 else { return };
    let (mut trees, mut dead) = (
        world.res_mut::<TileIndex<Tree>>(),
        world.res_mut::<TileIndex<DeadTree>>(),
    );
    let mut message = Vec::new();
    put_column(&mut message, trees.greatest_reach_m());
    put_column(&mut message, dead.greatest_reach_m());
    for message in to_all(&*part.exchange, &message) {
        let message = &mut message.as_slice();
        for index in [&mut **trees, &mut **dead] {
            let mut reaches_m: Vec<f32> = Vec::new();
            take_column(message, &mut reaches_m);
            index.reaches_at_least(&reaches_m);
        }
    }
}
