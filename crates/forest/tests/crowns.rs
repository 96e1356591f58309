//! Crowns that grow with their trees: what they fill, what they leave each other, and that nothing depends on threads or stops.

use std::collections::{BTreeMap, BTreeSet};

use understory_branching::stand::{CrownShape, Sharing};
use understory_forest::components::Size;
use understory_forest::crowns::{YearlyCrowns, YearlyRules};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Forest, ForestError, Founder, GrowthPoint, State, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

const SIDE_M: f64 = 60.0;

/// Few points, so that a test does not take long.
fn crowns(species: usize) -> YearlyCrowns {
    YearlyCrowns {
        min_height_m: 1.3,
        sharing: Sharing {
            points: 200,
            influence_spacings: 2.0,
            ..Sharing::default()
        },
        shapes: vec![CrownShape::Rounded; species],
        rules: YearlyRules::default(),
    }
}

/// Beech and birch that bear no seeds.
fn species() -> Vec<Species> {
    let mut species = [("fagus-sylvatica", "beech"), ("betula-pendula", "birch")]
        .map(|(preset, name)| presets::named(preset).expect("it ships").species(name));
    for one in &mut species {
        one.fruit.seeds_per_m2 = 0.0;
        one.variation.dbh_sd = 0.0;
        one.variation.height_sd = 0.0;
        // Old age and crowding kill, not chance.
        one.mortality.chance_per_yr = 1e-4;
    }
    species.to_vec()
}

fn bare(edge: Edge) -> Forest {
    let plot = Plot::new([500.0, -70.0], [SIDE_M; 2], edge).expect("a plot");
    let mut forest = Forest::new(plot, 5, species(), Conditions::default()).expect("a forest");
    forest.set_crowns(crowns(2)).expect("crowns");
    forest
}

/// So many trees of 3 m at random places; every third is a birch.
fn stand(trees: u32, edge: Edge) -> Forest {
    let mut forest = bare(edge);
    let root = RandomKey::root(5, &["stand"]);
    let founder = |number: u32| {
        let key = root.child(0, Purpose::Member, number);
        let [x, y, ..] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let place_m = [500.0 + x * SIDE_M, -70.0 + y * SIDE_M];
        Founder::new(key, u16::from(number.is_multiple_of(3)), place_m, 10, SMALL)
    };
    forest.plant((0..trees).map(founder)).expect("they stand");
    forest
}

const SMALL: Size = Size {
    dbh_cm: 2.0,
    height_m: 3.0,
};

fn grown(mut forest: Forest, years: u32) -> Forest {
    (0..years).for_each(|_| forest.advance());
    forest
}

/// Where each growth point stands, by tree.
fn places_m(forest: &Forest) -> BTreeMap<u64, Vec<[f64; 3]>> {
    let feet: BTreeMap<u64, [f64; 2]> = forest.trees().map(|tree| (tree.number, tree.place_m)).collect();
    let mut places_m: BTreeMap<u64, Vec<[f64; 3]>> = BTreeMap::new();
    for point in forest.growth_points() {
        let [x_m, y_m, z_m] = point.off_m.map(f64::from);
        let foot_m = feet[&point.tree];
        let place_m = [foot_m[0] + x_m, foot_m[1] + y_m, z_m];
        places_m.entry(point.tree).or_default().push(place_m);
    }
    places_m
}

/// A tree alone: what hinders it is only that its crown must grow first. It keeps up with one whose light is that of the light model.
#[test]
fn a_tree_in_the_open_fills_its_crown_and_grows_as_without_one() {
    for edge in [Edge::Torus, Edge::Open] {
        let lone = |has_crown: bool| {
            let plot = Plot::new([500.0, -70.0], [SIDE_M; 2], edge).unwrap();
            let mut forest = Forest::new(plot, 5, species(), Conditions::default()).unwrap();
            if has_crown {
                forest.set_crowns(crowns(2)).unwrap();
            }
            let key = RandomKey::root(1, &["lone"]);
            forest
                .plant([Founder::new(key, 0, [530.0, -40.0], 10, SMALL)])
                .unwrap();
            grown(forest, 35)
        };
        let (mut with, without) = (lone(true), lone(false));
        let [dbh_cm, free_cm] = [&with, &without].map(|forest| forest.trees().next().unwrap().size.dbh_cm);
        assert!(
            dbh_cm > 0.85 * free_cm && dbh_cm <= free_cm,
            "{dbh_cm} beside {free_cm}"
        );
        let won = with.space_won();
        let share = f64::from(won[0].held) / f64::from(won[0].offered);
        assert!((0.7..=1.1).contains(&share) && won[0].light > 0.8, "{won:?}");
    }
}

