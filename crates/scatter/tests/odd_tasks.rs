//! Every method on plots and counts that are no forest's: each has to end, in the plot, and to say what is missing.

use understory_numerics::RandomKey;
use understory_scatter::{Layout, Method, PointMethod, Request, TargetStatistics};
use understory_space::{Edge, Plot};

fn scatter(method: &Method, plot: &Plot, count: u32) {
    let side_m = plot.shorter_side_m();
    let target_statistics = TargetStatistics {
        r_m: vec![side_m / 50.0, side_m / 10.0, side_m / 4.0],
        pair_correlation: vec![0.3, 1.2, 1.0],
        sizes_m: Vec::new(),
    };
    let request = Request {
        target_statistics: Some(&target_statistics),
        ..Request::new(plot, count)
    };
    let scattered = method
        .scatter(&request, RandomKey::root(1, &["odd"]))
        .unwrap_or_else(|refusal| panic!("{method:?} on {plot:?}: {refusal}"));
    let found = scattered.points_m.len();
    assert!(found <= count as usize, "{method:?}");
    assert!(
        found == count as usize || scattered.shortfall.is_some(),
        "{method:?} on {plot:?}: {found} of {count}"
    );
    assert!(
        scattered.points_m.iter().all(|&point_m| plot.contains(point_m)),
        "{method:?} on {plot:?}"
    );
    for length in [scattered.sizes_m.len(), scattered.classes.len()] {
        assert!(length == 0 || length == found, "{method:?}");
    }
}

#[test]
fn plots_may_be_tiny_huge_narrow_or_far_away() {
    for edge in [Edge::Open, Edge::Torus] {
        for (origin_m, size_m) in [
            ([0.0, 0.0], [1e-3, 2e-3]),
            ([-5e5, 1e7], [4e5, 1e6]),
            ([3.0, 4.0], [2000.0, 0.5]),
            ([1e9, -1e9], [1.0, 30.0]),
        ] {
            let plot = Plot::new(origin_m, size_m, edge).unwrap();
            for method in Method::all() {
                for count in [0, 1, 2, 77] {
                    scatter(&method, &plot, count);
                }
            }
        }
    }
}

#[test]
fn parameters_of_a_fit_work_at_both_ends() {
    for edge in [Edge::Open, Edge::Torus] {
        let plot = Plot::new([0.0, 10.0], [50.0, 20.0], edge).unwrap();
        for method in Method::all() {
            for count in [1, 30, 400] {
                for parameter in method.fit_parameters(&Layout::new(&plot, count)) {
                    let [low, high] = parameter.range;
                    assert!(
                        (low..=high).contains(&parameter.value),
                        "{}: {parameter:?}",
                        method.name()
                    );
                    for value in [low, (low + high) / 2.0, high] {
                        let set = method.clone().with(parameter.name, value);
                        assert!(
                            value == parameter.value || set != method,
                            "{}: {parameter:?}",
                            method.name()
                        );
                        scatter(&set, &plot, count);
                    }
                }
            }
        }
    }
}
