//! What methods say of themselves and of what they laid out, and how far their parameters go.

use understory_numerics::RandomKey;
use understory_scatter::kerr::{CaveRules, KerrRules};
use understory_scatter::{
    Amount, Elimination, JitteredGrid, Kerr, Layout, Method, MinimumDistance, PointMethod, Request,
    ScatterError, Scattered, SeveralSizes, SizeClass,
};
use understory_space::{Edge, Plot};

fn plot() -> Plot {
    Plot::new([5.0, -3.0], [40.0, 30.0], Edge::Torus).unwrap()
}

fn scatter(method: &dyn PointMethod, count: u32) -> Result<Scattered, ScatterError> {
    method.scatter(&Request::new(&plot(), count), RandomKey::from_bits(8))
}

#[test]
fn the_names_of_scenarios_and_tables_stay() {
    let names = [
        "uniform",
        "minimum-distance",
        "several-sizes",
        "jittered-grid",
        "springs",
        "repulsion",
        "poisson-disk",
        "poisson-maximal",
        "elimination",
        "warped-grid",
        "quadtree",
        "kerr",
        "circles",
        "resampled",
    ];
    for name in names {
        assert_eq!(Method::named(name).map(|method| method.name()), Some(name));
    }
    assert_eq!(Method::named("xyzzy"), None);
}

