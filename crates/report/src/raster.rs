//! A page as pixels.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, PathBuilder, Pixmap, PixmapMut, Shader, StrokeDash, Transform,
};
use understory_numerics::parallel::{each_mut, try_map};

use crate::error::ReportError;
use crate::ink::Ink;
use crate::outline::{Frame, PT, Segment};
use crate::page::{Mark, Page, Stroke};
use crate::picture::{Film, Picture, SCALE, failed, on_white};

/// Three times the longest page.
const FAR: f64 = 2_000.0 * PT;
/// From so many marks on a picture is painted in bands, by all threads.
const MANY: usize = 10_000;
/// Rows of pixels to a band. It is the same for any number of threads, as the last bits of a smoothed edge hang on it.
const BAND_ROWS: usize = 96;

/// The page as a PNG on white, with its title and what is to be seen.
pub(crate) fn png(page: &Page) -> Result<Vec<u8>, ReportError> {
    pixels(page)?.png(&page.name, &texts(page))
}

/// Pages of one size after each other, each for so many milliseconds, again and again, as an animated PNG (APNG). A viewer
/// that shows no animations shows `still`.
pub(crate) fn moving(
    still: &Page,
    frames: impl Iterator<Item = Result<(Page, u16), ReportError>>,
) -> Result<Vec<u8>, ReportError> {
    let still_page = pixels(still)?.canvas;
    let mut film = Film::new([still_page.width(), still_page.height()]);
    for frame in frames {
        let (page, shown_ms) = frame?;
        film.add(&on_white(&pixels(&page)?.canvas), shown_ms);
    }
    film.png(&on_white(&still_page), &still.name, &texts(still))
}

/// The page as pixels, with nothing behind them.
pub(crate) fn pixels(page: &Page) -> Result<Picture, ReportError> {
    let whole = |length: f64| (length * SCALE).ceil() / SCALE;
    let frame = Frame::new(0.0, 0.0, whole(page.width), whole(page.height));
    picture(&page.name, frame, &page.marks)
}

