//! L-systems: what the article and its comments say of them, and what is refused.

use understory_branching::cloud::{Arrangement, Envelope, attraction_points};
use understory_branching::colonization::{Colonization, Distance, LeftOver, Site, colonize};
use understory_branching::lsystem::{L_SYSTEMS, LSystem, Rule, Turtle};
use understory_branching::metrics::{Metrics, crossings_per_1000};
use understory_branching::skeleton::{Part, PipeModel};
use understory_numerics::RandomKey;

fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["l-system"])
}

fn rule(from: &str, to: &str) -> Rule {
    Rule {
        from: from.to_owned(),
        to: to.to_owned(),
        ..Rule::default()
    }
}

fn system(axiom: &str, rules: Vec<Rule>, steps: u32) -> LSystem {
    LSystem {
        axiom: axiom.to_owned(),
        rules,
        steps,
        most_letters: 1_000_000,
    }
}

/// The letters after all steps, without their values.
fn letters(system: &LSystem, seed: u64) -> String {
    system
        .word(key(seed))
        .expect("it can be read")
        .iter()
        .map(|letter| letter.letter)
        .collect()
}

#[test]
fn a_dot_that_becomes_a_line_and_a_dot_gives_ten_lines_after_ten_steps() {
    let grown = letters(&system("A", vec![rule("A", "F(1) A")], 10), 1);
    assert_eq!(grown, "FFFFFFFFFFA");
}

#[test]
fn a_stick_that_becomes_three_gives_powers_of_three() {
    let sticks = system("S", vec![rule("S", "S [ +(30) S ] [ -(30) S ]")], 6);
    assert_eq!(letters(&sticks, 1).matches('S').count(), 729);
}

#[test]
fn weighted_rules_are_drawn_by_their_weights() {
    let weighted = |to: &str, weight: f64| Rule {
        weight: Some(weight),
        ..rule("A", to)
    };
    let many = system(
        &"A".repeat(10_000),
        vec![weighted("X", 0.7), weighted("Y", 0.3)],
        1,
    );
    let share = letters(&many, 1).matches('Y').count() as f64 / 10_000.0;
    // Four standard errors of a share of 0.3 among 10,000.
    assert!(
        (share - 0.3).abs() < 4.0 * (0.21_f64 / 10_000.0).sqrt(),
        "{share}"
    );
    assert_eq!(letters(&many, 1), letters(&many, 1));
    assert_ne!(letters(&many, 1), letters(&many, 2));
}

#[test]
fn a_line_that_doubles_or_dies_dies_out_as_often_as_theory_says() {
    // A becomes AA with 0.7 and nothing with 0.3: extinction q = 0.3 + 0.7 q², so q = 3/7.
    let weighted = |to: &str, weight: f64| Rule {
        weight: Some(weight),
        ..rule("A", to)
    };
    let line = system("A", vec![weighted("A A", 0.7), weighted("", 0.3)], 25);
    let runs = 2000;
    let extinct = (0..runs)
        // A line that has grown past what is allowed has not died out.
        .filter(|&seed| {
            LSystem {
                most_letters: 300,
                ..line.clone()
            }
            .word(key(seed))
            .is_ok_and(|word| word.is_empty())
        })
        .count();
    let share = extinct as f64 / runs as f64;
    assert!(
        (share - 3.0 / 7.0).abs() < 4.0 * (0.245_f64 / runs as f64).sqrt(),
        "{share}"
    );
}

#[test]
fn numbers_are_computed_and_conditions_hold_them_to_a_range() {
    let shrinking = Rule {
        only_if: Some("l > 0.3".to_owned()),
        ..rule("A(l, n)", "F(l) A(l / 2, n - 1 * 2)")
    };
    let word = system("A(1, 7)", vec![shrinking], 9).word(key(1)).unwrap();
    let values: Vec<_> = word.iter().map(|letter| letter.values.clone()).collect();
    assert_eq!(values, [vec![1.0], vec![0.5], vec![0.25, 3.0]]);
}

#[test]
fn an_age_switches_rules_an_order_and_neighbours_hold_them_back() {
    let late = Rule {
        least_age: 3,
        ..rule("A", "L")
    };
    assert_eq!(letters(&system("A", vec![late], 3), 1), "A");
    let late = Rule {
        least_age: 3,
        ..rule("A", "L")
    };
    assert_eq!(letters(&system("A", vec![late], 4), 1), "L");
    let inner = Rule {
        most_order: Some(1),
        ..rule("A", "B")
    };
    assert_eq!(letters(&system("A [ A [ A ] ]", vec![inner], 1), 1), "B[B[A]]");
    let after = Rule {
        after: Some('X'),
        ..rule("A", "B")
    };
    assert_eq!(
        letters(&system("X +(9) A [ A ] A", vec![after.clone()], 1), 1),
        "X+B[A]A"
    );
    assert_eq!(letters(&system("X [ A ] A", vec![after], 1), 1), "X[B]B");
    let before = Rule {
        before: Some('X'),
        ..rule("A", "B")
    };
    assert_eq!(
        letters(&system("A [ A ] /(9) X A", vec![before], 1), 1),
        "B[A]/XA"
    );
}

#[test]
fn a_cut_takes_the_rest_of_its_branch_and_no_more() {
    assert_eq!(
        letters(&system("F(1) [ F(1) % F(1) [ F(1) ] ] F(1)", vec![], 1), 1),
        "F[F]F"
    );
    assert_eq!(letters(&system("F(1) % [ F(1) ] F(1)", vec![], 1), 1), "F");
}

