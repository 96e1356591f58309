//! Pictures of bark and leaves, drawn from what a [`Look`](crate::Look) says, as PNG files.

mod bark;
mod leaves;
mod noise;

pub(crate) use bark::bark;
pub(crate) use leaves::leaves;

use crate::ExportError;

/// Pixels of a picture's side.
const SIDE: usize = 256;

/// A PNG file of a square picture: the same pixels give the same bytes.
fn encoded(pixels: &[u8], colours: png::ColorType) -> Result<Vec<u8>, ExportError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, SIDE as u32, SIDE as u32);
    encoder.set_color(colours);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(out)
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
        let pixels: Vec<u8> = (0..3 * SIDE * SIDE).map(|at| (at * at / 7) as u8).collect();
        let png = encoded(&pixels, png::ColorType::Rgb).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut read).unwrap();
        assert_eq!((frame.width, frame.height), (256, 256));
        assert_eq!(read, pixels);
    }
}
