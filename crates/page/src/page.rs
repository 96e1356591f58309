//! A whole page: what the results are, and the parts that there are of them.

use serde::Serialize;

use crate::compare::{Comparison, PackedComparison};
use crate::document::{Part, document};
use crate::payload::{PageError, packed};
use crate::run::{PackedRun, Run};

const YEARS: Part = Part {
    is_above: true,
    body: include_str!("../assets/years.html"),
    scripts: &[include_str!("../assets/time.js")],
};

pub(crate) const RUN: Part = Part {
    is_above: false,
    body: include_str!("../assets/run.html"),
    scripts: &[
        include_str!("../assets/tree.js"),
        include_str!("../assets/curves.js"),
        include_str!("../assets/census.js"),
        include_str!("../assets/run.js"),
    ],
};

const COMPARISON: Part = Part {
    is_above: false,
    body: include_str!("../assets/compare.html"),
    scripts: &[
        include_str!("../assets/sort.js"),
        include_str!("../assets/compare.js"),
    ],
};

/// What a page says of the results as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct About {
    /// Name of the scenario.
    pub name: String,
    /// The command that left the tables, such as `run`.
    pub command: String,
    /// Version of the program that did.
    pub version: String,
    /// Width and height of the plot, m.
    pub size_m: [f64; 2],
    /// Lower left corner of the plot in the coordinates of the trees, m.
    pub origin_m: [f64; 2],
    /// Whether opposite edges meet.
    pub torus: bool,
    /// Seed of the results.
    pub seed: u64,
    /// Years that were simulated.
    pub years: u32,
}

#[derive(Serialize)]
struct Numbers<'a> {
    #[serde(flatten)]
    about: &'a About,
    run: Option<PackedRun>,
    comparison: Option<PackedComparison<'a>>,
}

/// The text of a page with what there is of a forest that grew and of methods that were compared.
///
/// # Errors
/// [`PageError::Packing`], which no results that fit into memory lead to.
pub fn page(about: &About, run: Option<Run>, comparison: Option<&Comparison>) -> Result<String, PageError> {
    let mut columns = Vec::new();
    let parts: Vec<&Part> = [
        (run.is_some(), &YEARS),
        (run.is_some(), &RUN),
        (comparison.is_some(), &COMPARISON),
    ]
    .into_iter()
    .filter_map(|(is_there, part)| is_there.then_some(part))
    .collect();
    let numbers = Numbers {
        about,
        run: run.map(|run| run.pack(&mut columns)),
        comparison: comparison.map(|comparison| comparison.pack(&mut columns)),
    };
    Ok(document(&parts, &about.name, &packed(&numbers, &columns)?))
}
