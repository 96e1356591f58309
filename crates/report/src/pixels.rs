//! The pixels that a frame of the page takes, and rasters of cells that are painted there.

use tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8};

use crate::error::ReportError;
use crate::outline::Frame;
use crate::page::Mark;
use crate::picture::{Picture, SCALE, failed};

/// The pixels that a frame takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixels {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Pixels {
    pub(crate) fn of(frame: Frame) -> Self {
        let [left, right, top, bottom] =
            [frame.left, frame.right(), frame.top, frame.bottom()].map(|length| (length * SCALE).round());
        Self {
            left: left as i32,
            top: top as i32,
            width: (right - left).max(1.0) as usize,
            height: (bottom - top).max(1.0) as usize,
        }
    }

    pub(crate) fn canvas(&self, figure: &str) -> Result<Pixmap, ReportError> {
        Pixmap::new(self.width as u32, self.height as u32)
            .ok_or_else(|| failed(figure, "the picture is too large for memory"))
    }
}

/// A raster of columns and rows, its first cell the lower left one, then row by row, that fills a frame. A pixel has the
/// colour of the cell in which its middle lies.
pub(crate) fn of_cells(
    frame: Frame,
    figure: &str,
    [columns, rows]: [usize; 2],
    colour: impl Fn(usize) -> [u8; 3],
) -> Result<Mark, ReportError> {
    let pixels = Pixels::of(frame);
    let mut canvas = pixels.canvas(figure)?;
    let cells = |length: usize, cells: usize| -> Vec<usize> {
        (0..length)
            .map(|at| (2 * at + 1) * cells / (2 * length))
            .collect()
    };
    let across = cells(pixels.width, columns);
    let targets = canvas.pixels_mut().chunks_exact_mut(pixels.width);
    for (line, row) in targets.zip(cells(pixels.height, rows).into_iter().rev()) {
        for (pixel, &column) in line.iter_mut().zip(&across) {
            let [red, green, blue] = colour(row * columns + column);
            let opaque: PremultipliedColorU8 = ColorU8::from_rgba(red, green, blue, 255).premultiply();
            *pixel = opaque;
        }
    }
    Ok(Mark::Picture(Picture {
        canvas,
        left: pixels.left,
        top: pixels.top,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two cells by two in a frame of six pixels by four: the lower row stands below.
    #[test]
    fn each_pixel_has_the_colour_of_its_cell() {
        let frame = Frame::new(0.0, 0.0, 6.0 / SCALE, 4.0 / SCALE);
        let mark = of_cells(frame, "cells", [2, 2], |cell| [cell as u8, 9, 200]).unwrap();
        let Mark::Picture(picture) = mark else {
            panic!("it is a picture")
        };
        let reds: Vec<u8> = picture.canvas.pixels().iter().map(|pixel| pixel.red()).collect();
        let rows: Vec<&[u8]> = reds.chunks(6).collect();
        assert_eq!(
            rows,
            [
                &[2, 2, 2, 3, 3, 3][..],
                &[2, 2, 2, 3, 3, 3],
                &[0, 0, 0, 1, 1, 1],
                &[0, 0, 0, 1, 1, 1]
            ]
        );
    }
}
