//! How a forest begins: trees are planted and seeds and the dead laid beside them, or a saved state is put back.
//!
//! What comes in is checked on its way into the columns and stands in no list beside them; where something is
//! refused, the rows that came with it are dropped again.

use std::cmp::Ordering;

use understory_ecs::{Kind, Record, View, World};
use understory_numerics::{math, parallel};
use understory_space::{Plot, Tiles};

use crate::components::{
    Age, Crowding, CrownBase, CrownRadius, FieldSource, Identity, Position, RelativeHeight, Scores, Size,
    SpeciesIndex, TreeNumber, Vigour,
};
use crate::crown_room::CrownRoom;
use crate::crowns::check_growth_points;
use crate::deadwood_rows;
use crate::entities::{DeadTree, Deadwood, Founder, GrowthPoint, Seed, Tree};
use crate::error::ForestError;
use crate::events::{Event, Happening, Origin};
use crate::ground::Ground;
use crate::growth::{Sizes, crown_base_m, crown_radii_m};
use crate::individual::founder_scores;
use crate::nearby::for_each_row_near;
use crate::parameters::Variation;
use crate::resources::{Events, Scratch, Sites, SpeciesList, TileIndex, Totals, Year};
use crate::settle::{put_in_order, settle_dead};
use crate::sorted::sort_by_place;
use crate::species_model::SpeciesModel;
use crate::state::{Counts, rows_by_key, set_counts};
use crate::systems::canopy::crowding_alone;
use crate::systems::die::stress_threshold;

/// Plants trees; their running numbers follow the order of their keys.
pub(crate) fn plant(
    world: &mut World,
    founders: &mut dyn Iterator<Item = Founder>,
) -> Result<(), ForestError> {
    let before = world.count::<Tree>();
    let models = world.res::<SpeciesList>().clone();
    let mut unknown = Vec::new();
    let mut trees = founders.map(|founder| {
        unknown.push(Unknown::of(&founder));
        tree_of(&founder, &models.0)
    });
    let planted = spawn_trees(world, &mut trees).and_then(|()| check_keys(world));
    if planted.is_err() {
        world.truncate::<Tree>(before);
        return planted;
    }
    let first = world.res::<Totals>().next_tree;
    let newcomers = number_rows::<Tree>(world, before);
    let year = world.res::<Year>().0;
    if let Some(events) = &mut world.res_mut::<Events>().0 {
        let mut trees: View<'_, Tree, (&Position, &SpeciesIndex, &Age, &Size)> = world.view();
        let (places, species, ages, sizes) = trees.slices();
        events.extend((first..).zip(&newcomers).map(|(tree, &row)| Event {
            year,
            tree,
            species: species[row as usize].0,
            place_m: places[row as usize].0,
            age_yr: ages[row as usize].0,
            size: sizes[row as usize],
            what: Happening::Birth(Origin::Founder),
        }));
    }
    // By running number from here on: rows are about to move.
    let mut by_number = vec![Unknown::default(); newcomers.len()];
    for (place, &row) in by_number.iter_mut().zip(&newcomers) {
        *place = unknown[row as usize - before];
    }
    put_in_order::<Tree>(world, None, &[], &mut Scratch::default());
    rank(world, first, &by_number);
    give_room(world, first, &by_number);
    if by_number
        .iter()
        .any(|unknown| unknown.vigour || unknown.crown_base)
    {
        work_out_unknown(world, first, &by_number);
    }
    Ok(())
}

/// That founders could be planted on an empty plot, as [`plant`] sees it.
pub(crate) fn check_founders(
    plot: &Plot,
    species: &[SpeciesModel],
    founders: &mut dyn Iterator<Item = Founder>,
) -> Result<(), ForestError> {
    let ground = Ground::new(plot, species);
    let mut keys = Vec::new();
    for founder in founders {
        ground.check_tree(&tree_of(&founder, species))?;
        keys.push(founder.key);
    }
    keys.sort_unstable();
    let twice = keys.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| Err(ForestError::KeyTwice(pair[0])))
}

