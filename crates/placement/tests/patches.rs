//! Patches that open and close around a camera, and what they drop.

use std::collections::BTreeMap;

use proptest::prelude::*;
use understory_keys::Checked as _;
use understory_numerics::{Purpose, RandomKey, math};
use understory_placement::parameters::{Align, Range};
use understory_placement::patches::{
    Camera, Flight, Frame, Prop, PropRule, Props, Refining, Strategy as Order,
};
use understory_placement::{PondSize, Ponds};
use understory_scatter::quadtree::Patch;
use understory_space::{Edge, Plot};
use understory_terrain::{Grid, Ground, Heights, Level, NoData, Raster};

const SIDE_M: f64 = 2048.0;

/// Hills of 60 m that roll both ways.
struct Hills;

impl Ground for Hills {
    fn height_m(&self, [x, y]: [f64; 2]) -> f64 {
        30.0 * (math::sin(x / 170.0) + math::cos(y / 230.0))
    }

    fn gradient(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            30.0 / 170.0 * math::cos(x / 170.0),
            -30.0 / 230.0 * math::sin(y / 230.0),
        ]
    }
}

fn plot() -> Plot {
    Plot::new([0.0; 2], [SIDE_M; 2], Edge::Open).expect("a plot")
}

fn key() -> RandomKey {
    RandomKey::root(11, &["patches"])
}

fn rule(name: &str, levels: [u32; 2], per_patch: [u32; 2]) -> PropRule {
    PropRule {
        name: name.to_owned(),
        asset: "boulder".to_owned(),
        levels,
        per_patch,
        scale_per_m: Some(0.01),
        scale: [1.0, 10.0],
        sunk: 0.3,
        align: Align::Up,
        slope_deg: None,
        height_m: None,
    }
}

fn rules() -> Vec<PropRule> {
    vec![rule("rocks", [4, 9], [0, 4]), rule("trees", [7, 7], [1, 3])]
}

fn refining(strategy: Order) -> Refining {
    Refining {
        strategy,
        ..Refining::default()
    }
}

fn at(eye_m: [f64; 3], yaw_deg: f64) -> Camera {
    Camera::new(eye_m, [yaw_deg, -10.0], 70.0, 2203.0)
}

/// Sees frames until one of them changes nothing; how many.
fn rest(flight: &mut Flight<'_>, camera: &Camera) -> usize {
    (1..20_000)
        .find(|_| {
            let Frame { opened, closed, .. } = flight.see(camera);
            opened + closed == 0
        })
        .expect("it comes to rest")
}

fn props_there(flight: &Flight<'_>, props: &Props<'_>) -> BTreeMap<(u32, u32, u32), Vec<Prop>> {
    let on = |patch: Patch| {
        let mut dropped = Vec::new();
        props.drop_on(&patch, |prop| dropped.push(prop));
        ((patch.level, patch.row, patch.column), dropped)
    };
    flight.tree().patches().map(on).collect()
}

