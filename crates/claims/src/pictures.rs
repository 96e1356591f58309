//! What figures show beside the tables: the forms that ship, what each parameter does, and what articles claim of places.

use understory_branching::mesh::{Detail, Leaf, Mesh, draw};
use understory_branching::presets::{PRESETS, Preset};
use understory_branching::skeleton::Skeleton;
use understory_branching::specimen::Specimen;
use understory_numerics::RandomKey;

use crate::ClaimError;
use crate::budget::Budget;

pub use crate::colonization::pictures::parameters;
pub use crate::flights::pictures::{FlightPicture, LeafPicture, flights};
pub use crate::painted::pictures::{ThinnedGrid, thinned_grids};
pub use crate::raster_forests::pictures::{RasterPicture, raster_forests};
pub use crate::scattering::pictures::{BorderPicture, CorridorPicture, borders, corridors};

/// Leaves of small pictures, with the wood that is drawn for them and not taken.
const SMALL: Detail = Detail::of(10_000);

/// Trees that stand side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What the row shows.
    pub heading: String,
    /// From where.
    pub view: View,
    /// The form that ships whose bark and leaves they have, if one does.
    pub form: Option<&'static str>,
    /// Its trees, from left to right.
    pub trees: Vec<Pictured>,
}

/// A tree to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictured {
    /// In what it differs from those beside it.
    pub caption: String,
    /// Its wood, with radii and orders.
    pub skeleton: Skeleton,
    /// Its leaves, as cards of four corners, both at the stalk first.
    pub leaves: Mesh,
}

/// From where a row is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// From the front.
    Front,
    /// From above.
    Top,
    /// From the front, the right and above.
    Aslant,
}

/// A row for each form that ships: a tree for each of some seeds, and last the L-system beside them.
///
/// # Errors
/// [`ClaimError`] for a form that cannot grow.
pub fn forms(budget: Budget) -> Result<Vec<Row>, ClaimError> {
    PRESETS.iter().map(|preset| row_of(preset, budget)).collect()
}

fn row_of(preset: &Preset, budget: Budget) -> Result<Row, ClaimError> {
    let form = preset.form();
    let leaf = form.leaf;
    let mut trees = budget.values(|seed| {
        let skeleton = form.grow(RandomKey::root(seed, &[preset.name]), &[])?.skeleton;
        pictured(format!("seed {seed}"), skeleton, leaf.as_ref())
    })?;
    let specimen = Specimen {
        baseline: Some(preset.baseline()),
        ..Specimen::of(form)
    };
    if let Some((skeleton, _)) = specimen.grow_baseline(0)? {
        trees.push(pictured("an L-system".to_owned(), skeleton, leaf.as_ref())?);
    }
    Ok(Row {
        heading: format!("{}: {}", preset.name, preset.about),
        view: View::Front,
        form: Some(preset.name),
        trees,
    })
}

fn pictured(caption: String, skeleton: Skeleton, leaf: Option<&Leaf>) -> Result<Pictured, ClaimError> {
    let leaves = draw(&skeleton, &SMALL, leaf, RandomKey::root(0, &["leaves"]))?.leaves;
    Ok(Pictured {
        caption,
        skeleton,
        leaves,
    })
}
