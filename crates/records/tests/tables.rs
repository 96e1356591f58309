//! The tables as files: against small files on record, against the `csv` crate, and back to the same bits.

use std::io;

use proptest::prelude::*;
use serde::Serialize;
use understory_records::*;

fn written<R: Table>(rows: &[R]) -> String {
    let mut out = Vec::new();
    assert_eq!(write_rows(&mut out, rows).unwrap(), rows.len() as u64);
    String::from_utf8(out).unwrap()
}

/// Reads a file on record, writes it again, and has serde and the `csv` crate do so: what they write as it was has been read as it is.
fn hold_to_record<R>(golden: &str)
where
    R: FromFields + Serialize,
{
    let rows: Vec<R> = read_rows(R::ABOUT.file, golden.as_bytes()).unwrap();
    assert!(
        rows.len() >= 2,
        "{} has too few rows to tell anything",
        R::ABOUT.file
    );
    assert_eq!(written(&rows), golden);

    let mut out = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| out.serialize(row)).unwrap();
    assert_eq!(String::from_utf8(out.into_inner().unwrap()).unwrap(), golden);

    let header: Vec<&str> = R::ABOUT.columns.iter().map(|column| column.name).collect();
    assert_eq!(golden.lines().next().unwrap(), header.join(","));
}

#[test]
fn every_table_is_as_on_record_and_as_serde_writes_it() {
    hold_to_record::<CensusRow>(include_str!("golden/census.csv"));
    hold_to_record::<TreeRow>(include_str!("golden/trees.csv"));
    hold_to_record::<SeedRow>(include_str!("golden/seeds.csv"));
    hold_to_record::<DeadRow>(include_str!("golden/dead.csv"));
    hold_to_record::<WoodRow>(include_str!("golden/wood.csv"));
    hold_to_record::<CrownStateRow>(include_str!("golden/crown-state.csv"));
    hold_to_record::<EventRow>(include_str!("golden/events.csv"));
    hold_to_record::<SpacingRow>(include_str!("golden/spacing.csv"));
    hold_to_record::<GapsRow>(include_str!("golden/gaps.csv"));
    hold_to_record::<ClimateRow>(include_str!("golden/climate.csv"));
    hold_to_record::<DeadwoodRow>(include_str!("golden/deadwood.csv"));
    hold_to_record::<InventoryRow>(include_str!("golden/inventory.csv"));
    hold_to_record::<HarvestRow>(include_str!("golden/harvest.csv"));
    hold_to_record::<GroundRow>(include_str!("golden/ground.csv"));
    hold_to_record::<SuitabilityRow>(include_str!("golden/suitability.csv"));
    hold_to_record::<SitesRow>(include_str!("golden/sites.csv"));
    hold_to_record::<CrownRow>(include_str!("golden/crowns.csv"));
    hold_to_record::<GrowthPointRow>(include_str!("golden/growth-points.csv"));
    hold_to_record::<ReplicatesRow>(include_str!("golden/replicates.csv"));
    hold_to_record::<ReplicateRow>(include_str!("golden/replicate.csv"));
    hold_to_record::<SummaryRow>(include_str!("golden/summaries.csv"));
    hold_to_record::<RoundRow>(include_str!("golden/rounds.csv"));
    hold_to_record::<PredictiveRow>(include_str!("golden/predictive.csv"));
    hold_to_record::<RecoveryRow>(include_str!("golden/recovery.csv"));
    hold_to_record::<RankRow>(include_str!("golden/ranks.csv"));
    hold_to_record::<MethodsRow>(include_str!("golden/methods.csv"));
    hold_to_record::<ForestsRow>(include_str!("golden/forests.csv"));
    hold_to_record::<PointRow>(include_str!("golden/points.csv"));
    hold_to_record::<EnvelopeRow>(include_str!("golden/envelope.csv"));
    hold_to_record::<KerrCellRow>(include_str!("golden/kerr.csv"));
    hold_to_record::<CompetitionRow>(include_str!("golden/competition.csv"));
    hold_to_record::<SkeletonRow>(include_str!("golden/skeleton.csv"));
    hold_to_record::<LinkRow>(include_str!("golden/links.csv"));
    hold_to_record::<LeafRow>(include_str!("golden/leaves.csv"));
    hold_to_record::<ClaimsRow>(include_str!("golden/claims.csv"));
    hold_to_record::<InstanceRow>(include_str!("golden/instances.csv"));
    hold_to_record::<RuleRow>(include_str!("golden/rules.csv"));
    hold_to_record::<PatternRow>(include_str!("golden/patterns.csv"));
    hold_to_record::<ChangeRow>(include_str!("golden/changes.csv"));
    hold_to_record::<ChangedRow>(include_str!("golden/changed.csv"));
    hold_to_record::<FrameRow>(include_str!("golden/frames.csv"));
    hold_to_record::<TilePointRow>(include_str!("golden/tile.csv"));
    hold_to_record::<TileStatisticsRow>(include_str!("golden/statistics.csv"));
    hold_to_record::<TileFunctionRow>(include_str!("golden/functions.csv"));
    hold_to_record::<StrategyRow>(include_str!("golden/strategies.csv"));
    hold_to_record::<PatchRow>(include_str!("golden/patches.csv"));
    hold_to_record::<PropRow>(include_str!("golden/props.csv"));
    hold_to_record::<DropRow>(include_str!("golden/drop.csv"));
    hold_to_record::<HandEditRow>(include_str!("golden/by-hand.csv"));
    hold_to_record::<TileRow>(include_str!("golden/tiles.csv"));
    hold_to_record::<TextureRow>(include_str!("golden/textures.csv"));
    hold_to_record::<AgreementRow>(include_str!("golden/agreement.csv"));
    hold_to_record::<PondRow>(include_str!("golden/ponds.csv"));
    hold_to_record::<FillRow>(include_str!("golden/fills.csv"));
    hold_to_record::<SegmentPointRow>(include_str!("golden/scattered.csv"));
    hold_to_record::<SegmentRow>(include_str!("golden/segments.csv"));
    hold_to_record::<SeamRow>(include_str!("golden/seams.csv"));
    hold_to_record::<PlanePointRow>(include_str!("golden/plane.csv"));
    hold_to_record::<NodeRow>(include_str!("golden/nodes.csv"));
    hold_to_record::<SpringRow>(include_str!("golden/springs.csv"));
    hold_to_record::<DriftRow>(include_str!("golden/drift.csv"));
    hold_to_record::<SensitivityRow>(include_str!("golden/sensitivity.csv"));
}

