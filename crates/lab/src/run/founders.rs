//! From a scenario's founders to the trees, seeds and dead with which its forest begins.
//!
//! Keys follow from the species and the method or the file's hash, and from the number among entries that agree in
//! these: any other entry moves no founder of this one.

use std::collections::BTreeMap;
use std::sync::Arc;

use understory_forest::components::{Cause, Remains, Size, Wood};
use understory_forest::growth::{GrowthCurve, oldest_founder_yr};
use understory_forest::parameters::LEAST_HEIGHT_M;
use understory_forest::{DeadTree, Deadwood, Forest, Founder, PlotMemory, Seed, Tree};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, math};
use understory_scatter::{Method, PointMethod, Request};
use understory_scenario::{DrawnFounders, ForestScenario, Founders, InAStand, ListedDeadwood, ListedTree};
use understory_space::Plot;
use understory_terrain::Ground;

use crate::error::LabError;
use crate::run::yearly::yearly_crowns;

/// Founders that are drawn and let go in all; of replicates beyond, each is only known when it begins.
const TRIED: u64 = 1_000_000;

/// Memory of a founder from its drawing until its forest has settled, bytes.
const FOUNDER_BYTES: f64 = 400.0;

/// What planting the founders takes, bytes; a grown forest is not counted, as it is not grown for that.
#[must_use]
pub fn memory_of_founders_bytes(scenario: &ForestScenario) -> u64 {
    (FOUNDER_BYTES * count_of(scenario) as f64) as u64
}

/// What the plot itself takes, or that of the forest which is grown first, whichever takes more.
#[must_use]
pub fn memory_of_plot(scenario: &ForestScenario) -> PlotMemory {
    let own = PlotMemory::of(&scenario.plot, &scenario.conditions.light, &scenario.species);
    match grown_founders(scenario) {
        Some((patch, ..)) => std::cmp::max_by_key(own, memory_of_plot(patch), PlotMemory::bytes),
        None => own,
    }
}

/// Founders that are drawn or listed.
fn count_of(scenario: &ForestScenario) -> u64 {
    let count = |founders: &Founders| match founders {
        Founders::Drawn(drawn) => u64::from(drawn.count),
        Founders::Listed { trees, .. } => trees.len() as u64,
        Founders::Grown { patch, .. } => count_of(patch),
    };
    scenario.founders.iter().map(count).sum()
}

/// Draws the founders of the replicates and lets them go, so that what cannot be planted is known before
/// anything is written. A grown forest is not grown for that; its species are held against the scenario's.
///
/// # Errors
/// All that is wrong: founders that find no room or are too tall for their species, trees of a grown forest that
/// could be too large for it.
pub fn try_founders(scenario: &ForestScenario) -> Result<(), Vec<LabError>> {
    if let Some((patch, path, ..)) = grown_founders(scenario) {
        let in_patch = |source| LabError::InPatch {
            path: path.to_owned(),
            text: patch.header.text.clone(),
            source: Box::new(source),
        };
        try_founders(patch).map_err(|errors| errors.into_iter().map(in_patch).collect::<Vec<_>>())?;
        return fits_grown(scenario, patch).map_err(|error| vec![error]);
    }
    let is_drawn_by_luck = |founders: &Founders| match founders {
        Founders::Drawn(drawn) => {
            drawn.height_sigma > 0.0 || !matches!(drawn.method, Method::Uniform(_) | Method::JitteredGrid(_))
        }
        Founders::Listed { .. } | Founders::Grown { .. } => false,
    };
    let depends_on_seed = scenario.founders.iter().any(is_drawn_by_luck);
    let scenario = &with_few_alike(scenario, |founders| !is_drawn_by_luck(founders));
    let affordable = (TRIED / count_of(scenario).max(1)).max(1);
    // Where no founder's size or place can fail by chance, one replicate stands for all.
    let tried = match depends_on_seed {
        true => u64::from(scenario.replicates).min(affordable),
        false => 1,
    };
    for number in 0..tried {
        let seed = scenario.header.seed + number;
        let (founders, _) = founders(scenario, seed)?;
        let light = &scenario.conditions.light;
        let tried = understory_forest::try_founders(&scenario.plot, &scenario.species, light, founders);
        tried.map_err(|error| vec![error.into()])?;
    }
    Ok(())
}

