//! Things come to rest on the ground, apart from each other, and the same every time.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use understory_drops::{Body, Rest, Solid, release, settle};
use understory_numerics::{RandomKey, math};
use understory_placement::DropRule;
use understory_terrain::{Ground, Level};

/// A block of two metres by one by one half, standing on its origin.
fn block() -> Solid {
    let mut corners = Vec::new();
    for x in [-1.0, 1.0] {
        for y in [-0.5, 0.5] {
            for z in [0.0, 0.5] {
                corners.push([x, y, z]);
            }
        }
    }
    Solid::around("block", &corners).unwrap()
}

fn drop_of(count: u32) -> DropRule {
    DropRule {
        name: "blocks".to_owned(),
        asset: "block".to_owned(),
        count,
        at_m: [1500.0, -700.0],
        radius_m: 3.0,
        above_m: [1.0, 4.0],
        scale: [0.5, 1.2],
        friction: 0.6,
        bounce: 0.1,
        most_s: 60.0,
    }
}

fn settled(drop: &DropRule, ground: &dyn Ground) -> (Vec<Body>, Vec<Option<Rest>>) {
    let key = RandomKey::root(7, &["drop"]);
    let falling = release(drop, key, &block(), ground);
    let rests = settle(drop, &falling, &block(), &[], ground);
    (falling, rests)
}

/// A valley that falls to the east: heights differ along x and y, and from one side to the other.
struct Valley;

impl Ground for Valley {
    fn height_m(&self, [x, y]: [f64; 2]) -> f64 {
        let [east, north] = [x - 1500.0, y + 700.0];
        20.0 - 0.05 * east + 0.02 * north * north
    }

    fn gradient(&self, [_, y]: [f64; 2]) -> [f64; 2] {
        [-0.05, 0.04 * (y + 700.0)]
    }
}

#[test]
fn all_lie_on_the_ground_and_not_in_each_other() {
    for ground in [&Level { height_m: 12.0 } as &dyn Ground, &Valley] {
        let (falling, rests) = settled(&drop_of(40), ground);
        assert_eq!((falling.len(), rests.len()), (40, 40));
        for (from, rest) in falling.iter().zip(&rests) {
            let rest = rest.expect("none rolls away from a valley or a plain");
            assert!(rest.rest_s.is_some_and(|rest_s| rest_s > 0.2), "{rest:?}");
            assert!(rest.sunk_m < 0.03 && rest.overlap_m < 0.03, "{rest:?}");
            assert_eq!(rest.body.scale, from.scale);
            let [x, y, z] = rest.body.place_m;
            assert!(z < from.place_m[2], "it fell");
            // Forty blocks on a heap are not higher than this.
            assert!(z - ground.height_m([x, y]) < 4.0, "{rest:?}");
        }
        let lowest = rests.iter().flatten().map(|rest| {
            let [x, y, z] = rest.body.place_m;
            z - ground.height_m([x, y])
        });
        assert!(
            lowest.fold(f64::INFINITY, f64::min) < 0.7,
            "the lowest touch the ground"
        );
    }
}

/// A block on an inclined plane slides where friction is less than the slope, and lies where it is more.
#[test]
fn friction_decides_whether_a_block_slides() {
    struct Slope;
    impl Ground for Slope {
        fn height_m(&self, [x, _]: [f64; 2]) -> f64 {
            -0.3 * (x - 1500.0)
        }
        fn gradient(&self, _: [f64; 2]) -> [f64; 2] {
            [-0.3, 0.0]
        }
    }
    let slid_m = |friction: f64| {
        let drop = DropRule {
            friction,
            bounce: 0.0,
            radius_m: 0.0,
            above_m: [0.1, 0.1],
            most_s: 2.5,
            ..drop_of(1)
        };
        // Along the slope, so that it does not tumble.
        let (sin, cos) = math::sin_cos(0.5 * math::atan2(0.3, 1.0));
        let lying = Body {
            place_m: [1500.0, -700.0, 0.05],
            rotation: [0.0, sin, 0.0, cos],
            scale: 1.0,
        };
        let rest = settle(&drop, &[lying], &block(), &[], &Slope)[0].unwrap();
        rest.body.place_m[0] - 1500.0
    };
    // Coulomb: a = g (sin a - m cos a) = 1.9 m/s² at m = 0.1, over 2.5 s 5.9 m along the slope, 5.6 m across.
    let slid = slid_m(0.1);
    assert!((slid - 5.65).abs() < 0.15, "{slid}");
    assert!(slid_m(0.6).abs() < 0.1);
}