/// Crown shyness: where crowns meet, branches of one stop short of those of the other. Stems are not asked: they go up in any case.
#[test]
fn crowns_leave_a_gap_of_most_of_the_kill_distance() {
    let forest = grown(stand(150, Edge::Torus), 45);
    let kill_m = forest.crown_spacing_m().unwrap() * crowns(2).sharing.kill_spacings;
    let plot = *forest.plot();
    let feet: BTreeMap<u64, [f64; 2]> = forest.trees().map(|tree| (tree.number, tree.place_m)).collect();
    let branches: Vec<(u64, [f64; 3])> = places_m(&forest)
        .into_iter()
        .flat_map(|(tree, places_m)| places_m.into_iter().map(move |place_m| (tree, place_m)))
        .filter(|(tree, place_m)| feet[tree] != [place_m[0], place_m[1]])
        .collect();
    let mut gaps_m: Vec<f64> = Vec::new();
    for (tree, place_m) in &branches {
        let nearest_m2 = branches
            .iter()
            .filter(|(other, _)| other != tree)
            .map(|(_, other_m)| {
                let across_m2 = plot.distance_squared_m2([place_m[0], place_m[1]], [other_m[0], other_m[1]]);
                across_m2 + (place_m[2] - other_m[2]) * (place_m[2] - other_m[2])
            });
        gaps_m.push(nearest_m2.fold(f64::INFINITY, f64::min).sqrt());
    }
    gaps_m.sort_by(f64::total_cmp);
    let touching = gaps_m.iter().filter(|&&gap_m| gap_m < 2.0 * kill_m).count();
    assert!(
        touching * 10 > gaps_m.len(),
        "crowns meet: {touching} of {}",
        gaps_m.len()
    );
    let low = gaps_m[gaps_m.len() / 100];
    println!(
        "least {:.3}, first percentile {:.3} kill distances",
        gaps_m[0] / kill_m,
        low / kill_m
    );
    assert!(
        low >= 0.8 * kill_m,
        "{low} m where the kill distance is {kill_m} m"
    );
}

/// In a crowded stand trees get less light than in the open, small ones less than tall ones, and space decides.
#[test]
fn space_won_is_light_and_light_is_growth() {
    let mut forest = grown(stand(200, Edge::Torus), 45);
    let before: BTreeMap<u64, f64> = forest
        .trees()
        .map(|tree| (tree.number, tree.size.dbh_cm))
        .collect();
    let heights_m: BTreeMap<u64, f64> = forest
        .trees()
        .map(|tree| (tree.number, tree.size.height_m))
        .collect();
    let won = forest.space_won();
    let mean = won.iter().map(|won| won.light).sum::<f64>() / won.len() as f64;
    assert!(mean < 0.8, "{mean}");
    let mut by_height = won.clone();
    by_height.sort_by(|one, other| heights_m[&one.tree].total_cmp(&heights_m[&other.tree]));
    let third = by_height.len() / 3;
    let light = |some: &[understory_forest::crowns::SpaceWon]| {
        some.iter().map(|won| won.light).sum::<f64>() / some.len() as f64
    };
    let [low, high] = [light(&by_height[..third]), light(&by_height[2 * third..])];
    assert!(low < 0.9 * high, "{low} and {high}");
    let forest = grown(forest, 1);
    let gains: BTreeMap<u64, f64> = forest
        .trees()
        .filter_map(|tree| Some((tree.number, tree.size.dbh_cm - before.get(&tree.number)?)))
        .collect();
    for (tree, gain_cm) in &gains {
        let light = won.iter().find(|won| won.tree == *tree).map(|won| won.light);
        assert!(
            *gain_cm < 2.0 && (*gain_cm > 0.0 || light < Some(0.01)),
            "{gain_cm} cm at {light:?}"
        );
    }
}