/// Founders that stand for all of an entry in which each fares as the others do.
const FEW_ALIKE: u32 = 1000;

/// The scenario with a few founders only in the entries where none can fare otherwise than another.
fn with_few_alike(scenario: &ForestScenario, are_alike: impl Fn(&Founders) -> bool) -> ForestScenario {
    let mut few = scenario.clone();
    for founders in &mut few.founders {
        let are_alike = are_alike(founders);
        if let (Founders::Drawn(drawn), true) = (founders, are_alike) {
            drawn.count = FEW_ALIKE.min(drawn.count);
        }
    }
    few
}

/// The species of a grown forest must not grow larger than those of the same name here.
fn fits_grown(scenario: &ForestScenario, patch: &ForestScenario) -> Result<(), LabError> {
    for species in &scenario.species {
        let Some(patch) = patch.species.iter().find(|patch| patch.name == species.name) else {
            continue;
        };
        let (there, here) = (patch.greatest(), species.greatest());
        if there.dbh_cm > here.dbh_cm || there.height_m > here.height_m {
            return Err(LabError::refused(
                format!("species.{}", species.name),
                format!(
                    "the grown forest's `{}` reaches {} m and {} cm, but here it ends at {} m and {} cm",
                    species.name, there.height_m, there.dbh_cm, here.height_m, here.dbh_cm
                ),
                "make `greatest_height_m` and `greatest_dbh_cm` at least as large here",
            ));
        }
    }
    Ok(())
}

/// The scenario, its path, the year and tiles of a grown forest, where the scenario begins from one.
fn grown_founders(scenario: &ForestScenario) -> Option<(&ForestScenario, &str, u32, [u32; 2])> {
    scenario.founders.iter().find_map(|founders| match founders {
        Founders::Grown {
            patch,
            path,
            year,
            tiles,
        } => Some((&**patch, path.as_str(), *year, *tiles)),
        _ => None,
    })
}

/// The forest of a scenario before anything stands in it, with `seed` in the place of the scenario's.
pub(crate) fn empty_forest(scenario: &ForestScenario, seed: u64) -> Result<Forest, LabError> {
    let species = scenario.species.clone();
    let mut forest = Forest::new(scenario.plot, seed, species, scenario.conditions)?;
    forest.set_borders(scenario.borders);
    if let Some(ground) = &scenario.ground {
        forest.set_site(ground.site.clone())?;
    }
    if let Some(climate) = &scenario.climate {
        forest.set_climate(Arc::new(climate.of_run(seed, scenario.years)?));
    }
    // A map of level ground is as no map.
    if let Some(terrain) = scenario
        .terrain
        .as_ref()
        .filter(|terrain| !terrain.heights.is_level())
    {
        let heights = terrain.heights.clone();
        forest.set_ground_height(Arc::new(move |place_m| heights.height_m(place_m)));
    }
    forest.set_management(scenario.interventions.clone())?;
    if let Some(crowns) = yearly_crowns(scenario) {
        forest.set_crowns(crowns)?;
    }
    Ok(forest)
}

/// The forest of a scenario at year 0, with `seed` in the place of the scenario's; births and deaths are noted
/// if asked for.
///
/// # Errors
/// [`LabError`] where founders find no room or cannot stand where they are to.
pub fn forest_at_start(scenario: &ForestScenario, seed: u64, notes_events: bool) -> Result<Forest, LabError> {
    let mut forest = empty_forest(scenario, seed)?;
    if notes_events {
        forest.note_events();
    }
    if let Some((patch, _, year, tiles)) = grown_founders(scenario) {
        // Replicates of a forest that begins from a grown one have grown ones of their own.
        let shift = seed.wrapping_sub(scenario.header.seed);
        let grown = grow_patch(patch, year, patch.header.seed.wrapping_add(shift))?;
        let root = EntryKeys::new(seed).next(&["grown"]);
        return lay_out(forest, scenario, &grown, &patch.plot, tiles, &root);
    }
    let (founders, deadwood) = founders(scenario, seed).map_err(|mut errors| errors.swap_remove(0))?;
    forest.plant(founders)?;
    forest.lay_deadwood(deadwood)?;
    Ok(forest)
}