#[test]
fn a_method_says_which_parameters_a_fit_may_change() {
    let plot = plot();
    let layout = Layout::new(&plot, 100);
    let parameters = |name: &str| {
        let method = Method::named(name).unwrap();
        let parameters = method.fit_parameters(&layout);
        parameters
            .into_iter()
            .map(|parameter| (parameter.name, parameter.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(parameters("uniform"), []);
    assert_eq!(parameters("jittered-grid"), [("jitter", 0.4)]);
    assert_eq!(parameters("elimination"), [("inputs_per_point", 5.0)]);
    assert_eq!(
        parameters("circles"),
        [("average_spread_m", 0.5), ("spread_variance_m", 1.5)]
    );
    let rules = KerrRules::default();
    assert_eq!(
        parameters("kerr"),
        [
            ("reach_cells", f64::from(rules.reach_cells)),
            ("strength", rules.strength),
            ("cover", rules.cover)
        ]
    );
    let unknown = Method::named("jittered-grid").unwrap();
    assert_eq!(unknown.clone().with("cover", 0.1), unknown);
}

/// Without a weight every cell has its point, and a point the area of its cell.
#[test]
fn a_jittered_grid_says_its_spacing_and_whom_the_weight_left_without_a_cell() {
    let found = scatter(&JitteredGrid::default(), 48).unwrap();
    assert_eq!((found.points_m.len(), found.shortfall), (48, None));
    assert!((found.spacing_m.unwrap() - 5.0).abs() < 1e-12);
    let plot = plot();
    let corner = |[x_m, y_m]: [f64; 2]| f64::from(u8::from(x_m < 5.1 && y_m < -2.9));
    let request = Request {
        weight: Some(&corner),
        ..Request::new(&plot, 500)
    };
    let found = JitteredGrid::default()
        .scatter(&request, RandomKey::from_bits(8))
        .unwrap();
    let missing = 500 - found.points_m.len();
    assert!(missing > 0);
    assert_eq!(
        found.shortfall.map(|why| why.to_string()),
        Some(format!("full: the weight leaves no room for {missing} points"))
    );
    let found = Elimination {
        inputs_per_point: 2,
        progressive: false,
    }
    .scatter(
        &Request {
            amount: Amount::Count(0),
            ..request
        },
        RandomKey::from_bits(8),
    )
    .unwrap();
    assert_eq!((found.points_m.len(), found.shortfall), (0, None));
}

#[test]
fn elimination_is_never_full_without_a_weight() {
    for inputs_per_point in [2, 50] {
        let method = Elimination {
            inputs_per_point,
            progressive: false,
        };
        let found = scatter(&method, 30).unwrap();
        assert_eq!((found.points_m.len(), found.shortfall), (30, None));
    }
}

#[test]
fn parameters_go_up_to_the_ends_of_their_ranges() {
    for jitter in [0.0, 0.5] {
        assert!(scatter(&JitteredGrid { jitter }, 9).is_ok());
        let method = Kerr {
            jitter,
            cell_m: Some(1.0),
            ..Kerr::default()
        };
        assert!(scatter(&method, 9).is_ok());
    }
    for jitter in [-0.1, 0.6] {
        let method = Kerr {
            jitter,
            ..Kerr::default()
        };
        let refused = scatter(&method, 9).unwrap_err();
        assert_eq!(refused.key(), Some("jitter"));
    }
    let method = MinimumDistance {
        distance_m: Some(0.1),
        tries: 1,
    };
    assert!(scatter(&method, 2).is_ok());
    let class = |relative_radius, share| SizeClass {
        relative_radius,
        share,
    };
    let method = SeveralSizes {
        classes: vec![class(1.0, 0.0), class(2.0, 1.0)],
        radius_m: Some(0.2),
        tries: 1,
    };
    let found = scatter(&method, 2).unwrap();
    assert_eq!((found.classes, found.spacing_m), (vec![1, 1], Some(0.8)));
    let without_tries = SeveralSizes {
        tries: 0,
        ..method.clone()
    };
    assert_eq!(scatter(&without_tries, 2).unwrap_err().key(), Some("tries"));
    let too_many = SeveralSizes {
        classes: vec![class(1.0, 1.0); 65_536],
        ..method.clone()
    };
    assert_eq!(scatter(&too_many, 2), Err(ScatterError::NoSizes));
    let most = SeveralSizes {
        classes: vec![class(1.0, 1.0); 65_535],
        ..method
    };
    assert!(scatter(&most, 2).is_ok());
}

/// Two points of 4 m across on 40 m by 30 m, then as many of 1 m as find room at a second throw.
#[test]
fn several_sizes_say_which_class_found_no_room() {
    let class = |relative_radius| SizeClass {
        relative_radius,
        share: 1.0,
    };
    let method = SeveralSizes {
        classes: vec![class(0.5), class(2.0)],
        radius_m: Some(8.0),
        tries: 3,
    };
    let found = scatter(&method, 40).unwrap();
    let placed = |class: u16| found.classes.iter().filter(|&&of| of == class).count();
    assert_eq!(found.spacing_m, Some(8.0));
    assert_eq!(
        found.shortfall.map(|why| why.to_string()),
        Some(format!(
            "full: 3 tries in a row found no room; placed {} of 20 of 32.000 m, {} of 20 of 8.000 m",
            placed(1),
            placed(0)
        ))
    );
    assert!(
        found
            .sizes_m
            .iter()
            .zip(&found.classes)
            .all(|(&size_m, &class)| size_m == [8.0, 32.0][usize::from(class)])
    );
    assert!(found.notes[0].ends_with(" throws a point"));
    let roomy = SeveralSizes {
        radius_m: Some(0.1),
        ..method
    };
    let found = scatter(&roomy, 40).unwrap();
    assert_eq!((found.shortfall, found.points_m.len()), (None, 40));
    assert_eq!(scatter(&roomy, 0).unwrap().notes, Vec::<String>::new());
}

/// Fewer cells than initial trees; seeds that never sprout; a forest stopped by its rounds; one that is grown.
#[test]
fn kerrs_method_says_how_its_forest_ended() {
    let rules = KerrRules {
        tree_radius_cells: 1,
        initial_trees: 6,
        ..KerrRules::default()
    };
    let ended = |rules, cell_m| {
        let method = Kerr {
            rules,
            cell_m: Some(cell_m),
            ..Kerr::default()
        };
        let found = scatter(&method, 100_000).unwrap();
        assert!(
            found
                .shortfall
                .unwrap()
                .to_string()
                .starts_with(&format!("full: {} trees where", found.points_m.len()))
        );
        found.notes
    };
    let grown = ended(rules, 1.0);
    assert_eq!(grown.len(), 1, "{grown:?}");
    assert!(grown[0].starts_with("40 x 30 cells of 1.000 m, "), "{grown:?}");
    let stopped = ended(
        KerrRules {
            most_rounds: 1,
            ..rules
        },
        1.0,
    );
    assert_eq!(stopped[1..], ["left as it was after 1 rounds"]);
    assert!(stopped[0].contains(", 1 rounds, cover 0."), "{stopped:?}");
    let small = ended(
        KerrRules {
            initial_trees: 200,
            ..rules
        },
        10.0,
    );
    assert!(small[1].ends_with(" of 200 initial trees fit"), "{small:?}");
    let six = KerrRules {
        initial_trees: 1,
        cover: 0.0,
        ..rules
    };
    assert!(ended(six, 10.0).iter().all(|note| !note.contains("initial")));
}

#[test]
fn caves_are_refused_by_what_is_out_of_range() {
    let level = |cave: CaveRules| cave.level(9, 9, RandomKey::from_bits(1)).map(drop);
    let usual = CaveRules::default();
    for filled in [0.0, 1.0] {
        assert_eq!(level(CaveRules { filled, ..usual }), Ok(()));
    }
    for filled in [-0.1, 1.1, f64::NAN] {
        let refused = level(CaveRules { filled, ..usual }).unwrap_err().to_string();
        assert!(refused.starts_with("`filled` is"), "{refused}");
    }
    for rounds in [1000, 1001] {
        let thinning = CaveRules {
            thinning_rounds: rounds,
            ..usual
        };
        let smoothing = CaveRules {
            smoothing_rounds: rounds,
            ..usual
        };
        for (name, cave) in [("thinning_rounds", thinning), ("smoothing_rounds", smoothing)] {
            let made = level(cave).map_err(|error| error.to_string());
            assert_eq!(made.is_ok(), rounds == 1000, "{made:?}");
            assert!(
                made.err()
                    .is_none_or(|error| error.starts_with(&format!("`{name}` is 1001")))
            );
        }
    }
}
