use understory_lab::store::Store;
use understory_records::{CompetitionRow, write_rows};
use understory_space::Plot;
use understory_spacing::{Competitors, SpacingError, hegyi};

use super::source::{Source, Trees};
use crate::args::StatsOptions as Arguments;
use crate::failure::Failure;

/// The competition index of each tree that has a diameter, as `competition.csv` holds it.
pub(super) struct Competition {
    rows: Vec<CompetitionRow>,
    /// Which index it is, and of which trees.
    told: String,
    /// Trees that have no diameter, and so neither compete nor have an index.
    without_diameter: u64,
}

impl Competition {
    /// The indices that were asked for, if any.
    pub(super) fn of(source: &Source, window: Plot, arguments: &Arguments) -> Result<Option<Self>, Failure> {
        if arguments.competition.is_none() {
            return Ok(None);
        }
        let competitors = match (arguments.neighbours, arguments.r_max) {
            (Some(count), _) => Competitors::Nearest(count),
            (None, Some(r_m)) => Competitors::Within(r_m),
            (None, None) => {
                let message = "`--competition` needs to know which trees compete";
                return Err(Failure::input(message)
                    .with_hint("`--neighbours 8` takes the eight nearest, `--r-max 10` all within 10"));
            }
        };
        let Trees {
            file,
            pattern,
            diameters,
            names,
            without_diameter,
        } = source.trees(arguments, window)?;
        let indices = hegyi(&pattern.points_m, &diameters, &pattern.window, competitors);
        let indices = indices.map_err(|error| match error {
            SpacingError::SamePlace { one, other, x_m, y_m } => {
                let (one, other) = (&names[one], &names[other]);
                let message = format!(
                    "{file}: trees {one} and {other} are both at ({x_m}, {y_m}), but the index divides by their distance"
                );
                Failure::input(message).with_hint("leave one of them out, or give where it stands")
            }
            error => Failure::Input(error.into()),
        })?;
        if let Some(at) = indices.iter().position(|index| !index.is_finite()) {
            let message = format!(
                "{file}: the index of tree {} is too large for a number, as its diameter is {}",
                names[at], diameters[at]
            );
            return Err(Failure::input(message).with_hint("are all diameters in the same unit?"));
        }
        let rows = names.into_iter().zip(indices);
        Ok(Some(Self {
            told: match competitors {
                Competitors::Nearest(count) => format!("hegyi, the {count} nearest"),
                Competitors::Within(r_m) => format!("hegyi, all within {r_m}"),
            },
            rows: rows.map(|(tree, index)| CompetitionRow { tree, index }).collect(),
            without_diameter,
        }))
    }

    pub(super) fn write(&self, store: &dyn Store) -> Result<(), Failure> {
        let rows = || self.rows.iter().cloned();
        store.write("competition.csv", &mut |out| {
            write_rows(out, rows())?;
            Ok(())
        })?;
        Ok(())
    }

    /// Which index it is, and of which trees: `hegyi, the 8 nearest`.
    pub(super) fn told(&self) -> &str {
        &self.told
    }

    /// What a reader should know about the table.
    pub(super) fn notes(&self, arguments: &Arguments) -> Vec<String> {
        let mut notes = Vec::new();
        if self.without_diameter > 0 {
            notes.push(format!(
                "{} of {} trees have no diameter, so that they neither compete nor have an index",
                self.without_diameter,
                self.rows.len() as u64 + self.without_diameter
            ));
        }
        if let (Some(count), Some(r_m)) = (arguments.neighbours, arguments.r_max) {
            notes.push(format!(
                "the {count} nearest trees compete, however far they stand; `--r-max {r_m}` ends the functions alone"
            ));
        }
        notes
    }
}
