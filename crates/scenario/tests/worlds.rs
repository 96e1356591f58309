//! What a scenario of a painted world holds, how it is set, repeated and identified.

use understory_placement::parameters::{Align, PatternKind, Quality};
use understory_placement::{Colour, Shape};
use understory_scenario::{
    CameraFrame, Described, ForestScenario, Overrides, Problems, Scenario, Setting, StandScenario, TEMPLATES,
    TreeScenario, WorldScenario, load,
};
use understory_terrain::Ground;

use crate::common::{CORPUS, Folder, Memory, Replaced};

const PAINTED: &str = "good/world-painted.toml";
const OF_GROUND: &str = "good/world-ground.toml";

fn corpus(path: &str) -> WorldScenario {
    load::<WorldScenario>(path, &Folder(CORPUS), &Overrides::default()).unwrap()
}

fn with(path: &str, set: &[&str], seed: Option<u64>) -> Result<WorldScenario, Problems> {
    let overrides = Overrides {
        seed,
        set: set.iter().map(|text| text.parse::<Setting>().unwrap()).collect(),
        ..Overrides::default()
    };
    load::<WorldScenario>(path, &Folder(CORPUS), &overrides)
}

fn replaced(path: &str, from: &str, to: &str) -> Result<WorldScenario, Problems> {
    let text = std::fs::read_to_string(format!("{CORPUS}/{path}")).unwrap();
    assert!(text.contains(from), "{from}");
    let files = Replaced {
        files: Folder(CORPUS),
        path: path.to_owned(),
        text: text.replacen(from, to, 1),
    };
    load::<WorldScenario>(path, &files, &Overrides::default())
}

#[test]
fn keys_reach_the_world_and_defaults_stand_where_none_is_given() {
    let world = corpus(PAINTED);
    let painting = world.world.painting();
    assert_eq!(
        (
            painting.place.quality,
            painting.place.pattern,
            painting.place.tile_m
        ),
        (Quality::Medium, PatternKind::HardCore, 32.0)
    );
    let [oaks, stones] = &painting.rules[..] else {
        panic!("{:?}", painting.rules)
    };
    assert_eq!(
        (oaks.tilt_deg, oaks.scale, oaks.offset_m),
        ([0.0, 6.0], [0.8, 1.2], 0.0)
    );
    assert_eq!(oaks.place.weight.unwrap().from, Some(0.2));
    assert_eq!(
        (stones.align, stones.density, stones.yaw_deg),
        (Align::Ground, 1.0, [0.0, 360.0])
    );
    assert_eq!(painting.biomes[1].colour, Colour([0x2f, 0x6b, 0x3a]));
    let counts = [
        painting.mixes.len(),
        painting.textures.len(),
        painting.blockers.len(),
        painting.roads.len(),
        painting.rivers.len(),
        painting.placed.len(),
        painting.rings.len(),
        world.assets.len(),
    ];
    assert_eq!(counts, [2, 1, 1, 1, 1, 1, 2, 3]);
    assert!(painting.roads[0].smooth && !painting.rivers[0].smooth);
    let [oak, birch, stone] = &world.assets[..] else {
        panic!("{:?}", world.assets)
    };
    assert_eq!((oak.tree.as_deref(), oak.height_m), (Some("oak"), None));
    assert_eq!(
        (birch.tree.as_deref(), birch.height_m),
        (Some("birch"), Some(12.0))
    );
    assert_eq!(
        (stone.shape, stone.colour),
        (Some(Shape::Rock), Some(Colour([0x77; 3])))
    );
    assert_eq!((world.sea_m, world.header.seed), (Some(0.5), 1));
    assert_eq!(
        world.camera.unwrap()[2],
        CameraFrame {
            frame: 5,
            place_m: [140.0, 130.0, 25.5],
            yaw_deg: -170.0,
            pitch_deg: 0.0,
        }
    );
}

