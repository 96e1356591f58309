//! How an asset looks where a world is shown as a scene.

use serde::Deserialize;
use understory_keys::{Interval, Need, Presets, ValueKind, When, choice, key, name, parameters, real};

use crate::colour::Colour;

/// Nothing that stands somewhere is smaller or larger.
const SIZE: Interval = Interval::from(0.001, 200.0);

parameters! {
    /// How an asset looks where a world is shown as a scene: a plain shape, or a tree that is grown; exactly one of the two.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct AssetLook {
        /// The asset.
        pub name: String = name("\"fern\""),
        /// Plain shape that it has; with `height_m`, `width_m` and `colour`.
        pub shape: Option<Shape> = choice(Shape::WORDS, "", "\"fern\"").optional(),
        /// Form of a tree that ships with the program, in the place of a shape.
        pub tree: Option<String> = key(ValueKind::Preset(Presets::Trees), "", "\"oak\"").optional(),
        /// How tall it is at the scale 1; a tree without it is as tall as its form.
        pub height_m: Option<f64> = real(SIZE, "m", "0.6").need(Need::RequiredWith("shape")),
        /// How wide its shape is at the scale 1.
        pub width_m: Option<f64> = real(SIZE, "m", "0.8").when(When::With("shape")),
        /// The colour of its shape.
        pub colour: Option<Colour> = key(ValueKind::Colour, "", "\"#4d7a35\"").when(When::With("shape")),
    }
}

parameters! {
    /// Plain shapes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
    pub enum Shape of words {
        /// A tree with needles: a cone over a trunk.
        Conifer = "conifer",
        /// A tree with a round crown over a trunk.
        Broadleaf = "broadleaf",
        /// A round crown from the ground up.
        Bush = "bush",
        /// Fronds around a middle.
        Fern = "fern",
        /// Blades around a middle.
        Grass = "grass",
        /// A stone.
        Rock = "rock",
        /// A trunk that lies.
        Log = "log",
        /// Walls and a roof.
        House = "house",
        /// Two flat pictures that cross.
        Card = "card",
    }
}

#[cfg(test)]
mod tests {
    use understory_keys::{Checked, table};

    use super::*;

    #[test]
    fn a_shape_that_is_too_tall_is_told() {
        let of_height = |height_m: f64| AssetLook {
            name: "fern".to_owned(),
            shape: Some(Shape::Fern),
            tree: None,
            height_m: Some(height_m),
            width_m: Some(1.0),
            colour: Some(Colour([77, 122, 53])),
        };
        let at = table(AssetLook::KEYS, "");
        assert!(of_height(0.5).check(&at).is_ok());
        let wrong = of_height(201.0).check(&at).unwrap_err().to_string();
        assert!(wrong.contains("`height_m` is 201"), "{wrong}");
    }
}
