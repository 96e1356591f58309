//! Points by a method: segments, their seams, and the lattice without bounds.

use std::collections::BTreeSet;

use crate::folders::assert_contains;
use crate::util::{Csv, Place, files_below};

/// Two borders, one of which ends at the other, and three segments by three methods.
const SEGMENTS: &str = r#"
name = "segments"
[world]
size_m = [120.0, 90.0]
seed = 5
[scatter]
method = "springs"
per_ha = 900.0
[[border]]
name = "river"
points_m = [[-5.0, 50.0], [60.0, 40.0], [125.0, 55.0]]
width_m = 8.0
[[border]]
name = "fence"
points_m = [[60.0, 40.0], [70.0, 0.0]]
[[segment]]
name = "north"
at_m = [60.0, 80.0]
method = "elimination"
[[segment]]
name = "east"
at_m = [100.0, 10.0]
method = "minimum-distance"
"#;

const PLANE: &str = r#"
name = "plane"
[world]
size_m = [50.0, 40.0]
seed = 5
[scatter]
method = "jittered-plane"
spacing_m = [4.0, 3.0]
"#;

fn lines(place: &Place, path: &str) -> BTreeSet<String> {
    let text = place.read(path);
    text.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn a_segment_alone_has_the_points_that_it_has_among_all_for_any_number_of_threads() {
    let place = Place::new();
    place.write("segments.toml", SEGMENTS);
    place.run_well("scatter segments.toml --out all --threads 2");
    place.run_well("scatter segments.toml --out one --threads 1");
    place.run_well("scatter segments.toml --out north --segments north");
    for table in ["points.csv", "segments.csv", "seams.csv"] {
        assert_eq!(
            place.read(&format!("all/{table}")),
            place.read(&format!("one/{table}"))
        );
    }
    let (all, north) = (lines(&place, "all/points.csv"), lines(&place, "north/points.csv"));
    let own: BTreeSet<String> = all
        .iter()
        .filter(|line| line.starts_with("north,"))
        .cloned()
        .collect();
    assert!(own.len() > 100 && own.len() < all.len());
    assert_eq!(north, own);
    let left = files_below(&place.path("all"));
    for file in [
        "figures/segments.svg",
        "figures/segments.png",
        "datapackage.json",
        "manifest.json",
        "scenario.toml",
    ] {
        assert!(left.contains(&file.to_owned()), "{left:?}");
    }
    let said = place.refused(1, "scatter segments.toml --out none --segments nort");
    assert_contains(&said, &["there is no segment `nort`"]);
    assert_contains(&said, &["there are: "]);
}

#[test]
fn a_border_with_a_width_hides_the_seam_that_one_without_shows() {
    let place = Place::new();
    place.write("segments.toml", SEGMENTS);
    place.run_well("scatter segments.toml --out all");
    let seams = Csv::read(&place.path("all/seams.csv"));
    // A row for each side: the fence ends at the river, so that one side of this has two segments.
    assert_eq!(
        seams.texts("border"),
        ["river", "river", "river", "fence", "fence"]
    );
    let mut sides = seams.texts("segment")[..3].to_vec();
    sides.dedup();
    assert_eq!(sides.len(), 3);
    let rows = seams
        .texts("border")
        .into_iter()
        .zip(seams.texts("across_least_m"));
    for ((border, least), too_close) in rows.zip(seams.texts("pairs_too_close")) {
        let least_m: f64 = least.parse().unwrap();
        match border {
            "river" => assert!(least_m >= 8.0 && too_close == "0", "{least_m}, {too_close}"),
            _ => assert!(least_m < 2.0 && too_close != "0", "{least_m}, {too_close}"),
        }
    }
}

#[test]
fn what_makes_no_sense_of_ground_in_segments_is_refused_with_a_way_out() {
    let place = Place::new();
    place.write("segments.toml", SEGMENTS);
    place.write("plane.toml", PLANE);
    for (command, expected) in [
        (
            "scatter segments.toml --window 0,0,50,50",
            "has borders, which stay where they are",
        ),
        (
            "scatter plane.toml --window=nan,0,1,1",
            "has a number that is not finite",
        ),
        ("scatter plane.toml --segments north", "leave `--segments` out"),
    ] {
        let said = place.refused(1, command);
        assert_contains(&said, &[expected, "hint: "]);
    }
    // Nothing between two commas is no name.
    place.run_well("scatter segments.toml --out two --segments north,,east");
}

/// The lattice has no bounds: what two windows share is the same in both, to the last digit.
#[test]
fn two_windows_of_the_plane_agree_where_they_overlap() {
    let place = Place::new();
    place.write("plane.toml", PLANE);
    place.run_well("scatter plane.toml --out one --window=-1000030,-20,-1000000,10");
    place.run_well("scatter plane.toml --out two --window=-1000020,-5,-999980,30");
    let (one, two) = (lines(&place, "one/plane.csv"), lines(&place, "two/plane.csv"));
    let of_both = |line: &&String| {
        let fields: Vec<f64> = line
            .split(',')
            .skip(2)
            .take(2)
            .map(|field| field.parse().unwrap())
            .collect();
        (-1_000_020.0..-1_000_000.0).contains(&fields[0]) && (-5.0..10.0).contains(&fields[1])
    };
    let shared: Vec<&String> = one.iter().filter(of_both).collect();
    assert!(shared.len() > 15, "{}", shared.len());
    assert_eq!(shared, two.iter().filter(of_both).collect::<Vec<_>>());
    assert!(files_below(&place.path("one")).contains(&"figures/plane.png".to_owned()));
}

#[test]
fn springs_alone_leave_their_net_and_its_drift() {
    let place = Place::new();
    let text = SEGMENTS.split("[[border]]").next().unwrap();
    place.write("springs.toml", text);
    place.run_well("scatter springs.toml --out net");
    let drift = Csv::read(&place.path("net/drift.csv"));
    let ends = |border: &str| -> f64 {
        let rows = drift.texts("border").into_iter().zip(drift.texts("area_ratio"));
        let last = rows.rev().find(|(own, _)| *own == border).unwrap().1;
        last.parse().unwrap()
    };
    assert_eq!(ends("pinned"), 1.0);
    assert!(ends("free") < 1.0 && ends("free") > 0.9, "{}", ends("free"));
    let left = files_below(&place.path("net"));
    for file in [
        "figures/springs.png",
        "figures/drift.png",
        "nodes.csv",
        "springs.csv",
    ] {
        assert!(left.contains(&file.to_owned()), "{left:?}");
    }
    // Drawn again from the tables.
    place.run_well("plot net");
    // A strip of ground is not drawn as long as it is.
    place.run_well("scatter springs.toml --out strip --set world.size_m=[0.1,100000.0]");
}

#[test]
fn borders_that_cannot_cut_are_told_with_file_and_place() {
    let place = Place::new();
    place.write("segments.toml", &SEGMENTS.replace("[70.0, 0.0]", "[70.0, 5.0]"));
    let said = place.refused(1, "scatter segments.toml");
    assert_contains(
        &said,
        &["segments.toml:15:27: the border `fence` ends inside the ground at (70, 5) m"],
    );
    place.write("run.toml", SEGMENTS);
    assert_contains(&place.refused(1, "run run.toml"), &["`understory scatter`"]);
}