fn poses() -> impl Strategy<Value = Vec<([f64; 2], f64, f64)>> {
    let place = prop::array::uniform2(0.0..SIDE_M);
    prop::collection::vec((place, 1.0..200.0_f64, -180.0..180.0_f64), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn leaves_cover_the_world_once_and_budgets_hold_whatever_the_way(
        poses in poses(), order in prop::sample::select(Order::ALL.to_vec()),
        patches_per_frame in 1..40_u32, props_per_frame in 28..200_u32,
    ) {
        let (rules, plot) = (rules(), plot());
        let props = Props::new(&rules, plot, &Hills, None);
        let refining = Refining { patches_per_frame, props_per_frame, ..refining(order) };
        let mut flight = Flight::new(&props, refining, key()).unwrap();
        let mut open = 0;
        for ([x, y], up_m, yaw_deg) in poses {
            let camera = at([x, y, 40.0 + up_m], yaw_deg);
            for _ in 0..8 {
                let seen = flight.see(&camera);
                prop_assert!(seen.opened <= patches_per_frame && seen.made <= props_per_frame);
                prop_assert!(seen.wasted <= seen.closed);
                open += i64::from(seen.opened) - i64::from(seen.closed);
                prop_assert_eq!(i64::from(seen.open), open);
                prop_assert_eq!(flight.tree().patches().count() as i64, 1 + 4 * open);
                let dropped: usize = props_there(&flight, &props).values().map(Vec::len).sum();
                prop_assert_eq!(seen.props, dropped as u64);
            }
        }
        let area_m2: f64 = flight.tree().leaves().map(|leaf| leaf.size_m(&plot).iter().product::<f64>()).sum();
        prop_assert!((area_m2 - SIDE_M * SIDE_M).abs() < 1e-6);
        let [x, y, ..] = key().draws(0, Purpose::Place, open as u32).map(|bits| f64::from(bits) / 4.3e9 * SIDE_M);
        let holding: Vec<Patch> = flight.tree().leaves().filter(|leaf| {
            let (centre_m, size_m) = (leaf.centre_m(&plot), leaf.size_m(&plot));
            (0..2).all(|axis| (([x, y][axis] - centre_m[axis]) / size_m[axis]).abs() < 0.5)
        }).collect();
        prop_assert_eq!(holding.len(), 1);
        prop_assert_eq!(holding[0].level, flight.tree().level_at([x, y]));
    }

    /// Whichever way it came, and however fast.
    #[test]
    fn at_rest_all_that_is_wanted_is_open_and_props_are_those_of_the_place(
        poses in poses(), order in prop::sample::select(Order::ALL.to_vec()), frames in 1..30_usize,
    ) {
        let (rules, plot) = (rules(), plot());
        let props = Props::new(&rules, plot, &Hills, None);
        let mut flown = Flight::new(&props, refining(order), key()).unwrap();
        let mut far = at([-1e5, 0.0, 1e5], 180.0);
        for ([x, y], up_m, yaw_deg) in poses {
            far = at([x, y, 40.0 + up_m], yaw_deg);
            (0..frames).for_each(|_| { flown.see(&far); });
        }
        rest(&mut flown, &far);
        let mut unlimited = Flight::new(
            &props,
            Refining { patches_per_frame: 1_000_000, props_per_frame: 1_000_000_000, ..refining(Order::IterativeDeepening) },
            key(),
        ).unwrap();
        rest(&mut unlimited, &far);
        let (there, wanted) = (props_there(&flown, &props), props_there(&unlimited, &props));
        for (patch, dropped) in &wanted {
            prop_assert_eq!(there.get(patch), Some(dropped), "{:?}", patch);
        }
        let [x, y] = [700.0, 900.0];
        prop_assert!(flown.tree().level_at([x, y]) >= flown.wanted_level_at(&far, [x, y]));
        // From afar all closes again.
        rest(&mut flown, &at([-1e5, 0.0, 1e5], 180.0));
        prop_assert_eq!(flown.tree().patches().count(), 1);
    }
}

#[test]
fn rest_is_reached_within_as_many_frames_as_there_are_levels_and_full_budgets() {
    let rules = rules();
    let props = Props::new(&rules, plot(), &Hills, None);
    let camera = at([1000.0, 1000.0, 60.0], 30.0);
    for order in Order::ALL {
        let refining = Refining {
            patches_per_frame: 7,
            ..refining(order)
        };
        let mut flight = Flight::new(&props, refining, key()).unwrap();
        let frames = rest(&mut flight, &camera);
        let opened = (flight.tree().patches().count() - 1) / 4;
        assert!(opened > 20, "{opened}");
        assert!(
            frames <= refining.finest_level as usize + opened.div_ceil(7) + 1,
            "{frames} frames for {opened}"
        );
    }
}

/// With one opening a frame the patches of a level are all open before one of the next, where a search goes on from what is
/// there; depth first does not wait.
#[test]
fn a_pass_of_iterative_deepening_adds_one_level_at_most() {
    let rules = rules();
    let props = Props::new(&rules, plot(), &Hills, None);
    let camera = at([1000.0, 1000.0, 60.0], 30.0);
    let levels = |order| {
        let refining = Refining {
            patches_per_frame: 1,
            ..refining(order)
        };
        let mut flight = Flight::new(&props, refining, key()).unwrap();
        let (mut before, mut levels) = (BTreeMap::new(), Vec::new());
        for _ in 0..60 {
            flight.see(&camera);
            let after = props_there(&flight, &props);
            levels.extend(
                after
                    .keys()
                    .find(|patch| !before.contains_key(*patch))
                    .map(|patch| patch.0),
            );
            before = after;
        }
        levels
    };
    assert!(levels(Order::IterativeDeepening).is_sorted());
    assert!(levels(Order::BreadthFirst).is_sorted());
    assert!(!levels(Order::DepthFirst).is_sorted());
}

#[test]
fn a_rule_more_moves_nothing_and_more_of_one_leaves_the_first_alone() {
    let few = rules();
    let mut more = vec![rule("mushrooms", [3, 9], [2, 9])];
    more.extend(few.clone());
    more[1].per_patch = [3, 9];
    let (before, after) = (
        Props::new(&few, plot(), &Hills, None),
        Props::new(&more, plot(), &Hills, None),
    );
    let mut patch = Patch::root(key());
    for child in [0, 3, 1, 2, 2, 0, 3, 1] {
        patch = patch.children().unwrap()[child];
        let dropped = |props: &Props<'_>, rule| {
            let mut dropped = Vec::new();
            props.drop_on(&patch, |prop| {
                if prop.rule == rule {
                    dropped.push(Prop { rule: 0, ..prop });
                }
            });
            dropped
        };
        let (rocks, more_rocks) = (dropped(&before, 0), dropped(&after, 1));
        assert_eq!(rocks, more_rocks[..rocks.len()]);
        assert_eq!(dropped(&before, 1), dropped(&after, 2));
    }
}