/// The pictures have a cell for each 10 m and 20 m; their upper left corner is the north-western one of the world.
#[test]
fn pictures_of_any_resolution_are_stretched_over_the_world() {
    let world = corpus(PAINTED);
    let (biomes, weights) = (&world.world.maps().biomes, &world.world.maps().weights);
    assert_eq!(
        (world.world.maps().window.low_m, world.world.maps().window.high_m),
        ([-20.0, 10.0], [140.0, 130.0])
    );
    let names = |place_m| &*world.world.painting().biomes[usize::from(biomes.nearest(place_m))].name;
    assert_eq!(
        [
            [-19.0, 11.0],
            [9.9, 129.0],
            [10.1, 129.0],
            [10.1, 90.1],
            [10.1, 89.9],
            [139.0, 11.0]
        ]
        .map(names),
        ["sea", "sea", "hill", "hill", "wood", "wood"]
    );
    // Levels of 255 run by 30 to the east and by 5 to the south.
    assert_eq!(weights.nearest([-19.0, 129.0]), 0.0);
    assert_eq!(weights.nearest([139.0, 11.0]), ((210.0 + 25.0) / 255.0) as f32);
    let heights = &world.terrain.as_ref().unwrap().heights;
    assert_eq!(
        (
            heights.raster().grid().columns(),
            heights.raster().grid().cell_m()
        ),
        (20, [8.0, 8.0])
    );
    // The first pixel is half-way between black and white, to a level of 65,535.
    let north_west_m = heights.height_m([-19.0, 129.0]);
    assert!((north_west_m - 17.5).abs() < 45.0 / 65_535.0, "{north_west_m}");
    assert_eq!(
        world.world.maps().ground.height_m([50.0, 50.0]),
        heights.height_m([50.0, 50.0])
    );
}

#[test]
fn a_forest_stands_on_a_picture_too() {
    let forest = load::<ForestScenario>(
        "good/terrain-picture.toml",
        &Folder(CORPUS),
        &Overrides::default(),
    )
    .unwrap();
    let heights = &forest.terrain.as_ref().unwrap().heights;
    assert_eq!(heights.raster().grid().far_corner_m(), [80.0, 60.0]);
    let values = heights.raster().values();
    assert!(values.iter().all(|height_m| (100.0..=112.5).contains(height_m)));
    let other = Replaced {
        files: Folder(CORPUS),
        path: "good/terrain-picture.toml".to_owned(),
        text: forest.header.text.replace("112.5", "113.0"),
    };
    let other = load::<ForestScenario>("good/terrain-picture.toml", &other, &Overrides::default()).unwrap();
    assert_ne!(other.header.identity, forest.header.identity);
}

/// Each cell by the words of the file, with the distance to every cell of the sea.
#[test]
fn land_is_of_the_first_type_whose_ranges_hold() {
    let world = corpus(OF_GROUND);
    let heights = &world.terrain.as_ref().unwrap().heights;
    let (raster, grid) = (heights.raster(), heights.raster().grid());
    let cells: Vec<[u32; 2]> = (0..grid.rows())
        .flat_map(|row| (0..grid.columns()).map(move |column| [column, row]))
        .collect();
    let sea: Vec<[f64; 2]> = cells
        .iter()
        .filter(|[column, row]| raster.at(*column, *row) <= 1.0)
        .map(|[column, row]| grid.centre_m(*column, *row))
        .collect();
    let mut count = [0; 4];
    for [column, row] in cells {
        let [x, y] = grid.centre_m(column, row);
        let away_m = sea
            .iter()
            .map(|[u, v]| ((x - u) * (x - u) + (y - v) * (y - v)).sqrt())
            .fold(f64::INFINITY, f64::min);
        let expected = match () {
            () if raster.at(column, row) <= 1.0 => 0,
            // The half of the falloff.
            () if away_m <= 7.0 => 1,
            () if heights.slope_deg([x, y]) >= 30.0 => 2,
            () => 3,
        };
        count[usize::from(expected)] += 1;
        assert_eq!(world.world.maps().biomes.nearest([x, y]), expected, "({x}, {y})");
    }
    assert!(count.iter().all(|&count| count > 0), "{count:?}");
    assert!(
        world
            .world
            .maps()
            .weights
            .values()
            .iter()
            .all(|&weight| weight == 1.0)
    );
}

#[test]
fn without_sea_no_land_is_near_it_and_cells_beyond_the_world_need_no_type() {
    let far = replaced(OF_GROUND, "sea_m = 1.0", "sea_m = -500.0").unwrap();
    assert!(far.world.maps().biomes.values().iter().all(|&number| number != 1));
    // The map reaches from (100, 200) to (160, 250) and is 10 to 15 m high, a step of 1 m every 10 m to the east.
    let text = r##"
name = "part"

[world]
origin_m = [100.0, 200.0]
size_m = [20.0, 30.0]
elevation = "data/hill.asc"
seed = 1

[terrain]
no_data_m = 0.0

[place]

[[biome.type]]
name = "low"
colour = "#000001"
texture = "sand"
height_m = { to = 11.5 }

[[rule]]
name = "grass"
asset = "grass"
biome = "low"
footprint_m = 1.0
"##;
    let files = |text: String| Replaced {
        files: Folder(CORPUS),
        path: "good/part.toml".to_owned(),
        text,
    };
    let part =
        load::<WorldScenario>("good/part.toml", &files(text.to_owned()), &Overrides::default()).unwrap();
    assert_eq!(part.world.maps().biomes.grid().far_corner_m(), [120.0, 230.0]);
    let wider = text.replace("[20.0, 30.0]", "[21.0, 30.0]");
    let refused = load::<WorldScenario>("good/part.toml", &files(wider), &Overrides::default()).unwrap_err();
    let told = "3 cells of the ground are of no type of land, the first at (125, 205): 12.00 m high";
    assert!(refused.to_string().contains(told), "{refused}");
}

