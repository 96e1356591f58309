//! What figures say in words, against tables small enough to work it out by hand.

use std::collections::BTreeMap;

use understory_records::{CensusRow, Compared, EnvelopeRow, MethodsRow, ReplicatesRow, SpacingRow, TreeRow};
use understory_report::tree::{Captioned, PictureRow, View, bands, beside, rows, views};
use understory_report::{
    Comparison, Figure, FunctionFigure, RunAbout, clark_evans_beside, compare, function,
};

use crate::invented::comparison::compared;
use crate::invented::functions::{over, with, within};
use crate::invented::trees::{Grown, bar, measured};
use crate::invented::{Source, draw};
use crate::seen::{check_png, check_svg};

const WHERE: &str = "scenario wood on a plot of 100 m by 100 m with periodic edges";

/// A hectare of two species in years 0 and 10.
struct Wood;

fn about() -> RunAbout {
    RunAbout {
        name: "wood".to_owned(),
        size_m: [100.0, 100.0],
        origin_m: [0.0, 0.0],
        torus: true,
        species: vec!["ash".to_owned(), "oak".to_owned()],
        width_mm: None,
    }
}

fn counted(year: u32, species: &str, basal_area_m2_per_ha: f64) -> CensusRow {
    let by_year = |first: u64, last: u64| if year == 0 { first } else { last };
    CensusRow {
        year,
        species: species.to_owned(),
        trees: by_year(20, 540),
        seedlings: by_year(0, 400),
        saplings: by_year(0, 40),
        adults: by_year(20, 100),
        seeds: by_year(50, 80),
        seeds_landed: by_year(0, 600),
        seeds_lost: 0,
        seeds_from_outside: 0,
        germinated: by_year(0, 30),
        resprouted: 0,
        died: by_year(0, 7),
        died_by_intrinsic: by_year(0, 2),
        died_by_stress: by_year(0, 5),
        died_by_senescence: 0,
        died_by_browsing: 0,
        died_by_snapping: 0,
        died_by_uprooting: 0,
        died_by_hit: 0,
        died_by_lightning: 0,
        died_by_fire: 0,
        died_by_beetles: 0,
        died_by_drought: 0,
        died_by_felling: 0,
        planted: 0,
        basal_area_m2_per_ha,
        mean_dbh_cm: None,
        mean_height_m: None,
        clark_evans: None,
        mean_nnd_m: None,
    }
}

fn spaced(year: u32, scope: &str, statistic: &str, r_m: Option<f64>, observed: f64) -> SpacingRow {
    SpacingRow {
        year,
        scope: scope.to_owned(),
        statistic: statistic.to_owned(),
        r_m,
        observed: Some(observed),
        theoretical: None,
        envelope_low: None,
        envelope_high: None,
    }
}

impl Source for Wood {
    fn about(&self) -> RunAbout {
        about()
    }

    fn census(&self) -> Vec<CensusRow> {
        vec![
            counted(0, "ash", 0.25),
            counted(0, "oak", 0.75),
            counted(0, "all", 1.0),
            counted(10, "ash", 2.0),
            counted(10, "oak", 6.0),
            counted(10, "all", 8.0),
        ]
    }

    /// Bins of 2 m with 10, 40, 30, 20 and 0 % of the distances.
    fn spacing(&self) -> Vec<SpacingRow> {
        let densities = [(1.0, 0.05), (3.0, 0.2), (5.0, 0.15), (7.0, 0.1), (9.0, 0.0)];
        let shares = [(0.0, 0.0), (2.5, 0.1), (5.0, 0.5), (10.0, 0.95), (12.5, 1.0)];
        let densities = densities.map(|(r, value)| spaced(10, "adult", "nnd_density", Some(r), value));
        let shares = shares.map(|(r, value)| spaced(10, "adult", "G_km", Some(r), value));
        let indices = [(0, "adult", 0.9), (10, "adult", 1.1), (10, "seedling", 0.8)];
        let indices =
            indices.map(|(year, scope, value)| spaced(year, scope, "clark_evans_naive", None, value));
        densities.into_iter().chain(shares).chain(indices).collect()
    }

    fn recorded_years(&self) -> Vec<u32> {
        vec![0, 10]
    }