#[test]
fn props_stand_in_their_patch_on_its_ground_and_out_of_the_water() {
    let mut rules = vec![rule("rocks", [0, 9], [20, 40])];
    rules[0].slope_deg = Some(Range {
        from: None,
        to: Some(8.0),
        falloff: 0.0,
    });
    let plot = plot();
    let props = Props::new(&rules, plot, &Hills, Some(-10.0));
    let (mut patch, mut all, mut scales) = (Patch::root(key()), 0, Vec::new());
    for child in [3, 0, 1, 2, 1, 3] {
        patch = patch.children().unwrap()[child];
        let (centre_m, size_m) = (patch.centre_m(&plot), patch.size_m(&plot));
        props.drop_on(&patch, |prop| {
            let [x, y, z] = prop.place_m;
            assert!((x - centre_m[0]).abs() <= size_m[0] / 2.0 && (y - centre_m[1]).abs() <= size_m[1] / 2.0);
            let height_m = Hills.height_m([x, y]);
            assert!((z + 0.3 * prop.scale - height_m).abs() < 1e-9 && height_m >= -10.0);
            assert!(Hills.slope_deg([x, y]) <= 8.0);
            let share = prop.scale / (0.01 * size_m[0]);
            assert!((1.0..=10.0).contains(&share));
            scales.push(share);
            all += 1;
        });
        assert!((20..=40).contains(&props.drawn(&patch)));
    }
    assert!(all > 20, "{all}");
    let mean = scales.iter().sum::<f64>() / scales.len() as f64;
    assert!(
        (mean - 5.5).abs() < 5.0 * 2.6 / (scales.len() as f64).sqrt(),
        "{mean}"
    );
}

