//! Tables of points: what is read of them, and what is said of bad ones.

use understory_records::{Condition, PointColumns, Points, read_points};

fn read(text: &str, columns: &PointColumns<'_>) -> Result<Points, String> {
    let read = read_points("points.csv", text.as_bytes(), columns);
    read.map_err(|problems| problems.to_string().trim_start_matches("error: ").to_owned())
}

#[test]
fn trees_have_their_names_and_no_diameter_below_0() {
    let columns = PointColumns {
        mark: Some("dbh_cm"),
        are_diameters: true,
        ..PointColumns::default()
    };
    let named = read("tree,x_m,y_m,dbh_cm\n7,1,2,30\n8,3,4,0\n9,5,6,2.5\n", &columns).unwrap();
    assert_eq!(named.trees, ["7", "8", "9"]);
    assert_eq!(named.marks, [30.0, 0.0, 2.5]);
    let numbered = read("x,y,dbh_cm\n1,2,30\n3,4,0\n5,6,2.5\n", &columns).unwrap();
    assert_eq!(numbered.trees, ["1", "2", "3"]);
    assert_eq!(
        read("x,y,dbh_cm\n1,2,-3\n", &columns).unwrap_err(),
        "points.csv:2:5: the diameter is -3, but it is at least 0\nhint: give 0 or leave the line out where it has none"
    );
}

#[test]
fn columns_are_found_by_name_whatever_separates_them() {
    for separator in [",", ";", "\t"] {
        let text = "# a stand\nid,x,y,dbh,kind\n1,2.5,3,40,oak\n2,-1e1,0,7,ash\n".replace(',', separator);
        let columns = PointColumns {
            mark: Some("dbh"),
            species: Some("kind"),
            ..PointColumns::default()
        };
        let points = read(&text, &columns).unwrap();
        assert_eq!(points.places, [[2.5, 3.0], [-10.0, 0.0]]);
        assert_eq!(points.marks, [40.0, 7.0]);
        assert_eq!(points.species, ["oak", "ash"]);
        assert_eq!(points.lines, [3, 4]);
    }
}

#[test]
fn metres_come_before_bare_coordinates_and_names_can_be_given() {
    let text = "x,x_m,y_m,e,n\n1,2,3,4,5\n";
    assert_eq!(read(text, &PointColumns::default()).unwrap().places, [[2.0, 3.0]]);
    let columns = PointColumns {
        x: Some("e"),
        y: Some("n"),
        ..PointColumns::default()
    };
    assert_eq!(read(text, &columns).unwrap().places, [[4.0, 5.0]]);
}

#[test]
fn a_bad_line_is_named_with_its_column() {
    let message = |text: &str| read(text, &PointColumns::default()).unwrap_err();
    assert_eq!(
        message("x,y\n1,2\n3,inf\n"),
        "points.csv:3:3: `y` is `inf`, but it must be a finite number"
    );
    assert_eq!(
        message("x;y\n1,5;2.0\n"),
        "points.csv:2:5: `y` is `2.0`, with a point, but decimals have a comma in line 2\nhint: write all decimals with a point"
    );
    assert_eq!(
        message("x,y\n1,2\n3\n"),
        "points.csv:3:1: this row has 1 field, but the header has 2"
    );
    assert_eq!(
        message("a,y\n1,2\n"),
        "points.csv:1:1: the file has no column `x_m` or `x` (`--x` names another): its columns are `a`, `y`"
    );
    assert!(message("").starts_with("points.csv:1:1: the file is empty"));
    assert_eq!(
        message("x,y\n1,5,2,0\n"),
        "points.csv:2:1: this row has 4 fields, but the header has 2\nhint: write decimals with a point, and quote names \
         that hold a comma"
    );
    assert_eq!(
        message("x,y\n,2\n"),
        "points.csv:2:1: `x` is empty, but a number is needed\nhint: fill it in, or leave the row out"
    );
    assert_eq!(
        message("x,y,x\n1,2,3\n"),
        "points.csv:1:5: 2 columns are called `x`\nhint: rename or remove all but one"
    );
    let columns = PointColumns {
        species: Some("kind"),
        ..PointColumns::default()
    };
    assert_eq!(
        read("x,y,kind\n1,2,oak\n3,4, \n", &columns).unwrap_err(),
        "points.csv:3:5: the species is missing, but each point needs a name there\nhint: give one, such as `unknown`"
    );
}

