//! Methods against a target, by points that are laid out again and sums over all pairs.

use std::sync::Mutex;

use understory_lab::compare::{Target, compare, try_methods};
use understory_lab::store::{MemoryStore, Store};
use understory_lab::{LabError, Watch};
use understory_numerics::{Purpose, RandomKey};
use understory_records::{EnvelopeRow, KerrCellRow, MethodsRow, PointRow, TreeRow, write_rows};
use understory_scatter::kerr::{Kerr, Overlay};
use understory_scatter::{
    JitteredGrid, Method, MinimumDistance, PointMethod, Request, SeveralSizes, TargetStatistics, Uniform,
};
use understory_scenario::{Candidate, Compare, Overrides, StandScenario, load};
use understory_space::{Edge, Plot};
use understory_spacing::{
    Curves, EdgeCorrection, EmptySpace, GlobalMeasure, JFunction, NearestNeighbourSummary, PairKernel,
    PairStatistics, Radii, corridor_widths_m, default_j_range_m, largest_gap, strings,
};

use crate::common::{InMemory, clark_evans, columns, mean, near, nearest_m, rows, scenario, whole};

const STEPS: usize = 512;

/// What is told of methods; stops before the one of this number.
#[derive(Default)]
struct Told {
    stop_at: Option<usize>,
    methods: Mutex<Vec<(usize, usize, String)>>,
}

impl Watch for Told {
    fn method(&self, done: usize, of: usize, label: &str) {
        self.methods.lock().unwrap().push((done, of, label.to_owned()));
    }

    fn is_stopped(&self) -> bool {
        self.stop_at
            .is_some_and(|stop_at| self.methods.lock().unwrap().len() > stop_at)
    }
}

fn plot(edge: Edge) -> Plot {
    Plot::new([3.0, -20.0], [40.0, 30.0], edge).unwrap()
}

/// Points that keep some distance, in two species, with sizes.
fn target(edge: Edge) -> Target {
    let plot = plot(edge);
    let method = MinimumDistance {
        distance_m: Some(2.5),
        ..MinimumDistance::default()
    };
    let points_m = method.scatter(&Request::new(&plot, 60), RandomKey::root(4, &["target"]));
    Target {
        forest: "drawn".to_owned(),
        plot,
        points_m: points_m.unwrap().points_m,
        species: (0..60)
            .map(|number| ["oak", "ash"][number % 2].to_owned())
            .collect(),
        sizes_m: (0..60).map(|number| 1.0 + 0.05 * f64::from(number)).collect(),
        seconds: Some(4.0),
        notes: "drawn".to_owned(),
    }
}

fn settings(simulations: u32, candidates: Vec<Candidate>) -> Compare {
    Compare {
        label: "drawn".to_owned(),
        dbh_min_cm: 0.0,
        simulations,
        repeats: 2,
        candidates,
        worlds: Vec::new(),
        forests: Vec::new(),
    }
}

fn held(target: &Target, settings: &Compare) -> (Vec<MethodsRow>, MemoryStore) {
    let store = MemoryStore::default();
    let targets = std::slice::from_ref(target);
    let found = compare(targets, settings, 9, &store, &Told::default()).unwrap();
    (found.unwrap().methods, store)
}

/// A method's pattern of this number, laid out again.
fn pattern(candidate: &Candidate, target: &Target, number: u32) -> Vec<[f64; 2]> {
    let key = RandomKey::root(9, &["compare", &candidate.label]).child(0, Purpose::Simulation, number);
    let target_statistics = TargetStatistics::default();
    let ask = Request {
        target_statistics: Some(&target_statistics),
        ..Request::new(&target.plot, target.points_m.len() as u32)
    };
    candidate.method.scatter(&ask, key).unwrap().points_m
}

/// The distances at which patterns are compared, m: up to a quarter of the shorter side.
fn radii(plot: &Plot) -> Radii {
    Radii::new(plot.shorter_side_m() / 4.0, STEPS).unwrap()
}

fn defined(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().map(|value| value.unwrap_or(f64::NAN)).collect()
}