fn texts(page: &Page) -> [(&'static str, &str); 2] {
    [("Title", &page.title), ("Description", &page.alt)]
}

/// Turns into pixels what both files show as pixels.
pub(crate) fn with_pictures(mut page: Page) -> Result<Page, ReportError> {
    let as_pictures = page.marks.iter().enumerate().filter_map(|(at, mark)| match mark {
        Mark::Within {
            frame,
            marks,
            as_picture: true,
        } => Some((at, *frame, marks)),
        _ => None,
    });
    let as_pictures: Vec<(usize, Frame, &Vec<Mark>)> = as_pictures.collect();
    let pictures = try_map(as_pictures.len(), 1, |number| {
        let (at, frame, marks) = as_pictures[number];
        Ok::<_, ReportError>((at, picture(&page.name, frame, marks)?))
    })?;
    for (at, picture) in pictures {
        page.marks[at] = Mark::Picture(picture);
    }
    Ok(page)
}

/// What shows of the marks within the frame, whose edges are rounded to pixels of the page.
fn picture(figure: &str, frame: Frame, marks: &[Mark]) -> Result<Picture, ReportError> {
    let right = frame.left + frame.width;
    let [left, right, top, bottom] =
        [frame.left, right, frame.top, frame.bottom()].map(|length| (length * SCALE).round());
    let pixels = |length: f64| length.max(1.0) as u32;
    let mut canvas = Pixmap::new(pixels(right - left), pixels(bottom - top))
        .ok_or_else(|| failed(figure, "the picture is too large for memory"))?;
    let scaled = Transform::from_scale(SCALE as f32, SCALE as f32);
    let transform = scaled.post_translate(-left as f32, -top as f32);
    if marks.len() <= MANY {
        paint_all(&mut canvas.as_mut(), figure, marks, transform)?;
    } else {
        let row_bytes = 4 * canvas.width() as usize;
        let bands = canvas.data_mut().chunks_mut(BAND_ROWS * row_bytes).enumerate();
        let mut bands: Vec<_> = bands.map(|(number, band)| (number, band, Ok(()))).collect();
        each_mut(&mut bands, |(number, band, painted)| {
            let above = (*number * BAND_ROWS) as f32;
            let size = [row_bytes / 4, band.len() / row_bytes].map(|side| side as u32);
            let mut band = PixmapMut::from_bytes(band, size[0], size[1]).expect("a band has whole rows");
            *painted = paint_all(&mut band, figure, marks, transform.post_translate(0.0, -above));
        });
        bands.into_iter().try_for_each(|(.., painted)| painted)?;
    }
    Ok(Picture {
        canvas,
        left: left as i32,
        top: top as i32,
    })
}

/// Paints what shows of the marks, in their order.
fn paint_all(
    canvas: &mut PixmapMut<'_>,
    figure: &str,
    marks: &[Mark],
    transform: Transform,
) -> Result<(), ReportError> {
    let height = f64::from(canvas.height());
    let shows = |mark: &&Mark| match mark {
        Mark::Circle {
            centre,
            radius,
            paint,
        } => {
            let edge = paint.stroke.as_ref().map_or(0.0, |stroke| stroke.width);
            // A pixel more, as edges are smoothed.
            let reach = (radius + edge) * SCALE + 1.0;
            let at = centre.y * SCALE + f64::from(transform.ty);
            at + reach >= 0.0 && at - reach <= height
        }
        _ => true,
    };
    marks
        .iter()
        .filter(shows)
        .try_for_each(|mark| paint(canvas, figure, mark, transform))
}

fn paint(
    canvas: &mut PixmapMut<'_>,
    figure: &str,
    mark: &Mark,
    transform: Transform,
) -> Result<(), ReportError> {
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
            picture(figure, *frame, marks)?.lay_on(canvas, transform);
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

#[cfg(test)]
mod tests {
    use super::*;

    use crate::outline::{at, closed_shape, open_line};
    use crate::page::Paint;

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
            frame: Frame::new(250.0, 50.0, 20.0, 100.0),
            marks: vec![Mark::circle(at(250.0, 100.0), 40.0, Paint::fill(Ink::solid(0)))],
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
    fn many_marks_in_bands_make_the_picture_of_one_canvas() {
        let paint = Paint::fill(Ink::solid(0x33_8844).at_opacity(0.4))
            .edged(Stroke::plain(Ink::solid(0x00_2211).at_opacity(0.8), 5.0));
        let circle = |number: usize| {
            let (x, y) = ((number * 37 % 1009) as f64, (number * 101 % 1601) as f64);
            Mark::circle(at(x, y), 3.0 + (number % 13) as f64, paint.clone())
        };
        let marks: Vec<Mark> = (0..=MANY).map(circle).collect();
        let frame = Frame::new(100.0, 200.0, 700.0, 1200.0);
        let in_bands = picture("p", frame, &marks).unwrap().canvas;
        let mut whole = Pixmap::new(in_bands.width(), in_bands.height()).unwrap();
        assert!(whole.height() as usize > 3 * BAND_ROWS);
        let transform = Transform::from_scale(SCALE as f32, SCALE as f32).post_translate(-30.0, -60.0);
        paint_all(&mut whole.as_mut(), "p", &marks, transform).unwrap();
        let off = |(one, other): (&u8, &u8)| f64::from(one.abs_diff(*other));
        let offs: Vec<f64> = in_bands.data().iter().zip(whole.data()).map(off).collect();
        // Edges are rounded to a 64th of a pixel, and some ten lie over each other.
        let most = offs.iter().copied().fold(0.0, f64::max);
        let mean = offs.iter().sum::<f64>() / offs.len() as f64;
        assert!(most < 32.0 && mean < 0.05, "{most} {mean}");
        assert!(whole.data().iter().any(|&byte| byte > 0));
    }

    #[test]
    fn a_picture_takes_whole_pixels_of_the_page() {
        let frame = Frame::new(101.0, 51.0, 20.0, 30.0);
        let found = picture("p", frame, &[]).unwrap().frame();
        // 30.3 to 36.3 and 15.3 to 24.3 pixels are rounded.
        assert_eq!(
            (found.left, found.top, found.width, found.height),
            (100.0, 50.0, 20.0, 30.0)
        );
        assert_eq!((near(1e9), near(-1e9), near(5.0)), (20_000.0, -20_000.0, 5.0));
    }
}