#[test]
fn every_column_has_a_meaning_and_the_unit_that_its_name_ends_with() {
    assert_eq!(TABLES.len(), 66);
    let units = [
        ("_m2_per_ha", "m² per ha"),
        ("_cm", "cm"),
        ("_yr", "years"),
        ("_m", "m"),
    ];
    for column in TABLES.iter().flat_map(|table| table.columns) {
        assert!(
            column.about.ends_with('.') && column.about.len() > 5,
            "{column:?}"
        );
        let unit = units
            .iter()
            .find(|(end, _)| column.name.ends_with(end))
            .map(|(_, unit)| *unit);
        assert!(unit.is_none_or(|unit| column.unit == unit), "{column:?}");
    }
}

#[test]
fn a_table_without_rows_has_its_header() {
    let empty = written::<ReplicateRow>(&[]);
    assert_eq!(empty, "year,figure,value\n");
    assert_eq!(read_rows::<ReplicateRow>("r.csv", empty.as_bytes()).unwrap(), []);
}

#[test]
fn rows_that_are_appended_continue_the_table() {
    let row = |year| ReplicateRow {
        year,
        figure: "x".into(),
        value: 0.5,
    };
    let mut grown = Vec::new();
    write_rows(&mut grown, [row(0)]).unwrap();
    assert_eq!(append_rows(&mut grown, [row(1), row(2)].iter()).unwrap(), 2);
    assert_eq!(
        String::from_utf8(grown).unwrap(),
        written(&[row(0), row(1), row(2)])
    );
}

