//! Attraction points lie where they should, as evenly as they should.

use understory_branching::cloud::{
    Arrangement, AttractionPoint, Envelope, attraction_points, thinned, weigh,
};
use understory_numerics::RandomKey;

const COUNT: u32 = 8000;

fn points(envelope: &Envelope, arrangement: &Arrangement) -> Vec<AttractionPoint> {
    attraction_points(envelope, COUNT, arrangement, RandomKey::root(1, &["clouds"])).expect("it has volume")
}

/// Σ (observed − expected)² / expected over parts of equal volume.
fn chi_squared(counts: &[u32]) -> f64 {
    let expected = f64::from(COUNT) / counts.len() as f64;
    counts
        .iter()
        .map(|&count| (f64::from(count) - expected) * (f64::from(count) - expected) / expected)
        .sum()
}

fn off_centre(point: &AttractionPoint, centre_m: [f64; 3], radii_m: [f64; 3]) -> f64 {
    (0..3)
        .map(|axis| {
            let off = (point.place_m[axis] - centre_m[axis]) / radii_m[axis];
            off * off
        })
        .sum::<f64>()
        .sqrt()
}

#[test]
fn an_ellipsoid_is_filled_evenly_over_shells_and_octants() {
    let (centre_m, radii_m) = ([5.0, -3.0, 10.0], [1.0, 2.0, 4.0]);
    let points = points(&Envelope::Ellipsoid { centre_m, radii_m }, &Arrangement::Uniform);
    let (mut shells, mut octants) = ([0; 8], [0; 8]);
    for point in &points {
        let r = off_centre(point, centre_m, radii_m);
        shells[((r * r * r * 8.0) as usize).min(7)] += 1;
        octants[(0..3)
            .map(|axis| usize::from(point.place_m[axis] > centre_m[axis]) << axis)
            .sum::<usize>()] += 1;
    }
    // 99.9 % of even clouds stay below 24.3 on seven degrees of freedom.
    assert!(chi_squared(&shells) < 24.3, "{shells:?}");
    assert!(chi_squared(&octants) < 24.3, "{octants:?}");
}

#[test]
fn a_cone_by_two_names_is_filled_evenly_over_its_height() {
    let cone = Envelope::Cone {
        base_m: [0.0; 3],
        radius_m: 2.0,
        height_m: 3.0,
    };
    let profile = Envelope::Revolved {
        base_m: [0.0; 3],
        profile_m: vec![[0.0, 2.0], [3.0, 0.0]],
    };
    for envelope in [cone, profile] {
        let mut slices = [0; 8];
        for point in points(&envelope, &Arrangement::Uniform) {
            let share_above = 1.0 - point.place_m[2] / 3.0;
            slices[((share_above * share_above * share_above * 8.0) as usize).min(7)] += 1;
        }
        assert!(chi_squared(&slices) < 24.3, "{slices:?}");
    }
}

#[test]
fn places_around_crossing_segments_are_no_denser_where_both_are_near() {
    let segments_m = vec![
        [[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]],
        [[0.0, -2.0, 0.0], [0.0, 2.0, 0.0]],
    ];
    let around = Envelope::Around {
        segments_m,
        distance_m: 0.5,
    };
    let points = points(&around, &Arrangement::Uniform);
    assert!(points.iter().all(|point| around.contains(point.place_m)));
    // Two cubes of the same size, one where both segments pass, one on a single arm.
    let within = |x: f64| {
        let is_in = |point: &&AttractionPoint| {
            let [px, py, pz] = point.place_m;
            (px - x).abs() < 0.3 && py.abs() < 0.3 && pz.abs() < 0.3
        };
        points.iter().filter(is_in).count() as f64
    };
    let (crossing, arm) = (within(0.0), within(1.2));
    assert!(
        (crossing - arm).abs() < 4.0 * (crossing + arm).sqrt(),
        "{crossing} against {arm}"
    );
}

#[test]
fn parts_that_are_joined_or_taken_out_hold_what_they_should() {
    let ball = |x: f64| Envelope::Sphere {
        centre_m: [x, 0.0, 0.0],
        radius_m: 1.0,
    };
    let union = Envelope::Union {
        parts: vec![ball(0.0), ball(1.0)],
    };
    let shell = Envelope::Difference {
        whole: Box::new(ball(0.0)),
        hole: Box::new(Envelope::Hemisphere {
            centre_m: [0.0; 3],
            radius_m: 0.9,
        }),
    };
    for envelope in [union, shell] {
        let points = points(&envelope, &Arrangement::Uniform);
        assert_eq!(points.len(), COUNT as usize);
        assert!(points.iter().all(|point| envelope.contains(point.place_m)));
        let [low, high] = envelope.bounds_m().expect("it has volume");
        let is_bounded = |point: &AttractionPoint| {
            (0..3).all(|axis| (low[axis]..=high[axis]).contains(&point.place_m[axis]))
        };
        assert!(points.iter().all(is_bounded));
    }
}

