//! A forest's state as tables, and back.

use std::io::{self, Write};

use understory_forest::components::{Cause, Remains, Scores, Size, Wood};
use understory_forest::parameters::Species;
use understory_forest::{DeadTree, Deadwood, Event, Forest, GrowthPoint, Happening, Seed, Tree};
use understory_numerics::RandomKey;
use understory_records::{
    Content, CrownStateRow, DeadRow, EventRow, Format, FromFields, Hashing, NextRow, SeedRow, Table,
    TableAbout, TreeRow, WoodRow, each_of, write_each,
};
use understory_terrain::Ground;

use crate::error::LabError;
use crate::store::Store;

/// What a table is that was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Its path in the store.
    pub path: String,
    /// Its length and hash.
    pub content: Content,
    /// Its rows.
    pub rows: u64,
}

/// Writes a table whole, in the format that its name ends with. Rows may be made on the way; few of them are held
/// in memory at a time.
///
/// # Errors
/// What the store or a row reports.
pub fn write_table<R: Table>(
    store: &dyn Store,
    path: &str,
    rows: impl IntoIterator<Item = R>,
) -> Result<Written, LabError> {
    write_next(store, path, R::ABOUT, &mut each_of(rows))
}

fn write_next(
    store: &dyn Store,
    path: &str,
    table: TableAbout,
    next: NextRow<'_>,
) -> Result<Written, LabError> {
    let format = Format::of(path).unwrap_or(Format::Csv);
    // A store calls back once, but its type cannot say so; the rows are taken out, so that a second call fails.
    let mut next = Some(next);
    let mut written = None;
    store.write(path, &mut |out| {
        let mut out = Hashing::new(io::BufWriter::new(out));
        let next = next
            .take()
            .ok_or_else(|| io::Error::other("the rows were written before"))?;
        let rows = write_each(format, &mut out, table, next)?;
        out.flush()?;
        written = Some(Written {
            path: path.to_owned(),
            content: out.content(),
            rows,
        });
        Ok(())
    })?;
    written.ok_or_else(|| io::Error::other(format!("`{path}` was not written")).into())
}

/// Reads a whole table.
pub(crate) fn read_table<R: FromFields>(store: &dyn Store, path: &str) -> Result<Vec<R>, LabError> {
    Ok(understory_records::read_table(path, store.open(path)?)?)
}

/// The species' names, by which tables refer to them.
pub(crate) struct Names<'a>(Vec<&'a str>);

impl<'a> Names<'a> {
    pub(crate) fn of(forest: &'a Forest) -> Self {
        Self(forest.species().map(|species| species.name.as_str()).collect())
    }

    pub(crate) fn of_species(species: &'a [Species]) -> Self {
        Self(species.iter().map(|species| species.name.as_str()).collect())
    }

    pub(crate) fn name(&self, species: u16) -> String {
        self.0[usize::from(species)].to_owned()
    }

    /// The index of a species; one that the scenario does not have is a strange checkpoint.
    fn index(&self, file: &str, name: &str) -> Result<u16, LabError> {
        let found = self.0.iter().position(|own| *own == name);
        let strange = || LabError::strange(file, format!("`{name}` is not a species of this scenario"));
        found.map(|index| index as u16).ok_or_else(strange)
    }

    // The rows take each struct apart field by field, so that a new component cannot be left out of its table.

    pub(crate) fn tree_row(&self, ground: &dyn Ground, tree: &Tree) -> TreeRow {
        let &Tree {
            number,
            key,
            species,
            place_m: [x_m, y_m],
            age_yr,
            size: Size { dbh_cm, height_m },
            vigour,
            scores,
            crown_base_m,
            crown_radius_m,
        } = tree;
        TreeRow {
            tree: number,
            species: self.name(species),
            x_m,
            y_m,
            z_m: to_mm(ground.height_m([x_m, y_m])),
            age_yr: u32::from(age_yr),
            dbh_cm,
            height_m,
            crown_radius_m,
            vigour,
            crown_base_m,
            dbh_score: scores.dbh,
            height_score: scores.height,
            key: key.to_string(),
        }
    }

    pub(crate) fn tree(&self, file: &str, row: &TreeRow) -> Result<Tree, LabError> {
        Ok(Tree {
            number: row.tree,
            key: key(file, &row.key)?,
            species: self.index(file, &row.species)?,
            place_m: [row.x_m, row.y_m],
            age_yr: years(file, row.age_yr)?,
            size: Size {
                dbh_cm: row.dbh_cm,
                height_m: row.height_m,
            },
            vigour: row.vigour,
            scores: Scores {
                dbh: row.dbh_score,
                height: row.height_score,
            },
            crown_base_m: row.crown_base_m,
            crown_radius_m: row.crown_radius_m,
        })
    }

    pub(crate) fn seed_row(&self, seed: &Seed) -> SeedRow {
        let &Seed {
            key,
            species,
            place_m: [x_m, y_m],
            age_yr,
            mother,
        } = seed;
        SeedRow {
            key: key.to_string(),
            species: self.name(species),
            x_m,
            y_m,
            age_yr: u32::from(age_yr),
            mother_dbh_score: mother.dbh,
            mother_height_score: mother.height,
        }
    }

    pub(crate) fn seed(&self, file: &str, row: &SeedRow) -> Result<Seed, LabError> {
        Ok(Seed {
            key: key(file, &row.key)?,
            species: self.index(file, &row.species)?,
            place_m: [row.x_m, row.y_m],
            age_yr: years(file, row.age_yr)?,
            mother: Scores {
                dbh: row.mother_dbh_score,
                height: row.mother_height_score,
            },
        })
    }

