//! What messages call a kind of thing is what a document writes for it.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail as tests do")]

use serde::Serialize;
use understory_branching::cloud::{Envelope, Warp};
use understory_branching::colonization::{Harm, Solid};

/// The word under which a document holds a value.
fn written(value: &impl Serialize) -> String {
    let document = serde_json::to_value(value).unwrap();
    document.as_object().unwrap().keys().next().unwrap().clone()
}

#[test]
fn messages_call_each_kind_as_documents_write_it() {
    let (centre_m, radius_m) = ([0.0; 3], 1.0);
    let ball = Envelope::Sphere { centre_m, radius_m };
    let envelopes = [
        ball.clone(),
        Envelope::Ellipsoid {
            centre_m,
            radii_m: [1.0; 3],
        },
        Envelope::Hemisphere { centre_m, radius_m },
        Envelope::Cone {
            base_m: centre_m,
            radius_m,
            height_m: 1.0,
        },
        Envelope::Revolved {
            base_m: centre_m,
            profile_m: Vec::new(),
        },
        Envelope::Box {
            low_m: centre_m,
            high_m: [1.0; 3],
        },
        Envelope::Union(Vec::new()),
        Envelope::Difference(Box::new(ball.clone()), Box::new(ball)),
        Envelope::Around {
            segments_m: Vec::new(),
            distance_m: 1.0,
        },
        Envelope::AroundMesh {
            triangles_m: Vec::new(),
            distance_m: 1.0,
        },
    ];
    for envelope in &envelopes {
        assert_eq!(envelope.name(), written(envelope));
    }
    let solids = [
        Solid::Sphere { centre_m, radius_m },
        Solid::Box {
            low_m: centre_m,
            high_m: [1.0; 3],
        },
        Solid::Capsule {
            from_m: centre_m,
            to_m: [1.0; 3],
            radius_m,
        },
        Solid::HalfSpace {
            place_m: centre_m,
            normal: [0.0, 0.0, 1.0],
        },
    ];
    for solid in &solids {
        assert_eq!(solid.name(), written(solid));
    }
    for harm in [
        Harm::Breakage {
            share: 0.5,
            most_tips: 3,
        },
        Harm::Lightning { above_m: 5.0 },
        Harm::Wither { share: 0.5 },
        Harm::Disease { centre_m, radius_m },
    ] {
        assert_eq!(harm.name(), written(&harm));
    }
    for warp in [
        Warp::Hang { per_m: 0.1 },
        Warp::Lean { per_m: [0.1; 2] },
        Warp::Twist { deg_per_m: 3.0 },
    ] {
        assert_eq!(warp.name(), written(&warp));
    }
}
