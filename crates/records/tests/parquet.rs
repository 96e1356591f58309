//! Parquet: the rows of the CSV, read back to the same bits, by our reader and by the crate's own.

use std::fmt::Debug;

use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use proptest::prelude::*;
use understory_records::*;

fn written<R: Table>(rows: &[R]) -> Vec<u8> {
    let mut out = Vec::new();
    assert_eq!(
        write_table(Format::Parquet, &mut out, rows).unwrap(),
        rows.len() as u64
    );
    out
}

fn read<R: FromFields>(bytes: &[u8]) -> Result<Vec<R>, ReadError> {
    read_table("t.parquet", bytes)
}

/// Rows from CSV on record go through Parquet and are the same; the crate's reader finds the same columns.
fn hold_to_record<R: FromFields + PartialEq + Debug>(golden: &str) {
    let rows: Vec<R> = read_rows(R::ABOUT.file, golden.as_bytes()).unwrap();
    let bytes = written(&rows);
    assert_eq!(read::<R>(&bytes).unwrap(), rows);
    assert_eq!(bytes, written(&rows), "the same bytes twice");
    assert_eq!(row_count("t.parquet", &bytes[..]).unwrap(), rows.len() as u64);

    let file = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    let mut csv = csv::Reader::from_reader(golden.as_bytes());
    for (row, line) in file.get_row_iter(None).unwrap().zip(csv.records()) {
        let (row, line) = (row.unwrap(), line.unwrap());
        let columns: Vec<&str> = row.get_column_iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(golden.lines().next().unwrap(), columns.join(","));
        for ((name, value), text) in row.get_column_iter().zip(&line) {
            let is_same = match value {
                Field::Str(value) => value == text,
                Field::Int(value) => value.to_string() == text,
                Field::UInt(value) => value.to_string() == text,
                Field::ULong(value) => value.to_string() == text,
                Field::Double(value) => text.parse() == Ok(*value),
                Field::Null => text.is_empty(),
                _ => false,
            };
            assert!(is_same, "{name}: {value:?} is not {text}");
        }
    }
}

#[test]
fn every_table_is_as_its_csv() {
    hold_to_record::<TreeRow>(include_str!("golden/trees.csv"));
    hold_to_record::<SeedRow>(include_str!("golden/seeds.csv"));
    hold_to_record::<DeadRow>(include_str!("golden/dead.csv"));
    hold_to_record::<WoodRow>(include_str!("golden/wood.csv"));
    hold_to_record::<EventRow>(include_str!("golden/events.csv"));
    hold_to_record::<SpacingRow>(include_str!("golden/spacing.csv"));
    hold_to_record::<SkeletonRow>(include_str!("golden/skeleton.csv"));
    hold_to_record::<InstanceRow>(include_str!("golden/instances.csv"));
}

fn seed(number: u32) -> SeedRow {
    SeedRow {
        key: format!("{number:032x}"),
        species: ["birch", "beech"][number as usize % 2].into(),
        x_m: f64::from(number) / 7.0,
        y_m: -f64::from(number) / 3.0,
        age_yr: number % 5,
        mother_dbh_score: number as f32 / 7.0 - 1.0,
        mother_height_score: 1.0 - number as f32 / 9.0,
    }
}

#[test]
fn a_table_of_several_groups_of_rows_is_read_in_order() {
    for count in [0, 1, 65_535, 65_536, 65_537, 150_000] {
        let rows: Vec<SeedRow> = (0..count).map(seed).collect();
        let bytes = written(&rows);
        assert!(read::<SeedRow>(&bytes).unwrap() == rows, "{count}");
        assert_eq!(row_count("t.parquet", &bytes[..]).unwrap(), u64::from(count));
    }
}

proptest! {
    #[test]
    fn all_bits_come_back_and_numbers_that_are_not_finite_are_refused(
        observed in proptest::option::of(any::<u64>().prop_map(f64::from_bits)),
        year in any::<u32>(),
        scope in any::<String>(),
    ) {
        let row = SpacingRow {
            year, scope, statistic: String::new(), r_m: None, observed, theoretical: Some(-0.0), envelope_low: None, envelope_high: None,
        };
        let mut out = Vec::new();
        let result = write_table(Format::Parquet, &mut out, [&row]);
        if observed.is_none_or(f64::is_finite) {
            prop_assert!(result.is_ok());
            let back = &read::<SpacingRow>(&out).unwrap()[0];
            prop_assert_eq!(back.observed.map(f64::to_bits), observed.map(f64::to_bits));
            prop_assert_eq!(back.theoretical.map(f64::to_bits), Some((-0.0_f64).to_bits()));
            prop_assert_eq!(back, &row);
        } else {
            let refused = matches!(result, Err(WriteError::NotFinite { row: 1, column: "observed", .. }));
            prop_assert!(refused);
        }
    }
}

#[test]
fn what_is_no_parquet_of_this_table_is_told() {
    let refusal = |result: Result<Vec<TreeRow>, ReadError>| result.unwrap_err().to_string();
    let csv = include_str!("golden/trees.csv");
    assert!(
        refusal(read(csv.as_bytes())).starts_with("t.parquet: "),
        "{}",
        refusal(read(csv.as_bytes()))
    );
    let seeds = written(&[seed(1)]);
    assert!(refusal(read(&seeds)).contains("no column `tree`, no column `z_m`"));
    let half = &seeds[..seeds.len() / 2];
    assert!(read::<SeedRow>(half).is_err());
}
