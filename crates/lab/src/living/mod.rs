//! What somebody looks at while it changes, as rows of tables that no file holds: a year of a forest, points of a method.

mod forest;
mod points;

pub use forest::YearRows;
pub use points::{LaidOut, Layer, PointRows};
