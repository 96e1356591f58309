//! Every point method on the same hectare: how near the nearest neighbour is, on average and at least.
//!
//! `cargo run --release -p understory-scatter --example methods`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use understory_numerics::RandomKey;
use understory_scatter::{Method, PointMethod, Request};
use understory_space::{Edge, Plot};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plot = Plot::new([0.0, 0.0], [100.0, 100.0], Edge::Torus)?;
    println!("400 points of 1 ha: random ones are 2.5 m from their nearest neighbour on average");
    for method in Method::all() {
        match method.scatter(
            &Request::new(&plot, 400),
            RandomKey::root(7, &["example", method.name()]),
        ) {
            Ok(scattered) => {
                let points_m = &scattered.points_m;
                let nearest_m = |i: usize| {
                    let others = (0..points_m.len()).filter(|&j| j != i);
                    others
                        .map(|j| plot.distance_squared_m2(points_m[i], points_m[j]).sqrt())
                        .fold(f64::INFINITY, f64::min)
                };
                let all_m: Vec<f64> = (0..points_m.len()).map(nearest_m).collect();
                let mean_m = all_m.iter().sum::<f64>() / all_m.len() as f64;
                let least_m = all_m.iter().copied().fold(f64::INFINITY, f64::min);
                let (name, count) = (method.name(), points_m.len());
                println!("{name:17} {count:4} points, {mean_m:.2} m on average, {least_m:.2} m at least");
            }
            Err(why) => println!("{:17} {why}", method.name()),
        }
    }
    Ok(())
}
