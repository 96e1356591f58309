//! Areas that are filled at once: what stands there is the same for any tiles, and ends at the area's edge.

use proptest::prelude::*;
use understory_placement::parameters::{Fill, FillMethod, PatternKind, Rule};
use understory_placement::{Detail, PaintedWorld, Painting};

use crate::painted::{by_key, key, maps, painting, whole, world};

fn method() -> impl Strategy<Value = FillMethod> {
    prop::sample::select(&[
        FillMethod::Springs,
        FillMethod::Repulsion,
        FillMethod::PoissonMaximal,
        FillMethod::Elimination,
    ])
}

/// An area with a dent.
fn area(method: FillMethod) -> Fill {
    Fill {
        method,
        corners_m: vec![
            [-60.0, -20.0],
            [90.0, -25.0],
            [20.0, 40.0],
            [100.0, 130.0],
            [-50.0, 120.0],
        ],
        per_ha: 900.0,
    }
}

/// The painting of the tests with an area of oaks first, twice: two rules with one area do not share their points.
fn filled(method: FillMethod) -> Painting {
    let mut painting = painting(PatternKind::Poisson);
    for name in ["first", "second"] {
        let rule = Rule {
            fill: Some(area(method)),
            ..Rule::new(name, "oak", "wood", 0.8)
        };
        painting.rules.insert(0, rule);
    }
    painting
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn the_side_of_tiles_makes_no_difference_to_an_area(method in method(), seed in 0_u64..1000, tile_m in 9.0..90.0_f64) {
        let world = world(filled(method), seed);
        let other = world.clone().with_tiles(tile_m);
        prop_assert_eq!(by_key(&whole(&world, &Detail::FULL)), by_key(&whole(&other, &Detail::FULL)));
    }

    #[test]
    fn an_area_holds_what_it_fills_and_less_detail_takes_away(method in method(), seed in 0_u64..1000, share in 0.1..0.9_f64) {
        let world = world(filled(method), seed);
        let all = whole(&world, &Detail::FULL);
        let own: Vec<_> = all.iter().filter(|one| one.rule == Some(0)).collect();
        prop_assert!(own.len() > 50, "{}", own.len());
        let area = area(method);
        for one in own {
            prop_assert!(area.holds([one.place_m[0], one.place_m[1]]));
        }
        let known = by_key(&all);
        let fewer = whole(&world, &Detail { density_scale: share, ..Detail::FULL });
        prop_assert!(fewer.iter().all(|one| known.get(&one.key.bits()) == Some(one)));
        prop_assert!(fewer.len() < all.len());
    }

    /// The oracle sums the angles under which the edges are seen.
    #[test]
    fn a_place_lies_in_an_area_that_goes_round_it(place_m in prop::array::uniform2(-70.0..140.0_f64), is_turned in any::<bool>()) {
        let mut area = area(FillMethod::Springs);
        if is_turned {
            area.corners_m.reverse();
        }
        let corners = area.corners_m.iter().zip(area.corners_m.iter().cycle().skip(1));
        let angle: f64 = corners.map(|(a, b)| {
            let [a, b] = [a, b].map(|corner| [corner[0] - place_m[0], corner[1] - place_m[1]]);
            #[allow(clippy::disallowed_methods, reason = "an oracle, whose last digits do not matter")]
            f64::atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])
        }).sum();
        prop_assert_eq!(area.holds(place_m), angle.abs() > 3.0);
    }
}

#[test]
fn areas_that_cannot_be_filled_are_told_at_their_keys() {
    let faults = |change: &dyn Fn(&mut Fill)| -> Vec<(String, String)> {
        let mut painting = filled(FillMethod::Springs);
        change(painting.rules[0].fill.as_mut().unwrap());
        let Err(faults) = PaintedWorld::new(painting, maps(1), key(1)) else {
            return Vec::new();
        };
        faults
            .into_iter()
            .map(|fault| (fault.key, fault.problem))
            .collect()
    };
    let few = faults(&|fill| fill.corners_m.truncate(2));
    assert_eq!(few[0].0, "rule.second.fill.corners_m");
    assert_eq!(few[0].1, "has 2 corners, but an area has at least three");
    let flat = faults(&|fill| fill.corners_m = vec![[0.0, 0.0], [9.0, 0.0], [4.0, 0.0]]);
    assert_eq!(flat[0].0, "rule.second.fill.corners_m");
    let many = faults(&|fill| fill.per_ha = 1e6);
    assert_eq!(many[0].0, "rule.second.fill.per_ha");
    assert!(many[0].1.contains("at most 200000 are laid out"), "{}", many[0].1);
}