/// What a founder does not say and its surroundings do.
#[derive(Clone, Copy, Default)]
struct Unknown {
    vigour: bool,
    crown_base: bool,
    crown_radius: bool,
    scores: bool,
}

impl Unknown {
    fn of(founder: &Founder) -> Self {
        Self {
            vigour: founder.vigour.is_none(),
            crown_base: founder.crown_base_m.is_none(),
            crown_radius: founder.crown_radius_m.is_none(),
            scores: founder.scores.is_none(),
        }
    }
}

/// The tree of a founder, as if it stood alone where it is not said how it stands. Its number is given later, as numbers
/// follow the order of keys, which is known when all are there.
fn tree_of(founder: &Founder, species: &[SpeciesModel]) -> Tree {
    let Founder {
        key,
        species: index,
        place_m,
        age_yr,
        size,
        vigour,
        scores,
        crown_base_m,
        crown_radius_m,
    } = *founder;
    // An unknown species is refused when the tree is checked.
    let model = species.get(usize::from(index));
    let drawn = || model.map(|model| founder_scores(&model.parameters, key, age_yr, size));
    Tree {
        number: 0,
        key,
        species: index,
        place_m,
        age_yr,
        size,
        vigour: vigour.unwrap_or(1.0),
        scores: scores.or_else(drawn).unwrap_or_default(),
        crown_base_m: crown_base_m.unwrap_or_default(),
        crown_radius_m: crown_radius_m.unwrap_or_default(),
    }
}

/// How far around a founder trees are compared with it, m.
const RANKED_WITHIN_M: f64 = 12.0;

/// How many times taller or lower than a founder trees may be that are compared with it: those of about its age.
const RANKED_HEIGHTS: f64 = 2.0;

/// What a founder's score takes from its rank and from its draw, as a thick tree may also have had room; and how far the mean of
/// those that have come through is above that of all that were born, and in how many years it rises there. As in stands of beech,
/// spruce, pine and oak that were planted with 10,000 a hectare, from 50 to 150 years; in old beech, where most around are of other
/// ages, trees have come through by the gap in which they stood.
const BY_RANK: f64 = 0.62;
const BY_DRAW: f64 = 0.58;
const SURVIVORS_MEAN: f64 = 0.6;
const SURVIVORS_YR: f64 = 70.0;

/// Gives founders whose scores are not known, of those with running numbers from `first` on, that of the diameter by their rank
/// among the trees of their species around them: what is thick for its age has grown fast, and goes on so.
fn rank(world: &mut World, first: u64, unknown: &[Unknown]) {
    let (tiles, index) = (*world.res::<Tiles>(), world.res::<TileIndex<Tree>>());
    type Columns<'a> = (
        &'a TreeNumber,
        &'a Position,
        &'a SpeciesIndex,
        &'a Age,
        &'a Size,
        &'a mut Scores,
    );
    let mut trees: View<'_, Tree, Columns<'_>> = world.view();
    let (numbers, places, species, ages, sizes, scores) = trees.slices();
    let is_unknown = |row: usize| {
        sizes[row].dbh_cm > 0.0
            && unknown_of(&numbers[row], first, unknown).is_some_and(|unknown| unknown.scores)
    };
    let ranked = parallel::fill(scores.len(), RANKED_TOGETHER, |row| {
        if !is_unknown(row) {
            return None;
        }
        let (mut thinner, mut of_its_age, mut around) = (0.0, 0.0, 0.0);
        for_each_row_near(&tiles, &index, places[row].0, RANKED_WITHIN_M, |other| {
            let apart_m2 = tiles.plot().distance_squared_m2(places[row].0, places[other].0);
            if sizes[other].dbh_cm == 0.0 || apart_m2 > RANKED_WITHIN_M * RANKED_WITHIN_M {
                return;
            }
            around += 1.0;
            let ratio = sizes[other].height_m / sizes[row].height_m;
            if species[other] == species[row] && (1.0 / RANKED_HEIGHTS..=RANKED_HEIGHTS).contains(&ratio) {
                of_its_age += 1.0;
                // Itself, and as thick ones, by half.
                thinner += match sizes[other].dbh_cm.total_cmp(&sizes[row].dbh_cm) {
                    Ordering::Less => 1.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 0.0,
                };
            }
        });
        if of_its_age < FEWEST_RANKED {
            return None;
        }
        // The logistic quantile, scaled to lie next to the normal one.
        const LOGISTIC_TO_NORMAL: f64 = 1.702;
        let share = thinner / of_its_age;
        let ranked = math::ln(share / (1.0 - share)) / LOGISTIC_TO_NORMAL;
        let survivors = SURVIVORS_MEAN * (1.0 - math::exp(-f64::from(ages[row].0) / SURVIVORS_YR));
        // Where trees of other ages stand around, it is the more by its luck.
        let even = of_its_age / around;
        let drawn = 1.0 - even * (1.0 - BY_DRAW);
        Some(even * (survivors + BY_RANK * ranked) + drawn * f64::from(scores[row].dbh))
    });
    for (score, ranked) in scores.iter_mut().zip(ranked) {
        if let Some(ranked) = ranked {
            score.dbh = ranked.clamp(-Variation::SCORE_MAX, Variation::SCORE_MAX) as f32;
        }
    }
}