#[test]
fn a_file_without_a_column_of_the_condition_is_whole_where_it_may_be() {
    let only: Condition = "dbh_cm >= 10 and plot = 3".parse().unwrap();
    let columns = PointColumns {
        only: Some(&only),
        whole_without: true,
        ..PointColumns::default()
    };
    let simulated = read("x,y\n1,2\n3,4\n", &columns).unwrap();
    assert_eq!((simulated.places.len(), simulated.is_whole), (2, true));
    let measured = read("x,y,dbh_cm,plot\n1,2,3,3\n3,4,12,3\n", &columns).unwrap();
    assert_eq!((measured.places.len(), measured.is_whole), (1, false));
    // One of both is a slip.
    let message = read("x,y,dbh_cm,plott\n1,2,3,3\n", &columns).unwrap_err();
    assert!(message.contains("no column `plot` to compare"), "{message}");
}

/// All columns were listed, thirty of a run's trees, and the one that was meant stood among them.
#[test]
fn a_column_that_is_missing_is_answered_with_the_nearest_first() {
    let text = "x,y,height_m,dbh_cm\n1,2,3,4\n";
    let only: Condition = "dbhcm >= 10".parse().unwrap();
    let columns = PointColumns {
        only: Some(&only),
        ..PointColumns::default()
    };
    assert_eq!(
        read(text, &columns).unwrap_err(),
        "points.csv:1:1: the file has no column `dbhcm` to compare by `--where`: its columns are `x`, `y`, \
         `height_m`, `dbh_cm`\nhint: did you mean `dbh_cm`?"
    );
    let columns = PointColumns {
        mark: Some("heigth_m"),
        ..PointColumns::default()
    };
    assert_eq!(
        read(text, &columns).unwrap_err(),
        "points.csv:1:1: the file has no column `heigth_m` (`--mark` names another): its columns are `x`, `y`, \
         `height_m`, `dbh_cm`\nhint: did you mean `height_m`?"
    );
}

/// The first problem alone was reported, and a file of many was mended line by line.
#[test]
fn all_problems_are_told_at_once_and_of_many_the_first() {
    let problems = read_points("p.csv", b"x,y\na,b\n1\n1,2\n", &PointColumns::default()).unwrap_err();
    let places: Vec<[usize; 2]> = problems
        .as_slice()
        .iter()
        .map(|problem| [problem.line, problem.column])
        .collect();
    assert_eq!(places, [[2, 1], [2, 3], [3, 1]]);
    let many = format!("x,y\n{}", "a,1\n".repeat(50));
    let message = read(&many, &PointColumns::default()).unwrap_err();
    assert_eq!(message.lines().count(), 21);
    assert!(
        message.ends_with("hint: and 30 more problems in this file"),
        "{message}"
    );
}

/// Such a quote swallowed all lines behind it, and a stand of one tree was measured.
#[test]
fn a_quote_that_is_not_closed_in_its_line_is_named_where_it_opens() {
    for text in [
        "x,y,kind\n1,2,oak\n3,4,\"ash\n5,6,oak\n7,8,oak\n",
        "x,y,kind\n1,2,oak\n3,4,\"ash",
        "x,y,kind\n1,2,oak\n3,4,\"ash\n5,6,\"oak\n",
    ] {
        let message = read(text, &PointColumns::default()).unwrap_err();
        let quote = "points.csv:3:5: the quote that opens here is not closed in its line";
        assert!(message.starts_with(quote), "{message}");
    }
    let closed = "x,y,kind\n1,2,\"oak, \"\"red\"\"\"\n3,4,5\" ash\n";
    assert_eq!(read(closed, &PointColumns::default()).unwrap().places.len(), 2);
}

#[test]
fn what_spreadsheets_write_is_read() {
    for text in [
        "\u{feff}x;y\r\n1;2\r\n3;4\r\n",
        "\u{feff}# a stand; with, signs\r\nx;y\r\n1;2\r\n3;4\r\n",
        "\r\n\r\nx;y\r\n1;2\r\n3;4\r\n",
        "\"x\"\t\"y\"\n\"1\"\t\"2\"\n3\t4",
        "x,y\r1,2\r3,4\r",
    ] {
        let points = read(text, &PointColumns::default()).unwrap();
        assert_eq!(points.places, [[1.0, 2.0], [3.0, 4.0]], "{text:?}");
    }
}

#[test]
fn names_of_columns_tell_metres() {
    let in_metres = |text: &str| read(text, &PointColumns::default()).unwrap().in_metres;
    assert!(in_metres("x_m,y_m\n1,2\n"));
    assert!(!in_metres("x,y\n1,2\n"));
}
