//! Kerr's forests against figures that are known of the article's scheme: means over 20 seeds on 240 × 160 cells
//! with 20 initial trees, reach 7, strength 0.05, decay 0.1 and cover 0.25 unless said. Those figures come from a
//! program of its own that checks the cover after whole rounds, so these forests do too.

use understory_numerics::RandomKey;
use understory_scatter::kerr::{Automaton, Cells, Kerr, KerrRules, Overlay, Stands, Stop, Stops};
use understory_scatter::{Layout, PointMethod, Request};
use understory_space::{Edge, Plot};

const SEEDS: u64 = 20;
const CELLS: Cells = Cells {
    columns: 240,
    rows: 160,
    wraps: false,
};

fn automaton(rules: KerrRules, cells: Cells, seed: u64) -> Automaton {
    Automaton::new(rules, cells, Vec::new(), RandomKey::root(seed, &["kerr"]))
        .expect("rules within their ranges")
}

/// Grown by whole rounds, until the cover is reached.
fn by_whole_rounds(rules: KerrRules, seed: u64) -> Automaton {
    let mut forest = automaton(rules, CELLS, seed);
    while forest.cover() < rules.cover {
        forest.step(None);
    }
    forest
}

fn mean(rules: KerrRules, figure: impl Fn(&Automaton) -> f64) -> f64 {
    let figures = (0..SEEDS).map(|seed| figure(&by_whole_rounds(rules, seed)));
    figures.sum::<f64>() / SEEDS as f64
}

/// Size of each connected part where `is_in` holds, and whether it touches the edge; cells that share a side, or
/// a corner too, are connected.
fn parts(cells: Cells, is_in: &[bool], by_corners: bool) -> Vec<(usize, bool)> {
    let [columns, rows] = [cells.columns, cells.rows].map(i64::from);
    let mut seen: Vec<bool> = is_in.iter().map(|is_in| !is_in).collect();
    let mut found = Vec::new();
    for first in 0..seen.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let (mut part, mut next, mut at_edge) = (vec![first as i64], 0, false);
        while next < part.len() {
            let (x, y) = (part[next] % columns, part[next] / columns);
            next += 1;
            at_edge |= x == 0 || y == 0 || x == columns - 1 || y == rows - 1;
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let (x, y) = (x + dx, y + dy);
                let is_inside = (0..columns).contains(&x) && (0..rows).contains(&y);
                let other = y * columns + x;
                let is_beside = is_inside && (by_corners || dx * dy == 0);
                if is_beside && !std::mem::replace(&mut seen[other as usize], true) {
                    part.push(other);
                }
            }
        }
        found.push((part.len(), at_edge));
    }
    found
}

fn components(forest: &Automaton) -> f64 {
    parts(forest.cells(), forest.is_forest(), true).len() as f64
}

/// Components of at least 50 cells.
fn clumps(forest: &Automaton) -> f64 {
    let clumps = parts(forest.cells(), forest.is_forest(), true);
    clumps.iter().filter(|(size, _)| *size >= 50).count() as f64
}

fn rounds(forest: &Automaton) -> f64 {
    f64::from(forest.round())
}

/// Open cells that forest encloses, over forest cells.
fn holes(forest: &Automaton) -> f64 {
    let is_open: Vec<bool> = forest.is_forest().iter().map(|forest| !forest).collect();
    let open = parts(forest.cells(), &is_open, false);
    let enclosed: usize = open
        .iter()
        .filter(|(_, at_edge)| !at_edge)
        .map(|(size, _)| size)
        .sum();
    enclosed as f64 / is_open.iter().filter(|&&open| !open).count() as f64
}

