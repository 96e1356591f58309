//! Disturbances: who falls first, what falling trees hit, whom lightning, fire and beetles find, and that none of it depends on
//! threads or stops.

use std::collections::{BTreeMap, BTreeSet};

use understory_forest::components::{Cause, Remains, Scores, Size};
use understory_forest::disturbance::{Beetles, Disturbance, Fire, Lightning, Wind};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{DeadTree, Forest, Founder, Happening, State, Tree, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

/// Spruces that neither seed nor die by themselves, all as sound as each other.
fn spruce() -> Species {
    let mut spruce = presets::named("picea-abies").unwrap().species("spruce");
    spruce.fruit.seeds_per_m2 = 0.0;
    spruce.mortality.chance_per_yr = 0.0;
    spruce.mortality.stress_rate = 0.0;
    spruce.seedlings.first_year_loss = 0.0;
    spruce.seedlings.yearly_loss = 0.0;
    spruce.seedlings.browsing_loss = 0.0;
    spruce.saplings.yearly_loss = 0.0;
    spruce.stem.soundness_sd = 0.0;
    spruce
}

fn tree(number: u32, place_m: [f64; 2], height_m: f64) -> Founder {
    let key = RandomKey::root(3, &["disturbed"]).child(0, Purpose::Member, number);
    let size = Size {
        dbh_cm: if height_m > 1.3 { height_m } else { 0.0 },
        height_m,
    };
    Founder {
        vigour: Some(0.6),
        scores: Some(Scores::default()),
        crown_base_m: Some((0.5 * height_m) as f32),
        ..Founder::new(key, 0, place_m, 60, size)
    }
}

fn forest(plot: Plot, disturbance: Disturbance, founders: impl IntoIterator<Item = Founder>) -> Forest {
    let conditions = Conditions {
        disturbance,
        ..Conditions::default()
    };
    let mut forest = Forest::new(plot, 3, vec![spruce()], conditions).unwrap();
    forest.note_events();
    forest.plant(founders).unwrap();
    forest.take_events();
    forest
}

/// A storm every year, due east, with one gust and no spread.
fn storm(gust_m_per_s: f64, gusts: u32) -> Wind {
    Wind {
        storms_per_yr: 1.0,
        gust_from_m_per_s: gust_m_per_s,
        gust_excess_mean_m_per_s: 0.0,
        towards_deg: 90.0,
        towards_sd_deg: 0.0,
        gusts,
        fall_sd_deg: 0.0,
        // Half of the load in the open, of a spruce in gusts of 25 m/s and more.
        sheltered_drag: 0.228,
        ..Wind::default()
    }
}

fn wind(wind: Wind) -> Disturbance {
    Disturbance {
        wind: Some(wind),
        ..Disturbance::default()
    }
}

/// Who died of what in the years since this was last asked.
fn deaths(forest: &mut Forest) -> BTreeMap<u64, Cause> {
    let events = forest.take_events().into_iter();
    let died = events.filter_map(|event| match event.what {
        Happening::Death(cause) => Some((event.tree, cause)),
        Happening::Birth(_) => None,
    });
    died.collect()
}

fn was_thrown(cause: Cause) -> bool {
    matches!(cause, Cause::Snapped | Cause::Uprooted)
}

/// A wood of 28 m in the eastern three quarters of a plot, open to the west.
fn wood_with_an_edge(disturbance: Disturbance) -> Forest {
    let plot = Plot::new([0.0; 2], [200.0, 100.0], Edge::Open).unwrap();
    let founders = (0..600_u32).map(|number| {
        let (column, row) = (number % 30, number / 30);
        let place_m = [52.5 + 5.0 * f64::from(column), 2.5 + 5.0 * f64::from(row)];
        tree(number, place_m, 28.0)
    });
    forest(plot, disturbance, founders)
}

#[test]
fn trees_at_the_edge_fall_first_and_open_the_stand_for_the_next_gust() {
    let thrown_after = |gust, gusts| {
        let mut forest = wood_with_an_edge(wind(storm(gust, gusts)));
        forest.advance();
        let places: BTreeMap<u64, [f64; 2]> = forest.dead().map(|dead| (dead.number, dead.place_m)).collect();
        let died = deaths(&mut forest);
        let thrown = died.into_iter().filter(|(_, cause)| was_thrown(*cause));
        thrown.map(|(tree, _)| places[&tree][0]).collect::<Vec<f64>>()
    };
    // The gust that throws trees at the edge, but not behind it.
    let gust = (20..60)
        .map(f64::from)
        .find(|&gust| !thrown_after(gust, 1).is_empty())
        .unwrap();
    let once = thrown_after(gust, 1);
    assert!(once.iter().all(|&x_m| x_m < 85.0), "{once:?}");
    assert!(once.len() < 200);
    let often = thrown_after(gust, 6);
    assert!(often.len() > once.len() + 20, "{} {}", often.len(), once.len());
    // Twice the gust takes them all.
    assert_eq!(thrown_after(2.0 * gust, 6).len(), 600);
}

#[test]
fn the_tallest_fall_first_and_without_a_storm_none() {
    let plot = Plot::new([0.0; 2], [120.0; 2], Edge::Torus).unwrap();
    let founders = || {
        (0..144_u32).map(|number| {
            let place_m = [
                5.0 + 10.0 * f64::from(number % 12),
                5.0 + 10.0 * f64::from(number / 12),
            ];
            let own = RandomKey::from_bits(9).draws(number, Purpose::Place, 0)[0];
            tree(number, place_m, 10.0 + 18.0 * unit_from_u32(own))
        })
    };
    let mean_height = |thrown: bool, gust| {
        let mut forest = forest(plot, wind(storm(gust, 1)), founders());
        forest.advance();
        let died = deaths(&mut forest);
        let dead = forest.dead().filter(|dead| was_thrown(died[&dead.number]));
        let heights: Vec<f64> = match thrown {
            true => dead.map(|dead| dead.size.height_m).collect(),
            false => forest.trees().map(|tree| tree.size.height_m).collect(),
        };
        (heights.len(), heights.iter().sum::<f64>() / heights.len() as f64)
    };
    let gust = (20..80)
        .map(f64::from)
        .find(|&gust| mean_height(true, gust).0 > 20)
        .unwrap();
    assert!(mean_height(true, gust).1 > mean_height(false, gust).1 + 3.0);
    let mut still = forest(
        plot,
        wind(Wind {
            storms_per_yr: 0.0,
            ..storm(99.0, 6)
        }),
        founders(),
    );
    still.advance();
    assert_eq!(still.tree_count(), 144);
}

/// Trees of 25 m that stand alone over a carpet of seedlings: whoever lies where a crown comes down, and nobody else.
#[test]
fn what_falls_hits_all_that_lies_where_its_crown_comes_down() {
    for edge in [Edge::Open, Edge::Torus] {
        let plot = Plot::new([0.0; 2], [150.0, 120.0], edge).unwrap();
        let tall = (0..6_u32).map(|number| {
            let place_m = [
                35.0 + 50.0 * f64::from(number % 3),
                30.0 + 51.0 * f64::from(number / 3),
            ];
            tree(number, place_m, 25.0)
        });
        let low = (0..4000_u32).map(|number| {
            let words = RandomKey::from_bits(9)
                .draws(number, Purpose::Place, 0)
                .map(unit_from_u32);
            tree(100 + number, [150.0 * words[0], 120.0 * words[1]], 0.3)
        });
        let founders: Vec<Founder> = tall.chain(low).collect();
        // Sizes as the storm finds them, after the year's growth.
        let mut calm = forest(plot, Disturbance::default(), founders.clone());
        calm.advance();
        let trees: Vec<Tree> = calm.trees().collect();
        let deadly = Wind {
            hit_loss: 1.0,
            ..storm(90.0, 1)
        };
        let mut forest = forest(plot, wind(deadly), founders);
        forest.advance();
        let died = deaths(&mut forest);
        let fallen: Vec<&Tree> = trees
            .iter()
            .filter(|tree| died.get(&tree.number).is_some_and(|&cause| was_thrown(cause)))
            .collect();
        assert_eq!(fallen.len(), 6);
        let lies_under = |low: &Tree| {
            fallen.iter().any(|tall| {
                let mut along_m = low.place_m[0] - tall.place_m[0];
                if edge == Edge::Torus && along_m < -75.0 {
                    along_m += 150.0;
                }
                let aside_m = (low.place_m[1] - tall.place_m[1]).abs();
                along_m >= f64::from(tall.crown_base_m)
                    && along_m <= tall.size.height_m
                    && aside_m <= tall.crown_radius_m
            })
        };
        let under: BTreeSet<u64> = trees
            .iter()
            .filter(|tree| tree.size.height_m < 5.0 && lies_under(tree))
            .map(|tree| tree.number)
            .collect();
        let hit: BTreeSet<u64> = died
            .iter()
            .filter(|(_, cause)| **cause == Cause::Hit)
            .map(|(tree, _)| *tree)
            .collect();
        assert!(under.len() > 40, "{}", under.len());
        // A seedling of 1.5 % of the height is missed once in seventy times.
        assert!(
            hit.is_subset(&under) && hit.len() + 8 > under.len(),
            "{} {}",
            hit.len(),
            under.len()
        );
        // To the east over the edge a torus goes on.
        let far_west = |tree: &&Tree| hit.contains(&tree.number) && tree.place_m[0] < 30.0;
        assert_eq!(trees.iter().filter(far_west).count() > 0, edge == Edge::Torus);
    }
}

#[test]
fn lightning_kills_the_tallest_tree_near_as_often_as_stated() {
    let plot = Plot::new([0.0; 2], [390.0; 2], Edge::Torus).unwrap();
    let lightning = Lightning {
        strikes_per_ha_yr: 0.5,
        within_m: 22.0,
        from_height_m: 5.0,
    };
    let founders = (0..1521_u32).map(|number| {
        let place_m = [
            5.0 + 10.0 * f64::from(number % 39),
            5.0 + 10.0 * f64::from(number / 39),
        ];
        // One in nine stands above all others, at most 21.3 m from any place.
        let is_tall = number % 39 % 3 == 1 && number / 39 % 3 == 1;
        tree(number, place_m, if is_tall { 25.0 } else { 12.0 })
    });
    let disturbance = Disturbance {
        lightning: Some(lightning),
        ..Disturbance::default()
    };
    let mut forest = forest(plot, disturbance, founders);
    let mut struck = 0;
    for _ in 0..10 {
        forest.advance();
        let died = deaths(&mut forest);
        assert!(died.values().all(|&cause| cause == Cause::Lightning));
        struck += died.len();
        if forest.year() == 1 {
            let heights: Vec<f64> = forest.dead().map(|dead| dead.size.height_m).collect();
            assert!(
                heights.len() > 2 && heights.iter().all(|&height_m| height_m > 20.0),
                "{heights:?}"
            );
        }
    }
    // 76 strokes expected, four standard errors; a tree that is struck twice in a year dies once.
    assert!((41..111).contains(&struck), "{struck}");
}

/// Where all catch fire and none has bark, those die whom a flood reaches from where the fire starts.
#[test]
fn fire_takes_all_that_is_linked_to_its_start_by_narrow_gaps_and_nobody_else() {
    for edge in [Edge::Open, Edge::Torus] {
        let plot = Plot::new([0.0; 2], [150.0; 2], edge).unwrap();
        let fire = Fire {
            fires_per_yr: 1.0,
            spread_m: 2.0,
            spread_chance: 1.0,
            ..Fire::default()
        };
        let disturbance = Disturbance {
            fire: Some(fire),
            ..Disturbance::default()
        };
        let conditions = Conditions {
            disturbance,
            ..Conditions::default()
        };
        let mut kind = spruce();
        kind.hazards.flammability = 1.0;
        kind.hazards.bark_share = 0.0;
        let founders = (0..1300_u32).map(|number| {
            let words = RandomKey::from_bits(9)
                .draws(number, Purpose::Place, 0)
                .map(unit_from_u32);
            tree(number, [150.0 * words[0], 150.0 * words[1]], 4.0 + 4.0 * words[2])
        });
        let founders: Vec<Founder> = founders.collect();
        let mut sizes = BTreeSet::new();
        for seed in 0..6 {
            let mut forest = Forest::new(plot, seed, vec![kind.clone()], conditions).unwrap();
            forest.note_events();
            forest.plant(founders.clone()).unwrap();
            forest.take_events();
            let trees: Vec<Tree> = forest.trees().collect();
            let radii_m: Vec<f64> = trees.iter().map(|tree| tree.crown_radius_m).collect();
            let key = RandomKey::root(seed, &["disturbance"]);
            let start = key.draws(1, Purpose::Fire, 0).map(unit_from_u32);
            let start_m = [150.0 * start[1], 150.0 * start[2]];
            let are_linked = |a_m: [f64; 2], b_m: [f64; 2], most_m: f64| {
                plot.distance_squared_m2(a_m, b_m).sqrt() <= most_m + 2.0
            };
            let mut reached: BTreeSet<usize> = (0..trees.len())
                .filter(|&at| are_linked(start_m, trees[at].place_m, radii_m[at]))
                .collect();
            let mut open: Vec<usize> = reached.iter().copied().collect();
            while let Some(from) = open.pop() {
                for to in 0..trees.len() {
                    let most_m = radii_m[from] + radii_m[to];
                    if are_linked(trees[from].place_m, trees[to].place_m, most_m) && reached.insert(to) {
                        open.push(to);
                    }
                }
            }
            forest.advance();
            let died = deaths(&mut forest);
            assert!(died.values().all(|&cause| cause == Cause::Fire));
            let burnt: BTreeSet<u64> = died.into_keys().collect();
            let expected: BTreeSet<u64> = reached.iter().map(|&at| trees[at].number).collect();
            assert_eq!(burnt, expected, "{edge} {seed}");
            sizes.insert(burnt.len());
        }
        // Neither all nor none each time, or the test would say little.
        assert!(sizes.iter().any(|&size| size > 50 && size < 1200), "{sizes:?}");
    }
}

/// Broods in the middle of a grid of hosts and others: (1 − distance / 50 m)⁴ of the hosts die, and none of the others.
#[test]
fn beetles_kill_their_own_hosts_by_the_distance_to_last_years_brood() {
    let plot = Plot::new([0.0; 2], [200.0; 2], Edge::Open).unwrap();
    let beetles = Beetles {
        background_per_yr: 0.0,
        colonisation: 1.0,
        within_m: 50.0,
        winter_survival: 1.0,
        from_dbh_cm: 15.0,
    };
    let disturbance = Disturbance {
        beetles: Some(beetles),
        ..Disturbance::default()
    };
    let conditions = Conditions {
        disturbance,
        ..Conditions::default()
    };
    let host = spruce();
    let mut other = spruce();
    other.name = "other".to_owned();
    other.hazards.beetle_attack = 0.0;
    let mut forest = Forest::new(plot, 3, vec![host, other], conditions).unwrap();
    forest.note_events();
    let founders = (0..6400_u32).map(|number| {
        let place_m = [
            1.25 + 2.5 * f64::from(number % 80),
            1.25 + 2.5 * f64::from(number / 80),
        ];
        Founder {
            species: ((number % 80 + number / 80) % 2) as u16,
            ..tree(number, place_m, 20.0)
        }
    });
    forest.plant(founders).unwrap();
    forest.take_events();
    let trees: Vec<Tree> = forest.trees().collect();
    let dead = |number: u32, cause: Cause| DeadTree {
        number: 0,
        key: RandomKey::from_bits(u128::from(number) + 1),
        species: 0,
        place_m: [100.0, 100.0],
        age_yr: 60,
        size: Size {
            dbh_cm: 30.0,
            height_m: 25.0,
        },
        vigour: 0.5,
        scores: Scores::default(),
        remains: Remains::new(cause, 0),
    };
    // Beetles do not breed in what died of crowding.
    forest
        .bury([], [dead(1, Cause::Uprooted), dead(2, Cause::Stress)])
        .unwrap();
    forest.advance();
    let died = deaths(&mut forest);
    assert!(died.values().all(|&cause| cause == Cause::Beetles));
    let (mut expected, mut variance) = (0.0, 0.0);
    for tree in &trees {
        let nearness = 1.0 - plot.distance_squared_m2([100.0; 2], tree.place_m).sqrt() / 50.0;
        if tree.species == 1 || nearness <= 0.0 {
            assert!(!died.contains_key(&tree.number));
            continue;
        }
        let chance = nearness * nearness * nearness * nearness;
        expected += chance;
        variance += chance * (1.0 - chance);
    }
    assert!(
        (died.len() as f64 - expected).abs() < 4.0 * variance.sqrt(),
        "{} {expected}",
        died.len()
    );
    // Their broods go on the year after; with few hosts left, they end.
    forest.advance();
    let next = deaths(&mut forest).len();
    assert!(next > died.len(), "{next}");
}

/// Two species that seed, crowd and are struck.
fn struck_stand(threads: usize, years: std::ops::Range<u32>, from: Option<State>) -> State {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| {
        let plot = Plot::new([0.0; 2], [160.0, 140.0], Edge::Torus).unwrap();
        let species = [("fagus-sylvatica", "beech"), ("picea-abies", "spruce")].map(|(preset, name)| {
            let mut species = presets::named(preset).unwrap().species(name);
            species.fruit.seeds_per_m2 *= 5.0;
            species.seedlings.browsing_loss = 0.05;
            species
        });
        let disturbance = Disturbance {
            wind: Some(Wind {
                storms_per_yr: 0.5,
                gust_from_m_per_s: 40.0,
                ..Wind::default()
            }),
            lightning: Some(Lightning {
                strikes_per_ha_yr: 1.0,
                ..Lightning::default()
            }),
            fire: Some(Fire {
                fires_per_yr: 0.2,
                ..Fire::default()
            }),
            beetles: Some(Beetles {
                background_per_yr: 0.01,
                ..Beetles::default()
            }),
        };
        let conditions = Conditions {
            disturbance,
            ..Conditions::default()
        };
        let mut forest = Forest::new(plot, 3, species.to_vec(), conditions).unwrap();
        forest.note_events();
        let founders = (0..900_u32).map(|number| {
            let words = RandomKey::from_bits(9)
                .draws(number, Purpose::Place, 0)
                .map(unit_from_u32);
            let grown = tree(
                number,
                [160.0 * words[0], 140.0 * words[1]],
                12.0 + 18.0 * words[2],
            );
            Founder {
                species: (number % 2) as u16,
                ..grown
            }
        });
        forest.plant(founders).unwrap();
        if let Some(state) = from {
            forest.restore(state).unwrap();
        }
        let mut causes = BTreeSet::new();
        for _ in years {
            forest.advance();
            causes.extend(deaths(&mut forest).values().map(|&cause| cause as u8));
        }
        assert!(causes.len() >= 7, "{causes:?}");
        forest.state()
    })
}

#[test]
fn a_disturbance_beyond_its_range_is_refused_by_its_key() {
    let plot = Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap();
    let conditions = Conditions {
        disturbance: wind(Wind {
            storms_per_yr: 1.5,
            ..Wind::default()
        }),
        ..Conditions::default()
    };
    let refused = Forest::new(plot, 1, vec![spruce()], conditions).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "the disturbances: `wind.storms_per_yr` is 1.5, but must be at least 0 and at most 1"
    );
}

#[test]
fn disturbed_forests_are_the_same_for_any_threads_and_after_a_stop() {
    let straight = struck_stand(1, 0..24, None);
    assert!(straight.trees.len() > 1500, "{}", straight.trees.len());
    assert!(struck_stand(4, 0..24, None) == straight);
    let half = struck_stand(2, 0..13, None);
    assert!(struck_stand(3, 13..24, Some(half)) == straight);
}
