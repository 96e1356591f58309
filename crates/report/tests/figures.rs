//! Whole figures from whole tables: what a reader of a page may rely on.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use understory_numerics::math;
use understory_records::{CensusRow, ClimateRow, ReplicatesRow, SpacingRow, TreeRow};
use understory_report::{Figure, ReportError, RunAbout, clark_evans_beside, map_film};

use crate::invented::{Invented, Source, draw, replicates};
use crate::seen::{check_png, check_svg, clips, extents, frames, number, painted, places, texts, words};

fn figures(tables: &dyn Source) -> BTreeMap<String, Figure> {
    let mut all = BTreeMap::new();
    draw(tables, &mut |figure| {
        all.insert(figure.name.clone(), figure);
        Ok(())
    })
    .unwrap();
    all
}

const CENSUS: &str = "census";
const SPACING: &str = "clark-evans-over-time";
const DIAMETERS: &str = "diameters";
const ALL: &str = "nearest-neighbours-all-small-multiples";
const OVERLAID: &str = "nearest-neighbours-overlaid";
const ADULTS: &str = "nearest-neighbours-small-multiples";

/// Runs that lack one thing or another, and the figures that they have besides maps.
fn odd_runs() -> Vec<(&'static str, Invented, Vec<&'static str>)> {
    let every = || vec![CENSUS, SPACING, DIAMETERS, ALL, OVERLAID, ADULTS];
    let base = || Invented {
        replicated: false,
        ..Invented::old_field(1_500)
    };
    let with = |change: fn(&mut Invented)| {
        let mut run = base();
        change(&mut run);
        run
    };
    vec![
        ("whole", Invented::old_field(1_500), every()),
        ("no replicates", base(), every()),
        ("one recorded year", with(|run| run.years = vec![150]), every()),
        (
            "only year 0, with 40 trees",
            with(|run| run.years = vec![0]),
            vec![CENSUS, SPACING, DIAMETERS, ALL, ADULTS],
        ),
        ("no recorded year", with(|run| run.years.clear()), vec![CENSUS]),
        ("died out", with(|run| run.trees = 0), vec![CENSUS]),
        ("one tree", with(|run| run.trees = 1), vec![CENSUS, DIAMETERS]),
        ("one species", with(|run| run.about.species.truncate(1)), every()),
        (
            "ten species",
            with(|run| {
                run.about.species = (0..10)
                    .map(|i| format!("a species with a long name, number {i}"))
                    .collect();
            }),
            every(),
        ),
        (
            "forty species, one with a very long name",
            with(|run| {
                run.about.species = (0..40).map(|i| format!("species {i}")).collect();
                run.about.species[0] = "a  name\nwithout end ".repeat(20);
            }),
            every(),
        ),
        (
            "a name that is markup",
            with(|run| {
                run.about.name = "<b> & \"an endless name\" ".repeat(9);
                run.about.species[0] = "</svg>".to_owned();
            }),
            every(),
        ),
        (
            "open plot, long, far away, without Donnelly's index",
            with(|run| {
                run.about.torus = false;
                run.about.size_m = [1_000.0, 60.0];
                run.about.origin_m = [5_412_000.0, -300_000.0];
            }),
            vec![CENSUS, DIAMETERS, ALL, OVERLAID, ADULTS],
        ),
        (
            "tall and narrow",
            with(|run| run.about.size_m = [40.0, 500.0]),
            every(),
        ),
    ]
}

#[test]
fn every_run_has_the_figures_that_show_something_and_each_can_be_read() {
    for (run, tables, expected) in odd_runs() {
        let all = figures(&tables);
        let (maps, rest): (Vec<&str>, Vec<&str>) =
            all.keys().map(String::as_str).partition(|n| n.starts_with("map"));
        assert_eq!(rest, expected, "{run}");
        assert_eq!(maps.len(), tables.years.len().min(3), "{run}");
        for figure in all.values() {
            check_svg(run, figure);
            check_png(run, figure);
        }
    }
}

