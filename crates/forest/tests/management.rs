//! Management: what is felled, planted and salvaged, when rules let it, and that none of it depends on threads or stops.

use std::collections::BTreeMap;

use understory_forest::components::Wood;
use understory_forest::components::{Cause, Remains, Scores, Size};
use understory_forest::disturbance::{Beetles, Disturbance};
use understory_forest::management::{From, Intervention, Layout, StandRule, Treatment, basal_area_m2};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{DeadTree, Deadwood, Forest, ForestError, Founder, Happening, Origin, presets};
use understory_numerics::math::pow;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

/// Beeches or spruces that neither seed nor die by themselves.
fn lasting(preset: &str, name: &str) -> Species {
    let mut species = presets::named(preset).unwrap().species(name);
    species.fruit.seeds_per_m2 = 0.0;
    species.mortality.chance_per_yr = 0.0;
    species.mortality.stress_rate = 0.0;
    species.seedlings.first_year_loss = 0.0;
    species.seedlings.yearly_loss = 0.0;
    species.seedlings.browsing_loss = 0.0;
    species.saplings.yearly_loss = 0.0;
    species
}

fn plot() -> Plot {
    Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap()
}

fn founder(number: u32, species: u16, dbh_cm: f64) -> Founder {
    let key = RandomKey::root(3, &["managed"]).child(0, Purpose::Member, number);
    let place_m = [
        2.5 + 5.0 * f64::from(number % 20),
        2.5 + 5.0 * f64::from(number / 20),
    ];
    let size = Size {
        dbh_cm,
        height_m: 10.0 + 0.3 * dbh_cm,
    };
    Founder {
        vigour: Some(0.6),
        scores: Some(Scores::default()),
        crown_base_m: Some(4.0),
        ..Founder::new(key, species, place_m, 60, size)
    }
}

/// 400 beeches and spruces in turn on a hectare, 10 to 30 cm thick.
fn stand(disturbance: Disturbance) -> Forest {
    let conditions = Conditions {
        disturbance,
        ..Conditions::default()
    };
    let species = vec![
        lasting("fagus-sylvatica", "beech"),
        lasting("picea-abies", "spruce"),
    ];
    let mut forest = Forest::new(plot(), 3, species, conditions).unwrap();
    forest.note_events();
    let dbh_cm = |number: u32| 10.0 + f64::from(number * 37 % 400) / 20.0;
    forest
        .plant((0..400).map(|number| founder(number, (number % 2) as u16, dbh_cm(number))))
        .unwrap();
    forest.take_events();
    forest
}

fn intervention(name: &str, year: u32, treatment: Treatment) -> Intervention {
    Intervention {
        treatment,
        name: name.to_owned(),
        year,
        every_years: None,
        to_year: None,
        only_if: None,
        species: None,
        from_dbh_cm: 7.0,
    }
}

fn thin_to(basal_area_m2_per_ha: f64) -> Treatment {
    Treatment::Thin {
        from: From::Below,
        to_basal_area_m2_per_ha: Some(basal_area_m2_per_ha),
        to_stems_per_ha: None,
        share: None,
    }
}

fn basal_area(forest: &Forest) -> f64 {
    forest.trees().map(|tree| basal_area_m2(tree.size.dbh_cm)).sum()
}

fn felled(forest: &mut Forest) -> u64 {
    let died: BTreeMap<u64, Cause> = forest
        .take_events()
        .into_iter()
        .filter_map(|event| match event.what {
            Happening::Death(cause) => Some((event.tree, cause)),
            Happening::Birth(_) => None,
        })
        .collect();
    assert!(died.values().all(|cause| *cause == Cause::Felled));
    died.len() as u64
}