fn l_of(points_m: &[[f64; 2]], plot: &Plot) -> Vec<f64> {
    let correction = correction(plot);
    let pairs = PairStatistics::new(points_m, plot).unwrap();
    defined(
        pairs
            .l(&radii(plot), &[correction])
            .unwrap()
            .by(correction)
            .unwrap(),
    )
}

fn pcf_of(points_m: &[[f64; 2]], plot: &Plot) -> Vec<f64> {
    let correction = correction(plot);
    let pairs = PairStatistics::new(points_m, plot).unwrap();
    let g = pairs.pair_correlation(&radii(plot), &[correction], &PairKernel::default());
    defined(g.unwrap().by(correction).unwrap())
}

fn correction(plot: &Plot) -> EdgeCorrection {
    match plot.is_torus() {
        true => EdgeCorrection::Periodic,
        false => EdgeCorrection::Translation,
    }
}

/// By trapezes, without the ends at which a curve is undefined.
fn root_mean_square(a: &[f64], b: &[f64]) -> f64 {
    let squares: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).collect();
    let strips = squares.windows(2).map(|ends| (ends[0] + ends[1]) / 2.0);
    let strips: Vec<f64> = strips.filter(|strip| strip.is_finite()).collect();
    mean(&strips).sqrt()
}

fn j_of(points_m: &[[f64; 2]], plot: &Plot, count: usize) -> (Vec<f64>, Vec<f64>) {
    let r_m = Radii::new(default_j_range_m(count, plot), STEPS)
        .unwrap()
        .to_vec_m();
    let g = NearestNeighbourSummary::new(points_m, plot)
        .unwrap()
        .g(&r_m)
        .unwrap();
    let f = EmptySpace::new(points_m, plot, [64, 64])
        .unwrap()
        .f(&r_m)
        .unwrap();
    (r_m, defined(&JFunction::new(&g, &f).unwrap().km))
}

#[test]
fn the_first_row_is_the_target_counted_in_the_plainest_way() {
    for edge in [Edge::Torus, Edge::Open] {
        let target = target(edge);
        let (found, store) = held(&target, &settings(19, vec![Method::Uniform(Uniform).into()]));
        assert_eq!(found, rows::<MethodsRow>(&store, "methods.csv"));
        let row = &found[0];
        assert_eq!(
            (row.method.as_str(), row.family.as_str(), row.notes.as_str()),
            ("target", "teleological", "drawn")
        );
        assert_eq!(
            (row.points, row.seconds, row.points_per_s),
            (60, Some(4.0), Some(15.0))
        );
        let nearest = nearest_m(&target.points_m, &target.plot);
        let mean_m = mean(&nearest);
        near(row.nnd_mean_m.unwrap(), mean_m, "mean");
        near(
            row.nnd_min_m.unwrap(),
            nearest.iter().copied().fold(f64::INFINITY, f64::min),
            "least",
        );
        let squares: f64 = nearest
            .iter()
            .map(|own_m| (own_m - mean_m) * (own_m - mean_m))
            .sum();
        near(row.nnd_cv.unwrap(), (squares / 59.0).sqrt() / mean_m, "variation");
        near(
            row.clark_evans.unwrap(),
            clark_evans(&target.points_m, &target.plot),
            "index",
        );
        assert_eq!(
            (row.g_ks, row.l_rmse_m, row.pcf_rmse),
            (Some(0.0), Some(0.0), Some(0.0))
        );
        assert_eq!(
            (row.global_p, row.judged_p, row.judged_by.as_str()),
            (None, None, "")
        );

        let points: Vec<PointRow> = rows(&store, "points/target.csv");
        for (number, row) in points.iter().enumerate() {
            assert_eq!([row.x_m, row.y_m], target.points_m[number]);
            assert_eq!(row.species, target.species[number]);
            assert_eq!(row.size_m, Some(target.sizes_m[number]));
        }
        assert_eq!(points.len(), 60);
        let g = columns(&store, "functions/target/G.csv");
        assert_eq!(g["r"].len(), 513);
        for (r_m, raw) in g["r"].iter().zip(&g["raw"]) {
            let within = nearest.iter().filter(|own_m| **own_m <= r_m.unwrap()).count();
            near(raw.unwrap(), within as f64 / 60.0, "G");
        }
        let l = columns(&store, "functions/target/L.csv");
        near(l["r"][512].unwrap(), 7.5, "a quarter of the shorter side");
        assert_eq!(l["theo"], l["r"]);
        let names: Vec<String> = store.list("functions/target").unwrap();
        assert_eq!(
            names,
            ["G", "L", "pcf"].map(|name| format!("functions/target/{name}.csv"))
        );
    }
    let unknown = Target {
        species: Vec::new(),
        sizes_m: Vec::new(),
        seconds: None,
        ..target(Edge::Torus)
    };
    let (found, store) = held(&unknown, &settings(1, Vec::new()));
    assert_eq!(
        (found.len(), found[0].seconds, found[0].points_per_s),
        (1, None, None)
    );
    let points: Vec<PointRow> = rows(&store, "points/target.csv");
    assert!(
        points
            .iter()
            .all(|row| row.species.is_empty() && row.size_m.is_none())
    );
    let timeless = Target {
        seconds: Some(0.0),
        ..unknown
    };
    assert_eq!(held(&timeless, &settings(1, Vec::new())).0[0].points_per_s, None);
}

