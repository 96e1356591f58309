//! Hand edits: what was taken away from what rules laid out, and what was added to it.
//!
//! They come last and move nothing else: what was taken away leaves its ground to nobody, and what was added takes none
//! (an instance of the painting does). An instance keeps its key as long as its rule has the same asset and footprint, so
//! edits outlast all other changes of rules and maps.

use understory_numerics::RandomKey;

use crate::Window;
use crate::pose::Quaternion;

/// Hand edits of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HandEdits {
    /// What was taken away.
    pub removed: Vec<Removed>,
    /// What was added; what was moved was taken away and added.
    pub added: Vec<Added>,
}

/// An instance that was taken away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Removed {
    /// The instance.
    pub key: RandomKey,
    /// Where it stood, m.
    pub at_m: [f64; 2],
}

/// An asset that was added.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    /// The key that its instance has; what was moved keeps its own.
    pub key: RandomKey,
    /// The asset, which may be a mix or a prefab.
    pub asset: String,
    /// Where it stands, m.
    pub at_m: [f64; 2],
    /// Its height above the ground, m.
    pub above_m: f64,
    /// How it is turned from upright.
    pub rotation: Quaternion,
    /// Its size, as a factor.
    pub scale: f64,
    /// Its brightness, as a factor of its asset's colour.
    pub shade: f64,
}

impl Added {
    /// What is wrong with it where it stands beyond the world, and the way out.
    #[must_use]
    pub fn beyond(&self, world: &Window) -> Option<(String, &'static str)> {
        let Self { asset, at_m, .. } = self;
        (!world.holds(*at_m)).then(|| {
            let problem = format!(
                "adds `{asset}` at {at_m:?}, beyond the world, {}",
                world.in_words()
            );
            (problem, "move it into the world, or take it out")
        })
    }
}

impl HandEdits {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}