#[test]
fn a_rule_waits_for_its_stand_and_every_year_of_its_interval() {
    let mut forest = stand(Disturbance::default());
    let threshold = basal_area(&forest) + 3.0;
    forest
        .set_management(vec![Intervention {
            every_years: Some(2),
            only_if: Some(StandRule {
                basal_area_from_m2_per_ha: Some(threshold),
                ..StandRule::default()
            }),
            ..intervention("by-rule", 1, thin_to(threshold - 6.0))
        }])
        .unwrap();
    let mut cut = Vec::new();
    for year in 1..=40 {
        forest.advance();
        let went = felled(&mut forest);
        let tally = forest.tallies();
        assert_eq!(
            tally.iter().map(|tally| tally.felled_stems.count).sum::<u64>(),
            went
        );
        assert_eq!(forest.handled().len() as u64, went);
        if went > 0 {
            cut.push(year);
            // Within half of a thin tree.
            assert!((basal_area(&forest) - (threshold - 6.0)).abs() < 0.05);
        }
    }
    assert!(
        cut.len() >= 2 && cut[0] >= 3 && cut.iter().all(|year| year % 2 == 1),
        "{cut:?}"
    );
}

#[test]
fn those_of_one_year_act_in_their_order_and_on_their_species() {
    let mut forest = stand(Disturbance::default());
    let all = |name: &str, species: &str| Intervention {
        species: Some(species.to_owned()),
        ..intervention(
            name,
            1,
            Treatment::Fell {
                to_dbh_cm: None,
                keep_per_ha: 5.0,
            },
        )
    };
    let half = Treatment::Thin {
        from: From::Random,
        to_basal_area_m2_per_ha: None,
        to_stems_per_ha: Some(100.0),
        share: None,
    };
    forest
        .set_management(vec![all("clear", "spruce"), intervention("thin", 1, half)])
        .unwrap();
    forest.advance();
    let handled = forest.handled();
    let of = |number: u16| handled.iter().filter(move |tree| tree.intervention == number);
    assert_eq!(of(0).count(), 195);
    assert!(of(0).all(|tree| tree.species == 1 && tree.volume_m3 > 0.0));
    // 205 stood on, of both species, and 100 stay.
    assert_eq!(of(1).count(), 105);
    assert_eq!(forest.tree_count(), 100);
    // What is felled is taken out: no wood of it lies or stands.
    assert_eq!(forest.deadwood_count(), 0);
}

#[test]
fn planted_trees_keep_away_from_those_that_stand_and_are_told_apart_by_their_birth() {
    let mut forest = stand(Disturbance::default());
    let plant = Treatment::Plant {
        trees_per_ha: 2500.0,
        height_m: 0.6,
        age_yr: 3,
        layout: Layout::Square,
        clear_m: 2.2,
    };
    let planting = Intervention {
        species: Some("beech".to_owned()),
        ..intervention("planting", 2, plant)
    };
    let clear = Intervention {
        ..intervention("clear", 2, thin_to(5.0))
    };
    // Listed before the felling: planting is done after all felling of a year.
    forest.set_management(vec![planting, clear]).unwrap();
    forest.advance();
    assert!(forest.handled().is_empty());
    let standing: Vec<[f64; 2]> = {
        forest.take_events();
        forest.advance();
        forest
            .trees()
            .filter(|tree| tree.size.height_m > 1.3)
            .map(|tree| tree.place_m)
            .collect()
    };
    let born: Vec<u64> = forest
        .take_events()
        .iter()
        .filter(|event| event.what == Happening::Birth(Origin::Planted))
        .map(|event| event.tree)
        .collect();
    assert_eq!(forest.tallies()[0].planted, born.len() as u64);
    assert!((1500..2500).contains(&born.len()), "{}", born.len());
    for tree in forest.trees().filter(|tree| born.contains(&tree.number)) {
        assert_eq!(
            (tree.species, tree.age_yr, tree.size.height_m, tree.size.dbh_cm),
            (0, 3, 0.6, 0.0)
        );
        assert!(
            standing
                .iter()
                .all(|&other_m| plot().distance_squared_m2(other_m, tree.place_m) > 2.2 * 2.2)
        );
    }
    forest.advance();
    let heights_m: Vec<f64> = forest
        .trees()
        .filter(|tree| born.contains(&tree.number))
        .map(|tree| tree.size.height_m)
        .collect();
    assert!(heights_m.len() == born.len() && heights_m.iter().all(|&height_m| height_m > 0.6));
}

