//! How long laying points out takes beside the cost that it is refused by: `cost.rs` counts steps of about a nanosecond.
//! Of each method the last row is the largest pattern that is allowed.
//!
//! `cargo run --release -p understory-scatter --example cost -- [METHOD]`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use std::time::Instant;

use understory_numerics::RandomKey;
use understory_scatter::kerr::KerrRules;
use understory_scatter::{
    CircleType, Circles, Kerr, Layout, Method, PointMethod, Repulsion, TargetStatistics,
};
use understory_space::{Edge, Plot};

/// Methods with the parameters that make them dear, beside their defaults.
fn variants() -> Vec<(String, Method)> {
    let mut variants: Vec<(String, Method)> = Method::all()
        .into_iter()
        .map(|method| ("defaults".to_owned(), method))
        .collect();
    let mut add = |what: &str, method: Method| variants.push((what.to_owned(), method));
    for (coverage, overlap_left) in [
        (0.3, 0.01),
        (0.7, 0.01),
        (0.8, 0.01),
        (0.5, 1e-3),
        (0.5, 1e-6),
        (0.8, 1e-6),
    ] {
        let repulsion = Repulsion {
            coverage,
            overlap_left,
            ..Repulsion::default()
        };
        add(
            &format!("coverage {coverage}, overlap {overlap_left}"),
            Method::Repulsion(repulsion),
        );
    }
    let one_size = Repulsion {
        relative_sizes: vec![1.0],
        coverage: 0.8,
        ..Repulsion::default()
    };
    add("one size, coverage 0.8", Method::Repulsion(one_size));
    let wide = Repulsion {
        relative_sizes: vec![1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 40.0],
        ..Repulsion::default()
    };
    add("one of ten 40 times as wide", Method::Repulsion(wide));
    for (strength, decay, cover, initial_trees) in [
        (0.05, 0.9, 0.25, 20),
        (0.001, 0.1, 0.25, 20),
        (0.05, 0.1, 0.9, 20),
        (0.05, 0.1, 0.25, 1),
        (1e-4, 0.5, 0.25, 20),
    ] {
        let rules = KerrRules {
            strength,
            decay,
            cover,
            initial_trees,
            ..KerrRules::default()
        };
        let what = format!("strength {strength}, decay {decay}, cover {cover}, {initial_trees} at first");
        add(
            &what,
            Method::Kerr(Kerr {
                rules,
                ..Kerr::default()
            }),
        );
    }
    let reaching = KerrRules {
        reach_cells: 60,
        tree_radius_cells: 10,
        ..KerrRules::default()
    };
    add(
        "reach 60, radius 10",
        Method::Kerr(Kerr {
            rules: reaching,
            ..Kerr::default()
        }),
    );
    for (seeds_per_step, steps) in [(3, 10), (1, 3), (30, 10), (3, 40), (10, 3)] {
        let kind = CircleType {
            seeds_per_step,
            steps,
            ..CircleType::default()
        };
        let types = vec![kind];
        add(
            &format!("{seeds_per_step} seeds, {steps} steps"),
            Method::Circles(Circles {
                types: types.clone(),
                length_factor: None,
            }),
        );
    }
    let several = vec![
        CircleType::default(),
        CircleType {
            collision_radius_m: 3.0,
            ..CircleType::default()
        },
    ];
    add(
        "two types",
        Method::Circles(Circles {
            types: several,
            length_factor: None,
        }),
    );
    for cell_m in [0.5, 0.15] {
        let kerr = Kerr {
            cell_m: Some(cell_m),
            ..Kerr::default()
        };
        add(&format!("cells of {cell_m} m"), Method::Kerr(kerr));
    }
    for length_factor in [0.3, 0.12] {
        let circles = Circles {
            length_factor: Some(length_factor),
            ..Circles::default()
        };
        add(&format!("lengths x {length_factor}"), Method::Circles(circles));
    }
    variants
}

/// Time that this thread has been at work, s, where Linux tells: others on the machine take nothing of it.
fn at_work_s() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Points of the largest pattern that is not refused, up to ten million.
fn most_allowed(method: &Method, plot: &Plot) -> u32 {
    let (mut allowed, mut refused) = (1, 10_000_000);
    while refused - allowed > allowed / 50 + 1 {
        let count = allowed + (refused - allowed) / 2;
        match method.check_cost(&Layout::new(plot, count)) {
            Ok(()) => allowed = count,
            Err(_) => refused = count,
        }
    }
    allowed
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = std::env::args().nth(1);
    let plot = Plot::new([0.0; 2], [1000.0; 2], Edge::Torus)?;
    println!("method,parameters,points,steps,seconds,ns_per_step,notes");
    for (what, method) in variants() {
        if wanted
            .as_ref()
            .is_some_and(|wanted| method.name() != wanted.as_str())
        {
            continue;
        }
        let most = most_allowed(&method, &plot);
        for count in [1000, 30_000, most] {
            // Fewer neighbours than at random within a spacing, which resampling has to work for.
            let spacing_m = (plot.area_m2() / f64::from(count)).sqrt();
            let share = |i: u32| f64::from(i) * 0.1;
            let target_statistics = TargetStatistics {
                r_m: (1..=250).map(|i| share(i) * spacing_m).collect(),
                pair_correlation: (1..=250).map(|i| share(i).min(1.0)).collect(),
                sizes_m: Vec::new(),
            };
            let layout = Layout {
                target_statistics: Some(&target_statistics),
                ..Layout::new(&plot, count)
            };
            let cost = method.cost(&layout);
            let (start, before_s) = (Instant::now(), at_work_s());
            let laid = method.scatter(&layout.into(), RandomKey::root(1, &["cost"]));
            let passed_s = start.elapsed().as_secs_f64();
            let seconds = at_work_s()
                .zip(before_s)
                .map_or(passed_s, |(after_s, before_s)| after_s - before_s);
            let notes = match &laid {
                Ok(laid) => format!("{} points; {}", laid.points_m.len(), laid.notes.join("; ")),
                Err(error) => error.to_string(),
            };
            println!(
                "{},{what:?},{count},{:.2e},{seconds:.3},{:.2},{notes:?}",
                method.name(),
                cost.steps,
                seconds * 1e9 / cost.steps
            );
        }
    }
    Ok(())
}
