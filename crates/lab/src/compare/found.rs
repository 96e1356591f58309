//! What a comparison gives.

use understory_records::{Compared, ForestsRow, KerrCellRow, MethodsRow};

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareFound {
    /// The rows of `methods.csv`: of each forest the target, then the methods.
    pub methods: Vec<MethodsRow>,
    /// The rows of `forests.csv`.
    pub forests: Vec<ForestsRow>,
    /// Which methods come nearest to which forests, in one sentence with its numbers.
    pub answer: String,
    /// Of the first forest the target, then the methods, each with what its tables hold.
    pub shown: Vec<Compared>,
    /// The rasters that were left beside them, by the methods' labels.
    pub rasters: Vec<(String, Vec<KerrCellRow>)>,
}