/// The crown base rises where a stand is dense, and the dead leave no wood behind.
#[test]
fn lower_branches_fall_and_the_dead_leave_none() {
    let dense = grown(stand(900, Edge::Torus), 40);
    let lone = grown(stand(6, Edge::Torus), 40);
    let base = |forest: &Forest| {
        let shares = forest
            .trees()
            .map(|tree| f64::from(tree.crown_base_m) / tree.size.height_m);
        shares.sum::<f64>() / forest.tree_count() as f64
    };
    println!(
        "base {:.3} dense, {:.3} lone; {} of 900 live",
        base(&dense),
        base(&lone),
        dense.tree_count()
    );
    assert!(
        base(&dense) > base(&lone) + 0.05,
        "{} and {}",
        base(&dense),
        base(&lone)
    );
    let alive: BTreeSet<u64> = dense.trees().map(|tree| tree.number).collect();
    let with_wood: BTreeSet<u64> = dense.growth_points().map(|point| point.tree).collect();
    assert!(dense.tree_count() < 800, "some have died");
    assert_eq!(with_wood, alive);
    assert!(dense.growth_points().any(|point| point.lost_tips > 0));
}

#[test]
fn threads_and_a_stop_change_nothing() {
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| grown(stand(120, Edge::Torus), 24)).state()
    };
    let one = with_threads(1);
    assert!(one.growth_points.len() > 2000);
    assert_eq!(one, with_threads(3));
    let halfway = grown(stand(120, Edge::Torus), 11).state();
    let mut again = bare(Edge::Torus);
    again.restore(halfway).unwrap();
    assert_eq!(grown(again, 13).state(), one);
}

#[test]
fn growth_points_that_cannot_be_are_refused_and_nothing_is_changed() {
    let whole = grown(stand(10, Edge::Torus), 5).state();
    let refused = |change: fn(&mut Vec<GrowthPoint>)| {
        let mut state: State = whole.clone();
        change(&mut state.growth_points);
        let mut forest = bare(Edge::Torus);
        let before = forest.state();
        let error = forest.restore(state).unwrap_err();
        assert_eq!(forest.state(), before);
        assert!(matches!(error, ForestError::Impossible { .. }), "{error}");
        error.to_string()
    };
    assert!(refused(|points| points[0].tree = 999).contains("grew from"));
    assert!(
        refused(|points| points.iter_mut().for_each(|point| point.tree += 500)).contains("does not live")
    );
    assert!(refused(|points| points[3].parent = 77_777).contains("what it grew from is not there"));
    assert!(refused(|points| points[3].off_m[1] = f32::NAN).contains("its place is none"));
    assert!(refused(|points| points[3].node = points[2].node).contains("lower numbers"));
    assert!(refused(|points| points[0].parent = 0).contains("first of its tree"));
}

#[test]
fn crowns_that_no_plot_holds_are_refused() {
    let plot = Plot::new([0.0; 2], [SIDE_M; 2], Edge::Torus).unwrap();
    let refused = |change: fn(&mut YearlyCrowns)| {
        let mut forest = Forest::new(plot, 5, species(), Conditions::default()).unwrap();
        let mut crowns = crowns(2);
        change(&mut crowns);
        forest.set_crowns(crowns).unwrap_err().to_string()
    };
    assert!(refused(|crowns| crowns.sharing.points = 4_000_000).contains("fewer `points`"));
    assert!(refused(|crowns| crowns.sharing.influence_spacings = 90.0).contains("`influence_spacings`"));
    assert!(refused(|crowns| crowns.rules.extinction = -1.0).contains("`extinction` is -1"));
    assert!(refused(|crowns| crowns.shapes.truncate(1)).contains("1 species, but the forest has 2"));
}