#[test]
fn circles_that_live_are_teleological_and_methods_that_imitate_are_not() {
    let methods = Method::all()
        .into_iter()
        .filter(|method| method.name() != "resampled");
    let (found, _) = held(
        &target(Edge::Torus),
        &settings(19, methods.map(Candidate::from).collect()),
    );
    for row in &found {
        let lives = ["target", "circles"].contains(&row.method.as_str());
        assert_eq!(
            row.family,
            if lives { "teleological" } else { "ontogenetic" },
            "{}",
            row.method
        );
    }
}

/// Means over the patterns, each laid out again; pairs by a look at all of them.
#[test]
fn overlaps_strings_holes_and_paths_are_means_over_the_patterns() {
    for edge in [Edge::Torus, Edge::Open] {
        let target = target(edge);
        let plot = &target.plot;
        let candidate = Candidate::from(Method::Uniform(Uniform));
        let (found, _) = held(&target, &settings(19, vec![candidate.clone()]));
        let patterns: Vec<_> = (0..19)
            .map(|number| pattern(&candidate, &target, number))
            .collect();
        let over = |of: &dyn Fn(&[[f64; 2]]) -> f64| {
            mean(&patterns.iter().map(|points_m| of(points_m)).collect::<Vec<_>>())
        };
        let room_m = (plot.area_m2() / 60.0).sqrt();
        let overlaps = |points_m: &[[f64; 2]]| {
            let nearer =
                |a: usize, b: usize| plot.distance_squared_m2(points_m[a], points_m[b]).sqrt() < 0.3 * room_m;
            (0..points_m.len())
                .map(|a| (0..a).filter(|&b| nearer(a, b)).count() as f64)
                .sum::<f64>()
        };
        let row = &found[1];
        near(row.overlaps.unwrap(), over(&overlaps), "overlaps");
        assert!(row.overlaps > Some(1.0));
        let hole_m = |points_m: &[[f64; 2]]| largest_gap(points_m, plot).unwrap().radius_m;
        near(row.largest_hole_m.unwrap(), over(&hole_m), "holes");
        let corridor_m = |points_m: &[[f64; 2]]| {
            let [across_m, along_m] = corridor_widths_m(points_m, plot).unwrap();
            across_m.max(along_m)
        };
        near(row.corridor_m.unwrap(), over(&corridor_m), "paths");
        let rows = |points_m: &[[f64; 2]]| strings(points_m, plot, 0.5 * room_m).unwrap() as f64;
        near(row.strings.unwrap(), over(&rows), "strings");
        // The target keeps 2.5 m, and 0.3 of its room are 1.34 m.
        assert_eq!((found[0].overlaps, found[0].strings), (Some(0.0), Some(0.0)));
    }
}