/// The narrowest column of a journal, and a poster: letters stay as large as they are.
#[test]
fn figures_are_as_wide_as_they_are_told_to_be_and_nothing_overlaps_or_is_cut_off() {
    for (run, mut tables, _) in odd_runs() {
        for width_mm in [80.0, 300.0] {
            tables.about.width_mm = Some(width_mm);
            for figure in figures(&tables).values() {
                check_svg(&format!("{run}, {width_mm} mm"), figure);
                let document = Document::parse(&figure.svg).unwrap();
                let width = document.root_element().attribute("width").unwrap();
                let width_pt: f64 = width.strip_suffix("pt").unwrap().parse().unwrap();
                assert!(
                    (width_pt - width_mm * 72.0 / 25.4).abs() < 0.1,
                    "{run}: {}: {width_pt} pt",
                    figure.name
                );
            }
        }
    }
    let mut narrow = Invented::old_field(10);
    for width_mm in [79.0, 601.0, f64::NAN] {
        narrow.about.width_mm = Some(width_mm);
        let refusal = draw(&narrow, &mut |_| Ok(())).unwrap_err().to_string();
        assert!(refusal.contains("80 to 600 mm"), "{refusal}");
    }
}

#[test]
fn the_map_through_the_years_has_a_frame_for_each_recorded_year() {
    let run = Invented {
        years: vec![0, 40, 80, 120],
        ..Invented::old_field(400)
    };
    let film = map_film(&run.about(), &run.recorded_years(), &|year| Ok(run.trees(year))).unwrap();
    check_svg("film", &film);
    check_png("film", &film);
    let (still, shown) = frames(&film.png);
    let times: Vec<u16> = shown.iter().map(|(_, shown_ms)| *shown_ms).collect();
    assert_eq!(times, [500, 500, 500, 2_500]);
    assert!(shown.iter().all(|(picture, _)| picture.len() == still.len()));
    assert_eq!(shown[3].0, still, "the last year stands for all");
    // More of the paper is covered from year to year.
    let white = |picture: &[u8]| picture.chunks_exact(3).filter(|pixel| *pixel == [255; 3]).count();
    let paper: Vec<usize> = shown.iter().map(|(picture, _)| white(picture)).collect();
    assert!(paper.is_sorted_by(|a, b| a > b), "{paper:?}");
    assert!(words(&film).contains(&"year 120".to_owned()));
    assert_eq!(
        map_film(&run.about(), &run.recorded_years(), &|year| Ok(run.trees(year))).unwrap(),
        film
    );

    let alone = Invented {
        years: vec![80],
        ..Invented::old_field(40)
    };
    let refusal = map_film(&alone.about(), &alone.recorded_years(), &|year| {
        Ok(alone.trees(year))
    })
    .unwrap_err()
    .to_string();
    assert!(
        refusal.contains("recorded years") && refusal.contains("2 or more"),
        "{refusal}"
    );
}

/// A sapling below an old tree hid a part of its crown.
#[test]
fn the_crowns_of_tall_trees_lie_over_those_of_low_ones() {
    let mut trees = Invented::old_field(2).trees(10);
    (trees[0].height_m, trees[0].crown_radius_m) = (30.0, 3.0);
    (trees[1].height_m, trees[1].crown_radius_m) = (2.0, 4.0);
    (trees[0].dbh_cm, trees[1].dbh_cm) = (5.0, 2.0);
    let tables = Fixed {
        trees,
        ..Fixed::default()
    };
    let figure = &figures(&tables)["map-year-0010"];
    let document = Document::parse(&figure.svg).unwrap();
    let units_per_m = clips(&document)[0][2] / 200.0;
    let radii_m: Vec<f64> = document
        .descendants()
        .filter(|n| n.has_tag_name("circle") && n.ancestors().any(|a| a.attribute("clip-path").is_some()))
        .map(|n| (number(n, "r") / units_per_m).round())
        .collect();
    assert!(
        radii_m.is_sorted_by(|a, b| a >= b) && radii_m.first() == Some(&4.0) && radii_m.last() == Some(&3.0)
    );
}

