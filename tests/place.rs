//! `place`: a painted world and the folder that it leaves.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use understory::{Overrides, WatchedWorld, WorldScenario, open};
use understory_export::scene::read_scene;

use crate::folders::assert_contains;
use crate::same_bytes::assert_same;
use crate::util::{Csv, Place, files_below};

/// A wood and a meadow on hills, four tiles, one with negative numbers, with everything that may stand in the way.
pub(crate) const WORLD: &str = r##"
name = "world"
[world]
size_m = [96.0, 96.0]
origin_m = [-32.0, -32.0]
seed = 7
[terrain]
cell_m = 2.0
hills = { count = 4, height_m = [4.0, 9.0], radius_m = [12.0, 30.0] }
[place]
tile_m = 48.0
[biome]
[[biome.type]]
name = "wood"
colour = "#2f6b3a"
texture = "soil"
height_m = { from = 3.0 }
[[biome.type]]
name = "meadow"
colour = "#9bbf5a"
texture = "grass"
[[rule]]
name = "trees"
asset = "tree"
biome = "wood"
footprint_m = 2.0
density = 0.8
[[rule]]
name = "stones"
asset = "stone"
biome = "meadow"
footprint_m = 1.2
density = 0.4
align = "ground"
offset_m = -0.2
[[rule]]
name = "ferns"
asset = "fern"
biome = "wood"
footprint_m = 0.5
density = 0.6
[[mix]]
of = "tree"
asset = "birch"
[[mix]]
of = "tree"
asset = "pine"
share = 2.0
[[texture]]
texture = "moss"
biome = "wood"
density = 0.5
[[road]]
name = "lane"
points_m = [[-32.0, 0.0], [10.0, 8.0], [64.0, -10.0]]
width_m = 4.0
fade_m = 3.0
[[blocker]]
name = "mill"
at_m = [20.0, 30.0]
radius_m = 6.0
fade_m = 4.0
[[instance]]
name = "well"
asset = "well"
at_m = [-20.0, 40.0]
footprint_m = 1.5
[[edit]]
name = "mill-moved"
set = "blocker.mill.at_m=[40.0, 40.0]"
[[lod]]
to_m = 30.0
[[lod]]
to_m = 90.0
footprint_m = 1.0
[[asset]]
name = "pine"
shape = "conifer"
height_m = 8.0
width_m = 3.0
colour = "#1f4a3a"
"##;

const PLACE: &str = "place world.toml --out out";

fn world() -> Place {
    let place = Place::new();
    place.write("world.toml", WORLD);
    place
}

/// The rows of `instances.csv` by their keys.
fn instances(place: &Place, folder: &str) -> BTreeMap<String, String> {
    let text = place.read(&format!("{folder}/instances.csv"));
    let rows = text.lines().skip(1).map(|row| {
        let (key, rest) = row.split_once(',').unwrap();
        (key.to_owned(), rest.to_owned())
    });
    let by_key: BTreeMap<_, _> = rows.collect();
    assert_eq!(by_key.len(), text.lines().count() - 1, "no two rows share a key");
    by_key
}

#[test]
fn a_world_leaves_the_files_that_readers_count_on() {
    let place = world();
    let ran = place.run_well(PLACE);
    assert!(ran.out.starts_with("rule"), "{}", ran.out);
    let files = files_below(&place.path("out"));
    let expected = [
        "agreement.csv",
        "biomes.png",
        "changed.csv",
        "changes.csv",
        "datapackage.json",
        "figures/changed-mill-moved.png",
        "figures/changed-mill-moved.svg",
        "figures/lod.png",
        "figures/lod.svg",
        "figures/patterns.png",
        "figures/patterns.svg",
        "figures/world.png",
        "figures/world.svg",
        "instances.csv",
        "manifest.json",
        "patterns.csv",
        "report.html",
        "rules.csv",
        "scenario.toml",
        "scene.glb",
        "textures.csv",
        "textures/grass.png",
        "textures/moss.png",
        "textures/soil.png",
        "view.png",
    ];
    assert_eq!(files, expected);
    let header = "instance,asset,rule,tile_x,tile_y,x_m,y_m,z_m,qx,qy,qz,qw,scale,shade,tags";
    assert_eq!(place.read("out/instances.csv").lines().next(), Some(header));
    let manifest: Value = serde_json::from_str(&place.read("out/manifest.json")).unwrap();
    assert_eq!(manifest["command"], "place");
    let listed = manifest["files"].as_array().unwrap().iter();
    let listed = listed.map(|file| file["path"].as_str().unwrap().to_owned());
    let others = expected.iter().filter(|file| {
        !file.starts_with("figures/")
            && ![
                "datapackage.json",
                "manifest.json",
                "report.html",
                "scenario.toml",
            ]
            .contains(file)
    });
    assert!(listed.eq(others.map(|file| (*file).to_owned())));
    let table = Csv::read(&place.path("out/instances.csv"));
    let by_hand = table.texts("rule").iter().filter(|rule| rule.is_empty()).count();
    assert_eq!(by_hand, 1);
    // A mix never stands itself.
    let assets = table.texts("asset");
    assert!(!assets.contains(&"tree") && assets.contains(&"birch"));
}

