//! The keys of how points lie among each other.

use super::ranges::{MANY, SIZE};
use super::{Key, Kind, LENGTH, When, real, whole};

/// How points lie, as the value of a key.
pub(super) const ARRANGEMENT: Kind = Kind::Tagged(
    "arrangement",
    &[
        Key::new(
            "pattern",
            Kind::Choice(&["uniform", "clusters", "tiers"]),
            "",
            "equally likely everywhere, in clusters, or in flat layers one above the other",
            "\"clusters\"",
        ),
        whole("points_each", MANY, "", "points in a cluster", "40").when(When::Is("pattern", &["clusters"])),
        real(
            "radius_m",
            SIZE,
            "m",
            "distance from the middle of a cluster within which its points lie",
            "0.5",
        )
        .when(When::Is("pattern", &["clusters"])),
        real("apart_m", LENGTH, "m", "height from one layer to the next", "0.8")
            .when(When::Is("pattern", &["tiers"])),
        real(
            "thickness_m",
            LENGTH,
            "m",
            "how thick each layer is, at most `apart_m`",
            "0.3",
        )
        .when(When::Is("pattern", &["tiers"])),
    ],
);
