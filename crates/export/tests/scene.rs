//! What our own reader and another one, the crate `gltf`, find in the files of scenes.

use gltf::Gltf;
use gltf::accessor::Iter;
use proptest::prelude::*;
use serde_json::Value;
use understory_branching::mesh::{Mesh, TreeMesh};
use understory_export::scene::{
    Scene, SceneAsset, SceneCell, SceneGround, SceneInstance, SceneWritten, Shape, SimpleKind, SimpleShape,
    read_scene, write_scene,
};
use understory_export::{ExportError, Look, Skin, gltf as trees};

const EXTENSION: &str = "EXT_mesh_gpu_instancing";

fn file(scene: &Scene<'_>) -> (Vec<u8>, SceneWritten) {
    let mut bytes = Vec::new();
    let written = write_scene(&mut bytes, "a scene", scene).unwrap();
    assert_eq!(written.bytes, bytes.len() as u64);
    (bytes, written)
}

fn refusal(scene: &Scene<'_>) -> String {
    let mut bytes = Vec::new();
    let refused = write_scene(&mut bytes, "a scene", scene).unwrap_err();
    assert!(
        bytes.is_empty(),
        "nothing is written before all is known to be sound"
    );
    refused.to_string()
}

/// Another reader's view of a file. It knows no instancing, so it must not ask whether it knows what is required.
fn read(bytes: &[u8]) -> Gltf {
    Gltf::from_slice_without_validation(bytes).unwrap()
}

fn simple(name: &str, kind: SimpleKind) -> SceneAsset<'_> {
    let shape = SimpleShape {
        kind,
        height_m: 2.0,
        width_m: 1.5,
        colour: [90, 130, 60],
    };
    SceneAsset {
        name,
        shape: Shape::Simple(shape),
        tags: "",
    }
}

/// A tree of one triangle of bark and one of leaves.
fn small_tree() -> TreeMesh {
    let triangle = |z: f32| Mesh {
        places_m: vec![[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z]],
        normals: vec![[0.0, 0.0, 1.0]; 3],
        texture: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
        triangles: vec![[0, 1, 2]],
        ..Mesh::default()
    };
    TreeMesh {
        bark: triangle(0.0),
        roots: triangle(-1.0),
        leaves: triangle(2.0),
        ..TreeMesh::default()
    }
}

/// An instance from eight numbers between -1 and 1: where, how turned, how large.
fn instance(origin_m: [f64; 3], reach_m: f64, [x, y, z, a, b, c, d, size]: [f64; 8]) -> SceneInstance {
    let length = (a * a + b * b + c * c + d * d).sqrt();
    let rotation = if length > 1e-3 {
        [a, b, c, d].map(|part| part / length)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    };
    SceneInstance {
        place_m: [
            origin_m[0] + reach_m * x,
            origin_m[1] + reach_m * y,
            origin_m[2] + reach_m * z,
        ],
        rotation,
        shade: 1.0 + 0.5 * x.abs(),
        scale: 1.0 + 0.9 * size,
        stretch: 1.0 + 0.4 * y,
    }
}

/// What a place turns into, by the product of quaternions *q v q*⁻¹.
fn turned([qx, qy, qz, qw]: [f64; 4], [x, y, z]: [f64; 3]) -> [f64; 3] {
    let product = |[ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]| {
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ]
    };
    let there = product([qx, qy, qz, qw], [x, y, z, 0.0]);
    let [x, y, z, _] = product(there, [-qx, -qy, -qz, qw]);
    [x, y, z]
}