/// Trees, itself among them, of which a rank says something.
const FEWEST_RANKED: f64 = 5.0;

/// Founders that are ranked together; no result depends on it.
const RANKED_TOGETHER: usize = 256;

/// The crown of each founder as wide as its neighbours leave it room, as if they had long stood together; of those with running
/// numbers from `first` on.
fn give_room(world: &mut World, first: u64, unknown: &[Unknown]) {
    type Columns<'a> = (
        &'a TreeNumber,
        &'a SpeciesIndex,
        &'a Position,
        &'a Size,
        &'a FieldSource,
        &'a mut CrownRadius,
        &'a mut RelativeHeight,
    );
    let (species, tiles) = (world.res::<SpeciesList>().clone(), *world.res::<Tiles>());
    let mut room = CrownRoom::default();
    let mut trees: View<'_, Tree, Columns<'_>> = world.view();
    let (_, _, places, sizes, sources, ..) = trees.slices();
    room.count(tiles.plot(), places, sizes, sources);
    trees.for_each(|(number, index, place, size, source, radius, relative)| {
        let [radii_m] = crown_radii_m([&species.parameters(index.0).crown], Sizes::of([*size]));
        let zone_m = f64::from(source.zone_radius_m);
        let (offered_m, height) = room.offers(place.0, size.height_m, zone_m, radii_m);
        *relative = height;
        if unknown_of(number, first, unknown).is_some_and(|unknown| unknown.crown_radius) {
            radius.0 = offered_m;
        }
    });
}

/// What is not known of a tree, if it is one of the founders with running numbers from `first` on.
fn unknown_of<'a>(number: &TreeNumber, first: u64, unknown: &'a [Unknown]) -> Option<&'a Unknown> {
    unknown.get(usize::try_from(number.0.checked_sub(first)?).ok()?)
}

/// Vigour by the crowding in which each founder stands, and the base of its crown by height and vigour; of those with
/// running numbers from `first` on.
fn work_out_unknown(world: &mut World, first: u64, unknown: &[Unknown]) {
    crowding_alone(world);
    let species = world.res::<SpeciesList>().clone();
    let sites = world.res::<Sites>().clone();
    type Columns<'a> = (
        &'a TreeNumber,
        &'a SpeciesIndex,
        &'a Position,
        &'a Age,
        &'a Size,
        &'a Crowding,
        &'a RelativeHeight,
        &'a mut Vigour,
        &'a mut CrownBase,
    );
    let mut trees: View<'_, Tree, Columns<'_>> = world.view();
    trees.for_each(
        |(number, index, place, age, size, crowding, relative, vigour, base)| {
            let Some(unknown) = unknown_of(number, first, unknown) else {
                return;
            };
            let model = &species.0[usize::from(index.0)];
            if unknown.vigour {
                let now = model.curve.shares(f64::from(crowding.0), *size).basal_area
                    * sites.factor(index.0, place.0);
                // Vigour is a mean of some years, in which light fell, the faster the younger the stand and the darker the place. A tree
                // that lives in less light than it bears has not been in it for long.
                let age_yr = f64::from(age.0).max(YOUNGEST_YR);
                let now = math::pow(now, 1.0 - LIGHT_LAG_YR / age_yr);
                let borne = stress_threshold(&model.parameters, size.height_m, f64::from(relative.0));
                vigour.0 = now + HALF_WAY * (borne - now).max(0.0);
            }
            if unknown.crown_base {
                base.0 = crown_base_m(&model.parameters.crown, size.height_m, vigour.0) as f32;
            }
        },
    );
}

