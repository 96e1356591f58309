//! The edge of a plot: seeds that come over it, seeds that fly over it, and the strip that is not counted.

use understory_forest::components::Size;
use understory_forest::parameters::{Conditions, Masting, Species};
use understory_forest::{
    Borders, Forest, Founder, Happening, MOST_SEEDS_FROM_OUTSIDE_PER_YR, Origin, SeedsOverEdge, Tally,
    presets,
};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot, Window};

fn plot(edge: Edge) -> Plot {
    Plot::new([40.0, -20.0], [50.0, 40.0], edge).unwrap()
}

/// Two species that live fast; the second is the one that comes from outside.
fn species(from_outside_per_m2: f64) -> Vec<Species> {
    let preset = |name: &str, own: &str| presets::named(name).unwrap().species(own);
    let mut both = vec![
        preset("betula-pendula", "birch"),
        preset("fagus-sylvatica", "beech"),
    ];
    for one in &mut both {
        one.crown.radius_at_30_cm_m *= 0.65;
        one.competition.zone_radius_at_25_cm_m *= 0.6;
        one.fruit.maturity_age_yr = 8;
        one.mortality.chance_per_yr = 0.02;
        one.mortality.age_max_yr = 40;
        one.resprout.probability = 0.5;
        one.resprout.max_age_yr = 40;
        one.seedlings.first_year_loss = 0.1;
        one.fruit.mast_every_yr = 1;
        one.germination.probability = 0.5;
    }
    both[1].fruit.from_outside_per_m2 = from_outside_per_m2;
    both
}

fn bare(plot: &Plot, seed: u64, species: Vec<Species>) -> Forest {
    Forest::new(*plot, seed, species, Conditions::default()).unwrap()
}

fn planted(plot: &Plot, borders: Borders) -> Forest {
    let mut forest = bare(plot, 5, species(0.05));
    forest.set_borders(borders);
    forest.note_events();
    let root = RandomKey::root(3, &["edges"]);
    let founders = (0..60_u32).map(|number| {
        let key = root.child(0, Purpose::Member, number);
        let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        Founder {
            key,
            species: (number % 2) as u16,
            place_m: [0, 1].map(|axis| plot.origin_m()[axis] + plot.size_m()[axis] * words[axis]),
            age_yr: 15,
            size: Size {
                dbh_cm: 9.0,
                height_m: 9.0,
            },
            vigour: Some(1.0),
            scores: None,
            crown_base_m: None,
            crown_radius_m: None,
        }
    });
    forest.plant(founders).unwrap();
    forest
}

fn sum(tallies: &[Tally]) -> Tally {
    let mut sum = Tally::default();
    tallies.iter().for_each(|tally| sum.add(tally));
    sum
}

/// 400 seeds a year are expected, 120 of them in the two years of three that are no mast years.
#[test]
fn bare_ground_gets_the_seeds_from_outside_that_its_rate_says_evenly_and_in_mast_years() {
    let plot = plot(Edge::Open);
    let mut kinds = species(0.2);
    kinds[1].fruit.masting = Masting::Periodic;
    kinds[1].fruit.mast_every_yr = 3;
    kinds[1].fruit.off_year_fraction = 0.3;
    kinds[1].seed_bank.yearly_loss = 0.0;
    // Nothing sprouts, so that every seed lies where it fell.
    kinds[1].germination.probability = 0.0;
    kinds[1].seed_bank.max_age_yr = 1000;
    let mut forest = bare(&plot, 8, kinds);
    let mut counts = Vec::new();
    for _ in 0..60 {
        forest.advance();
        let [birch, beech] = forest.tallies()[..] else {
            panic!("two species");
        };
        assert_eq!(birch, Tally::default());
        assert_eq!([beech.seeds_landed, beech.seeds_lost], [0, 0]);
        counts.push(beech.seeds_from_outside);
    }
    // Of three phases one is that of mast years.
    let in_phase = |phase: usize| counts.iter().skip(phase).step_by(3).sum::<u64>() as f64;
    let mut sums = [0, 1, 2].map(in_phase);
    sums.sort_by(f64::total_cmp);
    for (found, expected) in sums.into_iter().zip([20.0 * 120.0, 20.0 * 120.0, 20.0 * 400.0]) {
        assert!(
            (found - expected).abs() < 4.0 * f64::sqrt(expected),
            "{found} for {expected}"
        );
    }
    let all: f64 = sums.iter().sum();
    assert_eq!(forest.seed_count() as f64, all);
    assert_eq!(forest.peak_seeds() as f64, all);
    // Sixteen parts of the plot get as many each.
    let mut parts = [0.0_f64; 16];
    for seed in forest.seeds() {
        assert!(plot.contains(seed.place_m));
        let part = [0, 1]
            .map(|axis| (4.0 * (seed.place_m[axis] - plot.origin_m()[axis]) / plot.size_m()[axis]) as usize);
        parts[4 * part[1] + part[0]] += 1.0;
    }
    let mean = all / 16.0;
    let chi2: f64 = parts
        .iter()
        .map(|found| (found - mean) * (found - mean) / mean)
        .sum();
    // 15 degrees of freedom: 0.999 of all such sums are below.
    assert!(chi2 < 37.7, "{chi2}: {parts:?}");
}

