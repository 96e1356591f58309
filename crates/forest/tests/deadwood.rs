//! Deadwood and stumps: every cause of death leaves what it should, wood stays in balance with deaths, and a state goes on from
//! tables.

use std::collections::{BTreeMap, BTreeSet};

use understory_forest::components::{Cause, Remains, Scores, Size, Wood};
use understory_forest::deadwood::Form;
use understory_forest::disturbance::{Disturbance, Fire, Lightning, Wind};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{
    DeadTree, Deadwood, Event, Forest, ForestError, Founder, Happening, Origin, presets,
};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{Edge, Plot};

const SIDE_M: f64 = 120.0;

fn plot() -> Plot {
    Plot::new([0.0; 2], [SIDE_M; 2], Edge::Torus).unwrap()
}

fn species(preset: &str) -> Species {
    let mut species = presets::named(preset).unwrap().species(preset);
    species.fruit.seeds_per_m2 = 0.0;
    species
}

fn forest(species: Species, disturbance: Disturbance) -> Forest {
    let conditions = Conditions {
        disturbance,
        ..Conditions::default()
    };
    Forest::new(plot(), 5, vec![species], conditions).unwrap()
}

fn size(dbh_cm: f64) -> Size {
    Size {
        dbh_cm,
        height_m: 20.0,
    }
}

fn founder(number: u32) -> Founder {
    let key = RandomKey::from_bits(u128::from(number) + 1);
    let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
    let place_m = [SIDE_M * words[0], SIDE_M * words[1]];
    // One in three stands below the others, in the way of what falls.
    let size = match number % 3 {
        0 => Size {
            dbh_cm: 6.0,
            height_m: 6.0,
        },
        _ => size(16.0 + 12.0 * words[2]),
    };
    Founder::new(key, 0, place_m, 40, size)
}

fn dead(number: u32, cause: Cause, age_yr: u16, dbh_cm: f64) -> DeadTree {
    DeadTree {
        number: 0,
        key: RandomKey::from_bits(u128::from(number) + 1),
        species: 0,
        place_m: [1.0 + f64::from(number), 7.0],
        age_yr,
        size: size(dbh_cm),
        vigour: 0.5,
        scores: Scores::default(),
        remains: Remains::new(cause, 0),
    }
}

/// A storm breaks the stem or another tree does, or something kills the stem alone, as fire does: the root lives and sprouts. What is
/// torn out with its root, or dies as a whole, does not.
#[test]
fn a_stump_sprouts_after_each_cause_that_leaves_its_roots_alive_and_after_no_other() {
    let mut birch = species("betula-pendula");
    birch.resprout.probability = 1.0;
    for cause in Cause::ALL {
        let sprouts = matches!(
            cause,
            Cause::Intrinsic | Cause::Snapped | Cause::Hit | Cause::Fire | Cause::Felled
        );
        let mut forest = forest(birch.clone(), Disturbance::default());
        let old = dead(1, cause, birch.resprout.max_age_yr as u16 + 1, 20.0);
        let (grown, thin) = (dead(2, cause, 40, 20.0), dead(3, cause, 5, 1.0));
        forest.bury([], [old, grown, thin]).unwrap();
        forest.advance();
        let trees: Vec<[f64; 2]> = forest.trees().map(|tree| tree.place_m).collect();
        let expected: &[[f64; 2]] = if sprouts { &[grown.place_m] } else { &[] };
        assert_eq!(trees, expected, "{cause:?}");
        assert_eq!(forest.tallies()[0].resprouted, u64::from(sprouts));
        // A stump is asked once.
        forest.advance();
        assert_eq!(forest.tallies()[0].resprouted, 0);
    }
}

/// Who died in the year, with the cause, and who sprouted, by place.
fn taken(forest: &mut Forest) -> (BTreeMap<[u64; 2], Cause>, BTreeSet<[u64; 2]>) {
    let (mut died, mut sprouted) = (BTreeMap::new(), BTreeSet::new());
    for Event { place_m, what, .. } in forest.take_events() {
        let place = place_m.map(f64::to_bits);
        match what {
            Happening::Death(cause) => _ = died.insert(place, cause),
            Happening::Birth(Origin::Stump) => _ = sprouted.insert(place),
            Happening::Birth(_) => {}
        }
    }
    (died, sprouted)
}

#[test]
fn every_broken_hit_or_burnt_tree_of_a_sprouting_species_sprouts_the_year_after() {
    let storm = Wind {
        storms_per_yr: 1.0,
        gust_from_m_per_s: 40.0,
        ..Wind::default()
    };
    let fire = Fire {
        fires_per_yr: 1.0,
        spread_m: 5.0,
        ..Fire::default()
    };
    let strikes = Lightning {
        strikes_per_ha_yr: 4.0,
        ..Lightning::default()
    };
    let disturbance = Disturbance {
        wind: Some(storm),
        fire: Some(fire),
        lightning: Some(strikes),
        ..Disturbance::default()
    };
    let mut oak = species("quercus-robur");
    oak.resprout.probability = 1.0;
    oak.mortality.chance_per_yr = 1e-4;
    // Some break, others are uprooted.
    oak.stem.soundness_sd = 0.6;
    let mut forest = forest(oak, disturbance);
    forest.plant((0..700).map(founder)).unwrap();
    forest.note_events();
    let mut seen = BTreeSet::new();
    let (mut before, _) = taken(&mut forest);
    for _ in 0..3 {
        forest.advance();
        let (died, sprouted) = taken(&mut forest);
        let alive = |cause: &Cause| {
            matches!(
                cause,
                Cause::Intrinsic | Cause::Snapped | Cause::Hit | Cause::Fire
            )
        };
        // Sprouts of the year before are thinner than 1 cm, too thin to sprout again.
        let stumps: BTreeSet<[u64; 2]> = before
            .iter()
            .filter(|(place, cause)| alive(cause) && founders_place(**place))
            .map(|(place, _)| *place)
            .collect();
        assert_eq!(sprouted, stumps);
        seen.extend(before.values().map(|cause| cause.name()));
        before = died;
    }
    for cause in ["snapped", "uprooted", "hit", "lightning", "fire"] {
        assert!(seen.contains(cause), "{cause}: {seen:?}");
    }
}