/// The raster is the one on which the first pattern grew: its trees stand in cells that are forest, where they say they do.
#[test]
fn the_raster_of_a_forest_is_that_of_its_first_pattern() {
    let method = Kerr {
        cell_m: Some(1.0),
        jitter: 0.5,
        level: Some(Overlay {
            cells_per_level_cell: 2,
            ..Overlay::default()
        }),
        ..Kerr::default()
    };
    let candidates = vec![Method::Kerr(method).into(), Method::Uniform(Uniform).into()];
    let (_, store) = held(&target(Edge::Open), &settings(19, candidates));
    assert!(store.open("kerr/uniform.csv").is_err());
    let cells: Vec<KerrCellRow> = rows(&store, "kerr/kerr.csv");
    assert_eq!(cells.len(), 40 * 30);
    for (number, cell) in (0..).zip(&cells) {
        assert_eq!((cell.column, cell.row), (number % 40, number / 40));
        assert!(cell.forest_since.is_none() || cell.seeds == 0.0);
        assert!(["open", "filled"].contains(&&*cell.level));
    }
    let forest = cells.iter().filter(|cell| cell.forest_since.is_some()).count();
    assert!(
        (300..313).contains(&forest),
        "a quarter of the cells and less than a tree: {forest}"
    );
    assert!(cells.iter().any(|cell| cell.seeds > 0.0));
    let points: Vec<PointRow> = rows(&store, "points/kerr.csv");
    assert!(points.len() > 20);
    for point in &points {
        let [column, row] = [point.x_m - 3.0, point.y_m + 20.0].map(|along_m| along_m as usize);
        let cell = &cells[row * 40 + column];
        assert!(cell.forest_since.is_some(), "{point:?}");
        assert_eq!(
            point.species,
            if cell.level == "open" {
                "class-1"
            } else {
                "class-2"
            }
        );
    }
}

#[test]
fn distances_are_means_over_the_patterns_of_a_method() {
    for edge in [Edge::Torus, Edge::Open] {
        let target = target(edge);
        let plot = &target.plot;
        let candidate = Candidate::from(Method::JitteredGrid(JitteredGrid::default()));
        let (found, store) = held(&target, &settings(19, vec![candidate.clone()]));
        let row = &found[1];
        assert_eq!(
            (row.method.as_str(), row.family.as_str()),
            ("jittered-grid", "ontogenetic")
        );
        let patterns: Vec<_> = (0..19)
            .map(|number| pattern(&candidate, &target, number))
            .collect();
        let points: Vec<PointRow> = rows(&store, "points/jittered-grid.csv");
        let first: Vec<[f64; 2]> = points.iter().map(|row| [row.x_m, row.y_m]).collect();
        assert_eq!(first, patterns[0]);
        assert_eq!(row.points, 60);
        near(
            row.nnd_mean_m.unwrap(),
            mean(&nearest_m(&first, plot)),
            "of the first",
        );
        near(
            row.clark_evans.unwrap(),
            mean(
                &patterns
                    .iter()
                    .map(|points_m| clark_evans(points_m, plot))
                    .collect::<Vec<_>>(),
            ),
            "index, mean of all",
        );
        near(row.points_per_s.unwrap() * row.seconds.unwrap(), 60.0, "speed");

        let over = |distance: &dyn Fn(&[[f64; 2]]) -> f64| {
            mean(
                &patterns
                    .iter()
                    .map(|points_m| distance(points_m))
                    .collect::<Vec<_>>(),
            )
        };
        let own = &target.points_m;
        near(
            row.l_rmse_m.unwrap(),
            over(&|points_m| root_mean_square(&l_of(own, plot), &l_of(points_m, plot))),
            "L",
        );
        near(
            row.pcf_rmse.unwrap(),
            over(&|points_m| root_mean_square(&pcf_of(own, plot), &pcf_of(points_m, plot))),
            "pair correlation",
        );
        if plot.is_torus() {
            let share = |nearest: &[f64], r_m: f64| {
                nearest.iter().filter(|own_m| **own_m <= r_m).count() as f64 / nearest.len() as f64
            };
            let sup = |points_m: &[[f64; 2]]| {
                let (a, b) = (nearest_m(own, plot), nearest_m(points_m, plot));
                let steps = a.iter().chain(&b).filter(|r_m| **r_m <= 7.5);
                steps
                    .map(|r_m| (share(&a, *r_m) - share(&b, *r_m)).abs())
                    .fold(0.0, f64::max)
            };
            near(row.g_ks.unwrap(), over(&sup), "G");
        }
    }
}

