//! What the corrections need to know of a polygon, made once for each run over the pairs.

use std::f64::consts::PI;

use understory_space::PolygonWindow;

use crate::pairs::arcs::Arcs;
use crate::pairs::correction::EdgeCorrection;
use crate::pairs::shifts::Shifts;
use crate::pairs::strips::Strips;

/// The weights of one correction in a polygon.
#[derive(Debug)]
pub(crate) enum Shape<'a> {
    /// All pairs weigh the same, or those near the border are left out.
    Plain,
    Translation {
        shifts: Shifts<'a>,
        area_m2: f64,
    },
    /// The same, each pair by itself: for patterns with few pairs.
    TranslationOfFew(&'a PolygonWindow),
    Isotropic(Arcs<'a>),
}

impl<'a> Shape<'a> {
    pub(crate) fn new(
        window: &'a PolygonWindow,
        centres: &'a Strips,
        correction: EdgeCorrection,
        reach_m: f64,
    ) -> Self {
        match correction {
            EdgeCorrection::Translation if is_few(window, centres, reach_m) => Self::TranslationOfFew(window),
            EdgeCorrection::Translation => Self::Translation {
                shifts: Shifts::new(window, reach_m),
                area_m2: window.area_m2(),
            },
            EdgeCorrection::Isotropic => Self::Isotropic(Arcs { window, centres }),
            EdgeCorrection::None | EdgeCorrection::Border | EdgeCorrection::Periodic => Self::Plain,
        }
    }
}

/// Whether common areas of each pair take no longer than a table of them would, which has some 8,000. Up to 4,096 edges
/// they were always looked up from fewer pairs on.
fn is_few(window: &PolygonWindow, centres: &Strips, reach_m: f64) -> bool {
    const PAIRS_TIMES_EDGES: f64 = 1e7;
    const PAIRS_OF_MANY_EDGES: f64 = 8000.0;
    const MANY_EDGES: usize = 4096;
    let points = centres.len() as f64;
    let around = (PI * reach_m * reach_m / window.area_m2()).min(1.0);
    let (pairs, edges) = (0.5 * points * points * around, window.edges().len());
    pairs * edges as f64 <= PAIRS_TIMES_EDGES || (edges > MANY_EDGES && pairs <= PAIRS_OF_MANY_EDGES)
}
