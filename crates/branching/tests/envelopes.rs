//! Envelopes by hand: what they contain, what bounds them, what they are when stretched, which are none.

use understory_branching::cloud::{Arrangement, CloudError, Envelope, attraction_points};
use understory_numerics::RandomKey;

fn sphere() -> Envelope {
    Envelope::Sphere {
        centre_m: [1.0, 2.0, 3.0],
        radius_m: 2.0,
    }
}

fn cone(height_m: f64) -> Envelope {
    Envelope::Cone {
        base_m: [1.0, 2.0, 3.0],
        radius_m: 2.0,
        height_m,
    }
}

fn flask() -> Envelope {
    Envelope::Revolved {
        base_m: [1.0, 2.0, 3.0],
        profile_m: vec![[1.0, 0.5], [2.0, 2.5], [4.0, 0.5]],
    }
}

fn cube() -> Envelope {
    Envelope::Box {
        low_m: [0.0, 1.0, 2.0],
        high_m: [2.0, 4.0, 6.0],
    }
}

/// Each shape with what lies in it, what does not, and its bounds.
type Case = (Envelope, Vec<[f64; 3]>, Vec<[f64; 3]>, [[f64; 3]; 2]);

fn cases() -> Vec<Case> {
    let hole = Envelope::Difference {
        whole: Box::new(cube()),
        hole: Box::new(sphere()),
    };
    vec![
        (
            sphere(),
            vec![
                [1.0, 2.0, 3.0],
                [3.0, 2.0, 3.0],
                [1.0, 0.0, 3.0],
                [1.0, 2.0, 5.0],
                [2.0, 3.0, 4.4],
            ],
            vec![
                [3.1, 2.0, 3.0],
                [2.3, 3.3, 4.3],
                [1.0, 2.0, 0.9],
                [-1.0, 0.5, 3.0],
            ],
            [[-1.0, 0.0, 1.0], [3.0, 4.0, 5.0]],
        ),
        (
            Envelope::Ellipsoid {
                centre_m: [1.0, 2.0, 3.0],
                radii_m: [1.0, 2.0, 4.0],
            },
            vec![[2.0, 2.0, 3.0], [1.0, 0.0, 3.0], [1.0, 2.0, 7.0], [1.5, 3.0, 5.0]],
            vec![
                [2.1, 2.0, 3.0],
                [1.0, 4.1, 3.0],
                [1.0, 2.0, -1.1],
                [1.6, 3.2, 5.4],
            ],
            [[0.0, 0.0, -1.0], [2.0, 4.0, 7.0]],
        ),
        (
            Envelope::Hemisphere {
                centre_m: [1.0, 2.0, 3.0],
                radius_m: 2.0,
            },
            vec![[1.0, 2.0, 3.0], [3.0, 2.0, 3.0], [1.0, 2.0, 5.0]],
            vec![[1.0, 2.0, 2.9], [3.0, 2.0, 3.1], [1.0, 2.0, 5.1]],
            [[-1.0, 0.0, 3.0], [3.0, 4.0, 5.0]],
        ),
        (
            cone(4.0),
            vec![[1.0, 2.0, 7.0], [3.0, 2.0, 3.0], [1.0, 1.0, 5.0], [2.4, 2.0, 4.0]],
            vec![[1.0, 2.0, 7.1], [1.0, 2.0, 2.9], [1.0, 0.9, 5.0], [2.6, 2.0, 4.0]],
            [[-1.0, 0.0, 3.0], [3.0, 4.0, 7.0]],
        ),
        (
            cone(-4.0),
            vec![[1.0, 2.0, -1.0], [3.0, 2.0, 3.0], [1.0, 1.0, 1.0]],
            vec![[1.0, 2.0, 3.1], [1.0, 2.0, -1.1], [1.0, 0.9, 1.0]],
            [[-1.0, 0.0, -1.0], [3.0, 4.0, 3.0]],
        ),
        (
            flask(),
            vec![
                [1.5, 2.0, 4.0],
                [1.0, 3.4, 4.5],
                [3.5, 2.0, 5.0],
                [1.0, 0.6, 6.0],
                [1.0, 2.5, 7.0],
            ],
            vec![
                [1.0, 2.0, 3.9],
                [1.0, 3.6, 4.5],
                [3.6, 2.0, 5.0],
                [1.0, 0.4, 6.0],
                [1.0, 2.0, 7.1],
            ],
            [[-1.5, -0.5, 4.0], [3.5, 4.5, 7.0]],
        ),
        (
            cube(),
            vec![[0.0, 1.0, 2.0], [2.0, 4.0, 6.0], [1.0, 2.0, 3.0]],
            vec![
                [-0.1, 2.0, 3.0],
                [1.0, 4.1, 3.0],
                [1.0, 2.0, 6.1],
                [1.0, 0.9, 3.0],
                [2.1, 2.0, 3.0],
            ],
            [[0.0, 1.0, 2.0], [2.0, 4.0, 6.0]],
        ),
        (
            Envelope::Union {
                parts: vec![sphere(), cube()],
            },
            vec![[-0.9, 2.0, 3.0], [2.0, 4.0, 6.0]],
            vec![[-0.9, 2.0, 4.0], [3.1, 2.0, 3.0]],
            [[-1.0, 0.0, 1.0], [3.0, 4.0, 6.0]],
        ),
        (
            hole,
            vec![[2.0, 4.0, 6.0], [0.0, 4.0, 2.0]],
            vec![[1.0, 2.0, 3.0], [-0.5, 2.0, 3.0], [1.0, 2.0, 7.0]],
            [[0.0, 1.0, 2.0], [2.0, 4.0, 6.0]],
        ),
        (
            Envelope::Around {
                segments_m: vec![[[0.0; 3], [4.0, 0.0, 0.0]], [[0.0; 3], [0.0, 0.0, 3.0]]],
                distance_m: 0.5,
            },
            vec![
                [2.0, 0.5, 0.0],
                [4.5, 0.0, 0.0],
                [0.0, -0.5, 2.0],
                [0.0, 0.3, 3.4],
            ],
            vec![[2.0, 0.6, 0.0], [4.4, 0.4, 0.0], [1.0, 0.0, 1.0]],
            [[-0.5, -0.5, -0.5], [4.5, 0.5, 3.5]],
        ),
        (
            Envelope::AroundMesh {
                triangles_m: vec![[[0.0; 3], [4.0, 0.0, 0.0], [0.0, 3.0, 0.0]]],
                distance_m: 0.5,
            },
            vec![
                [1.0, 1.0, 0.5],
                [1.0, 1.0, -0.5],
                [2.0, -0.5, 0.0],
                [4.5, 0.0, 0.0],
            ],
            vec![
                [1.0, 1.0, 0.6],
                [2.0, -0.6, 0.0],
                [3.0, 2.0, 0.0],
                [4.4, 0.0, 0.4],
            ],
            [[-0.5, -0.5, -0.5], [4.5, 3.5, 0.5]],
        ),
    ]
}

