//! A page as pixels.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Shader,
    StrokeDash, Transform,
};

use crate::colours::{self, Indexed};
use crate::error::ReportError;
use crate::page::{Frame, Ink, Mark, PT, Page, Segment, Stroke};

/// Pixels to a point: 216 to the inch.
const PIXELS_PER_PT: f64 = 3.0;
/// Pixels to a unit of the page.
const SCALE: f64 = PIXELS_PER_PT / PT;

/// Three times the longest page.
const FAR: f64 = 2_000.0 * PT;

/// The page as a PNG on white.
pub(crate) fn png(page: &Page) -> Result<Vec<u8>, ReportError> {
    let whole = |length: f64| (length * SCALE).ceil() / SCALE;
    let frame = Frame {
        left: 0.0,
        top: 0.0,
        width: whole(page.width),
        height: whole(page.height),
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
    /// What shows of the marks within the frame, whose edges are rounded to pixels of the page.
    pub(crate) fn of(figure: &str, frame: Frame, marks: &[Mark]) -> Result<Self, ReportError> {
        let right = frame.left + frame.width;
        let [left, right, top, bottom] =
            [frame.left, right, frame.top, frame.bottom()].map(|length| (length * SCALE).round());
        let pixels = |length: f64| length.max(1.0) as u32;
        let mut canvas = Pixmap::new(pixels(right - left), pixels(bottom - top))
            .ok_or_else(|| failed(figure, "the picture is too large for memory"))?;
        let scaled = Transform::from_scale(SCALE as f32, SCALE as f32);
        let transform = scaled.post_translate(-left as f32, -top as f32);
        for mark in marks {
            paint(&mut canvas, figure, mark, transform)?;
        }
        Ok(Picture {
            canvas,
            left: left as i32,
            top: top as i32,
        })
    }

    /// What it takes of the page.
    pub(crate) fn frame(&self) -> Frame {
        let length = |pixels: f64| pixels / SCALE;
        Frame {
            left: length(f64::from(self.left)),
            top: length(f64::from(self.top)),
            width: length(f64::from(self.canvas.width())),
            height: length(f64::from(self.canvas.height())),
        }
    }

    /// Lays it on a canvas whose transform brings places of the page to its pixels.
    fn lay_on(&self, canvas: &mut Pixmap, transform: Transform) {
        let (left, top) = (self.left + transform.tx as i32, self.top + transform.ty as i32);
        let (pixels, paint) = (self.canvas.as_ref(), PixmapPaint::default());
        canvas.draw_pixmap(left, top, pixels, &paint, Transform::identity(), None);
    }

    /// The picture as a PNG on white.
    pub(crate) fn png(&self, figure: &str) -> Result<Vec<u8>, ReportError> {
        encoded(&self.canvas).map_err(|e| failed(figure, &e.to_string()))
    }
}

fn paint(canvas: &mut Pixmap, figure: &str, mark: &Mark, transform: Transform) -> Result<(), ReportError> {
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
        // A picture of its own costs less than a mask, which would be laid over every mark.
        Mark::Within { frame, marks, .. } => {
            Picture::of(figure, *frame, marks)?.lay_on(canvas, transform);
            return Ok(());
        }
        Mark::Picture(picture) => {
            picture.lay_on(canvas, transform);
            return Ok(());
        }
    };
    let Some(path) = path else { return Ok(()) };
    if let Some(ink) = fill {
        canvas.fill_path(&path, &colour(ink), FillRule::Winding, transform, None);
    }
    if let Some(stroke) = stroke {
        canvas.stroke_path(&path, &colour(stroke.ink), &line(stroke), transform, None);
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    use crate::page::{Paint, at, closed_shape, open_line};

    fn pixels(png: &[u8]) -> (usize, Vec<[u8; 3]>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let width = reader.next_frame(&mut bytes).unwrap().width as usize;
        (
            width,
            bytes
                .chunks_exact(3)
                .map(|rgb| [rgb[0], rgb[1], rgb[2]])
                .collect(),
        )
    }

    /// 30 by 20 pt are 90 by 60 pixels; a rectangle from 10 to 20 pt covers the pixels from 30 to 60.
    #[test]
    fn a_page_has_three_pixels_to_the_point() {
        let mut page = Page::new("p", 30.0, 20.0);
        let red = Ink::solid(0xff_0000);
        let corners = [
            at(100.0, 50.0),
            at(200.0, 50.0),
            at(200.0, 150.0),
            at(100.0, 150.0),
        ];
        page.path(closed_shape(corners), Paint::fill(red));
        let line = open_line([at(0.0, 180.0), at(300.0, 180.0)]);
        page.path(
            line,
            Paint::stroke(Stroke::plain(Ink::solid(0x00_00ff).at_opacity(0.5), 20.0)),
        );
        page.marks.push(Mark::Within {
            frame: Frame {
                left: 250.0,
                top: 50.0,
                width: 20.0,
                height: 100.0,
            },
            marks: vec![Mark::Circle {
                centre: at(250.0, 100.0),
                radius: 40.0,
                paint: Paint::fill(Ink::solid(0)),
            }],
            as_picture: false,
        });
        let (width, pixels) = pixels(&png(&page).unwrap());
        assert_eq!((width, pixels.len()), (90, 90 * 60));
        let (white, black) = ([255; 3], [0; 3]);
        for (x, y, rgb) in [
            (0, 0, white),
            (29, 20, white),
            (30, 20, red.rgb),
            (59, 20, red.rgb),
            (60, 20, white),
            (40, 14, white),
            (40, 15, red.rgb),
            (40, 44, red.rgb),
            (40, 45, white),
            (45, 50, white),
            (45, 51, [127, 127, 255]),
            (45, 56, [127, 127, 255]),
            (45, 57, white),
            (74, 30, white),
            (75, 30, black),
            (80, 30, black),
            (81, 30, white),
            (77, 16, white),
        ] {
            let found = pixels[y * width + x];
            let is_near = (0..3).all(|at| found[at].abs_diff(rgb[at]) <= 1);
            assert!(is_near, "({x}, {y}): {found:?} for {rgb:?}");
        }
    }

    #[test]
    fn a_picture_takes_whole_pixels_of_the_page() {
        let frame = Frame {
            left: 101.0,
            top: 51.0,
            width: 20.0,
            height: 30.0,
        };
        let found = Picture::of("p", frame, &[]).unwrap().frame();
        // 30.3 to 36.3 and 15.3 to 24.3 pixels are rounded.
        assert_eq!(
            (found.left, found.top, found.width, found.height),
            (100.0, 50.0, 20.0, 30.0)
        );
        assert_eq!((near(1e9), near(-1e9), near(5.0)), (20_000.0, -20_000.0, 5.0));
    }
}
