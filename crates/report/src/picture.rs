//! A part of a page as pixels, and how it is written as a PNG.

use tiny_skia::{Pixmap, PixmapPaint, PremultipliedColorU8, Transform};

use crate::colours::{self, Indexed};
use crate::error::ReportError;
use crate::outline::{Frame, PT};

/// Pixels to a point: 216 to the inch.
const PIXELS_PER_PT: f64 = 3.0;

/// Pixels to a unit of the page.
pub(crate) const SCALE: f64 = PIXELS_PER_PT / PT;

/// Marks as pixels, with nothing behind them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    pub(crate) canvas: Pixmap,
    /// Where its corner lies on the page, pixels.
    pub(crate) left: i32,
    pub(crate) top: i32,
}

impl Picture {
    /// What it takes of the page.
    pub(crate) fn frame(&self) -> Frame {
        let length = |pixels: f64| pixels / SCALE;
        Frame::new(
            length(f64::from(self.left)),
            length(f64::from(self.top)),
            length(f64::from(self.canvas.width())),
            length(f64::from(self.canvas.height())),
        )
    }

    /// Lays it on a canvas whose transform brings places of the page to its pixels.
    pub(crate) fn lay_on(&self, canvas: &mut Pixmap, transform: Transform) {
        let (left, top) = (self.left + transform.tx as i32, self.top + transform.ty as i32);
        let (pixels, paint) = (self.canvas.as_ref(), PixmapPaint::default());
        canvas.draw_pixmap(left, top, pixels, &paint, Transform::identity(), None);
    }

    /// The picture as a PNG on white; `texts` are keywords of PNG's own list, and what stands under each.
    pub(crate) fn png(&self, figure: &str, texts: &[(&str, &str)]) -> Result<Vec<u8>, ReportError> {
        encoded(&self.canvas, texts).map_err(|e| failed(figure, &e.to_string()))
    }
}

fn encoded(canvas: &Pixmap, texts: &[(&str, &str)]) -> Result<Vec<u8>, png::EncodingError> {
    // Colours come multiplied by their opacity; white shows through the rest.
    let on_white = |p: &PremultipliedColorU8| {
        let paper = 255 - p.alpha();
        [p.red() + paper, p.green() + paper, p.blue() + paper]
    };
    let pixels: Vec<[u8; 3]> = canvas.pixels().iter().map(on_white).collect();
    let Indexed { colours, pixels } = colours::indexed(&pixels);
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(colours.concat());
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let per_metre = (PIXELS_PER_PT * 72.0 / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    for (keyword, text) in texts {
        encoder.add_itxt_chunk((*keyword).to_owned(), (*text).to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(out)
}

pub(crate) fn failed(figure: &str, reason: &str) -> ReportError {
    ReportError::Drawing {
        figure: figure.to_owned(),
        reason: reason.to_owned(),
    }
}
