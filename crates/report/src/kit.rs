//! What every figure is made of, in one import.

pub(crate) use crate::axis::Axis;
pub(crate) use crate::error::ReportError;
pub(crate) use crate::extent::ends;
pub(crate) use crate::figure::Figure;
pub(crate) use crate::font::{self, Across, Along, Setting};
pub(crate) use crate::ink::Ink;
pub(crate) use crate::legend::{LegendEntry, Sample};
pub(crate) use crate::numerals::{count, counted, round_step};
pub(crate) use crate::outline::{At, Frame, PT, at, open_line};
pub(crate) use crate::page::{Mark, Page, Paint, Stroke};
pub(crate) use crate::panel::{LineStyle, Panel, Surround};
pub(crate) use crate::sheet::{self, Sheet, head, head_height, stripe};
pub(crate) use crate::style::{self, GREY, MARGIN, SMALL, SMALL_LINE, TEXT_SIZE};
pub(crate) use crate::tables::RunAbout;
pub(crate) use crate::text::{CENTRE, LEFT, TOP, TOP_LEFT, fitted, largest_fitting, plain, wrapped};
pub(crate) use crate::words::{
    self, course, first_of, list, listed, name, number, one_line, percent, range, sentence, setting, untold,
};