/// Good seed years made a band of each curve.
#[test]
fn seeds_and_deaths_of_a_long_run_are_drawn_as_means_with_their_years_behind() {
    let long = Invented {
        replicated: false,
        ..Invented::old_field(1_500)
    };
    let census = &figures(&long)[CENSUS];
    assert!(
        census.caption.contains("running means of 11 years"),
        "{}",
        census.caption
    );
    let pale = |figure: &Figure| figure.svg.matches("stroke-opacity=\"0.35\"").count();
    assert!(pale(census) >= 5, "{}", pale(census));
    let short = Invented {
        years: vec![0, 20],
        ..long
    };
    let census = &figures(&short)[CENSUS];
    assert!(!census.caption.contains("running means") && pale(census) == 0);
}

/// Bins of 0.25 m showed a stand of 0.3 m from neighbour to neighbour in three bars.
#[test]
fn bars_of_a_dense_stand_follow_its_trees_and_not_the_bins_of_the_table() {
    let dense = Invented {
        years: vec![150],
        about: RunAbout {
            size_m: [40.0, 40.0],
            ..Invented::old_field(0).about
        },
        ..Invented::old_field(4_000)
    };
    let figure = &figures(&dense)[ALL];
    let document = Document::parse(&figure.svg).unwrap();
    let has = |node: &Node, name: &str| {
        node.ancestors()
            .any(|n| n.attribute(name).is_some_and(|it| it != "none"))
    };
    // The bars are one shape, which is filled and has an outline: two corners for each, and two at its feet.
    let shapes = document
        .descendants()
        .filter(|n| n.has_tag_name("path") && has(n, "fill") && has(n, "stroke"));
    let corners = shapes.map(|node| places(node).len()).max().unwrap();
    assert!(corners > 2 * 12 + 2, "{corners}");
}

#[test]
fn the_same_tables_give_the_same_bytes() {
    let tables = Invented::old_field(1_500);
    assert_eq!(figures(&tables), figures(&tables));
}

#[test]
fn numbers_of_trees_are_said_in_words() {
    for (trees, on_map, in_panel) in [
        (0, "old-field, year 150: no trees", None),
        (1, "old-field, year 150: 1 tree", Some("year 150, 1 tree")),
    ] {
        let all = figures(&Invented {
            replicated: false,
            ..Invented::old_field(trees)
        });
        assert!(words(&all["map-year-0150"]).contains(&on_map.to_owned()));
        let diameters = all.get(DIAMETERS).map(words);
        assert_eq!(diameters.is_some(), in_panel.is_some(), "{trees} trees");
        if let (Some(said), Some(expected)) = (diameters, in_panel) {
            assert!(said.contains(&expected.to_owned()), "{said:?}");
        }
    }
}

#[test]
fn a_class_of_fewer_than_20_trees_has_no_point() {
    const NOTE: &str = "years with fewer than 20 trees of a class are left out";
    let mut tables = Fixed::default();
    for (year, saplings) in [(10, 20), (20, 19), (30, 20)] {
        tables.census.push(CensusRow {
            year,
            seedlings: 19,
            saplings,
            adults: 20,
            ..census_row()
        });
        for scope in ["seedling", "sapling", "adult"] {
            tables.spacing.push(SpacingRow {
                scope: scope.to_owned(),
                observed: Some(1.1),
                ..spacing_row(year, "clark_evans_naive")
            });
        }
    }
    let figure = &figures(&tables)[SPACING];
    let said = words(figure);
    assert!(said.contains(&NOTE.to_owned()), "{said:?}");
    assert!(said.iter().any(|w| w.starts_with("saplings")), "{said:?}");
    assert!(!said.iter().any(|w| w.starts_with("seedlings")), "{said:?}");
    // A marker for each point and one in the legend; a line through the adults alone, and the legend's two.
    let document = Document::parse(&figure.svg).unwrap();
    assert_eq!(painted(&document, "fill", "#e69f00"), 2 + 1);
    assert_eq!(painted(&document, "stroke", "#e69f00"), 1);
    assert_eq!(painted(&document, "fill", "#56b4e9"), 0);
    assert_eq!(painted(&document, "stroke", "#000000"), 1 + 1);

    tables.census.iter_mut().for_each(|row| {
        (row.seedlings, row.saplings) = (20, 20);
    });
    let said = words(&figures(&tables)[SPACING]);
    assert!(!said.contains(&NOTE.to_owned()), "{said:?}");
    assert!(said.iter().any(|w| w.starts_with("seedlings")), "{said:?}");
}

