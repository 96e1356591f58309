//! Figures of a comparison: what a reader of them may rely on.

use std::collections::BTreeMap;

use roxmltree::Document;
use understory_records::{ForestsRow, MethodsRow, PointRow};
use understory_report::{Comparison, Figure, compare, compare_forests};

use crate::invented::comparison::{fourteen_methods, odd_ones};
use crate::seen::{check_png, check_svg, painted, place_of, words};

const MAPS: &str = "compare-maps";
const NEIGHBOURS: &str = "compare-neighbours";
const PAIRS: &str = "compare-pair-correlation";
const COST: &str = "compare-cost";
const RANKING: &str = "compare-ranking";
const BLUE: &str = "#0072b2";

fn figures(comparison: &Comparison) -> BTreeMap<String, Figure> {
    let mut all = BTreeMap::new();
    compare(comparison, &mut |figure| {
        all.insert(figure.name.clone(), figure);
        Ok(())
    })
    .unwrap();
    all
}

#[test]
fn comparisons_can_be_drawn_for_a_column_of_a_journal() {
    for (name, mut comparison) in odd_ones() {
        comparison.about.width_mm = Some(85.0);
        for figure in figures(&comparison).values() {
            check_svg(&format!("{name}, 85 mm"), figure);
            let document = Document::parse(&figure.svg).unwrap();
            let width = document.root_element().attribute("width").unwrap();
            let width_pt: f64 = width.strip_suffix("pt").unwrap().parse().unwrap();
            // The table of distances needs more.
            let expected = if figure.name == RANKING {
                480.0
            } else {
                85.0 * 72.0 / 25.4
            };
            assert!(
                (width_pt - expected).abs() < 0.1,
                "{name}: {}: {width_pt} pt",
                figure.name
            );
        }
    }
}

fn refusal(change: fn(&mut Comparison)) -> String {
    let mut comparison = fourteen_methods(60, [100.0, 100.0]);
    change(&mut comparison);
    let drawn = compare(&comparison, &mut |figure| panic!("drew {}", figure.name));
    drawn.unwrap_err().to_string()
}

/// Left, top, right and bottom of the first text with the words.
fn place(figure: &Figure, words: &str) -> [f64; 4] {
    place_of(&Document::parse(&figure.svg).unwrap(), words)
}

#[test]
fn every_comparison_has_the_figures_that_show_something_and_each_can_be_read() {
    let every = vec![COST, MAPS, NEIGHBOURS, PAIRS, RANKING];
    for (name, comparison) in odd_ones() {
        let all = figures(&comparison);
        let expected = match name {
            "no method" => vec![MAPS],
            "no curves, no bands, some distances" => vec![COST, MAPS, PAIRS, RANKING],
            "forty thousand on a square kilometre" => vec![MAPS, RANKING],
            _ => every.clone(),
        };
        assert_eq!(all.keys().collect::<Vec<_>>(), expected, "{name}");
        for figure in all.values() {
            check_svg(name, figure);
            check_png(name, figure);
            let document = Document::parse(&figure.svg).unwrap();
            let height: f64 = document
                .root_element()
                .attribute("height")
                .unwrap()
                .trim_end_matches("pt")
                .parse()
                .unwrap();
            assert!(
                height < 760.0 || comparison.methods.len() > 14,
                "{name}: {}: {height} pt",
                figure.name
            );
        }
    }
}

#[test]
fn fourteen_methods_are_named_whole_in_every_figure() {
    let comparison = fourteen_methods(412, [200.0, 200.0]);
    let all = figures(&comparison);
    assert_eq!(all, figures(&comparison), "the same bytes");
    for figure in all.values() {
        check_svg("fourteen", figure);
        let said = words(figure);
        for method in &comparison.methods {
            assert!(
                said.contains(&method.row.method),
                "{}: {}",
                figure.name,
                method.row.method
            );
        }
    }
    let said = words(&all[MAPS]);
    for expected in [
        "grown forest",
        "412 points",
        "387 of 412 points",
        "50 m",
        "r=3.2 m",
    ] {
        assert!(said.contains(&expected.to_owned()), "{expected}: {said:?}");
    }
}