#[test]
fn a_drop_comes_to_lie_the_same_every_time_and_another_seed_elsewhere() {
    let ground = Valley;
    let (_, first) = settled(&drop_of(25), &ground);
    let (_, again) = settled(&drop_of(25), &ground);
    assert_eq!(first, again);
    let falling = release(&drop_of(25), RandomKey::root(8, &["drop"]), &block(), &ground);
    assert_ne!(settle(&drop_of(25), &falling, &block(), &[], &ground), first);
}

/// Balls round them; one more thing moves none of those before it.
#[test]
fn things_are_let_go_apart_from_each_other_above_their_disc() {
    let key = RandomKey::root(3, &["drop"]);
    let many = release(&drop_of(60), key, &block(), &Valley);
    let fewer = release(&drop_of(59), key, &block(), &Valley);
    assert_eq!(many[..59], fewer);
    // Half of the diagonal of a block.
    let radius_m = 0.5 * (4.0 + 1.0 + 0.25_f64).sqrt();
    let centre = |body: &Body| {
        // The middle is a quarter of a metre above the origin: turn it with the body.
        let [a, b, c, w] = body.rotation;
        let up = [
            2.0 * (a * c + b * w),
            2.0 * (b * c - a * w),
            1.0 - 2.0 * (a * a + b * b),
        ];
        [0, 1, 2].map(|axis| body.place_m[axis] + 0.25 * body.scale * up[axis])
    };
    for (number, body) in many.iter().enumerate() {
        let at = centre(body);
        let [dx, dy] = [at[0] - 1500.0, at[1] + 700.0];
        assert!((dx * dx + dy * dy).sqrt() <= 3.0 + 1e-9);
        assert!((0.5..=1.2).contains(&body.scale));
        for other in &many[..number] {
            let from = centre(other);
            let [dx, dy, dz] = [0, 1, 2].map(|axis| at[axis] - from[axis]);
            let apart_m = (dx * dx + dy * dy + dz * dz).sqrt();
            assert!(apart_m >= radius_m * (body.scale + other.scale) - 1e-9);
        }
    }
}

#[test]
fn a_thing_falls_on_what_lies_there_and_what_rolls_away_is_said() {
    let ground = Level::default();
    let drop = DropRule {
        radius_m: 0.0,
        scale: [1.0, 1.0],
        ..drop_of(1)
    };
    let table = Body {
        place_m: [1500.0, -700.0, 0.0],
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale: 20.0,
    };
    let falling = [Body {
        place_m: [1500.0, -700.0, 12.0],
        scale: 1.0,
        ..table
    }];
    let rest = settle(&drop, &falling, &block(), &[(&block(), table)], &ground)[0].unwrap();
    // The table is ten metres high.
    assert!((rest.body.place_m[2] - 10.0).abs() < 0.02, "{rest:?}");
    let away = [Body {
        place_m: [1500.0 + 100.0, -700.0, 12.0],
        ..falling[0]
    }];
    assert_eq!(settle(&drop, &away, &block(), &[], &ground), [None]);
}

#[test]
fn what_is_flat_is_refused_by_name() {
    let square = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    let wrong = Solid::around("leaf", &square).unwrap_err();
    assert!(wrong.to_string().contains("`leaf`"), "{wrong}");
}
