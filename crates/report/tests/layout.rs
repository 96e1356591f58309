//! Where things stand on the page, worked out by hand: a unit is a tenth of a point, the margin 60.

use roxmltree::Document;
use understory_records::{Compared, EnvelopeRow, MethodsRow, SpacingRow, TreeRow};
use understory_report::tree::{
    Captioned, FormValues, MetricValues, PictureRow, TreePicture, View, bands, beside, rows, sheet, views,
};
use understory_report::{Comparison, Figure, RunAbout, compare};

use crate::invented::comparison::compared;
use crate::invented::trees::{Grown, bar};
use crate::invented::{Source, draw};
use crate::seen::{self, clips, extents, near, near_by, near_to_a_pixel, number, pictures, place_of, size};

/// A stretch of wood, 0.2 m thick.
fn pole(from_m: [f64; 3], to_m: [f64; 3]) -> TreePicture {
    let mut tree = Grown::default();
    bar(&mut tree.wood, from_m, to_m, 0.1);
    tree.picture()
}

fn upright(caption: &str, height_m: f64) -> Captioned {
    Captioned {
        caption: caption.to_owned(),
        picture: pole([0.0; 3], [0.0, 0.0, height_m]),
        metrics: Vec::new(),
    }
}

fn parsed(figure: &Figure) -> Document<'_> {
    Document::parse(&figure.svg).unwrap()
}

/// Where the pictures of trees lie.
fn framed(document: &Document) -> Vec<[f64; 4]> {
    pictures(document).into_iter().map(|(frame, ..)| frame).collect()
}

/// Left, top, right and bottom of what is as red as wood in each picture.
fn tree_extents(document: &Document) -> Vec<[f64; 4]> {
    let extent = |(frame, width, pixels): ([f64; 4], usize, Vec<[u8; 3]>)| {
        let is_wood = |pixel: &[u8; 3]| pixel[0] > pixel[1].saturating_add(30);
        let wood = pixels.iter().enumerate().filter(|(_, pixel)| is_wood(pixel));
        seen::extent(wood.flat_map(|(at, _)| {
            let corner = |x: usize, y: usize| (frame[0] + x as f64 / 0.3, frame[1] + y as f64 / 0.3);
            [
                corner(at % width, at / width),
                corner(at % width + 1, at / width + 1),
            ]
        }))
    };
    pictures(document).into_iter().map(extent).collect()
}

/// 4,680 units are left between the margins; 80 lie between cells.
#[test]
fn rows_of_trees_fill_the_width_and_as_much_of_the_height_as_they_may() {
    // At most 170 pt a row and 620 pt together, but at least 50 pt a row.
    for (number, columns, most) in [
        (7, 3, 1_700.0),
        (8, 2, (6_200.0 - 4.0 * 304.75) / 4.0),
        (40, 2, 500.0),
    ] {
        // A tree of 10.2 m, its rounded ends included, takes 96 % of it; white above and below, 2 % of that.
        let (high, white) = (0.96 * most, 0.02 * 0.96 * most);
        let row = high + 2.0 * white;
        let trees: Vec<Captioned> = (0..number).map(|i| upright(&format!("o{i}o"), 10.0)).collect();
        let figure = sheet("s", "s", &trees, columns).unwrap();
        let document = parsed(&figure);
        let cells = framed(&document);
        let wide = (4_680.0 - 80.0 * (columns as f64 - 1.0)) / columns as f64;
        // A heading of 77.2 and 40, 40 and a caption of 67.55 below the trees, 80 to the next row.
        let step = row + 77.2 + 40.0 + 40.0 + 67.55 + 80.0;
        assert_eq!(cells.len(), number);
        for (i, cell) in cells.iter().enumerate() {
            let [column, level] = [i % columns, i / columns].map(|n| n as f64);
            let expected = [
                60.0 + column * (wide + 80.0),
                cells[0][1] + level * step,
                wide,
                row,
            ];
            near_to_a_pixel(cell, &expected);
            let words = place_of(&document, &format!("o{i}o"));
            near_to_a_pixel(&[(words[0] + words[2]) / 2.0], &[cell[0] + 0.5 * wide]);
            // 7 pt letters begin 40 below the tree's frame.
            assert!((words[1] - cell[1] - row - 40.0).abs() < 8.0, "{words:?}");
        }
        let last = cells[number - 1];
        near_to_a_pixel(&[size(&document)[1]], &[last[1] + row + 40.0 + 67.55 + 60.0]);
        for (tree, cell) in tree_extents(&document).iter().zip(&cells) {
            let ends = [cell[1] + white, cell[1] + white + high];
            near_by(&[tree[1], tree[3]], &ends, 7.0);
            near_to_a_pixel(&[(tree[0] + tree[2]) / 2.0], &[cell[0] + 0.5 * cell[2]]);
        }
    }
}

