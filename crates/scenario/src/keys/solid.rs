//! The keys of solids that are in the way.

use super::{Key, Kind, LENGTH, Need, PLACE, When, place, real};

/// A list of solids as the value of a key.
pub(super) const SOLIDS: Kind = Kind::TaggedList("solid", KEYS);

const KEYS: &[Key] = &[
    Key::new(
        "shape",
        Kind::Choice(&["sphere", "box", "capsule", "half-space", "around"]),
        "",
        "what is in the way",
        "\"box\"",
    ),
    place("centre_m", "centre", "[3.0, 0.0, 4.0]").when(of(&["sphere"])),
    place("low_m", "lower corner", "[1.0, -4.0, 0.0]").when(of(&["box"])),
    place(
        "high_m",
        "upper corner, above the lower along each axis",
        "[5.0, 4.0, 6.0]",
    )
    .when(of(&["box"])),
    place("from_m", "one end of the axis", "[1.0, 0.0, 0.0]").when(of(&["capsule"])),
    place("to_m", "the other end of the axis", "[1.0, 0.0, 9.0]").when(of(&["capsule"])),
    real(
        "radius_m",
        LENGTH,
        "m",
        "radius; of a capsule, its reach from the axis",
        "0.3",
    )
    .when(of(&["sphere", "capsule"])),
    place(
        "place_m",
        "a place on the plane that bounds it",
        "[0.0, 0.0, 0.0]",
    )
    .when(of(&["half-space"])),
    Key::new(
        "normal",
        Kind::RealTriple(PLACE),
        "",
        "direction out of the half-space, at a right angle to its plane",
        "[0.0, 0.0, 1.0]",
    )
    .when(of(&["half-space"])),
    Key::new(
        "file",
        Kind::Path,
        "",
        "skeleton (`skeleton.csv`) or mesh (`.obj`) whose segments or edges are in the way",
        "\"skeleton.csv\"",
    )
    .when(of(&["around"]))
    .optional(),
    Key::new(
        "segments_m",
        Kind::Segments(PLACE),
        "m",
        "both ends of each segment that is in the way, in the place of a file",
        "[[[1.0, 0.0, 0.0], [1.0, 0.0, 5.0]]]",
    )
    .when(of(&["around"]))
    .need(Need::RequiredWithout("file")),
    real(
        "distance_m",
        LENGTH,
        "m",
        "how far around the segments no other may come",
        "0.2",
    )
    .when(of(&["around"])),
];

const fn of(shapes: &'static [&'static str]) -> When {
    When::Is("shape", shapes)
}