#[test]
fn threads_and_its_own_copy_change_no_table() {
    let place = world();
    place.run_well("place world.toml --out one --threads 1");
    place.run_well("place world.toml --out three --threads 3");
    place.run_well("place one/scenario.toml --out again");
    for other in ["three", "again"] {
        assert_same(&place.everything("one"), &place.everything(other));
    }
}

#[test]
fn tiles_alone_have_the_rows_of_the_whole() {
    let place = world();
    place.run_well(PLACE);
    let whole = instances(&place, "out");
    let is_of = |row: &str, tile: &str| row.contains(&format!(",{tile},"));
    let tiles = [-1, 0, 1].map(|y| [-1, 0, 1].map(|x| format!("{x},{y}")));
    assert!(
        whole
            .values()
            .all(|row| tiles.iter().flatten().any(|tile| is_of(row, tile)))
    );
    // A corner, an edge, and the tile in the middle.
    for tile in ["-1,-1", "1,0", "0,0"] {
        place.run_well(&format!("place world.toml --out tile --tile {tile}"));
        let mut of_tile = whole.clone();
        of_tile.retain(|_, row| is_of(row, tile));
        assert!(!of_tile.is_empty(), "{tile}");
        assert_eq!(instances(&place, "tile"), of_tile, "{tile}");
    }
    let ran = place.run("place world.toml --out tile --tile 5,0");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err
            .contains("there is no tile 5,0: the world has those from -1,-1 to 1,1"),
        "{}",
        ran.err
    );
}

#[test]
fn multipliers_only_take_away() {
    let place = world();
    place.run_well(PLACE);
    let whole = instances(&place, "out");
    for set in ["place.density_scale=0.4", "place.quality=low"] {
        place.run_well(&format!(
            "place world.toml --out less --set {set} --set place.small_m=1.0"
        ));
        let less = instances(&place, "less");
        assert!(!less.is_empty() && less.len() < whole.len(), "{set}");
        assert!(less.iter().all(|(key, row)| whole.get(key) == Some(row)), "{set}");
    }
}

#[test]
fn an_edit_is_told_as_it_comes_out_where_it_is_made() {
    let place = world();
    place.run_well(PLACE);
    place.run_well("place world.toml --out edited --set blocker.mill.at_m=[40.0,40.0]");
    let (old, new) = (instances(&place, "out"), instances(&place, "edited"));
    let gone = old.iter().filter(|(key, row)| new.get(*key) != Some(row)).count();
    let come = new.iter().filter(|(key, row)| old.get(*key) != Some(row)).count();
    let changed = Csv::read(&place.path("out/changed.csv"));
    let count = |what: &str| {
        changed
            .texts("change")
            .iter()
            .filter(|change| **change == what)
            .count()
    };
    assert_eq!([count("removed"), count("added")], [gone, come]);
    assert!(gone > 5 && come > 5);
    let changes = Csv::read(&place.path("out/changes.csv"));
    let sum = |column: &str| changes.numbers(column).into_iter().flatten().sum::<f64>();
    assert_eq!(
        [sum("before"), sum("after")],
        [old.len() as f64, new.len() as f64]
    );
    assert_eq!(sum("kept") + sum("removed"), sum("before"));
}

