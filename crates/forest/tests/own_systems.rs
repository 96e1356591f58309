//! What a user of the library adds to the year: components, resources, systems.

use understory_forest::components::{Identity, Size, TreeNumber};
use understory_forest::ecs::{Res, ResMut, ScheduleError, System, View};
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, Founder, Seed, Tree, presets, schedule};
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

fn forest() -> Forest {
    let plot = Plot::new([0.0; 2], [60.0; 2], Edge::Torus).unwrap();
    let birch = presets::named("betula-pendula").unwrap().species("birch");
    let mut forest = Forest::new(plot, 3, vec![birch], Conditions::default()).unwrap();
    let founders = (0..40_u32).map(|number| Founder {
        key: RandomKey::root(3, &["own"]).child(0, Purpose::Member, number),
        species: 0,
        place_m: [f64::from(number % 7) * 8.0, f64::from(number / 7) * 8.0],
        age_yr: 40,
        size: Size {
            dbh_cm: 22.0,
            height_m: 17.0,
        },
        vigour: Some(1.0),
        scores: None,
        crown_base_m: None,
        crown_radius_m: None,
    });
    forest.plant(founders).unwrap();
    forest
}

/// What a row was marked with in the first year in which it was seen; 0 before.
#[derive(Clone, Copy, Default)]
struct Mark(u128);

fn mark_trees(mut trees: View<Tree, (&Identity, &mut Mark)>) {
    trees.par_for_each(|(identity, mark)| {
        if mark.0 == 0 {
            mark.0 = identity.0.bits();
        }
    });
}

fn mark_seeds(mut seeds: View<Seed, (&Identity, &mut Mark)>) {
    seeds.for_each(|(identity, mark)| {
        if mark.0 == 0 {
            mark.0 = identity.0.bits();
        }
    });
}

#[test]
fn each_system_of_the_year_finds_what_it_takes() {
    assert_eq!(schedule::year().check(forest().world()), Ok(()));
}

/// Rows are sorted, dropped and filled anew each year; a component that came along with another row would not be
/// the key of its own.
#[test]
fn a_component_of_ones_own_stays_with_its_tree_or_seed() {
    let mut forest = forest();
    forest.add_component::<Tree, Mark>();
    forest.add_component::<Seed, Mark>();
    let systems = [
        System::new("mark trees", "trees are marked", mark_trees),
        System::new("mark seeds", "seeds are marked", mark_seeds),
    ];
    for system in systems {
        forest.add_system_after("decay", system).unwrap();
    }
    let mut plain = self::forest();
    for year in 0..60 {
        forest.advance();
        plain.advance();
        let mut marked = 0;
        let mut trees: View<'_, Tree, (&Identity, &Mark)> = forest.view();
        trees.for_each(|(identity, mark)| {
            assert!(mark.0 == 0 || mark.0 == identity.0.bits(), "year {year}");
            marked += u32::from(mark.0 != 0);
        });
        let mut seeds: View<'_, Seed, (&Identity, &Mark)> = forest.view();
        seeds.for_each(|(identity, mark)| {
            assert!(mark.0 == 0 || mark.0 == identity.0.bits(), "year {year}");
            marked += u32::from(mark.0 != 0);
        });
        assert!(marked > 0);
    }
    assert!(forest.tree_count() > 100);
    assert_eq!(
        forest.state(),
        plain.state(),
        "a system that changes nothing changes nothing"
    );
}

struct Felling {
    from_dbh_cm: f64,
}

#[derive(Default)]
struct Counted(u32);

fn count(mut trees: View<Tree, (&Size,)>, felling: Res<Felling>, mut counted: ResMut<Counted>) {
    trees.for_each(|(size,)| counted.0 += u32::from(size.dbh_cm >= felling.from_dbh_cm));
}

#[test]
fn a_system_of_ones_own_uses_resources_of_ones_own() {
    let mut forest = forest();
    let system = || System::new("count", "thick trees are counted", count);
    assert_eq!(
        forest.add_system_after("grow", system()).unwrap_err().to_string(),
        "system `count` takes the resource `felling`, which the world does not have; add it before"
    );
    forest.insert_resource(Felling { from_dbh_cm: 20.0 });
    forest.insert_resource(Counted::default());
    assert!(matches!(
        forest.add_system_after("grown", system()).unwrap_err(),
        ScheduleError::Unknown { name, known } if name == "grown" && known.contains(&"grow")
    ));
    forest.add_system_after("grow", system()).unwrap();
    assert_eq!(
        forest.add_system_after("grow", system()).unwrap_err(),
        ScheduleError::NameTwice("count")
    );
    forest.advance();
    assert_eq!(forest.world().res::<Counted>().0, 40);
    let names: Vec<_> = forest.systems().iter().map(System::name).collect();
    let at = names.iter().position(|&name| name == "count").unwrap();
    assert_eq!(names[at - 1..=at], ["grow", "count"]);
}

fn twice(_: View<Tree, (&TreeNumber,)>, _: View<Tree, (&mut TreeNumber,)>) {}

#[test]
fn a_system_may_not_take_a_component_to_read_and_to_write() {
    let error = forest()
        .add_system_after("grow", System::new("twice", "", twice))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "system `twice` takes `tree number` twice and writes it"
    );
}

/// The words of `understory schedule` follow from the signatures; these are read off the functions by eye.
#[test]
fn a_schedule_says_what_the_signatures_say() {
    let year = schedule::year();
    let system = |name: &str| {
        year.systems()
            .iter()
            .find(|system| system.name() == name)
            .unwrap()
    };
    assert_eq!(
        system("disperse").reads(),
        "tree: identity, species index, position, scores, seed crop; species list, tiles, borders, year"
    );
    assert_eq!(system("disperse").writes(), "seed rain, tallies");
    assert_eq!(
        system("arrive").reads(),
        "seed: age; species list, tiles, borders, year, weather, parts"
    );
    assert_eq!(system("arrive").writes(), "seed rain, tallies, totals");
    assert_eq!(
        system("grow").reads(),
        "tree: species index, position, crowding, field source, scores; species list, sites, weather, tiles"
    );
    assert_eq!(
        system("grow").writes(),
        "tree: size, vigour, crown base, crown radius, relative height, age; room"
    );
    assert_eq!(system("end_year").writes(), "everything");
    assert_eq!(system("grow").draws(), "nothing");
}