#[test]
fn a_row_of_wide_trees_is_as_high_as_its_scale_has_it() {
    let lying = |caption: &str, left_m: f64, right_m: f64| Captioned {
        caption: caption.to_owned(),
        picture: pole([left_m, 0.0, 2.0], [right_m, 0.0, 2.0]),
        metrics: vec![("length (m)".to_owned(), Some(right_m - left_m))],
    };
    let row = |heading: &str, trees| PictureRow {
        heading: heading.to_owned(),
        view: View::Front,
        trees,
    };
    let all = [
        row("HH", vec![lying("a", 3.0, 12.8), lying("b", -1.0, 3.8)]),
        row("HHH", vec![upright("c", 4.0)]),
    ];
    let figure = rows("r", "r", &all).unwrap();
    let document = parsed(&figure);
    let cells = framed(&document);
    // The longer one is 10 m long with its ends and takes 96 % of a cell of 2,300.
    let scale = 0.96 * 2_300.0 / 10.0;
    let trees = tree_extents(&document);
    for (tree, metres) in trees.iter().zip([9.8, 4.8]) {
        assert!(
            (tree[2] - tree[0] - metres * scale).abs() < 0.25 * scale,
            "{tree:?}"
        );
    }
    near_to_a_pixel(&[(trees[0][0] + trees[0][2]) / 2.0], &[60.0 + 1_150.0]);
    near_to_a_pixel(&[(trees[1][0] + trees[1][2]) / 2.0], &[60.0 + 2_380.0 + 1_150.0]);
    // From the ground to 2.1 m, and white of 2 % of what it might have taken.
    near_to_a_pixel(&[cells[0][3]], &[2.1 * scale + 0.04 * 0.96 * 1_700.0]);
    // The heading's middle lies 38.6 below the row's top, which is 117.2 above the trees.
    let heading = place_of(&document, "HH");
    near_to_a_pixel(&[(heading[1] + heading[3]) / 2.0], &[cells[0][1] - 117.2 + 38.6]);
    assert!((heading[0] - 60.0).abs() < 10.0);
    // A caption of two lines of 9.5 pt stands below the first row.
    near_to_a_pixel(
        &[cells[2][1]],
        &[cells[0][1] + cells[0][3] + 40.0 + 95.0 + 67.55 + 80.0 + 117.2],
    );
    // The bar ends at the right margin and is as long as it says, of at most six tenths of a cell.
    let words = place_of(&document, "5 m");
    assert!((words[2] - 4_740.0).abs() < 10.0, "{words:?}");
    let bars = extents(&document, "stroke", "#555555");
    near(&[bars[0][2] - bars[0][0]], &[5.0 * scale]);
}

#[test]
fn more_columns_than_the_page_is_wide_make_it_wider() {
    let trees: Vec<Captioned> = (0..20).map(|i| upright(&i.to_string(), 5.0)).collect();
    let figure = sheet("s", "s", &trees, 20).unwrap();
    let document = parsed(&figure);
    // 20 cells of 36 pt with 8 pt between them.
    near(&[size(&document)[0]], &[20.0 * 360.0 + 19.0 * 80.0 + 120.0]);
    near_to_a_pixel(&framed(&document)[19][..1], &[60.0 + 19.0 * 440.0]);
    near_to_a_pixel(&framed(&document)[19][2..3], &[360.0]);
}