    fn trees(&self, year: u32) -> Vec<TreeRow> {
        let tree = |(species, x_m, y_m, dbh_cm, crown_radius_m): (&str, f64, f64, f64, f64)| TreeRow {
            tree: x_m as u64,
            species: species.to_owned(),
            x_m,
            y_m,
            z_m: 0.0,
            age_yr: year,
            dbh_cm,
            height_m: 1.0,
            crown_radius_m,
            vigour: 1.0,
            crown_base_m: 0.0,
            dbh_score: 0.0,
            height_score: 0.0,
            key: String::new(),
        };
        let all = [
            ("oak", 10.0, 10.0, 30.0, 4.0),
            ("oak", 80.0, 90.0, 6.0, 1.5),
            ("ash", 20.0, 30.0, 3.0, 1.0),
            ("oak", 60.0, 20.0, 0.0, 0.25),
        ];
        if year == 0 {
            Vec::new()
        } else {
            all.map(tree).into()
        }
    }
}

fn checked(figure: Figure) -> Figure {
    check_svg("words", &figure);
    check_png("words", &figure);
    figure
}

fn of_wood() -> BTreeMap<String, Figure> {
    let mut all = BTreeMap::new();
    draw(&Wood, &mut |figure| {
        all.insert(figure.name.clone(), checked(figure));
        Ok(())
    })
    .unwrap();
    all
}

/// All parts stand in the words.
fn says(words: &str, parts: &[&str]) {
    for part in parts {
        assert!(words.contains(part), "`{part}` is not in: {words}");
    }
}

#[test]
fn a_map_tells_species_crowns_and_quarters() {
    let all = of_wood();
    let map = &all["map-year-0010"];
    assert_eq!(map.title, "wood, year 10: 4 trees");
    assert_eq!(
        map.alt,
        "Map of year 10. Horizontal axis: x (m), 0 to 100. Vertical axis: y (m), 0 to 100. 4 trees, 1 of them of 10 cm \
         or more in diameter. By species: oak 3 (75 %) and ash 1 (25 %). The widest crown has 8 m, the median one \
         2.5 m. Trees by quarter of the plot: upper left 0, upper right 1, lower left 2, lower right 1."
    );
    says(
        &map.caption,
        &[
            &format!("Map of year 10 of {WHERE}, with 4 trees."),
            "crowns to scale, in the colours",
        ],
    );
    says(&all["map-year-0000"].alt, &["0 to 100. There are no trees."]);
    says(&all["map-year-0000"].caption, &["with no trees."]);
}

#[test]
fn diameters_tell_the_fullest_class_and_the_thickest_tree() {
    let figure = &of_wood()["diameters"];
    assert_eq!(
        figure.alt,
        "2 line charts on the same axes. Horizontal axis: diameter at breast height (cm), 0 to 35. Vertical axis: trees \
         per ha and 5 cm, 1 to 2, logarithmic. Year 0: no trees of 1.3 m or more. Year 10, 3 trees: the fullest class is \
         0 to 5 cm with 1 per ha, the thickest tree has 30 cm. By species in year 10: oak 2 (66.7 %) and ash 1 (33.3 %)."
    );
    says(
        &figure.caption,
        &["classes of 5 cm", "in years 0 and 10 of", WHERE],
    );
}

/// 100 trees a hectare: at random 5 m apart on average, most often 1/√(2π · 0.01) = 3.99 m, where the density is
/// √(2π · 0.01 / e) = 0.152; 1 − exp(−π/4) = 54.4 % stand nearer than the mean. In the table 10 + 40 + 30 / 2 = 65 %.
#[test]
fn distances_are_told_beside_those_at_random() {
    let figure = &of_wood()["nearest-neighbours-small-multiples"];
    assert_eq!(
        figure.alt,
        "Histogram, for year 10. Horizontal axis: distance (m), 0 to 10. Vertical axis: density (1/m), 0 to 0.2. Year \
         10, 100 trees: the highest bar has 0.2 per m at 2 to 4 m, the peak of the random curve 0.152 per m at 3.99 m; \
         65 % of the neighbours stand within 5 m, the mean at random, where 54.4 % would be expected."
    );
    says(
        &figure.caption,
        &[
            "trees of 10 cm or more, without edge correction, in year 10 of",
            WHERE,
            "dashed line",
        ],
    );
}

