//! What the bark and the leaves of a tree look like.
//!
//! Colours are as on screen (sRGB); a renderer brings them into linear light itself.

use crate::ExportError;

/// A colour: red, green and blue as on screen (sRGB), 0 to 255.
pub type Colour = [u8; 3];

/// What the bark and the leaves of a tree look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its bark.
    pub bark: Bark,
    /// Its leaves.
    pub foliage: Foliage,
}

/// Bark with dark marks on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bark {
    /// What the marks are.
    pub pattern: BarkPattern,
    /// Colour of the plates.
    pub plate: Colour,
    /// Colour of the marks.
    pub furrow: Colour,
    /// Plates, or bands, around and along one repeat of the picture; 1 to 64 each.
    pub plates: [u32; 2],
    /// Share of a plate that its furrow takes, or height of a band among others; from 0 (no marks) to 1.
    pub furrowed: f64,
}

/// What the marks on bark are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarkPattern {
    /// Plates with furrows between them.
    Plates,
    /// Short bands across a smooth stem, as birch and cherry have.
    Bands,
}

/// Leaves, as they stand on one card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foliage {
    /// Their shape.
    pub shape: LeafShape,
    /// Their colour.
    pub colour: Colour,
}

/// The silhouette of the leaves on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafShape {
    /// A spray of pointed oval leaves, as beech and birch have.
    Oval,
    /// A spray of lobed leaves, as oaks have.
    Lobed,
    /// A hanging twig of long narrow leaves, as willows have.
    Narrow,
    /// Short needles to both sides of a twig, as spruce has.
    Needles,
    /// Long needles that fan out from a twig, as pines have.
    Tufts,
}

impl Look {
    /// The look of a form that ships, by its name: `oak`, `beech`, `birch`, `spruce`, `pine`, `windswept-pine`, `willow` or
    /// `shrub`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        LOOKS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, look)| *look)
    }
}

impl Bark {
    pub(crate) fn check(&self) -> Result<(), ExportError> {
        let [around, along] = self.plates;
        let is_count = |count| (1..=64).contains(&count);
        let checks = [
            ("bark.plates", f64::from(around), is_count(around), "1 to 64"),
            ("bark.plates", f64::from(along), is_count(along), "1 to 64"),
            (
                "bark.furrowed",
                self.furrowed,
                (0.0..=1.0).contains(&self.furrowed),
                "from 0 to 1",
            ),
        ];
        match checks.into_iter().find(|check| !check.2) {
            Some((name, value, _, range)) => Err(ExportError::out_of_range(
                format!("the look's `{name}`"),
                value,
                range,
            )),
            None => Ok(()),
        }
    }
}

impl Default for Look {
    /// Grey-brown bark and oval leaves.
    fn default() -> Self {
        SHRUB
    }
}

const SHRUB: Look = look(
    BarkPattern::Plates,
    [122, 104, 84],
    [74, 60, 48],
    ([9, 5], 0.25),
    LeafShape::Oval,
    [106, 140, 58],
);

const PINE: Look = look(
    BarkPattern::Plates,
    [156, 114, 88],
    [84, 58, 46],
    ([8, 3], 0.4),
    LeafShape::Tufts,
    [84, 122, 80],
);

/// The numbers are ours, chosen by eye.
const LOOKS: [(&str, Look); 8] = [
    (
        "oak",
        look(
            BarkPattern::Plates,
            [142, 128, 110],
            [84, 72, 60],
            ([13, 2], 0.5),
            LeafShape::Lobed,
            [98, 132, 52],
        ),
    ),
    (
        "beech",
        look(
            BarkPattern::Bands,
            [152, 150, 142],
            [122, 121, 114],
            ([5, 11], 0.3),
            LeafShape::Oval,
            [102, 148, 58],
        ),
    ),
    (
        "birch",
        look(
            BarkPattern::Bands,
            [226, 222, 212],
            [54, 50, 48],
            ([2, 9], 0.14),
            LeafShape::Oval,
            [134, 164, 68],
        ),
    ),
    (
        "spruce",
        look(
            BarkPattern::Plates,
            [126, 102, 86],
            [76, 58, 50],
            ([11, 10], 0.4),
            LeafShape::Needles,
            [66, 106, 66],
        ),
    ),
    ("pine", PINE),
    ("windswept-pine", PINE),
    (
        "willow",
        look(
            BarkPattern::Plates,
            [140, 124, 100],
            [80, 68, 54],
            ([10, 2], 0.45),
            LeafShape::Narrow,
            [136, 160, 84],
        ),
    ),
    ("shrub", SHRUB),
];

const fn look(
    pattern: BarkPattern,
    plate: Colour,
    furrow: Colour,
    (plates, furrowed): ([u32; 2], f64),
    shape: LeafShape,
    colour: Colour,
) -> Look {
    Look {
        bark: Bark {
            pattern,
            plate,
            furrow,
            plates,
            furrowed,
        },
        foliage: Foliage { shape, colour },
    }
}

#[cfg(test)]
mod tests {
    use understory_branching::presets::PRESETS;

    use super::Look;

    /// A pine in the wind is a pine.
    #[test]
    fn every_form_that_ships_has_a_look_and_every_species_its_own() {
        let looks: Vec<(&str, Look)> = PRESETS
            .iter()
            .map(|preset| (preset.name, Look::named(preset.name).expect(preset.name)))
            .collect();
        let species = |name: &str| name.trim_start_matches("windswept-").to_owned();
        for (at, (name, look)) in looks.iter().enumerate() {
            for (other, other_look) in &looks[..at] {
                assert_eq!(
                    look == other_look,
                    species(name) == species(other),
                    "{name}, {other}"
                );
            }
        }
    }
}