/// Names take 118 pt, and 10 pt lie before each tree.
#[test]
fn trees_beside_each_other_have_a_common_axis_and_a_table_in_line_with_them() {
    let mut trees = [upright("oo", 10.0), upright("o o", 5.0)];
    trees[0].metrics = vec![("forks".to_owned(), Some(31.0)), ("tips".to_owned(), Some(32.0))];
    trees[1].metrics = vec![("tips".to_owned(), Some(9.0))];
    let figure = beside("b", "b", &trees).unwrap();
    let document = parsed(&figure);
    let cells = framed(&document);
    let wide = (4_680.0 - 1_180.0 - 200.0) / 2.0;
    // A tree takes 96 % of 340 pt, and white of 2 % of that above and below.
    let high = 1.04 * 0.96 * 3_400.0;
    near_to_a_pixel(
        &[cells[0][0], cells[0][2], cells[0][3]],
        &[60.0 + 1_280.0, wide, high],
    );
    near_to_a_pixel(&[cells[1][0]], &[cells[0][0] + wide + 100.0]);
    near(&[size(&document)[0]], &[4_800.0]);
    // The taller one with its rounded ends takes 10.2 m.
    let scale = 0.96 * 3_400.0 / 10.2;
    let trees = tree_extents(&document);
    assert!((trees[0][3] - trees[0][1] - 10.0 * scale).abs() < 0.3 * scale);
    assert!((trees[1][3] - trees[1][1] - 5.0 * scale).abs() < 0.3 * scale);
    near_to_a_pixel(&[trees[0][3]], &[trees[1][3]]);
    let middle = |words: &str| {
        let [left, top, right, bottom] = place_of(&document, words);
        [(left + right) / 2.0, (top + bottom) / 2.0]
    };
    // The ticks of the axis stand 40 left of the first tree, a number at every second metre.
    let (ground, step) = (middle("0")[1], middle("0")[1] - middle("2")[1]);
    assert!((step - 2.0 * scale).abs() < 2.0, "{step}, {scale}");
    assert!((middle("10")[1] - (ground - 10.0 * scale)).abs() < 3.0);
    near_by(&[ground], &[trees[0][3] - 0.1 * scale], 10.0);
    let right = place_of(&document, "8")[2];
    assert!(
        (right - (cells[0][0] - 40.0 - 25.0 - 30.0)).abs() < 8.0,
        "{right}"
    );
    let label = place_of(&document, "height (m)");
    assert!(label[2] < place_of(&document, "10")[0] && label[0] >= 60.0);
    assert!(((label[1] + label[3]) / 2.0 - cells[0][1] - 0.5 * high).abs() < 20.0);
    // Rows of 12 pt begin 6 pt below the trees; values stand in the middle of their trees' cells.
    let top = cells[0][1] + high + 60.0;
    for (words, column, row) in [("31", 0, 0.0), ("–", 1, 0.0), ("32", 0, 1.0), ("9", 1, 1.0)] {
        let [x, y] = middle(words);
        assert!((x - cells[column][0] - 0.5 * wide).abs() < 6.0, "{words}: {x}");
        let middle = top + (row + 0.5) * 120.0;
        // A dash stands lower than the middle of a digit.
        assert!((y - middle).abs() < 12.0, "{words}: {y}, not {middle}");
    }
    assert!((place_of(&document, "forks")[0] - 90.0).abs() < 10.0);
    near_to_a_pixel(&[size(&document)[1]], &[top + 240.0 + 60.0]);
    let stripes = extents(&document, "fill", "#e4e4e4");
    near_to_a_pixel(&stripes[0], &[60.0, top, 4_740.0, top + 120.0]);
    assert_eq!(stripes.len(), 1, "every second row");
}

#[test]
fn dots_and_bands_stand_at_their_values() {
    let form = |form: &str, band, values: &[f64]| FormValues {
        form: form.to_owned(),
        band,
        values: values.to_vec(),
    };
    let metric = |name: &str, forms| MetricValues {
        metric: name.to_owned(),
        forms,
    };
    let all = [
        metric(
            "A",
            vec![
                form("oak", Some([2.0, 6.0]), &[0.0, 10.0]),
                form("ash", None, &[5.0]),
            ],
        ),
        metric("B", vec![form("ash", Some([7.0, 7.0]), &[7.0])]),
        metric("C", Vec::new()),
        metric("D", vec![form("ash", None, &[-1.0, 1.0])]),
    ];
    let figure = bands("b", "b", &all).unwrap();
    let document = parsed(&figure);
    let names = ["oak", "ash"].map(|name| place_of(&document, name));
    // Panels begin 6 pt right of the longest name; 14 pt lie between them.
    let a = place_of(&document, "A");
    let left = a[0];
    let wide = (4_740.0 - left - 280.0) / 3.0;
    assert!((left - names.map(|n| n[2]).into_iter().fold(0.0, f64::max) - 60.0).abs() < 12.0);
    for (words, step) in [("B", 1.0), ("C", 2.0)] {
        let at = place_of(&document, words)[0];
        assert!((at - left - step * (wide + 140.0)).abs() < 10.0, "{words}: {at}");
    }
    // Heads of 13 pt, two rows of 11 pt, feet of 13 pt.
    let d = place_of(&document, "D");
    near(&[d[1]], &[a[1] + 130.0 + 220.0 + 130.0 + 140.0]);
    let middle = |row: f64| a[1] + 130.0 + (row + 0.5) * 110.0;
    // The axis goes on by 6 % of 10 on either side.
    let place = |value: f64| left + (value + 0.6) / 11.2 * wide;
    let hollow = extents(&document, "stroke", "#d55e00");
    // The first is the key's.
    for (dot, value) in hollow[1..].iter().zip([0.0, 10.0]) {
        let centre = [(dot[0] + dot[2]) / 2.0, (dot[1] + dot[3]) / 2.0];
        assert!((centre[0] - place(value)).abs() < 8.0 && (centre[1] - middle(0.0)).abs() < 1.0);
    }
    let green = extents(&document, "fill", "#009e73");
    let [_, band, line] = &green[..] else {
        panic!("the key, a band and a line: {green:?}")
    };
    assert!((band[0] - place(2.0)).abs() < 8.0 && (band[2] - place(6.0)).abs() < 8.0);
    near(&[band[1], band[3]], &[middle(-0.0) - 55.0, middle(0.0) + 55.0]);
    // A band of one value stands in the middle of its axis, half a point wide.
    let centre = left + wide + 140.0 + 0.5 * wide;
    assert!(
        (line[0] - centre).abs() < 8.0 && (line[2] - line[0] - 5.0).abs() < 0.2,
        "{line:?}"
    );
    near(&[line[1]], &[middle(1.0) - 55.0]);
    // Numbers stand below their ticks.
    let [l, t, r, _] = place_of(&document, "10");
    assert!(((l + r) / 2.0 - place(10.0)).abs() < 8.0);
    assert!((t - middle(2.0) + 55.0 - 50.0).abs() < 8.0, "{t}");
    let ticks = extents(&document, "stroke", "#555555");
    near(
        &[ticks[0][1], ticks[0][2] - ticks[0][0]],
        &[middle(2.0) - 55.0, wide],
    );
}