/// A pit in level ground holds water to its rim: a prop more stands in it where it is dry.
#[test]
fn nothing_stands_in_a_pond() {
    let pit = Grid::over([0.0; 2], [SIDE_M; 2], [20, 20]).and_then(|grid| {
        let is_deep = |cell: usize| (8..12).contains(&(cell % 20)) && (8..12).contains(&(cell / 20));
        Raster::new(
            grid,
            (0..400)
                .map(|cell| if is_deep(cell) { -5.0 } else { 2.0 })
                .collect(),
        )
    });
    let heights = Heights::new(pit.unwrap(), NoData::Refuse).unwrap();
    let ponds = Ponds::of(heights.raster(), -100.0, &PondSize::default()).unwrap();
    assert_eq!(ponds.ponds().len(), 1);
    let rules = vec![rule("rocks", [0, 9], [4000, 4000])];
    let below_m = |ponds: Option<&Ponds>| {
        let mut heights_m = Vec::new();
        let props = Props::new(&rules, plot(), &heights, None).beside(ponds);
        props.drop_on(&Patch::root(key()), |prop| {
            let [x, y, _] = prop.place_m;
            heights_m.push(heights.height_m([x, y]));
        });
        heights_m
    };
    let (dry, wet) = (below_m(None), below_m(Some(&ponds)));
    assert_eq!(dry.len(), 4000);
    let in_water = dry.iter().filter(|&&height_m| height_m < -4.9).count();
    assert!(in_water > 40, "{in_water}");
    assert!(wet.len() > 3000 && wet.iter().all(|&height_m| height_m > -4.9));
}

#[test]
fn a_budget_that_some_patch_can_never_be_opened_with_is_refused() {
    let rules = rules();
    let props = Props::new(&rules, plot(), &Hills, None);
    let with = |refining| {
        Flight::new(&props, refining, key())
            .err()
            .map(|fault| fault.to_string())
    };
    let refused = with(Refining {
        props_per_frame: 27,
        ..Refining::default()
    });
    assert_eq!(
        refused.as_deref(),
        Some(
            "`props_per_frame` is 27, but the four patches of level 7 that come with one opening may drop 28 props"
        )
    );
    assert!(
        with(Refining {
            open_px: f64::NAN,
            ..Refining::default()
        })
        .is_some()
    );
    assert!(
        with(Refining {
            patches_per_frame: 0,
            ..Refining::default()
        })
        .is_some()
    );
    assert!(rules[0].in_range().is_ok());
    assert!(
        PropRule {
            levels: [5, 4],
            ..rules[0].clone()
        }
        .in_range()
        .is_err()
    );
}

/// What the article tells of the three orders, at a budget that does not keep up: depth first has too little detail ahead,
/// breadth first opens what lies behind the camera by then.
#[test]
fn flying_fast_iterative_deepening_has_the_most_detail_ahead_for_little_waste() {
    let (rules, level) = (rules(), Level::default());
    let props = Props::new(&rules, plot(), &level, None);
    let flown = |order, speed_m: f64| {
        let refining = Refining {
            patches_per_frame: 2,
            ..refining(order)
        };
        let mut flight = Flight::new(&props, refining, key()).unwrap();
        let (mut opened, mut wasted, mut missing, mut frames) = (0, 0, 0, 0);
        let mut x_m = 50.0;
        while x_m < SIDE_M - 250.0 {
            let camera = at([x_m, 1024.0, 30.0], 0.0);
            let seen = flight.see(&camera);
            opened += seen.opened;
            wasted += seen.wasted;
            let ahead_m = [x_m + 100.0, 1024.0];
            missing += flight
                .wanted_level_at(&camera, ahead_m)
                .saturating_sub(flight.tree().level_at(ahead_m));
            frames += 1;
            x_m += speed_m;
        }
        [
            f64::from(wasted) / f64::from(opened),
            f64::from(missing) / f64::from(frames),
        ]
    };
    for speed_m in [4.0, 8.0, 16.0, 40.0] {
        let [deepening, depth, breadth] = Order::ALL.map(|order| flown(order, speed_m));
        let [wasted, missing] = deepening;
        assert!(
            missing < 0.9 * depth[1] && missing < 0.9 * breadth[1],
            "{speed_m} m: {deepening:?}, {depth:?}, {breadth:?}"
        );
        assert!(
            wasted < 0.1 && wasted < 0.4 * breadth[0],
            "{speed_m} m: {deepening:?}, {breadth:?}"
        );
    }
    // As fast as things fall: all keep up.
    let [wasted, missing] = flown(Order::IterativeDeepening, 1.0);
    assert!(wasted < 0.01 && missing < 0.1, "{wasted}, {missing}");
}