#[test]
fn probabilities_and_envelopes_are_those_of_the_patterns_laid_out_again() {
    for edge in [Edge::Torus, Edge::Open] {
        let target = target(edge);
        let plot = &target.plot;
        let candidate = Candidate::from(Method::MinimumDistance(MinimumDistance::default()));
        let (found, store) = held(&target, &settings(24, vec![candidate.clone()]));
        let row = &found[1];
        let patterns: Vec<_> = (0..24)
            .map(|number| pattern(&candidate, &target, number))
            .collect();
        let own = &target.points_m;
        let test = |r_m: &[f64], curve: &dyn Fn(&[[f64; 2]]) -> Vec<f64>| {
            let simulated = patterns.iter().map(|points_m| curve(points_m)).collect();
            let family = Curves::new(r_m, curve(own), simulated).unwrap();
            family
                .global_test(GlobalMeasure::ExtremeRankLength, 0.05)
                .unwrap()
        };
        let pair_r_m = radii(plot).to_vec_m();
        let l = test(&pair_r_m, &|points_m| l_of(points_m, plot));
        assert_eq!(row.global_p, Some(l.p));
        assert_eq!((row.judged_p, row.judged_by.as_str()), (Some(l.p), "L"));
        let (j_r_m, _) = j_of(own, plot, 60);
        assert_eq!(
            row.j_p,
            Some(test(&j_r_m, &|points_m| j_of(points_m, plot, 60).1).p)
        );
        let summary = |points_m: &[[f64; 2]]| NearestNeighbourSummary::new(points_m, plot).unwrap();
        let farthest_m = summary(own).default_range_m();
        let g_r_m = Radii::new(farthest_m, STEPS).unwrap().to_vec_m();
        let g = test(&g_r_m, &|points_m| summary(points_m).g(&g_r_m).unwrap().km);
        assert_eq!(row.g_p, Some(g.p));
        let density = |points_m: &[[f64; 2]]| summary(points_m).density(farthest_m, 32).unwrap();
        let nnd_r_m = density(own).r_m;
        let nnd = test(&nnd_r_m, &|points_m| density(points_m).observed_per_m);
        let pcf = test(&pair_r_m, &|points_m| pcf_of(points_m, plot));

        let first = &patterns[0];
        let expected = [
            (
                "G",
                &g_r_m,
                summary(own).g(&g_r_m).unwrap().km,
                summary(first).g(&g_r_m).unwrap().km,
                g,
            ),
            ("L", &pair_r_m, l_of(own, plot), l_of(first, plot), l),
            ("pcf", &pair_r_m, pcf_of(own, plot), pcf_of(first, plot), pcf),
            (
                "nnd",
                &nnd_r_m,
                density(own).observed_per_m,
                density(first).observed_per_m,
                nnd,
            ),
        ];
        for (name, r_m, observed, first, test) in expected {
            let path = format!("functions/minimum-distance/envelope_{name}.csv");
            let table: Vec<EnvelopeRow> = rows(&store, &path);
            let finite = |value: f64| value.is_finite().then_some(value);
            for (at, row) in table.iter().enumerate() {
                assert_eq!(
                    (row.r, row.obs, row.first),
                    (r_m[at], finite(observed[at]), finite(first[at]))
                );
                assert_eq!((row.lo, row.hi), (test.low[at], test.high[at]), "{name} {at}");
                let theo = match name {
                    "L" => Some(r_m[at]),
                    "pcf" => Some(1.0),
                    "nnd" => None,
                    _ => row.theo,
                };
                assert_eq!(row.theo, theo, "{name}");
            }
            assert_eq!(table.len(), r_m.len());
        }
    }
}