#[test]
fn envelopes_contain_what_lies_in_them_up_to_their_edges() {
    for (envelope, inside, outside, bounds_m) in cases() {
        for place_m in inside {
            assert!(envelope.contains(place_m), "{place_m:?} in {envelope:?}");
        }
        for place_m in outside {
            assert!(!envelope.contains(place_m), "{place_m:?} out of {envelope:?}");
        }
        assert_eq!(envelope.bounds_m(), Some(bounds_m), "{envelope:?}");
    }
    assert_eq!(Envelope::Union { parts: Vec::new() }.bounds_m(), None);
}

/// Layers grow with the width alone, so they are left out where both differ.
#[test]
fn a_stretched_envelope_contains_the_stretched_places() {
    for (envelope, inside, outside, [low_m, high_m]) in cases() {
        let is_layer = matches!(envelope, Envelope::Around { .. } | Envelope::AroundMesh { .. });
        let (width, height) = if is_layer { (3.0, 3.0) } else { (2.0, 0.5) };
        let stretched = envelope.stretched(width, height);
        // A hair inwards or outwards: edges move by a rounding.
        let by = |place: [f64; 3], hair: f64| {
            let middle: [f64; 3] = std::array::from_fn(|axis| (low_m[axis] + high_m[axis]) / 2.0);
            let place: [f64; 3] =
                std::array::from_fn(|axis| middle[axis] + (place[axis] - middle[axis]) * (1.0 + hair));
            [place[0] * width, place[1] * width, place[2] * height]
        };
        for place_m in inside {
            let is_convex = !matches!(envelope, Envelope::Difference { .. } | Envelope::Around { .. });
            let hair = if is_convex { -1e-6 } else { 0.0 };
            let on_flat_side = matches!(envelope, Envelope::Hemisphere { .. }) && place_m[2] == 3.0;
            let place_m = if on_flat_side {
                [place_m[0], place_m[1], 3.001]
            } else {
                place_m
            };
            let place_m = if on_flat_side && place_m[0] == 3.0 {
                [2.9, 2.0, 3.001]
            } else {
                place_m
            };
            assert!(
                stretched.contains(by(place_m, hair)),
                "{place_m:?} in {stretched:?}"
            );
        }
        for place_m in outside {
            assert!(
                !stretched.contains(by(place_m, 0.0)),
                "{place_m:?} out of {stretched:?}"
            );
        }
    }
}

