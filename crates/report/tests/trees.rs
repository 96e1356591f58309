//! Figures of trees: what a reader of them may rely on.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail as tests do")]

mod invented;
mod seen;

use invented::trees::{among_solids, captioned, forked, measured, trodden};
use roxmltree::{Document, Node};
use seen::{check_png, check_svg, painted, places, words};
use understory_report::tree::{
    Captioned, Leaf, Node as TreeNode, PictureRow, Solid, TreePicture, View, bands, beside, rows, sheet,
    views,
};
use understory_report::{Figure, ReportError};

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

    let bare = TreePicture {
        leaves: Vec::new(),
        ..tree
    };
    says(
        &checked(views("bare", "a bare tree", &bare)),
        &["front", "side", "from above"],
    );
    says(
        &checked(views("solids", "a tree beside a house", &among_solids(5))),
        &["obstacles", "10"],
    );
    let plan = checked(views("streets", "streets", &trodden(&captioned(6)).picture));
    assert_eq!(
        words(&plan).iter().filter(|word| word.contains("(m)")).count(),
        2,
        "one pair of axes"
    );
}

#[test]
fn what_has_no_extent_is_drawn_too() {
    let alone = TreePicture {
        nodes: vec![TreeNode::default()],
        ..TreePicture::default()
    };
    let tiny = {
        let mut tree = forked(3);
        tree.nodes
            .iter_mut()
            .for_each(|node| node.place_m = node.place_m.map(|along| along * 1e-9));
        tree
    };
    let odd = [TreePicture::default(), alone, tiny].map(|picture| Captioned {
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

#[test]
fn a_branch_is_one_ribbon_that_narrows_from_its_foot_to_its_tip() {
    let node = |parent, z: f64, radius_m| TreeNode {
        parent,
        place_m: [0.0, 0.0, z],
        radius_m,
        ..TreeNode::default()
    };
    let stem = TreePicture {
        nodes: vec![
            node(None, 0.0, 0.2),
            node(Some(0), 2.0, 0.2),
            node(Some(1), 4.0, 0.1),
        ],
        ..TreePicture::default()
    };
    let figure = beside(
        "stem",
        "stem",
        &[Captioned {
            picture: stem,
            ..Captioned::default()
        }],
    )
    .unwrap();
    let document = Document::parse(&figure.svg).unwrap();
    let is_bark = |node: &Node| node.ancestors().find_map(|n| n.attribute("fill")) == Some("#4b3a2e");
    let mut paths = document.descendants().filter(|node| node.has_tag_name("path"));
    let bark = paths.find(|node| is_bark(node) && places(*node).len() == 6);
    let corners = places(bark.unwrap());
    let width = |height: usize| (corners[height].0 - corners[5 - height].0).abs();
    assert!((width(0) - width(1)).abs() < 0.3, "{corners:?}");
    assert!((width(2) / width(0) - 0.5).abs() < 0.01, "{corners:?}");
    let units_per_m = (corners[0].1 - corners[2].1) / 4.0;
    assert!((width(0) / units_per_m - 0.4).abs() < 0.01, "{corners:?}");
}

#[test]
fn the_nearer_of_two_leaves_lies_over_the_other() {
    let leaf = |x: f64, y: f64| Leaf {
        from_m: [x, y, 1.0],
        to_m: [x + 0.3, y, 1.0],
        width_m: 0.1,
    };
    let tree = Captioned {
        picture: TreePicture {
            leaves: vec![leaf(0.0, -1.0), leaf(1.0, 1.0)],
            ..TreePicture::default()
        },
        ..Captioned::default()
    };
    let of_leaves = |view| {
        let row = PictureRow {
            view,
            trees: vec![tree.clone()],
            ..PictureRow::default()
        };
        let figure = rows("leaves", "leaves", &[row]).unwrap();
        let document = Document::parse(&figure.svg).unwrap();
        let lenses = document.descendants().filter(|node| {
            node.has_tag_name("path")
                && node
                    .attribute("d")
                    .is_some_and(|d| d.matches('Q').count() == 2 && d.matches('M').count() == 1)
        });
        lenses
            .filter(|node| places(*node).len() == 5)
            .map(|node| places(node)[0].0)
            .collect::<Vec<_>>()
    };
    let front = of_leaves(View::Front);
    assert_eq!(front.len(), 2);
    assert!(
        front[0] > front[1],
        "the one behind, at the right, is laid down first: {front:?}"
    );
}

#[test]
fn many_marks_become_a_picture_that_stays_small() {
    let tree = forked(13);
    assert!(tree.nodes.len() > 16_000);
    let figure = checked(views("large", "a large tree", &tree));
    let document = Document::parse(&figure.svg).unwrap();
    let pictures = document
        .descendants()
        .filter(|node| node.has_tag_name("image"))
        .count();
    assert_eq!(pictures, 4);
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
        row(
            "streets",
            View::Top,
            vec![trodden(&captioned(4)), trodden(&captioned(6))],
        ),
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
    let refusal = |change: fn(&mut TreePicture)| {
        let mut picture = among_solids(2);
        picture.leaves.push(Leaf::default());
        change(&mut picture);
        views("oak", "oak", &picture).unwrap_err().to_string()
    };
    assert_eq!(
        refusal(|tree| tree.nodes[3].place_m[1] = f64::NAN),
        "`oak` holds NaN as `place_m`, but a figure needs a number from -1e9 to 1e9"
    );
    assert_eq!(
        refusal(|tree| tree.nodes[3].radius_m = -0.1),
        "`oak` holds -0.1 as `radius_m`, but a figure needs a radius from 0 to 1e9"
    );
    assert_eq!(
        refusal(|tree| tree.nodes[3].parent = Some(3)),
        "`oak` holds 3 as `parent`, but a figure needs a node that stands before its child"
    );
    assert!(refusal(|tree| tree.leaves[0].width_m = f64::INFINITY).contains("`width_m`"));
    assert!(
        refusal(|tree| {
            tree.solids[1] = Solid::Round {
                from_m: [0.0; 3],
                to_m: [2e9, 0.0, 0.0],
                radius_m: 1.0,
            };
        })
        .contains("`solid`")
    );
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
