//! What plotters draws with: it lays its lines and texts on a page.

use std::cell::RefCell;
use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use crate::font::{self, Across, Along, Setting};
use crate::page::{At, Ink, Mark, Page, Paint, Stroke, at, closed_shape, open_line};

/// A plotters backend over a page; a unit is a tenth of a point.
pub(crate) struct Pen<'a>(pub(crate) &'a RefCell<Page>);

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Pen<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let page = self.0.borrow();
        (page.width as u32, page.height as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        let corner = place(point);
        let corners =
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| at(corner.x + x, corner.y + y));
        self.shape(closed_shape(corners), Paint::fill(ink(color)))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map(place);
        self.shape(closed_shape(corners), paint(style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.shape(open_line(path.into_iter().map(place)), paint(style, false))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            let circle = Mark::Circle {
                centre: place(center),
                radius: f64::from(radius),
                paint: paint(style, fill),
            };
            self.0.borrow_mut().marks.push(circle);
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Drawn {
        self.shape(closed_shape(vert.into_iter().map(place)), paint(style, true))
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, pos: BackendCoord) -> Drawn {
        let setting = Setting {
            size: style.size(),
            ink: ink(style.color()),
            along: match style.anchor().h_pos {
                HPos::Left => Along::Start,
                HPos::Center => Along::Middle,
                HPos::Right => Along::End,
            },
            across: match style.anchor().v_pos {
                VPos::Top => Across::Top,
                VPos::Center => Across::Middle,
                VPos::Bottom => Across::Bottom,
            },
            quarter_turns: match style.transform() {
                FontTransform::Rotate90 => 3,
                FontTransform::Rotate180 => 2,
                FontTransform::Rotate270 => 1,
                FontTransform::None => 0,
            },
        };
        self.0.borrow_mut().text(text, place(pos), setting);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((
            font::width(text, style.size()).ceil() as u32,
            font::height(style.size()).ceil() as u32,
        ))
    }
}

impl Pen<'_> {
    fn shape(&mut self, outline: Vec<crate::page::Segment>, paint: Paint) -> Drawn {
        let opacity = paint
            .fill
            .or(paint.stroke.as_ref().map(|s| s.ink))
            .map_or(0.0, |ink| ink.opacity);
        if opacity > 0.0 {
            self.0.borrow_mut().path(outline, paint);
        }
        Ok(())
    }
}

fn place((x, y): BackendCoord) -> At {
    at(f64::from(x), f64::from(y))
}

fn ink(color: BackendColor) -> Ink {
    Ink {
        rgb: [color.rgb.0, color.rgb.1, color.rgb.2],
        opacity: color.alpha,
    }
}

fn paint<S: BackendStyle>(style: &S, fill: bool) -> Paint {
    if fill {
        Paint::fill(ink(style.color()))
    } else {
        Paint::stroke(Stroke::plain(ink(style.color()), f64::from(style.stroke_width())))
    }
}
