//! A page as pixels.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Mask, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Rect,
    Shader, StrokeDash, Transform,
};

use crate::colours::{self, Indexed};
use crate::error::ReportError;
use crate::page::{Frame, Ink, Mark, PT, Page, Segment, Stroke};

/// Pixels to a point: 216 to the inch.
const PIXELS_PER_PT: f64 = 3.0;

/// Less than this of a pixel is a rounding error.
const ROUNDING: f64 = 1e-6;

/// Three times the longest page.
const FAR: f64 = 2_000.0 * PT;

/// The page as a PNG on white.
pub(crate) fn png(page: &Page) -> Result<Vec<u8>, ReportError> {
    let frame = Frame {
        left: 0.0,
        top: 0.0,
        width: page.width,
        height: page.height,
    };
    Picture::of(&page.name, frame, &page.marks)?.png(&page.name)
}

/// Marks as pixels, with nothing behind them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    canvas: Pixmap,
    /// Where its corner lies on the page, pixels.
    left: i32,
    top: i32,
}

impl Picture {
    /// What shows of the marks within the frame, whose corner is rounded to a pixel of the page.
    pub(crate) fn of(figure: &str, frame: Frame, marks: &[Mark]) -> Result<Self, ReportError> {
        let scale = PIXELS_PER_PT / PT;
        let pixels = |length: f64| (length * scale - ROUNDING).ceil().max(1.0) as u32;
        let [left, top] = [frame.left, frame.top].map(|length| (length * scale).round());
        let mut canvas = Pixmap::new(pixels(frame.width), pixels(frame.height))
            .ok_or_else(|| failed(figure, "the picture is too large for memory"))?;
        let scaled = Transform::from_scale(scale as f32, scale as f32);
        let transform = scaled.post_translate(-left as f32, -top as f32);
        paint(&mut canvas, marks, transform, None);
        Ok(Picture {
            canvas,
            left: left as i32,
            top: top as i32,
        })
    }

    /// What it takes of the page.
    pub(crate) fn frame(&self) -> Frame {
        let length = |pixels: f64| pixels * PT / PIXELS_PER_PT;
        Frame {
            left: length(f64::from(self.left)),
            top: length(f64::from(self.top)),
            width: length(f64::from(self.canvas.width())),
            height: length(f64::from(self.canvas.height())),
        }
    }

    /// The picture as a PNG on white.
    pub(crate) fn png(&self, figure: &str) -> Result<Vec<u8>, ReportError> {
        encoded(&self.canvas).map_err(|e| failed(figure, &e.to_string()))
    }
}

fn paint(canvas: &mut Pixmap, marks: &[Mark], transform: Transform, mask: Option<&Mask>) {
    for mark in marks {
        let (path, fill, stroke) = match mark {
            Mark::Path { outline, paint } => (path_of(outline), paint.fill, paint.stroke.as_ref()),
            Mark::Circle {
                centre,
                radius,
                paint,
            } => {
                let circle = PathBuilder::from_circle(near(centre.x), near(centre.y), near(*radius));
                (circle, paint.fill, paint.stroke.as_ref())
            }
            Mark::Text { outline, ink, .. } => (path_of(outline), Some(*ink), None),
            Mark::Within { frame, marks, .. } => {
                let window = mask_of(canvas, *frame, transform);
                paint(canvas, marks, transform, window.as_ref());
                continue;
            }
            Mark::Picture(picture) => {
                let pixels = picture.canvas.as_ref();
                let paint = PixmapPaint::default();
                let (left, top) = (picture.left, picture.top);
                canvas.draw_pixmap(left, top, pixels, &paint, Transform::identity(), mask);
                continue;
            }
        };
        let Some(path) = path else { continue };
        if let Some(ink) = fill {
            canvas.fill_path(&path, &colour(ink), FillRule::Winding, transform, mask);
        }
        if let Some(stroke) = stroke {
            canvas.stroke_path(&path, &colour(stroke.ink), &line(stroke), transform, mask);
        }
    }
}

fn path_of(outline: &[Segment]) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    for segment in outline {
        match *segment {
            Segment::Move(to) => path.move_to(near(to.x), near(to.y)),
            Segment::Line(to) => path.line_to(near(to.x), near(to.y)),
            Segment::Quadratic(control, to) => {
                path.quad_to(near(control.x), near(control.y), near(to.x), near(to.y));
            }
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

/// A length brought so near to the page that tiny-skia can follow; it panics where a shape is far larger than that.
fn near(length: f64) -> f32 {
    length.clamp(-FAR, FAR) as f32
}

fn mask_of(canvas: &Pixmap, frame: Frame, transform: Transform) -> Option<Mask> {
    let Frame {
        left,
        top,
        width,
        height,
    } = frame;
    let window = Rect::from_xywh(left as f32, top as f32, width as f32, height as f32)?;
    let mut mask = Mask::new(canvas.width(), canvas.height())?;
    mask.fill_path(
        &PathBuilder::from_rect(window),
        FillRule::Winding,
        true,
        transform,
    );
    Some(mask)
}

fn colour(ink: Ink) -> tiny_skia::Paint<'static> {
    let [red, green, blue] = ink.rgb;
    let alpha = (ink.opacity * 255.0).round() as u8;
    let shader = Shader::SolidColor(Color::from_rgba8(red, green, blue, alpha));
    tiny_skia::Paint {
        shader,
        anti_alias: true,
        ..Default::default()
    }
}

fn line(stroke: &Stroke) -> tiny_skia::Stroke {
    tiny_skia::Stroke {
        width: stroke.width as f32,
        line_cap: LineCap::Butt,
        line_join: LineJoin::Round,
        dash: StrokeDash::new(stroke.dash.iter().map(|&l| l as f32).collect(), 0.0),
        ..Default::default()
    }
}

fn encoded(canvas: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
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
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(out)
}

fn failed(figure: &str, reason: &str) -> ReportError {
    ReportError::Drawing {
        figure: figure.to_owned(),
        reason: reason.to_owned(),
    }
}
