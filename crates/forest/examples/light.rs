//! How light it is under each light model in one and the same stand, and how the models' strengths were set.
//!
//! The stand of the benches, grown under `crowding`: the mean light of trees from 5 m on, of lower ones, and at the ground.
//! Below, the strength at which each other model gives the trees from 5 m on as much light as `crowding` does.
//!
//! `cargo run --release -p understory-forest --example light`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

#[path = "../../../benches/stand.rs"]
#[allow(dead_code, reason = "it serves benches too")]
mod stand;

use std::time::Instant;

use understory_forest::Forest;
use understory_forest::parameters::Light;
use understory_numerics::math::exp;

/// Height from which trees count as the canopy, m.
const CANOPY_FROM_M: f64 = 5.0;

/// Mean light of the canopy, of the trees below it, and at the ground; and microseconds for each tree.
fn means(grown: &Forest, light: Light) -> [f64; 4] {
    let mut forest = stand::laid_out(grown, [1, 1], false, light);
    let before = Instant::now();
    let crowding = forest.crowding();
    let seconds = before.elapsed().as_secs_f64();
    let mut at = 0;
    let mut sums = [(0.0, 0.0); 2];
    forest.for_each_tree(|_, _, size| {
        let sum = &mut sums[usize::from(size.height_m < CANOPY_FROM_M)];
        sum.0 += exp(-f64::from(crowding[at]));
        sum.1 += 1.0;
        at += 1;
    });
    let places_m: Vec<[f64; 2]> = (0..2500_u32)
        .map(|number| [number % 50, number / 50].map(|step| 2.0 * f64::from(step) + 1.0))
        .collect();
    let at_ground = forest.crowding_at(0, &places_m).expect("they lie on the plot");
    let ground: f64 = at_ground.iter().map(|&c| exp(-f64::from(c))).sum();
    let [canopy, below] = sums.map(|(sum, count)| sum / count);
    [
        canopy,
        below,
        ground / places_m.len() as f64,
        1e6 * seconds / crowding.len() as f64,
    ]
}

/// The value at which a model gives the canopy this mean light, which falls as the value rises.
fn set(grown: &Forest, canopy: f64, model: impl Fn(f64) -> Light) -> f64 {
    let (mut low, mut high) = (0.01, 9.0);
    for _ in 0..18 {
        let middle = 0.5 * (low + high);
        if means(grown, model(middle))[0] > canopy {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

fn main() {
    let grown = stand::patch();
    println!("{} trees on a hectare", grown.tree_count());
    println!(
        "{:28} {:>8} {:>8} {:>8} {:>8}",
        "", "from 5 m", "below", "ground", "µs/tree"
    );
    let print = |name: &str, light: Light| {
        let [canopy, below, ground, microseconds] = means(&grown, light);
        println!("{name:28} {canopy:8.4} {below:8.4} {ground:8.4} {microseconds:8.2}");
    };
    for model in Light::MODELS {
        print(model, Light::named(model).expect("it is in the list"));
    }
    let [canopy, ..] = means(&grown, Light::default());
    println!("as light as `crowding` for trees from 5 m on:");
    for ratio_exponent in [0.2, 0.25, 0.3, 0.4, 1.0] {
        let model = |crowding_per_index| Light::Hegyi {
            neighbours: 8,
            competitors_within_m: 10.0,
            competitor_from_m: CANOPY_FROM_M,
            ratio_exponent,
            crowding_per_index,
        };
        let value = set(&grown, canopy, model);
        print(&format!("hegyi, p {ratio_exponent}, s {value:.3}"), model(value));
    }
    let model = |loss_per_field| Light::FieldOfNeighbourhood {
        zone_scale_m: 10.0,
        zone_exponent: 0.5,
        field_at_edge: 0.1,
        loss_per_field,
    };
    let value = set(&grown, canopy, model);
    print(&format!("fon, loss {value:.3}"), model(value));
    let model = |extinction| Light::Grid {
        cell_m: 2.0,
        layer_m: 2.0,
        extinction,
    };
    let value = set(&grown, canopy, model);
    print(&format!("grid, k {value:.3}"), model(value));
}