#[test]
fn values_are_set_by_the_names_of_entries() {
    let world = with(
        PAINTED,
        &[
            "blocker.mill.at_m=[41.0,12.0]",
            "biome.type.hill.colour=#8D8F83",
            "rule.oaks.weight.from=0.4",
            "mix.2.share=3",
            "place.quality=low",
            "lod.1.footprint_m=0.25",
        ],
        Some(77),
    )
    .unwrap();
    let painting = world.world.painting();
    assert_eq!(
        (painting.blockers[0].at_m, world.header.seed),
        (Some([41.0, 12.0]), 77)
    );
    assert_eq!(painting.rules[0].place.weight.unwrap().from, Some(0.4));
    assert_eq!(
        (painting.mixes[1].share, painting.place.quality),
        (3.0, Quality::Low)
    );
    assert_eq!(painting.rings[0].footprint_m, 0.25);
    let refused = with(PAINTED, &["blocker.mill.at_m=[4000.0,12.0]"], None).unwrap_err();
    let told = "error: --set blocker.mill.at_m=[4000.0,12.0]: `blocker.mill.at_m` is [4000.0, 12.0], from where nothing reaches";
    assert!(refused.to_string().starts_with(told), "{refused}");
    let refused = with(PAINTED, &["blocker.mil.at_m=[40.0,12.0]"], None).unwrap_err();
    assert!(refused.to_string().contains("did you mean `mill`?"), "{refused}");
}

#[test]
fn an_edit_is_the_world_with_that_value_or_is_refused_where_it_stands() {
    let world = corpus(PAINTED);
    let [moved, drowned] = &world.edits[..] else {
        panic!("{:?}", world.edits)
    };
    let after = world.edited(moved).unwrap();
    assert_eq!(after.world.painting().blockers[0].at_m, Some([60.0, 60.0]));
    assert_eq!(after.world.painting().rules, world.world.painting().rules);
    let refused = world.edited(drowned).unwrap_err().to_string();
    let at = world.header.text.find("\"blocker.mill.at_m=[6000").unwrap();
    let line = world.header.text[..at].matches('\n').count() + 1;
    let told =
        format!("error: {PAINTED}:{line}:7: `blocker.mill.at_m` is [6000.0, 60.0], from where nothing");
    assert!(refused.starts_with(&told), "{refused}");
}

#[test]
fn a_world_can_be_laid_out_again_from_its_own_folder() {
    for path in [
        PAINTED,
        OF_GROUND,
        "good/world-level.toml",
        "good/world-prefabs.toml",
    ] {
        let world = with(path, &[], Some(99)).unwrap();
        let folder = world.copies(&|_| None);
        let inputs = folder.inputs.iter();
        let mut files: Vec<_> = inputs
            .map(|input| (format!("run/inputs/{}", input.name), input.bytes.clone()))
            .collect();
        assert_eq!(files.len(), world.header.inputs.len());
        files.push((
            "run/scenario.toml".to_owned(),
            folder.scenario.clone().into_bytes(),
        ));
        let again =
            load::<WorldScenario>("run/scenario.toml", &Memory(files), &Overrides::default()).unwrap();
        assert_eq!(
            (again.header.seed, again.world.painting()),
            (99, world.world.painting()),
            "{path}"
        );
        assert_eq!(
            (&again.world.maps().biomes, &again.world.maps().weights),
            (&world.world.maps().biomes, &world.world.maps().weights)
        );
        assert_eq!((&again.camera, &again.terrain), (&world.camera, &world.terrain));
        assert_eq!(again.header.identity, world.header.identity);
        assert_eq!(again.copies(&|_| None).scenario, folder.scenario);
    }
    let files = corpus(PAINTED).header.inputs;
    assert_eq!(
        files.iter().map(|input| &*input.path).collect::<Vec<_>>(),
        [
            "data/heights.png",
            "data/flight.csv",
            "data/lush.png",
            "data/biomes.png"
        ]
    );
}