#[test]
fn classes_sizes_and_what_found_no_room_are_told() {
    let target = target(Edge::Torus);
    let sizes = Candidate {
        label: "sizes".to_owned(),
        ..Candidate::from(Method::SeveralSizes(SeveralSizes::default()))
    };
    let wide = Candidate::from(Method::MinimumDistance(MinimumDistance {
        distance_m: Some(9.0),
        ..MinimumDistance::default()
    }));
    let settings = settings(19, vec![sizes, wide, Method::Uniform(Uniform).into()]);
    let (found, store) = held(&target, &settings);
    let points: Vec<PointRow> = rows(&store, "points/sizes.csv");
    let classes: std::collections::BTreeSet<&str> = points.iter().map(|row| row.species.as_str()).collect();
    assert_eq!(
        Vec::from_iter(classes),
        ["class-1", "class-2", "class-3", "class-4"]
    );
    let size = |class: &str| {
        points
            .iter()
            .find(|row| row.species == class)
            .unwrap()
            .size_m
            .unwrap()
    };
    // Relative radii of 3, 2, 1.5 and 1.
    near(size("class-1"), 3.0 * size("class-4"), "sizes");
    near(size("class-2"), 2.0 * size("class-4"), "sizes");
    assert!(
        found[1].notes.starts_with(&format!("r={:.4}; ", size("class-4"))),
        "{}",
        found[1].notes
    );
    assert!(found[1].notes.ends_with(" throws a point"));
    let placed = found[2].points;
    assert!(placed < 60);
    let notes = &found[2].notes;
    assert!(
        notes.starts_with(&format!("r=9.0000; {placed} of 60 points: full: ")),
        "{notes}"
    );
    assert_eq!(found[3].notes, "");
    let uniform: Vec<PointRow> = rows(&store, "points/uniform.csv");
    assert!(
        uniform
            .iter()
            .all(|row| row.species.is_empty() && row.size_m.is_none())
    );
}

/// One disk fills the plot: a pattern has a single point, of which nothing can be measured.
#[test]
fn a_pattern_of_one_point_has_a_row_without_figures() {
    let target = target(Edge::Open);
    let lonely = Candidate::from(Method::MinimumDistance(MinimumDistance {
        distance_m: Some(60.0),
        ..MinimumDistance::default()
    }));
    let (found, store) = held(&target, &settings(19, vec![lonely]));
    let row = &found[1];
    assert_eq!((row.points, row.nnd_mean_m, row.clark_evans), (1, None, None));
    assert_eq!((row.g_ks, row.global_p, row.judged_p), (None, None, None));
    assert_eq!(rows::<PointRow>(&store, "points/minimum-distance.csv").len(), 1);
    assert!(store.list("functions/minimum-distance").unwrap().is_empty());
}

#[test]
fn who_looks_on_is_told_of_each_method_and_may_stop_before_it() {
    let target = target(Edge::Torus);
    let settings = settings(
        19,
        vec![
            Method::Uniform(Uniform).into(),
            Method::JitteredGrid(JitteredGrid::default()).into(),
        ],
    );
    let told = Told::default();
    assert!(
        compare(
            std::slice::from_ref(&target),
            &settings,
            9,
            &MemoryStore::default(),
            &told
        )
        .unwrap()
        .is_some()
    );
    let expected = [(0, 2, "uniform".to_owned()), (1, 2, "jittered-grid".to_owned())];
    assert_eq!(*told.methods.lock().unwrap(), expected);
    let stops = Told {
        stop_at: Some(1),
        ..Told::default()
    };
    let store = MemoryStore::default();
    assert!(
        compare(std::slice::from_ref(&target), &settings, 9, &store, &stops)
            .unwrap()
            .is_none()
    );
    assert!(store.open("points/uniform.csv").is_ok());
    assert!(store.open("points/jittered-grid.csv").is_err() && store.open("methods.csv").is_err());
}

