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
fn mixed(from: [u8; 3], to: [u8; 3], share: f64) -> [u8; 3] {
    let share = share.clamp(0.0, 1.0);
    [0, 1, 2].map(|channel| {
        let (from, to) = (f64::from(from[channel]), f64::from(to[channel]));
        (from + (to - from) * share).round() as u8
    })
}

/// A colour made lighter or darker.
fn shaded(colour: [u8; 3], factor: f64) -> [u8; 3] {
    colour.map(|channel| (f64::from(channel) * factor).round().clamp(0.0, 255.0) as u8)
}

/// 0 up to `low`, 1 from `high` on, smooth between.
fn smooth_step(low: f64, high: f64, value: f64) -> f64 {
    let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
