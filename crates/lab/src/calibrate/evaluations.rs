//! `evaluations.csv`: the runs of a calibration, kept while it is at work, so that one that was stopped goes on from there.

use std::io::{self, BufWriter};

use understory_records::paths;

use super::abc::Draw;
use crate::error::LabError;
use crate::finished;
use crate::store::Store;

/// A run: its keys as they stand in a file, and its summaries.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) round: u32,
    pub(super) seed: u64,
    pub(super) values: Vec<String>,
    pub(super) summaries: Vec<Option<f64>>,
}

/// The names of the columns.
#[derive(Clone, Copy)]
pub(super) struct Columns<'a> {
    pub(super) keys: &'a [String],
    pub(super) summaries: &'a [String],
}

impl Columns<'_> {
    fn header(&self) -> Vec<&str> {
        let keys = self.keys.iter().chain(self.summaries).map(String::as_str);
        ["evaluation", "round", "seed"].into_iter().chain(keys).collect()
    }
}

/// Writes the table, then what it is known by.
pub(super) fn write(store: &dyn Store, columns: Columns<'_>, rows: &[Row]) -> Result<(), LabError> {
    store.write(paths::EVALUATIONS, &mut |out| {
        let mut out = csv::Writer::from_writer(BufWriter::new(out));
        out.write_record(columns.header())?;
        for (number, row) in rows.iter().enumerate() {
            let own = [number.to_string(), row.round.to_string(), row.seed.to_string()];
            let summaries = row.summaries.iter().map(|value| field(*value));
            out.write_record(own.into_iter().chain(row.values.iter().cloned()).chain(summaries))?;
        }
        out.flush()
    })?;
    Ok(finished::list(store, paths::EVALUATIONS)?)
}

/// A number as tables have it; nothing where there is none.
pub(super) fn field(value: Option<f64>) -> String {
    value.map(|value| format!("{value:?}")).unwrap_or_default()
}

fn changed(why: &str) -> LabError {
    LabError::TableChanged {
        table: paths::EVALUATIONS,
        why: why.to_owned(),
    }
}

/// The runs that an earlier start finished; none where it finished none.
pub(super) fn read(store: &dyn Store, columns: Columns<'_>) -> Result<Vec<Row>, LabError> {
    let Some(bytes) = finished::read(store, paths::EVALUATIONS)? else {
        return Ok(Vec::new());
    };
    let mut table = csv::Reader::from_reader(bytes.as_slice());
    let header = table.headers().map_err(io::Error::from)?.clone();
    if !header.iter().eq(columns.header()) {
        return Err(changed("it has other columns"));
    }
    let keys = columns.keys.len();
    let mut rows = Vec::new();
    for record in table.records() {
        let record = record.map_err(io::Error::from)?;
        let fields: Vec<&str> = record.iter().collect();
        let whole = |field: &str| field.parse::<u64>().map_err(|_| changed("a number is none"));
        let number = |field: &str| match field {
            "" => Ok(None),
            field => field.parse().map(Some).map_err(|_| changed("a number is none")),
        };
        rows.push(Row {
            round: u32::try_from(whole(fields[1])?).map_err(|_| changed("a number is none"))?,
            seed: whole(fields[2])?,
            values: fields[3..3 + keys]
                .iter()
                .map(|field| (*field).to_owned())
                .collect(),
            summaries: fields[3 + keys..]
                .iter()
                .map(|field| number(field))
                .collect::<Result<_, _>>()?,
        });
    }
    Ok(rows)
}

/// The summaries of a draw from rows of an earlier start, where it was there.
pub(super) fn summaries_of(
    rows: &[Row],
    draw: &Draw,
    seed: u64,
    values: &[String],
) -> Result<Option<Vec<Option<f64>>>, LabError> {
    let Some(row) = rows.get(draw.evaluation) else {
        return Ok(None);
    };
    if row.round != draw.round || row.seed != seed || row.values != values {
        return Err(changed(&format!("run {} is another one", draw.evaluation)));
    }
    Ok(Some(row.summaries.clone()))
}
