//! The competition of each tree, as `competition.csv` holds it.
//!
//! Trees without a diameter neither compete nor have an index; how many there are is said.

use std::fmt;
use std::path::Path;

use understory_lab::store::Store;
use understory_lab::write_table;
use understory_records::CompetitionRow;
use understory_space::Region;
use understory_spacing::{Competitors, SpacingError, hegyi};

use super::request::StatsRequest;
use super::source::Read;
use crate::error::Error;

/// The competition index of each tree that has a diameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Competition {
    /// The rows of the table.
    pub rows: Vec<CompetitionRow>,
    /// Which trees compete.
    pub competitors: Competitors,
    /// Trees that have no diameter, and so neither compete nor have an index.
    pub without_diameter: u64,
}

/// Which index it is, and of which trees: `hegyi, the 8 nearest`.
impl fmt::Display for Competition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.competitors {
            Competitors::Nearest(count) => write!(formatter, "hegyi, the {count} nearest"),
            Competitors::Within(r_m) => write!(formatter, "hegyi, all within {r_m}"),
        }
    }
}

impl Competition {
    /// The indices that were asked for, if any, of the trees that have a diameter; they are taken out of what was read of `file`.
    pub(super) fn of(file: &Path, read: &mut Read, request: &StatsRequest) -> Result<Option<Self>, Error> {
        let Some(competitors) = request.competition else {
            return Ok(None);
        };
        let name = file.display().to_string();
        let (pattern, trees) = (&read.pattern, std::mem::take(&mut read.trees));
        let all = trees.len() as u64;
        let trees = pattern.points_m.iter().copied().zip(trees);
        let with_diameter = trees.filter(|(_, (diameter, _))| *diameter > 0.0);
        let (points_m, trees): (Vec<[f64; 2]>, Vec<(f64, String)>) = with_diameter.unzip();
        let (diameters, names): (Vec<f64>, Vec<String>) = trees.into_iter().unzip();
        let found = names.len() as u64;
        if found < 2 {
            return Err(Error::refused(
                format!(
                    "of {all} trees in `{name}` {found} have a diameter above 0, but competition takes at least 2"
                ),
                "name the column of the diameters by `--mark`",
            ));
        }
        let indices = match hegyi(&points_m, &diameters, pattern.window.bounds(), competitors) {
            Err(SpacingError::SamePlace { one, other, x_m, y_m }) => {
                return Err(Error::refused(
                    format!(
                        "{name}: trees {} and {} are both at ({x_m}, {y_m}), but the index divides by their distance",
                        names[one], names[other]
                    ),
                    "leave one of them out, or give where it stands",
                ));
            }
            indices => indices.map_err(|error| Error::Stats(error.into()))?,
        };
        if let Some(at) = indices.iter().position(|index| !index.is_finite()) {
            return Err(Error::refused(
                format!(
                    "{name}: the index of tree {} is too large for a number, as its diameter is {}",
                    names[at], diameters[at]
                ),
                "are all diameters in the same unit?",
            ));
        }
        let rows = names.into_iter().zip(indices);
        Ok(Some(Self {
            rows: rows.map(|(tree, index)| CompetitionRow { tree, index }).collect(),
            competitors,
            without_diameter: all - found,
        }))
    }

    pub(super) fn write(&self, store: &dyn Store) -> Result<(), Error> {
        write_table(store, "competition.csv", &self.rows)?;
        Ok(())
    }
}