    pub(crate) fn dead_row(&self, dead: &DeadTree) -> DeadRow {
        let &DeadTree {
            number,
            key,
            species,
            place_m: [x_m, y_m],
            age_yr,
            size: Size { dbh_cm, height_m },
            vigour,
            scores,
            remains,
        } = dead;
        DeadRow {
            tree: number,
            key: key.to_string(),
            species: self.name(species),
            x_m,
            y_m,
            dbh_cm,
            height_m,
            kind: if remains.is_stump() { "stump" } else { "snag" }.to_owned(),
            cause: remains.cause().name().to_owned(),
            year_died: remains.year_died(),
            age_yr: u32::from(age_yr),
            vigour,
            dbh_score: scores.dbh,
            height_score: scores.height,
        }
    }

    pub(crate) fn dead(&self, file: &str, row: &DeadRow) -> Result<DeadTree, LabError> {
        Ok(DeadTree {
            number: row.tree,
            key: key(file, &row.key)?,
            species: self.index(file, &row.species)?,
            place_m: [row.x_m, row.y_m],
            age_yr: years(file, row.age_yr)?,
            size: Size {
                dbh_cm: row.dbh_cm,
                height_m: row.height_m,
            },
            vigour: row.vigour,
            scores: Scores {
                dbh: row.dbh_score,
                height: row.height_score,
            },
            remains: Remains::new(cause(file, &row.cause)?, row.year_died),
        })
    }

    pub(crate) fn wood_row(&self, deadwood: &Deadwood) -> WoodRow {
        let &Deadwood {
            key,
            species,
            place_m: [x_m, y_m],
            size: Size { dbh_cm, height_m },
            remains,
            wood,
        } = deadwood;
        WoodRow {
            key: key.to_string(),
            species: self.name(species),
            x_m,
            y_m,
            dbh_cm,
            height_m,
            cause: remains.cause().name().to_owned(),
            year_died: remains.year_died(),
            stood_share: wood.stood_share() as f32,
            year_fell: wood.year_fell(),
        }
    }

    pub(crate) fn wood(&self, file: &str, row: &WoodRow) -> Result<Deadwood, LabError> {
        Ok(Deadwood {
            key: key(file, &row.key)?,
            species: self.index(file, &row.species)?,
            place_m: [row.x_m, row.y_m],
            size: Size {
                dbh_cm: row.dbh_cm,
                height_m: row.height_m,
            },
            remains: Remains::new(cause(file, &row.cause)?, row.year_died),
            wood: Wood::new(row.stood_share, row.year_fell),
        })
    }

    pub(crate) fn event_row(&self, event: &Event) -> EventRow {
        let (what, cause) = match event.what {
            Happening::Birth(origin) => ("birth", origin.name()),
            Happening::Death(cause) => ("death", cause.name()),
        };
        EventRow {
            year: event.year,
            tree: event.tree,
            species: self.name(event.species),
            event: what.to_owned(),
            cause: cause.to_owned(),
            x_m: event.place_m[0],
            y_m: event.place_m[1],
            age_yr: u32::from(event.age_yr),
            dbh_cm: event.size.dbh_cm,
            height_m: event.size.height_m,
        }
    }
}

/// A growth point as a row of a state.
pub(crate) fn growth_point_row(point: &GrowthPoint) -> CrownStateRow {
    let [off_x_m, off_y_m, off_z_m] = point.off_m;
    CrownStateRow {
        tree: point.tree,
        node: point.node,
        parent: (point.parent != u32::MAX).then_some(point.parent),
        off_x_m,
        off_y_m,
        off_z_m,
        lost_tips: point.lost_tips,
        dark_yr: u32::from(point.dark_yr),
    }
}

/// What a row of a state stands for.
pub(crate) fn growth_point(file: &str, row: &CrownStateRow) -> Result<GrowthPoint, LabError> {
    let dark_yr = u16::try_from(row.dark_yr).map_err(|_| {
        let problem = format!("`dark_yr` is {}, more years than are counted", row.dark_yr);
        LabError::strange(file, problem)
    })?;
    Ok(GrowthPoint {
        tree: row.tree,
        node: row.node,
        parent: row.parent.unwrap_or(u32::MAX),
        off_m: [row.off_x_m, row.off_y_m, row.off_z_m],
        lost_tips: row.lost_tips,
        dark_yr,
    })
}

/// A key from its 32 digits.
fn key(file: &str, text: &str) -> Result<RandomKey, LabError> {
    text.parse()
        .map_err(|error: understory_numerics::ParseKeyError| LabError::strange(file, error.to_string()))
}

/// A cause of death by its name.
fn cause(file: &str, name: &str) -> Result<Cause, LabError> {
    Cause::named(name).ok_or_else(|| LabError::strange(file, format!("`{name}` is not a cause of death")))
}

/// An age as the forest holds it, 16 bits.
fn years(file: &str, years: u32) -> Result<u16, LabError> {
    u16::try_from(years).map_err(|_| {
        let most = u16::MAX;
        LabError::strange(
            file,
            format!("an age of {years} years is beyond the {most} that can be kept"),
        )
    })
}

/// A height to the millimetre, beyond which no map goes.
pub(crate) fn to_mm(height_m: f64) -> f64 {
    (height_m * 1e3).round() / 1e3
}
