//! How large a patch seems, and how many are open at once.

use std::f64::consts::PI;

use understory_numerics::math::sin_cos;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, sort};
use understory_placement::patches::Camera;
use understory_scatter::quadtree::{Patch, View};
use understory_space::{Edge, Plot};

use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of, named};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(SEEN, 1, seen);
    claims.extend(claims_of(ALIVE, 2, alive));
    claims
}

const SEEN: [&str; 4] = ["P5", "P5.true", "P6", "P6.direction"];

fn seen(seed: u64) -> Result<Numbers<4>, ClaimError> {
    const POSES: u32 = 5000;
    let key = key(seed);
    let mut ratios: Vec<f64> = (0..POSES).map(|number| ratio(key, number)).collect();
    sort::numbers(&mut ratios);
    let median = ratios[ratios.len() / 2];
    let alike = ratios
        .iter()
        .filter(|&&ratio| (ratio / median - 1.0).abs() <= 0.23)
        .count();
    let size_px = |away_m: f64| {
        Camera::new([0.0, 0.0, 0.0], [0.0, 0.0], 70.0, 2203.0).size_px([away_m, 0.0, 0.0], 10.0)
    };
    let plot = world(4096.0)?;
    let [x, y, turn, _] = key.draws(1, Purpose::Place, 0).map(unit_from_u32);
    let eye_m = [1500.0 + 1000.0 * x, 1500.0 + 1000.0 * y, 0.0];
    let view = View {
        eye_m,
        threshold: 0.5,
        depth: 9,
    };
    let (north, east) = sin_cos(2.0 * PI * turn);
    // What is opened has children in the list, of the level below.
    let opened: Vec<Patch> = view
        .patches(&plot, Patch::root(key))
        .into_iter()
        .filter(|patch| patch.level > 4 && patch.column % 2 == 0 && patch.row % 2 == 0)
        .collect();
    let behind = opened.iter().filter(|child| {
        let corner_m = child.place_m(&plot, [1.0, 1.0]);
        let [dx, dy] = [0, 1].map(|axis: usize| corner_m[axis] - eye_m[axis]);
        let (ahead, aside) = (dx * east + dy * north, dy * east - dx * north);
        ahead <= aside.abs()
    });
    Ok([
        ("P5", alike as f64 / f64::from(POSES)),
        ("P5.true", median),
        ("P6", size_px(50.0) / size_px(100.0)),
        ("P6.direction", behind.count() as f64 / opened.len() as f64),
    ])
}

/// Estimate of a patch's size over the true one: the greatest distance of two of its corners on the screen.
fn ratio(key: RandomKey, number: u32) -> f64 {
    let [far, up, turn, _] = key.draws(0, Purpose::Place, number).map(unit_from_u32);
    let (away, elevation) = (1.0 + 49.0 * far, (5.0 + 75.0 * up) * PI / 180.0);
    let (sin_up, cos_up) = sin_cos(elevation);
    let (sin_turn, cos_turn) = sin_cos(2.0 * PI * turn);
    let eye = [away * cos_up * cos_turn, away * cos_up * sin_turn, away * sin_up];
    // The camera looks at the middle of a patch 1 m wide, at 0.
    let forward = eye.map(|along| -along / away);
    let right = [sin_turn, -cos_turn, 0.0];
    let above = [-sin_up * cos_turn, -sin_up * sin_turn, cos_up].map(|along| -along);
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    // 1,080 px for 60°.
    let px_per_slope = 540.0 / (1.0 / 3.0_f64).sqrt();
    let corners: Vec<[f64; 2]> = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]
        .iter()
        .map(|&[x, y]| {
            let way = [x - eye[0], y - eye[1], -eye[2]];
            let depth = dot(way, forward).max(1e-3);
            [dot(way, right), dot(way, above)].map(|aside| px_per_slope * aside / depth)
        })
        .collect();
    let mut greatest_px2 = 0.0_f64;
    for (number, a) in corners.iter().enumerate() {
        for b in &corners[..number] {
            let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis]);
            greatest_px2 = greatest_px2.max(dx * dx + dy * dy);
        }
    }
    let diagonal_px = (1920.0_f64 * 1920.0 + 1080.0 * 1080.0).sqrt();
    let camera = Camera::new(eye, [0.0, 0.0], 70.0, diagonal_px);
    camera.size_px([0.0; 3], 2.0_f64.sqrt()) / greatest_px2.sqrt()
}

const ALIVE: [&str; 4] = ["P25", "P25.wide", "P26", "P26.many"];

fn alive(seed: u64) -> Result<Numbers<4>, ClaimError> {
    const EYES: u32 = 10;
    let mut means = [0.0; 4];
    for number in 0..EYES {
        let [x, y, ..] = key(seed).draws(2, Purpose::Place, number).map(unit_from_u32);
        let eye_m = [1024.0 + 2048.0 * x, 1024.0 + 2048.0 * y, 0.0];
        let seen = |side_m: f64, depth: u32| {
            let view = View {
                eye_m,
                threshold: 0.5,
                depth,
            };
            let plot = world(side_m)?;
            Ok::<_, ClaimError>((view.patches(&plot, Patch::root(key(seed))), plot))
        };
        let (patches, plot) = seen(4096.0, 9)?;
        let (of_wider, _) = seen(8192.0, 10)?;
        let distance_m = |patch: &Patch| {
            let centre_m = patch.centre_m(&plot);
            let [dx, dy] = [0, 1].map(|axis: usize| centre_m[axis] - eye_m[axis]);
            (dx * dx + dy * dy).sqrt()
        };
        let of_level = |level: u32| patches.iter().filter(move |patch| patch.level == level);
        let mean_m =
            |level: u32| of_level(level).map(distance_m).sum::<f64>() / of_level(level).count() as f64;
        // By the area of those that reach into the circle, as a large patch's centre seldom lies in it.
        let near = |level: u32| {
            let side_m = 4096.0 / f64::from(1_u32 << level);
            let is_near = |patch: &&Patch| distance_m(patch) < 50.0 + 0.5 * side_m;
            of_level(level).filter(is_near).count().max(1) as f64
                / (50.0 + 0.5 * side_m)
                / (50.0 + 0.5 * side_m)
        };
        let counted = (of_level(8).count() + of_level(9).count()) as f64 / 2.0;
        let of_eye = [
            counted / (8.0 * PI / 0.25),
            of_wider.len() as f64 / patches.len() as f64,
            mean_m(9) / mean_m(6),
            near(9) / near(6),
        ];
        for (mean, value) in means.iter_mut().zip(of_eye) {
            *mean += value * (1.0 / f64::from(EYES));
        }
    }
    Ok(named(ALIVE, means))
}

fn world(side_m: f64) -> Result<Plot, ClaimError> {
    Ok(Plot::new([0.0; 2], [side_m; 2], Edge::Open)?)
}

fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["patches"])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square seen from right above: its diagonal on the screen is the diagonal over the distance, by the screen's focal length.
    #[test]
    fn the_ratio_is_that_of_the_field_where_a_patch_is_far_away() {
        let ratios: Vec<f64> = (0..2000).map(|number| ratio(key(1), number)).collect();
        let field = 2.0 * (1.0 / 3.0_f64).sqrt() * (1.0 + 256.0 / 81.0_f64).sqrt();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(least < field * 1.01 && least > field * 0.6, "{least} {field}");
    }
}