fn instance(number: u32) -> InstanceRow {
    InstanceRow {
        instance: format!("{:032x}", u128::from(number) << 64),
        asset: ["oak", "old-oak"][number as usize % 2].into(),
        rule: if number.is_multiple_of(5) {
            String::new()
        } else {
            "oaks".into()
        },
        tile_x: -(number as i32 / 7),
        tile_y: number as i32 % 3,
        x_m: f64::from(number) / 3.0,
        y_m: -f64::from(number),
        z_m: 0.5,
        qx: 0.0,
        qy: 0.0,
        qz: 0.6,
        qw: 0.8,
        scale: 1.25,
        shade: 0.75,
        tags: "sound:owl".into(),
    }
}

#[test]
fn a_table_that_comes_tile_by_tile_has_the_bytes_of_one_that_comes_at_once() {
    for count in [0, 10, 70_000] {
        let rows: Vec<InstanceRow> = (0..count).map(instance).collect();
        for format in Format::ALL.into_iter().filter(|format| format.is_built_in()) {
            let mut at_once = Vec::new();
            write_table(format, &mut at_once, &rows).unwrap();
            // Made on the way, tile by tile, with tiles where nothing stands.
            let tiles = rows.chunks(33_333).flat_map(|tile| [tile, &[]]).flatten();
            let mut by_tile = Vec::new();
            let written = write_table(format, &mut by_tile, tiles).unwrap();
            assert_eq!(written, u64::from(count));
            assert!(by_tile == at_once, "{count} {format:?}");
            let name = paths::instances(format);
            assert!(read_table::<InstanceRow>(name, &by_tile[..]).unwrap() == rows);
        }
    }
}

#[test]
fn a_row_of_a_later_tile_that_is_at_fault_is_named_by_its_place_in_the_table() {
    for format in Format::ALL.into_iter().filter(|format| format.is_built_in()) {
        let mut spoiled = instance(3);
        spoiled.qw = f64::NAN;
        let tiles = [(0..3).map(instance).collect(), vec![spoiled]];
        let error = write_table(format, Vec::new(), tiles.into_iter().flatten()).unwrap_err();
        assert!(
            matches!(
                error,
                WriteError::NotFinite {
                    row: 4,
                    column: "qw",
                    ..
                }
            ),
            "{error}"
        );
    }
}

fn bits() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits)
}

proptest! {
    #[test]
    fn finite_numbers_read_back_to_the_same_bits_and_others_are_refused(value in bits(), low in proptest::option::of(bits())) {
        let row = ReplicatesRow { year: 3, figure: "f".into(), mean: value, low, high: None, n: 1 };
        let mut out = Vec::new();
        let result = write_rows(&mut out, [&row]);
        if value.is_finite() && low.is_none_or(f64::is_finite) {
            prop_assert!(result.is_ok());
            let back = &read_rows::<ReplicatesRow>("r.csv", &out[..]).unwrap()[0];
            prop_assert_eq!(back.mean.to_bits(), value.to_bits());
            prop_assert_eq!(back.low.map(f64::to_bits), low.map(f64::to_bits));
            prop_assert_eq!(back.high, None);
        } else {
            let refused = matches!(result, Err(WriteError::NotFinite { row: 1, .. }));
            prop_assert!(refused);
        }
    }

    #[test]
    fn instances_read_back_to_the_same_bits(tile in any::<[i32; 2]>(), numbers in any::<[u64; 8]>(), key in any::<u128>()) {
        let [x_m, y_m, z_m, qx, qy, qz, qw, scale] = numbers.map(f64::from_bits);
        let row = InstanceRow {
            instance: format!("{key:032x}"), asset: "oak".into(), rule: String::new(), tile_x: tile[0], tile_y: tile[1],
            x_m, y_m, z_m, qx, qy, qz, qw, scale,
            shade: 1.0, tags: String::new(),
        };
        prop_assume!(numbers.iter().all(|bits| f64::from_bits(*bits).is_finite()));
        for format in Format::ALL.into_iter().filter(|format| format.is_built_in()) {
            let mut out = Vec::new();
            write_table(format, &mut out, [&row]).unwrap();
            let back = read_table::<InstanceRow>(paths::instances(format), &out[..]).unwrap();
            prop_assert_eq!(&back, std::slice::from_ref(&row));
            prop_assert_eq!(back[0].scale.to_bits(), scale.to_bits());
        }
    }

    #[test]
    fn any_text_reads_back_and_is_written_as_the_csv_crate_writes_it(figure in any::<String>(), year in any::<u32>()) {
        let rows = [ReplicateRow { year, figure: figure.clone(), value: 0.1 }, ReplicateRow { year: 0, figure, value: -0.0 }];
        let text = written(&rows);
        prop_assert_eq!(&read_rows::<ReplicateRow>("r.csv", text.as_bytes()).unwrap(), &rows);
        let mut theirs = csv::Writer::from_writer(Vec::new());
        rows.iter().try_for_each(|row| theirs.serialize(row)).unwrap();
        prop_assert_eq!(text, String::from_utf8(theirs.into_inner().unwrap()).unwrap());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let table = [&b"year,figure,value\n"[..], &bytes].concat();
        let _ = read_rows::<ReplicateRow>("r.csv", &table[..]);
    }
}

