//! Pictures of bark and leaves, drawn from what a [`Look`](crate::Look) says, as PNG files.

mod alpha;
mod bark;
mod card;
mod leaves;
mod noise;

pub(crate) use alpha::{CUTOFF, blended, keep_coverage};
pub(crate) use bark::bark;
pub(crate) use leaves::leaves;

use crate::{ExportError, Look};

/// Pixels of the side of a picture of bark, and of a cell of leaves.
pub(crate) const SIDE: usize = 256;

/// The pictures of a surface, row by row from the top, each a square of as many pixels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Maps {
    /// Pixels of a side.
    pub(crate) side: usize,
    /// Colours as on screen, and opacity.
    pub(crate) colour: Vec<[u8; 4]>,
    /// Normals: to the right, up, out; 128 is none.
    pub(crate) normal: Vec<[u8; 3]>,
    /// Share of the sky's light that comes to it, roughness, and metal, of which there is none.
    pub(crate) surface: Vec<[u8; 3]>,
}

impl Maps {
    /// The colours alone.
    pub(crate) fn picture(self) -> Picture {
        Picture {
            width: self.side,
            pixels: self.colour,
        }
    }
}

/// A picture row by row from its top.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Red, green, blue and opacity: all or none of it where the material is cut out.
    pub pixels: Vec<[u8; 4]>,
}

impl Look {
    /// The colours of bark and of a card of leaves, as files show them.
    ///
    /// # Errors
    /// [`ExportError::OutOfRange`] for a look with a number out of its range.
    pub fn pictures(&self) -> Result<[Picture; 2], ExportError> {
        Ok([bark(&self.bark)?.picture(), leaves(&self.foliage).picture()])
    }
}

/// A PNG file of a square picture: the same pixels give the same bytes.
pub(crate) fn png<const N: usize>(pixels: &[[u8; N]]) -> Result<Vec<u8>, ExportError> {
    png_packed(pixels, png::Compression::Balanced)
}

/// As [`png`], packed as well as asked for.
pub(crate) fn png_packed<const N: usize>(
    pixels: &[[u8; N]],
    compression: png::Compression,
) -> Result<Vec<u8>, ExportError> {
    let side = (pixels.len() as f64).sqrt() as u32;
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, side, side);
    encoder.set_color(match N {
        1 => png::ColorType::Grayscale,
        4 => png::ColorType::Rgba,
        _ => png::ColorType::Rgb,
    });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(compression);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.as_flattened())?;
    writer.finish()?;
    Ok(out)
}

/// A normal as a colour, from how far the surface leans to the right and up.
fn normal([right, up]: [f64; 2]) -> [u8; 3] {
    let length = (right * right + up * up + 1.0).sqrt();
    [right / length, up / length, 1.0 / length].map(|along| (127.5 * (along + 1.0)).round() as u8)
}

/// A pixel of [`Maps::surface`] from two shares: of the sky's light, and roughness. In 51 steps, which nobody sees under a
/// picture of colours, and which make the file a good deal smaller than 255.
fn surface_pixel(shares: [f64; 2]) -> [u8; 3] {
    let [open, rough] = shares.map(|share| (51.0 * share.clamp(0.0, 1.0)).round() as u8 * 5);
    [open, rough, 0]
}

/// A share of the way from one colour to another, as a byte a channel.
pub(crate) fn mixed(from: [u8; 3], to: [u8; 3], share: f64) -> [u8; 3] {
    let share = share.clamp(0.0, 1.0);
    [0, 1, 2].map(|channel| {
        let (from, to) = (f64::from(from[channel]), f64::from(to[channel]));
        (from + (to - from) * share).round() as u8
    })
}

/// A colour made lighter or darker.
pub(crate) fn shaded(colour: [u8; 3], factor: f64) -> [u8; 3] {
    colour.map(|channel| (f64::from(channel) * factor).round().clamp(0.0, 255.0) as u8)
}

/// 0 up to `low`, 1 from `high` on, smooth between.
fn smooth_step(low: f64, high: f64, value: f64) -> f64 {
    let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixture_goes_straight_from_one_colour_to_the_other() {
        let (from, to) = ([10, 200, 0], [20, 100, 255]);
        for (share, colour) in [
            (0.0, from),
            (1.0, to),
            (0.5, [15, 150, 128]),
            (0.1, [11, 190, 26]),
            (-1.0, from),
            (7.0, to),
        ] {
            assert_eq!(mixed(from, to, share), colour);
        }
    }

    #[test]
    fn shading_multiplies_and_stays_a_colour() {
        assert_eq!(shaded([10, 100, 200], 1.5), [15, 150, 255]);
        assert_eq!(shaded([10, 100, 200], 0.25), [3, 25, 50]);
        assert_eq!(shaded([10, 100, 200], -1.0), [0; 3]);
    }

    /// 3 s² − 2 s³ between the two ends.
    #[test]
    fn a_smooth_step_is_flat_at_both_ends_and_half_way_up_in_the_middle() {
        for (value, step) in [
            (1.0, 0.0),
            (2.0, 0.0),
            (3.0, 0.15625),
            (4.0, 0.5),
            (5.0, 0.84375),
            (6.0, 1.0),
            (9.0, 1.0),
        ] {
            assert_eq!(smooth_step(2.0, 6.0, value), step, "{value}");
        }
    }

    #[test]
    fn a_picture_is_read_back_pixel_by_pixel() {
        let pixels: Vec<[u8; 3]> = (0..64 * 64)
            .map(|at| [at * at / 7, at, 3].map(|byte| byte as u8))
            .collect();
        let png = png(&pixels).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut read).unwrap();
        assert_eq!((frame.width, frame.height), (64, 64));
        assert_eq!(read, pixels.as_flattened());
    }

    #[test]
    fn a_level_surface_is_the_colour_of_no_lean() {
        assert_eq!(normal([0.0, 0.0]), [128, 128, 255]);
        let [right, up, out] = normal([1.0, 0.0]);
        assert_eq!((right, up, out), (218, 128, 218));
    }
}