/// 1 − exp(−π/16) = 17.83 % at random within half the mean, where the table has 10 %.
#[test]
fn shares_are_told_beside_those_at_random() {
    let figure = &of_wood()["nearest-neighbours-overlaid"];
    assert_eq!(
        figure.alt,
        "Line chart with a curve for random and for year 10 (n = 100). Horizontal axis: distance / mean distance \
         expected at random, 0 to 2.5. Vertical axis: share of trees with a neighbour within it, 0 to 1. Share within \
         0.5 times the mean at random: 10 % (year 10), at random 17.8 %. Share within 1 times the mean at random: 50 % \
         (year 10), at random 54.4 %. Year 10 is farthest from random at 0.5 times the mean: 7.83 percentage points \
         below it."
    );
    says(&figure.caption, &["in one year of", WHERE, "1/(2√λ)"]);
}

#[test]
fn indices_are_told_by_class() {
    let figure = &of_wood()["clark-evans-over-time"];
    assert_eq!(
        figure.alt,
        "Line chart. Horizontal axis: year, 0 to 10. Vertical axis: Clark–Evans index, 0.8 to 1.1. Curves: seedlings \
         (below 1.3 m), 0.8 in year 10; adults (10 cm or more), 0.9 in year 0, 1.1 in year 10."
    );
    says(
        &figure.caption,
        &[
            WHERE,
            "without edge correction. Points are the values of one run.",
        ],
    );
}

#[test]
fn replicates_are_told_with_their_number_and_the_last_interval() {
    let row = |year, figure: &str, mean, low, high| ReplicatesRow {
        year,
        figure: figure.to_owned(),
        mean,
        low: Some(low),
        high: Some(high),
        n: 8,
    };
    let run = |name: &str| {
        let index = format!("{name}.adult");
        vec![
            row(0, &index, 1.0, 0.9, 1.1),
            row(10, &index, 1.25, 1.2, 1.3),
            row(0, "adults.all", 50.0, 49.0, 51.0),
        ]
    };
    let open = run("clark_evans_donnelly");
    let figure =
        checked(clark_evans_beside(&[("thinned", open), ("dense", run("clark_evans_naive"))], None).unwrap());
    assert_eq!(
        figure.alt,
        "Line chart. Horizontal axis: year, 0 to 10. Vertical axis: Clark–Evans index, 0.9 to 1.3. Curves: thinned, 1 in \
         year 0, 1.25 in year 10 (last interval 1.2 to 1.3); dense, 1 in year 0, 1.25 in year 10 (last interval 1.2 to \
         1.3)."
    );
    says(
        &figure.caption,
        &[
            "with Donnelly's edge correction where the plot is open; runs: thinned and dense.",
            "means over 8 replicates, bands their 95 % intervals",
        ],
    );
}

#[test]
fn a_census_is_told_panel_by_panel() {
    let figure = &of_wood()["census"];
    assert_eq!(
        figure.alt,
        "6 line charts. Horizontal axis of each: year, 0 to 10. Trees per ha, 0 to 400: seedlings 0 to 400, saplings \
         0 to 40 and adults 20 to 100. Adults per ha, 0 to 100: ash 20 to 100, oak 20 to \
         100 and all 20 to 100. Basal area (m² per ha), 0 to 8: ash 0.25 to 2, \
         oak 0.75 to 6 and all 1 to 8. Seeds per ha, 0 to 600: landed in the year 600, in \
         the bank 50 to 80 and germinated in the year 30. Deaths per ha and \
         year, 0 to 5: crowding 5 and broken or lost young 2. Deaths per ha and year, 0 \
         to 8: ash 7, oak 7 and all 7."
    );
    says(
        &figure.caption,
        &[&format!("Census per hectare of {WHERE}, years 0 to 10:")],
    );
}