#[test]
fn maps_hold_a_mark_for_each_point_and_many_become_pictures() {
    let mut comparison = fourteen_methods(412, [200.0, 200.0]);
    comparison.about.torus = false;
    comparison.methods.truncate(1);
    let marks = |comparison: &Comparison| {
        let figure = &figures(comparison)[MAPS];
        let document = Document::parse(&figure.svg).unwrap();
        let pictures = document
            .descendants()
            .filter(|node| node.has_tag_name("image"))
            .count();
        let circles = document
            .descendants()
            .filter(|node| node.has_tag_name("circle"))
            .count();
        (circles, painted(&document, "fill", BLUE), pictures)
    };
    // One shape more in blue is the legend's patch.
    assert_eq!(marks(&comparison), (2 * 412, 412 + 1, 0));
    let many = fourteen_methods(1_500, [200.0, 200.0]);
    assert_eq!(marks(&many), (0, 1, 15), "more than 20,000 together");
}

#[test]
fn on_a_torus_a_crown_at_an_edge_shows_at_the_opposite_edge_too() {
    let mut comparison = fourteen_methods(60, [100.0, 100.0]);
    comparison.methods.clear();
    comparison.target.points = [1.0, 50.0]
        .map(|x_m| PointRow {
            x_m,
            y_m: 50.0,
            size_m: Some(10.0),
            ..PointRow::default()
        })
        .into();
    let circles = |comparison: &Comparison| figures(comparison)[MAPS].svg.matches("<circle").count();
    assert_eq!(circles(&comparison), 3);
    comparison.about.torus = false;
    assert_eq!(circles(&comparison), 2);
}

#[test]
fn the_ranking_begins_with_the_nearest_and_ends_with_what_is_not_known() {
    let mut comparison = fourteen_methods(412, [200.0, 200.0]);
    let row = &mut comparison.methods[5].row;
    (row.g_ks, row.l_rmse_m, row.pcf_rmse) = (None, None, None);
    let figure = &figures(&comparison)[RANKING];
    let mut rows: Vec<(f64, &str)> = comparison
        .methods
        .iter()
        .map(|method| (place(figure, &method.row.method)[1], method.row.method.as_str()))
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!((rows[0].1, rows[13].1), ("resampled", "repulsion"));
    let said = words(figure);
    assert_eq!(said.iter().filter(|word| *word == "not known").count(), 3);
    assert!(said.contains(&"0.610".to_owned()));
}

#[test]
fn a_cheaper_method_stands_further_left_and_a_nearer_one_further_down() {
    let mut comparison = fourteen_methods(412, [200.0, 200.0]);
    comparison.methods.truncate(2);
    for (method, (seconds, distance_m)) in comparison.methods.iter_mut().zip([(1e-6, 2.0), (1e-2, 1.0)]) {
        method.row.seconds = Some(seconds);
        method.row.l_rmse_m = Some(distance_m);
    }
    let figure = &figures(&comparison)[COST];
    let [uniform, minimum, forest] =
        ["uniform", "minimum-distance", "grown forest: 0"].map(|words| place(figure, words));
    assert!(uniform[0] < minimum[0] && minimum[0] < forest[0]);
    assert!(uniform[1] < minimum[1] && minimum[1] < forest[1]);

    comparison.methods[1].row.seconds = None;
    let said = words(&figures(&comparison)[COST]);
    let at = said
        .iter()
        .position(|word| word == "not shown, without time or distance:")
        .unwrap();
    assert_eq!(said[at + 1], "minimum-distance");
}

