//! Where things are let go.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};
use understory_placement::DropRule;
use understory_terrain::Ground;

use crate::solid::{Body, Solid};

/// Free space between two things that are let go one above the other, m.
const FREE_M: f64 = 0.01;

/// Where the things of a drop are let go: anywhere above its disc, turned in any way, each above those let go before it where
/// it would touch them. Thing n is `key`'s child n, and the same whatever their number is.
#[must_use]
pub fn release(drop: &DropRule, key: RandomKey, solid: &Solid, ground: &dyn Ground) -> Vec<Body> {
    let mut balls: Vec<([f64; 3], f64)> = Vec::new();
    let things = (0..drop.count).map(|number| {
        let own = key.child(0, Purpose::Member, number);
        let unit = |draw: u32| own.draws(0, Purpose::Pose, draw).map(unit_from_u32);
        let [away, turn, above, size] = unit(0);
        let between = |[low, high]: [f64; 2], share: f64| low + share * (high - low);
        let scale = between(drop.scale, size);
        let (sin, cos) = math::sin_cos(std::f64::consts::TAU * turn);
        let away_m = drop.radius_m * away.sqrt();
        let at_m = [drop.at_m[0] + away_m * cos, drop.at_m[1] + away_m * sin];
        let radius_m = solid.radius_m() * scale;
        let mut height_m = ground.height_m(at_m) + between(drop.above_m, above) + radius_m;
        while let Some(top_m) = top_of_one_met(&balls, [at_m[0], at_m[1], height_m], radius_m) {
            height_m = top_m + FREE_M;
        }
        let centre_m = [at_m[0], at_m[1], height_m];
        balls.push((centre_m, radius_m));
        let [a, b, c, _] = unit(1);
        let at_origin = Body {
            place_m: [0.0; 3],
            rotation: any_turn([a, b, c]),
            scale,
        };
        let from_origin = at_origin.centre_m(solid);
        Body {
            place_m: std::array::from_fn(|axis| centre_m[axis] - from_origin[axis]),
            ..at_origin
        }
    });
    things.collect()
}

/// How high a ball must be to pass one of those that it meets.
fn top_of_one_met(balls: &[([f64; 3], f64)], at_m: [f64; 3], radius_m: f64) -> Option<f64> {
    balls.iter().find_map(|(other_m, other_radius_m)| {
        let [dx, dy, dz] = [0, 1, 2].map(|axis| at_m[axis] - other_m[axis]);
        let (across2, together) = (dx * dx + dy * dy, radius_m + other_radius_m);
        (across2 + dz * dz < together * together).then(|| other_m[2] + (together * together - across2).sqrt())
    })
}

/// Every turn as likely as any other (Shoemake 1992).
fn any_turn([a, b, c]: [f64; 3]) -> [f64; 4] {
    let [first, second] = [b, c].map(|share| math::sin_cos(std::f64::consts::TAU * share));
    let (low, high) = ((1.0 - a).sqrt(), a.sqrt());
    [low * first.0, low * first.1, high * second.0, high * second.1]
}