/// Values of 0, 1, 1, 3, 5 in a band of a half around 0, 1, 2, 3, 4.
#[test]
fn a_function_is_told_with_where_it_leaves_its_envelope() {
    let straight = FunctionFigure {
        r: (0..5).map(f64::from).collect(),
        theoretical: (0..5).map(|r| Some(f64::from(r))).collect(),
        ..over(4.0, |r| r)
    };
    let values = [0.0, 1.0, 1.0, 3.0, 5.0];
    let figure = with(straight, "observed", |r| Some(values[r as usize]));
    let figure = within(figure, |r| (Some(r - 0.5), Some(r + 0.5)));
    let drawn = checked(function(&figure).unwrap());
    assert_eq!(
        drawn.alt,
        "Line chart. Horizontal axis: distance r (m), 0 to 4. Vertical axis: f(r), −1 to 5. Estimates: observed, 0 at 0, \
         5 at 4. Expected (random): 0 at 0, 4 at 4. Envelope at 4: 3.5 to 4.5. The estimate observed leaves the \
         envelope: below it at 2; above it at 4."
    );
    assert_eq!(
        drawn.caption,
        "A function, 400 points on 100 m by 100 m: f(r) against distance r (m). Coloured line: observed; black dashes: \
         expected (random); grey band: envelope of 199 random patterns."
    );
    let inside = within(figure, |r| (Some(r - 2.0), Some(r + 2.0)));
    let drawn = checked(function(&inside).unwrap());
    says(&drawn.alt, &["The estimate observed stays within the envelope."]);
}

/// Four points 50 m from each other; pairs 10 m apart; two points 40 m apart.
fn three_patterns() -> Comparison {
    let curve = |values: [f64; 3]| -> Vec<EnvelopeRow> {
        let points = [10.0, 20.0, 30.0].into_iter().zip(values);
        let point = |(r_m, value)| EnvelopeRow {
            r: r_m,
            first: Some(value),
            ..EnvelopeRow::default()
        };
        points.map(point).collect()
    };
    let stand = MethodsRow {
        method: "stand".to_owned(),
        ..MethodsRow::default()
    };
    let target = Compared {
        pcf: curve([1.0, 3.0, 2.0]),
        ..compared(
            stand,
            &[[25.0, 25.0], [75.0, 25.0], [25.0, 75.0], [75.0, 75.0]],
            &[],
        )
    };
    let pairs = MethodsRow {
        method: "pairs".to_owned(),
        seconds: Some(4e-6),
        g_ks: Some(0.5),
        l_rmse_m: Some(2.0),
        pcf_rmse: Some(0.25),
        judged_p: Some(0.2),
        ..MethodsRow::default()
    };
    let pairs = Compared {
        pcf: curve([2.0, 1.5, 1.0]),
        ..compared(
            pairs,
            &[[20.0, 20.0], [30.0, 20.0], [70.0, 70.0], [80.0, 70.0]],
            &[],
        )
    };
    let two = MethodsRow {
        method: "two".to_owned(),
        seconds: Some(4e-6),
        g_ks: Some(0.75),
        l_rmse_m: Some(6.0),
        judged_p: Some(0.01),
        ..MethodsRow::default()
    };
    let two = compared(two, &[[10.0, 10.0], [10.0, 50.0]], &[]);
    Comparison {
        about: about(),
        target,
        methods: vec![two, pairs],
    }
}

#[test]
fn a_comparison_is_told_from_the_nearest_to_the_farthest() {
    let mut all = BTreeMap::new();
    compare(&three_patterns(), &mut |figure| {
        all.insert(figure.name.clone(), checked(figure));
        Ok(())
    })
    .unwrap();
    for figure in all.values() {
        says(&figure.caption, &[WHERE, "the target, stand"]);
    }
    assert_eq!(
        all["compare-maps"].alt,
        "3 maps of 100 m by 100 m. The target, stand, has 4 points. With as many points: pairs. With fewer: two 2. Mean \
         distance to the nearest neighbour: 50 m for the target; 10 to 40 m for the methods, least for pairs, most for \
         two."
    );
    assert_eq!(
        all["compare-pair-correlation"].alt,
        "2 line charts on the same axes, one for each method. Horizontal axis: distance (m), 0 to 30. Vertical axis: \
         g(r), 0 to 3. The target, stand: highest 3 at 20 m. Nearest to it: pairs (difference 0.25, highest 2 at 10 m). \
         Without a curve: two."
    );
    says(
        &all["compare-pair-correlation"].caption,
        &["periodic edges, Epanechnikov kernel"],
    );
    assert_eq!(
        all["compare-cost"].alt,
        "Scatter plot of 2 methods. Horizontal axis: time (µs per point), 0.5 to 5, logarithmic. Vertical axis: distance \
         of L to the target (m, root mean square), 0 to 8. Nearest to the target: pairs (2 m, 1 µs); farthest: two (6 m, \
         2 µs). Quickest: pairs (2 m, 1 µs); slowest: two (6 m, 2 µs). p ≥ 0.05 for 1 of 2 tested: pairs."
    );
    assert_eq!(
        all["compare-ranking"].alt,
        "Table of 2 methods with bars, the nearest to the target first. In this order: pairs (G 0.5, L 2, g 0.25, p 0.2); \
         two (G 0.75, L 6, p 0.01). p ≥ 0.05 for 1 of 2 tested: pairs."
    );
}

