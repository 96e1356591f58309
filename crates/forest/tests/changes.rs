//! What a user changes of trees between two years.

use understory_forest::components::{Cause, Size};
use understory_forest::ecs::{ScheduleError, System, View};
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, ForestError, Founder, Tree, TreeChange, presets};
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

fn forest() -> Forest {
    let plot = Plot::new([0.0; 2], [60.0; 2], Edge::Torus).unwrap();
    let birch = presets::named("betula-pendula").unwrap().species("birch");
    let mut forest = Forest::new(plot, 3, vec![birch], Conditions::default()).unwrap();
    let founders = (0..40_u32).map(|number| {
        let key = RandomKey::root(3, &["changes"]).child(0, Purpose::Member, number);
        let place_m = [f64::from(number % 7) * 4.0, f64::from(number / 7) * 4.0];
        let size = Size {
            dbh_cm: 22.0,
            height_m: 17.0,
        };
        Founder::new(key, 0, place_m, 40, size)
    });
    forest.plant(founders).unwrap();
    forest.note_events();
    forest
}

fn change(tree: u64) -> TreeChange {
    TreeChange {
        tree,
        size: None,
        vigour: None,
        dies_of: None,
    }
}

#[test]
fn trees_that_are_told_to_die_die_in_the_year_and_of_that() {
    let (mut forest, mut plain) = (forest(), forest());
    let doomed = [3, 17, 18];
    forest
        .change_trees(doomed.map(|tree| TreeChange {
            dies_of: Some(Cause::Browsing),
            ..change(tree)
        }))
        .unwrap();
    assert_eq!(forest.tree_count(), 40, "they stand until the year");
    forest.advance();
    plain.advance();
    let died = |forest: &Forest| -> Vec<(u64, Cause)> {
        forest
            .dead()
            .map(|dead| (dead.number, dead.remains.cause()))
            .collect()
    };
    let (died, plainly) = (died(&forest), died(&plain));
    for tree in doomed {
        // What kills it anyway comes before.
        let cause = plainly
            .iter()
            .find(|(other, _)| *other == tree)
            .map_or(Cause::Browsing, |(_, cause)| *cause);
        assert!(died.contains(&(tree, cause)), "{died:?}");
    }
    assert_eq!(died.len(), plainly.len() + 3);
    // Nobody is told twice.
    forest.advance();
    assert!(
        forest
            .dead()
            .filter(|dead| dead.remains.cause() == Cause::Browsing)
            .count()
            == 3
    );
}

/// Deaths would be lost without a word if the user's system were taken for it.
#[test]
fn a_system_of_ones_own_with_the_name_of_that_which_lets_trees_die_is_in_the_way() {
    let mut forest = forest();
    let own = System::new("doom", "nothing", |_: View<Tree, (&Size,)>| {});
    forest.add_system_after("grow", own).unwrap();
    for _ in 0..2 {
        let error = forest.change_trees([change(1)]).unwrap_err();
        assert_eq!(error, ForestError::Schedule(ScheduleError::NameTwice("doom")));
    }
}

#[test]
fn new_sizes_and_vigour_are_those_that_the_year_grows_from() {
    let (mut forest, mut plain) = (forest(), forest());
    let smaller = Size {
        dbh_cm: 8.0,
        height_m: 9.0,
    };
    forest
        .change_trees([TreeChange {
            size: Some(smaller),
            vigour: Some(0.25),
            ..change(7)
        }])
        .unwrap();
    let tree = forest.trees().find(|tree| tree.number == 7).unwrap();
    assert_eq!((tree.size, tree.vigour), (smaller, 0.25));
    // Its crown came down with its top, and is no wider than in the open.
    let before = plain.trees().find(|tree| tree.number == 7).unwrap();
    assert!(tree.crown_base_m < before.crown_base_m && tree.crown_radius_m < before.crown_radius_m);
    assert!(f64::from(tree.crown_base_m) < 0.7 * smaller.height_m);
    // Those around it feel that it is small.
    let crowding = |forest: &mut Forest| -> Vec<f32> { forest.crowding() };
    let (less, more) = (crowding(&mut forest), crowding(&mut plain));
    let eased = less.iter().zip(&more).filter(|(less, more)| less < more).count();
    let crowded = less.iter().zip(&more).filter(|(less, more)| less > more).count();
    assert!(eased >= 4 && crowded == 1, "{eased} {crowded}");
    forest.advance();
    plain.advance();
    let height_m = |forest: &Forest| {
        forest
            .trees()
            .find(|tree| tree.number == 7)
            .map(|tree| tree.size.height_m)
    };
    assert!(height_m(&forest).unwrap() < 11.0 && height_m(&plain).unwrap() > 17.0);
}

#[test]
fn changes_that_cannot_be_leave_all_trees_as_they_were() {
    let mut forest = forest();
    let before = forest.state();
    let small = Size {
        dbh_cm: 5.0,
        height_m: 6.0,
    };
    let fine = TreeChange {
        size: Some(small),
        ..change(1)
    };
    let giant = Size {
        dbh_cm: 22.0,
        height_m: 400.0,
    };
    for (wrong, told) in [
        (change(41), "there is no tree 41"),
        (change(u64::MAX), "there is no tree 18446744073709551615"),
        (change(1), "tree 1 is changed twice"),
        (
            TreeChange {
                size: Some(giant),
                ..change(2)
            },
            "400 m",
        ),
        (
            TreeChange {
                vigour: Some(1.5),
                ..change(2)
            },
            "vigour 1.5",
        ),
        (
            TreeChange {
                vigour: Some(f64::NAN),
                ..change(2)
            },
            "vigour NaN",
        ),
    ] {
        let error: ForestError = forest.change_trees([fine, wrong]).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
        assert_eq!(forest.state(), before);
    }
    forest.change_trees([]).unwrap();
    let mut plain = self::forest();
    for _ in 0..20 {
        forest.advance();
        plain.advance();
    }
    assert_eq!(forest.state(), plain.state(), "no change changes nothing");
}