#[test]
fn a_peak_beyond_the_axis_is_cut_off_and_said() {
    let (_, comparison) = odd_ones()
        .into_iter()
        .find(|(name, _)| *name == "a lattice and a crowd")
        .unwrap();
    let said = words(&figures(&comparison)[NEIGHBOURS]);
    for expected in ["peaks beyond the axis are cut off", "peak 10.0"] {
        assert!(said.contains(&expected.to_owned()), "{expected}: {said:?}");
    }
}

#[test]
fn only_a_band_with_both_ends_has_a_key() {
    let with = |low: Option<f64>, high: Option<f64>| {
        let mut comparison = fourteen_methods(60, [100.0, 100.0]);
        for point in comparison.methods.iter_mut().flat_map(|method| &mut method.pcf) {
            (point.lo, point.hi) = (low, high);
        }
        words(&figures(&comparison)[PAIRS]).contains(&"band of its patterns".to_owned())
    };
    assert!(with(Some(0.5), Some(1.5)));
    assert!(!with(Some(0.5), None) && !with(None, Some(1.5)));
}

/// Two forests and three methods, of which the last is not known of the second forest.
fn two_forests() -> (Vec<ForestsRow>, Vec<MethodsRow>) {
    let method = |forest: &str, method: &str, g_ks: Option<f64>, g_and_j_p: Option<f64>| MethodsRow {
        forest: forest.to_owned(),
        method: method.to_owned(),
        g_ks,
        g_and_j_p,
        ..MethodsRow::default()
    };
    let oaks = ForestsRow {
        forest: "old oaks".to_owned(),
        points: 412,
        points_per_ha: 412.0,
        clark_evans: Some(1.234),
        own_g_ks: Some(0.05),
        ..ForestsRow::default()
    };
    let pines = ForestsRow {
        forest: "pines".to_owned(),
        points: 1,
        ..ForestsRow::default()
    };
    let darts = MethodsRow {
        fitted_to: "pcf".to_owned(),
        ..method("old oaks", "darts", Some(0.12), Some(0.02))
    };
    let methods = vec![
        method("old oaks", "grid", Some(0.4), Some(0.02)),
        method("old oaks", "disks", Some(0.06), Some(0.31)),
        darts,
        method("pines", "grid", Some(0.7), Some(0.02)),
        method("pines", "disks", Some(0.2), Some(0.04)),
        method("pines", "darts", None, None),
    ];
    (vec![oaks, pines], methods)
}

fn of_forests(forests: &[ForestsRow], methods: &[MethodsRow]) -> Option<Figure> {
    let mut drawn = None;
    compare_forests("both", forests, methods, &mut |figure| {
        assert!(drawn.replace(figure).is_none(), "one figure");
        Ok(())
    })
    .unwrap();
    drawn
}