#[test]
fn bare_ground_becomes_a_wood_by_seeds_from_outside_alone() {
    let mut forest = bare(&plot(Edge::Open), 1, species(0.05));
    for _ in 0..30 {
        forest.advance();
    }
    assert!(forest.tree_count() > 50, "{}", forest.tree_count());
    assert!(forest.trees().all(|tree| tree.species == 1));
    assert!(sum(&forest.tallies()).seeds_landed > 0, "some bear by now");
}

/// Each has its own key from the seed and the species' name, so that those of one species move no other's.
#[test]
fn seeds_from_outside_of_one_species_move_no_draw_of_another() {
    let plot = plot(Edge::Torus);
    let seeds_of = |kinds: Vec<Species>, name: &str| {
        let kind = kinds.iter().position(|one| one.name == name).unwrap();
        let mut forest = bare(&plot, 9, kinds);
        forest.advance();
        let own = forest.seeds().filter(|seed| usize::from(seed.species) == kind);
        own.map(|seed| (seed.key, seed.place_m)).collect::<Vec<_>>()
    };
    let alone = species(0.4);
    let mut both = species(0.4);
    both[0].fruit.from_outside_per_m2 = 0.7;
    both.swap(0, 1);
    let found = seeds_of(alone, "beech");
    assert!(found.len() > 50, "{}", found.len());
    assert_eq!(found, seeds_of(both, "beech"));
}

#[test]
fn seeds_that_return_are_those_that_were_lost_and_none_is_lost() {
    let plot = plot(Edge::Open);
    let window = Window::whole(plot);
    let year = |seeds_over_edge: SeedsOverEdge| {
        let mut forest = planted(
            &plot,
            Borders {
                seeds_over_edge,
                window,
            },
        );
        forest.advance();
        sum(&forest.tallies())
    };
    let (lost, returned) = (year(SeedsOverEdge::Lost), year(SeedsOverEdge::Return));
    assert!(lost.seeds_lost > 20, "{lost:?}");
    assert_eq!(returned.seeds_lost, 0);
    assert_eq!(returned.seeds_landed, lost.seeds_landed + lost.seeds_lost);
    assert_eq!(returned.seeds_from_outside, lost.seeds_from_outside);
}

/// Seeds that return come down where a torus has them.
#[test]
fn a_year_of_seeds_that_return_is_that_of_a_torus() {
    let seeds = |edge: Edge, seeds_over_edge: SeedsOverEdge| {
        let plot = plot(edge);
        let mut forest = planted(
            &plot,
            Borders {
                seeds_over_edge,
                window: Window::whole(plot),
            },
        );
        forest.advance();
        forest
            .seeds()
            .map(|seed| (seed.key, seed.place_m))
            .collect::<Vec<_>>()
    };
    let returned = seeds(Edge::Open, SeedsOverEdge::Return);
    let torus = seeds(Edge::Torus, SeedsOverEdge::Lost);
    // Sprouts of this first year, which fields decide on, are not among them; fields differ at the edge alone.
    let both = returned.iter().filter(|seed| torus.contains(seed)).count();
    assert!(
        both * 20 > returned.len() * 19 && both > 50,
        "{both} of {}",
        returned.len()
    );
}

