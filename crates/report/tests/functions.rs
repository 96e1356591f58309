//! Figures of functions over distance: what a reader of one may rely on.

use roxmltree::Document;
use understory_report::{Figure, FunctionFigure, ReportError, function};

use crate::invented::functions::{all, g, l_minus_r, over, pcf, with, within};
use crate::seen::{check_png, check_svg, painted, places, texts, words};

const CUT_OFF: &str = "values beyond the axis are cut off";
const GREEN: &str = "#009e73";
const BLACK: &str = "#000000";
const GREY: &str = "#777777";

fn drawn(values: &FunctionFigure) -> Figure {
    let figure = function(values).unwrap();
    check_svg("functions", &figure);
    figure
}

fn refusal(values: &FunctionFigure) -> String {
    function(values).unwrap_err().to_string()
}

/// Places of the lines with a colour, those of the legend left out.
fn lines(figure: &Figure, colour: &str) -> Vec<Vec<(f64, f64)>> {
    let document = Document::parse(&figure.svg).unwrap();
    let strokes = document.descendants().filter(|n| n.has_tag_name("path"));
    let of_colour = strokes.filter(|n| n.ancestors().find_map(|a| a.attribute("stroke")) == Some(colour));
    of_colour.map(places).skip(1).collect()
}

/// Top and bottom of the space between the axes: of the rules at the highest and the lowest tick.
fn top_and_bottom(figure: &Figure) -> (f64, f64) {
    let document = Document::parse(&figure.svg).unwrap();
    let rules = document.descendants().filter(|n| {
        n.has_tag_name("path") && n.ancestors().find_map(|a| a.attribute("stroke")) == Some("#e4e4e4")
    });
    let heights: Vec<f64> = rules.flat_map(places).map(|(_, y)| y).collect();
    (
        heights.iter().copied().fold(f64::INFINITY, f64::min),
        heights.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    )
}

#[test]
fn every_function_has_a_figure_that_can_be_read() {
    for values in all() {
        let figure = drawn(&values);
        check_png("functions", &figure);
        assert_eq!(figure.name, values.name);
        assert_eq!(figure, function(&values).unwrap(), "the same bytes");
        assert!(words(&figure).contains(&values.title), "{}", values.name);
        for width_mm in [80.0, 174.0] {
            drawn(&FunctionFigure {
                width_mm: Some(width_mm),
                ..values.clone()
            });
        }
    }
}

#[test]
fn a_function_without_an_estimate_says_so() {
    let nothing = over(5.0, |_| 1.0);
    let undefined = with(nothing.clone(), "iso", |_| None);
    let nowhere = FunctionFigure {
        r: Vec::new(),
        theoretical: Vec::new(),
        ..nothing.clone()
    };
    for values in [nothing, undefined, nowhere] {
        let said = words(&drawn(&values));
        assert_eq!(
            said,
            [
                values.title.as_str(),
                "no estimate is defined at any of the distances"
            ]
        );
    }
}

#[test]
fn each_series_is_in_the_legend_and_an_undefined_one_is_named() {
    let said = words(&drawn(&with(g(), "cs", |_| None)));
    for expected in ["raw", "km", "rs", "han", "random", "cs: not defined"] {
        assert!(said.contains(&expected.to_owned()), "{expected}: {said:?}");
    }
    let mut values = with(over(5.0, |_| 1.0), "iso", Some);
    values.theoretical.fill(None);
    let said = words(&drawn(&values));
    assert!(!said.contains(&"random".to_owned()), "{said:?}");
    let unknown = within(values, |r| (Some(r), None));
    let said = words(&drawn(&unknown));
    assert!(
        said.contains(&"envelope of 199 random patterns: not defined".to_owned()),
        "{said:?}"
    );
}

#[test]
fn estimates_differ_in_colour_and_in_dash() {
    let figure = drawn(&g());
    let document = Document::parse(&figure.svg).unwrap();
    let of = |colour: &str| {
        let node = document
            .descendants()
            .find(|n| n.attribute("stroke") == Some(colour));
        node.unwrap().attribute("stroke-dasharray").map(str::to_owned)
    };
    let dashes = [GREEN, "#e69f00", "#0072b2", "#d55e00", BLACK].map(of);
    for (i, dash) in dashes.iter().enumerate() {
        assert!(!dashes[..i].contains(dash), "{dashes:?}");
    }
}