#[test]
fn methods_stand_beside_all_forests_the_nearest_first_in_the_colour_of_their_class() {
    let (forests, mut methods) = two_forests();
    let figure = of_forests(&forests, &methods).unwrap();
    check_svg("forests", &figure);
    check_png("forests", &figure);
    let said = words(&figure);
    for expected in [
        "old oaks",
        "412 trees",
        "R = 1.23",
        "own 0.050",
        "1 tree",
        "0.060",
        "0.700",
        "–",
    ] {
        assert!(said.contains(&expected.to_owned()), "{expected}: {said:?}");
    }
    // Of both forests the places of the disks are 1 and 1, of the grid 3 and 2, of the darts 2 and 3.
    let tops = ["disks", "grid", "darts"].map(|name| place(&figure, name)[1]);
    assert!(tops[0] < tops[1] && tops[1] < tops[2], "{tops:?}");
    let [oaks, pines] = ["old oaks", "pines"].map(|name| place(&figure, name)[0]);
    assert!(oaks < pines);
    // 0.06 / 0.05 is below 1.5, 0.12 / 0.05 below 3, 0.4 / 0.05 below 12; each once, and once in the key.
    let document = Document::parse(&figure.svg).unwrap();
    let keyed: Vec<usize> = ["#440154", "#3b528b", "#21918c"]
        .iter()
        .map(|colour| painted(&document, "fill", colour))
        .collect();
    assert!(keyed.iter().all(|count| *count <= 2), "{keyed:?}");
    // Five tests have a mark each, and the key two: what was not tested has none.
    let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
    assert_eq!(circles.count(), 5 + 2);
    // The darts were fitted, to one of the forests.
    let [as_they_come, fitted] =
        ["as they come, or painted", "fitted to each forest"].map(|words| place(&figure, words)[1]);
    assert!(as_they_come < tops[0] && tops[1] < fitted && fitted < tops[2]);
    assert!(said.contains(&"1.00 ha".to_owned()), "{said:?}");
    assert!(
        figure
            .alt
            .contains("old oaks: nearest disks (0.060, 1.20 times its own); 1 method could give it."),
        "{}",
        figure.alt
    );
    assert!(
        figure
            .alt
            .contains("pines: nearest disks (0.200); no methods could give it."),
        "{}",
        figure.alt
    );
    assert!(
        figure.caption.contains("no method was fitted to G"),
        "{}",
        figure.caption
    );

    assert_eq!(
        of_forests(&forests[..1], &methods),
        None,
        "`compare-ranking` shows one forest"
    );
    methods[3].g_ks = Some(f64::NAN);
    let refused = compare_forests("both", &forests, &methods, &mut |figure| {
        panic!("drew {}", figure.name)
    });
    assert_eq!(
        refused.unwrap_err().to_string(),
        "`grid` holds NaN as `g_ks`, but a figure needs a number from 0 to 1e150"
    );
}

#[test]
fn what_cannot_be_drawn_is_refused_by_name_before_anything_is() {
    assert_eq!(
        refusal(|all| all.methods[3].points[7].x_m = 100.5),
        "`jittered-grid` holds 100.5 as `x_m`, but a figure needs a place on the plot"
    );
    assert_eq!(
        refusal(|all| all.target.points[0].y_m = f64::NAN),
        "`grown forest` holds NaN as `y_m`, but a figure needs a place on the plot"
    );
    assert_eq!(
        refusal(|all| all.target.points[2..]
            .iter_mut()
            .for_each(|point| point.size_m = None)),
        "`grown forest` has 2 sizes for 60 points, but a map needs one for each, or none at all"
    );
    assert_eq!(
        refusal(|all| all.methods[0].row.judged_p = Some(1.2)),
        "`uniform` holds 1.2 as `judged_p`, but a figure needs a probability from 0 to 1"
    );
    assert_eq!(
        refusal(|all| all.methods[0].pcf[3].r = 0.0),
        "`uniform` holds 0 as `pcf`, but a figure needs distances from 0 to 1e150 that ascend"
    );
    assert_eq!(
        refusal(|all| all.methods[0].row.g_ks = Some(-0.1)),
        "`uniform` holds -0.1 as `g_ks`, but a figure needs a number from 0 to 1e150"
    );
    assert!(refusal(|all| all.about.size_m[0] = 0.0).starts_with("a plot of 0 m by 100 m cannot be drawn"));
}

#[test]
fn numbers_of_any_size_are_drawn() {
    for size in [1e150, 1e6, 1e-6, 1e-150, f64::MIN_POSITIVE, 5e-324, 0.0] {
        let mut comparison = fourteen_methods(20, [100.0, 100.0]);
        comparison.methods.truncate(4);
        for method in &mut comparison.methods[..2] {
            method
                .points
                .iter_mut()
                .for_each(|point| point.size_m = Some(size));
            method.row.seconds = Some(size);
            method.row.g_ks = Some(size);
            method.row.l_rmse_m = Some(size);
            method.nnd.iter_mut().for_each(|point| point.first = Some(size));
            method.pcf.iter_mut().for_each(|point| point.lo = Some(-size));
        }
        comparison.methods[2].row.l_rmse_m = Some(5e-324);
        for figure in figures(&comparison).values() {
            check_svg("any size", figure);
        }
    }
}