/// Years of which vigour lags behind light, as a part of the age by which the logarithm of light has fallen: from stands of beech and
/// spruce of 50 and 100 years. No tree counts as younger than this.
const LIGHT_LAG_YR: f64 = 3.2;
const YOUNGEST_YR: f64 = 10.0;

/// How far up to what its species bears the vigour of a founder lies whose light is less.
const HALF_WAY: f64 = 0.5;

/// Lays deadwood beside what lies there.
pub(crate) fn lay_deadwood(
    world: &mut World,
    deadwood: &mut dyn Iterator<Item = Deadwood>,
) -> Result<(), ForestError> {
    let before = world.count::<Deadwood>();
    let laid = spawn_deadwood(world, deadwood);
    if laid.is_err() {
        world.truncate::<Deadwood>(before);
        return laid;
    }
    deadwood_rows::put_in_order(world);
    Ok(())
}

/// Lays seeds into the bank and the dead among the trees.
pub(crate) fn bury(
    world: &mut World,
    seeds: &mut dyn Iterator<Item = Seed>,
    dead: &mut dyn Iterator<Item = DeadTree>,
) -> Result<(), ForestError> {
    let before = [world.count::<Seed>(), world.count::<DeadTree>()];
    let buried = spawn_seeds(world, seeds)
        .and_then(|()| spawn_dead(world, dead))
        .and_then(|()| check_keys(world));
    if buried.is_err() {
        world.truncate::<Seed>(before[0]);
        world.truncate::<DeadTree>(before[1]);
        return buried;
    }
    number_rows::<DeadTree>(world, before[1]);
    settle_dead(world, &mut Scratch::default());
    Ok(())
}

/// Puts a saved state in the place of all entities and counts.
pub(crate) fn restore(
    world: &mut World,
    counts: Counts,
    trees: &mut dyn Iterator<Item = Tree>,
    seeds: &mut dyn Iterator<Item = Seed>,
    dead: &mut dyn Iterator<Item = DeadTree>,
    deadwood: &mut dyn Iterator<Item = Deadwood>,
    growth_points: &mut dyn Iterator<Item = GrowthPoint>,
) -> Result<(), ForestError> {
    let before = world.take_entities();
    let restored = spawn_trees(world, trees)
        .and_then(|()| spawn_seeds(world, seeds))
        .and_then(|()| spawn_dead(world, dead))
        .and_then(|()| spawn_deadwood(world, deadwood))
        .and_then(|()| check_keys(world))
        .and_then(|()| spawn_growth_points(world, growth_points));
    if restored.is_err() {
        world.put_back(before);
        return restored;
    }
    drop(before);
    set_counts(world, counts);
    // An index that knows no row: all of them are sorted, in whatever order they came.
    world.insert_resource(TileIndex::<Tree>::default());
    world.insert_resource(TileIndex::<DeadTree>::default());
    settle_dead(world, &mut Scratch::default());
    deadwood_rows::put_in_order(world);
    put_in_order::<Tree>(world, None, &[], &mut Scratch::default());
    Ok(())
}

