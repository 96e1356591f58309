//! The trees that are compared: those of a census, or those of a run in its year that a census would have counted.

use understory_forest::Forest;
use understory_forest::management::basal_area_m2;
use understory_scenario::{Calibration, Census};

/// Trees with their sizes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stand {
    pub(super) places_m: Vec<[f64; 2]>,
    /// Index of the species of each; all 0 where species are not compared.
    pub(super) species: Vec<usize>,
    /// Diameter of each, cm, or height, m, as [`SizeOf`] says; none where no sizes were measured.
    pub(super) sizes: Vec<f64>,
    /// Basal area of all, m²; none where no diameters were measured.
    pub(super) basal_area_m2: Option<f64>,
}

/// Which size was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SizeOf {
    /// Diameter at breast height, cm.
    Diameter,
    /// Height, m.
    Height,
    /// None.
    Nothing,
}

impl SizeOf {
    /// What all trees of all censuses have.
    pub(super) fn measured(calibration: &Calibration) -> Self {
        let trees = || calibration.censuses.iter().flat_map(|census| &census.trees);
        if trees().all(|tree| tree.dbh_cm.is_some()) {
            Self::Diameter
        } else if trees().all(|tree| tree.height_m.is_some()) {
            Self::Height
        } else {
            Self::Nothing
        }
    }
}

impl Stand {
    /// The measured one.
    pub(super) fn measured(census: &Census, size: SizeOf) -> Self {
        let diameters = || census.trees.iter().filter_map(|tree| tree.dbh_cm);
        Self {
            places_m: census.trees.iter().map(|tree| tree.place_m).collect(),
            species: census.trees.iter().map(|tree| tree.species).collect(),
            sizes: match size {
                SizeOf::Diameter => diameters().collect(),
                SizeOf::Height => census.trees.iter().filter_map(|tree| tree.height_m).collect(),
                SizeOf::Nothing => Vec::new(),
            },
            basal_area_m2: (size == SizeOf::Diameter).then(|| diameters().map(basal_area_m2).sum()),
        }
    }

    /// What the same census would have counted in a forest.
    pub(super) fn grown(forest: &Forest, calibration: &Calibration, size_of: SizeOf) -> Self {
        let window = forest.window();
        let mut stand = Self {
            basal_area_m2: (size_of == SizeOf::Diameter).then_some(0.0),
            ..Self::default()
        };
        forest.for_each_tree(|place_m, species, size| {
            let is_counted =
                size.dbh_cm >= calibration.smallest_dbh_cm && size.height_m >= calibration.least_height_m;
            if !is_counted || !window.holds(place_m) {
                return;
            }
            stand.places_m.push(place_m);
            stand.species.push(usize::from(species));
            match size_of {
                SizeOf::Diameter => stand.sizes.push(size.dbh_cm),
                SizeOf::Height => stand.sizes.push(size.height_m),
                SizeOf::Nothing => {}
            }
            if let Some(sum) = &mut stand.basal_area_m2 {
                *sum += basal_area_m2(size.dbh_cm);
            }
        });
        stand
    }

    pub(super) fn count(&self) -> usize {
        self.places_m.len()
    }
}
