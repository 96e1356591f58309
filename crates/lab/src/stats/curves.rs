//! The table of a function, and the columns that edge corrections give it.

use std::io;

use understory_spacing::{EdgeCorrection, PairCurves};

use super::values::undefined_as_nan;
use crate::store::Store;

/// A table of a function: columns of equal length, an undefined value empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the table without `.csv`.
    pub name: String,
    /// Name and values of each column; the first is the distance, the second mostly the theoretical curve.
    pub columns: Vec<(&'static str, Vec<Option<f64>>)>,
}

impl Curve {
    pub(super) fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            columns: Vec::new(),
        }
    }

    pub(super) fn with(mut self, name: &'static str, values: Vec<Option<f64>>) -> Self {
        self.columns.push((name, values));
        self
    }

    /// A table over distance, with the theoretical curve.
    pub(super) fn over_distance(name: impl Into<String>, r_m: &[f64], theoretical: &[f64]) -> Self {
        Self::named(name).with_all("r", r_m).with_all("theo", theoretical)
    }

    pub(super) fn with_all(self, name: &'static str, values: &[f64]) -> Self {
        self.with(name, values.iter().copied().map(Some).collect())
    }

    /// A column by its name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&[Option<f64>]> {
        self.columns
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, values)| values.as_slice())
    }

    /// The table of an envelope: the observed curve between the ends of the simulated ones.
    pub(crate) fn envelope(
        name: &str,
        r_m: &[f64],
        observed: &[f64],
        theoretical: Vec<Option<f64>>,
        [low, high]: [Vec<Option<f64>>; 2],
    ) -> Self {
        Self::named(format!("envelope_{name}"))
            .with_defined("r", r_m)
            .with_defined("obs", observed)
            .with("theo", theoretical)
            .with("lo", low)
            .with("hi", high)
    }

    /// One more column, whose undefined values are NaN or infinite.
    pub(crate) fn with_defined(self, name: &'static str, values: &[f64]) -> Self {
        let defined = |value: &f64| value.is_finite().then_some(*value);
        self.with(name, values.iter().map(defined).collect())
    }

    pub(super) fn write(&self, store: &dyn Store) -> io::Result<()> {
        self.write_as(store, &format!("{}.csv", self.name))
    }

    pub(crate) fn write_as(&self, store: &dyn Store, path: &str) -> io::Result<()> {
        store.write(path, &mut |out| {
            understory_records::write_columns(out, &self.columns)?;
            Ok(())
        })
    }
}

/// What tests compare of a function: NaN where it is undefined.
pub(super) struct Tested {
    pub(super) r_m: Vec<f64>,
    pub(super) values: Vec<f64>,
}

impl Tested {
    /// A column of a table; nothing where there is none.
    pub(super) fn of(curve: Option<&Curve>, column: Option<&str>) -> Self {
        let values = |name: Option<&str>| -> Vec<f64> {
            let column = curve.zip(name).and_then(|(curve, name)| curve.column(name));
            undefined_as_nan(column.unwrap_or_default())
        };
        Self {
            r_m: values(Some("r")),
            values: values(column),
        }
    }
}

/// The estimates of a curve over pairs, with the columns that its table has on an open window or a torus.
pub(super) fn over_pairs(
    name: impl Into<String>,
    curves: &PairCurves,
    columns: &[(&'static str, EdgeCorrection)],
) -> Curve {
    let curve = Curve::over_distance(name, &curves.r_m, &curves.theoretical);
    columns.iter().fold(curve, |curve, &(column, correction)| {
        let values = curves
            .by(correction)
            .map_or_else(|| vec![None; curves.r_m.len()], <[_]>::to_vec);
        curve.with(column, values)
    })
}

/// Columns of K and L.
pub(super) fn k_columns(is_torus: bool) -> &'static [(&'static str, EdgeCorrection)] {
    if is_torus {
        &[
            ("un", EdgeCorrection::None),
            ("periodic", EdgeCorrection::Periodic),
        ]
    } else {
        &[
            ("un", EdgeCorrection::None),
            ("border", EdgeCorrection::Border),
            ("trans", EdgeCorrection::Translation),
            ("iso", EdgeCorrection::Isotropic),
        ]
    }
}

/// Columns of K and L beside an intensity that varies.
pub(super) fn inhomogeneous_columns(is_torus: bool) -> &'static [(&'static str, EdgeCorrection)] {
    // Without a correction it would be that of no window.
    &k_columns(is_torus)[1..]
}

/// Columns of the pair correlation and of marks; on a torus the first two have no meaning and stay empty.
pub(super) fn kernel_columns(is_torus: bool) -> &'static [(&'static str, EdgeCorrection)] {
    const OPEN: [(&str, EdgeCorrection); 2] = [
        ("trans", EdgeCorrection::Translation),
        ("iso", EdgeCorrection::Isotropic),
    ];
    const TORUS: [(&str, EdgeCorrection); 3] = [
        ("trans", EdgeCorrection::Translation),
        ("iso", EdgeCorrection::Isotropic),
        ("periodic", EdgeCorrection::Periodic),
    ];
    if is_torus { &TORUS } else { &OPEN }
}

/// The corrections among these columns that the window allows.
pub(super) fn corrections(columns: &[(&'static str, EdgeCorrection)], is_torus: bool) -> Vec<EdgeCorrection> {
    let fits = |correction: &EdgeCorrection| match correction {
        EdgeCorrection::None => true,
        EdgeCorrection::Periodic => is_torus,
        _ => !is_torus,
    };
    columns
        .iter()
        .map(|(_, correction)| *correction)
        .filter(fits)
        .collect()
}