/// Growth points in any order.
fn spawn_growth_points(
    world: &mut World,
    growth_points: &mut dyn Iterator<Item = GrowthPoint>,
) -> Result<(), ForestError> {
    let mut growth_points: Vec<GrowthPoint> = growth_points.collect();
    sort_by_place(&mut growth_points, &mut Vec::new(), |point| {
        (0, u128::from(point.tree) << 32 | u128::from(point.node))
    });
    {
        let mut numbers: View<'_, Tree, (&TreeNumber,)> = world.view();
        let mut numbers: Vec<u64> = numbers.slices().0.iter().map(|number| number.0).collect();
        numbers.sort_unstable();
        check_growth_points(&growth_points, |tree| numbers.binary_search(&tree).is_ok())?;
    }
    world.spawn::<GrowthPoint>(growth_points);
    Ok(())
}

fn spawn_trees(world: &mut World, trees: &mut dyn Iterator<Item = Tree>) -> Result<(), ForestError> {
    spawn(world, trees, |ground, tree| ground.check_tree(tree))
}

fn spawn_seeds(world: &mut World, seeds: &mut dyn Iterator<Item = Seed>) -> Result<(), ForestError> {
    spawn(world, seeds, |ground, seed| ground.check_seed(seed))
}

fn spawn_dead(world: &mut World, dead: &mut dyn Iterator<Item = DeadTree>) -> Result<(), ForestError> {
    spawn(world, dead, |ground, dead| ground.check_dead(dead))
}

/// Gives running numbers to the rows from `first` on, in the order of their keys, and these rows in that order.
fn number_rows<K: Kind>(world: &World, first: usize) -> Vec<u32> {
    let mut rows: View<'_, K, (&Identity, &mut TreeNumber)> = world.view();
    let (identities, numbers) = rows.slices();
    let newcomers = rows_by_key(first..identities.len(), identities);
    let next = &mut world.res_mut::<Totals>().next_tree;
    for (number, &row) in (*next..).zip(&newcomers) {
        numbers[row as usize] = TreeNumber(number);
    }
    *next += newcomers.len() as u64;
    newcomers
}

/// That no two trees or seeds share a key.
fn check_keys(world: &World) -> Result<(), ForestError> {
    let mut trees: View<'_, Tree, (&Identity,)> = world.view();
    let mut seeds: View<'_, Seed, (&Identity,)> = world.view();
    let [trees, seeds] = [trees.slices().0, seeds.slices().0].map(|identities| {
        // Two sorted lists of row numbers, merged: four bytes a row, where a set of keys would take 16 and more.
        let rows = rows_by_key(0..identities.len(), identities);
        rows.into_iter().map(move |row| identities[row as usize].0)
    });
    let (mut trees, mut seeds) = (trees.peekable(), seeds.peekable());
    let mut keys = std::iter::from_fn(|| match (trees.peek(), seeds.peek()) {
        (Some(tree), Some(seed)) if seed < tree => seeds.next(),
        (Some(_), _) => trees.next(),
        (None, _) => seeds.next(),
    });
    let mut before = keys.next();
    for key in keys {
        if before == Some(key) {
            return Err(ForestError::KeyTwice(key));
        }
        before = Some(key);
    }
    Ok(())
}

fn spawn_deadwood(
    world: &mut World,
    deadwood: &mut dyn Iterator<Item = Deadwood>,
) -> Result<(), ForestError> {
    spawn(world, deadwood, |ground, one| ground.check_deadwood(one))
}

/// Makes entities of a kind from what passes `check`; stops at the first that does not.
fn spawn<K: Record>(
    world: &mut World,
    items: impl Iterator<Item = K>,
    check: impl Fn(&Ground<'_>, &K) -> Result<(), ForestError>,
) -> Result<(), ForestError> {
    let (tiles, species) = (*world.res::<Tiles>(), world.res::<SpeciesList>().clone());
    let ground = Ground::new(tiles.plot(), &species.0);
    if let Some(rows) = items.size_hint().1 {
        // A quarter more than now come in is asked for here, where it costs nothing until they do: when the columns
        // have to grow, old and new stand side by side.
        world.reserve::<K>(rows.saturating_add(rows / 4));
    }
    let mut refused = None;
    let passing = items.map_while(|item| match check(&ground, &item) {
        Ok(()) => Some(item),
        Err(error) => {
            refused = Some(error);
            None
        }
    });
    world.spawn::<K>(passing);
    refused.map_or(Ok(()), Err)
}
