//! Nodes per second of colonization: a grid of attraction points, the R-tree form, brute force, and asking a
//! kd-tree of nodes again in every round. Brute force is the plainest form there is: it compares every
//! attraction point with every node, twice a round.
//!
//! One thread; a unit ball of points, base below it, kill distance = mean spacing, influence distance = 4 ×,
//! segment = 0.5 ×. A row's throughput counts nodes grown.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use understory_branching::cloud::{Arrangement, AttractionPoint, Envelope, attraction_points};
use understory_branching::colonization::{Colonization, Distance, Site, colonize, colonize_by_r_tree};
use understory_branching::skeleton::Part;
use understory_numerics::{RandomKey, math};

#[path = "../tests/naive/mod.rs"]
mod naive;

const BASE_M: [f64; 3] = [0.0, 0.0, -1.0];

fn ball(count: u32) -> Vec<AttractionPoint> {
    let ball = Envelope::Sphere {
        centre_m: [0.0; 3],
        radius_m: 1.0,
    };
    attraction_points(
        &ball,
        count,
        &Arrangement::Uniform,
        RandomKey::root(1, &["bench"]),
    )
    .expect("a ball has volume")
}

fn parameters(count: u32) -> Colonization {
    let spacing_m = math::cbrt(4.0 / 3.0 * std::f64::consts::PI / f64::from(count));
    Colonization {
        step_m: 0.5 * spacing_m,
        kill_distance: Distance::Metres(spacing_m),
        influence_distance: Distance::Metres(4.0 * spacing_m),
        ..Colonization::default()
    }
}

fn site(points: &[AttractionPoint]) -> Site<'_> {
    Site {
        bases_m: &[BASE_M],
        points,
        obstacles: &[],
        part: Part::Shoot,
        key: RandomKey::root(1, &[]),
    }
}

fn benchmark(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("branching::colonize");
    group.sample_size(10);
    for count in [10_000, 100_000, 1_000_000] {
        let points = ball(count);
        let parameters = parameters(count);
        let nodes = colonize(&site(&points), &parameters)
            .expect("the ball is in reach")
            .skeletons[0]
            .nodes
            .len();
        group.throughput(Throughput::Elements(nodes as u64));
        group.bench_function(BenchmarkId::new("grid", count), |bencher| {
            bencher.iter(|| colonize(black_box(&site(&points)), &parameters));
        });
        group.bench_function(BenchmarkId::new("r_tree", count), |bencher| {
            bencher.iter(|| colonize_by_r_tree(black_box(&site(&points)), &parameters));
        });
        if count <= 10_000 {
            group.bench_function(BenchmarkId::new("brute_force", count), |bencher| {
                bencher.iter(|| naive::colonize(BASE_M, black_box(&points), &parameters));
            });
        }
        if count <= 100_000 {
            let nodes = colonize_by_kd_tree(&points, &parameters);
            group.throughput(Throughput::Elements(nodes as u64));
            group.bench_function(BenchmarkId::new("kd_tree_of_nodes", count), |bencher| {
                bencher.iter(|| colonize_by_kd_tree(black_box(&points), &parameters));
            });
        }
    }
    group.finish();
}

/// The rival: the nodes in a kd-tree, loaded anew in every round, which every attraction point left asks for its
/// nearest node. A node whose newest child came nearer to nothing rests for good, which is less than our rule
/// does. Returns the nodes.
fn colonize_by_kd_tree(points: &[AttractionPoint], parameters: &Colonization) -> usize {
    let influence_squared = parameters.influence_distance_m() * parameters.influence_distance_m();
    let kill_squared = parameters.kill_distance_m() * parameters.kill_distance_m();
    // The parent of each node.
    let mut parents = vec![0_usize];
    let mut places = vec![BASE_M];
    let mut is_resting = vec![false];
    let mut nearest_before = vec![f64::INFINITY; points.len()];
    let mut is_left = vec![true; points.len()];
    let mut first_new = 0;
    loop {
        let tree = ImmutableKdTree::<f64, 3>::new_from_slice(&places).expect("places are finite");
        let mut sums = vec![[0.0_f64; 3]; places.len()];
        let mut has_gained = vec![false; places.len()];
        for (point, left) in is_left.iter_mut().enumerate().filter(|(_, left)| **left) {
            let place = points[point].place_m;
            let nearest = tree
                .query(&place)
                .nearest_one::<SquaredEuclidean<f64>>()
                .execute();
            let node = nearest.item as usize;
            if nearest.distance < nearest_before[point].min(influence_squared) {
                has_gained[node] = true;
                nearest_before[point] = nearest.distance;
            }
            if nearest.distance <= kill_squared {
                *left = false;
            } else if nearest.distance < influence_squared {
                let factor = 1.0 / nearest.distance.sqrt();
                for axis in 0..3 {
                    sums[node][axis] += (place[axis] - places[node][axis]) * factor;
                }
            }
        }
        for new in first_new..places.len() {
            is_resting[parents[new]] |= !has_gained[new];
        }
        first_new = places.len();
        for (node, sum) in sums.iter().enumerate() {
            let length = (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]).sqrt();
            if !is_resting[node] && length > 1e-9 {
                let end = [0, 1, 2].map(|axis| places[node][axis] + sum[axis] / length * parameters.step_m);
                parents.push(node);
                places.push(end);
                is_resting.push(false);
            }
        }
        if places.len() == first_new {
            break;
        }
    }
    places.len()
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