#[test]
fn curves_are_broken_where_they_are_undefined() {
    let values = with(over(10.0, |_| 1.0), "iso", |r| {
        (!(4.0..=6.0).contains(&r)).then_some(1.0 + 0.1 * r)
    });
    let figure = drawn(&values);
    let [left, right] = &lines(&figure, GREEN)[..] else {
        panic!("two pieces")
    };
    let [theoretical] = &lines(&figure, BLACK)[..] else {
        panic!("one piece")
    };
    let x = |share: f64| {
        let (first, last) = (theoretical[0].0, theoretical[theoretical.len() - 1].0);
        first + share * (last - first)
    };
    assert!((left[left.len() - 1].0 - x(0.4)).abs() < 0.005 * x(1.0));
    assert!((right[0].0 - x(0.6)).abs() < 0.005 * x(1.0));
}

#[test]
fn a_pole_near_zero_is_cut_off_at_the_edge_and_the_rest_keeps_a_third() {
    let figure = drawn(&pcf());
    assert!(words(&figure).contains(&CUT_OFF.to_owned()));
    let (top, bottom) = top_and_bottom(&figure);
    let [curve] = &lines(&figure, GREEN)[..] else {
        panic!("one piece")
    };
    assert!((curve[0].1 - top).abs() < 1.0, "it begins at the upper edge");
    let highest = curve.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    assert!(highest >= top - 1.0);
    let one = lines(&figure, BLACK)[0][0].1;
    assert!(
        bottom - one > (bottom - top) / 3.0,
        "1 stands at {one} of {top} to {bottom}"
    );
    assert!(!words(&drawn(&g())).contains(&CUT_OFF.to_owned()));
}

#[test]
fn a_rounding_error_beyond_the_axis_is_on_it() {
    let one = |r: f64| {
        if r < 3.0 {
            r / 3.0
        } else {
            1.0 + 4.0 * f64::EPSILON
        }
    };
    let figure = drawn(&with(over(10.0, |_| 1.0), "km", |r| Some(one(r))));
    assert!(!words(&figure).contains(&CUT_OFF.to_owned()));
    let (top, _) = top_and_bottom(&figure);
    let [curve] = &lines(&figure, GREEN)[..] else {
        panic!("one piece")
    };
    assert_eq!(curve.len(), 513);
    assert!((curve[512].1 - top).abs() < 1.0);
}

#[test]
fn less_the_distance_the_random_l_is_zero_and_the_whole_dip_is_shown() {
    let figure = drawn(&l_minus_r());
    let said = words(&figure);
    assert!(!said.contains(&CUT_OFF.to_owned()), "{said:?}");
    let document = Document::parse(&figure.svg).unwrap();
    let zero = texts(&document)
        .into_iter()
        .find(|(word, _)| word == "0.0")
        .unwrap()
        .1;
    let random = &lines(&figure, BLACK)[0];
    let middle = (zero[1] + zero[3]) / 2.0;
    assert!(
        random.iter().all(|p| (p.1 - middle).abs() < 5.0),
        "{middle}: {random:?}"
    );

    let whole = FunctionFigure {
        minus_r: false,
        ..l_minus_r()
    };
    let random = &lines(&drawn(&whole), BLACK)[0];
    assert!(random[random.len() - 1].1 < random[0].1 - 1_000.0);
}

#[test]
fn the_envelope_is_one_grey_band_behind_the_curves() {
    let figure = drawn(&l_minus_r());
    let document = Document::parse(&figure.svg).unwrap();
    // The legend's patch and the band.
    let shapes: Vec<_> = document
        .descendants()
        .filter(|n| n.has_tag_name("path") && n.ancestors().find_map(|a| a.attribute("fill")) == Some(GREY))
        .collect();
    assert_eq!(shapes.len(), 2);
    assert_eq!(places(shapes[1]).len(), 2 * 513);
    let first = document
        .descendants()
        .filter(|n| n.attribute("stroke") == Some(GREEN))
        .nth(1);
    assert!(shapes[1].range().start < first.unwrap().range().start);

    let torn = within(l_minus_r(), |r| {
        (Some(r - 1.0), (!(10.0..11.0).contains(&r)).then_some(r + 1.0))
    });
    let figure = drawn(&torn);
    assert_eq!(painted(&Document::parse(&figure.svg).unwrap(), "fill", GREY), 3);
}