/// Forest over the least circle around it, which is found by stepping ever less towards the farthest cell.
fn roundness(forest: &Automaton) -> f64 {
    let is_forest = forest.is_forest().iter().enumerate();
    let cells: Vec<[f64; 2]> = is_forest
        .filter(|(_, is_forest)| **is_forest)
        .map(|(cell, _)| forest.cells().column_and_row(cell).map(f64::from))
        .collect();
    let distance2 = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
    let farthest = |centre| {
        let farther =
            |a: &&[f64; 2], b: &&[f64; 2]| distance2(**a, centre).total_cmp(&distance2(**b, centre));
        *cells.iter().max_by(farther).expect("a forest has cells")
    };
    let mut centre = cells[0];
    for step in 1..400 {
        let far = farthest(centre);
        centre = std::array::from_fn(|axis| centre[axis] + (far[axis] - centre[axis]) / f64::from(step + 1));
    }
    // Half a cell's diagonal beyond the farthest centre.
    let radius = distance2(centre, farthest(centre)).sqrt() + 0.5_f64.sqrt();
    cells.len() as f64 / (std::f64::consts::PI * radius * radius)
}

fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found}, expected {expected}"
    );
}

#[test]
fn whole_rounds_overshoot_the_cover_the_more_the_farther_seeds_fly() {
    for (reach_cells, expected, tolerance) in [
        (4, 0.28, 0.01),
        (7, 0.30, 0.02),
        (12, 0.44, 0.03),
        (20, 0.68, 0.06),
    ] {
        let rules = KerrRules {
            reach_cells,
            ..KerrRules::default()
        };
        close(
            mean(rules, Automaton::cover),
            expected,
            tolerance,
            &format!("reach {reach_cells}"),
        );
    }
}

/// Two ways to the same forest: the rule of the scenario, and rounds that are counted by hand.
#[test]
fn after_the_round_the_forest_is_that_of_whole_rounds() {
    for (seed, reach_cells) in [(1, 4), (2, 7), (3, 20)] {
        let rules = KerrRules {
            reach_cells,
            stops: Stops::AfterRound,
            ..KerrRules::default()
        };
        let mut forest = automaton(rules, CELLS, seed);
        assert_eq!(forest.grow(), Stop::Covered);
        let by_hand = by_whole_rounds(rules, seed);
        assert_eq!(
            (forest.round(), forest.trees()),
            (by_hand.round(), by_hand.trees())
        );
        let within = KerrRules {
            stops: Stops::InRound,
            ..rules
        };
        let mut within = automaton(within, CELLS, seed);
        within.grow();
        assert_eq!(within.round(), forest.round());
        assert!(within.cover() < forest.cover());
    }
}

/// Each round's forest, as it stood then, is read off the one that is left.
#[test]
fn the_rounds_in_which_cells_became_forest_give_every_earlier_forest() {
    for seed in 0..3 {
        let mut forest = automaton(KerrRules::default(), CELLS, seed);
        let mut by_round = vec![forest.is_forest().to_vec()];
        while forest.cover() < 0.25 {
            forest.step(Some(forest.target()));
            by_round.push(forest.is_forest().to_vec());
        }
        assert!(by_round.len() > 3);
        let since = forest.forest_since();
        for (round, is_forest) in (0..).zip(by_round) {
            let read: Vec<bool> = since
                .iter()
                .map(|since| since.is_some_and(|since| since <= round))
                .collect();
            assert!(read == is_forest, "round {round}");
        }
    }
}

#[test]
fn the_stop_within_a_round_passes_the_cover_by_less_than_a_tree() {
    for reach_cells in [4, 7, 12, 20, 30] {
        let rules = KerrRules {
            reach_cells,
            ..KerrRules::default()
        };
        let mut forest = automaton(rules, CELLS, 1);
        assert_eq!(forest.grow(), Stop::Covered);
        let covered = forest.is_forest().iter().filter(|&&is_forest| is_forest).count() as u64;
        assert!(
            (forest.target()..forest.target() + 13).contains(&covered),
            "{covered}"
        );
    }
}