/// A pattern that keeps 2.5 m apart, against a method that begins far from that.
#[test]
fn a_fit_finds_the_distance_that_the_target_keeps() {
    let target = target(Edge::Torus);
    let candidate = |fit: bool| Candidate {
        fit,
        ..Candidate::from(Method::MinimumDistance(MinimumDistance {
            distance_m: Some(0.8),
            ..MinimumDistance::default()
        }))
    };
    let (fitted, _) = held(&target, &settings(19, vec![candidate(true)]));
    let (plain, _) = held(&target, &settings(19, vec![candidate(false)]));
    assert!(fitted[1].g_ks.unwrap() < 0.5 * plain[1].g_ks.unwrap());
    assert_eq!(
        (fitted[1].judged_by.as_str(), fitted[1].judged_p),
        (
            "G J",
            Some((2.0 * fitted[1].g_p.unwrap().min(fitted[1].j_p.unwrap())).min(1.0))
        )
    );
    assert_eq!([&*fitted[1].fitted_to, &*plain[1].fitted_to], ["pcf", ""]);
    let notes = &fitted[1].notes;
    let number = |after: &str| -> f64 {
        let rest = &notes[notes.find(after).unwrap() + after.len()..];
        rest.split([' ', ')', ';']).next().unwrap().parse().unwrap()
    };
    assert!((number("fitted distance_m=") - 2.5).abs() < 0.2, "{notes}");
    near(
        number("r="),
        number("fitted distance_m="),
        "the spacing is what was found",
    );
    assert!(
        notes.ends_with("fitted to the pair correlation, so judged by G and J")
            || notes.contains("judged by G and J; ")
    );
    // The same distance for eight patterns of the setting that it began from, laid out again.
    let plot = &target.plot;
    let key = RandomKey::root(9, &["compare", "minimum-distance", "fit"]);
    let far = |number: u32| {
        let ask = Request::new(plot, 60);
        let points_m = candidate(true)
            .method
            .scatter(&ask, key.child(0, Purpose::Simulation, number))
            .unwrap()
            .points_m;
        assert_eq!(points_m.len(), 60);
        root_mean_square(&pcf_of(&target.points_m, plot), &pcf_of(&points_m, plot))
    };
    let before = mean(&(0..8).map(far).collect::<Vec<_>>());
    assert!((number("(distance ") - before).abs() < 6e-4, "{notes}: {before}");
    let after = number("before, ");
    assert!(after < 0.5 * before, "{notes}");
}

#[test]
fn what_a_method_refuses_is_told_with_its_label() {
    let target = target(Edge::Torus);
    let none = Candidate {
        label: "none".to_owned(),
        ..Candidate::from(Method::MinimumDistance(MinimumDistance {
            tries: 0,
            ..MinimumDistance::default()
        }))
    };
    let wild = Candidate::from(Method::JitteredGrid(JitteredGrid { jitter: f64::NAN }));
    let compared = settings(1, vec![none, Method::Uniform(Uniform).into(), wild]);
    let is_told = |error: &LabError, label: &str| {
        assert!(
            error.key().unwrap().starts_with(&format!("method.{label}.")),
            "{error}"
        );
    };
    let errors = try_methods(&compared, &target.plot, 1).unwrap_err();
    assert_eq!(errors.len(), 2);
    is_told(&errors[0], "none");
    is_told(&errors[1], "jittered-grid");
    let store = MemoryStore::default();
    is_told(
        &compare(
            std::slice::from_ref(&target),
            &compared,
            1,
            &store,
            &Told::default(),
        )
        .unwrap_err(),
        "none",
    );
    let all = settings(1, Method::all().into_iter().map(Candidate::from).collect());
    assert!(try_methods(&all, &target.plot, 1).is_ok());
    // So many patterns of so slow a method take too long; nothing of it is laid out.
    let costly = settings(u32::MAX / 2, vec![Method::Uniform(Uniform).into()]);
    let store = MemoryStore::default();
    is_told(
        &compare(
            std::slice::from_ref(&target),
            &costly,
            1,
            &store,
            &Told::default(),
        )
        .unwrap_err(),
        "uniform",
    );
    assert!(store.open("points/uniform.csv").is_err());
}