fn comparison(methods: Vec<Compared>) -> Comparison {
    Comparison {
        about: RunAbout {
            name: "old-field".to_owned(),
            size_m: [100.0, 100.0],
            origin_m: [1_000.0, 500.0],
            torus: false,
            species: Vec::new(),
            width_mm: None,
        },
        target: compared(
            named("forest"),
            &[[1_010.0, 520.0], [1_050.0, 550.0]],
            &[4.0, 10.0],
        ),
        methods,
    }
}

fn figure(comparison: &Comparison, name: &str) -> Figure {
    let mut found = None;
    compare(comparison, &mut |figure| {
        if figure.name == name {
            found = Some(figure);
        }
        Ok(())
    })
    .unwrap();
    found.unwrap()
}

fn method(name: &str, distances: [Option<f64>; 3], judged_p: Option<f64>) -> Compared {
    let [g_ks, l_rmse_m, pcf_rmse] = distances;
    let row = MethodsRow {
        seconds: Some(1e-3),
        g_ks,
        l_rmse_m,
        pcf_rmse,
        judged_p,
        judged_by: "G J".to_owned(),
        ..named(name)
    };
    compared(row, &[[1_025.0, 575.0]], &[])
}

fn named(method: &str) -> MethodsRow {
    MethodsRow {
        method: method.to_owned(),
        ..MethodsRow::default()
    }
}

/// Rows of 13 pt below a head of 23 pt; 110 pt for the names, 92 for the test, 12 between columns.
#[test]
fn bars_of_the_ranking_are_as_long_as_the_distances() {
    let all = comparison(vec![
        method("far", [Some(0.5), Some(2.0), None], Some(0.01)),
        method("near", [Some(0.25), Some(1.5), Some(0.2)], Some(0.5)),
        method("mute", [None, None, None], None),
    ]);
    let figure = figure(&all, "compare-ranking");
    let document = parsed(&figure);
    let column = (4_680.0 - 1_100.0 - 920.0 - 240.0) / 3.0;
    let left = |i: f64| 60.0 + 1_100.0 + i * (column + 120.0);
    // The longest bar leaves 30 pt for its number.
    let longest = column - 300.0;
    let top = size(&document)[1] - 60.0 - 3.0 * 130.0;
    let bars: Vec<[f64; 4]> = extents(&document, "fill", "#0072b2")
        .into_iter()
        .filter(|bar| bar[3] - bar[1] < 41.0 && bar[2] - bar[0] > 60.0)
        .collect();
    let y = |row: f64| top + (row + 0.5) * 130.0;
    let bar = |column: f64, row: f64, share: f64| {
        [
            left(column),
            y(row) - 20.0,
            left(column) + share * longest,
            y(row) + 20.0,
        ]
    };
    // Column by column, the nearest method first.
    let expected = [
        bar(0.0, 0.0, 0.5),
        bar(0.0, 1.0, 1.0),
        bar(1.0, 0.0, 0.75),
        bar(1.0, 1.0, 1.0),
        bar(2.0, 0.0, 1.0),
    ];
    assert_eq!(bars.len(), expected.len(), "{bars:?}");
    for (bar, expected) in bars.iter().zip(&expected) {
        near(bar, expected);
    }
    for (words, at, row) in [
        ("near", 90.0, 0.0),
        ("far", 90.0, 1.0),
        ("0.250", left(0.0) + 0.5 * longest + 30.0, 0.0),
        ("1.50", left(1.0) + 0.75 * longest + 30.0, 0.0),
        ("not known", left(0.0) + 30.0, 2.0),
        // A dot of 2.4 pt stands before the p.
        ("0.500 of G, J", 4_740.0 - 920.0 + 120.0 + 48.0 + 50.0, 0.0),
    ] {
        let [l, t, _, b] = place_of(&document, words);
        assert!((l - at).abs() < 10.0, "{words}: {l}, not {at}");
        assert!(((t + b) / 2.0 - y(row)).abs() < 15.0, "{words}: {t} to {b}");
    }
    let heads = ["neighbours, G", "greatest difference"].map(|words| place_of(&document, words));
    assert!(heads.iter().all(|head| (head[0] - left(0.0)).abs() < 10.0));
    assert!((heads[0][1] - (top - 230.0)).abs() < 4.0);
    assert!((heads[1][1] - (top - 230.0 + 102.2)).abs() < 4.0, "{heads:?}");
    let circles: Vec<_> = document
        .descendants()
        .filter(|n| n.has_tag_name("circle"))
        .collect();
    let last = circles[circles.len() - 1];
    near(
        &[number(last, "cx"), number(last, "cy")],
        &[4_740.0 - 920.0 + 120.0 + 24.0, y(1.0)],
    );
    let axes = extents(&document, "stroke", "#555555");
    near(&axes[2], &[left(2.0), top, left(2.0), top + 390.0]);
    let stripes = extents(&document, "fill", "#e4e4e4");
    near(&stripes[1], &[60.0, top + 260.0, 4_740.0, top + 390.0]);
}

