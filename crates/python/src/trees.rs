//! The living trees as columns on their way to a function of the user's, and what it changes of them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use understory::forest::components::Size;
use understory::{Cause, Forest, TreeChange};

/// Trees by their running numbers, before a year.
pub(crate) struct Trees {
    year: u32,
    species_names: Vec<String>,
    numbers: Vec<u64>,
    species: Vec<u16>,
    places_m: [Vec<f64>; 2],
    ages_yr: Vec<u16>,
    dbh_cm: Vec<f64>,
    height_m: Vec<f64>,
    vigour: Vec<f64>,
}

/// What the Python side gives: numbers of the trees that change, which of them die, of what, and their vigour, diameters and heights.
type Given = (
    Vec<u8>,
    Vec<u8>,
    String,
    Option<Vec<u8>>,
    Option<Vec<u8>>,
    Option<Vec<u8>>,
);

impl Trees {
    pub(crate) fn of(forest: &Forest) -> Self {
        let count = forest.tree_count();
        let mut all = Self {
            year: forest.year() + 1,
            species_names: forest.species().map(|species| species.name.clone()).collect(),
            numbers: Vec::with_capacity(count),
            species: Vec::with_capacity(count),
            places_m: [Vec::with_capacity(count), Vec::with_capacity(count)],
            ages_yr: Vec::with_capacity(count),
            dbh_cm: Vec::with_capacity(count),
            height_m: Vec::with_capacity(count),
            vigour: Vec::with_capacity(count),
        };
        for tree in forest.trees() {
            all.numbers.push(tree.number);
            all.species.push(tree.species);
            all.places_m[0].push(tree.place_m[0]);
            all.places_m[1].push(tree.place_m[1]);
            all.ages_yr.push(tree.age_yr);
            all.dbh_cm.push(tree.size.dbh_cm);
            all.height_m.push(tree.size.height_m);
            all.vigour.push(tree.vigour);
        }
        all
    }

    /// What the function changes of them.
    pub(crate) fn changed_by(&self, py: Python<'_>, function: &Py<PyAny>) -> PyResult<Vec<TreeChange>> {
        let doubles = |column: &[f64]| bytes(py, column, |number| number.to_ne_bytes());
        let given = function.call1(
            py,
            (
                self.year,
                &self.species_names,
                bytes(py, &self.numbers, |number| number.to_ne_bytes()),
                bytes(py, &self.species, |number| number.to_ne_bytes()),
                doubles(&self.places_m[0]),
                doubles(&self.places_m[1]),
                bytes(py, &self.ages_yr, |number| number.to_ne_bytes()),
                doubles(&self.dbh_cm),
                doubles(&self.height_m),
                doubles(&self.vigour),
            ),
        )?;
        let Some((numbers, dies, cause, vigour, dbh_cm, height_m)) = given.extract::<Option<Given>>(py)?
        else {
            return Ok(Vec::new());
        };
        let cause = cause_of_death(&cause)?;
        let number = |column: &Option<Vec<u8>>, at: usize| -> Option<f64> {
            column
                .as_ref()
                .map(|column| f64::from_ne_bytes(column.as_chunks().0[at]))
        };
        let changes = numbers
            .as_chunks()
            .0
            .iter()
            .enumerate()
            .map(|(at, tree)| TreeChange {
                tree: u64::from_ne_bytes(*tree),
                size: number(&dbh_cm, at)
                    .zip(number(&height_m, at))
                    .map(|(dbh_cm, height_m)| Size { dbh_cm, height_m }),
                vigour: number(&vigour, at),
                dies_of: (dies[at] != 0).then_some(cause),
            });
        Ok(changes.collect())
    }
}

/// A cause that a function of the user's may give. Foresters are left out: what they fell is in a table of its own.
fn cause_of_death(name: &str) -> PyResult<Cause> {
    let may_be = |cause: &Cause| *cause != Cause::Felled;
    Cause::named(name).filter(may_be).ok_or_else(|| {
        let known = Cause::ALL.into_iter().filter(may_be).map(Cause::name);
        let known: Vec<&str> = known.collect();
        PyValueError::new_err(format!(
            "`cause` of `each_year` is `{name}`; it may be {}",
            known.join(", ")
        ))
    })
}

fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    column: &[T],
    of: impl Fn(T) -> [u8; N],
) -> Bound<'py, PyBytes> {
    PyBytes::new(
        py,
        column
            .iter()
            .flat_map(|number| of(*number))
            .collect::<Vec<u8>>()
            .as_slice(),
    )
}