#[test]
fn another_seed_paint_camera_or_look_is_another_world() {
    let world = corpus(PAINTED);
    let others = [
        with(PAINTED, &[], Some(2)),
        with(PAINTED, &["rule.oaks.density=0.61"], None),
        with(PAINTED, &["biome.weight=data/heights.png"], None),
        with(PAINTED, &["terrain.white_m=41"], None),
        with(PAINTED, &["biome.sea_m=0.6"], None),
        with(PAINTED, &["view.above_ground_m=3"], None),
        with(PAINTED, &["asset.birch.height_m=13"], None),
        with(PAINTED, &["edit.mill-moved.set=blocker.mill.radius_m=7"], None),
        replaced(PAINTED, "[camera]\nfile = \"data/flight.csv\"\n", ""),
    ];
    let mut identities: Vec<String> = others
        .into_iter()
        .map(|other| other.unwrap().header.identity)
        .collect();
    identities.push(world.header.identity.clone());
    let count = identities.len();
    identities.sort();
    identities.dedup();
    assert_eq!(identities.len(), count);
    let renamed = replaced(PAINTED, "name = \"painted\"", "name = \"another\"").unwrap();
    assert_eq!(renamed.header.identity, world.header.identity);
}

#[test]
fn who_wants_something_else_is_told_of_a_world_and_the_other_way_round() {
    let folder = Folder(CORPUS);
    let none = Overrides::default();
    let refused = [
        load::<ForestScenario>(PAINTED, &folder, &none).unwrap_err(),
        load::<StandScenario>(PAINTED, &folder, &none).unwrap_err(),
        load::<TreeScenario>(PAINTED, &folder, &none).unwrap_err(),
    ];
    for problems in refused {
        let told = "a painted world is laid out in this scenario, nothing grows in it\nhint: lay it out by `understory place`";
        assert!(problems.to_string().contains(told), "{problems}");
        assert_eq!(problems.as_slice().len(), 1);
    }
    for (path, hint) in [
        ("good/least.toml", "grow its forest by `understory run`"),
        (
            "good/compare-target.toml",
            "compare methods with its stand by `understory compare`",
        ),
        ("good/tree-preset.toml", "grow its tree by `understory grow`"),
    ] {
        let told = load::<WorldScenario>(path, &folder, &none)
            .unwrap_err()
            .to_string();
        let no_world = "no world is painted in this scenario, as it has no `[place]`";
        assert!(told.contains(&format!("{no_world}\nhint: {hint}")), "{told}");
    }
    let scenario = load::<Scenario>(PAINTED, &folder, &none).unwrap();
    assert!(matches!(scenario, Scenario::World(_)) && scenario.comparison().is_none());
    assert_eq!((scenario.years(), scenario.replicates()), (0, 1));
}

#[test]
fn the_template_of_a_world_loads_with_every_type_of_land() {
    let template = TEMPLATES.iter().find(|each| each.command == "place").unwrap();
    let files = Memory(vec![("t.toml".to_owned(), template.text.as_bytes().to_vec())]);
    let world = load::<WorldScenario>("t.toml", &files, &Overrides::default()).unwrap();
    assert_eq!(world.header.name, template.name);
    let cells = |number: usize| {
        let all = world.world.maps().biomes.values().iter();
        all.filter(|own| usize::from(**own) == number).count()
    };
    let all = world.world.maps().biomes.values().len();
    for (number, own) in world.world.painting().biomes.iter().enumerate() {
        assert!(
            cells(number) * 100 > all,
            "{}: {} of {all}",
            own.name,
            cells(number)
        );
    }
}

#[test]
fn things_stand_on_a_mesh_that_is_set_into_the_ground() {
    let scenario = corpus("good/world-prefabs.toml");
    let world = &scenario.world;
    // Twice as large, half a metre in the ground: from 0.5 m below it to 3.5 m above, 8 m wide.
    let mound = |[x_m, y_m]: [f64; 2]| {
        let off_m = f64::max((x_m - 70.0_f64).abs(), (y_m - 60.0_f64).abs());
        (3.5 - off_m).max(0.0)
    };
    for step in 0..400_u32 {
        let place_m = [
            f64::from(step % 20) * 0.5 + 65.1,
            f64::from(step / 20) * 0.5 + 55.1,
        ];
        assert!(
            (world.maps().ground.height_m(place_m) - mound(place_m)).abs() < 1e-9,
            "{place_m:?}"
        );
    }
    let mut on_it = 0;
    for tile in world.tiles() {
        for one in world
            .tile(tile, &world.detail())
            .iter()
            .filter(|one| one.rule.is_some())
        {
            let [x_m, y_m, z_m] = one.place_m;
            assert!((z_m - mound([x_m, y_m])).abs() < 1e-9);
            on_it += u32::from(z_m > 0.0);
        }
    }
    assert!(on_it > 0);
    let other = with("good/world-prefabs.toml", &["mesh.mound.scale=1.0"], None).unwrap();
    assert_ne!(scenario, other);
    assert_ne!(scenario.header.identity, other.header.identity);
}
