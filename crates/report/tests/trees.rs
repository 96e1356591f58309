//! Figures of trees: what a reader of them may rely on.

use roxmltree::Document;
use understory_report::tree::{
    Captioned, Counts, Part, PictureRow, Skin, Surface, TreePicture, View, bands, beside, rows, sheet, views,
};
use understory_report::{Figure, ReportError};

use crate::invented::trees::{Grown, among_solids, bar, bare, captioned, forked, measured, trodden};
use crate::seen::{check_png, check_svg, painted, pictures, words};

fn checked(figure: Result<Figure, ReportError>) -> Figure {
    let figure = figure.unwrap();
    check_svg("trees", &figure);
    check_png("trees", &figure);
    figure
}

fn says(figure: &Figure, expected: &[&str]) {
    let said = words(figure);
    for expected in expected {
        assert!(said.contains(&(*expected).to_owned()), "{expected}: {said:?}");
    }
}

#[test]
fn a_tree_is_seen_from_three_sides_and_streets_from_above_alone() {
    let tree = forked(6);
    let figure = checked(views("views", "a tree", &tree));
    assert_eq!(figure, views("views", "a tree", &tree).unwrap(), "the same bytes");
    let sides = [
        "front",
        "side, without leaves",
        "from above",
        "from above, without leaves",
    ];
    says(&figure, &sides);
    says(&figure, &["a tree", "roots", "height (m)", "y (m)"]);

    says(
        &checked(views("bare", "a bare tree", &bare(6).picture())),
        &["front", "side", "from above"],
    );
    says(
        &checked(views("solids", "a tree beside a house", &among_solids(5))),
        &["obstacles", "10"],
    );
    let plan = checked(views("streets", "streets", &trodden(6).picture));
    assert_eq!(
        words(&plan).iter().filter(|word| word.contains("(m)")).count(),
        2,
        "one pair of axes"
    );
}

#[test]
fn what_has_no_extent_is_drawn_too() {
    let mut tiny = bare(3);
    let places_m = tiny.wood.places_m.iter_mut().chain(&mut tiny.roots.places_m);
    places_m.for_each(|place_m| *place_m = place_m.map(|along| along * 1e-9));
    let mut alone = Grown::default();
    bar(&mut alone.wood, [0.0; 3], [0.0; 3], 0.0);
    let odd = [TreePicture::default(), alone.picture(), tiny.picture()].map(|picture| Captioned {
        caption: "odd".to_owned(),
        picture,
        metrics: Vec::new(),
    });
    for tree in &odd {
        checked(views("odd", "odd", &tree.picture));
    }
    checked(sheet("odd", "odd", &odd, 2));
    checked(beside("odd", "odd", &odd));
    says(&checked(sheet("none", "none", &[], 4)), &["no trees"]);
    says(&checked(beside("none", "none", &[])), &["no trees"]);
    says(&checked(bands("none", "none", &[])), &["no metrics"]);
}