/// Where an instance of another reader takes a place of the mesh: translation, rotation and scale, then the node.
fn placed(read: &Gltf, node: &gltf::Node<'_>, number: usize, place: [f32; 3]) -> [f64; 3] {
    let blob = read.blob.as_deref().unwrap();
    let attributes = &node.extension_value(EXTENSION).unwrap()["attributes"];
    let accessor = |name: &str| {
        let index = attributes[name].as_u64()?;
        read.accessors().nth(index as usize)
    };
    let row3 = |name: &str, without: [f32; 3]| {
        let row = accessor(name).map(|list| Iter::new(list, |_| Some(blob)).unwrap().nth(number).unwrap());
        row.unwrap_or(without).map(f64::from)
    };
    let translation = row3("TRANSLATION", [0.0; 3]);
    let scale = row3("SCALE", [1.0; 3]);
    let rotation: [f32; 4] = accessor("ROTATION").map_or([0.0, 0.0, 0.0, 1.0], |list| {
        Iter::new(list, |_| Some(blob)).unwrap().nth(number).unwrap()
    });
    let scaled = [0, 1, 2].map(|axis| f64::from(place[axis]) * scale[axis]);
    let turned = turned(rotation.map(f64::from), scaled);
    let (stands, _, _) = node.transform().decomposed();
    [0, 1, 2].map(|axis| turned[axis] + translation[axis] + f64::from(stands[axis]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Places to a share of the cell's width, rotations and scales to a share of themselves, as single numbers have it.
    #[test]
    fn what_was_written_is_read_back(
        origin_m in prop::array::uniform3(-5e6..5e6_f64),
        off_m in prop::array::uniform3(-500.0..500.0_f64),
        reach_m in 1.0..2000.0_f64,
        rows in prop::collection::vec(prop::array::uniform8(-1.0..1.0_f64), 1..60),
        parts in 1..5_usize,
    ) {
        let middle_m = [0, 1, 2].map(|axis| origin_m[axis] + off_m[axis]);
        let all: Vec<SceneInstance> = rows.iter().map(|&row| instance(middle_m, reach_m, row)).collect();
        let assets = [simple("oak", SimpleKind::Broadleaf), simple("stone", SimpleKind::Rock)];
        let chunks: Vec<&[SceneInstance]> = all.chunks(all.len().div_ceil(parts)).collect();
        let cells: Vec<SceneCell<'_>> = (chunks.iter().enumerate())
            .map(|(number, instances)| SceneCell { name: "cell", asset: number % 2, instances })
            .collect();
        let (bytes, written) = file(&Scene { assets: &assets, cells: &cells, ground: None, origin_m });
        let read = read_scene(&bytes).unwrap();
        prop_assert_eq!(&read.name, "a scene");
        for (number, asset) in read.assets.iter().enumerate() {
            prop_assert_eq!(&asset.name, assets[number].name);
            prop_assert_eq!(asset.instances.len(), written.assets[number].instances);
            let mine = chunks.iter().skip(number).step_by(2).flat_map(|chunk| chunk.iter());
            for (found, given) in asset.instances.iter().zip(mine) {
                for axis in 0..3 {
                    let off_m = (found.place_m[axis] - given.place_m[axis]).abs();
                    // Half a cell's width is at most `reach_m`; doubles are 1e-9 apart at the origin.
                    prop_assert!(off_m <= reach_m * 1.2e-7 + 4e-9, "{} m off", off_m);
                }
                for part in 0..4 {
                    prop_assert!((found.rotation[part] - given.rotation[part]).abs() < 1e-7);
                }
                prop_assert!((found.scale / given.scale - 1.0).abs() < 1e-7);
                prop_assert!((found.stretch / given.stretch - 1.0).abs() < 2e-7);
                prop_assert!((found.shade - given.shade).abs() < 1e-6);
            }
        }
        let found: usize = read.assets.iter().map(|asset| asset.instances.len()).sum();
        prop_assert_eq!(found, all.len());
    }

    /// Turning a shape in the world and standing it up gives the places that another reader works out.
    #[test]
    fn another_reader_finds_every_corner_where_it_stands(
        rows in prop::collection::vec(prop::array::uniform8(-1.0..1.0_f64), 1..5),
        corner in prop::array::uniform3(-2.0..2.0_f64),
    ) {
        let origin_m = [412_000.0, 5_213_000.0, 900.0];
        let instances: Vec<SceneInstance> = rows.iter().map(|&row| instance(origin_m, 100.0, row)).collect();
        let assets = [simple("stone", SimpleKind::Rock)];
        let cells = [SceneCell { name: "cell", asset: 0, instances: &instances }];
        let (bytes, _) = file(&Scene { assets: &assets, cells: &cells, ground: None, origin_m });
        let read = read(&bytes);
        let node = read.nodes().next().unwrap();
        let [x, y, z] = corner;
        for (number, given) in instances.iter().enumerate() {
            let here = turned(given.rotation, [x, y, given.stretch * z]);
            let [east, north, up] = [0, 1, 2]
                .map(|axis| given.place_m[axis] - origin_m[axis] + given.scale * here[axis]);
            let found = placed(&read, &node, number, [x as f32, z as f32, -y as f32]);
            for (found, expected) in found.into_iter().zip([east, up, -north]) {
                prop_assert!((found - expected).abs() < 1e-4, "{} {}", found, expected);
            }
        }
    }
}

#[test]
fn trees_share_a_node_and_what_looks_the_same_is_drawn_once() {
    let tree = small_tree();
    let (oak, birch) = (Look::named("oak").unwrap(), Look::named("birch").unwrap());
    // Birch bark with the leaves of an oak.
    let odd = Look {
        bark: birch.bark,
        ..oak
    };
    let looks = [("a", &oak), ("b", &oak), ("c", &birch), ("d", &odd)];
    let assets = looks.map(|(name, look)| SceneAsset {
        name,
        shape: Shape::Tree { mesh: &tree, look },
        tags: "",
    });
    let instances = [SceneInstance::upright([1.0, 2.0, 3.0])];
    let cells = [0, 1, 2, 3].map(|asset| SceneCell {
        name: "cell",
        asset,
        instances: &instances,
    });
    let (bytes, written) = file(&Scene {
        assets: &assets,
        cells: &cells,
        ground: None,
        origin_m: [0.0; 3],
    });
    let read = read(&bytes);
    assert_eq!((read.nodes().count(), read.meshes().count()), (4, 4));
    assert_eq!((read.materials().count(), read.images().count()), (4, 12));
    let materials = read.meshes().map(|mesh| {
        let parts = mesh.primitives().map(|part| part.material().index().unwrap());
        parts.collect::<Vec<_>>()
    });
    assert_eq!(
        materials.collect::<Vec<_>>(),
        [[0, 0, 1], [0, 0, 1], [2, 2, 3], [2, 2, 1]]
    );
    assert_eq!(
        written.assets[0].mesh,
        trees::Size {
            vertices: 9,
            triangles: 3
        }
    );
}

#[test]
fn assets_and_cells_that_show_nothing_are_left_out() {
    let nothing = TreeMesh::default();
    let look = Look::default();
    let empty = SceneAsset {
        name: "nothing",
        tags: "",
        shape: Shape::Tree {
            mesh: &nothing,
            look: &look,
        },
    };
    let assets = [empty, simple("stone", SimpleKind::Rock)];
    let instances = [SceneInstance::upright([1.0; 3])];
    let cells = [
        SceneCell {
            name: "empty",
            asset: 0,
            instances: &[],
        },
        SceneCell {
            name: "full",
            asset: 1,
            instances: &instances,
        },
    ];
    let scene = Scene {
        assets: &assets,
        cells: &cells,
        ground: None,
        origin_m: [0.0; 3],
    };
    let (bytes, written) = file(&scene);
    let names: Vec<String> = read(&bytes)
        .nodes()
        .map(|node| node.name().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["full"]);
    assert_eq!((written.assets[0].instances, written.assets[1].instances), (0, 1));

    let cells = [SceneCell {
        name: "cell",
        asset: 0,
        instances: &instances,
    }];
    assert_eq!(
        refusal(&Scene {
            cells: &cells,
            ..scene
        }),
        "asset `nothing` stands in a cell, but has no triangle above the ground"
    );
}

#[test]
fn lists_lie_inside_the_buffer_at_multiples_of_four_and_places_have_their_bounds() {
    let assets: Vec<SceneAsset<'_>> = SimpleKind::ALL
        .iter()
        .map(|&kind| simple(kind.name(), kind))
        .collect();
    let instances = [
        instance([0.0; 3], 10.0, [0.3; 8]),
        instance([0.0; 3], 10.0, [-0.6; 8]),
    ];
    let cells: Vec<SceneCell<'_>> = (0..assets.len())
        .map(|asset| SceneCell {
            name: "cell",
            asset,
            instances: &instances,
        })
        .collect();
    let ground = SceneGround {
        columns: 2,
        rows: 2,
        origin_m: [-10.0; 2],
        cell_m: [20.0; 2],
        heights_m: &[0.0, 1.0, 2.0, 3.0],
        colours: &[[0, 10, 188], [255; 3], [0; 3], [1; 3]],
    };
    let (bytes, _) = file(&Scene {
        assets: &assets,
        cells: &cells,
        ground: Some(ground),
        origin_m: [0.0; 3],
    });
    let read = read(&bytes);
    let blob = read.blob.as_deref().unwrap();
    for accessor in read.accessors() {
        let view = accessor.view().unwrap();
        assert!(view.offset() % 4 == 0 && view.offset() + view.length() <= blob.len());
        assert_eq!(view.length(), accessor.count() * accessor.size());
        assert!(accessor.size() % 4 == 0 || accessor.dimensions() == gltf::accessor::Dimensions::Scalar);
    }
    for primitive in read
        .meshes()
        .flat_map(|mesh| mesh.primitives().collect::<Vec<_>>())
    {
        let reader = primitive.reader(|_| Some(blob));
        let bounds = primitive.bounding_box();
        for place in reader.read_positions().unwrap() {
            assert!((0..3).all(|axis| (bounds.min[axis]..=bounds.max[axis]).contains(&place[axis])));
        }
        let vertices = primitive.get(&gltf::Semantic::Positions).unwrap().count();
        assert_eq!(reader.read_normals().unwrap().count(), vertices);
        assert!(
            reader
                .read_indices()
                .unwrap()
                .into_u32()
                .all(|corner| (corner as usize) < vertices)
        );
    }
    // The ground's corners from the south-west, y up, around the middle of their bounds.
    let ground = read.nodes().next().unwrap();
    assert_eq!(
        (ground.name(), ground.transform().decomposed().0),
        (Some("ground"), [0.0, 1.5, 0.0])
    );
    let mesh = ground.mesh().unwrap();
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| Some(blob));
    let places: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
    assert_eq!(
        places,
        [
            [-10.0, -1.5, 10.0],
            [10.0, -0.5, 10.0],
            [-10.0, 0.5, -10.0],
            [10.0, 1.5, -10.0]
        ]
    );
    let first = reader.read_colors(0).unwrap().into_rgba_f32().next().unwrap();
    // IEC 61966-2-1: 10 of 255 is on the straight part, 188 is about half of the light.
    for (found, expected) in first.into_iter().zip([0.0, 0.003_035, 0.502_886, 1.0]) {
        assert!((found - expected).abs() < 2e-5, "{first:?}");
    }
}

#[test]
fn a_ground_alone_needs_no_extension() {
    let ground = SceneGround {
        columns: 2,
        rows: 2,
        origin_m: [0.0; 2],
        cell_m: [1.0; 2],
        heights_m: &[0.0; 4],
        colours: &[[0; 3]; 4],
    };
    let (bytes, written) = file(&Scene {
        assets: &[],
        cells: &[],
        ground: Some(ground),
        origin_m: [0.0; 3],
    });
    let read = Gltf::from_slice(&bytes).unwrap();
    assert_eq!(read.extensions_required().count(), 0);
    assert_eq!(
        written.ground,
        trees::Size {
            vertices: 4,
            triangles: 2
        }
    );
    assert_eq!(read_scene(&bytes).unwrap().assets, []);
}

#[test]
fn the_same_scene_gives_the_same_bytes_and_says_what_it_requires() {
    let assets = [simple("stone", SimpleKind::Rock)];
    let instances = [SceneInstance::upright([5.0, 6.0, 7.0])];
    let cells = [SceneCell {
        name: "cell",
        asset: 0,
        instances: &instances,
    }];
    let scene = Scene {
        assets: &assets,
        cells: &cells,
        ground: None,
        origin_m: [1.0, 2.0, 3.0],
    };
    let (bytes, written) = file(&scene);
    assert_eq!(file(&scene), (bytes.clone(), written));
    let read = read(&bytes);
    assert_eq!(read.extensions_required().collect::<Vec<_>>(), [EXTENSION]);
    assert_eq!(read.extensions_used().collect::<Vec<_>>(), [EXTENSION]);
    let json = read.document.into_json();
    let extras: Value = serde_json::from_str(json.asset.extras.unwrap().get()).unwrap();
    assert_eq!(extras["origin_m"], serde_json::json!([1.0, 2.0, 3.0]));
}

#[test]
fn bytes_that_are_no_scene_of_ours_are_refused() {
    let assets = [simple("stone", SimpleKind::Rock)];
    let instances = [SceneInstance::upright([5.0, 6.0, 7.0])];
    let cells = [SceneCell {
        name: "cell",
        asset: 0,
        instances: &instances,
    }];
    let (whole, _) = file(&Scene {
        assets: &assets,
        cells: &cells,
        ground: None,
        origin_m: [0.0; 3],
    });
    for length in [0, 3, 19, 300, whole.len() / 2, whole.len() - 1] {
        assert!(
            matches!(read_scene(&whole[..length]), Err(ExportError::NotOurs)),
            "{length}"
        );
    }
    let mut tree = Vec::new();
    trees::write_tree(
        &mut tree,
        "tree",
        &[small_tree()],
        &Skin::of(&Look::default()).unwrap(),
        trees::Options::default(),
    )
    .unwrap();
    assert!(matches!(read_scene(&tree), Err(ExportError::NotOurs)));
}

#[test]
fn a_scene_that_is_none_is_refused() {
    let assets = [simple("stone", SimpleKind::Rock)];
    let upright = SceneInstance::upright([0.0; 3]);
    let scene = Scene {
        assets: &assets,
        cells: &[],
        ground: None,
        origin_m: [0.0; 3],
    };
    assert_eq!(
        refusal(&scene),
        "scene `a scene` has no instance and no ground; give one of its cells an instance, or a ground"
    );
    let with = |instance: SceneInstance| {
        let instances = [upright, instance];
        refusal(&Scene {
            cells: &[SceneCell {
                name: "north",
                asset: 0,
                instances: &instances,
            }],
            ..scene
        })
    };
    assert_eq!(
        with(SceneInstance {
            place_m: [0.0, f64::NAN, 0.0],
            ..upright
        }),
        "cell `north`: instance 1's place_m y is NaN, but must be finite and within 1000000000 m of the scene's origin"
    );
    assert_eq!(
        with(SceneInstance {
            rotation: [0.0, 0.0, 0.0, 2.0],
            ..upright
        }),
        "cell `north`: instance 1's rotation's length is 2, but must be 1"
    );
    assert!(
        with(SceneInstance {
            rotation: [f64::NAN; 4],
            ..upright
        })
        .contains("rotation's length is NaN")
    );
    assert_eq!(
        with(SceneInstance {
            scale: -1.0,
            ..upright
        }),
        "cell `north`: instance 1's scale is -1, but must be from 0.000001 to 1000000"
    );
    assert!(
        with(SceneInstance {
            scale: f64::INFINITY,
            ..upright
        })
        .contains("scale is inf")
    );
    assert_eq!(
        with(SceneInstance {
            stretch: 0.0,
            ..upright
        }),
        "cell `north`: instance 1's stretch is 0, but must be from 0.01 to 100"
    );
    let cells = [SceneCell {
        name: "north",
        asset: 1,
        instances: &[upright],
    }];
    assert_eq!(
        refusal(&Scene {
            cells: &cells,
            ..scene
        }),
        "cell `north` asks for asset 1, but there are 1, counted from 0"
    );
    let twice = [
        simple("stone", SimpleKind::Rock),
        simple("stone", SimpleKind::Log),
    ];
    let cells = [SceneCell {
        name: "north",
        asset: 0,
        instances: &[upright],
    }];
    assert_eq!(
        refusal(&Scene {
            assets: &twice,
            cells: &cells,
            ..scene
        }),
        "two assets are named `stone`, but each needs a name of its own"
    );
    assert_eq!(
        refusal(&Scene {
            cells: &cells,
            origin_m: [0.0, 0.0, f64::INFINITY],
            ..scene
        }),
        "the origin's z is inf, but must be finite and within 1000000000 m of zero"
    );
}

#[test]
fn a_ground_that_is_none_is_refused() {
    let sound = SceneGround {
        columns: 2,
        rows: 3,
        origin_m: [0.0; 2],
        cell_m: [1.0; 2],
        heights_m: &[0.0; 6],
        colours: &[[0; 3]; 6],
    };
    let with = |ground: SceneGround<'_>| {
        refusal(&Scene {
            assets: &[],
            cells: &[],
            ground: Some(ground),
            origin_m: [0.0; 3],
        })
    };
    assert_eq!(
        with(SceneGround {
            heights_m: &[0.0; 5],
            ..sound
        }),
        "the ground has 5 heights, but 2 columns and 3 rows need 6"
    );
    assert_eq!(
        with(SceneGround {
            colours: &[[0; 3]; 7],
            ..sound
        }),
        "the ground has 7 colours, but 2 columns and 3 rows need 6"
    );
    assert_eq!(
        with(SceneGround { rows: 1, ..sound }),
        "the ground's `rows` is 1, but must be 2 or more"
    );
    assert_eq!(
        with(SceneGround {
            heights_m: &[0.0, 0.0, 0.0, f32::NAN, 0.0, 0.0],
            ..sound
        }),
        "the ground's height at column 1 from the west, row 1 from the south is NaN, but must be finite and within \
         1000000000 m of the scene's origin"
    );
    assert_eq!(
        with(SceneGround {
            cell_m: [1.0, 0.0],
            ..sound
        }),
        "the ground's `cell_m` along y is 0, but must be from 0.001 to 1000000"
    );
    assert!(
        with(SceneGround {
            origin_m: [f64::NAN, 0.0],
            ..sound
        })
        .contains("the x of the ground's first crossing")
    );
    let huge = SceneGround {
        columns: usize::MAX,
        rows: usize::MAX,
        ..sound
    };
    assert!(with(huge).contains("holds at most 4294967295"));
}

/// Cells may hold the same instances, so that this takes little memory before it is refused.
#[test]
fn a_scene_beyond_four_gigabytes_is_refused_before_it_fills_memory() {
    let assets = [simple("grass", SimpleKind::Grass)];
    let instances = vec![SceneInstance::upright([0.0; 3]); 100_000];
    let cells = vec![
        SceneCell {
            name: "cell",
            asset: 0,
            instances: &instances
        };
        4_000
    ];
    assert_eq!(
        refusal(&Scene {
            assets: &assets,
            cells: &cells,
            ground: None,
            origin_m: [0.0; 3]
        }),
        "the file takes 4800000000 bytes or more, but a `.glb` file holds at most 4294967295; draw with less detail or \
         write several files"
    );
}

#[test]
fn every_kind_is_the_same_each_time_it_is_drawn() {
    for kind in SimpleKind::ALL {
        let assets = [simple("it", kind)];
        let instances = [SceneInstance::upright([0.0; 3])];
        let cells = [SceneCell {
            name: "cell",
            asset: 0,
            instances: &instances,
        }];
        let scene = Scene {
            assets: &assets,
            cells: &cells,
            ground: None,
            origin_m: [0.0; 3],
        };
        assert_eq!(file(&scene), file(&scene));
    }
}
