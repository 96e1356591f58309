//! What another reader, the crate `gltf`, finds in the files of trees.

use std::sync::LazyLock;

use gltf::Gltf;
use gltf::accessor::DataType;
use gltf::image::Source;
use gltf::material::AlphaMode;
use understory_branching::mesh::{Detail, LEVELS, Levels, Mesh, TreeMesh, draw, draw_levels};
use understory_branching::presets::PRESETS;
use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_export::gltf::{Options, ReadTree, Size, Written, read_tree, write_tree};
use understory_export::{ExportError, Look, Skin};
use understory_numerics::RandomKey;

/// Each form that ships in its levels.
static FORMS: LazyLock<Vec<(&str, Vec<TreeMesh>)>> = LazyLock::new(|| {
    let drawn = PRESETS.iter().map(|preset| {
        let (form, key) = (preset.form(), RandomKey::root(1, &[preset.name]));
        let skeleton = form.grow(key, &[]).unwrap().skeleton;
        let mut details = Levels::default().details();
        details.iter_mut().for_each(|detail| detail.roots = true);
        let levels = draw_levels(&skeleton, &details, form.leaf.as_ref(), key).unwrap();
        (preset.name, levels)
    });
    drawn.collect()
});

/// The file of each of them.
static FILES: LazyLock<Vec<(Vec<u8>, Written)>> =
    LazyLock::new(|| FORMS.iter().map(|(name, levels)| file(name, levels)).collect());

fn file(name: &str, levels: &[TreeMesh]) -> (Vec<u8>, Written) {
    let mut bytes = Vec::new();
    let skin = Skin::of(&Look::named(name).unwrap_or_default()).unwrap();
    let written = write_tree(&mut bytes, name, levels, &skin, Options::default()).unwrap();
    assert_eq!(written.bytes, bytes.len() as u64);
    (bytes, written)
}

fn skin() -> Skin {
    Skin::of(&Look::default()).unwrap()
}

fn refusal(levels: &[TreeMesh]) -> String {
    let mut bytes = Vec::new();
    let refused = write_tree(&mut bytes, "oak", levels, &skin(), Options::default()).unwrap_err();
    assert!(
        bytes.is_empty(),
        "nothing is written before all is known to be sound"
    );
    refused.to_string()
}