#[test]
fn an_envelope_prunes_and_a_tropism_bends() {
    let stem = system("A", vec![rule("A", "F(1) &(10) A")], 12);
    let dome = Turtle {
        envelope: Some(Envelope::Sphere {
            centre_m: [0.0; 3],
            radius_m: 5.5,
        }),
        ..Turtle::default()
    };
    assert_eq!(stem.grow(&Turtle::default(), key(1)).unwrap().nodes.len(), 13);
    assert_eq!(stem.grow(&dome, key(1)).unwrap().nodes.len(), 6);
    let straight = system("F(1) F(1) F(1)", vec![], 0);
    let bent = Turtle {
        tropism: [0.5, 0.0, 0.0],
        ..Turtle::default()
    };
    let skeleton = straight.grow(&bent, key(1)).unwrap();
    let eastings: Vec<f64> = skeleton.nodes.iter().map(|node| node.place_m[0]).collect();
    assert!(eastings.windows(2).all(|pair| pair[0] < pair[1]), "{eastings:?}");
    let far = Turtle {
        envelope: Some(Envelope::Sphere {
            centre_m: [9.0, 0.0, 0.0],
            radius_m: 1.0,
        }),
        ..Turtle::default()
    };
    assert!(
        straight
            .grow(&far, key(1))
            .unwrap_err()
            .to_string()
            .contains("does not hold the base")
    );
}

#[test]
fn a_unit_of_half_a_metre_draws_a_tree_of_half_the_size() {
    let system = L_SYSTEMS[0].system();
    let half = Turtle {
        unit_m: 0.5,
        ..Turtle::default()
    };
    let [whole, half] = [Turtle::default(), half].map(|turtle| system.grow(&turtle, key(1)).unwrap());
    assert_eq!(whole.nodes.len(), half.nodes.len());
    for (one, other) in whole.nodes.iter().zip(&half.nodes) {
        let off = (0..3).map(|axis| (one.place_m[axis] - 2.0 * other.place_m[axis]).abs());
        assert!(off.fold(0.0, f64::max) < 1e-9);
    }
}

#[test]
fn those_that_ship_grow_trees_that_can_be_measured() {
    for preset in L_SYSTEMS {
        let mut skeleton = preset.system().grow(&Turtle::default(), key(1)).unwrap();
        skeleton.give_radii(&PipeModel::default()).unwrap();
        let metrics = Metrics::of(&skeleton, LeftOver::default());
        assert!(metrics.nodes > 500, "{}: {} nodes", preset.name, metrics.nodes);
        assert!(
            metrics.strahler_counts.len() >= 3,
            "{}: {:?}",
            preset.name,
            metrics.strahler_counts
        );
        assert!(
            (2.0..40.0).contains(&metrics.height_m),
            "{}: {} m",
            preset.name,
            metrics.height_m
        );
    }
}

#[test]
fn what_cannot_be_read_or_grows_without_end_is_refused_with_a_reason() {
    let message = |axiom: &str, rules: Vec<Rule>| {
        system(axiom, rules, 30)
            .grow(&Turtle::default(), key(1))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        message("A(", vec![]),
        "the axiom: `A(`, at character 3: expected a name or a number"
    );
    assert!(message("A(l)", vec![]).contains("`l` is no value of the letter"));
    assert!(message("[ A", vec![]).contains("`[` without `]`"));
    assert!(message("A ]", vec![]).contains("`]` without `[`"));
    assert!(message("A(1)", vec![rule("A", "B")]).contains("`A` has 1 values in the axiom, but 0"));
    assert!(message("A", vec![rule("A", "A A")]).contains("more than 1000000 letters"));
    assert!(message("F", vec![]).contains("needs one finite number"));
    assert!(message("F(1 / 0)", vec![]).contains("needs one finite number"));
    let weightless = Rule {
        weight: Some(f64::NAN),
        ..rule("A", "B")
    };
    assert!(message("A", vec![weightless]).contains("`rules.weight` is NaN"));
    let deep = format!("F({}1{})", "(".repeat(100_000), ")".repeat(100_000));
    assert!(message(&deep, vec![]).contains("more than 64 deep"));
}

#[test]
fn branches_of_an_l_system_cross_and_those_that_colonize_do_not() {
    let flat_l_system = system(
        "A(1)",
        vec![rule(
            "A(l)",
            "F(l) [ &(28 + ~4) A(l * 0.7) ] A(l * 0.7) [ &(-28 + ~4) A(l * 0.7) ]",
        )],
        6,
    );
    let blind = flat_l_system.grow(&Turtle::default(), key(1)).unwrap();
    let disc = Envelope::Ellipsoid {
        centre_m: [0.0; 3],
        radii_m: [1.0, 1.0, 0.0],
    };
    let points = attraction_points(&disc, 500, &Arrangement::Uniform, key(1)).unwrap();
    let site = Site {
        bases_m: &[[0.0, -1.0, 0.0]],
        points: &points,
        obstacles: &[],
        part: Part::Shoot,
        key: key(1),
    };
    let spacing_m = (std::f64::consts::PI / 500.0).sqrt();
    let parameters = Colonization {
        step_m: 0.5 * spacing_m,
        kill_distance: Distance::Metres(spacing_m),
        influence_distance: Distance::Metres(4.0 * spacing_m),
        ..Colonization::default()
    };
    let aware = &colonize(&site, &parameters).unwrap().skeletons[0];
    let (of_blind, of_aware) = (crossings_per_1000(&blind, 1), crossings_per_1000(aware, 2));
    assert!(of_blind > 100.0, "{of_blind}");
    assert!(of_aware < 10.0, "{of_aware}");
}