#[test]
fn stumps_of_felled_trees_resprout() {
    let mut beech = lasting("fagus-sylvatica", "beech");
    beech.resprout.probability = 0.5;
    beech.resprout.max_age_yr = 200;
    let species = vec![beech, lasting("picea-abies", "spruce")];
    let mut forest = Forest::new(plot(), 3, species, Conditions::default()).unwrap();
    forest
        .plant((0..400).map(|number| founder(number, (number % 2) as u16, 20.0)))
        .unwrap();
    let coppice = Treatment::Fell {
        to_dbh_cm: None,
        keep_per_ha: 0.0,
    };
    forest
        .set_management(vec![intervention("coppice", 1, coppice)])
        .unwrap();
    forest.advance();
    assert_eq!(forest.tree_count(), 0);
    forest.advance();
    let species: Vec<&Species> = forest.species().collect();
    let can: Vec<bool> = species.iter().map(|one| one.resprout.probability > 0.0).collect();
    assert_eq!(can, [true, false]);
    let sprouts: Vec<u16> = forest.trees().map(|tree| tree.species).collect();
    assert!(!sprouts.is_empty() && sprouts.iter().all(|&index| index == 0));
}

/// Spruces that a storm threw in the year before, among others that live.
fn after_a_storm(interventions: Vec<Intervention>) -> Forest {
    let beetles = Beetles {
        background_per_yr: 0.0,
        colonisation: 1.0,
        winter_survival: 1.0,
        ..Beetles::default()
    };
    let mut forest = stand(Disturbance {
        beetles: Some(beetles),
        ..Disturbance::default()
    });
    let thrown = (500..520_u32).map(|number| {
        let of = founder(number % 400, 1, 30.0);
        let key = RandomKey::from_bits(u128::from(number));
        (of, key)
    });
    let died = Remains::new(Cause::Uprooted, 0);
    let dead: Vec<DeadTree> = thrown
        .clone()
        .map(|(of, key)| DeadTree {
            number: 0,
            key,
            species: 1,
            place_m: of.place_m,
            age_yr: 60,
            size: of.size,
            vigour: 0.5,
            scores: Scores::default(),
            remains: died,
        })
        .collect();
    let wood: Vec<Deadwood> = thrown
        .map(|(of, key)| Deadwood {
            key,
            species: 1,
            place_m: of.place_m,
            size: of.size,
            remains: died,
            wood: Wood::new(0.0, None),
        })
        .collect();
    forest.bury([], dead).unwrap();
    forest.lay_deadwood(wood).unwrap();
    forest.set_management(interventions).unwrap();
    forest.advance();
    forest
}

#[test]
fn salvage_takes_the_wood_and_the_beetles_in_it() {
    let killed = |forest: &Forest| forest.tallies()[1].died[Cause::Beetles as usize];
    let left = after_a_storm(Vec::new());
    assert!(killed(&left) > 50 && left.deadwood_count() >= 20);
    let salvage = intervention("salvage", 1, Treatment::Salvage { within_yr: 2 });
    let cleared = after_a_storm(vec![salvage.clone()]);
    assert_eq!((killed(&cleared), cleared.deadwood_count()), (0, 0));
    let handled = cleared.handled();
    assert_eq!(handled.len(), 20);
    let stem = cleared.species().nth(1).unwrap().stem;
    for tree in &handled {
        // A year on the ground has taken little of it.
        let share = tree.volume_m3 / stem.volume_m3(tree.size);
        assert!((0.9..=1.0).contains(&share), "{share}");
    }
    let of_beech = Intervention {
        species: Some("beech".to_owned()),
        ..salvage
    };
    assert_eq!(after_a_storm(vec![of_beech]).handled().len(), 0);
}