/// Wood of 0.1 m radius from the ground up.
fn pole(caption: &str, height_m: f64) -> Captioned {
    let mut tree = Grown {
        nodes: vec![(false, 0, 0.1); 2],
        ..Grown::default()
    };
    bar(&mut tree.wood, [0.0; 3], [0.0, 0.0, height_m], 0.1);
    Captioned {
        caption: caption.to_owned(),
        picture: tree.picture(),
        metrics: vec![("tips".to_owned(), Some(1.0)), ("ratio".to_owned(), None)],
    }
}

/// An axis has 2 % of the greatest extent, 10.2 m, as white on each side, and is at least 15 % of it long.
#[test]
fn trees_are_told_by_size_and_parts() {
    let figure = checked(views("pole", "a pole", &pole("", 10.0).picture).unwrap());
    assert_eq!(
        figure.alt,
        "Drawing of a branching structure (front; side; from above). Axes: x (m), −0.969 to 0.969; height (m), −0.304 to \
         10.3; y (m), −0.969 to 0.969. It is 10.1 m high and 0.2 m wide from the front, and 0.2 m wide from the side. It \
         has 2 nodes of wood, branch orders up to 0 and wood up to 0.2 m thick."
    );
    says(
        &figure.caption,
        &["a pole: drawn at one scale with axes in metres (front; side; from above). Wood"],
    );

    let two = [pole("high", 10.0), pole("low", 5.0)];
    let figure = checked(beside("two", "two poles", &two).unwrap());
    let told = "From left to right: high (10.1 m high and 0.2 m wide, tips 1); low (5.1 m high and 0.2 m wide, tips 1).";
    assert!(figure.alt.ends_with(told), "{}", figure.alt);
    says(
        &figure.caption,
        &["From left to right: high and low, from the front", "a dash where"],
    );

    let row = PictureRow {
        heading: "poles".to_owned(),
        view: View::Front,
        trees: two.to_vec(),
    };
    let figure = checked(rows("rows", "many poles", &[row]).unwrap());
    assert_eq!(
        figure.alt,
        "2 pictures in 1 row. Row 1 (poles), from the front: 2 pictures, the first high (10.1 m high and 0.2 m wide), the \
         last low (5.1 m high and 0.2 m wide)."
    );
    says(
        &figure.caption,
        &["many poles: pictures in rows", "Rows from top to bottom: poles."],
    );
}

/// Of three oaks, two birches and a shrub one oak lies beyond; no band tells of the shrub's crown.
#[test]
fn metrics_are_told_with_how_many_lie_in_their_bands() {
    let figure = checked(bands("bands", "trees", &measured()).unwrap());
    assert_eq!(
        figure.alt,
        "Dot plots, 2 panels, with rows for oak, birch and shrub. Metrics: bifurcation ratio, values 3 to 5.2, 5 of 6 \
         within their bands, beyond them oak (1); crown ratio, values 0.69 to 0.98, 3 of 3 within their bands."
    );
    says(
        &figure.caption,
        &["trees: a panel for each metric", "hollow red dots", "grey dots"],
    );
}

#[test]
fn the_same_tables_give_the_same_words() {
    assert_eq!(of_wood(), of_wood());
    let short = |figure: &Figure| figure.alt.split(' ').count() <= 125;
    assert!(of_wood().values().all(short));
}

#[test]
fn where_nothing_is_drawn_the_words_say_why() {
    let empty = beside("none", "", &[]).unwrap();
    check_svg("words", &empty);
    assert_eq!(empty.title, "none");
    assert_eq!(empty.caption, "Nothing is drawn: no trees.");
    assert_eq!(empty.alt, "An empty figure that says: no trees.");
}