/// The meshes of a scene's nodes.
fn meshes(scene: gltf::Scene<'_>) -> Vec<gltf::Mesh<'_>> {
    let nodes = scene
        .nodes()
        .flat_map(|node| std::iter::once(node.clone()).chain(node.children().collect::<Vec<_>>()));
    nodes.filter_map(|node| node.mesh()).collect()
}

fn wide(row: [f32; 3]) -> [f64; 3] {
    row.map(f64::from)
}

/// Six times the volume of the corner that three directions span; its sign says which hand they are.
fn handed([a, b, c]: [[f64; 3]; 3]) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

#[test]
fn the_same_tree_gives_the_same_bytes() {
    let (name, levels) = &FORMS[0];
    assert_eq!(file(name, levels), FILES[0]);
}

/// What we read of our own file is what was written, and so are its pictures.
#[test]
fn the_nearest_level_comes_back_as_it_was() {
    for ((name, levels), (bytes, _)) in FORMS.iter().zip(FILES.iter()) {
        let read = read_tree(bytes).unwrap();
        let parts = |tree: &TreeMesh| [&tree.bark, &tree.roots, &tree.leaves].map(Mesh::clone);
        for (found, written) in parts(&read.near).iter().zip(&parts(&levels[0])) {
            assert!(!written.triangles.is_empty(), "{name}");
            assert_eq!(found.places_m, written.places_m, "{name}");
            assert_eq!(found.triangles, written.triangles, "{name}");
            // Directions stand in bytes; what is counted downwards in the file and upwards in the mesh is rounded on the way.
            let normals = found
                .normals
                .iter()
                .flatten()
                .zip(written.normals.iter().flatten());
            assert!(
                normals
                    .into_iter()
                    .all(|(a, b)| (a - b).abs() <= 0.5 / 127.0 + 1e-6),
                "{name}"
            );
            let texture = found
                .texture
                .iter()
                .flatten()
                .zip(written.texture.iter().flatten());
            assert!(
                texture
                    .into_iter()
                    .all(|(a, b)| (a - b).abs() <= 1e-5 * b.abs().max(1.0)),
                "{name}"
            );
        }
        let leaves = read.leaves.unwrap();
        assert_eq!((leaves.width, leaves.pixels.len()), (512, 512 * 512), "{name}");
        let opaque = leaves.pixels.iter().filter(|pixel| pixel[3] > 127).count();
        assert!((40_000..200_000).contains(&opaque), "{name}: {opaque}");
        assert!(read.bark.unwrap().pixels.iter().all(|pixel| pixel[3] == 255));
    }
}

#[test]
fn bytes_that_are_no_file_of_ours_are_refused() {
    let whole = &FILES[0].0;
    for length in [0, 3, 11, 19, 300, whole.len() / 2] {
        assert!(
            matches!(read_tree(&whole[..length]), Err(ExportError::NotOurs)),
            "{length}"
        );
    }
    let json = br#"{"scenes": [{"nodes": [0]}], "nodes": [{"mesh": 7}]}"#;
    let mut odd = [
        b"glTF".as_slice(),
        &[0; 8],
        &(json.len() as u32).to_le_bytes(),
        b"JSON",
    ]
    .concat();
    odd.extend(json);
    assert_eq!(read_tree(&odd).unwrap(), ReadTree::default());
}

#[test]
fn a_reader_finds_every_level_as_a_scene_with_what_we_say_is_in_it() {
    for ((name, levels), (bytes, written)) in FORMS.iter().zip(FILES.iter()) {
        let read = Gltf::from_slice_without_validation(bytes).unwrap();
        assert_eq!(read.default_scene().unwrap().index(), 0);
        assert_eq!(read.scenes().count(), LEVELS);
        for (number, scene) in read.scenes().enumerate() {
            assert_eq!(scene.name(), Some(format!("{name}_LOD{number}").as_str()));
            let mut size = Size::default();
            for primitive in meshes(scene).iter().flat_map(gltf::Mesh::primitives) {
                size.vertices += primitive.get(&gltf::Semantic::Positions).unwrap().count();
                size.triangles += primitive.indices().unwrap().count() / 3;
            }
            assert_eq!(size, written.levels[number], "{name}");
            let level = &levels[number];
            let triangles = [&level.bark, &level.roots, &level.leaves].map(|mesh| mesh.triangles.len());
            assert_eq!(size.triangles, triangles.iter().sum::<usize>());
        }
    }
}

#[test]
fn trees_stand_upright_in_their_bounds_and_are_not_mirrored() {
    for ((name, levels), (bytes, _)) in FORMS.iter().zip(FILES.iter()) {
        let read = Gltf::from_slice_without_validation(bytes).unwrap();
        let blob = read.blob.as_deref().unwrap();
        let primitive = read.meshes().next().unwrap().primitives().next().unwrap();
        let reader = primitive.reader(|_| Some(blob));
        let places: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
        let bark = &levels[0].bark;
        let bounds = primitive.bounding_box();
        for axis in 0..3 {
            let low = places
                .iter()
                .map(|place| place[axis])
                .fold(f32::INFINITY, f32::min);
            let high = places
                .iter()
                .map(|place| place[axis])
                .fold(f32::NEG_INFINITY, f32::max);
            assert_eq!((bounds.min[axis], bounds.max[axis]), (low, high), "{name}");
        }
        let top_m = bark
            .places_m
            .iter()
            .map(|place| place[2])
            .fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(bounds.max[1], top_m, "up is y");
        let corner = |of: &[[f32; 3]]| [0, 5, 40].map(|vertex| wide(of[vertex]));
        let (ours, theirs) = (handed(corner(&bark.places_m)), handed(corner(&places)));
        assert!(
            (ours - theirs).abs() <= 1e-9 * ours.abs() && ours != 0.0,
            "{ours} {theirs}"
        );
        // Bytes in rows of four, which the reader does not turn into shares.
        let accessor = primitive.get(&gltf::Semantic::Normals).unwrap();
        let view = accessor.view().unwrap();
        assert_eq!((accessor.data_type(), view.stride()), (DataType::I8, Some(4)));
        let rows = blob[view.offset()..][..view.length()].as_chunks::<4>().0;
        for (row, ours) in rows.iter().zip(&bark.normals) {
            let expected = [ours[0], ours[2], 0.0 - ours[1]].map(|along| (127.0 * along).round() as i8);
            assert_eq!(row.map(|byte| byte as i8)[..3], expected);
        }
    }
}

#[test]
fn indices_take_two_bytes_where_they_fit() {
    let read = Gltf::from_slice_without_validation(&FILES[0].0).unwrap();
    let mut kinds = Vec::new();
    for primitive in read
        .meshes()
        .flat_map(|mesh| mesh.primitives().collect::<Vec<_>>())
    {
        let vertices = primitive.get(&gltf::Semantic::Positions).unwrap().count();
        let expected = if vertices <= 65_535 {
            DataType::U16
        } else {
            DataType::U32
        };
        assert_eq!(primitive.indices().unwrap().data_type(), expected);
        kinds.push(expected);
    }
    assert!(kinds.contains(&DataType::U16));
}

#[test]
fn all_pictures_are_inside_and_leaves_are_cut_out_by_theirs() {
    let coverage = |(name, bytes): (&str, &[u8])| {
        let read = Gltf::from_slice_without_validation(bytes).unwrap();
        let blob = read.blob.as_deref().unwrap();
        let leaves = read.materials().find(|at| at.name() == Some("leaves")).unwrap();
        assert_eq!(leaves.alpha_mode(), AlphaMode::Mask);
        assert!(!leaves.double_sided(), "cards have triangles to both sides");
        let pictures: Vec<Vec<u8>> = read
            .images()
            .map(|image| {
                let Source::View { view, mime_type } = image.source() else {
                    panic!("{name} has a picture elsewhere");
                };
                assert_eq!(mime_type, "image/png");
                pixels(&blob[view.offset()..][..view.length()])
            })
            .collect();
        assert_eq!(
            pictures.len(),
            6,
            "colours, normals and surface of bark and leaves"
        );
        let cutoff = 255.0 * leaves.alpha_cutoff().unwrap();
        let opaque: Vec<bool> = pictures[3]
            .chunks_exact(4)
            .map(|pixel| f32::from(pixel[3]) > cutoff)
            .collect();
        let share = opaque.iter().filter(|&&is_leaf| is_leaf).count() as f64 / opaque.len() as f64;
        assert!((0.15..0.75).contains(&share), "{name}: {share} of a card is leaf");
        opaque
    };
    let silhouettes: Vec<Vec<bool>> = FORMS
        .iter()
        .zip(FILES.iter())
        .map(|((name, _), (bytes, _))| coverage((name, bytes)))
        .collect();
    let difference = |a: usize, b: usize| {
        let pairs = silhouettes[a].iter().zip(&silhouettes[b]);
        pairs.filter(|(a, b)| a != b).count() as f64 / silhouettes[a].len() as f64
    };
    let at = |name: &str| FORMS.iter().position(|form| form.0 == name).unwrap();
    for (a, b) in [("oak", "beech"), ("beech", "spruce"), ("spruce", "pine")] {
        let difference = difference(at(a), at(b));
        assert!(
            difference > 0.05,
            "{a} and {b} differ in {difference} of the card"
        );
    }
}

fn pixels(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

#[test]
fn a_bare_stem_and_an_empty_tree_are_files_too() {
    let mut stem = Skeleton {
        nodes: vec![
            Node::new(None, Part::Shoot, [0.0; 3], 0),
            Node::new(Some(0), Part::Shoot, [0.0, 0.0, 2.0], 1),
        ],
    };
    stem.nodes.iter_mut().for_each(|node| node.radius_m = 0.05);
    let bare = draw(&stem, &Detail::default(), None, RandomKey::root(1, &[])).unwrap();
    let (bytes, written) = file("a bare \"stem\"", &[bare]);
    let read = Gltf::from_slice_without_validation(&bytes).unwrap();
    assert_eq!((read.meshes().count(), read.materials().count()), (1, 1));
    assert!(written.levels[0].triangles > 0);

    let (bytes, written) = file("nothing", &[TreeMesh::default()]);
    let read = Gltf::from_slice_without_validation(&bytes).unwrap();
    assert_eq!((read.meshes().count(), read.buffers().count()), (0, 0));
    assert_eq!(written.levels, [Size::default()]);
}

#[test]
fn a_mesh_that_is_none_is_refused() {
    assert_eq!(
        refusal(&[]),
        "`oak` has no level of detail, but a file needs one or more"
    );
    let broken = |breaks: fn(&mut Mesh)| {
        let mut levels = FORMS[0].1.clone();
        breaks(&mut levels[1].bark);
        refusal(&levels)
    };
    assert_eq!(
        broken(|bark| bark.places_m[7][1] = f32::NAN)
            .split(" [")
            .next()
            .unwrap(),
        "oak_LOD1 bark: the place of vertex 7 is"
    );
    assert_eq!(
        broken(|bark| bark.normals[3] = [0.0, 0.5, 0.0]),
        "oak_LOD1 bark: the normal of vertex 3 is [0.0, 0.5, 0.0], but must be of length 1"
    );
    assert!(broken(|bark| bark.triangles[2][1] = u32::MAX).contains("triangle 2 has the corner 4294967295"));
    assert!(broken(|bark| bark.texture.truncate(5)).contains("but needs as many of each"));
}

#[test]
fn a_look_that_is_none_is_refused() {
    let mut look = Look::default();
    look.bark.plates[1] = 0;
    let refused = Skin::of(&look).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the look's `bark.plates` is 0, but must be 1 to 64"
    );
    look.bark.plates[1] = 4;
    look.bark.furrowed = f64::NAN;
    let refused = Skin::of(&look);
    assert!(matches!(refused, Err(ExportError::OutOfRange { .. })));
}

#[test]
fn a_full_disk_is_an_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let refused = write_tree(&mut Full, "oak", &FORMS[0].1, &skin(), Options::default());
    assert!(matches!(refused, Err(ExportError::Write(_))));
}