#[test]
fn maps_stand_side_by_side_at_one_scale_with_north_upwards() {
    let mut all = comparison(vec![
        method("one", [None; 3], None),
        method("two", [None; 3], None),
    ]);
    all.methods[1].row.notes = "r=2.5; HH".to_owned();
    let figure = figure(&all, "compare-maps");
    let document = parsed(&figure);
    let maps = clips(&document);
    // Two rows of two, as high as they may be: 90 between cells, room for a name, a number and one note above a map.
    let (wide, head) = (2_200.0, 285.0);
    for (i, map) in maps.iter().enumerate() {
        let [column, row] = [i % 2, i / 2].map(|n| n as f64);
        let (left, top) = (
            60.0 + column * (4_680.0 + 90.0) / 2.0,
            maps[0][1] + row * (wide + head + 90.0),
        );
        near(map, &[left, top, wide, wide]);
    }
    let scale = wide / 100.0;
    let circles: Vec<[f64; 3]> = document
        .descendants()
        .filter(|n| n.has_tag_name("circle"))
        .map(|n| ["cx", "cy", "r"].map(|name| number(n, name)))
        .collect();
    let from =
        |map: usize, x_m: f64, y_m: f64| [maps[map][0] + x_m * scale, maps[map][1] + (100.0 - y_m) * scale];
    // The larger first, half its size as radius.
    let expected = [
        (from(0, 50.0, 50.0), 5.0 * scale),
        (from(0, 10.0, 20.0), 2.0 * scale),
        // A dot of a point without size: a seventh of the spacing would be more than 1.3 pt.
        (from(1, 25.0, 75.0), 13.0),
        (from(2, 25.0, 75.0), 13.0),
    ];
    for (circle, ([x, y], r)) in circles.iter().zip(expected) {
        near(circle, &[x, y, r]);
    }
    // Name, number and notes: lines of 9.5 pt right above the map.
    for (words, map, line) in [
        ("forest", 0, 2.0),
        ("one", 1, 2.0),
        ("two", 2, 3.0),
        ("r = 2.50 m; HH", 2, 1.0),
    ] {
        let [left, top, ..] = place_of(&document, words);
        assert!((left - maps[map][0]).abs() < 12.0, "{words}: {left}");
        assert!(
            (top - (maps[map][1] - 95.0 * line)).abs() < 20.0,
            "{words}: {top}"
        );
    }
    let foot = maps[2][1] + wide;
    // 2,500 dots stand 2 m apart in the mean, and are 0.14 of that in radius.
    all.methods[1].points = vec![all.methods[0].points[0].clone(); 2_500];
    let dense = self::figure(&all, "compare-maps");
    let discs = parsed(&dense);
    let last = discs.descendants().rfind(|n| n.has_tag_name("circle")).unwrap();
    assert!((number(last, "r") - 0.28 * scale).abs() < 0.1);
    let bars = extents(&document, "stroke", "#555555");
    let bar = bars[bars.len() - 1];
    near(
        &bar,
        &[
            60.0,
            foot + 104.0 - 20.0,
            60.0 + 20.0 * scale,
            foot + 104.0 + 20.0,
        ],
    );
    near(&[size(&document)[1]], &[foot + 160.0 + 60.0]);
}

