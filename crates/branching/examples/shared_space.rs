//! What a stand takes that shares its space: `cargo run --release -p understory-branching --example shared_space -- [trees]
//! [points of each] [threads]`.

use std::time::Instant;

use understory_branching::roots::RootSystem;
use understory_branching::stand::{CrownShape, Sharing, Stand, StandTree, grow_stand};
use understory_numerics::RandomKey;

#[allow(clippy::print_stdout, reason = "an example shows what it finds")]
fn main() {
    let mut given = std::env::args().skip(1).map(|word| word.parse::<u32>());
    let mut next = |or: u32| given.next().map_or(or, |number| number.expect("a whole number"));
    let (count, points, threads) = (next(1000), next(1000), next(2));
    let side = f64::from(count).sqrt().ceil() as u32;
    let tree = |number: u32| {
        let height_m = 16.0 + f64::from(number * 7 % 9);
        StandTree {
            key: RandomKey::root(u64::from(number), &["stand"]),
            base_m: [
                5.0 * f64::from(number % side) + 0.4 * f64::from(number * 11 % 5),
                5.0 * f64::from(number / side),
                0.0,
            ],
            height_m,
            dbh_m: 0.012 * height_m,
            crown_base_m: 0.45 * height_m,
            crown_radius_m: 0.17 * height_m,
            shape: CrownShape::Rounded,
            roots: RootSystem::Heart,
        }
    };
    let trees: Vec<StandTree> = (0..count).map(tree).collect();
    let mut sharing = Sharing {
        points,
        ..Sharing::default()
    };
    sharing.roots.points = points;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads as usize)
        .build()
        .expect("threads can be started");
    let before_bytes = peak_bytes();
    let began = Instant::now();
    let stand = Stand {
        trees: &trees,
        ground: None,
        crowns: None,
        wetness: None,
        key: RandomKey::root(0, &["ground"]),
    };
    let grown = pool
        .install(|| grow_stand(&stand, &sharing))
        .expect("each tree has a place of its own");
    let nodes: usize = pool.install(|| grown.trees().map(|tree| tree.skeleton.nodes.len()).sum());
    let took_s = began.elapsed().as_secs_f64();
    let bytes = peak_bytes() - before_bytes;
    println!(
        "{count} trees, {points} points each above and below, {threads} threads: {took_s:.2} s, {nodes} nodes, \
         {:.0} MB at the peak, {:.0} bytes a node",
        bytes / 1e6,
        bytes / nodes as f64
    );
}

/// The most memory that this program has held so far; 0 where the system does not say.
fn peak_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    1024.0 * kilobytes.unwrap_or_default()
}
