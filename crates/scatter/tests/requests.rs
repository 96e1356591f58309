//! What is asked of every method: how many, where not, and what stands there already.

use std::collections::{BTreeMap, BTreeSet};

use understory_scatter::{
    Amount, Edge, Method, Obstacle, Plot, PointMethod, RandomKey, Request, ScatterError, Scattered,
    TakenPlace, TargetStatistics,
};

fn plot(edge: Edge) -> Plot {
    Plot::new([-20.0, 300.0], [100.0, 80.0], edge).unwrap()
}

fn key(method: &Method) -> RandomKey {
    RandomKey::root(7, &["requests", method.name()])
}

/// A pattern to imitate, for the method that needs one.
fn target_statistics() -> TargetStatistics {
    TargetStatistics {
        r_m: vec![1.0, 2.0, 6.0],
        pair_correlation: vec![0.2, 1.0, 1.0],
        sizes_m: Vec::new(),
    }
}

fn obstacles() -> Vec<Obstacle> {
    vec![
        Obstacle::Disc {
            centre_m: [-18.0, 340.0],
            radius_m: 9.0,
        },
        Obstacle::Strip {
            points_m: vec![[0.0, 300.0], [30.0, 340.0], [30.0, 380.0]],
            half_width_m: 3.0,
        },
        Obstacle::Polygon {
            corners_m: vec![
                [50.0, 320.0],
                [75.0, 320.0],
                [75.0, 350.0],
                [60.0, 335.0],
                [50.0, 350.0],
            ],
        },
    ]
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Whether a place is free of [`obstacles`], by other formulas than the crate's.
fn is_free(plot: &Plot, [x, y]: [f64; 2]) -> bool {
    let mut images = vec![[x, y]];
    if plot.is_torus() {
        images = (-1..=1)
            .flat_map(|i| (-1..=1).map(move |j| [x + 100.0 * f64::from(i), y + 80.0 * f64::from(j)]))
            .collect();
    }
    images.into_iter().all(|[x, y]| {
        let in_disc = length(x + 18.0, y - 340.0) < 9.0;
        // Along the road in steps of 5 cm, which misses the least distance by 0.1 mm at most.
        let near = |ax: f64, ay: f64, bx: f64, by: f64| {
            (0..=1000).any(|i| {
                let t = f64::from(i) / 1000.0;
                length(x - ax - t * (bx - ax), y - ay - t * (by - ay)) < 3.0 - 2e-4
            })
        };
        let in_strip = near(0.0, 300.0, 30.0, 340.0) || near(30.0, 340.0, 30.0, 380.0);
        // A box with a notch from above.
        let notch = 335.0 + (x - 60.0).abs() * if x < 60.0 { 1.5 } else { 1.0 };
        let in_polygon = (50.0..75.0).contains(&x) && (320.0..350.0).contains(&y) && y < notch;
        !(in_disc || in_strip || in_polygon)
    })
}

#[test]
fn nothing_stands_on_an_obstacle_or_too_near_to_what_stands() {
    let (target_statistics, obstacles) = (target_statistics(), obstacles());
    let standing: Vec<TakenPlace> = (0..12)
        .map(|i| TakenPlace {
            place_m: [-19.5 + 8.0 * f64::from(i), 379.0],
            clear_m: 1.0 + 0.5 * f64::from(i % 4),
        })
        .collect();
    for edge in [Edge::Torus, Edge::Open] {
        let plot = plot(edge);
        for method in Method::all() {
            for amount in [Amount::Count(250), Amount::Density(0.05)] {
                let request = Request {
                    amount,
                    obstacles: &obstacles,
                    standing: &standing,
                    target_statistics: Some(&target_statistics),
                    ..Request::new(&plot, 0)
                };
                let scattered = match method.scatter(&request, key(&method)) {
                    // Their points are spaced evenly over the whole plot, from which only a density can be cut.
                    Err(ScatterError::NoWeights { method }) => {
                        assert!(
                            ["repulsion", "resampled"].contains(&method)
                                && matches!(amount, Amount::Count(_))
                        );
                        continue;
                    }
                    scattered => scattered.unwrap(),
                };
                assert!(scattered.points_m.len() > 100, "{} {amount:?}", method.name());
                assert!(
                    matches!(amount, Amount::Density(_))
                        || scattered.points_m.len() == 250
                        || scattered.shortfall.is_some()
                );
                for list in [scattered.sizes_m.len(), scattered.classes.len()] {
                    assert!([0, scattered.points_m.len()].contains(&list), "{}", method.name());
                }
                for &place_m in &scattered.points_m {
                    assert!(is_free(&plot, place_m), "{} {place_m:?}", method.name());
                    for stands in &standing {
                        let [dx, dy] = [0, 1].map(|axis| {
                            let apart = (place_m[axis] - stands.place_m[axis]).abs();
                            if edge == Edge::Torus {
                                apart.min(plot.size_m()[axis] - apart)
                            } else {
                                apart
                            }
                        });
                        assert!(
                            length(dx, dy) >= stands.clear_m - 1e-9,
                            "{} {place_m:?}",
                            method.name()
                        );
                    }
                }
            }
        }
    }
}

/// What stands more than 20 m from a clearing, by its number.
fn far_off(plot: &Plot, scattered: &Scattered, key: RandomKey) -> BTreeMap<u64, [u64; 2]> {
    let ids = scattered.ids(key);
    let far = ids.into_iter().zip(&scattered.points_m);
    far.filter(|(_, place_m)| plot.distance_squared_m2(**place_m, [30.0, 340.0]) > 400.0)
        .map(|(id, place_m)| (id, place_m.map(f64::to_bits)))
        .collect()
}

#[test]
fn a_clearing_in_a_density_changes_no_point_elsewhere_and_no_number_whatever_the_method() {
    let target_statistics = target_statistics();
    let plot = plot(Edge::Torus);
    let clearing = [Obstacle::Disc {
        centre_m: [30.0, 340.0],
        radius_m: 20.0,
    }];
    for method in Method::all() {
        let request = Request {
            target_statistics: Some(&target_statistics),
            ..Request::dense(&plot, 0.05)
        };
        let (key, cleared) = (
            key(&method),
            Request {
                obstacles: &clearing,
                ..request
            },
        );
        let whole = method.scatter(&request, key).unwrap();
        let with_clearing = method.scatter(&cleared, key).unwrap();
        assert!(
            with_clearing.points_m.len() < whole.points_m.len(),
            "{}",
            method.name()
        );
        assert_eq!(
            far_off(&plot, &whole, key),
            far_off(&plot, &with_clearing, key),
            "{}",
            method.name()
        );
        let ids: BTreeSet<u64> = whole.ids(key).into_iter().collect();
        assert_eq!(ids.len(), whole.points_m.len(), "each has a number of its own");
        assert!(with_clearing.ids(key).iter().all(|id| ids.contains(id)));
    }
}

#[test]
fn a_density_is_that_of_the_ground_where_the_weight_is_one() {
    let plot = Plot::new([0.0; 2], [200.0; 2], Edge::Torus).unwrap();
    let weight = |[x, _]: [f64; 2]| if x < 100.0 { 0.25 } else { 1.0 };
    for method in [
        Method::named("uniform").unwrap(),
        Method::named("jittered-grid").unwrap(),
    ] {
        let request = Request {
            weight: Some(&weight),
            ..Request::dense(&plot, 0.2)
        };
        let points_m = method.scatter(&request, key(&method)).unwrap().points_m;
        let thin = points_m.iter().filter(|place_m| place_m[0] < 100.0).count() as f64;
        let thick = points_m.len() as f64 - thin;
        // 0.2 on 20,000 m²: 4,000 and a quarter of that; four standard errors of a binomial count at most.
        assert!((thick - 4000.0).abs() < 4.0 * 4000_f64.sqrt(), "{thick}");
        assert!((thin - 1000.0).abs() < 4.0 * 1000_f64.sqrt(), "{thin}");
    }
}

#[test]
fn points_in_one_place_have_numbers_of_their_own() {
    let scattered = Scattered::of(vec![[1.0, 2.0], [1.0, 2.0], [2.0, 1.0], [1.0, 2.0]]);
    let ids = scattered.ids(RandomKey::from_bits(1));
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 4);
    // Whatever stands before it, a place has its number.
    let alone = Scattered::of(vec![[2.0, 1.0]]).ids(RandomKey::from_bits(1));
    assert_eq!(alone[0], ids[2]);
    assert_ne!(
        alone,
        Scattered::of(vec![[2.0, 1.0]]).ids(RandomKey::from_bits(2))
    );
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let plot = plot(Edge::Open);
    let method = Method::named("uniform").unwrap();
    let refused = |request: &Request<'_>| {
        method
            .scatter(request, RandomKey::from_bits(1))
            .unwrap_err()
            .to_string()
    };
    for per_m2 in [-0.1, f64::NAN, f64::INFINITY, 1e9] {
        let message = refused(&Request::dense(&plot, per_m2));
        assert!(message.starts_with("`density` is "), "{message}");
    }
    for obstacle in [
        Obstacle::Disc {
            centre_m: [0.0, f64::NAN],
            radius_m: 1.0,
        },
        Obstacle::Disc {
            centre_m: [0.0, 0.0],
            radius_m: -1.0,
        },
        Obstacle::Strip {
            points_m: Vec::new(),
            half_width_m: 1.0,
        },
        Obstacle::Polygon {
            corners_m: vec![[f64::INFINITY, 0.0]],
        },
    ] {
        let message = refused(&Request {
            obstacles: &[obstacle],
            ..Request::new(&plot, 9)
        });
        assert!(
            message.starts_with("`obstacles` is wrong at number 1, but "),
            "{message}"
        );
    }
    for (place_m, clear_m) in [
        ([500.0, f64::NAN], 1.0),
        ([0.0, 310.0], f64::NAN),
        ([0.0, 310.0], -1.0),
    ] {
        let standing = [TakenPlace { place_m, clear_m }];
        let message = refused(&Request {
            standing: &standing,
            ..Request::new(&plot, 9)
        });
        assert!(message.starts_with("`standing` is "), "{message}");
    }
}