fn founders_place(place: [u64; 2]) -> bool {
    (0..700).any(|number| founder(number).place_m.map(f64::to_bits) == place)
}

fn wood(key: u32, stood_share: f32, year_died: i32, year_fell: Option<i32>) -> Deadwood {
    Deadwood {
        key: RandomKey::from_bits(u128::from(key)),
        species: 0,
        place_m: [10.0, 10.0],
        size: size(30.0),
        remains: Remains::new(Cause::Stress, year_died),
        wood: Wood::new(stood_share, year_fell),
    }
}

#[test]
fn deadwood_that_cannot_be_is_refused_and_then_nothing_is_laid() {
    let mut forest = forest(species("fagus-sylvatica"), Disturbance::default());
    let good = wood(1, 1.0, -3, Some(-3));
    let refused = [
        wood(2, 1.5, 0, None),
        wood(3, -0.1, 0, None),
        wood(4, f32::NAN, 0, None),
        wood(5, 1.0, 0, Some(-1)),
        Deadwood {
            size: size(9.9),
            ..good
        },
    ];
    for bad in refused {
        let error = forest.lay_deadwood([good, bad]).unwrap_err();
        assert!(matches!(error, ForestError::Impossible { .. }), "{error}");
    }
    let told = forest.lay_deadwood([wood(5, 1.0, 0, Some(-1))]).unwrap_err();
    assert_eq!(
        told.to_string(),
        "deadwood of a stem of 30.0 cm that died in year 0 with 1.00 of its height standing and fell in year -1 cannot be: a stem is \
         10 cm thick or more, a share lies between 0 and 1, and it falls after its tree has died"
    );
    let nowhere = Deadwood {
        place_m: [-1.0, 0.0],
        ..good
    };
    assert_eq!(
        forest.lay_deadwood([good, nowhere]),
        Err(ForestError::OutsidePlot(-1.0, 0.0))
    );
    assert_eq!(forest.deadwood_count(), 0);
    forest.lay_deadwood([good, wood(6, 0.5, -9, None)]).unwrap();
    let laid: Vec<Deadwood> = forest.deadwood().collect();
    assert_eq!(laid, [wood(6, 0.5, -9, None), good], "by year of death");
}

/// Each tree of 10 cm or more enters when it dies; it leaves when less than a twentieth of its mass is left, and without new dead
/// nothing is left in the end.
#[test]
fn the_thick_dead_enter_and_all_of_them_leave_when_they_have_decayed() {
    let mut beech = species("fagus-sylvatica");
    beech.mortality.age_max_yr = 60;
    let mut forest = forest(beech, Disturbance::default());
    let tall = (0..450).filter(|number| number % 3 > 0);
    forest.plant(tall.map(founder)).unwrap();
    forest.note_events();
    forest.take_events();
    let (mut entered, mut snags) = (0, 0);
    while forest.tree_count() > 0 {
        let there: BTreeSet<RandomKey> = forest.deadwood().map(|dead| dead.key).collect();
        forest.advance();
        let died = forest
            .take_events()
            .iter()
            .filter(|event| matches!(event.what, Happening::Death(_)))
            .count();
        let new: Vec<Deadwood> = forest
            .deadwood()
            .filter(|dead| !there.contains(&dead.key))
            .collect();
        let year = forest.year() as i32;
        assert!(new.iter().all(|dead| dead.remains.year_died() == year));
        assert_eq!(new.len(), died, "they are all thick");
        entered += died;
        let mut standing = 0;
        forest.for_each_part(|_, _, part| standing += usize::from(part.form == Form::Snag));
        snags = snags.max(standing);
    }
    assert_eq!(entered, 300);
    let mut volume_m3 = f64::INFINITY;
    for _ in 0..111 {
        assert!(forest.deadwood_count() <= entered);
        let mut sum_m3 = 0.0;
        forest.for_each_part(|_, _, part| sum_m3 += part.volume_m3);
        assert!(sum_m3 <= volume_m3);
        volume_m3 = sum_m3;
        forest.advance();
    }
    assert!(snags > 20);
    // A beech snag is gone after 70 years.
    assert_eq!(forest.deadwood_count(), 0);
}

/// Of 3,000 beeches of 30 cm that died at once, as many still stand as the product of the yearly chances says.
#[test]
fn snags_stand_as_long_as_their_species_says() {
    let beech = species("fagus-sylvatica");
    let rates = beech.deadwood;
    let mut forest = forest(beech, Disturbance::default());
    forest
        .lay_deadwood((0..3000).map(|number| wood(number, 1.0, 0, None)))
        .unwrap();
    let mut standing = 1.0;
    for year in 1..=25 {
        forest.advance();
        let mass = math::exp(-rates.decay_per_yr * rates.standing_decay_share * f64::from(year));
        let density = if mass > 0.5 { mass } else { (mass / 2.0).sqrt() };
        standing *= math::pow(1.0 - rates.snag_fall_per_yr, 1.0 / density);
        let found = forest
            .deadwood()
            .filter(|dead| dead.wood.year_fell().is_none())
            .count() as f64;
        let error = 4.0 * (3000.0 * standing * (1.0 - standing)).sqrt();
        assert!((found - 3000.0 * standing).abs() < error, "{year}: {found}");
    }
    assert!(standing < 0.25);
}
