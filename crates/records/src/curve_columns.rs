//! The columns of curves, such as `K.csv`: of which a file has as many as its curve needs.

use crate::about::Column;
use crate::cell::{ColumnType, Holds};

/// Columns of the curves that `stats` and `compare` leave, by the names that R-spatstat gives them.
pub const CURVE_COLUMNS: &[Column] = &[
    whole("k", "Number of the neighbour, from the nearest."),
    whole("ring", "Ring of the spectrum."),
    number("r", "Distance, in the unit of the coordinates."),
    number("theo", "What complete spatial randomness gives."),
    number("obs", "The pattern's own value."),
    number("lo", "Lower end of the envelope or interval."),
    number("hi", "Upper end of the envelope or interval."),
    number("covariate", "Value of the covariate, in the raster's unit."),
    number(
        "rho",
        "Points per unit of area where the covariate has the value.",
    ),
    number("se", "Standard error of it."),
    number("pooled", "Estimate from all patterns together."),
    number(
        "mad",
        "p of the test by the greatest deviation over the distances up to here.",
    ),
    number(
        "dclf",
        "p of the test by the squared deviation over the distances up to here.",
    ),
    number("raw", "Estimate without edge correction."),
    number("un", "Estimate without edge correction."),
    number("km", "Estimate by the Kaplan–Meier correction."),
    number("rs", "Estimate by the border correction."),
    number("border", "Estimate by the border correction."),
    number("han", "Estimate by Hanisch's correction."),
    number("cs", "Estimate by the Chiu–Stoyan correction."),
    number("trans", "Estimate by the translation correction."),
    number("iso", "Estimate by the isotropic correction."),
    number("periodic", "Estimate on a torus, which has no edge."),
    number("from_deg", "Where the sector of directions begins, degrees."),
    number("to_deg", "Where the sector of directions ends, degrees."),
    number("mean", "Mean."),
    number("sd", "Standard deviation."),
    number("frequency", "Spatial frequency."),
    number("power", "Mean power in the ring."),
    number("anisotropy_db", "Anisotropy of the ring, decibels."),
];

const fn whole(name: &'static str, about: &'static str) -> Column {
    Column::new(name, "", about, ColumnType::of(Holds::U32).or_nothing())
}

const fn number(name: &'static str, about: &'static str) -> Column {
    Column::new(name, "", about, ColumnType::of(Holds::Number).or_nothing())
}