#[test]
fn clumps_are_fewer_than_the_initial_trees_where_these_are_many() {
    let known = [
        (1, 1.0, 0.0),
        (5, 3.3, 1.0),
        (10, 5.2, 1.0),
        (20, 9.1, 1.5),
        (40, 11.8, 3.0),
        (80, 13.8, 3.0),
    ];
    for (initial_trees, expected, tolerance) in known {
        let rules = KerrRules {
            initial_trees,
            ..KerrRules::default()
        };
        close(
            mean(rules, clumps),
            expected,
            tolerance,
            &format!("{initial_trees} initial trees"),
        );
    }
}

#[test]
fn a_small_reach_creeps_and_a_reach_within_the_crown_is_refused() {
    for reach_cells in [3, 4, 7] {
        let rules = KerrRules {
            initial_trees: 1,
            reach_cells,
            strength: 2.0,
            ..KerrRules::default()
        };
        let cells = Cells {
            columns: 101,
            rows: 3,
            wraps: true,
        };
        let mut forest = automaton(rules, cells, 5);
        let mut width = 5;
        for _ in 0..4 {
            forest.step(None);
            let is_in_column = |column| (0..3).any(|row| forest.is_forest()[forest.cells().at(column, row)]);
            let now = (0..101).filter(|&column| is_in_column(column)).count() as u32;
            assert!(now <= width + 2 * (reach_cells + 2), "{now} after {width}");
            width = now;
        }
        assert!(width > 5);
    }
    for reach_cells in [1, 2] {
        let rules = KerrRules {
            reach_cells,
            ..KerrRules::default()
        };
        let refused = Automaton::new(rules, CELLS, Vec::new(), RandomKey::root(1, &[]))
            .unwrap_err()
            .to_string();
        assert!(refused.contains("`tree_radius_cells = 0`"), "{refused}");
    }
    let of_one_cell = KerrRules {
        reach_cells: 1,
        tree_radius_cells: 0,
        strength: 0.5,
        ..KerrRules::default()
    };
    assert_eq!(automaton(of_one_cell, CELLS, 1).grow(), Stop::Covered);
}

#[test]
fn a_large_reach_lets_spots_of_light_through() {
    let known = [
        (4, 0.007, 0.004),
        (7, 0.009, 0.004),
        (12, 0.019, 0.01),
        (20, 0.033, 0.025),
        (30, 0.15, 0.03),
    ];
    for (reach_cells, expected, tolerance) in known {
        let rules = KerrRules {
            reach_cells,
            ..KerrRules::default()
        };
        close(
            mean(rules, holes),
            expected,
            tolerance,
            &format!("reach {reach_cells}"),
        );
    }
}

#[test]
fn stronger_seeds_cover_the_ground_in_fewer_rounds() {
    for (strength, expected, tolerance) in [
        (0.001, 21.0, 1.5),
        (0.005, 9.4, 0.7),
        (0.05, 4.1, 0.2),
        (0.5, 3.0, 0.0),
    ] {
        let rules = KerrRules {
            strength,
            ..KerrRules::default()
        };
        close(
            mean(rules, rounds),
            expected,
            tolerance,
            &format!("strength {strength}"),
        );
    }
}

/// Chance 1 after decay from 1 / (1 − d_s) on; 1 itself leaves a tenth of the seeded cells to chance.
#[test]
fn from_some_strength_on_every_seeded_cell_becomes_forest() {
    for (strength, all) in [(1.0, false), (1.112, true)] {
        let rules = KerrRules {
            initial_trees: 1,
            strength,
            tree_radius_cells: 0,
            ..KerrRules::default()
        };
        let cells = Cells {
            columns: 61,
            rows: 61,
            wraps: true,
        };
        let mut forest = automaton(rules, cells, 3);
        forest.step(None);
        let seeded: Vec<usize> = (0..3721).filter(|&cell| forest.seeds_at(cell) > 0.0).collect();
        assert_eq!(
            seeded.len(),
            148,
            "cells in the disc of radius 7 but for the tree's own"
        );
        forest.step(None);
        let grown = seeded.iter().filter(|&&cell| forest.is_forest()[cell]).count();
        assert_eq!(grown == 148, all);
        assert!(grown > 115, "{grown}");
    }
}