#[test]
fn the_scene_shows_each_instance_where_the_table_has_it() {
    let place = world();
    place.run_well(PLACE);
    let bytes = std::fs::read(place.path("out/scene.glb")).unwrap();
    let scene = read_scene(&bytes).unwrap();
    let table = Csv::read(&place.path("out/instances.csv"));
    let column = |name: &str| {
        table
            .numbers(name)
            .into_iter()
            .map(Option::unwrap)
            .collect::<Vec<_>>()
    };
    let [x, y, z] = ["x_m", "y_m", "z_m"].map(column);
    let mut places_m: BTreeMap<String, Vec<[f64; 3]>> = BTreeMap::new();
    for (row, asset) in table.texts("asset").into_iter().enumerate() {
        places_m
            .entry(asset.to_owned())
            .or_default()
            .push([x[row], y[row], z[row]]);
    }
    assert_eq!(scene.assets.len(), places_m.len());
    for asset in &scene.assets {
        let places_m = &places_m[&asset.name];
        assert_eq!(asset.instances.len(), places_m.len(), "{}", asset.name);
        for instance in &asset.instances {
            let is_near = |place_m: &&[f64; 3]| {
                (0..3).all(|axis| (place_m[axis] - instance.place_m[axis]).abs() < 1e-4)
            };
            assert!(places_m.iter().any(|place_m| is_near(&place_m)), "{instance:?}");
        }
    }
}

#[test]
fn figures_come_out_the_same_from_the_tables() {
    let place = world();
    place.run_well(PLACE);
    let figure = || place.read("out/figures/changed-mill-moved.svg");
    let before = figure();
    std::fs::remove_dir_all(place.path("out/figures")).unwrap();
    place.run_well("plot out");
    assert_eq!(figure(), before);
    for name in ["world", "lod", "patterns"] {
        assert!(place.path(&format!("out/figures/{name}.png")).exists());
    }
}

#[test]
fn a_camera_opens_and_closes_tiles() {
    let place = world();
    place.write(
        "flight.csv",
        "frame,x_m,y_m,z_m,yaw_deg,pitch_deg\n0,-30,-30,10,0,0\n1,0,0,10,0,0\n2,60,60,10,0,0\n",
    );
    place.run_well("place world.toml --out out --camera flight.csv --set lod.2.to_m=40");
    let frames = Csv::read(&place.path("out/frames.csv"));
    let column = |name: &str| {
        frames
            .numbers(name)
            .into_iter()
            .map(Option::unwrap)
            .collect::<Vec<_>>()
    };
    let [opened, closed, open] = ["opened", "closed", "open"].map(column);
    assert_eq!(open.len(), 3);
    assert_eq!(open[0], opened[0]);
    assert!(closed[2] > 0.0 && closed[0] == 0.0);
    let ran = place.run("place world.toml --out out --camera nowhere.csv");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("there is no file"), "{}", ran.err);
}

/// Stones on all patches from 24 m on, and bushes on those of 12 m.
const PROPS: &str = r#"
[patches]
finest_level = 5
open_px = 700.0
patches_per_frame = 3
props_per_frame = 60
[[prop]]
name = "stones"
asset = "stone"
levels = [2, 5]
per_patch = [0, 3]
scale_per_m = 0.05
scale = [0.5, 2.0]
align = "ground"
[[prop]]
name = "bushes"
asset = "fern"
levels = [3, 3]
per_patch = [1, 2]
"#;

fn flight(frames: usize, rest: usize) -> String {
    let mut text = "frame,x_m,y_m,z_m,yaw_deg,pitch_deg\n".to_owned();
    for frame in 0..frames + rest {
        let share = (frame as f64 / (frames - 1) as f64).min(1.0);
        let [x_m, y_m] = [-30.0 + 60.0 * share, 40.0 * share];
        text += &format!("{frame},{x_m},{y_m},12,{},-15\n", 90.0 * share);
    }
    text
}