#[test]
fn what_holds_no_volume_is_refused() {
    let is_refused = |envelope: Envelope| {
        let refused = attraction_points(&envelope, 1, &Arrangement::Uniform, RandomKey::from_bits(1));
        matches!(refused, Err(CloudError::OutOfRange(_)))
    };
    let nan = f64::NAN;
    let ball = |centre_m, radius_m| Envelope::Sphere { centre_m, radius_m };
    let dome = |centre_m, radius_m| Envelope::Hemisphere { centre_m, radius_m };
    let egg = |radii_m| Envelope::Ellipsoid {
        centre_m: [0.0; 3],
        radii_m,
    };
    let hat = |base_m, radius_m, height_m| Envelope::Cone {
        base_m,
        radius_m,
        height_m,
    };
    let turned = |profile_m: &[[f64; 2]]| Envelope::Revolved {
        base_m: [0.0; 3],
        profile_m: profile_m.to_vec(),
    };
    let cuboid = |low_m, high_m| Envelope::Box { low_m, high_m };
    let around = |segments_m: &[[[f64; 3]; 2]], distance_m| Envelope::Around {
        segments_m: segments_m.to_vec(),
        distance_m,
    };
    let layer = |triangles_m: &[[[f64; 3]; 3]], distance_m| Envelope::AroundMesh {
        triangles_m: triangles_m.to_vec(),
        distance_m,
    };
    let both = |a, b| Envelope::Difference {
        whole: Box::new(a),
        hole: Box::new(b),
    };
    let unit = || ball([0.0; 3], 1.0);
    let none = || ball([0.0; 3], 0.0);
    for envelope in [
        none(),
        ball([0.0; 3], -1.0),
        ball([0.0; 3], f64::INFINITY),
        ball([nan, 0.0, 0.0], 1.0),
        dome([0.0; 3], nan),
        egg([0.0, 1.0, 1.0]),
        egg([1.0, 0.0, 1.0]),
        egg([1.0, 1.0, -1.0]),
        egg([1.0, 1.0, nan]),
        hat([0.0, nan, 0.0], 1.0, 1.0),
        hat([0.0; 3], 0.0, 1.0),
        hat([0.0; 3], 1.0, 0.0),
        turned(&[[0.0, 1.0]]),
        turned(&[[0.0, 0.0], [1.0, 0.0]]),
        turned(&[[0.0, 1.0], [1.0, -1.0]]),
        turned(&[[0.0, 1.0], [0.0, 2.0]]),
        turned(&[[1.0, 1.0], [0.0, 2.0]]),
        turned(&[[0.0, 1.0], [nan, 2.0]]),
        cuboid([0.0; 3], [0.0, 1.0, 1.0]),
        cuboid([0.0; 3], [1.0, 0.0, 1.0]),
        cuboid([0.0; 3], [1.0, 1.0, -1.0]),
        cuboid([0.0, 0.0, nan], [1.0; 3]),
        cuboid([0.0; 3], [1.0, 1.0, f64::INFINITY]),
        Envelope::Union { parts: Vec::new() },
        Envelope::Union {
            parts: vec![unit(), none()],
        },
        both(unit(), none()),
        both(none(), unit()),
        around(&[], 1.0),
        around(&[[[0.0; 3]; 2]], 0.0),
        around(&[[[0.0; 3], [nan; 3]]], 1.0),
        layer(&[], 1.0),
        layer(&[[[0.0; 3]; 3]], 0.0),
        layer(&[[[0.0; 3], [nan; 3], [0.0; 3]]], 1.0),
    ] {
        assert!(is_refused(envelope.clone()), "{envelope:?}");
    }
    for envelope in [
        unit(),
        dome([0.0; 3], 1.0),
        egg([1.0, 1.0, 0.0]),
        hat([0.0; 3], 1.0, -1.0),
        turned(&[[0.0, 0.0], [1.0, 1.0]]),
        cuboid([0.0; 3], [1.0, 1.0, 0.0]),
        Envelope::Union { parts: vec![unit()] },
        both(unit(), ball([1.0, 0.0, 0.0], 0.5)),
        around(&[[[0.0; 3]; 2]], 1.0),
        layer(&[[[0.0; 3]; 3]], 1.0),
    ] {
        assert!(!is_refused(envelope.clone()), "{envelope:?}");
    }
}