/// What grows is the same to the last bit, and what is counted is what lies in the window.
#[test]
fn a_window_changes_nothing_that_grows_and_counts_what_happens_in_it() {
    for seeds_over_edge in [SeedsOverEdge::Lost, SeedsOverEdge::Return] {
        let plot = plot(Edge::Open);
        let borders = |buffer_m: f64| Borders {
            seeds_over_edge,
            window: Window::within(&plot, buffer_m).unwrap(),
        };
        let (mut whole, mut inner) = (planted(&plot, borders(0.0)), planted(&plot, borders(9.0)));
        let is_inside = |[x_m, y_m]: [f64; 2]| (49.0..81.0).contains(&x_m) && (-11.0..11.0).contains(&y_m);
        let mut all = [Tally::default(); 2];
        let (mut trees, mut events) = (0_i64, 0);
        whole.for_each_tree(|place_m, _, _| trees += i64::from(is_inside(place_m)));
        for year in 1..=40 {
            whole.take_events();
            whole.advance();
            inner.advance();
            assert!(whole.state() == inner.state(), "year {year}");
            let tallies = inner.tallies();
            for (species, tally) in (0..).zip(&tallies) {
                let taken = whole.seeds().filter(|seed| seed.species == species);
                let in_window = taken.filter(|seed| is_inside(seed.place_m)).count() as u64;
                assert_eq!(inner.seeds_by_species()[usize::from(species)], in_window);
                all[0].add(tally);
            }
            whole.tallies().iter().for_each(|tally| all[1].add(tally));
            let of_year = sum(&tallies);
            let died: u64 = of_year.died.iter().sum();
            trees += (of_year.germinated + of_year.resprouted) as i64 - died as i64;
            let mut here = 0;
            inner.for_each_tree(|place_m, _, _| here += i64::from(is_inside(place_m)));
            assert_eq!(trees, here, "births and deaths of year {year}");
            let noted = inner.take_events();
            let of = |what: Happening| {
                let noted = noted
                    .iter()
                    .filter(|event| event.year == year && event.what == what);
                noted.filter(|event| is_inside(event.place_m)).count() as u64
            };
            assert_eq!(of(Happening::Birth(Origin::Seed)), of_year.germinated);
            assert_eq!(of(Happening::Birth(Origin::Stump)), of_year.resprouted);
            events += noted.len();
        }
        let [inner, whole] = all;
        assert!(
            events > 500 && inner.germinated > 50 && inner.resprouted > 2,
            "{inner:?}"
        );
        assert!(inner.germinated * 2 < whole.germinated);
        // Of trees in the strip, beside those from beyond the plot.
        assert!(
            inner.seeds_from_outside > 500 && inner.seeds_lost > 500,
            "{inner:?}"
        );
    }
}

#[test]
fn a_rain_of_seeds_without_end_is_refused() {
    let plot = plot(Edge::Open);
    let most_per_m2 = MOST_SEEDS_FROM_OUTSIDE_PER_YR / plot.area_m2();
    let with = |rates: [f64; 2]| {
        let mut kinds = species(rates[1]);
        kinds[0].fruit.from_outside_per_m2 = rates[0];
        Forest::new(plot, 1, kinds, Conditions::default()).map(|_| ())
    };
    assert_eq!(with([most_per_m2, 0.0]), Ok(()));
    let refused = with([most_per_m2 / 2.0, most_per_m2]).unwrap_err().to_string();
    assert!(
        refused.contains(" seeds from outside in a good year cannot be: at most "),
        "{refused}"
    );
}