#[test]
fn props_come_with_the_patches_around_a_camera_whatever_its_speed() {
    let place = world();
    place.write(
        "props.toml",
        &WORLD.replacen("[place]", &format!("{PROPS}[place]"), 1),
    );
    place.write("slow.csv", &flight(200, 40));
    place.write("fast.csv", &flight(4, 80));
    for speed in ["slow", "fast"] {
        place.run_well(&format!("place props.toml --out {speed} --camera {speed}.csv"));
    }
    let props = Csv::read(&place.path("slow/props.csv"));
    assert!(props.numbers("x_m").len() > 30);
    // Where both rest, all is there that each has on its way and at its end; what the slow one still has open is more.
    let lines = |speed: &str, file: &str| -> BTreeSet<String> {
        place
            .read(&format!("{speed}/{file}"))
            .lines()
            .map(str::to_owned)
            .collect()
    };
    assert!(lines("fast", "props.csv").is_subset(&lines("slow", "props.csv")));
    let frames = Csv::read(&place.path("slow/frames.csv"));
    let column = |name: &str| -> Vec<f64> { frames.numbers(name).into_iter().map(Option::unwrap).collect() };
    assert!(column("opened").iter().all(|&opened| opened <= 3.0));
    assert!(column("made").iter().all(|&made| made <= 60.0));
    assert_eq!(
        column("there").last().copied(),
        Some(props.numbers("x_m").len() as f64)
    );
    let strategies = place.read("slow/strategies.csv");
    for word in ["iterative-deepening,", "depth-first,", "breadth-first,"] {
        assert!(strategies.contains(word), "{strategies}");
    }
    let scene = read_scene(&std::fs::read(place.path("slow/scene.glb")).unwrap()).unwrap();
    let shown: usize = scene.assets.iter().map(|asset| asset.instances.len()).sum();
    assert!(shown > props.numbers("x_m").len());
    assert!(place.has("slow/figures/patches.svg"));

    let refused = place.refused(1, "check props.toml --set patches.props_per_frame=5");
    assert_contains(
        &refused,
        &["`patches.props_per_frame` is 5", "level 3", "may drop 20 props"],
    );
    let refused = place.refused(1, "check props.toml");
    assert_contains(&refused, &["open around a camera, but there is none", "--camera"]);
}

/// Nothing is refused of such a camera, but who looks at tables that say little is told why.
#[test]
fn a_camera_that_stands_still_or_is_below_the_ground_is_noted() {
    let place = world();
    place.write("props.toml", &format!("{WORLD}{PROPS}"));
    let stands = "0,5,5,-20,0,-15\n1,5,5,-20,0,-15\n";
    place.write(
        "still.csv",
        &format!("frame,x_m,y_m,z_m,yaw_deg,pitch_deg\n{stands}"),
    );
    let ran = place.run("place props.toml --camera still.csv --out out");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_contains(
        &ran.err,
        &[
            "the camera stands still in all 2 frames",
            "in 2 of 2 frames the camera is below the ground, first in frame 0 at -20 m",
        ],
    );
    place.write("flight.csv", &flight(3, 0));
    let ran = place.run("place props.toml --camera flight.csv --out out");
    assert!(!ran.err.contains("frames the camera"), "{}", ran.err);
}

#[test]
fn an_edit_that_cannot_be_is_told_at_its_place() {
    let place = world();
    place.write("world.toml", &WORLD.replace("[40.0, 40.0]", "[4000.0, 40.0]"));
    for command in ["check world.toml", PLACE] {
        let ran = place.run(command);
        assert_eq!(ran.code, Some(1), "{command}");
        let line = WORLD.lines().position(|line| line.starts_with("set = ")).unwrap() + 1;
        assert!(
            ran.err.contains(&format!("world.toml:{line}:")),
            "{command}: {}",
            ran.err
        );
        assert!(
            ran.err.contains("nothing reaches the world"),
            "{command}: {}",
            ran.err
        );
    }
    assert!(!place.path("out").exists());
}

/// A blocker with corners, and a prefab with blockers, one placed by hand.
const FARM: &str = r##"
[[blocker]]
name = "field"
corners_m = [[-28.0, -28.0], [-10.0, -28.0], [-16.0, -12.0]]
fade_m = 2.0
[[prefab]]
name = "farm"
[[prefab.part]]
asset = "barn"
[[prefab.part]]
asset = "tree"
at_m = [6.0, 0.0]
[[prefab.blocker]]
name = "yard"
corners_m = [[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]]
[[instance]]
name = "old-farm"
asset = "farm"
at_m = [-8.0, 24.0]
footprint_m = 1.0
yaw_deg = 45.0
"##;

#[test]
fn a_prefab_stands_as_its_parts_and_figures_know_its_blockers() {
    let place = world();
    place.write("farm.toml", &format!("{WORLD}{FARM}"));
    place.run_well("place farm.toml --out out");
    let table = Csv::read(&place.path("out/instances.csv"));
    let assets = table.texts("asset");
    assert!(assets.contains(&"barn") && !assets.contains(&"farm"));
    let manifest: Value = serde_json::from_str(&place.read("out/manifest.json")).unwrap();
    let blockers = manifest["blockers"].as_array().unwrap();
    let names: Vec<&str> = blockers.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["mill", "field", "old-farm.yard"]);
    assert_eq!(blockers[1]["corners_m"].as_array().map(Vec::len), Some(3));
    assert!(blockers[0].get("corners_m").is_none());
    place.write(
        "ring.toml",
        &format!("{WORLD}{FARM}").replace("asset = \"barn\"", "asset = \"farm\""),
    );
    let ran = place.run("place ring.toml --out ring");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err
            .contains("`prefab.farm.part.0.asset` is `farm`, the prefab that it is a part of"),
        "{}",
        ran.err
    );
}