/// One initial tree far from the edges of a wide map, grown to a quarter of 240 × 160 cells.
#[test]
fn strong_seeds_make_a_polygon_and_weak_ones_a_ragged_patch() {
    let cells = Cells {
        columns: 420,
        rows: 420,
        wraps: false,
    };
    let roundness_of = |reach_cells, strength| {
        let rules = KerrRules {
            initial_trees: 1,
            reach_cells,
            strength,
            ..KerrRules::default()
        };
        let is_central = |forest: &Automaton| {
            let centre = forest.cells().column_and_row(forest.trees()[0].cell as usize);
            centre.into_iter().all(|at| (140..280).contains(&at))
        };
        let central = (0..)
            .map(|seed| automaton(rules, cells, seed))
            .filter(is_central)
            .take(5);
        let figures = central.map(|mut forest| {
            while forest.cover() < 9600.0 / 176_400.0 {
                forest.step(None);
            }
            roundness(&forest)
        });
        figures.sum::<f64>() / 5.0
    };
    for (reach_cells, strength, expected, tolerance) in [
        (7, 1.0, 0.882, 0.02),
        (20, 1.0, 0.965, 0.02),
        (7, 0.05, 0.81, 0.06),
        (7, 0.001, 0.62, 0.08),
    ] {
        let found = roundness_of(reach_cells, strength);
        close(
            found,
            expected,
            tolerance,
            &format!("reach {reach_cells}, strength {strength}"),
        );
    }
}

#[test]
fn a_high_decay_makes_more_patches_and_takes_more_rounds() {
    let known = [
        (0.1, 10.0, 4.0),
        (0.5, 13.0, 5.0),
        (0.9, 28.0, 12.0),
        (0.99, 35.0, 99.0),
    ];
    for (decay, parts, expected_rounds) in known {
        let rules = KerrRules {
            decay,
            ..KerrRules::default()
        };
        close(
            mean(rules, components),
            parts,
            2.5,
            &format!("components at decay {decay}"),
        );
        close(
            mean(rules, rounds),
            expected_rounds,
            0.05 * expected_rounds,
            &format!("rounds at decay {decay}"),
        );
    }
    let holes_at = |decay| {
        mean(
            KerrRules {
                decay,
                ..KerrRules::default()
            },
            holes,
        )
    };
    close(holes_at(0.1), 0.009, 0.004, "holes at decay 0.1");
    close(holes_at(0.99), 0.094, 0.015, "holes at decay 0.99");
}

/// On 10 × 10 cells 30 trees of one cell are a forest of 30 % at once; of trees of 13 cells few fit.
#[test]
fn a_small_map_says_how_many_initial_trees_fit() {
    let cells = Cells {
        columns: 10,
        rows: 10,
        wraps: false,
    };
    let rules = |tree_radius_cells| KerrRules {
        initial_trees: 30,
        tree_radius_cells,
        cover: 0.3,
        ..KerrRules::default()
    };
    let mut at_once = automaton(rules(0), cells, 1);
    assert_eq!(
        (at_once.grow(), at_once.round(), at_once.cover()),
        (Stop::Covered, 0, 0.3)
    );
    let fitting: Vec<_> = (0..500)
        .map(|seed| automaton(rules(2), cells, seed).trees().len())
        .collect();
    assert!(fitting.iter().all(|trees| (7..=20).contains(trees)));
    close(
        fitting.iter().sum::<usize>() as f64 / 500.0,
        16.0,
        0.5,
        "trees that fit",
    );

    let plot = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
    let method = Kerr {
        rules: rules(2),
        cell_m: Some(1.0),
        ..Kerr::default()
    };
    let scattered = method
        .scatter(&Request::new(&plot, 30), RandomKey::root(1, &[]))
        .unwrap();
    assert!(
        scattered
            .notes
            .iter()
            .any(|note| note.ends_with("of 30 initial trees fit"))
    );
    assert!(scattered.shortfall.is_some());
}

