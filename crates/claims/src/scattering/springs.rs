//! Springs between the points of a grid, and zones that push each other apart.

use understory_scatter::{
    Border, JitteredGrid, Layout, MinimumDistance, PointMethod, Repulsion, Request, SpringNet, Springs,
};
use understory_space::{Edge, Plot};
use understory_spacing::{NearestNeighbourSummary, g_sup_difference};

use super::measures::{Place, evenness, key, least_distance, pattern, torus};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(NETS, 6, nets);
    claims.extend(claims_of(RELAXED, 6, relaxed));
    claims.extend(claims_of(PUSHED, 12, pushed));
    claims
}

const NETS: [&str; 8] = [
    "W33",
    "W33.all",
    "W33.rest",
    "W35",
    "W35.swell",
    "W35.even",
    "W35.pinned",
    "W35.strip",
];

/// What becomes of nets on open ground.
fn nets(seed: u64) -> Result<Numbers<8>, ClaimError> {
    let net = |along: u32, mean_rest: f64, border: Border, iterations: u32| {
        let plot = Plot::new([0.0; 2], [f64::from(along); 2], Edge::Open)?;
        let springs = Springs {
            mean_rest,
            border,
            iterations,
            ..Springs::default()
        };
        Ok::<_, ClaimError>(springs.net(&Layout::new(&plot, along * along), key(seed, along))?)
    };
    let excess = |iterations| Ok::<_, ClaimError>(rms_excess(&net(10, 1.0, Border::Free, iterations)?));
    let [before, after, at_last] = [excess(0)?, excess(40)?, excess(4000)?];
    let area = |mean_rest, border| {
        let grid = border_area(&net(10, mean_rest, border, 0)?);
        Ok::<_, ClaimError>(border_area(&net(10, mean_rest, border, 40)?) / grid)
    };
    let wide: Vec<Place> = net(40, 0.8, Border::Free, 40)?.nodes_m().collect();
    let square = [19, 20].map(|row| [19, 20].map(|column| wide[40 * row + column]));
    let apart = |a: Place, b: Place| {
        let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis]);
        (dx * dx + dy * dy).sqrt()
    };
    let sides = [
        apart(square[0][0], square[0][1]),
        apart(square[1][0], square[1][1]),
        apart(square[0][0], square[1][0]),
        apart(square[0][1], square[1][1]),
    ];
    let left = after / before;
    Ok([
        ("W33", left),
        ("W33.all", left),
        ("W33.rest", (before - after) / (before - at_last)),
        ("W35", area(0.8, Border::Free)?),
        ("W35.swell", area(1.2, Border::Free)?),
        ("W35.even", area(1.0, Border::Free)?),
        ("W35.pinned", area(0.8, Border::Pinned)?),
        ("W35.strip", sides.iter().sum::<f64>() / 4.0),
    ])
}

fn rms_excess(net: &SpringNet) -> f64 {
    let squares: Vec<f64> = net
        .springs()
        .map(|spring| spring.excess_m() * spring.excess_m())
        .collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

/// The outermost nodes of a square net, in turn.
pub(super) fn border(net: &SpringNet) -> Vec<Place> {
    let nodes: Vec<Place> = net.nodes_m().collect();
    let along = net.columns() as usize;
    let last = along - 1;
    let at = |column: usize, row: usize| nodes[row * along + column];
    let mut ring: Vec<Place> = (0..last).map(|column| at(column, 0)).collect();
    ring.extend((0..last).map(|row| at(last, row)));
    ring.extend((1..along).rev().map(|column| at(column, last)));
    ring.extend((1..along).rev().map(|row| at(0, row)));
    ring
}

/// Area of the polygon through the outermost nodes of a square net.
fn border_area(net: &SpringNet) -> f64 {
    let ring = border(net);
    let next = ring.iter().cycle().skip(1);
    let crosses = ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]);
    (crosses.sum::<f64>() / 2.0).abs()
}