#[test]
fn other_programs_find_every_instance_in_all_formats() {
    let place = world();
    let tinted = WORLD.replacen("density = 0.8\n", "density = 0.8\nshade = [0.5, 0.9]\n", 1);
    let tagged = "[[tag]]\nasset = \"birch\"\nwords = \"sound:rustle\"\n";
    place.write("world.toml", &format!("{tinted}{tagged}"));
    let also = "--set place.scene_nodes=true --set place.geojson=true --set place.ply=true";
    place.run_well(&format!("{PLACE} {also}"));
    let table = Csv::read(&place.path("out/instances.csv"));
    let (rules, tags, assets) = (table.texts("rule"), table.texts("tags"), table.texts("asset"));
    let count = rules.len();
    let shades: Vec<f64> = table.numbers("shade").into_iter().flatten().collect();
    let of_trees = (0..count)
        .filter(|&row| rules[row] == "trees")
        .map(|row| shades[row]);
    let (least, most) = of_trees.fold((9.0_f64, 0.0_f64), |(least, most), shade| {
        (least.min(shade), most.max(shade))
    });
    assert!(
        (0.5..0.55).contains(&least) && (0.85..=0.9).contains(&most),
        "{least} {most}"
    );
    assert!((0..count).all(|row| (rules[row] == "trees") || shades[row] == 1.0));
    assert!((0..count).all(|row| (tags[row] == "sound:rustle") == (assets[row] == "birch")));
    let features: Value = serde_json::from_str(&place.read("out/world.geojson")).unwrap();
    let features = features["features"].as_array().unwrap();
    let of_kind = |kind: &str| {
        features
            .iter()
            .filter(|it| it["properties"]["kind"] == kind)
            .count()
    };
    assert_eq!(
        [of_kind("instance"), of_kind("road"), of_kind("blocker")],
        [count, 1, 1]
    );
    let ply = std::fs::read(place.path("out/instances.ply")).unwrap();
    let header = format!("element vertex {count}\n");
    assert!(ply.windows(header.len()).any(|found| found == header.as_bytes()));
    // A reader that is not ours counts the nodes with a mesh; one of them is the ground.
    let nodes = gltf::Gltf::open(place.path("out/scene-nodes.glb")).unwrap();
    assert_eq!(
        nodes.nodes().filter(|node| node.mesh().is_some()).count(),
        count + 1
    );
    assert_eq!(nodes.extensions_used().count(), 0);
    // Where the moss lies and the trees stand is said for each rule.
    let agreement = Csv::read(&place.path("out/textures.csv"));
    let moss = agreement
        .texts("texture")
        .iter()
        .position(|texture| *texture == "moss")
        .unwrap();
    let of_moss = agreement.numbers("of_biome")[moss].unwrap();
    assert!((of_moss - 0.5).abs() < 0.05, "{of_moss}");
}

/// Land of one kind, 200 m by 100 m.
const PLAIN: &str = r##"name = "plain"
[world]
size_m = [200.0, 100.0]
origin_m = [-100.0, 0.0]
seed = 3
[place]
[biome]
[[biome.type]]
name = "plain"
colour = "#9bbf5a"
texture = "grass"
"##;

const AREAS: &str = r##"
[[rule]]
name = "west"
asset = "spruce"
biome = "plain"
footprint_m = 0.05
fill = { method = "elimination", per_ha = 900.0, corners_m = [[-100.0, 0.0], [0.0, 0.0], [0.0, 100.0], [-100.0, 100.0]] }
[[rule]]
name = "east"
asset = "spruce"
biome = "plain"
footprint_m = 0.05
fill = { method = "elimination", per_ha = 900.0, corners_m = [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]] }
"##;

