//! From where a world is shown in a picture.

use serde::Deserialize;
use understory_keys::Literal::{Real, Whole};
use understory_keys::{Interval, ValueKind, When, key, parameters, real, whole};

const PLACE: Interval = Interval::from(-1e9, 1e9);

parameters! {
    /// From where the picture of a world shows it: without `from_m` so that all of it is seen, from the south-south-west and 25°
    /// above the horizon.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct View: Default {
        /// Where the camera is.
        pub from_m: Option<[f64; 2]> = key(ValueKind::RealPair(PLACE), "m", "[40.0, 12.0]").optional(),
        /// How high the camera is above the ground, or above the water that stands there.
        pub above_ground_m: f64 = real(Interval::from(0.2, 1e5), "m", "2.0").when(When::With("from_m")).default(Real(20.0)),
        /// The place on the ground in the middle of the picture; without, the middle of the world.
        pub towards_m: Option<[f64; 2]> = key(ValueKind::RealPair(PLACE), "m", "[90.0, 60.0]")
            .when(When::With("from_m"))
            .optional(),
        /// Angle between the left and the right side of the picture.
        pub field_of_view_deg: f64 = real(Interval::from(1.0, 150.0), "°", "60.0").default(Real(45.0)),
        /// Width of the picture.
        pub width_px: u32 = whole(16, 4096, "px", "1920").default(Whole(1600)),
        /// Height of the picture.
        pub height_px: u32 = whole(16, 4096, "px", "1080").default(Whole(900)),
    }
}