fn programme() -> Vec<Intervention> {
    vec![
        Intervention {
            every_years: Some(3),
            ..intervention(
                "by-chance",
                2,
                Treatment::Thin {
                    from: From::Random,
                    to_basal_area_m2_per_ha: None,
                    to_stems_per_ha: None,
                    share: Some(0.1),
                },
            )
        },
        Intervention {
            species: Some("spruce".to_owned()),
            every_years: Some(4),
            ..intervention(
                "planting",
                1,
                Treatment::Plant {
                    trees_per_ha: 80.0,
                    height_m: 1.5,
                    age_yr: 5,
                    layout: Layout::Random,
                    clear_m: 3.0,
                },
            )
        },
        intervention(
            "selection",
            7,
            Treatment::Select {
                basal_area_m2_per_ha: 8.0,
                dbh_max_cm: 40.0,
                quotient: 1.3,
                class_cm: 5.0,
            },
        ),
    ]
}

#[test]
fn the_same_bits_for_any_number_of_threads_and_after_any_stop() {
    let grown = |threads: usize, stops: &[u32]| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut forest = stand(Disturbance::default());
            forest.set_management(programme()).unwrap();
            for year in 1..=12 {
                forest.advance();
                if stops.contains(&year) {
                    let state = forest.state();
                    forest = stand(Disturbance::default());
                    forest.set_management(programme()).unwrap();
                    forest.restore(state).unwrap();
                }
            }
            (forest.state(), forest.inventory())
        })
    };
    let whole = grown(1, &[]);
    assert_eq!(grown(3, &[]), whole);
    assert_eq!(grown(2, &[1, 4, 6, 7]), whole);
}

#[test]
fn inventories_count_what_a_sum_over_all_trees_counts() {
    let mut forest = stand(Disturbance::default());
    (0..5).for_each(|_| forest.advance());
    let found = forest.inventory();
    assert_eq!(found.len(), 3);
    let species: Vec<Species> = forest.species().cloned().collect();
    for index in 0..2_u16 {
        let trees: Vec<Size> = forest
            .trees()
            .filter(|tree| tree.species == index && tree.size.dbh_cm >= 7.0)
            .map(|tree| tree.size)
            .collect();
        let own = &found[usize::from(index)];
        let stem = &species[usize::from(index)].stem;
        let volume_m3: f64 = trees.iter().map(|size| stem.volume_m3(*size)).sum();
        let biomass_kg: f64 = trees
            .iter()
            .map(|size| stem.biomass_factor * pow(size.dbh_cm, stem.biomass_dbh_exponent))
            .sum();
        assert_eq!(own.stems, trees.len() as u64);
        assert!((own.volume_m3 / volume_m3 - 1.0).abs() < 1e-9);
        assert!((own.biomass_kg / biomass_kg - 1.0).abs() < 1e-9);
        assert!(own.leaves_m2 > own.crowns_m2 && own.crowns_m2 > 0.0);
    }
    assert_eq!(found[2].stems, found[0].stems + found[1].stems);
    let mut all: Vec<Size> = forest.trees().map(|tree| tree.size).collect();
    all.sort_by(|a, b| b.dbh_cm.total_cmp(&a.dbh_cm));
    let top_m = all[..100].iter().map(|size| size.height_m).sum::<f64>() / 100.0;
    assert!((found[2].top_height_m - top_m).abs() < 1e-9);
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut forest = stand(Disturbance::default());
    let plant = |species: &str, trees_per_ha, height_m| Intervention {
        species: Some(species.to_owned()),
        ..intervention(
            "planting",
            1,
            Treatment::Plant {
                trees_per_ha,
                height_m,
                age_yr: 0,
                layout: Layout::Square,
                clear_m: 0.0,
            },
        )
    };
    let told = |forest: &mut Forest, one| forest.set_management(vec![one]).unwrap_err();
    assert_eq!(
        told(&mut forest, plant("oak", 1.0, 0.5)).to_string(),
        "the intervention `planting` cannot be: it is about `oak`, which is no species of this forest"
    );
    assert!(
        told(&mut forest, plant("beech", 1e6, 149.0))
            .to_string()
            .starts_with("the intervention `planting` cannot be: it plants trees of 149 m, but the greatest `beech` has ")
    );
    assert!(matches!(
        told(&mut forest, plant("beech", 2e6, 0.5)),
        ForestError::Management(_)
    ));
    forest.advance();
    assert!(forest.handled().is_empty());
}
