//! Tables that users bring: what is found of them, and what is refused where it stands.

use understory_records::{Condition, UserTable, table_text};

/// Those of a row; none where one is missing.
type Numbers = Vec<Option<f64>>;

/// Numbers of the rows, with the names of the columns.
fn read(text: &str) -> Result<(Vec<String>, Vec<Numbers>), String> {
    let text = table_text(text.as_bytes()).map_err(|fault| fault.message)?;
    let place = |fault: understory_records::Fault| {
        let [line, column] = fault.line_and_column(text);
        format!("{line}:{column}: {}", fault.message)
    };
    let mut table = UserTable::open(text).map_err(place)?;
    let names: Vec<String> = table.header().iter().map(str::to_owned).collect();
    let mut rows = Vec::new();
    while let Some(row) = table.next_row() {
        let row = row.map_err(place)?;
        let numbers = (0..names.len()).map(|column| row.number(column));
        rows.push(numbers.collect::<Result<_, _>>().map_err(place)?);
    }
    Ok((names, rows))
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
    while let Some(row) = table.next_row() {
        tags.push(row.unwrap().text(0).to_owned());
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
        let fault = table_text(bytes).unwrap_err();
        assert!(
            fault.message.contains(said) && !fault.hint.is_empty(),
            "{fault:?}"
        );
    }
    assert_eq!(table_text(b"x,y,k\n1,2,h\xeatre\n").unwrap_err().at, 11);
}

#[test]
fn what_is_not_read_is_said_and_what_says_which_rows_are_meant_by_itself() {
    let text = "tag;status;x;y;note\n1;A;1,5;2;\n2;D;3;4;\n;;;;\n3;A;5;6;\n";
    let mut table = UserTable::open(text).unwrap();
    table.choose("--where", None).unwrap();
    while let Some(row) = table.next_row() {
        let row = row.unwrap();
        row.number(2).unwrap();
    }
    let said = table.said(|column| column == 2 || column == 3);
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
        table.doubts(|column| column == 2 || column == 3),
        ["1 row seems to be of dead trees by `status`: `--where 'status = A'` leaves them out"]
    );
    // What is empty meets no condition.
    let mut table = UserTable::open("condition,x,y\n,1,2\nsnag,3,4\n").unwrap();
    table.choose("--where", None).unwrap();
    while table.next_row().is_some() {}
    let way_out = "remove their rows, as no condition holds for those without a `condition`";
    assert_eq!(
        table.doubts(|column| column > 0),
        [format!(
            "1 row seems to be of dead trees by `condition`: {way_out}"
        )]
    );
    let plots = "plot,x,y\n1,1,2\n2,3,4\n,5,6\n";
    let read = |only: Option<&str>| {
        let only = only.map(|only| only.parse::<Condition>().unwrap());
        let mut table = UserTable::open(plots).unwrap();
        table.choose("--where", only.as_ref()).unwrap();
        let mut rows = 0;
        while let Some(row) = table.next_row() {
            row.unwrap();
            rows += 1;
        }
        (
            rows,
            table.several_plots(|column| column > 0),
            table.said(|column| column > 0),
        )
    };
    let (rows, fault, _) = read(None);
    let fault = fault.unwrap();
    assert!(fault.message.contains("several plots") && fault.message.contains("`plot` is empty, `1`, `2`"));
    assert_eq!(
        (rows, fault.hint.as_str()),
        (3, "choose one by `--where 'plot = 1'`")
    );
    let lacks = "1 of the rows that are left out lack a value that `--where` compares".to_owned();
    assert_eq!(read(Some("plot = 1")), (1, None, vec![lacks]));
    let fault = UserTable::open(plots)
        .unwrap()
        .choose("--where", Some(&"plt = 1".parse().unwrap()))
        .unwrap_err();
    assert!(fault.message.contains("no column `plt`") && fault.hint.contains("did you mean `plot`?"));
    let mut table = UserTable::open("\"x\" \"y\"\n\"7\" 1.5 2\n\"9\" 3.5 4\n").unwrap();
    while let Some(row) = table.next_row() {
        row.unwrap();
    }
    let named = "rows begin with a name that has no column, such as `7`, which is passed over";
    assert_eq!(table.said(|_| true), ["fields are separated by blanks", named]);
}