#[test]
fn a_target_is_the_thick_trees_of_the_last_year_or_a_measured_stand() {
    let text = crate::run::SCENARIO;
    let mut scenario = scenario(text);
    let (store, _) = whole(&scenario);
    let mut trees: Vec<TreeRow> = rows(&store, "trees/year-0012.csv");
    // No two as thick as each other.
    for (number, tree) in (0..).zip(&mut trees) {
        tree.dbh_cm += 0.001 * f64::from(number);
    }
    store
        .write("trees/year-0012.csv", &mut |out| {
            write_rows(out, trees.iter().cloned()).unwrap();
            Ok(())
        })
        .unwrap();
    let mut diameters: Vec<f64> = trees.iter().map(|tree| tree.dbh_cm).collect();
    diameters.sort_by(f64::total_cmp);
    // Exactly as thick counts.
    let least_cm = diameters[diameters.len() - 15];
    scenario.compare.dbh_min_cm = least_cm;
    let target = Target::grown(&scenario, &store, 1.5).unwrap();
    let thick: Vec<&TreeRow> = trees.iter().filter(|tree| tree.dbh_cm >= least_cm).collect();
    assert!(thick.len() > 10 && thick.len() < trees.len());
    assert_eq!(
        target.points_m,
        thick.iter().map(|tree| [tree.x_m, tree.y_m]).collect::<Vec<_>>()
    );
    assert_eq!(
        target.species,
        thick.iter().map(|tree| tree.species.clone()).collect::<Vec<_>>()
    );
    assert_eq!(
        target.sizes_m,
        thick
            .iter()
            .map(|tree| tree.crown_radius_m * 2.0)
            .collect::<Vec<_>>()
    );
    assert_eq!((target.seconds, target.plot), (Some(1.5), scenario.plot));
    assert_eq!(
        target.notes,
        format!("trees of at least {least_cm} cm in year 12")
    );
    scenario.compare.dbh_min_cm = diameters[diameters.len() - 2];
    assert_eq!(Target::grown(&scenario, &store, 1.5).unwrap().points_m.len(), 2);
    scenario.compare.dbh_min_cm = diameters[diameters.len() - 1];
    let error = Target::grown(&scenario, &store, 1.5).unwrap_err();
    assert_eq!(error.key().as_deref(), Some("compare.dbh_min_cm"));
    assert!(
        error
            .to_string()
            .starts_with(&format!("of {} trees in year 12, 1 are at least", trees.len())),
        "{error}"
    );
    let way_out = "lower `[compare] dbh_min_cm`, or let the forest grow for longer";
    assert_eq!(error.hint().as_deref(), Some(way_out));

    let text = "name = \"stand\"\nworld = { size_m = [40.0, 30.0], edge = \"open\", seed = 1 }\n\
                target = { file = \"stand.csv\" }\n";
    let files = InMemory(&[("s.toml", text), ("stand.csv", "x,y\n4,0\n5,1\n")]);
    let stand: StandScenario = load("s.toml", &files, &Overrides::default()).unwrap();
    assert_eq!(stand.points_m, [[4.0, 0.0], [5.0, 1.0]]);
    let target = Target::measured(&stand, "pines");
    assert_eq!((&target.points_m, target.plot), (&stand.points_m, stand.plot));
    assert_eq!((target.notes.as_str(), target.seconds), ("measured", None));
    assert!(target.species.is_empty() && target.sizes_m.is_empty());
}

/// Of clusters the pair correlation is taken over; where it is fitted as well nothing but J is left to judge by.
#[test]
fn the_pair_correlation_and_sizes_of_the_target_reach_the_method() {
    let target = target(Edge::Torus);
    let method = Method::named("resampled").unwrap();
    let (found, store) = held(&target, &settings(19, vec![method.into()]));
    let row = &found[1];
    let points: Vec<PointRow> = rows(&store, "points/resampled.csv");
    assert_eq!(row.judged_by, "G J");
    assert_eq!(
        row.judged_p,
        Some((2.0 * row.g_p.unwrap().min(row.j_p.unwrap())).min(1.0))
    );
    assert!(
        row.notes
            .contains("fitted to the pair correlation, so judged by G and J"),
        "{}",
        row.notes
    );
    let (uniform, _) = held(&target, &settings(19, vec![Method::Uniform(Uniform).into()]));
    assert!(row.pcf_rmse.unwrap() < 0.7 * uniform[1].pcf_rmse.unwrap());
    // What it took over is drawn from the target's sizes.
    let sizes: Vec<f64> = points.iter().filter_map(|row| row.size_m).collect();
    assert!(
        sizes.iter().all(|size_m| target.sizes_m.contains(size_m)),
        "{sizes:?}"
    );
}
