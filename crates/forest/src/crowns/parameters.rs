//! What a user may set about crowns that grow with their trees.

use serde::{Deserialize, Serialize};
use understory_branching::stand::{CrownShape, Sharing};
use understory_keys::Literal::{Real, Whole};
use understory_keys::{Checked, Interval, parameters, real, table, whole};
use understory_space::Plot;

use crate::crowns::lattice::Lattice;
use crate::crowns::spacing::spacing_m;
use crate::error::ForestError;
use crate::growth::open_crown_radius_m;
use crate::parameters::Species;

parameters! {
    /// How light and crowns act on each other.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct YearlyRules: Default {
        /// Extinction k of Beer's law: each m² of leaves over a m² on the way leaves e^−k of the light. As 3-PG was fitted for Switzerland:
        /// beech 0.63, spruce 0.64, oak 0.60 to 0.62, birch 0.59.
        pub extinction: f64 = real(Interval::from(0.0, 10.0), "", "0.6").default(Real(0.6)),
        /// Leaves of a crown over those that `crown.leaf_area_index` gives it. Crowns of the light models reach through each other, some two
        /// deep in a closed stand; crowns that grow do not, and bear the leaves of both.
        pub leaves: f64 = real(Interval::from(0.0, 100.0), "", "2.0").default(Real(2.0)),
        /// Share of the light that a whole crown gets in the open with which a tree grows as if nothing hindered it. Calibrated: with 0.6 a stand
        /// of beeches grows as thick as under the light model `crowding` (`examples/crowns.rs`).
        pub enough: f64 = real(Interval::from(0.01, 1.0), "", "0.6").default(Real(0.6)),
        /// Wood that gains less than this share of what it would in the open withers, and none grows where it would gain less than
        /// twice that; at a light of L a share L^`shade_sensitivity` is gained.
        pub shed_below: f64 = real(Interval::from(0.0, 0.5), "", "0.1").default(Real(0.1)),
        /// After how many such years in a row it falls.
        pub shed_after_yr: u32 = whole(1, 1000, "yr", "3").default(Whole(3)),
        /// How far a crown grows into free space beside it in a year at the most.
        pub longest_shoot_m: f64 = real(Interval::from(0.01, 10.0), "m", "0.6").default(Real(0.6)),
    }
}

/// Most cells of attraction points that a plot may have.
const MOST_CELLS: f64 = 5e7;

/// Crowns that grow with their trees.
#[derive(Clone, Debug, PartialEq)]
pub struct YearlyCrowns {
    /// Height from which a tree has a crown of its own; lower ones take their light from the light model, and so do those whose crown in the
    /// open would have fewer than 20 attraction points.
    pub min_height_m: f64,
    /// How growth colonizes space; `points` is the number of attraction points in the crown of a tree of 30 cm that stands in the
    /// open, in the mean over the species.
    pub sharing: Sharing,
    /// What the crowns of each species look like in the open, by the species' indices.
    pub shapes: Vec<CrownShape>,
    /// How light and crowns act on each other.
    pub rules: YearlyRules,
}

impl YearlyCrowns {
    /// That crowns can grow so on this plot with these species.
    ///
    /// # Errors
    /// [`ForestError::Impossible`] where shapes are of more or fewer species than there are, a number is out of its range, or
    /// attraction points lie too close for the plot or pull too far round it.
    pub fn check(&self, plot: &Plot, species: &[Species]) -> Result<(), ForestError> {
        self.fault(plot, species)
            .map_or(Ok(()), |fault| Err(ForestError::impossible("the crowns", fault)))
    }

    /// Attraction points of the whole plot when its trees are as tall as they can be, which bounds the growth points too.
    #[must_use]
    pub fn most_points(&self, plot: &Plot, species: &[Species]) -> f64 {
        let spacing_m = spacing_m(self.sharing.points, &self.shapes, species);
        let greatest = |of: fn(&Species) -> f64| species.iter().map(of).fold(0.0, f64::max);
        let height_m = greatest(|one| one.greatest().height_m);
        let radius_m = greatest(|one| open_crown_radius_m(&one.crown, one.greatest()));
        Lattice::cells_of(plot, spacing_m, radius_m, height_m)
    }

    fn fault(&self, plot: &Plot, species: &[Species]) -> Option<String> {
        if species.len() != self.shapes.len() {
            return Some(format!(
                "there are shapes of {} species, but the forest has {}",
                self.shapes.len(),
                species.len()
            ));
        }
        let in_range = self
            .sharing
            .check(&table(Sharing::KEYS, ""))
            .and_then(|()| self.rules.check(&table(YearlyRules::KEYS, "")));
        if let Err(wrong) = in_range {
            return Some(wrong.to_string());
        }
        let spacing_m = spacing_m(self.sharing.points, &self.shapes, species);
        let cells = self.most_points(plot, species);
        if cells > MOST_CELLS {
            return Some(format!(
                "with attraction points {spacing_m:.2} m apart this plot has {cells:.1e} of them, more than {MOST_CELLS:.1e}: take a smaller \
                 plot, or fewer `points`"
            ));
        }
        let influence_m = self.sharing.influence_spacings * spacing_m;
        if plot.is_torus() && 2.0 * influence_m + 2.0 * spacing_m > plot.shorter_side_m() {
            return Some(format!(
                "attraction points pull over {influence_m:.1} m, too far round a torus of {} m: take a larger plot, more `points`, or smaller \
                 `influence_spacings`",
                plot.shorter_side_m()
            ));
        }
        None
    }
}