#[test]
fn a_histogram_needs_20_trees() {
    let mut tables = Fixed::default();
    for (year, adults) in [(10, 19), (20, 20), (30, 200)] {
        tables.census.push(CensusRow {
            year,
            adults,
            ..census_row()
        });
        tables.spacing.extend((0..64).map(|i| SpacingRow {
            r_m: Some(0.125 + 0.25 * f64::from(i)),
            observed: Some(1.0 / 16.0),
            theoretical: Some(1.0 / 16.0),
            ..spacing_row(year, "nnd_density")
        }));
    }
    let shown = |tables: &Fixed| {
        let mut said = words(&figures(tables)[ADULTS]);
        said.retain(|w| w.starts_with("year") || w.starts_with("sparse"));
        said
    };
    // The axis ends where the table does, at 16 m: of 20 trees on 4 ha a third would have a neighbour within it.
    assert_eq!(
        shown(&tables),
        ["sparse years are left out", "year 30, 200 trees"]
    );
    tables.about.size_m = [100.0, 100.0];
    assert_eq!(
        shown(&tables),
        [
            "sparse years are left out",
            "year 20, 20 trees",
            "year 30, 200 trees"
        ]
    );
    tables.census.pop();
    assert_eq!(shown(&tables), ["sparse years are left out", "year 20, 20 trees"]);

    // Even shares up to 16 m; the axis of values ends at the random curve's peak, √(2λ/e) = 0.038, or at 1/16.
    let figure = &figures(&tables)[ADULTS];
    let document = Document::parse(&figure.svg).unwrap();
    let rules = extents(&document, "stroke", "#e4e4e4");
    let [top, bottom] = [1, 3].map(|side| {
        let ends = rules.iter().map(|rule| rule[side]);
        if side == 1 {
            ends.fold(f64::INFINITY, f64::min)
        } else {
            ends.fold(0.0, f64::max)
        }
    });
    let bars = extents(&document, "stroke", "#0072b2")[1];
    assert!(
        (bars[3] - bottom).abs() < 1.5,
        "bars stand on zero: {bars:?}, {rules:?}"
    );
    let share = (bars[3] - bars[1]) / (bottom - top);
    assert!((0.6..=1.0).contains(&share), "{share}");
}

#[test]
fn a_map_of_many_marks_is_a_picture_with_vector_axes() {
    for (trees, pictures) in [(9_000, 0), (30_000, 1)] {
        let tables = Invented {
            years: vec![150],
            ..Invented::old_field(trees)
        };
        let map = &figures(&tables)["map-year-0150"];
        let document = Document::parse(&map.svg).unwrap();
        let images: Vec<Node> = document
            .descendants()
            .filter(|n| n.has_tag_name("image"))
            .collect();
        assert_eq!(images.len(), pictures, "{trees} trees");
        assert!(map.svg.len() < 1_300_000, "{} bytes of SVG", map.svg.len());
        assert!(map.png.len() < 1_000_000, "{} bytes of PNG", map.png.len());
        assert!(texts(&document).iter().any(|(text, _)| text == "x (m)"));
    }
}