fn refused(text: &str) -> String {
    read_rows::<ReplicatesRow>("a/replicates.csv", text.as_bytes())
        .unwrap_err()
        .to_string()
}

#[test]
fn what_is_wrong_with_a_table_is_told_with_file_line_column_and_value() {
    let header = "year,figure,mean,low,high,n\n";
    assert_eq!(
        refused(""),
        "a/replicates.csv: the file is empty, but a table begins with the names of its columns: `year,figure,mean,low,high,n`"
    );
    assert_eq!(
        refused("year,mean,figure,n\n"),
        "a/replicates.csv:1: no column `low`, no column `high`; the header must name each column of this table"
    );
    assert_eq!(
        refused("year,year,figure,mean,low,high,n\n"),
        "a/replicates.csv:1: column `year` stands there twice; rename or remove one of them"
    );
    assert_eq!(
        refused(&format!("{header}1,f,1.0,,,2\n2,f,1.0\n")),
        "a/replicates.csv:3: 3 fields, but the header has 6"
    );
    assert_eq!(
        refused(&format!("{header}1,\"two\nlines\",1.0,,,2\n2,f,1,,,-4\n")),
        "a/replicates.csv:4: `n` is `-4`, but it must be a whole number of 0 or more"
    );
    assert_eq!(
        refused(&format!("{header}1,f,,,,2\n")),
        "a/replicates.csv:2: `mean` is empty, but it must be a finite number"
    );
    for value in ["NaN", "inf", "1e999", "1,0", " 1.0", "0x1"] {
        let found = refused(&format!("{header}1,f,1.0,\"{value}\",,2\n"));
        assert_eq!(
            found,
            format!("a/replicates.csv:2: `low` is `{value}`, but it must be a finite number or nothing")
        );
    }
    let bytes = [header.as_bytes(), b"1,\xff\xfe,1.0,,,2\n"].concat();
    let found = read_rows::<ReplicatesRow>("r.csv", &bytes[..])
        .unwrap_err()
        .to_string();
    assert_eq!(found, "r.csv:2: this is not UTF-8 text; save the file as UTF-8");
}

#[test]
fn columns_are_found_by_name_and_others_are_passed_over() {
    let text = "\u{feff}value,figure,year,colour\r\n0.5,f,7,red\r\n";
    let rows: Vec<ReplicateRow> = read_rows("r.csv", text.as_bytes()).unwrap();
    assert_eq!(
        rows,
        [ReplicateRow {
            year: 7,
            figure: "f".into(),
            value: 0.5
        }]
    );
}