/// However far off an obstacle is given, a torus has it where it lies; an open plot hears of what lies beyond it.
#[test]
fn obstacles_come_round_a_torus_as_often_as_they_reach() {
    let torus = Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap();
    let method = Method::named("jittered-grid").unwrap();
    let left = |plot: &Plot, obstacles: &[Obstacle], standing: &[TakenPlace]| {
        let request = Request {
            obstacles,
            standing,
            ..Request::dense(plot, 0.1)
        };
        let points_m = method
            .scatter(&request, RandomKey::from_bits(3))
            .unwrap()
            .points_m;
        points_m
            .into_iter()
            .map(|place_m| place_m.map(f64::to_bits))
            .collect::<BTreeSet<_>>()
    };
    let disc = |x_m: f64| {
        vec![Obstacle::Disc {
            centre_m: [x_m, -260.0],
            radius_m: 12.0,
        }]
    };
    assert_eq!(left(&torus, &disc(50.0), &[]), left(&torus, &disc(-650.0), &[]));
    assert_eq!(left(&torus, &disc(50.0), &[]), left(&torus, &disc(350.0), &[]));
    // A road of ten plots' length that rises by one plot crosses each column once a plot.
    let road = |from_m: f64| {
        vec![Obstacle::Strip {
            points_m: vec![[from_m, 0.0], [from_m + 1000.0, 100.0]],
            half_width_m: 2.0,
        }]
    };
    let (here, far) = (left(&torus, &road(0.0), &[]), left(&torus, &road(3000.0), &[]));
    assert_eq!(here, far);
    let gone = 1000.0 - here.len() as f64;
    // 1000 m of road, 4 m wide, on 10,000 m².
    assert!((gone / 1000.0 - 0.4).abs() < 0.06, "{gone}");

    let open = Plot::new([0.0; 2], [100.0; 2], Edge::Open).unwrap();
    let bare = left(&open, &[], &[]);
    let beyond = [
        TakenPlace {
            place_m: [100.5, 50.0],
            clear_m: 30.0,
        },
        TakenPlace {
            place_m: [0.0, 0.0],
            clear_m: 1e-3,
        },
    ];
    let gone = bare.len() as f64 - left(&open, &[], &beyond).len() as f64;
    // Half a disc of 30 m, 0.5 m off.
    assert!(
        (gone - 0.1 * (std::f64::consts::PI * 450.0 - 30.0)).abs() < 15.0,
        "{gone}"
    );
    assert_eq!(left(&open, &disc(50.0), &[]), bare);
}

#[test]
fn many_small_plots_together_have_the_density_of_a_large_one() {
    let method = Method::named("uniform").unwrap();
    let placed: usize = (0..2000)
        .map(|i| {
            let plot = Plot::new([10.0 * f64::from(i), 0.0], [10.0; 2], Edge::Open).unwrap();
            let key = RandomKey::root(u64::try_from(i).unwrap(), &["tile"]);
            method
                .scatter(&Request::dense(&plot, 0.004), key)
                .unwrap()
                .points_m
                .len()
        })
        .sum();
    // 800, with four standard errors of 2000 draws of a chance of 0.4.
    assert!((placed as f64 - 800.0).abs() < 4.0 * 480_f64.sqrt(), "{placed}");
}