#[test]
fn clusters_and_tiers_go_up_to_the_ends_of_their_ranges() {
    let points = |arrangement| attraction_points(&sphere(), 9, &arrangement, RandomKey::from_bits(1));
    let clusters = |points_each, radius_m| Arrangement::Clusters {
        points_each,
        radius_m,
    };
    let tiers = |apart_m, thickness_m| Arrangement::Tiers { apart_m, thickness_m };
    for arrangement in [
        clusters(1, 0.0),
        clusters(20, 0.5),
        tiers(0.5, 0.5),
        tiers(0.5, 0.1),
    ] {
        assert_eq!(points(arrangement).unwrap().len(), 9);
    }
    for arrangement in [clusters(0, 1.0), clusters(1, -0.1), clusters(1, f64::INFINITY)] {
        assert!(matches!(points(arrangement), Err(CloudError::OutOfRange(_))));
    }
    for arrangement in [
        tiers(0.5, 0.6),
        tiers(0.5, 0.0),
        tiers(f64::INFINITY, 1.0),
        tiers(f64::NAN, 1.0),
    ] {
        assert!(matches!(points(arrangement), Err(CloudError::OutOfRange(_))));
    }
    for point in points(clusters(9, 0.0)).unwrap() {
        assert_eq!(point.place_m, points(clusters(9, 0.0)).unwrap()[0].place_m);
    }
}

/// The wall of a hollow ball that leaves one part in some hundred thousand of its box.
#[test]
fn an_envelope_of_next_to_nothing_is_given_up() {
    let shell = Envelope::Difference {
        whole: Box::new(sphere()),
        hole: Box::new(Envelope::Sphere {
            centre_m: [1.0, 2.0, 3.0],
            radius_m: 2.5,
        }),
    };
    let refused = attraction_points(&shell, 5, &Arrangement::Uniform, RandomKey::from_bits(1));
    assert_eq!(
        refused,
        Err(CloudError::NextToNoVolume {
            tries: 100_000,
            held: 0,
            count: 5
        })
    );
}
