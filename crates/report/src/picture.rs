//! A part of a page as pixels, and how it is written as a PNG.

use tiny_skia::{Pixmap, PixmapMut, PixmapPaint, PremultipliedColorU8, Transform};

use crate::colours::{self, Indexed};
use crate::error::ReportError;
use crate::outline::{Frame, PT};
use crate::style::PIXELS_PER_PT;

/// Level 6, which is usual, takes nearly twice as long for a few parts in a hundred of the bytes.
const DEFLATE: png::DeflateCompression = png::DeflateCompression::Level(4);

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
    pub(crate) fn lay_on(&self, canvas: &mut PixmapMut<'_>, transform: Transform) {
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
    let Indexed { colours, pixels } = colours::indexed(&on_white(canvas));
    let mut out = Vec::new();
    let encoder = encoder(&mut out, [canvas.width(), canvas.height()], colours, texts)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(out)
}

/// Colours come multiplied by their opacity; white shows through the rest.
pub(crate) fn on_white(canvas: &Pixmap) -> Vec<[u8; 3]> {
    let on_white = |p: &PremultipliedColorU8| {
        let paper = 255 - p.alpha();
        [p.red() + paper, p.green() + paper, p.blue() + paper]
    };
    canvas.pixels().iter().map(on_white).collect()
}

/// With what all pictures have in common.
fn encoder<'a>(
    out: &'a mut Vec<u8>,
    [width, height]: [u32; 2],
    colours: Vec<[u8; 3]>,
    texts: &[(&str, &str)],
) -> Result<png::Encoder<'static, &'a mut Vec<u8>>, png::EncodingError> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(colours.concat());
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_deflate_compression(DEFLATE);
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
    Ok(encoder)
}

/// Pictures of one size that follow each other, and one in their place for viewers that show no animations.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    size: [u32; 2],
    pictures: Vec<Indexed>,
    shown_ms: Vec<u16>,
}

impl Film {
    /// None yet, of so many pixels across and down.
    pub(crate) fn new(size: [u32; 2]) -> Self {
        Self {
            size,
            pictures: Vec::new(),
            shown_ms: Vec::new(),
        }
    }

    /// Adds a picture that is shown so long, pixel by pixel.
    pub(crate) fn add(&mut self, pixels: &[[u8; 3]], shown_ms: u16) {
        self.pictures.push(colours::indexed(pixels));
        self.shown_ms.push(shown_ms);
    }

    /// All of them as an animated PNG that begins again at its end; `still` stands in its place where it cannot be shown.
    pub(crate) fn png(
        mut self,
        still: &[[u8; 3]],
        figure: &str,
        texts: &[(&str, &str)],
    ) -> Result<Vec<u8>, ReportError> {
        self.pictures.insert(0, colours::indexed(still));
        self.encoded(texts).map_err(|e| failed(figure, &e.to_string()))
    }

    fn encoded(mut self, texts: &[(&str, &str)]) -> Result<Vec<u8>, png::EncodingError> {
        let mut out = Vec::new();
        let colours = colours::together(&mut self.pictures);
        let mut encoder = encoder(&mut out, self.size, colours, texts)?;
        encoder.set_animated(self.shown_ms.len() as u32, 0)?;
        encoder.set_sep_def_img(true)?;
        let mut writer = encoder.write_header()?;
        let shown_ms = [None].into_iter().chain(self.shown_ms.into_iter().map(Some));
        for (picture, shown_ms) in self.pictures.iter().zip(shown_ms) {
            if let Some(shown_ms) = shown_ms {
                writer.set_frame_delay(shown_ms, 1000)?;
            }
            writer.write_image_data(&picture.pixels)?;
        }
        writer.finish()?;
        Ok(out)
    }
}

pub(crate) fn failed(figure: &str, reason: &str) -> ReportError {
    ReportError::Drawing {
        figure: figure.to_owned(),
        reason: reason.to_owned(),
    }
}