/// Names take 14 pt over each view, axes with their label 22.5 pt below and 3.9 pt above; 2 % of white are around all.
#[test]
fn views_share_a_scale_and_take_the_whole_height_or_width() {
    let tall = views("v", "v", &pole([0.0; 3], [0.0, 0.0, 10.0])).unwrap();
    let document = parsed(&tall);
    let frames = framed(&document);
    // 10 m and 0.1 m at both ends; what is narrower than 15 % of that is shown 15 % wide.
    let (long_m, short_m) = (1.04 * 10.2, (0.15 + 0.04) * 10.2);
    let top = frames[0][1] - 5.0 - 39.0 - 140.0;
    let high = 6_000.0 - 140.0 - 39.0 - 225.0;
    let scale = high / long_m;
    let expected = [[short_m, long_m], [short_m, long_m], [short_m, short_m]];
    for (frame, sides_m) in frames.iter().zip(expected) {
        let sides = sides_m.map(|side_m| side_m * scale - 10.0);
        assert!(
            (frame[2] - sides[0]).abs() < 7.0 && (frame[3] - sides[1]).abs() < 7.0,
            "{frame:?}, {sides:?}"
        );
    }
    assert!((size(&document)[1] - top - 6_000.0 - 60.0).abs() < 7.0);
    let words = place_of(&document, "front");
    assert!(
        (words[0] - frames[0][0]).abs() < 10.0 && ((words[1] + words[3]) / 2.0 - top - 70.0).abs() < 10.0
    );
    let tree = tree_extents(&document)[0];
    assert!(
        (tree[3] - tree[1] - 10.0 * scale).abs() < 0.25 * scale,
        "{tree:?}"
    );
    let ground = place_of(&document, "0");
    assert!(ground[1] > frames[0][1]);

    let wide = views("v", "v", &pole([-10.0, 0.0, 0.0], [10.0, 0.0, 1.0])).unwrap();
    let document = parsed(&wide);
    let [front, side, above] = framed(&document)[..] else {
        panic!("three views")
    };
    let scale = (front[2] + 10.0) / (1.04 * 20.2);
    near_to_a_pixel(&[above[0], above[2]], &[front[0], front[2]]);
    assert!((side[2] + 10.0 - 0.19 * 20.2 * scale).abs() < 7.0, "{side:?}");
    // Half of `−10` stands to the right of an axis, and the common room for numbers to the left of each.
    let (right, left) = (85.0, front[0] - 5.0 - 60.0);
    assert!((side[0] - 5.0 - (front[0] + front[2] + 5.0) - right - 100.0 - left).abs() < 45.0);
    assert!((side[0] + side[2] + 5.0 - 4_740.0).abs() < 90.0, "{side:?}");
    assert!((above[1] - 5.0 - 39.0 - 140.0 - (front[1] + front[3] + 5.0 + 225.0 + 100.0)).abs() < 7.0);
    assert!((size(&document)[1] - (above[1] + above[3] + 5.0 + 225.0 + 60.0)).abs() < 7.0);
}

/// Year 10 of an open plot.
struct Stand {
    size_m: [f64; 2],
    trees: Vec<TreeRow>,
    spacing: Vec<SpacingRow>,
}

impl Source for Stand {
    fn about(&self) -> RunAbout {
        RunAbout {
            name: "stand".to_owned(),
            size_m: self.size_m,
            origin_m: [10.0, 20.0],
            torus: false,
            species: vec!["oak".to_owned()],
            width_mm: None,
        }
    }
    fn spacing(&self) -> Vec<SpacingRow> {
        self.spacing.clone()
    }
    fn recorded_years(&self) -> Vec<u32> {
        vec![10]
    }
    fn trees(&self, _: u32) -> Vec<TreeRow> {
        self.trees.clone()
    }
}

fn oak(dbh_cm: f64, x_m: f64, y_m: f64) -> TreeRow {
    TreeRow {
        tree: 1,
        species: "oak".to_owned(),
        x_m,
        y_m,
        z_m: 0.0,
        age_yr: 9,
        dbh_cm,
        height_m: 5.0,
        crown_radius_m: 4.0,
        vigour: 1.0,
        crown_base_m: 0.0,
        dbh_score: 0.0,
        height_score: 0.0,
        key: String::new(),
    }
}

