//! The keys of envelopes, which may hold envelopes.

use super::Literal::RealTriple;
use super::{Interval, Key, Kind, LENGTH, Need, PLACE, When, place, real};

/// An envelope as the value of a key.
pub(super) const ENVELOPE: Kind = Kind::Tagged("envelope", &KEYS);

static KEYS: [Key; 16] = [
    Key::new(
        "shape",
        Kind::Choice(&[
            "sphere",
            "ellipsoid",
            "hemisphere",
            "cone",
            "revolved",
            "box",
            "union",
            "difference",
            "around",
            "around-mesh",
        ]),
        "",
        "what the envelope is: the space that points may take",
        "\"sphere\"",
    ),
    place(
        "centre_m",
        "centre; of a hemisphere, that of its flat side",
        "[0.0, 0.0, 6.0]",
    )
    .when(of(&["sphere", "ellipsoid", "hemisphere"])),
    real(
        "radius_m",
        LENGTH,
        "m",
        "radius; of a cone, that of its base",
        "3.0",
    )
    .when(of(&["sphere", "hemisphere", "cone"])),
    Key::new(
        "radii_m",
        Kind::RealTriple(Interval::from(0.0, 1e6)),
        "m",
        "half the length along each axis; only the last may be 0, for a flat one",
        "[3.0, 3.0, 4.0]",
    )
    .when(of(&["ellipsoid"])),
    place(
        "base_m",
        "centre of the base, where the axis begins",
        "[0.0, 0.0, 2.0]",
    )
    .when(of(&["cone", "revolved"]))
    .default(RealTriple([0.0; 3])),
    real(
        "height_m",
        Interval::from(-1e6, 1e6),
        "m",
        "height of the cone; below 0 for one with its tip down",
        "12.0",
    )
    .when(of(&["cone"])),
    Key::new(
        "profile_m",
        Kind::RealPairs(PLACE),
        "m",
        "height above the base and radius there, from bottom to top; straight lines between them",
        "[[3.0, 1.0], [8.0, 5.5], [14.0, 0.0]]",
    )
    .when(of(&["revolved"])),
    place("low_m", "lower corner", "[-2.0, -2.0, 3.0]").when(of(&["box"])),
    place(
        "high_m",
        "upper corner; at the height of the lower one for a flat box",
        "[2.0, 2.0, 9.0]",
    )
    .when(of(&["box"])),
    Key::new(
        "parts",
        Kind::TaggedList("envelope", &KEYS),
        "",
        "envelopes, of which a place must lie in one at least",
        "",
    )
    .when(of(&["union"])),
    Key::new(
        "whole",
        Kind::Tagged("envelope", &KEYS),
        "",
        "envelope in which a place must lie",
        "{ shape = \"sphere\", … }",
    )
    .when(of(&["difference"])),
    Key::new(
        "hole",
        Kind::Tagged("envelope", &KEYS),
        "",
        "envelope in which a place must not lie",
        "{ shape = \"sphere\", … }",
    )
    .when(of(&["difference"])),
    Key::new("file", Kind::Path, "", "skeleton (`skeleton.csv`) or mesh (`.obj`) that places lie around: its segments or edges, for `around-mesh` its faces", "\"skeleton.csv\"").when(of(AROUND)).optional(),
    Key::new("segments_m", Kind::Segments(PLACE), "m", "both ends of each segment that places lie around, in the place of a file", "[[[0.0, 0.0, 0.0], [0.0, 0.0, 5.0]]]").when(of(&["around"])).need(Need::RequiredWithout("file")),
    Key::new("triangles_m", Kind::Triangles(PLACE), "m", "the corners of each triangle that places lie around, in the place of a file", "[[[2.0, -1.0, 0.0], [2.0, 1.0, 0.0], [2.0, 0.0, 3.0]]]").when(of(&["around-mesh"])).need(Need::RequiredWithout("file")),
    real("distance_m", LENGTH, "m", "how far from them places lie at most", "0.5").when(of(AROUND)),
];

const AROUND: &[&str] = &["around", "around-mesh"];

const fn of(shapes: &'static [&'static str]) -> When {
    When::Is("shape", shapes)
}