/// The trees and the deadwood of all entries that are drawn or listed, or what is wrong with each entry.
fn founders(scenario: &ForestScenario, seed: u64) -> Result<(Vec<Founder>, Vec<Deadwood>), Vec<LabError>> {
    let mut keys = EntryKeys::new(seed);
    let (mut trees, mut deadwood, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for (entry, founders) in scenario.founders.iter().enumerate() {
        match founders {
            Founders::Drawn(founders) => match drawn(scenario, entry, founders, &mut keys) {
                Ok(drawn) => trees.extend(drawn),
                Err(error) => errors.push(error),
            },
            Founders::Listed {
                trees: living,
                deadwood: dead,
                file_blake3,
                ..
            } => {
                let listed = Listed::new(scenario, file_blake3, &mut keys);
                let of_tree = |(number, tree)| listed.tree(number, tree);
                trees.extend((0..).zip(living).map(of_tree));
                let of_dead = |(number, dead)| listed.deadwood(number, dead);
                let dead = (living.len() as u32..).zip(dead);
                deadwood.extend(
                    dead.filter(|&(_, dead): &(_, &ListedDeadwood)| dead.counts())
                        .map(of_dead),
                );
            }
            Founders::Grown { .. } => {}
        }
    }
    if errors.is_empty() {
        Ok((trees, deadwood))
    } else {
        Err(errors)
    }
}

/// Founders on the far edge of a torus that were moved to the near one.
pub(crate) fn moved_to_near_edge(scenario: &ForestScenario) -> u64 {
    scenario
        .founders
        .iter()
        .map(|founders| match founders {
            Founders::Listed {
                moved_to_near_edge, ..
            } => *moved_to_near_edge,
            Founders::Drawn(_) | Founders::Grown { .. } => 0,
        })
        .sum()
}

/// Keys for entries of founders: by what they are, and by their number among entries of the same kind.
struct EntryKeys {
    seed: u64,
    entries: BTreeMap<Vec<String>, u32>,
}

impl EntryKeys {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            entries: BTreeMap::new(),
        }
    }

    /// The key of the next entry with these parts.
    fn next(&mut self, parts: &[&str]) -> RandomKey {
        let entry = self
            .entries
            .entry(parts.iter().map(|&part| part.to_owned()).collect())
            .or_default();
        *entry += 1;
        RandomKey::root(
            self.seed,
            &[&["founders"], parts, &[entry.to_string().as_str()]].concat(),
        )
    }
}

