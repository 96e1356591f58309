//! `evaluations.csv`: the runs of a calibration, kept while it is at work, so that one that was stopped goes on from there.
//!
//! The table only grows. Its hash and length stand in `finished.csv`, which is written after it: a stop between the two leaves a
//! table that is longer than was listed, and the rows beyond are made again.

use std::io::{self, BufWriter, Read as _};

use understory_records::{Content, FinishedRow, paths, read_rows, write_rows};

use super::abc::Draw;
use crate::error::LabError;
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
    let written = Content::of(store.open(paths::EVALUATIONS)?)?;
    let listed = FinishedRow {
        path: paths::EVALUATIONS.to_owned(),
        bytes: written.bytes,
        blake3: written.blake3,
    };
    store.write(paths::FINISHED, &mut |out| {
        write_rows(out, std::slice::from_ref(&listed))?;
        Ok(())
    })?;
    Ok(())
}

/// A number as tables have it; nothing where there is none.
pub(super) fn field(value: Option<f64>) -> String {
    value.map(|value| format!("{value:?}")).unwrap_or_default()
}

/// The runs that an earlier start finished; none where it finished none.
pub(super) fn read(store: &dyn Store, columns: Columns<'_>) -> Result<Vec<Row>, LabError> {
    let changed = |why: &str| LabError::EvaluationsChanged { why: why.to_owned() };
    let input = match store.open(paths::FINISHED) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        input => input?,
    };
    let listed: Vec<FinishedRow> = read_rows(paths::FINISHED, input)?;
    let [listed] = listed.as_slice() else {
        return Err(changed("it is not listed in `finished.csv`"));
    };
    let mut bytes = Vec::new();
    store.open(paths::EVALUATIONS)?.read_to_end(&mut bytes)?;
    let length = usize::try_from(listed.bytes).unwrap_or(usize::MAX);
    let own = bytes.get(..length).unwrap_or(&bytes);
    if Content::of(own)?.blake3 != listed.blake3 {
        return Err(changed("it has another hash"));
    }
    let mut table = csv::Reader::from_reader(own);
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
        return Err(LabError::EvaluationsChanged {
            why: format!("run {} is another one", draw.evaluation),
        });
    }
    Ok(Some(row.summaries.clone()))
}
