//! `scene`: a stand as one glTF file, read back by the crate gltf, and what cannot be shown.

use std::collections::BTreeMap;
use std::fs::{self, File};

use gltf::Gltf;
use understory_records::{FromFields, Manifest, TreeRow, read_table};

use crate::same_bytes::assert_same;
use crate::util::{Place, Stand};

const STAND: Stand = Stand {
    founders: 50,
    ..Stand::SMALL
};
const CROWNS: &str = "
[crowns]
when = \"final\"
min_height_m = 3.0
points = 100
roots = { points = 60 }
";

fn grown(more: &str) -> Place {
    let place = Place::new();
    place.write("stand.toml", &format!("{}{more}", STAND.toml()));
    place.run_well("run stand.toml --out run");
    place
}

fn assert_contains(said: &str, part: &str) {
    assert!(said.contains(part), "`{part}` is not in: {said}");
}

fn rows<R: FromFields>(place: &Place, path: &str) -> Vec<R> {
    read_table(path, File::open(place.path(path)).unwrap()).unwrap()
}

/// A tree as another reader finds it: where its foot is, z up, how high its top is above that, and of how many triangles it is.
struct Found {
    place_m: [f64; 3],
    height_m: f64,
    triangles: usize,
}

/// The bytes of a file, its description and its data.
struct Read {
    gltf: Gltf,
    data: Vec<u8>,
}

impl Read {
    fn of(place: &Place, path: &str) -> Self {
        // The crate knows neither instancing nor quantization, and would refuse both.
        let gltf = Gltf::from_slice_without_validation(&fs::read(place.path(path)).unwrap()).unwrap();
        let data = gltf.blob.clone().unwrap();
        Self { gltf, data }
    }

    fn floats<const N: usize>(&self, accessor: usize) -> Vec<[f64; N]> {
        let accessor = self.gltf.accessors().nth(accessor).unwrap();
        let first = accessor.view().unwrap().offset() + accessor.offset();
        let bytes = &self.data[first..first + 4 * N * accessor.count()];
        let number = |at: usize| f64::from(f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()));
        (0..accessor.count())
            .map(|row| std::array::from_fn(|part| number(4 * (N * row + part))))
            .collect()
    }

    /// The least and the greatest height of a mesh, and its triangles.
    fn mesh(&self, mesh: &gltf::Mesh<'_>) -> ([f64; 2], usize) {
        let (mut ends_m, mut triangles) = ([f64::INFINITY, f64::NEG_INFINITY], 0);
        for part in mesh.primitives() {
            let bounds = part.bounding_box();
            ends_m = [
                ends_m[0].min(f64::from(bounds.min[1])),
                ends_m[1].max(f64::from(bounds.max[1])),
            ];
            triangles += part.indices().unwrap().count() / 3;
        }
        (ends_m, triangles)
    }

    /// All trees, by the numbers of their nodes' lists or as nodes of their own.
    fn trees(&self) -> Vec<Found> {
        let mut found = Vec::new();
        for node in self.gltf.scenes().next().unwrap().nodes() {
            let (middle_m, ..) = node.transform().decomposed();
            let middle_m = middle_m.map(f64::from);
            let mut add = |mesh: &gltf::Mesh<'_>, at_m: [f64; 3], up: f64| {
                let ([_, top_m], triangles) = self.mesh(mesh);
                let [x, y, z] = [0, 1, 2].map(|axis| middle_m[axis] + at_m[axis]);
                found.push(Found {
                    place_m: [x, -z, y],
                    height_m: up * top_m,
                    triangles,
                });
            };
            if let Some(instancing) = node.extension_value("EXT_mesh_gpu_instancing") {
                let list = |name: &str| instancing["attributes"][name].as_u64().unwrap() as usize;
                let scales: Vec<[f64; 3]> = match instancing["attributes"]["SCALE"].is_null() {
                    true => Vec::new(),
                    false => self.floats(list("SCALE")),
                };
                for (row, at_m) in self.floats::<3>(list("TRANSLATION")).into_iter().enumerate() {
                    let [.., up, _] = scales.get(row).copied().unwrap_or([1.0; 3]);
                    add(&node.mesh().unwrap(), at_m, up);
                }
            }
            for child in node.children() {
                let (at_m, _, [_, up, _]) = child.transform().decomposed();
                add(&child.mesh().unwrap(), at_m.map(f64::from), f64::from(up));
            }
        }
        found
    }
}

/// Trees of at least 1.3 m, each with the nearest that was found, which is taken away.
fn matched(trees: &[TreeRow], mut found: Vec<Found>) -> Vec<(&TreeRow, Found)> {
    let mut pairs = Vec::new();
    for tree in trees.iter().filter(|tree| tree.height_m >= 1.3) {
        let off_m = |found: &Found| {
            let [x, y, z] = found.place_m;
            (x - tree.x_m).abs() + (y - tree.y_m).abs() + (z - tree.z_m).abs()
        };
        let nearest = (0..found.len()).min_by(|a, b| off_m(&found[*a]).total_cmp(&off_m(&found[*b])));
        let nearest =
            found.swap_remove(nearest.expect("there are fewer trees in the scene than in the table"));
        assert!(
            off_m(&nearest) < 1e-3,
            "tree {} is {} m off",
            tree.tree,
            off_m(&nearest)
        );
        pairs.push((tree, nearest));
    }
    assert!(
        found.is_empty(),
        "{} trees of the scene are in no table",
        found.len()
    );
    pairs
}