/// The founders of an entry, laid out; an error where a place or a size cannot be. Without an age they are as old as their height says,
/// but mature, and at most nine tenths of the greatest age.
fn drawn(
    scenario: &ForestScenario,
    entry: usize,
    drawn: &DrawnFounders,
    keys: &mut EntryKeys,
) -> Result<Vec<Founder>, LabError> {
    let species = &scenario.species[drawn.species];
    let method = drawn.method.name();
    let root = keys.next(&[&species.name, method]);
    let request = Request::new(&scenario.plot, drawn.count);
    let scattered = drawn.method.scatter(&request, root);
    let scattered = scattered.map_err(|error| {
        LabError::refused(
            format!("founders.{entry}.{}", error.key().unwrap_or("method")),
            format!("the founders of `{}`: {error}", species.name),
            error.hint().unwrap_or_default(),
        )
    })?;
    let placed = scattered.points_m.len();
    if placed < drawn.count as usize {
        return Err(LabError::refused(
            format!("founders.{entry}.count"),
            format!(
                "of {} founders of `{}` by `{method}` only {placed} fit at a spacing of {:.3} m ({})",
                drawn.count,
                species.name,
                scattered.spacing_m.unwrap_or_default(),
                scattered.shortfall.map(|why| why.to_string()).unwrap_or_default()
            ),
            "ask for fewer, or for less room for each",
        ));
    }
    let in_the_open = GrowthCurve::new(species).life(1.0);
    let height_max_m = species.greatest().height_m;
    let founder = |(number, place_m)| {
        let key = root.child(0, Purpose::Member, number);
        let height_m = height_of(drawn, key);
        let refused = |height: String, but: String, way_out: &str| {
            let why = format!(
                "a founder of `{}` drew a height of {height} m, but {but}",
                species.name
            );
            Err(LabError::refused(
                format!("founders.{entry}.height_m"),
                why,
                way_out,
            ))
        };
        if height_m < LEAST_HEIGHT_M {
            return refused(
                height_m.to_string(),
                format!("a tree is at least {LEAST_HEIGHT_M} m high"),
                "raise `height_m` or lower `height_sigma`",
            );
        }
        if height_m >= height_max_m {
            return refused(
                format!("{height_m:.2}"),
                format!("the tallest tree of the species has {height_max_m} m"),
                "lower `height_m` or `height_sigma`",
            );
        }
        let mature_yr = f64::from(species.fruit.maturity_age_yr);
        let by_curve_yr = in_the_open.age_at_height_yr(height_m).max(mature_yr);
        let age_yr = drawn
            .age_yr
            .map_or(by_curve_yr.min(oldest_founder_yr(species)), f64::from);
        let dbh_cm = in_the_open.dbh_at_height_cm(height_m);
        let size = Size { dbh_cm, height_m };
        Ok(Founder::new(
            key,
            drawn.species as u16,
            place_m,
            age_yr as u16,
            size,
        ))
    };
    (0..).zip(scattered.points_m).map(founder).collect()
}

/// Height of one founder, m.
fn height_of(drawn: &DrawnFounders, key: RandomKey) -> f64 {
    if drawn.height_sigma == 0.0 {
        return drawn.height_m;
    }
    // Lognormal: heights are above 0, and `height_m` is their median.
    let words = key.draws(0, Purpose::Size, 0).map(unit_from_u32);
    drawn.height_m * math::exp(drawn.height_sigma * standard_normal([words[0], words[1]]))
}

/// Makes founders and deadwood of the rows of a file. Keys follow from the file's hash and a number: that of the living, and of the dead
/// on behind them.
struct Listed {
    /// Of each species.
    keys: Vec<RandomKey>,
    lives: Vec<InAStand>,
}

impl Listed {
    fn new(scenario: &ForestScenario, file_blake3: &str, keys: &mut EntryKeys) -> Self {
        let species = &scenario.species;
        Self {
            keys: species
                .iter()
                .map(|species| keys.next(&[&species.name, file_blake3]))
                .collect(),
            lives: species.iter().map(InAStand::of).collect(),
        }
    }

    fn key(&self, number: u32, tree: &ListedTree) -> RandomKey {
        self.keys[tree.species].child(0, Purpose::Member, number)
    }

    fn tree(&self, number: u32, tree: &ListedTree) -> Founder {
        let (size, age_by_curve_yr) = self.lives[tree.species].size_and_age(tree);
        let age_yr = tree.age_yr.map_or(age_by_curve_yr, f64::from);
        let key = self.key(number, tree);
        Founder::new(key, tree.species as u16, tree.place_m, age_yr as u16, size)
    }

    fn deadwood(&self, number: u32, dead: &ListedDeadwood) -> Deadwood {
        let ListedDeadwood {
            tree,
            is_log,
            dead_yr,
        } = dead;
        let year_died = -(*dead_yr as i32);
        Deadwood {
            key: self.key(number, tree),
            species: tree.species as u16,
            place_m: tree.place_m,
            size: self.lives[tree.species].size_and_age(tree).0,
            remains: Remains::new(Cause::Intrinsic, year_died),
            // A log fell when it died.
            wood: Wood::new(1.0, is_log.then_some(year_died)),
        }
    }
}