#[test]
fn a_map_of_so_many_trees_that_they_hide_each_other_shows_cells() {
    for width_mm in [None, Some(80.0)] {
        let mut tables = Invented {
            years: vec![150],
            ..Invented::old_field(150_000)
        };
        (tables.about.size_m, tables.about.width_mm) = ([9_000.0, 5_000.0], width_mm);
        tables.about.species[0] = "a species with a long name".to_owned();
        let map = &figures(&tables)["map-year-0150"];
        check_svg("landscape", map);
        check_png("landscape", map);
        assert!(
            map.alt.starts_with("6 maps of a plot of 9,000 m by 5,000 m"),
            "{}",
            map.alt
        );
        assert!(
            map.alt.contains("Basal area (m²/ha), a species with a lon…: "),
            "{}",
            map.alt
        );
        assert!(
            map.caption.contains("in cells of 100 m by 100 m"),
            "{}",
            map.caption
        );
        let of_maps = map.caption.matches(" (m²/ha)").count();
        assert_eq!(of_maps, 3, "{}", map.caption);
    }
}

#[test]
fn crowns_are_to_scale_and_cross_the_edges_of_a_torus() {
    for (torus, copies) in [(true, 4), (false, 1)] {
        let mut about = Invented::old_field(0).about;
        about.torus = torus;
        about.size_m = [100.0, 50.0];
        let tree = TreeRow {
            tree: 1,
            species: "beech".to_owned(),
            x_m: 1.0,
            y_m: 49.0,
            z_m: 0.0,
            age_yr: 50,
            dbh_cm: 9.0,
            height_m: 12.0,
            crown_radius_m: 5.0,
            vigour: 1.0,
            crown_base_m: 0.0,
            dbh_score: 0.0,
            height_score: 0.0,
            key: String::new(),
        };
        let figure = figures(&Fixed {
            about,
            trees: vec![tree],
            ..Fixed::default()
        })["map-year-0010"]
            .clone();
        let document = Document::parse(&figure.svg).unwrap();
        let clip = document
            .descendants()
            .find(|n| n.has_tag_name("clipPath"))
            .unwrap()
            .first_element_child()
            .unwrap();
        let units_per_m = number(clip, "width") / 100.0;
        assert!((number(clip, "height") / 50.0 - units_per_m).abs() < 0.02 * units_per_m);
        assert!(words(&figure).contains(&"crowns to scale".to_owned()));
        let crown = 5.0 * units_per_m;
        let circles = document.descendants().filter(|n| n.has_tag_name("circle"));
        let crowns: Vec<Node> = circles
            .filter(|&c| (number(c, "r") - crown).abs() < 0.1)
            .collect();
        assert_eq!(crowns.len(), copies, "torus: {torus}");
        let (x, y) = (number(clip, "x") + units_per_m, number(clip, "y") + units_per_m);
        let near = |c: &Node| (number(*c, "cx") - x).abs() < 1.5 && (number(*c, "cy") - y).abs() < 1.5;
        assert_eq!(
            crowns.iter().filter(|c| near(c)).count(),
            1,
            "x to the right and y upwards"
        );
    }
}

#[test]
fn a_crown_too_small_to_be_seen_is_drawn_larger_and_that_is_said() {
    let mut trees = Invented::old_field(2).trees(10);
    (trees[0].crown_radius_m, trees[1].crown_radius_m) = (0.0, 3.0);
    // No stems.
    (trees[0].dbh_cm, trees[1].dbh_cm) = (0.0, 5.0);
    let tables = Fixed {
        trees,
        ..Fixed::default()
    };
    let figure = &figures(&tables)["map-year-0010"];
    let document = Document::parse(&figure.svg).unwrap();
    let units_per_m = clips(&document)[0][2] / 200.0;
    let radii = document
        .descendants()
        .filter(|n| n.has_tag_name("circle") && n.attribute("clip-path").is_none());
    let of_crowns = radii.filter(|n| n.ancestors().any(|a| a.attribute("clip-path").is_some()));
    let least = of_crowns
        .map(|n| number(n, "r"))
        .filter(|r| *r > 0.0)
        .fold(f64::INFINITY, f64::min);
    let said = words(figure);
    let told = said.iter().find_map(|words| {
        let rest = words.strip_prefix("crowns to scale, the smallest drawn ")?;
        rest.strip_suffix(" m wide")?.parse::<f64>().ok()
    });
    let told = told.unwrap_or_else(|| panic!("{said:?}"));
    assert!(
        (told - 2.0 * least / units_per_m).abs() < 0.06,
        "{told}: {least} units, {units_per_m} to the metre"
    );
}