const RELAXED: [&str; 4] = ["W34", "W34.apart", "W43", "W43.curves"];

/// Springs on a torus, beside other methods.
fn relaxed(seed: u64) -> Result<Numbers<4>, ClaimError> {
    let plot = torus([40.0; 2])?;
    let springs = |amplitude: f64| Springs {
        amplitude,
        ..Springs::default()
    };
    let narrow = pattern(&springs(0.2), &plot, seed, 0)?;
    let usual = pattern(&springs(0.4), &plot, seed, 0)?;
    let wide = pattern(&springs(0.8), &plot, seed, 0)?;
    let apart = MinimumDistance {
        distance_m: Some(0.7),
        tries: 100_000,
    };
    let zones = pattern(&apart, &plot, seed, 1)?;
    let moved = pattern(&JitteredGrid { jitter: 0.4 }, &plot, seed, 2)?;
    let differ = |other: &[Place]| {
        let [a, b] = [other, usual.as_slice()].map(|points| NearestNeighbourSummary::new(points, &plot));
        Ok::<_, ClaimError>(g_sup_difference(&a?, &b?, 2.0)?)
    };
    let least_wide = least_distance(&wide, &plot)?;
    Ok([
        ("W34", least_distance(&narrow, &plot)? / least_wide),
        ("W34.apart", least_wide),
        ("W43", evenness(&zones, &plot)? / evenness(&usual, &plot)?),
        ("W43.curves", differ(&zones)? / differ(&moved)?),
    ])
}

const PUSHED: [&str; 3] = ["W37", "W37.dense", "W37.full"];

/// Iterations at a cover of a half, at 0.7 over 0.3, and the overlap left at 0.7.
fn pushed(seed: u64) -> Result<Numbers<3>, ClaimError> {
    let plot = Plot::new([0.0; 2], [40.0; 2], Edge::Open)?;
    let overlap = |coverage: f64, iterations: u32| {
        let method = Repulsion {
            coverage,
            iterations,
            ..Repulsion::default()
        };
        let found = method.scatter(&Request::new(&plot, 200), key(seed, 0))?;
        let mut greatest = 0.0_f64;
        for (number, a) in found.points_m.iter().enumerate() {
            for (other, b) in found.points_m[..number].iter().enumerate() {
                let wanted = (found.sizes_m[number] + found.sizes_m[other]) / 2.0;
                greatest = greatest.max(1.0 - plot.distance_squared_m2(*a, *b).sqrt() / wanted);
            }
        }
        Ok::<f64, ClaimError>(greatest)
    };
    // It stops at the first iteration without an overlap above 1 %, so more of them change nothing.
    let iterations = |coverage: f64| {
        let (mut few, mut enough) = (0_u32, 2000_u32);
        while enough - few > 1 {
            let middle = few.midpoint(enough);
            if overlap(coverage, middle)? <= 0.01 {
                enough = middle;
            } else {
                few = middle;
            }
        }
        Ok::<f64, ClaimError>(f64::from(enough))
    };
    Ok([
        ("W37", iterations(0.5)?),
        ("W37.dense", iterations(0.7)? / iterations(0.3)?),
        ("W37.full", overlap(0.7, 2000)?),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_of_a_bare_grid_encloses_all_its_cells() {
        let plot = Plot::new([0.0; 2], [6.0; 2], Edge::Open).unwrap();
        let bare = Springs {
            iterations: 0,
            ..Springs::default()
        };
        let net = bare.net(&Layout::new(&plot, 36), key(1, 0)).unwrap();
        assert!((border_area(&net) - 25.0).abs() < 1e-12);
        // 1 ± 0.4 uniform: a variance of 0.4² / 3, times 1.5 as diagonals are longer.
        assert!(
            (rms_excess(&net) - (0.16 / 3.0 * 1.5_f64).sqrt()).abs() < 0.05,
            "{}",
            rms_excess(&net)
        );
    }
}
