//! The pictures of a tree's bark and leaves as the files that every writer puts into its own, made once for all of them.

use understory_numerics::parallel::join;

use crate::look::{Bark, Foliage};
use crate::picture::{self, Maps, png};
use crate::{ExportError, Look};

/// What bark and leaves of a tree look like, as pictures.
#[derive(Clone, Debug)]
pub struct Skin {
    pub(crate) bark: Pictures,
    pub(crate) leaves: Pictures,
}

/// The pictures of a surface as PNG files.
#[derive(Clone, Debug)]
pub(crate) struct Pictures {
    pub(crate) colour: Vec<u8>,
    pub(crate) normal: Vec<u8>,
    pub(crate) surface: Vec<u8>,
    /// The same before they were files.
    pub(crate) maps: Maps,
}

impl Skin {
    /// The pictures of a look.
    ///
    /// # Errors
    /// [`ExportError::OutOfRange`] for a look with a number out of its range, or [`ExportError::Picture`].
    pub fn of(look: &Look) -> Result<Self, ExportError> {
        let (bark, leaves) = join(
            || Pictures::of_bark(&look.bark),
            || Pictures::of_leaves(&look.foliage),
        );
        Ok(Self {
            bark: bark?,
            leaves: leaves?,
        })
    }
}

impl Pictures {
    pub(crate) fn of_bark(bark: &Bark) -> Result<Self, ExportError> {
        Self::of(picture::bark(bark)?)
    }

    pub(crate) fn of_leaves(foliage: &Foliage) -> Result<Self, ExportError> {
        Self::of(picture::leaves(foliage))
    }

    fn of(maps: Maps) -> Result<Self, ExportError> {
        let is_opaque = maps.colour.iter().all(|pixel| pixel[3] == u8::MAX);
        let colour = || {
            if is_opaque {
                png(&maps
                    .colour
                    .iter()
                    .map(|[red, green, blue, _]| [*red, *green, *blue])
                    .collect::<Vec<_>>())
            } else {
                png(&maps.colour)
            }
        };
        let (colour, (normal, surface)) = join(colour, || join(|| png(&maps.normal), || png(&maps.surface)));
        Ok(Self {
            colour: colour?,
            normal: normal?,
            surface: surface?,
            maps,
        })
    }
}