#[test]
fn years_of_any_density_fall_on_the_random_curve_when_they_are_random() {
    let mut tables = Fixed {
        about: Invented::old_field(0).about,
        ..Fixed::default()
    };
    // The first year has too few trees; the curve of the second ends at a share of 0.89.
    for (year, adults, steps) in [(5, 49_u64, 300), (7, 2_000, 168), (10, 50, 300), (20, 2_000, 300)] {
        let density = adults as f64 / 40_000.0;
        tables.census.push(CensusRow {
            year,
            adults,
            ..census_row()
        });
        for i in 0..steps {
            let r = f64::from(i) * 0.005 / density.sqrt();
            let random = 1.0 - math::exp(-std::f64::consts::PI * density * r * r);
            tables.spacing.push(SpacingRow {
                r_m: Some(r),
                observed: Some(random),
                ..spacing_row(year, "G_km")
            });
        }
    }
    let figure = &figures(&tables)["nearest-neighbours-overlaid"];
    let document = Document::parse(&figure.svg).unwrap();
    let curve = |path: Node| {
        (path.has_tag_name("path"))
            .then(|| places(path))
            .filter(|p| p.len() > 90)
    };
    let curves: Vec<_> = document
        .descendants()
        .filter(|n| n.attribute("stroke").is_some())
        .filter_map(curve)
        .collect();
    let [first, second, random] = &curves[..] else {
        panic!("{} curves", curves.len())
    };
    let right_end = |curve: &[(f64, f64)]| curve[curve.len() - 1].0;
    assert_eq!([right_end(first), right_end(second)], [right_end(random); 2]);
    for &(x, y) in first.iter().chain(second) {
        let right = random
            .iter()
            .position(|p| p.0 > x)
            .unwrap_or(random.len() - 1)
            .max(1);
        let ((x0, y0), (x1, y1)) = (random[right - 1], random[right]);
        let expected = y0 + (y1 - y0) * (x - x0) / (x1 - x0);
        assert!((y - expected).abs() < 1.5, "at {x}: {y}, not {expected}");
    }
}

#[test]
fn a_number_that_is_none_is_refused_by_name() {
    let mut tables = Fixed {
        about: Invented::old_field(0).about,
        ..Fixed::default()
    };
    tables.trees = Invented::old_field(50).trees(10);
    tables.trees[7].crown_radius_m = f64::NAN;
    let error = draw(&tables, &mut |_| Ok(())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`trees/year-0010` holds NaN as `crown_radius_m`, but a figure needs a finite number of 0 or more"
    );

    tables.trees.clear();
    tables.spacing = vec![SpacingRow {
        theoretical: Some(f64::INFINITY),
        ..spacing_row(10, "G_km")
    }];
    let error = draw(&tables, &mut |_| Ok(())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`spacing.csv` holds inf as `theoretical`, but a figure needs a finite number"
    );

    tables.about.size_m = [0.0, 100.0];
    assert!(matches!(
        draw(&tables, &mut |_| Ok(())),
        Err(ReportError::Plot { width_m: 0.0, .. })
    ));
}