#[test]
fn the_seam_of_two_areas_is_seen_in_the_open_and_not_at_a_river() {
    let place = Place::new();
    place.write("open.toml", &format!("{PLAIN}{AREAS}"));
    let river = "[[river]]\nname = \"brook\"\npoints_m = [[0.0, 0.0], [0.0, 100.0]]\nwidth_m = 10.0\n";
    place.write("river.toml", &format!("{PLAIN}{AREAS}{river}"));
    place.run_well("place open.toml --out open");
    place.run_well("place river.toml --out river");
    let of_open = Csv::read(&place.path("open/fills.csv"));
    assert_eq!(of_open.texts("beside"), ["east", "west"]);
    // All of both against all, by hand.
    let instances = Csv::read(&place.path("open/instances.csv"));
    let at = |axis: &str| -> Vec<f64> { instances.numbers(axis).into_iter().map(Option::unwrap).collect() };
    let all: Vec<(&str, f64, f64)> = instances
        .texts("rule")
        .into_iter()
        .zip(at("x_m").into_iter().zip(at("y_m")))
        .map(|(rule, (x_m, y_m))| (rule, x_m, y_m))
        .collect();
    let nearest_m = |one: &(&str, f64, f64), of: &dyn Fn(&str) -> bool| {
        let others = all.iter().filter(|other| of(other.0) && *other != one);
        let distances = others.map(|other| {
            let [dx, dy] = [other.1 - one.1, other.2 - one.2];
            (dx * dx + dy * dy).sqrt()
        });
        distances.fold(f64::INFINITY, f64::min)
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let spacing_m = (10_000.0_f64 / 900.0).sqrt();
    let west = || all.iter().filter(|one| one.0 == "west");
    let inner = west().filter(|(_, x_m, y_m)| {
        [x_m + 100.0, -x_m, *y_m, 100.0 - y_m]
            .iter()
            .all(|edge_m| *edge_m >= 2.0 * spacing_m)
    });
    let inner: Vec<f64> = inner.map(|one| nearest_m(one, &|rule| rule == "west")).collect();
    let seam: Vec<f64> = west()
        .filter(|(_, x_m, _)| -x_m < 2.0 * spacing_m)
        .map(|one| nearest_m(one, &|_| true))
        .collect();
    assert_eq!(of_open.wholes("seam_instances")[0], seam.len() as u64);
    let ratio = of_open.numbers("seam_nearest_ratio")[0].unwrap();
    assert!((ratio - mean(&seam) / mean(&inner)).abs() < 1e-6, "{ratio}");
    // Eliminated points keep a distance, which those of the other area do not know of.
    let (least_m, seam_least_m) = (
        of_open.numbers("least_m")[0].unwrap(),
        of_open.numbers("seam_least_m")[0].unwrap(),
    );
    assert!(
        seam_least_m < 0.9 * least_m && ratio < 1.0,
        "{seam_least_m} {least_m} {ratio}"
    );
    // At a river none comes nearer than within.
    let of_river = Csv::read(&place.path("river/fills.csv"));
    let (least_m, seam_least_m) = (
        of_river.numbers("least_m")[0].unwrap(),
        of_river.numbers("seam_least_m")[0].unwrap(),
    );
    assert!(seam_least_m > 0.8 * least_m, "{seam_least_m} {least_m}");
    assert!(of_river.numbers("seam_nearest_ratio")[0].unwrap() > 0.95);
}

#[test]
fn a_rule_stands_as_dense_where_a_texture_lies_as_its_ranges_ask_for() {
    let place = Place::new();
    let same = "expression = \"(x_m + 100) / 200\"\n";
    let rules = format!(
        "[[rule]]\nname = \"ferns\"\nasset = \"fern\"\nbiome = \"plain\"\nfootprint_m = 0.5\n{same}\
         [[texture]]\ntexture = \"moss\"\nbiome = \"plain\"\n{same}"
    );
    place.write("moss.toml", &format!("{PLAIN}{rules}"));
    place.run_well("place moss.toml --out moss");
    assert!(place.path("moss/figures/agreement.png").exists());
    let found = Csv::read(&place.path("moss/agreement.csv"));
    let rows = found
        .texts("texture")
        .into_iter()
        .enumerate()
        .filter(|(_, texture)| *texture == "moss");
    let rows: Vec<usize> = rows.map(|(number, _)| number).collect();
    assert_eq!(rows.len(), 5);
    for (class, row) in rows.into_iter().enumerate() {
        // Points at a least distance of 1 m fill 0.69 of it, and the ranges take from them evenly from west to east.
        let number = |column: &str| found.numbers(column)[row].unwrap();
        let authored = 0.69 * 10_000.0 * (0.1 + 0.2 * class as f64);
        assert!(
            (number("authored_per_ha") / authored - 1.0).abs() < 0.05,
            "{}",
            number("authored_per_ha")
        );
        assert!(
            (number("per_ha") / number("authored_per_ha") - 1.0).abs() < 0.15,
            "{}",
            number("per_ha")
        );
        assert!((number("area_ha") - 0.4).abs() < 1e-6);
    }
}

#[test]
fn hand_edits_of_a_table_are_kept_when_rules_change() {
    let place = world();
    place.run_well(PLACE);
    let text = place.read("out/instances.csv");
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    let of_trees: Vec<usize> = (1..rows.len())
        .filter(|&at| rows[at].contains(",trees,"))
        .collect();
    // One tree is moved by two metres, one taken away, and a bench is new.
    let moved = of_trees[2];
    let mut fields: Vec<String> = rows[moved].split(',').map(str::to_owned).collect();
    fields[5] = (fields[5].parse::<f64>().unwrap() + 2.0).to_string();
    rows[moved] = fields.join(",");
    let (moved_key, gone) = (fields[0].clone(), rows.remove(of_trees[7]));
    let gone_key = gone.split(',').next().unwrap();
    rows.push(",bench,,0,0,12.5,7.25,4.0,0,0,0,1,1.5,1,".to_owned());
    place.write("edited.csv", &(rows.join("\n") + "\n"));
    let ran = place.run_well("place world.toml --edited edited.csv --keep by-hand.csv");
    assert_eq!(ran.out, "removed,added\n2,2\n");
    let kept = "[by_hand]\nfile = \"by-hand.csv\"\n";
    place.write("edited.toml", &format!("{WORLD}{kept}"));
    place.run_well("place edited.toml --out edited");
    let (before, after) = (instances(&place, "out"), instances(&place, "edited"));
    // All others are as they were.
    let same = before
        .iter()
        .filter(|(key, row)| after.get(*key) == Some(row))
        .count();
    assert_eq!((same, after.len()), (before.len() - 2, before.len()));
    assert!(!after.contains_key(gone_key));
    let x_m = |row: &str| row.split(',').nth(4).unwrap().parse::<f64>().unwrap();
    assert_eq!(x_m(&after[&moved_key]), x_m(&before[&moved_key]) + 2.0);
    assert_eq!(after.values().filter(|row| row.starts_with("bench,,")).count(), 1);
    // The same edits once more are no other edits.
    let again = place.run_well("place edited.toml --edited edited/instances.csv --keep by-hand-2.csv");
    assert_eq!(again.out, "removed,added\n2,2\n");
    // Rules change: the edits stay, and one that finds nothing any more is told.
    let fewer = format!("{WORLD}{kept}").replace("density = 0.8", "density = 0.4");
    place.write(
        "fewer.toml",
        &fewer.replace(
            "name = \"ferns\"\nasset = \"fern\"",
            "name = \"herbs\"\nasset = \"herb\"",
        ),
    );
    place.run_well("place fewer.toml --out fewer");
    let later = instances(&place, "fewer");
    assert!(!later.contains_key(gone_key) && later[&moved_key] == after[&moved_key]);
    assert!(
        later.values().any(|row| row.starts_with("bench,,"))
            && later.values().any(|row| row.starts_with("herb,"))
    );
    place.write(
        "other.toml",
        &format!("{WORLD}{kept}")
            .replace("asset = \"tree\"", "asset = \"shrub\"")
            .replace("of = \"tree\"", "of = \"shrub\""),
    );
    let ran = place.run_well("place other.toml --out other");
    assert!(
        ran.err
            .contains("note: 2 of what was removed by hand does not stand any more"),
        "{}",
        ran.err
    );
    // What no world takes is refused where it was edited, not when the world is laid out; and of nothing nothing is kept.
    place.write(
        "wrong.csv",
        &(rows.join("\n").replace(",1.5,1,", ",500,1,") + "\n"),
    );
    let refused = place.refused(1, "place world.toml --edited wrong.csv --keep wrong-by-hand.csv");
    assert!(
        refused.contains("`wrong.csv` has values that no world takes: the scale is 500"),
        "{refused}"
    );
    place.write(
        "wrong.csv",
        &(rows.join("\n").replace(",12.5,7.25,", ",12.5,1e8,") + "\n"),
    );
    let refused = place.refused(1, "place world.toml --edited wrong.csv --keep wrong-by-hand.csv");
    assert!(refused.contains("100000000.0], beyond the world"), "{refused}");
    assert!(!place.has("wrong-by-hand.csv"));
    place.run_well("place world.toml --edited out/instances.csv --keep none.csv");
    place.write(
        "none.toml",
        &format!("{WORLD}{}", kept.replace("by-hand.csv", "none.csv")),
    );
    place.run_well("check none.toml");
    // A file that holds something else is nobody's to write over.
    let refused = place.run("place world.toml --edited edited.csv --keep world.toml");
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.err.contains("is there already and holds no hand edits"),
        "{}",
        refused.err
    );
}