fn of_stand(stand: &Stand, name: &str) -> Figure {
    let mut found = None;
    draw(stand, &mut |figure| {
        if figure.name == name {
            found = Some(figure);
        }
        Ok(())
    })
    .unwrap();
    found.unwrap()
}

/// A plot takes at most 380 by 480 pt.
#[test]
fn a_map_is_to_scale_in_the_coordinates_of_the_plot() {
    for (size_m, scale, tick_m) in [([100.0, 50.0], 38.0, 40.0), ([50.0, 500.0], 9.6, 100.0)] {
        let stand = Stand {
            size_m,
            trees: vec![oak(12.0, 35.0, 40.0)],
            spacing: Vec::new(),
        };
        let figure = of_stand(&stand, "map-year-0010");
        let document = parsed(&figure);
        let [left, top, wide, high] = clips(&document)[0];
        near(&[wide, high], &[size_m[0] * scale, size_m[1] * scale]);
        // 8 pt letters below the axis and its numbers, with ticks of 2.5 pt.
        near(&[size(&document)[1]], &[top + high + 225.0 + 60.0]);
        let place = [left + 25.0 * scale, top + high - 20.0 * scale];
        let discs: Vec<[f64; 3]> = document
            .descendants()
            .filter(|n| n.has_tag_name("circle"))
            .map(|n| ["cx", "cy", "r"].map(|name| number(n, name)))
            .collect();
        // The crown, then the stem: half a point, or less in a small crown.
        let [.., crown, stem] = discs[..] else {
            panic!("{discs:?}")
        };
        near(&crown, &[place[0], place[1], 4.0 * scale]);
        near(&stem, &[place[0], place[1], 5.0]);
        // A number stands below or beside where it says.
        let tick = place_of(&document, &format!("{tick_m}"));
        let middles = [(tick[0] + tick[2]) / 2.0, (tick[1] + tick[3]) / 2.0];
        let below = (middles[0] - left - (tick_m - 10.0) * scale).abs() < 6.0 && middles[1] > top + high;
        let beside = (middles[1] - (top + high - (tick_m - 20.0) * scale)).abs() < 6.0 && middles[0] < left;
        assert!(below || beside, "{tick:?}");
    }
}

/// Half a hectare: 2 trees up to 5 cm are 4 to the hectare, one from 10 to 15 cm is 2, where the axis begins.
#[test]
fn classes_of_diameter_stand_in_their_middles_at_trees_per_hectare() {
    let stand = Stand {
        size_m: [100.0, 50.0],
        trees: vec![
            oak(3.0, 20.0, 30.0),
            oak(4.9, 30.0, 30.0),
            oak(13.0, 40.0, 30.0),
            oak(0.0, 50.0, 30.0),
        ],
        spacing: Vec::new(),
    };
    let figure = of_stand(&stand, "diameters");
    let document = parsed(&figure);
    let rules = extents(&document, "stroke", "#e4e4e4");
    let [left, top, right, bottom] = rules
        .iter()
        .copied()
        .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
        .unwrap();
    let wide = right - left;
    let ink = document
        .descendants()
        .filter(|n| n.has_tag_name("path"))
        .filter_map(|n| n.ancestors().find_map(|a| a.attribute("fill")))
        .find(|fill| !["none", "#222222", "#ffffff"].contains(fill))
        .unwrap()
        .to_owned();
    let signs = extents(&document, "fill", &ink);
    // The first is the key's. Twice as many trees stand ln 2 / ln 2.5 up an axis from 2 to 5.
    let expected = [(2.5, 0.756_471), (12.5, 0.0)];
    assert_eq!(signs.len(), 3, "{signs:?}");
    for (sign, (cm, share)) in signs[1..].iter().zip(expected) {
        let centre = [(sign[0] + sign[2]) / 2.0, (sign[1] + sign[3]) / 2.0];
        let place = [left + cm / 15.0 * wide, bottom - share * (bottom - top)];
        assert!(
            (centre[0] - place[0]).abs() < 3.0 && (centre[1] - place[1]).abs() < 3.0,
            "{centre:?}, {place:?}"
        );
    }
    // One panel of 165 pt below its heading.
    let heading = place_of(&document, "year 10, 3 trees");
    assert!((size(&document)[1] - heading[1] - 1_650.0 - 60.0).abs() < 3.0);
}