#[test]
fn numbers_at_the_end_of_what_a_float_holds_are_drawn_all_the_same() {
    for size in [
        f64::MAX,
        1e300,
        1e6,
        1e4,
        1e3,
        300.0,
        100.0,
        1e-300,
        f64::MIN_POSITIVE,
    ] {
        let mut trees = Invented::old_field(50).trees(10);
        trees[0].dbh_cm = size;
        trees[1].crown_radius_m = size;
        trees[2].x_m = -size;
        let mut census = census_row();
        census.basal_area_m2_per_ha = size;
        (census.year, census.adults) = (10, 60);
        let spacing = ["nnd_density", "G_km", "clark_evans_naive"]
            .into_iter()
            .flat_map(|statistic| {
                [0.0, 1.0, 2.0].map(|i| SpacingRow {
                    r_m: (statistic != "clark_evans_naive").then_some(i * 0.1 * size),
                    observed: Some(size),
                    theoretical: Some(size),
                    ..spacing_row(10, statistic)
                })
            });
        let tables = Fixed {
            trees,
            census: vec![census],
            spacing: spacing.collect(),
            ..Fixed::default()
        };
        let overlaid = usize::from(size >= 0.9);
        assert_eq!(figures(&tables).len(), 5 + overlaid, "{size}");
    }
    // Only in the second of these plots are the table's distances neither too coarse nor too short for a curve of shares.
    for (size_m, number) in [
        ([1e-3, 1e3], 8),
        ([1e6, 1e-2], 9),
        ([1e-6, 1e-6], 8),
        ([1e100, 1e100], 8),
    ] {
        let mut tables = Invented::old_field(60);
        tables.about.size_m = size_m;
        assert_eq!(figures(&tables).len(), number, "{size_m:?}");
    }
}

#[test]
fn what_the_caller_says_is_passed_on() {
    let error = draw(&Invented::old_field(10), &mut |_| Err("disk full".into())).unwrap_err();
    assert_eq!(error.to_string(), "cannot keep the figure `map-year-0000`");
    assert_eq!(
        std::error::Error::source(&error).unwrap().to_string(),
        "disk full"
    );
}

#[test]
fn runs_stand_beside_each_other_with_their_bands() {
    let mut sparse_at_first = replicates("adult", 1.1);
    sparse_at_first.extend(
        [(0, 19.9), (10, 12.0), (20, 20.0)].map(|(year, mean)| ReplicatesRow {
            year,
            figure: "adults.all".to_owned(),
            mean,
            low: None,
            high: None,
            n: 10,
        }),
    );
    let runs = [
        ("with competition", replicates("adult", 1.2)),
        ("sparse at first", sparse_at_first.clone()),
        ("a run without replicates", Vec::new()),
    ];
    let figure = clark_evans_beside(&runs, None).unwrap();
    check_svg("beside", &figure);
    let document = Document::parse(&figure.svg).unwrap();
    let said = words(&figure);
    for expected in [
        "with competition",
        "a run without replicates: nothing to show",
        "95 % interval of the mean",
        "years with fewer than 20 trees of a class are left out",
    ] {
        assert!(said.contains(&expected.to_owned()), "{expected}: {said:?}");
    }
    let bands_of = |years: usize| {
        let there_and_back =
            |d: &str| d.matches('L').count() == 2 * years - 1 && d.ends_with('Z') && !d.contains('Q');
        let bands = document
            .descendants()
            .filter(|n| n.attribute("d").is_some_and(there_and_back));
        bands.count()
    };
    assert_eq!([bands_of(16), bands_of(14)], [1, 1]);

    let late = clark_evans_beside(&[("sparse at first", sparse_at_first)], None).unwrap();
    assert!(
        words(&late).contains(&"0".to_owned()),
        "the axis begins at year 0"
    );

    // An open plot has both indices, and the naive one is biased there.
    let named = |index: &str| {
        let rows = replicates("adult", if index == "donnelly" { 1.1 } else { 1.3 });
        let figure = format!("clark_evans_{index}.adult");
        rows.into_iter().map(move |row| ReplicatesRow {
            figure: figure.clone(),
            ..row
        })
    };
    let open = |rows: Vec<ReplicatesRow>| clark_evans_beside(&[("open", rows)], None).unwrap().svg;
    assert_eq!(
        open(named("naive").chain(named("donnelly")).collect()),
        open(named("donnelly").collect())
    );

    check_svg("none beside", &clark_evans_beside(&[], None).unwrap());
}

