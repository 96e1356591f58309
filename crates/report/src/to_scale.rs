//! A panel in which a metre is as long along both axes.

use crate::kit::*;

/// How large a part of space is on its page.
pub(crate) struct ToScale {
    labels: [&'static str; 2],
    low_m: [f64; 2],
    size_m: [f64; 2],
    around: Surround,
    pub(crate) units_per_m: f64,
}

impl ToScale {
    /// As large as a page of this width allows, and room of its own.
    pub(crate) fn new(
        labels: [&'static str; 2],
        low_m: [f64; 2],
        size_m: [f64; 2],
        page_pt: f64,
        most: [f64; 2],
    ) -> Self {
        let unscaled = Self {
            labels,
            low_m,
            size_m,
            around: Surround::default(),
            units_per_m: 1.0,
        };
        // The finest ticks that there may be decide how much room their labels need.
        let [x, y] = unscaled.axes([7, 7]);
        let around = Surround::of(&x, &y);
        let room = most[0].min(page_pt * PT - 2.0 * MARGIN - around.left - around.right);
        Self {
            around,
            units_per_m: (room / size_m[0]).min(most[1] / size_m[1]),
            ..unscaled
        }
    }

    /// The same of all these places, between whole metres.
    pub(crate) fn around(
        labels: [&'static str; 2],
        places_m: impl Iterator<Item = [f64; 2]> + Clone,
        page_pt: f64,
        most: [f64; 2],
    ) -> Self {
        let reach_m = [0, 1].map(|axis| ends(places_m.clone().map(|place_m| place_m[axis])));
        let low_m = reach_m.map(|[low_m, _]| low_m.floor());
        // What is flat still has a height on the page.
        let size_m = [0, 1].map(|axis| (reach_m[axis][1].ceil() - low_m[axis]).max(1.0));
        Self::new(labels, low_m, size_m, page_pt, most)
    }

    /// Draws the axes below what the sheet has.
    pub(crate) fn draw<'a>(&self, sheet: &'a mut Sheet) -> Result<Panel<'a>, ReportError> {
        let [width, height] = self.size_m.map(|side_m| (side_m * self.units_per_m).max(1.0));
        let ticks = |length: f64, each: f64| ((length / each.max(45.0 * PT)) as usize).clamp(2, 7);
        let [x, y] = self.axes([ticks(width, 3.0 * self.around.right), ticks(height, 0.0)]);
        let cell = self.around.room(sheet, [width, height]);
        Panel::draw(&mut sheet.page, cell, x, y, self.around, false)
    }

    fn axes(&self, ticks: [usize; 2]) -> [Axis; 2] {
        [0, 1].map(|axis| {
            let low_m = self.low_m[axis];
            Axis::exact(self.labels[axis], low_m, low_m + self.size_m[axis], ticks[axis])
        })
    }
}