#[test]
fn every_tree_of_breast_height_stands_once_where_the_table_has_it_and_is_as_high() {
    let place = grown("");
    let ran = place.run_well("scene run --triangles 200000 --ground");
    let trees: Vec<TreeRow> = rows(&place, "run/trees/year-0004.csv");
    let read = Read::of(&place, "run/scene/year-0004.glb");
    let pairs = matched(&trees, read.trees());
    assert!(pairs.len() > 60);
    for (tree, found) in &pairs {
        assert!(
            (found.height_m / tree.height_m - 1.0).abs() < 1e-3,
            "tree {} is {} m high and shown {} m high",
            tree.tree,
            tree.height_m,
            found.height_m
        );
    }
    // As many triangles as is said, and no more than may be.
    let ground = read
        .gltf
        .nodes()
        .find(|node| node.name() == Some("ground"))
        .unwrap();
    let (ends_m, of_ground) = read.mesh(&ground.mesh().unwrap());
    assert_eq!(ends_m, [0.0, 0.0]);
    let triangles = of_ground + pairs.iter().map(|(_, found)| found.triangles).sum::<usize>();
    assert!(triangles <= 200_000 && triangles > 100_000, "{triangles}");
    let low = trees.len() - pairs.len();
    let said = format!(
        "year 4: {} trees of 1.3 m or more, {triangles} triangles, ",
        pairs.len()
    );
    assert_contains(&ran.err, &said);
    assert_contains(&ran.err, &format!("; {low} lower trees are left out"));
    assert_contains(&ran.out, "betula-pendula: its own kind");
    // Nearer trees have more triangles: the camera looks from the south-south-west.
    let of = |is_near: bool| {
        let side = pairs.iter().filter(|(tree, _)| (tree.y_m < 15.0) == is_near);
        let counts: Vec<usize> = side.map(|(_, found)| found.triangles).collect();
        counts.iter().sum::<usize>() as f64 / counts.len() as f64
    };
    assert!(of(true) > of(false), "{} {}", of(true), of(false));

    // Both files are the run's own: the manifest lists them, and the next run takes them away.
    let manifest: Manifest = serde_json::from_str(&place.read("run/manifest.json")).unwrap();
    let listed: Vec<&str> = manifest.others.iter().map(|file| file.path.as_str()).collect();
    for file in ["scene/year-0004.glb", "figures/scene-year-0004.png"] {
        assert!(listed.contains(&file), "{listed:?}");
    }
    place.run_well("run stand.toml --out run");
    assert!(!place.has("run/scene") && !place.has("run/figures/scene-year-0004.png"));
}

#[test]
fn a_scene_is_the_same_for_any_threads_and_with_a_node_for_each_tree() {
    let place = grown("");
    let scene = |arguments: &str, out: &str| {
        place.run_well(&format!(
            "scene run --triangles 60000 --out {out}/wood.glb {arguments}"
        ));
        place.everything(out)
    };
    let one = scene("--threads 1", "one");
    assert_eq!(one.keys().collect::<Vec<_>>(), ["wood.glb", "wood.png"]);
    assert_same(&one, &scene("--threads 4", "four"));
    scene("--plain", "plain");
    let trees: Vec<TreeRow> = rows(&place, "run/trees/year-0004.csv");
    let heights = |out: &str| -> BTreeMap<u64, i64> {
        let pairs = matched(&trees, Read::of(&place, &format!("{out}/wood.glb")).trees());
        let height_mm = |found: &Found| (1000.0 * found.height_m).round() as i64;
        pairs
            .iter()
            .map(|(tree, found)| (tree.tree, height_mm(found)))
            .collect()
    };
    assert_eq!(heights("one"), heights("plain"));
    let plain = Read::of(&place, "plain/wood.glb");
    assert!(
        plain
            .gltf
            .extensions_used()
            .all(|name| name != "EXT_mesh_gpu_instancing")
    );
    // What stands there is kept, whoever made it, and the manifest is left as it was.
    place.write("one/wood.png", "a photograph");
    let ran = place.run_well("scene run --year 2 --triangles 60000 --out one/wood.glb");
    assert_contains(
        &ran.err,
        "kept in one, as no command wrote it: wood.png as wood.kept.png, wood.glb as wood.kept.glb",
    );
    assert_eq!(place.read("one/wood.kept.png"), "a photograph");
    matched(
        &rows(&place, "run/trees/year-0004.csv"),
        Read::of(&place, "one/wood.kept.glb").trees(),
    );
    let trees: Vec<TreeRow> = rows(&place, "run/trees/year-0002.csv");
    matched(&trees, Read::of(&place, "one/wood.glb").trees());
    assert!(!place.has("run/scene"));
}

