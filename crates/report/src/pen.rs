//! What plotters draws with: it lays its lines and texts on a page.
//!
//! plotters' own backends would make worse figures: their SVG asks for the viewer's font and knows neither clips nor a
//! title, their bitmaps round lines to whole pixels, dashes are cut into lines, their legend lies over the data, and what
//! lies beyond the axes is drawn along their edge.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use crate::font::{self, Across, Along, Setting};
use crate::ink::Ink;
use crate::outline::{At, at, closed_shape, open_line};
use crate::page::{Mark, Page, Paint, Stroke};

/// A plotters backend over a page; a unit is a tenth of a point.
pub(crate) struct Pen<'a>(pub(crate) &'a mut Page);

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Pen<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let page = &self.0;
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
            let circle = Mark::circle(place(center), f64::from(radius), paint(style, fill));
            self.0.marks.push(circle);
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
        self.0.text(text, place(pos), setting);
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
    fn shape(&mut self, outline: Vec<crate::outline::Segment>, paint: Paint) -> Drawn {
        let opacity = paint
            .fill
            .or(paint.stroke.as_ref().map(|s| s.ink))
            .map_or(0.0, |ink| ink.opacity);
        if opacity > 0.0 {
            self.0.path(outline, paint);
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

#[cfg(test)]
mod tests {
    use super::*;

    use plotters::prelude::{BLUE, Color, IntoFont, RGBColor, ShapeStyle};
    use plotters::style::TextStyle;
    use plotters::style::text_anchor::Pos;

    use crate::outline::{Frame, Segment};

    const RED: RGBColor = RGBColor(255, 0, 0);
    const RED_INK: Ink = Ink::solid(0xff_0000);

    fn drawn(draw: impl Fn(&mut Pen<'_>) -> Drawn) -> Vec<Mark> {
        let mut page = Page::new("p", 30.0, 20.0);
        draw(&mut Pen(&mut page)).unwrap();
        page.marks
    }

    fn path(outline: Vec<Segment>, paint: Paint) -> Vec<Mark> {
        vec![Mark::Path { outline, paint }]
    }

    fn style(alpha: f64, filled: bool) -> ShapeStyle {
        ShapeStyle {
            color: RED.mix(alpha),
            filled,
            stroke_width: 7,
        }
    }

    #[test]
    fn shapes_come_to_the_page_as_they_are() {
        let square = Frame::new(10.0, 20.0, 30.0, 40.0);
        let line = Paint::stroke(Stroke::plain(RED_INK, 7.0));
        let (full, clear) = (style(1.0, true), style(0.0, true));
        let rectangle = |style, fill| drawn(|pen| pen.draw_rect((10, 20), (40, 60), &style, fill));
        assert_eq!(
            rectangle(full, true),
            path(square.outline(), Paint::fill(RED_INK))
        );
        assert_eq!(rectangle(full, false), path(square.outline(), line.clone()));
        assert_eq!(rectangle(clear, true), []);
        let stretch = path(open_line([at(1.0, 2.0), at(3.0, 4.0)]), line.clone());
        assert_eq!(drawn(|pen| pen.draw_line((1, 2), (3, 4), &full)), stretch);
        assert_eq!(drawn(|pen| pen.draw_path([(1, 2), (3, 4)], &full)), stretch);
        let corners = [(0, 0), (5, 0), (0, 5)];
        assert_eq!(
            drawn(|pen| pen.fill_polygon(corners, &style(0.5, true))),
            path(
                closed_shape(corners.map(place)),
                Paint::fill(RED_INK.at_opacity(0.5))
            )
        );
        let circle = |style, fill| drawn(|pen| pen.draw_circle((8, 9), 3, &style, fill));
        let disc = |paint| Mark::Circle {
            centre: at(8.0, 9.0),
            radius: 3.0,
            paint,
        };
        assert_eq!(circle(full, true), [disc(Paint::fill(RED_INK))]);
        assert_eq!(circle(full, false), [disc(line)]);
        assert_eq!(circle(clear, true), []);
        let unit = Frame::new(4.0, 6.0, 1.0, 1.0);
        let pixel = |alpha| drawn(|pen| pen.draw_pixel((4, 6), RED.mix(alpha).to_backend_color()));
        assert_eq!(pixel(1.0), path(unit.outline(), Paint::fill(RED_INK)));
        assert_eq!(pixel(0.0), []);
    }

    #[test]
    fn words_stand_at_their_anchor_and_turn_to_the_right() {
        let mut page = Page::new("p", 30.0, 20.0);
        assert_eq!(Pen(&mut page).get_size(), (300, 200));
        let plain: TextStyle = ("sans-serif", 80.0).into_font().color(&BLUE);
        let across = [
            (VPos::Top, Across::Top),
            (VPos::Center, Across::Middle),
            (VPos::Bottom, Across::Bottom),
        ];
        let along = [
            (HPos::Left, Along::Start),
            (HPos::Center, Along::Middle),
            (HPos::Right, Along::End),
        ];
        let turns = [
            (FontTransform::None, 0),
            (FontTransform::Rotate270, 1),
            (FontTransform::Rotate180, 2),
            (FontTransform::Rotate90, 3),
        ];
        for (((v, across), (h, along)), (turn, quarter_turns)) in
            across.into_iter().zip(along).cycle().zip(turns)
        {
            let style = plain.pos(Pos::new(h, v)).transform(turn);
            let mut expected = Page::new("p", 30.0, 20.0);
            let setting = Setting {
                size: 80.0,
                ink: Ink::solid(0x00_00ff),
                along,
                across,
                quarter_turns,
            };
            expected.text("Ab", at(50.0, 60.0), setting);
            assert_eq!(drawn(|pen| pen.draw_text("Ab", &style, (50, 60))), expected.marks);
        }
        // `A` is 0.684 em wide, `b` 0.635; from the top of the one to the foot of a `g` it is 0.965 em.
        assert_eq!(
            Pen(&mut page).estimate_text_size("Ab", &plain).unwrap(),
            (106, 78)
        );
    }
}
