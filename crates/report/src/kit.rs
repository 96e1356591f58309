//! What every figure is made of, in one import.

pub(crate) use crate::axis::Axis;
pub(crate) use crate::error::ReportError;
pub(crate) use crate::figure::Figure;
pub(crate) use crate::font::{self, Across, Along, Setting};
pub(crate) use crate::legend::{LegendEntry, Sample};
pub(crate) use crate::numerals::{count, counted, round_step};
pub(crate) use crate::outline::{At, Frame, PT, at, open_line};
pub(crate) use crate::page::{Ink, Mark, Page, Paint, Stroke};
pub(crate) use crate::palette::{self, GREY};
pub(crate) use crate::panel::{LineStyle, Panel, Surround};
pub(crate) use crate::sheet::{self, MARGIN, Sheet, head, head_height, stripe};
pub(crate) use crate::tables::RunAbout;
pub(crate) use crate::text::{CENTRE, LEFT, TEXT_SIZE, TOP, TOP_LEFT, fitted, plain};
pub(crate) use crate::words::{
    self, course, first_of, list, listed, name, number, one_line, percent, range, sentence, setting, untold,
};
