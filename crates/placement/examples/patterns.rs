//! How dense, even and free of rows each pattern of spawn points is when it is thinned: `cargo run --release -p
//! understory-placement --example patterns`.
//!
//! Figures are of 128 × 128 least distances of the middle of the plane, by the torus of that window for the seamless tiles.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use understory_numerics::RandomKey;
use understory_placement::Window;
use understory_placement::pattern::{HardCorePoints, Spawns, TorusPattern, TorusPoints};
use understory_space::{Edge, Plot};
use understory_spacing::{NearestNeighbourSummary, collinear_index};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout();
    writeln!(out, "pattern,share,points,packing,clark_evans,collinear_index")?;
    let key = RandomKey::root(7, &["patterns"]);
    let begun = Instant::now();
    let torus = |pattern| Spawns::Torus(TorusPoints::new(Arc::new(pattern), 1.0, [0.3, 0.6]));
    let poisson = torus(TorusPattern::poisson(key)?);
    writeln!(
        io::stderr(),
        "poisson in {:.0} ms",
        begun.elapsed().as_secs_f64() * 1e3
    )?;
    let begun = Instant::now();
    let warped = torus(TorusPattern::warped_grid(key)?);
    writeln!(
        io::stderr(),
        "warped grid in {:.0} ms",
        begun.elapsed().as_secs_f64() * 1e3
    )?;
    let hard_core = Spawns::HardCore(HardCorePoints::new(1.0, key)?);
    for (name, spawns) in [
        ("poisson", &poisson),
        ("warped-grid", &warped),
        ("hard-core", &hard_core),
    ] {
        let side_m = match spawns {
            Spawns::Torus(points) => points.side_m(),
            Spawns::HardCore(_) => 200.0,
        };
        let window = Window {
            low_m: [1000.0, -500.0],
            high_m: [1000.0 + side_m, -500.0 + side_m],
        };
        let plot = Plot::new(window.low_m, [side_m; 2], Edge::Torus)?;
        for share in [1.0, 0.5, 0.25, 0.1] {
            let mut points = Vec::new();
            spawns.points_in(&window, share, &mut points);
            let points_m: Vec<[f64; 2]> = points.iter().map(|point| point.place_m).collect();
            let summary = NearestNeighbourSummary::new(&points_m, &plot)?;
            let least_m = summary.sorted_m()[0];
            let packing = least_m * least_m * summary.intensity_per_m2();
            let rows = collinear_index(&points_m, &plot)?.unwrap_or(f64::NAN);
            let r = summary.clark_evans().naive;
            writeln!(
                out,
                "{name},{share},{},{packing:.3},{r:.3},{rows:.3}",
                points_m.len()
            )?;
        }
    }
    Ok(())
}