#[test]
fn clusters_stay_together_and_inside_and_may_be_cut_short() {
    let ball = Envelope::Sphere {
        centre_m: [0.0; 3],
        radius_m: 1.0,
    };
    let clusters = Arrangement::Clusters {
        points_each: 30,
        radius_m: 0.05,
    };
    let points = points(&ball, &clusters);
    assert_eq!(points.len(), COUNT as usize, "which 30 does not divide");
    assert!(points.iter().all(|point| ball.contains(point.place_m)));
    for cluster in points.chunks(30) {
        for point in cluster {
            assert!(off_centre(point, cluster[0].place_m, [1.0; 3]) <= 0.1 + 1e-12);
        }
    }
}

#[test]
fn a_longer_cloud_begins_with_the_shorter_one() {
    let ball = Envelope::Sphere {
        centre_m: [0.0; 3],
        radius_m: 1.0,
    };
    let long = points(&ball, &Arrangement::Uniform);
    let short =
        attraction_points(&ball, 100, &Arrangement::Uniform, RandomKey::root(1, &["clouds"])).unwrap();
    assert_eq!(short, long[..100]);
}

#[test]
fn light_and_water_weigh_and_thin_and_bad_ones_are_refused() {
    let ball = Envelope::Sphere {
        centre_m: [0.0; 3],
        radius_m: 1.0,
    };
    let mut cloud = points(&ball, &Arrangement::Uniform);
    weigh(&mut cloud, |place_m| 2.0 + place_m[2]).unwrap();
    assert!(cloud.iter().all(|point| point.weight == 2.0 + point.place_m[2]));
    let upper = thinned(
        &cloud,
        |place_m| if place_m[2] > 0.0 { 0.5 } else { 0.0 },
        RandomKey::root(2, &[]),
    )
    .unwrap();
    assert!(upper.iter().all(|point| point.place_m[2] > 0.0));
    assert!((1800..2200).contains(&upper.len()), "{}", upper.len());
    assert!(
        weigh(&mut cloud, |_| -1.0)
            .unwrap_err()
            .to_string()
            .contains("is -1")
    );
    assert!(
        thinned(&cloud, |_| f64::NAN, RandomKey::root(2, &[]))
            .unwrap_err()
            .to_string()
            .contains("is NaN")
    );
}

#[test]
fn tiers_lie_one_above_the_other_with_nothing_between() {
    let cone = Envelope::Cone {
        base_m: [0.0, 0.0, 1.0],
        radius_m: 2.0,
        height_m: 6.0,
    };
    let tiers = Arrangement::Tiers {
        apart_m: 1.0,
        thickness_m: 0.2,
    };
    let found = points(&cone, &tiers);
    assert!(found.iter().all(|point| cone.contains(point.place_m)));
    assert!(found.iter().all(|point| (point.place_m[2] - 1.0).fract() <= 0.2));
    let of_tier = |tier: f64| {
        let tiers = found.iter().map(|point| (point.place_m[2] - 1.0).floor());
        tiers.filter(|&found| found == tier).count()
    };
    assert!(of_tier(0.0) > of_tier(2.0) && of_tier(2.0) > of_tier(4.0) && of_tier(4.0) > 0);
    let thick = Arrangement::Tiers {
        apart_m: 1.0,
        thickness_m: 1.5,
    };
    let refused = attraction_points(&cone, 10, &thick, RandomKey::root(1, &[])).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("`arrangement.thickness_m` is 1.5, but layers"),
        "{refused}"
    );
}

#[test]
fn a_layer_on_a_mesh_is_filled_evenly_on_both_of_its_sides() {
    // A square wall of two triangles.
    let wall = Envelope::AroundMesh {
        triangles_m: vec![
            [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 2.0]],
            [[0.0, 0.0, 0.0], [2.0, 0.0, 2.0], [0.0, 0.0, 2.0]],
        ],
        distance_m: 0.1,
    };
    assert!(wall.contains([1.0, 0.099, 1.3]) && wall.contains([2.09, 0.0, 1.0]));
    assert!(!wall.contains([1.0, 0.101, 1.3]) && !wall.contains([2.08, 0.08, 1.0]));
    let found = points(&wall, &Arrangement::Uniform);
    assert!(found.iter().all(|point| wall.contains(point.place_m)));
    let mut octants = [0; 8];
    for point in &found {
        let [x, y, z] = point.place_m;
        octants[usize::from(x > 1.0) * 4 + usize::from(y > 0.0) * 2 + usize::from(z > 1.0)] += 1;
    }
    // The 99.9 % point of chi squared with seven degrees of freedom.
    assert!(chi_squared(&octants) < 24.3, "{octants:?}");
}
