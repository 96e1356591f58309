//! Triangles of one kind, and how they look.
//!
//! Places are metres with z up and the ground at 0. Texture counts upwards, the rows of a [`Skin`] downwards.

use std::sync::Arc;

use crate::error::ReportError;
use crate::needed::Needed;

/// Beyond this the figure's own coordinates would lose a tree's details.
const HUGE: f64 = 1e9;

/// Where less of a skin's colour shows there is a hole; at half, needles would be thinner than they are.
const OPAQUE: u8 = 48;

/// What a surface is part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Stem and branches.
    #[default]
    Wood,
    /// Roots, which lie in the ground, where nothing above it takes their light.
    Roots,
    /// Leaves, which light comes through.
    Leaves,
    /// What the tree grew around.
    Obstacles,
}

/// A picture that is laid over triangles, again and again where their texture goes on beyond it. Copies share their pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Pixels in a row; 0 for no picture, which shows as grey.
    width: usize,
    /// Red, green, blue and opacity, row by row from the top.
    pixels: Arc<[[u8; 4]]>,
    /// A bit for each pixel where there is a hole, so that looking one up waits for no memory, as its colour would; none
    /// where there are no holes.
    holes: Arc<[u64]>,
}

impl Skin {
    /// A picture of so many pixels in a row: red, green, blue and opacity, row by row from the top. Where it is less than a
    /// fifth there is a hole.
    #[must_use]
    pub fn new(width: usize, pixels: Arc<[[u8; 4]]>) -> Self {
        let is_hole = |pixel: &[u8; 4]| pixel[3] < OPAQUE;
        let of_64 = |pixels: &[[u8; 4]]| {
            let pixels = pixels.iter().enumerate();
            pixels.fold(0, |bits, (at, pixel)| bits | u64::from(is_hole(pixel)) << at)
        };
        let holes = if pixels.iter().any(is_hole) {
            pixels.chunks(64).map(of_64).collect()
        } else {
            Arc::default()
        };
        Skin { width, pixels, holes }
    }

    /// Whether another is a copy of it.
    pub(crate) fn shares_pixels(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pixels, &other.pixels)
    }

    /// Pixels in a row.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// All of them, row by row from the top.
    pub(crate) fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// One colour all over.
    #[must_use]
    pub fn plain([red, green, blue]: [u8; 3]) -> Self {
        Skin::new(1, [[red, green, blue, 255]].into())
    }

    /// Gives the pixel at a place of the texture, which repeats.
    pub(crate) fn sampler(&self) -> impl Fn([f32; 2]) -> [u8; 4] {
        let lookup = self.lookup();
        move |place| {
            let pixel = self.pixels.get(lookup.pixel(place));
            pixel.copied().unwrap_or([128, 128, 128, 255])
        }
    }

    /// Says whether there is a hole at a place of the texture.
    pub(crate) fn holes(&self) -> impl Fn([f32; 2]) -> bool {
        let lookup = self.lookup();
        move |place| {
            let pixel = lookup.pixel(place);
            let bits = self.holes.get(pixel / 64);
            bits.is_some_and(|bits| bits >> (pixel % 64) & 1 == 1)
        }
    }

    fn lookup(&self) -> Lookup {
        Lookup {
            width: self.width,
            height: self.pixels.len() / self.width.max(1),
        }
    }

    /// The mean colour of what shows.
    pub(super) fn mean(&self) -> [u8; 3] {
        let parts = |channel: usize| {
            let weighted = |pixel: &[u8; 4]| u64::from(pixel[channel]) * u64::from(pixel[3]);
            let weights: u64 = self.pixels.iter().map(|pixel| u64::from(pixel[3])).sum();
            self.pixels.iter().map(weighted).sum::<u64>() / weights.max(1)
        };
        [0, 1, 2].map(|channel| parts(channel) as u8)
    }
}

/// Which pixel of a picture lies at a place of the texture, which repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lookup {
    width: usize,
    height: usize,
}

impl Lookup {
    fn pixel(self, [u, v]: [f32; 2]) -> usize {
        // Through whole numbers, for `floor` is a call on the processors that we build for.
        let part = |along: f32| {
            let part = along - (along as i32) as f32;
            if part < 0.0 { part + 1.0 } else { part }
        };
        let pixel = |along: f32, pixels: usize| {
            // As `i32`, for a number of 64 bits takes several times as long.
            ((part(along) * pixels as f32) as i32 as usize).min(pixels.saturating_sub(1))
        };
        pixel(1.0 - v, self.height) * self.width + pixel(u, self.width)
    }
}

/// Triangles of one kind; lists but the last have a row for each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// What they are part of.
    pub part: Part,
    /// Places, m.
    pub places_m: Vec<[f32; 3]>,
    /// Directions away from the surface, of length 1.
    pub normals: Vec<[f32; 3]>,
    /// Places on the skin, which reaches from 0 to 1.
    pub texture: Vec<[f32; 2]>,
    /// Three vertices each, counter-clockwise seen from outside; from behind a triangle does not show.
    pub triangles: Vec<[u32; 3]>,
    /// How it looks.
    pub skin: Skin,
}

impl Surface {
    /// Refuses what cannot be drawn, by the name of the figure that it is for.
    pub(crate) fn check(&self, figure: &str) -> Result<(), ReportError> {
        let count = self.places_m.len();
        let is_row = Needed(count as f64, count as f64, "a row for each place");
        let rows = [self.normals.len(), self.texture.len()].map(|rows| rows as f64);
        is_row.of(figure, "normals and texture", rows)?;
        let near = Needed(-HUGE, HUGE, "a number from -1e9 to 1e9");
        let direction = Needed(-2.0, 2.0, "a direction of length 1");
        for (numbers, needed, column) in [
            (self.places_m.as_flattened(), near, "place_m"),
            (self.normals.as_flattened(), direction, "normal"),
            (self.texture.as_flattened(), near, "texture"),
        ] {
            needed.of(figure, column, numbers.iter().map(|&number| f64::from(number)))?;
        }
        let corners = self.triangles.as_flattened().iter();
        let vertex = Needed(0.0, count as f64 - 1.0, "the number of a vertex");
        vertex.of(figure, "triangle", corners.map(|&corner| f64::from(corner)))?;
        let Skin { width, pixels, .. } = &self.skin;
        match pixels.len().checked_rem(*width).unwrap_or(pixels.len()) {
            0 => Ok(()),
            _ => Err(ReportError::number(
                figure,
                "skin",
                pixels.len() as f64,
                "pixels in whole rows",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skin_repeats_and_hangs_from_its_top() {
        let skin = Skin::new(2, [1, 2, 3, 4].map(|grey| [grey, grey, grey, 255]).into());
        let at = |u, v| skin.sampler()([u, v])[0];
        assert_eq!(
            [at(0.1, 0.9), at(0.9, 0.9), at(0.1, 0.1), at(0.9, 0.1)],
            [1, 2, 3, 4]
        );
        assert_eq!([at(7.1, -2.1), at(-0.1, 5.1)], [1, 4]);
        assert_eq!(Skin::default().sampler()([0.5, 0.5]), [128, 128, 128, 255]);
    }

    #[test]
    fn the_mean_of_a_skin_is_that_of_what_shows() {
        let skin = Skin::new(
            3,
            [[10, 20, 30, 255], [20, 40, 60, 255], [200, 200, 200, 0]].into(),
        );
        assert_eq!(skin.mean(), [15, 30, 45]);
        assert_eq!(Skin::default().mean(), [0; 3]);
    }
}