/// Tables as given, with one recorded year, 10.
#[derive(Clone)]
struct Fixed {
    about: RunAbout,
    census: Vec<CensusRow>,
    spacing: Vec<SpacingRow>,
    trees: Vec<TreeRow>,
    climate: Vec<ClimateRow>,
}

impl Default for Fixed {
    fn default() -> Self {
        Fixed {
            about: Invented::old_field(0).about,
            census: Vec::new(),
            spacing: Vec::new(),
            trees: Vec::new(),
            climate: Vec::new(),
        }
    }
}

impl Source for Fixed {
    fn about(&self) -> RunAbout {
        self.about.clone()
    }
    fn census(&self) -> Vec<CensusRow> {
        self.census.clone()
    }
    fn spacing(&self) -> Vec<SpacingRow> {
        self.spacing.clone()
    }
    fn climate(&self) -> Vec<ClimateRow> {
        self.climate.clone()
    }

    fn recorded_years(&self) -> Vec<u32> {
        vec![10]
    }
    fn trees(&self, _: u32) -> Vec<TreeRow> {
        self.trees.clone()
    }
}

/// Years that are below 0 °C, as a panel that began at 0 would show none of them.
fn cold_years() -> Vec<ClimateRow> {
    let year = |year: u32| ClimateRow {
        year,
        temperature_c: -3.0 - 0.5 * f64::from(year % 3),
        rain_mm: 400.0 + 10.0 * f64::from(year),
    };
    (1..=150).map(year).collect()
}

#[test]
fn a_climate_has_a_figure_with_temperature_rain_and_the_dead_of_dry_years() {
    let mut census = Invented::old_field(1000).census();
    let species = Invented::old_field(0).about.species[0].clone();
    for row in census
        .iter_mut()
        .filter(|row| row.species == species && row.year == 80)
    {
        row.died_by_drought = row.trees / 10;
    }
    let fixed = Fixed {
        census,
        climate: cold_years(),
        ..Fixed::default()
    };
    let drawn = figures(&fixed);
    let figure = &drawn["climate"];
    check_svg("climate", figure);
    check_png("climate", figure);
    assert!(figure.alt.contains("Mean of the year (°C)"), "{}", figure.alt);
    assert!(figure.alt.contains("410"), "{}", figure.alt);
    assert!(!figures(&Fixed::default()).contains_key("climate"));
}

#[test]
fn a_rain_below_nothing_and_a_temperature_that_is_none_are_refused_by_name() {
    for (temperature_c, rain_mm, column) in [(f64::NAN, 1.0, "temperature_c"), (9.0, -1.0, "rain_mm")] {
        let fixed = Fixed {
            climate: vec![ClimateRow {
                year: 1,
                temperature_c,
                rain_mm,
            }],
            ..Fixed::default()
        };
        let refused = draw(&fixed, &mut |_| Ok(())).unwrap_err().to_string();
        assert!(
            refused.contains("climate.csv") && refused.contains(column),
            "{refused}"
        );
    }
}

fn census_row() -> CensusRow {
    let rows = Invented::old_field(0).census();
    rows.into_iter().find(|row| row.species == "all").unwrap()
}

fn spacing_row(year: u32, statistic: &str) -> SpacingRow {
    SpacingRow {
        year,
        scope: "adult".to_owned(),
        statistic: statistic.to_owned(),
        r_m: None,
        observed: None,
        theoretical: None,
        envelope_low: None,
        envelope_high: None,
    }
}
