//! What a scene is made of.

use understory_branching::mesh::TreeMesh;
use understory_numerics::parallel::try_map;

use super::shapes::SimpleShape;
use crate::ExportError;
use crate::look::{Colour, Look};
use crate::picture::Picture;

/// Shapes, where they stand, and the ground below them.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What stands there. Those that no cell holds are left out of the file.
    pub assets: &'a [SceneAsset<'a>],
    /// Where they stand. Cells without instances are left out of the file.
    pub cells: &'a [SceneCell<'a>],
    /// The ground, if it shall be seen.
    pub ground: Option<SceneGround<'a>>,
    /// Is subtracted from all places, z up, m; near the middle of the scene, readers with single numbers place things
    /// best.
    pub origin_m: [f64; 3],
}

impl Scene<'_> {
    /// Of each look of its trees what `make` gives, on all threads.
    pub(super) fn of_looks<T: Send>(
        &self,
        make: impl Fn(&Look) -> Result<T, ExportError> + Sync,
    ) -> Result<Vec<(Look, T)>, ExportError> {
        let mut looks: Vec<Look> = Vec::new();
        for asset in self.assets {
            if let Shape::Tree { look, .. } = asset.shape
                && !looks.contains(look)
            {
                looks.push(*look);
            }
        }
        try_map(looks.len(), 1, |number| {
            Ok((looks[number], make(&looks[number])?))
        })
    }

    /// The pictures of bark and leaves of each look of its trees.
    ///
    /// # Errors
    /// [`ExportError::OutOfRange`] for a look with a number out of its range.
    pub fn pictures(&self) -> Result<Vec<(Look, [Picture; 2])>, ExportError> {
        self.of_looks(Look::pictures)
    }
}

/// A shape with its name.
#[derive(Clone, Copy, Debug)]
pub struct SceneAsset<'a> {
    /// Its name; no two assets have the same.
    pub name: &'a str,
    /// What it looks like, standing upright on the origin.
    pub shape: Shape<'a>,
    /// Free words for readers, in the extras of its cells; empty for none.
    pub tags: &'a str,
}

/// What an asset looks like.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// A tree that grew.
    Tree {
        /// Its bark and leaves, at one level of detail, and its roots where they were drawn.
        mesh: &'a TreeMesh,
        /// What they look like.
        look: &'a Look,
    },
    /// A shape of few triangles.
    Simple(SimpleShape),
}

/// Places of one asset that lie near each other; a reader draws or hides them together.
#[derive(Clone, Copy, Debug)]
pub struct SceneCell<'a> {
    /// Its name.
    pub name: &'a str,
    /// The asset's number in [`Scene::assets`].
    pub asset: usize,
    /// Where it stands.
    pub instances: &'a [SceneInstance],
}

/// One place where an asset stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneInstance {
    /// Where the asset's origin lies, z up, m; within 10⁹ m of the scene's origin.
    pub place_m: [f64; 3],
    /// How it is turned: a unit quaternion (x, y, z, w), z up. A length that is off 1 by less than 10⁻⁴ is mended.
    pub rotation: [f64; 4],
    /// How many times larger it stands than it is; 10⁻⁶ to 10⁶.
    pub scale: f64,
    /// How many times higher it is then drawn out along its own height, before it is turned; 0.01 to 100.
    pub stretch: f64,
    /// Brightness, as a factor of its colours; 0 or more. Files of plain nodes leave it out.
    pub shade: f64,
}

impl SceneInstance {
    /// Neither turned nor scaled nor shaded.
    #[must_use]
    pub fn upright(place_m: [f64; 3]) -> Self {
        Self {
            place_m,
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: 1.0,
            stretch: 1.0,
            shade: 1.0,
        }
    }
}

/// Heights and colours at the crossings of a regular grid.
#[derive(Clone, Copy, Debug)]
pub struct SceneGround<'a> {
    /// Crossings from west to east, 2 or more.
    pub columns: usize,
    /// Crossings from south to north, 2 or more.
    pub rows: usize,
    /// Where the crossing in the south-west lies, m.
    pub origin_m: [f64; 2],
    /// From one crossing to the next, eastwards and northwards, m.
    pub cell_m: [f64; 2],
    /// Height at each crossing, row by row from the south, each from the west, m.
    pub heights_m: &'a [f32],
    /// Colour at each crossing, in the same order, as on screen (sRGB).
    pub colours: &'a [Colour],
}