/// Runs the scenario of a grown forest up to its year, without tables.
pub(crate) fn grow_patch(patch: &ForestScenario, year: u32, seed: u64) -> Result<Forest, LabError> {
    let mut forest = forest_at_start(patch, seed, false)?;
    while forest.year() < year {
        forest.advance();
    }
    Ok(forest)
}

/// Lays a grown forest out side by side; in each tile everyone gets a key of their own.
fn lay_out(
    mut forest: Forest,
    scenario: &ForestScenario,
    grown: &Forest,
    patch: &Plot,
    tiles: [u32; 2],
    root: &RandomKey,
) -> Result<Forest, LabError> {
    // A species keeps its name and may have another number here.
    let numbers: Vec<u16> = grown
        .species()
        .map(|species| {
            scenario
                .species
                .iter()
                .position(|own| own.name == species.name)
                .unwrap_or_default() as u16
        })
        .collect();
    let year = grown.year() as i32;
    let count = tiles[0] as usize * tiles[1] as usize;
    let moved = |tile: u32, place_m: [f64; 2]| -> [f64; 2] {
        let steps = [tile % tiles[0], tile / tiles[0]];
        let moved_m = std::array::from_fn(|axis| {
            let in_patch_m = place_m[axis] - patch.origin_m()[axis];
            scenario.plot.origin_m()[axis] + f64::from(steps[axis]) * patch.size_m()[axis] + in_patch_m
        });
        // Rounding can put a place on the far edge, where a torus goes on at the near one.
        scenario.plot.place(moved_m).unwrap_or(moved_m)
    };
    let own_key = |tile: u32, key: RandomKey| {
        RandomKey::from_bits(key.bits() ^ root.bits()).child(0, Purpose::Tile, tile)
    };
    // Made one by one on their way into the forest: a list of them all would outweigh it.
    let trees: Vec<Tree> = grown.trees().collect();
    forest.plant(copies(&trees, count).map(|(tile, tree)| Founder {
        key: own_key(tile, tree.key),
        species: numbers[usize::from(tree.species)],
        place_m: moved(tile, tree.place_m),
        age_yr: tree.age_yr,
        size: tree.size,
        vigour: Some(tree.vigour),
        scores: Some(tree.scores),
        crown_base_m: Some(tree.crown_base_m),
        crown_radius_m: Some(tree.crown_radius_m),
    }))?;
    let (seeds, dead): (Vec<Seed>, Vec<DeadTree>) = (grown.seeds().collect(), grown.dead().collect());
    let seeds = copies(&seeds, count).map(|(tile, seed)| Seed {
        key: own_key(tile, seed.key),
        species: numbers[usize::from(seed.species)],
        place_m: moved(tile, seed.place_m),
        age_yr: seed.age_yr,
        mother: seed.mother,
    });
    let dead = copies(&dead, count).map(|(tile, tree)| {
        let mut copy = DeadTree {
            key: own_key(tile, tree.key),
            species: numbers[usize::from(tree.species)],
            place_m: moved(tile, tree.place_m),
            ..*tree
        };
        copy.remains = Remains::new(copy.remains.cause(), copy.remains.year_died() - year);
        copy
    });
    forest.bury(seeds, dead)?;
    let deadwood: Vec<Deadwood> = grown.deadwood().collect();
    forest.lay_deadwood(copies(&deadwood, count).map(|(tile, one)| Deadwood {
        key: own_key(tile, one.key),
        species: numbers[usize::from(one.species)],
        place_m: moved(tile, one.place_m),
        remains: Remains::new(one.remains.cause(), one.remains.year_died() - year),
        wood: Wood::new(
            one.wood.stood_share() as f32,
            one.wood.year_fell().map(|fell| fell - year),
        ),
        ..*one
    }))?;
    Ok(forest)
}

/// A list so many times, each time with the number of the tile; it knows its length.
fn copies<T>(list: &[T], tiles: usize) -> impl ExactSizeIterator<Item = (u32, &T)> {
    (0..tiles * list.len()).map(|at| ((at / list.len()) as u32, &list[at % list.len()]))
}
