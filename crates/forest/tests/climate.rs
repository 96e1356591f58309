//! Climate: who dies in dry years and where, how seed years follow it, and that none of it depends on threads or stops.

use std::sync::Arc;

use understory_forest::climate::{Rain, Temperature};
use understory_forest::components::{Cause, Scores, Size};
use understory_forest::parameters::{ClimateNeeds, Conditions, Drought, Species};
use understory_forest::{Climate, Forest, Founder, Happening, State, Water, YearClimate, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{Edge, Plot};

const SIDE_M: f64 = 300.0;

/// Trees that neither seed nor die but of drought.
fn hardy(name: &str, dry_below: f64) -> Species {
    let mut species = presets::named("picea-abies").unwrap().species(name);
    species.fruit.seeds_per_m2 = 0.0;
    species.mortality.chance_per_yr = 0.0;
    species.mortality.stress_rate = 0.0;
    species.climate = None;
    species.drought = Drought {
        dry_below,
        rate: 0.4,
        legacy: 0.0,
        height_factor: 0.0,
        seedling_factor: 1.0,
    };
    species
}

fn place_m(key: RandomKey) -> [f64; 2] {
    let [x, y, ..] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
    [SIDE_M * x, SIDE_M * y]
}

fn trees(count: u32, species: u16, height_m: f64) -> impl Iterator<Item = Founder> {
    (0..count).map(move |number| {
        let key = RandomKey::root(7, &["dry"]).child(0, Purpose::Member, number * 2 + u32::from(species));
        let size = Size {
            dbh_cm: height_m,
            height_m,
        };
        Founder {
            vigour: Some(0.8),
            scores: Some(Scores::default()),
            ..Founder::new(key, species, place_m(key), 40, size)
        }
    })
}

fn forest(species: Vec<Species>, climate: Climate) -> Forest {
    let plot = Plot::new([0.0; 2], [SIDE_M; 2], Edge::Open).unwrap();
    let mut forest = Forest::new(plot, 7, species, Conditions::default()).unwrap();
    forest.set_climate(Arc::new(climate));
    forest.note_events();
    forest
}

fn year(temperature_c: f64, rain_mm: f64) -> YearClimate {
    YearClimate {
        temperature_c,
        rain_mm,
    }
}

/// Species and place of those that drought killed since this was last asked.
fn killed(forest: &mut Forest) -> Vec<(u16, [f64; 2])> {
    let events = forest.take_events().into_iter();
    let killed = events.filter(|event| event.what == Happening::Death(Cause::Drought));
    killed.map(|event| (event.species, event.place_m)).collect()
}

#[test]
fn a_dry_year_kills_the_share_that_the_formula_says_of_the_species_that_cannot_bear_it() {
    let climate = Climate::of_years(1, vec![year(10.0, 400.0), year(10.0, 900.0)]).unwrap();
    let mut forest = forest(vec![hardy("thirsty", 40.0), hardy("sober", 20.0)], climate);
    forest
        .plant(trees(3000, 0, 12.0).chain(trees(3000, 1, 12.0)))
        .unwrap();
    forest.take_events();
    forest.advance();
    assert_eq!(forest.climate_of_year(), Some(year(10.0, 400.0)));
    // An index of 20, half of 40: 1 − exp(−0.4 · 0.5).
    let expected = 3000.0 * (1.0 - math::exp(-0.2));
    let sd = (expected * math::exp(-0.2)).sqrt();
    let dead = killed(&mut forest);
    let count = dead.iter().filter(|(species, _)| *species == 0).count();
    assert!((count as f64 - expected).abs() < 4.0 * sd, "{count} {expected}");
    assert_eq!(dead.len(), count, "none of the species that bears it");
    let tallies = forest.tallies();
    assert_eq!(tallies[0].died[Cause::Drought as usize], count as u64);
    assert_eq!(tallies[0].died.iter().sum::<u64>(), count as u64);
    // The next year is moist.
    forest.advance();
    assert_eq!(killed(&mut forest), []);
}

#[test]
fn where_the_ground_gathers_water_trees_live_through_dry_years() {
    let climate = Climate::of_years(1, vec![year(10.0, 500.0)]).unwrap();
    // 300 mm less in the west, as much more in the east: indices of 10 and 40.
    let water = Water::new([0.0; 2], [SIDE_M / 2.0, SIDE_M], [2, 1], vec![-300.0, 300.0]).unwrap();
    let mut forest = forest(vec![hardy("thirsty", 38.0)], climate.on(Arc::new(water)));
    forest.plant(trees(2000, 0, 12.0)).unwrap();
    forest.advance();
    let dead = killed(&mut forest);
    assert!(dead.len() > 200 && dead.iter().all(|(_, place_m)| place_m[0] < SIDE_M / 2.0));
}

#[test]
fn trees_grow_by_the_warmth_and_the_moisture_of_the_year() {
    let grown = |needs: Option<ClimateNeeds>| {
        let mut species = hardy("one", 0.0);
        species.climate = needs;
        let climate = Climate::of_years(1, vec![year(10.0, 600.0)]).unwrap();
        let mut forest = forest(vec![species], climate);
        // Far from each other, so that none shades another.
        let plant = |number: u32| {
            let founder = trees(1, 0, 10.0).next().unwrap();
            let key = RandomKey::from_bits(u128::from(number) + 1);
            Founder {
                key,
                place_m: [50.0 + 100.0 * f64::from(number), 150.0],
                ..founder
            }
        };
        forest.plant((0..2).map(plant)).unwrap();
        forest.advance();
        forest
            .trees()
            .map(|tree| tree.size.dbh_cm * tree.size.dbh_cm - 100.0)
            .collect::<Vec<f64>>()
    };
    let usual = grown(None);
    let half = grown(Some(ClimateNeeds {
        warmth: None,
        moisture: Some(vec![20.0, 40.0, 90.0, 99.0]),
    }));
    let quarter = grown(Some(ClimateNeeds {
        warmth: Some(vec![0.0, 20.0, 30.0, 40.0]),
        moisture: Some(vec![20.0, 40.0, 90.0, 99.0]),
    }));
    for tree in 0..2 {
        assert!((half[tree] / usual[tree] - 0.5).abs() < 1e-9);
        assert!((quarter[tree] / usual[tree] - 0.25).abs() < 1e-9);
    }
}

/// All species bear by the same summers: the seeds of a year follow from the rise between the two years before.
#[test]
fn seed_years_of_all_species_come_after_a_rise_of_temperature() {
    let beech = |name: &str| {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species(name);
        beech.fruit.seeds_per_m2 = 5.0;
        beech.seed_bank.yearly_loss = 0.0;
        beech.germination.probability = 0.0;
        beech
    };
    // A warm year in every fourth, drawn out over the years so that no other rise is as steep.
    let temperatures = (0..40).map(|number| {
        if number % 4 == 2 {
            11.0
        } else {
            8.0 + 0.1 * f64::from(number % 3)
        }
    });
    let years: Vec<YearClimate> = temperatures
        .map(|temperature_c| year(temperature_c, 900.0))
        .collect();
    let climate = Climate::of_years(1, years.clone()).unwrap();
    let mut forest = forest(vec![beech("one"), beech("two")], climate);
    let mature = |founder: Founder| Founder {
        age_yr: 90,
        ..founder
    };
    forest
        .plant(trees(100, 0, 25.0).chain(trees(100, 1, 25.0)).map(mature))
        .unwrap();
    for year in 1..=20_usize {
        forest.advance();
        let landed = forest
            .tallies()
            .iter()
            .map(|tally| tally.seeds_landed)
            .collect::<Vec<_>>();
        let rise_c = match year {
            1 | 2 => 0.0,
            _ => years[year - 2].temperature_c - years[year - 3].temperature_c,
        };
        for seeds in landed {
            assert_eq!(
                seeds > 4000,
                rise_c > 2.0,
                "year {year}: {seeds} seeds after {rise_c} °C"
            );
        }
    }
}

fn stand() -> Forest {
    let temperature = Temperature {
        mean_c: 9.0,
        sd_c: 1.0,
        lag1: 0.3,
        trend_c_per_yr: 0.05,
    };
    let rain = Rain {
        mean_mm: 600.0,
        sd_mm: 150.0,
        lag1: 0.0,
        trend_mm_per_yr: 0.0,
        with_temperature: -0.4,
    };
    let species = ["picea-abies", "fagus-sylvatica"].map(|name| {
        let mut species = presets::named(name).unwrap().species(name);
        species.fruit.seeds_per_m2 *= 5.0;
        species
    });
    let gained_mm = (0..30_u16).map(|cell| 10.0 * f32::from(cell) - 145.0).collect();
    let water = Water::new([0.0; 2], [SIDE_M / 30.0, SIDE_M], [30, 1], gained_mm).unwrap();
    let climate = Climate::drawn(&temperature, &rain, 7, 30)
        .unwrap()
        .on(Arc::new(water));
    let mut forest = forest(species.to_vec(), climate);
    let mature = |founder: Founder| Founder {
        age_yr: 90,
        ..founder
    };
    forest
        .plant(trees(150, 0, 20.0).chain(trees(150, 1, 20.0)).map(mature))
        .unwrap();
    forest
}

fn after(forest: &mut Forest, years: u32) -> State {
    for _ in 0..years {
        forest.advance();
    }
    forest.state()
}

#[test]
fn any_number_of_threads_and_a_stop_in_between_give_the_same_forest() {
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| after(&mut stand(), 16))
    };
    let through = with_threads(1);
    assert!(through.trees.len() > 400, "{}", through.trees.len());
    assert_eq!(with_threads(3), through);
    let half = after(&mut stand(), 9);
    let mut resumed = stand();
    resumed.restore(half).unwrap();
    assert_eq!(after(&mut resumed, 7), through);
}