#[test]
fn the_caller_may_say_where_the_axis_ends() {
    let ends = |y_max: f64| {
        let values = FunctionFigure {
            y_max: Some(y_max),
            ..pcf()
        };
        let figure = drawn(&values);
        let said = words(&figure);
        (said.contains(&CUT_OFF.to_owned()), said)
    };
    let (cut, said) = ends(1.5);
    assert!(
        cut && said.contains(&"1.5".to_owned()) && !said.contains(&"2.0".to_owned()),
        "{said:?}"
    );
    let (cut, said) = ends(100.0);
    assert!(!cut && said.contains(&"100".to_owned()), "{said:?}");
    let below = FunctionFigure {
        y_max: Some(-5.0),
        ..pcf()
    };
    assert_eq!(
        refusal(&below),
        "`pcf_cross_oak_ash` holds -5 as `y_max`, but a figure needs a number above the low end of the axis"
    );
}

#[test]
fn series_that_do_not_fit_and_numbers_that_are_none_are_refused_by_name() {
    let mut short = pcf();
    short.estimates[1].1.pop();
    assert_eq!(
        refusal(&short),
        "`pcf_cross_oak_ash` has 512 values of `iso` for 513 distances, but needs one for each"
    );
    for break_it in [
        (|f| f.theoretical.truncate(1)) as fn(&mut FunctionFigure),
        |f| f.envelope.as_mut().unwrap().low.clear(),
        |f| f.envelope.as_mut().unwrap().high.clear(),
    ] {
        let mut values = l_minus_r();
        break_it(&mut values);
        assert!(matches!(function(&values), Err(ReportError::Count { .. })));
    }

    let mut values = pcf();
    values.estimates[0].1[7] = Some(f64::INFINITY);
    assert_eq!(
        refusal(&values),
        "`pcf_cross_oak_ash: trans` holds inf as `estimate`, but a figure needs a number from -1e300 to 1e300"
    );
    let mut values = pcf();
    values.r[7] = values.r[6];
    assert_eq!(
        refusal(&values),
        "`pcf_cross_oak_ash` holds 0.29296875 as `r`, but a figure needs distances that ascend"
    );
    for r in [f64::NAN, -1.0, f64::INFINITY] {
        values.r[7] = r;
        assert!(
            matches!(function(&values), Err(ReportError::Number { column: "r", .. })),
            "{r}"
        );
    }
    let values = FunctionFigure {
        y_max: Some(f64::NAN),
        ..pcf()
    };
    assert!(matches!(
        function(&values),
        Err(ReportError::Number { column: "y_max", .. })
    ));
}

#[test]
fn numbers_of_any_size_and_names_of_any_kind_are_drawn() {
    for size in [1e300, 1e100, 1e6, 1.0, 1e-6, 1e-100, 1e-300] {
        for value in [size, -size, 0.0, f64::MIN_POSITIVE, 5e-324] {
            let values = within(over(size, |_| size), |_| (Some(-size), Some(size)));
            let mut sign = 1.0;
            let values = with(values, "iso", |_| {
                sign = -sign;
                Some(sign * value)
            });
            drawn(&with(values, "one", |r| (r == 0.0).then_some(value)));
        }
    }
    for value in [0.0, 5e-324, 1e-310, 1.0, -1e300] {
        let mut alone = with(over(1.0, |_| value), "iso", |_| Some(value));
        drawn(&alone);
        alone.r.truncate(1);
        alone.theoretical.truncate(1);
        alone.estimates[0].1.truncate(1);
        drawn(&alone);
    }
    let mut odd = pcf();
    odd.name = "pcf_cross_</svg>_\"&\"".to_owned();
    odd.title = "<b> & \"an endless name\" ".repeat(9);
    odd.estimates[0].0 = "a label of many words ".repeat(20);
    drawn(&odd);
}