#[test]
fn words_at_the_index_of_random_say_which_side_is_which() {
    let row = |year, scope: &str, observed| SpacingRow {
        year,
        scope: scope.to_owned(),
        statistic: "clark_evans_donnelly".to_owned(),
        r_m: None,
        observed: Some(observed),
        theoretical: None,
        envelope_low: None,
        envelope_high: None,
    };
    let stand = Stand {
        size_m: [100.0, 50.0],
        trees: Vec::new(),
        spacing: vec![row(0, "adult", 0.8), row(10, "adult", 1.2)],
    };
    let figure = of_stand(&stand, "clark-evans-over-time");
    let document = parsed(&figure);
    let [even, random, clustered] =
        ["↑ even", "random", "↓ clustered"].map(|words| place_of(&document, words));
    let middle = |place: [f64; 4]| (place[1] + place[3]) / 2.0;
    assert!((middle(random) - middle(even) - 110.0).abs() < 15.0);
    assert!((middle(clustered) - middle(random) - 110.0).abs() < 15.0);
    let one = middle(place_of(&document, "1.0"));
    assert!((middle(random) - one).abs() < 10.0, "{one}");
    // 220 pt with all that is around the axes.
    let top = extents(&document, "stroke", "#e4e4e4")
        .iter()
        .map(|rule| rule[1])
        .fold(f64::INFINITY, f64::min);
    near(&[size(&document)[1]], &[top - 39.0 + 2_200.0 + 60.0]);
    assert!(
        clustered[2] <= 4_000.0 - 60.0 && clustered[2] > 4_000.0 - 60.0 - 60.0,
        "{clustered:?}"
    );
}

/// Three panels of 106.7 pt on a page of 480 pt, 8 pt apart; the label of the axes takes 9.7 pt at the left.
#[test]
fn a_panel_of_a_method_has_its_name_its_distance_and_its_peak() {
    let curve = |values: [f64; 4]| {
        let point = |(i, value): (u32, f64)| EnvelopeRow {
            r: 40.0 * f64::from(i),
            first: Some(value),
            ..EnvelopeRow::default()
        };
        (0..).zip(values).map(point).collect::<Vec<_>>()
    };
    let mut all = comparison(vec![
        method("H one", [None, None, Some(0.125)], None),
        method("H two", [None, None, Some(0.5)], None),
        method("H three", [None, None, None], None),
    ]);
    all.target.pcf = curve([1.0, 1.0, 1.0, 1.0]);
    all.methods[0].pcf = curve([1.0, 1.0, 9.0, 1.0]);
    all.methods[1].pcf = curve([0.0, 0.5, 1.5, 1.0]);
    all.methods[2].pcf = curve([0.0, 1.0, 1.0, 1.0]);
    let drawn = figure(&all, "compare-pair-correlation");
    let document = parsed(&drawn);
    let place = |words: &str| place_of(&document, words);
    let beside = 97.5;
    let wide = (4_680.0 - beside - 160.0) / 3.0;
    let [first, second] = [60.0 + beside, 60.0 + beside + wide + 80.0];
    let close =
        |found: f64, expected: f64| assert!((found - expected).abs() < 10.0, "{found}, not {expected}");
    close(place("H one")[0], first);
    close(place("H two")[0], second);
    close(place("0.125")[2], first + wide - 30.0);
    close(place("0.500")[2], second + wide - 30.0);
    let top = place("H one")[1];
    assert!((size(&document)[1] - (top + 3_200.0 / 3.0 + 97.2 + 60.0)).abs() < 3.0);
    // Right of the middle, so the words stand at the left, below the heading of 7.7 and 3 pt and half a number.
    let rules = extents(&document, "stroke", "#e4e4e4");
    let frame_left = rules.iter().map(|rule| rule[0]).fold(f64::INFINITY, f64::min);
    let peak = place("peak 9.00");
    close(peak[0], frame_left + 30.0);
    close(peak[1], top + 77.2 + 30.0 + 39.0 + 20.0);
    // A value at every rule, the highest at the upper edge of the panels: 2 for a usual peak of 1.5, not 9.
    close(
        rules.iter().map(|rule| rule[1]).fold(f64::INFINITY, f64::min),
        top + 77.2 + 30.0 + 39.0,
    );

    all.methods.pop();
    all.methods[1].pcf.clear();
    for (points, words) in [(0, "no points"), (1, "1 point"), (2, "not defined")] {
        all.methods[1].points = vec![all.methods[0].points[0].clone(); points];
        let drawn = figure(&all, "compare-pair-correlation");
        let document = parsed(&drawn);
        let [left, words_top, right, _] = place_of(&document, words);
        let edge = extents(&document, "stroke", "#e4e4e4")
            .iter()
            .map(|rule| rule[2])
            .fold(0.0, f64::max);
        close(right, edge - 20.0);
        let top = place_of(&document, "H two")[1];
        assert!(left > 1_800.0 && (words_top - top - 77.2 - 30.0 - 39.0 - 20.0).abs() < 15.0);
    }
}