/// Where the caves do not bound it, the forest covers as much of the open cells as of the filled ones.
#[test]
fn caves_bound_the_forest_or_do_not() {
    let plot = Plot::new([0.0; 2], [600.0, 400.0], Edge::Open).unwrap();
    let shares = |stands, seed| {
        let overlay = Overlay {
            stands,
            ..Overlay::default()
        };
        let method = Kerr {
            cell_m: Some(2.5),
            level: Some(overlay),
            ..Kerr::default()
        };
        let forest = method
            .forest(&Layout::new(&plot, 100), RandomKey::root(seed, &["caves"]))
            .unwrap();
        let (level, cells) = (forest.level.unwrap().level, forest.automaton.cells());
        assert_eq!([level.cells.columns, level.cells.rows], [60, 40]);
        let mut covered = [0.0; 2];
        for (cell, _) in forest
            .automaton
            .is_forest()
            .iter()
            .enumerate()
            .filter(|(_, is_forest)| **is_forest)
        {
            let [column, row] = cells.column_and_row(cell);
            covered[usize::from(level.is_open[level.cells.at(column / 4, row / 4)])] += 1.0;
        }
        let open = level.open_share() * cells.count() as f64;
        (covered[0], covered[1] / open, forest.automaton.cover())
    };
    let seeds = 0..20;
    let on_open = seeds
        .clone()
        .map(|seed| shares(Stands::Anywhere, seed).1)
        .sum::<f64>()
        / 20.0;
    close(on_open, 0.25, 0.03, "share of the open cells");
    for (on_filled, share, cover) in seeds.map(|seed| shares(Stands::OpenCells, seed)) {
        assert_eq!(on_filled, 0.0);
        close(share, cover, 1e-12, "share of the open cells");
        close(cover, 0.25, 0.002, "cover of the open cells");
    }
}

/// Trees of a forest that caves do not bound stood at the same places with and without a level, and nothing said which
/// of them stand on rock.
#[test]
fn trees_over_a_level_say_whether_they_stand_on_open_ground() {
    let plot = Plot::new([0.0; 2], [600.0, 400.0], Edge::Open).unwrap();
    let (request, key) = (Request::new(&plot, 1000), RandomKey::root(3, &["caves"]));
    let with = |level| Kerr {
        cell_m: Some(2.5),
        jitter: 0.0,
        level,
        ..Kerr::default()
    };
    let over = |stands| {
        let method = with(Some(Overlay {
            stands,
            ..Overlay::default()
        }));
        let scattered = method.scatter(&request, key).unwrap();
        let level = method
            .forest(&Layout::new(&plot, 1000), key)
            .unwrap()
            .level
            .unwrap();
        for (place_m, &class) in scattered.points_m.iter().zip(&scattered.classes) {
            let [column, row] = place_m.map(|along_m| (along_m / 10.0) as u32);
            let is_open = level.level.is_open[level.level.cells.at(column, row)];
            assert_eq!(is_open, class == 0, "{place_m:?}");
        }
        assert_eq!(scattered.classes.len(), scattered.points_m.len());
        assert!(
            scattered
                .notes
                .iter()
                .any(|note| note.contains("of the level open"))
        );
        scattered
    };
    let bare = with(None).scatter(&request, key).unwrap();
    let anywhere = over(Stands::Anywhere);
    assert!(bare.classes.is_empty());
    assert_eq!(bare.points_m, anywhere.points_m);
    let on_filled = anywhere.classes.iter().filter(|&&class| class == 1).count();
    assert!(on_filled > 100 && on_filled < anywhere.classes.len() - 100);
    assert!(over(Stands::OpenCells).classes.iter().all(|&class| class == 0));
}