/// A leaf of 0.3 m by 0.3 m at a height of 1 m that faces the viewer.
fn leaf(left_m: f32, away_m: f32, skin: Skin) -> Surface {
    let corners = [[0.0, 0.0], [0.3, 0.0], [0.3, 0.3], [0.0, 0.3]];
    Surface {
        part: Part::Leaves,
        places_m: corners.map(|[x, z]| [left_m + x, away_m, 1.0 + z]).into(),
        normals: vec![[0.0, -1.0, 0.0]; 4],
        texture: corners.map(|place| place.map(|along| along / 0.3)).into(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        skin,
    }
}

/// The picture of one tree from the front: its pixels in a row, and its pixels.
fn pixels(surfaces: Vec<Surface>) -> (usize, Vec<[u8; 3]>) {
    let tree = Captioned {
        picture: TreePicture::new("leaves", surfaces, Counts::default()).unwrap(),
        ..Captioned::default()
    };
    let figure = sheet("leaves", "leaves", &[tree], 1).unwrap();
    let (_, width, pixels) = pictures(&Document::parse(&figure.svg).unwrap()).remove(0);
    (width, pixels)
}

#[test]
fn the_nearer_of_two_leaves_hides_the_other_and_the_hole_in_its_skin_shows_it() {
    let (red, green) = (Skin::plain([250, 0, 0]), Skin::plain([0, 250, 0]));
    let count = |pixels: &[[u8; 3]], channel: usize| {
        let others = |pixel: &[u8; 3]| (0..3).filter(|&at| at != channel).map(|at| pixel[at]).max();
        let strong =
            |pixel: &&[u8; 3]| Some(pixel[channel]) > others(pixel).map(|other| other.saturating_add(40));
        pixels.iter().filter(strong).count() as f64
    };
    for [near_m, far_m] in [[-1.0, 1.0], [1.0, -1.0]] {
        let (_, pixels) = pixels(vec![
            leaf(0.0, near_m, red.clone()),
            leaf(0.15, far_m, green.clone()),
        ]);
        let [reds, greens] = [0, 1].map(|channel| count(&pixels, channel));
        let (whole, half) = if near_m < far_m {
            (reds, greens)
        } else {
            (greens, reds)
        };
        assert!((half / whole - 0.5).abs() < 0.02, "{half} of {whole}");
    }
    // The lower right quarter of the skin is a hole.
    let red = [250, 0, 0, 255];
    let holed = Skin::new(2, [red, red, red, [0; 4]].into());
    let (width, seen) = pixels(vec![leaf(0.0, -1.0, holed), leaf(0.0, 1.0, green)]);
    assert!((count(&seen, 1) / count(&seen, 0) - 1.0 / 3.0).abs() < 0.02);
    let is_green = |at: &usize| count(&seen[*at..=*at], 1) > 0.0;
    let greens: Vec<usize> = (0..seen.len()).filter(is_green).collect();
    assert!(
        greens.iter().all(|at| at % width + 1 >= width / 2),
        "on the right"
    );
}

#[test]
fn leaves_under_a_roof_are_darker_than_those_beside_it() {
    let roof = Surface {
        places_m: vec![
            [0.0, -2.0, 2.0],
            [3.0, -2.0, 2.0],
            [3.0, 2.0, 2.0],
            [0.0, 2.0, 2.0],
        ],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        ..leaf(0.0, 0.0, Skin::plain([0, 0, 250]))
    };
    let green = || Skin::plain([0, 250, 0]);
    let (width, pixels) = pixels(vec![roof, leaf(1.4, 0.0, green()), leaf(-1.6, 0.0, green())]);
    let brightest = |left: bool| {
        let side = pixels
            .iter()
            .enumerate()
            .filter(|(at, _)| (at % width < width / 2) == left);
        let green = side
            .map(|(_, pixel)| pixel)
            .filter(|pixel| pixel[1] > pixel[0].saturating_add(30));
        green.map(|pixel| pixel[1]).max().unwrap()
    };
    assert!(
        brightest(true) > brightest(false) + 40,
        "{} {}",
        brightest(true),
        brightest(false)
    );
}

#[test]
fn a_large_tree_stays_small_as_a_file() {
    let tree = forked(13);
    let figure = checked(views("large", "a large tree", &tree));
    assert_eq!(pictures(&Document::parse(&figure.svg).unwrap()).len(), 4);
    let bytes = [figure.png.len(), figure.svg.len() * 2 / 3];
    assert!(bytes.into_iter().all(|bytes| bytes < 1_000_000), "{bytes:?}");
}

#[test]
fn trees_stand_in_rows_with_their_captions_and_a_bar_for_each_row() {
    let trees: Vec<Captioned> = (1..=5).map(captioned).collect();
    let figure = checked(sheet("sheet", "five trees", &trees, 3));
    says(
        &figure,
        &[
            "1 forks",
            "5 forks",
            "tips 32",
            "path fraction –",
            "path fraction 0.813",
        ],
    );
    let row = |heading: &str, view, trees: Vec<Captioned>| PictureRow {
        heading: heading.to_owned(),
        view,
        trees,
    };
    let all = [
        row("forks", View::Front, trees),
        row("streets", View::Top, vec![trodden(4), trodden(6)]),
        row("pipes", View::Aslant, vec![captioned(5)]),
        row("nothing yet", View::Side, Vec::new()),
    ];
    let figure = checked(rows("rows", "what forks do", &all));
    says(&figure, &["forks", "streets", "pipes", "nothing yet"]);
    assert_eq!(
        figure,
        rows("rows", "what forks do", &all).unwrap(),
        "the same bytes"
    );
}

#[test]
fn metrics_stand_below_the_trees_that_have_them() {
    let mut other = captioned(2);
    other.metrics.push(("height (m)".to_owned(), Some(1234.6)));
    let figure = checked(beside("beside", "two trees", &[captioned(5), other]));
    says(
        &figure,
        &[
            "5 forks",
            "2 forks",
            "tips",
            "32",
            "4",
            "0.813",
            "–",
            "1,235",
            "height (m)",
        ],
    );
}

#[test]
fn a_tree_beyond_its_band_is_hollow_and_counted() {
    let figure = checked(bands("bands", "bands", &measured()));
    says(
        &figure,
        &[
            "a tree within it (8)",
            "a tree beyond it (1)",
            "a tree of a form without a band (1)",
            "oak",
            "crown ratio",
        ],
    );
    let document = Document::parse(&figure.svg).unwrap();
    assert_eq!(painted(&document, "stroke", "#d55e00"), 2, "the dot and its key");
}

#[test]
fn what_cannot_be_drawn_is_refused_by_name() {
    let refusal = |change: fn(&mut Surface)| {
        let mut surface = leaf(0.0, 0.0, Skin::plain([9; 3]));
        change(&mut surface);
        let tree = TreePicture::new("oak", vec![surface], Counts::default());
        tree.unwrap_err().to_string()
    };
    assert_eq!(
        refusal(|leaf| leaf.places_m[3][1] = f32::NAN),
        "`oak` holds NaN as `place_m`, but a figure needs a number from -1e9 to 1e9"
    );
    assert_eq!(
        refusal(|leaf| leaf.normals[0][2] = f32::INFINITY),
        "`oak` holds inf as `normal`, but a figure needs a direction of length 1"
    );
    assert_eq!(
        refusal(|leaf| leaf.triangles[1][2] = 4),
        "`oak` holds 4 as `triangle`, but a figure needs the number of a vertex"
    );
    assert!(refusal(|leaf| leaf.texture[0][0] = 2e9).contains("`texture`"));
    assert!(refusal(|leaf| leaf.texture.truncate(3)).contains("a row for each place"));
    assert!(refusal(|leaf| leaf.skin = Skin::new(2, [[0; 4]; 3].into())).contains("pixels in whole rows"));
    let mut odd = captioned(2);
    odd.metrics[0].1 = Some(f64::INFINITY);
    assert_eq!(
        beside("two", "two", &[odd]).unwrap_err().to_string(),
        "`2 forks` holds inf as `metrics`, but a figure needs a finite number"
    );
    let mut turned = measured();
    turned[0].forms[0].band = Some([5.0, 3.0]);
    assert_eq!(
        bands("bands", "bands", &turned).unwrap_err().to_string(),
        "`bifurcation ratio` holds 3 as `band`, but a figure needs an upper end that is not below the lower"
    );
}
