//! Tables that users bring: what is found of them, and what is refused where it stands.

use understory_records::{
    Condition, Problem, Problems, Report, UserTable, read_data, read_user_table, utf8_text,
};

/// Those of a row; none where one is missing.
type Numbers = Vec<Option<f64>>;

fn first(problems: Problems) -> String {
    let Problem {
        line,
        column,
        message,
        ..
    } = &problems.as_slice()[0];
    format!("{line}:{column}: {message}")
}

/// Numbers of the rows, with the names of the columns.
fn read(text: &str) -> Result<(Vec<String>, Vec<Numbers>), String> {
    let read = read_user_table("t.csv", text.as_bytes(), None, |report, table| {
        let names: Vec<String> = table.header().iter().map(str::to_owned).collect();
        let mut rows = Vec::new();
        while let Some(row) = table.next_row(report) {
            let numbers = (0..names.len()).map(|column| report.noted(row.number(column)).flatten());
            rows.push(numbers.collect());
        }
        Some((names, rows))
    });
    read.map(|(found, _)| found).map_err(first)
}

/// What `look` finds in a table whose columns `read` are asked for, when all rows have been taken; nothing may be wrong with them.
fn after_rows<T>(
    text: &str,
    read: &[&str],
    only: Option<&Condition>,
    look: impl FnOnce(&UserTable<'_>, usize) -> T,
) -> Result<T, Problems> {
    let found = read_user_table("t.csv", text.as_bytes(), None, |report, table| {
        table.choose(report, "--where", only);
        for name in read {
            table.first_of(report, &[name]).unwrap();
        }
        let mut rows = 0;
        while table.next_row(report).is_some() {
            rows += 1;
        }
        table.check_rows(report, None);
        Some(look(table, rows))
    });
    found.map(|(found, _)| found)
}

fn numbers(text: &str) -> Vec<Vec<f64>> {
    let (_, rows) = read(text).unwrap();
    rows.into_iter()
        .map(|row| row.into_iter().flatten().collect())
        .collect()
}

#[test]
fn separators_and_decimals_are_found() {
    for text in [
        "x,y,d\n1.5,2,30\n3,4.25,12\n",
        "x;y;d\n1.5;2;30\n3;4.25;12\n",
        "x;y;d\n1,5;2;30\n3;4,25;12\n",
        "x\ty\td\n1,5\t2\t30\n3\t4,25\t12\n",
        "x y d\n1.5 2 30\n3  4.25\t12\n",
        "sep=;\r\nx;y;d\r\n1,5;2;30\r\n3;4,25;12\r\n",
        "\u{feff}\"sep=;\"\nx;y;d\n1.5;2;30\n3;4.25;12\n",
        "# a; stand; of 1990\n#\n\nx,y,d\n1.5,2,30\n\n,,\n3,4.25,12\n",
        "\"x\" \"y\" \"d\"\n\"1\" 1.5 2.0 30\n\"2\" 3 4.25 12\n",
        "\"x\",\"y\",\"d\"\n\"1\",1.5,2,30\n\"2\",3,4.25,12\n",
    ] {
        assert_eq!(numbers(text), [[1.5, 2.0, 30.0], [3.0, 4.25, 12.0]], "{text:?}");
    }
}

#[test]
fn what_is_missing_is_none_and_what_is_no_number_is_refused_where_it_stands() {
    let (_, rows) = read("a,b,c,d,e\n1,,NA,NULL,nan\n").unwrap();
    assert_eq!(rows, [[Some(1.0), None, None, None, None]]);
    for (text, said) in [
        (
            "x;y\n1,234.5;2\n",
            "2:1: `x` is `1,234.5`, but it must be a finite number",
        ),
        (
            "x,y\n1,\"2,5\"\n",
            "2:3: `y` is `2,5`, but it must be a finite number",
        ),
        (
            "x;y\n1,5;2.5\n",
            "2:5: `y` is `2.5`, with a point, but decimals have a comma in line 2",
        ),
        (
            "x;y\n1.5;2\n3;4,5\n",
            "3:3: `y` is `4,5`, with a comma, but decimals have a point in line 2",
        ),
        (
            "x,y\n1,inf\n",
            "2:3: `y` is `inf`, but it must be a finite number",
        ),
        ("x,y\n1,2,3\n", "2:1: this row has 3 fields, but the header has 2"),
        ("x,y\n1\n", "2:1: this row has 1 field, but the header has 2"),
        (
            "x,y,k\n1,2,\"oak\n3,4,ash\n",
            "2:5: the quote that opens here is not closed in its line",
        ),
        (
            "x y k\n1 2 \"oak\n3 4 ash\n",
            "2:5: the quote that opens here is not closed in its line",
        ),
        (
            "1.0,2.0,12\n3,4,5\n",
            "1:1: the first row is `1.0, 2.0, 12`: numbers, where the names of columns belong",
        ),
        (
            "# x y d\n1.0 2.0 20\n",
            "2:1: the first row is `1.0, 2.0, 20`: numbers, where the names of columns belong",
        ),
        (
            "14.17,84.05,47,beech\n",
            "1:1: the first row is `14.17, 84.05, 47, beech`: numbers, where the names of columns belong",
        ),
        // No names of rows: all are a field too long.
        (
            "x y d\n10 20 30 15\n40 50 31 16\n",
            "2:1: this row has 4 fields, but the header has 3",
        ),
        (
            "\"x\" \"y\"\n\"1\" 1.5 2\n\"2\" 3.5\n",
            "3:1: this row has 2 fields, but those above have 3",
        ),
        (
            "x y d\n1 20 30 15\n1 50 31 16\n",
            "3:1: this row has 4 fields, but the header has 3",
        ),
        (
            "sp x y\nFagus sylvatica 1 2\n",
            "2:1: this row has 4 fields, but the header has 3",
        ),
        (
            "x\ty\n10\t20\t\n",
            "2:1: this row has 3 fields, but the header has 2",
        ),
        (
            "\"x\",\"y\"\n\"1\",\"2\",\n",
            "2:1: this row has 3 fields, but the header has 2",
        ),
        ("", "1:1: the file is empty"),
    ] {
        assert_eq!(read(text).unwrap_err(), said, "{text:?}");
    }
}

/// Tags such as `#101` made comments of trees.
#[test]
fn a_sign_of_comments_below_the_header_is_data() {
    let text = "tag,x,y\n#101,1,2\n#102,3,4\n";
    let mut table = UserTable::open(text).unwrap();
    let mut tags = Vec::new();
    let mut report = Report::new("t.csv", text);
    while let Some(row) = table.next_row(&mut report) {
        tags.push(row.text(0).to_owned());
    }
    assert_eq!(tags, ["#101", "#102"]);
}

#[test]
fn files_that_are_no_tables_are_named() {
    for (bytes, said) in [
        (&b"PK\x03\x04....xl/workbook.xml"[..], "a spreadsheet"),
        (b"PK\x03\x04....stand.csv", "a zip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "a spreadsheet"),
        (b"\x00\x00\x27\x0a\x00\x00", "a shapefile"),
        (b"{\"type\": \"FeatureCollection\"}", "GeoJSON"),
        (b"SQLite format 3\0", "a GeoPackage"),
        (b"\xff\xfex\0,\0y\0", "UTF-16"),
        (b"x\0,\0y\0\n\0", "UTF-16"),
        (b"x,y,k\n1,2,h\xeatre\n", "not UTF-8"),
    ] {
        let problems = read_user_table("t.csv", bytes, None, |_, _| Some(())).unwrap_err();
        let first = &problems.as_slice()[0];
        assert!(first.message.contains(said) && first.hint.is_some(), "{problems}");
        if said == "not UTF-8" {
            assert_eq!((first.line, first.column), (2, 6));
        }
    }
}

#[test]
fn what_is_not_read_is_said_and_what_says_which_rows_are_meant_by_itself() {
    let text = "tag;status;x;y;note\n1;A;1,5;2;\n2;D;3;4;\n;;;;\n3;A;5;6;\n";
    let read = read_user_table("t.csv", text.as_bytes(), None, |report, table| {
        table.choose(report, "--where", None);
        let x = table.first_of(report, &["x"])?;
        table.first_of(report, &["y"])?;
        while let Some(row) = table.next_row(report) {
            report.noted(row.number(x));
        }
        Some((table.said(), table.doubts()))
    });
    let ((said, doubts), _) = read.unwrap();
    assert_eq!(
        said,
        [
            "fields are separated by semicolons, decimals have a comma",
            "1 empty row is passed over",
            "not read: the columns `tag`, `status`, `note`",
            "`status` is not read: it is `A` in 2 rows, `D` in 1 row",
        ]
    );
    assert_eq!(
        doubts,
        ["1 row seems to be of dead trees by `status`: `--where 'status = A'` leaves them out"]
    );
    // What is empty meets no condition.
    let dead = "condition,x,y\n,1,2\nsnag,3,4\n";
    let way_out = "remove their rows, as no condition holds for those without a `condition`";
    assert_eq!(
        after_rows(dead, &["x", "y"], None, |table, _| table.doubts()).unwrap(),
        [format!(
            "1 row seems to be of dead trees by `condition`: {way_out}"
        )]
    );
    let plots = "plot,x,y\n1,1,2\n2,3,4\n,5,6\n";
    let problems = after_rows(plots, &["x", "y"], None, |_, _| ()).unwrap_err();
    let Problem {
        column,
        message,
        hint,
        ..
    } = &problems.as_slice()[0];
    assert!(message.contains("several plots") && message.contains("`plot` is empty, `1`, `2`"));
    assert_eq!(
        (*column, hint.as_deref()),
        (1, Some("choose one by `--where 'plot = 1'`"))
    );
    let lacks = "1 of the rows that are left out lack a value that `--where` compares".to_owned();
    let only: Condition = "plot = 1".parse().unwrap();
    let one = after_rows(plots, &["x", "y"], Some(&only), |table, rows| {
        (rows, table.said())
    });
    assert_eq!(one.unwrap(), (1, vec![lacks]));
    let only: Condition = "plt = 1".parse().unwrap();
    let problems = after_rows(plots, &["plot"], Some(&only), |_, _| ()).unwrap_err();
    assert_eq!(
        problems.to_string(),
        "error: t.csv:1:1: the file has no column `plt` to compare by `--where`: its columns are `plot`, `x`, \
         `y`\nhint: did you mean `plot`?"
    );
    let named = "rows begin with a name that has no column, such as `7`, which is passed over";
    assert_eq!(
        after_rows(
            "\"x\" \"y\"\n\"7\" 1.5 2\n\"9\" 3.5 4\n",
            &["x", "y"],
            None,
            |table, _| table.said()
        )
        .unwrap(),
        ["fields are separated by blanks", named]
    );
}

#[test]
fn columns_are_known_in_any_unit_and_by_the_more_certain_name() {
    let found = |header: &str| {
        let text = format!("{header}\n");
        let read = read_user_table("t.csv", text.as_bytes(), None, |report, table| {
            table.first_in_any_unit(report, "dbh_cm", &["dbh", "d"])
        });
        read.map(|(found, _)| found).map_err(first)
    };
    assert_eq!(found("d,DBH (mm)"), Ok((1, Some(0.001 / 0.01))));
    assert_eq!(found("d,h"), Ok((0, None)));
    assert_eq!(found("dbh_mm,dbh_cm"), Ok((1, Some(1.0))));
    assert_eq!(
        found("dbh,DBH_mm").unwrap_err(),
        "1:5: the columns `dbh` and `DBH_mm` say the same"
    );
}

#[test]
fn a_column_in_another_unit_is_named_with_its_factor() {
    use understory_records::conversion;
    let said = |key, column| conversion(key, column).unwrap();
    assert!(said("dbh_cm", "dbh_mm").contains("divide it by 10 into a column `dbh_cm`"));
    assert!(said("dbh_cm", "dbh_m").contains("multiply it by 100 into"));
    assert!(said("dbh_cm", "DBH (in)").contains("multiply it by 2.54 into"));
    assert!(said("height_m", "height_cm").contains("divide it by 100 into"));
    assert!(said("x_m", "x_ft").contains("multiply it by 0.3048 into"));
    assert!(said("rain_mm", "rain_in").contains("multiply it by 25.4 into"));
    assert!(said("air_c", "air_f").contains("subtract 32 and multiply by 5/9 into a column `air_c`"));
    assert_eq!(conversion("dbh_cm", "diameter_cm"), None);
    assert_eq!(conversion("dbh_cm", "mark"), None);
    let hint = |header: &str| {
        let read = read_user_table("t.csv", header.as_bytes(), None, |report, table| {
            table.no_column(report, "no column `dbh_cm`", &["dbh_cm"], "dbh_cm", |near| {
                format!("{near:?}")
            });
            Some(())
        });
        read.unwrap_err().into_vec()[0].hint.clone().unwrap()
    };
    assert!(hint("x,height_mm,dbh_mm\n").starts_with("`dbh_mm` is in mm by its name and not in cm"));
    assert_eq!(hint("x,height_mm\n"), "None");
    assert_eq!(hint("x,dbh\n"), "Some(\"dbh\")");
}

#[test]
fn a_file_of_too_many_lines_is_refused_where_they_begin() {
    let lines = |count: usize| {
        let text = "\n".repeat(count);
        let read = read_data("a.obj", text.as_bytes(), utf8_text, Some("cut it"), |_, _| {
            Some(())
        });
        read.map(|_| ()).map_err(first)
    };
    assert_eq!(lines(5_000_000), Ok(()));
    assert_eq!(
        lines(5_000_001).unwrap_err(),
        "5000001:1: the file has more than 5000000 lines, which is the limit"
    );
}