#[test]
fn a_watched_world_rewrites_the_tiles_that_a_saved_file_touches() {
    let place = world();
    let open_world = |name: &str| open::<WorldScenario>(place.path(name), &Overrides::default()).unwrap();
    let tiles_in = |folder: &str| -> BTreeMap<String, String> {
        let files = files_below(&place.path(folder)).into_iter();
        files
            .map(|file| (file.clone(), place.read(&format!("{folder}/{file}"))))
            .collect()
    };
    let (mut watched, all) = WatchedWorld::begin(
        open_world("world.toml"),
        Overrides::default(),
        &place.path("tiles"),
    )
    .unwrap();
    assert_eq!((all.tiles.len(), all.of), (9, 9));
    let before = tiles_in("tiles");
    assert_eq!(before.len(), 10);
    // The tiles hold the rows of the whole.
    place.run_well(PLACE);
    let rows: usize = before
        .iter()
        .filter(|(file, _)| *file != "tiles.csv")
        .map(|(_, text)| text.lines().count() - 1)
        .sum();
    assert_eq!(rows, place.read("out/instances.csv").lines().count() - 1);
    // The well moves from one tile to another.
    let moved = WORLD.replace("at_m = [-20.0, 40.0]", "at_m = [-28.0, 60.0]");
    place.write("world.toml", &moved);
    let since = watched.wait(&|| false).unwrap();
    let rebuilt = watched.rebuild(since).unwrap();
    assert!((1..9).contains(&rebuilt.tiles.len()), "{:?}", rebuilt.tiles);
    let after = tiles_in("tiles");
    for (file, text) in after.iter().filter(|(file, _)| *file != "tiles.csv") {
        let is_written = rebuilt.tiles.iter().any(|[x, y]| *file == format!("{x}_{y}.csv"));
        assert!(is_written || before[file] == *text, "{file}");
    }
    WatchedWorld::begin(
        open_world("world.toml"),
        Overrides::default(),
        &place.path("fresh"),
    )
    .unwrap();
    assert_eq!(after, tiles_in("fresh"));
    // What is half saved is told, and changes nothing.
    let half = moved.find("ferns").unwrap() + 2;
    place.write("world.toml", &moved[..half]);
    let since = watched.wait(&|| false).unwrap();
    assert!(watched.rebuild(since).unwrap_err().is_user_error());
    assert_eq!(tiles_in("tiles"), after);
    place.write("world.toml", &moved.replace("density = 0.8", "density = 0.5"));
    let since = watched.wait(&|| false).unwrap();
    assert_eq!(watched.rebuild(since).unwrap().tiles.len(), 9);
    // What was edited since, or added, is kept.
    place.write("fresh/0_0.csv", "mine");
    place.write("fresh/notes.txt", "mine");
    // Another's folder is left alone, an earlier watch's is taken over.
    let refused = place.run("place world.toml --watch out");
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.err.contains("was not written by an earlier `--watch`"),
        "{}",
        refused.err
    );
    let (_, again) = WatchedWorld::begin(
        open_world("world.toml"),
        Overrides::default(),
        &place.path("fresh"),
    )
    .unwrap();
    assert_eq!(again.kept.to_string(), "0_0.csv as 0_0.kept.csv");
    let mut fresh = tiles_in("fresh");
    for name in ["0_0.kept.csv", "notes.txt"] {
        assert_eq!(fresh.remove(name).as_deref(), Some("mine"));
    }
    assert_eq!(tiles_in("tiles"), fresh);
    // No two at once, and one folder alone.
    let held = place.run("place world.toml --watch --out tiles");
    assert_eq!(held.code, Some(1));
    assert!(held.err.contains("another run is at work in"), "{}", held.err);
    let two = place.run("place world.toml --watch tiles --out other");
    assert!(two.err.contains("name two folders"), "{}", two.err);
}