#[test]
fn a_number_that_is_not_finite_is_named_and_the_rows_before_it_are_written() {
    let row = |value| ReplicateRow {
        year: 1,
        figure: "f".into(),
        value,
    };
    let mut out = Vec::new();
    let error = write_rows(&mut out, [row(1.0), row(f64::NAN)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row 2 of `replicates/seed-S.csv`: `value` is NaN, but only finite numbers are written; leave it empty where it is undefined"
    );
    assert_eq!(String::from_utf8(out).unwrap(), "year,figure,value\n1,f,1.0\n");
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::InvalidData);
}

#[test]
fn columns_side_by_side_are_a_table_of_their_own() {
    let columns = [
        ("r_m", vec![Some(0.5), Some(1.0)]),
        ("L", vec![None, Some(-2.25)]),
        ("low", vec![Some(3.0), None]),
    ];
    let mut out = Vec::new();
    assert_eq!(write_columns(&mut out, &columns).unwrap(), 2);
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "r_m,L,low\n0.5,,3.0\n1.0,-2.25,\n"
    );
    let mut out = Vec::new();
    assert_eq!(write_columns(&mut out, &[]).unwrap(), 0);
    assert_eq!(out, b"\n");

    let unlike = [("a", vec![None]), ("b", vec![None, None])];
    let refused = write_columns(io::sink(), &unlike).unwrap_err();
    assert_eq!(refused.to_string(), "the columns are not of one length");
    let infinite = [("a", vec![None, None]), ("b", vec![None, Some(f64::INFINITY)])];
    let refused = write_columns(io::sink(), &infinite).unwrap_err();
    assert!(
        matches!(
            refused,
            WriteError::NotFinite {
                row: 2,
                column: "b",
                ..
            }
        ),
        "{refused}"
    );
}

#[test]
fn a_table_is_written_and_read_in_the_format_of_its_name() {
    let rows: Vec<PointRow> = (0..5)
        .map(|number| PointRow {
            x_m: f64::from(number),
            y_m: 0.5,
            species: "oak".into(),
            size_m: None,
        })
        .collect();
    for format in Format::ALL {
        let name = format!("points.{}", format.ending());
        assert_eq!(Format::of(&name), Some(format));
        assert_eq!(
            format.is_built_in(),
            format == Format::Csv || cfg!(feature = "parquet")
        );
        let mut out = Vec::new();
        let result = write_table(format, &mut out, &rows);
        if format.is_built_in() {
            assert_eq!(result.unwrap(), 5);
            assert_eq!(read_table::<PointRow>(&name, &out[..]).unwrap(), rows);
            assert_eq!(row_count(&name, &out[..]).unwrap(), 5);
        } else {
            assert!(matches!(result, Err(WriteError::WithoutParquet { .. })));
        }
    }
    assert_eq!((Format::of("points.txt"), Format::of("points")), (None, None));
}

#[test]
fn every_file_of_a_run_has_its_place() {
    use understory_records::paths;
    let (csv, parquet) = (Format::Csv, Format::Parquet);
    let places = [
        (paths::trees(7, csv), "trees/year-0007.csv"),
        (paths::trees(12_345, parquet), "trees/year-12345.parquet"),
        (paths::state(100), "state/year-0100"),
        (paths::seeds(100, csv), "state/year-0100/seeds.csv"),
        (paths::dead(100, parquet), "state/year-0100/dead.parquet"),
        (paths::wood(100, csv), "state/year-0100/wood.csv"),
        (paths::checkpoint(100), "state/year-0100/checkpoint.json"),
        (paths::replicate(3), "replicates/seed-3.csv"),
        (paths::points("uniform"), "points/uniform.csv"),
        (paths::function("uniform", "L"), "functions/uniform/L.csv"),
        (paths::instances(csv).to_owned(), "instances.csv"),
        (paths::instances(parquet).to_owned(), "instances.parquet"),
    ];
    for (found, expected) in places {
        assert_eq!(found, expected);
    }
}