#[test]
fn a_part_is_shown_alone_and_crowns_as_they_grew() {
    let place = grown(CROWNS);
    place.run_well("scene run --window 10,0,40,60 --triangles 60000 --out part.glb");
    let trees: Vec<TreeRow> = rows(&place, "run/trees/year-0004.csv");
    let within: Vec<TreeRow> = trees
        .iter()
        .filter(|tree| (10.0..=40.0).contains(&tree.x_m))
        .cloned()
        .collect();
    assert!(within.len() < trees.len());
    matched(&within, Read::of(&place, "part.glb").trees());

    place.run_well("scene run --crowns grown --roots --triangles 300000 --out grown.glb");
    let crowns: Vec<understory_records::CrownRow> = rows(&place, "run/crowns/trees-year-0004.csv");
    let read = Read::of(&place, "grown.glb");
    let pairs = matched(&trees, read.trees());
    let mut found_grown = 0;
    for (tree, found) in &pairs {
        if let Some(crown) = crowns.iter().find(|crown| crown.tree == tree.tree) {
            found_grown += 1;
            // Leaves reach over the wood by a spray at most.
            let over_m = found.height_m - crown.grown_height_m;
            assert!((-0.02..0.8).contains(&over_m), "tree {}: {over_m} m", tree.tree);
        }
    }
    assert!(found_grown > 20 && found_grown == crowns.len());
    // Roots reach below the ground; those of the smallest trees are too thin to be drawn.
    let below = read
        .gltf
        .meshes()
        .filter(|mesh| read.mesh(mesh).0[0] < -0.1)
        .count();
    assert!(4 * below > 3 * found_grown, "{below} of {found_grown}");
}

#[test]
fn the_recorded_years_are_shown_one_after_the_other_by_one_camera() {
    let place = grown("");
    place.run_well("scene run --animate --threads 1");
    let bytes = fs::read(place.path("run/figures/scene-years.png")).unwrap();
    let frames = bytes.windows(4).filter(|chunk| chunk == b"fcTL").count();
    assert_eq!(frames, 3, "years 0, 2 and 4");
    let manifest = place.read("run/manifest.json");
    assert_contains(&manifest, "figures/scene-years.png");
    place.run_well("scene run --animate --out film.png --threads 3");
    assert!(fs::read(place.path("film.png")).unwrap() == bytes);
    // A window without trees has none.
    place.run_well("scene run --animate --window 0,0,30,60 --out film.png");
    assert!(fs::read(place.path("film.png")).unwrap() != bytes);
    let said = place.refused(1, "scene run --animate --window 0,0,0.01,0.01");
    assert_contains(&said, "needs 2 years with trees of 1.3 m or more");
}

#[test]
fn what_cannot_be_shown_is_refused_with_the_way_out_and_nothing_is_left() {
    let place = grown("");
    let before = place.everything("run");
    for (arguments, told) in [
        ("run --year 3", "`run` has no recorded year 3; it has 0, 2, 4"),
        ("nowhere", "`nowhere` holds no complete run"),
        (
            "run --window 200,0,300,60",
            "`--window` is 200,0,300,60, but the plot lies between 0,0,60,60",
        ),
        (
            "run --triangles 2000",
            "of `--triangles`\nhint: show a part of the plot with `--window",
        ),
        (
            "run --triangles 10",
            "`--triangles` is 10, but it must be from 1000 to 100000000",
        ),
        (
            "run --form ash=oak",
            "the species `ash`, but the run has `birch`, `beech`",
        ),
        (
            "run --form birch=ash",
            "the form `ash`, but there are `oak`, `beech`",
        ),
        (
            "run --form birch",
            "a species and its form are needed, such as ash=oak",
        ),
        (
            "run --camera 1,2",
            "three numbers are needed, such as 100,-20,1.7",
        ),
        ("run --crowns grown", "no crowns grew in year 4 of `run`"),
        ("run --out wood.gltf", "a scene is a file that ends in `.glb`"),
        (
            "run --animate --out film.glb",
            "a film is an animated picture, whose file ends in `.png`",
        ),
    ] {
        let said = place.refused(1, &format!("scene {arguments}"));
        assert_contains(&said, told);
    }
    assert_same(&before, &place.everything("run"));

    // A table that was edited, and a run that is not whole.
    let table = place.read("run/trees/year-0004.csv");
    place.write("run/trees/year-0004.csv", &table.replace("birch", "beech"));
    assert_contains(&place.refused(1, "scene run"), "was edited");
    fs::remove_file(place.path("run/trees/year-0004.csv")).unwrap();
    assert_contains(
        &place.refused(1, "scene run"),
        "is missing, but the manifest lists it",
    );
    fs::remove_file(place.path("run/manifest.json")).unwrap();
    assert_contains(&place.refused(1, "scene run"), "holds no complete run");
}