#[test]
fn a_raster_without_ground_ends_at_once() {
    let mut forest = Automaton::new(
        KerrRules::default(),
        CELLS,
        vec![0.0; 38_400],
        RandomKey::root(1, &[]),
    )
    .unwrap();
    assert_eq!((forest.grow(), forest.round()), (Stop::Covered, 0));
    // One tree on one of two cells of ground, too far from the other.
    let one = KerrRules {
        initial_trees: 1,
        cover: 1.0,
        ..KerrRules::default()
    };
    let mut chances = vec![0.0; 38_400];
    (chances[0], chances[20_000]) = (1.0, 1.0);
    let mut forest = Automaton::new(one, CELLS, chances, RandomKey::root(1, &[])).unwrap();
    assert_eq!(forest.grow(), Stop::NothingLeft);
    let slow = KerrRules {
        strength: 1e-6,
        most_rounds: 9,
        ..KerrRules::default()
    };
    assert_eq!(automaton(slow, CELLS, 1).grow(), Stop::Rounds);
}

#[test]
fn trees_stand_in_cells_of_their_own() {
    let plot = Plot::new([0.0; 2], [240.0, 160.0], Edge::Torus).unwrap();
    let on_centres = Kerr {
        jitter: 0.0,
        cell_m: Some(1.0),
        ..Kerr::default()
    };
    let centres_m = on_centres
        .scatter(&Request::new(&plot, 900), RandomKey::root(1, &[]))
        .unwrap()
        .points_m;
    assert!(
        centres_m
            .iter()
            .flatten()
            .all(|x_m| (x_m.fract() - 0.5).abs() < 1e-9)
    );
    let anywhere = Kerr {
        jitter: 0.5,
        ..on_centres
    };
    let moved_m = anywhere
        .scatter(&Request::new(&plot, 900), RandomKey::root(1, &[]))
        .unwrap()
        .points_m;
    let cell = |place_m: &[f64; 2]| place_m.map(|x_m| x_m.floor() as i64);
    assert_eq!(
        centres_m.iter().map(cell).collect::<Vec<_>>(),
        moved_m.iter().map(cell).collect::<Vec<_>>()
    );
    let mut cells: Vec<_> = moved_m.iter().map(cell).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), 900);
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    let plot = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
    let usual = Kerr::default();
    let rules = usual.rules;
    let refused = [
        (
            "strength",
            Kerr {
                rules: KerrRules {
                    strength: 0.0,
                    ..rules
                },
                ..usual
            },
        ),
        (
            "strength",
            Kerr {
                rules: KerrRules {
                    strength: f64::NAN,
                    ..rules
                },
                ..usual
            },
        ),
        (
            "decay",
            Kerr {
                rules: KerrRules { decay: 1.0, ..rules },
                ..usual
            },
        ),
        (
            "decay",
            Kerr {
                rules: KerrRules { decay: -0.1, ..rules },
                ..usual
            },
        ),
        (
            "cover",
            Kerr {
                rules: KerrRules { cover: 1.1, ..rules },
                ..usual
            },
        ),
        (
            "cover",
            Kerr {
                rules: KerrRules {
                    cover: f64::NAN,
                    ..rules
                },
                ..usual
            },
        ),
        (
            "reach_cells",
            Kerr {
                rules: KerrRules {
                    reach_cells: 5000,
                    ..rules
                },
                ..usual
            },
        ),
        (
            "most_rounds",
            Kerr {
                rules: KerrRules {
                    most_rounds: u32::MAX,
                    ..rules
                },
                ..usual
            },
        ),
        ("jitter", Kerr { jitter: 0.6, ..usual }),
        (
            "cell_m",
            Kerr {
                cell_m: Some(-1.0),
                ..usual
            },
        ),
        (
            "cell_m",
            Kerr {
                cell_m: Some(f64::NAN),
                ..usual
            },
        ),
        (
            "cells",
            Kerr {
                cell_m: Some(1e-6),
                ..usual
            },
        ),
        (
            "level.cells_per_level_cell",
            Kerr {
                level: Some(Overlay {
                    cells_per_level_cell: 0,
                    ..Overlay::default()
                }),
                ..usual
            },
        ),
    ];
    for (name, method) in refused {
        let message = method
            .scatter(&Request::new(&plot, 5), RandomKey::root(1, &[]))
            .unwrap_err()
            .to_string();
        assert!(message.starts_with(&format!("`{name}` is")), "{message}");
    }
}
