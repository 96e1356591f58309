//! An invented world: a valley with a forest, a meadow and rocks, a river, roads and houses.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::LazyLock;

use understory_records::{
    Manifest, PatternRow, RunJson, World, WorldBiome, WorldBlocker, WorldBody, WorldCircle, WorldCourse,
    WorldEdit, WorldManifest, WorldRing, WorldRule,
};
use understory_report::world::{Camera, PatternSample, PlacedInstance, rule_colour};

use super::Noise;

/// Name, footprint in metres, biome, and share of the candidates that stand.
const RULES: [(&str, f64, u8, f64); 6] = [
    ("oaks", 3.5, 0, 0.7),
    ("birches", 2.0, 0, 0.5),
    ("ferns", 0.6, 0, 0.6),
    ("grass", 0.35, 1, 0.5),
    ("flowers", 0.5, 1, 0.2),
    ("boulders", 1.5, 2, 0.5),
];

pub(crate) fn valley() -> WorldBody {
    let biome = |name: &str, colour: &str| WorldBiome {
        name: name.to_owned(),
        colour: colour.parse().expect("a colour"),
    };
    let blocker = |name: &str, at_m: [f64; 2], radius_m: f64| WorldBlocker {
        name: name.to_owned(),
        at_m,
        radius_m,
        corners_m: vec![],
        fade_m: 12.0,
    };
    let course = |name: &str, points_m: Vec<[f64; 2]>, width_m: f64| WorldCourse {
        name: name.to_owned(),
        points_m,
        width_m,
    };
    let bend = |share: f64| [-512.0 + 1024.0 * share, 60.0 * (9.0 * share).sin() - 80.0];
    WorldBody {
        world: World {
            size_m: [1024.0, 768.0],
            origin_m: [-512.0, -384.0],
            ..World::default()
        },
        tile_m: 64.0,
        biomes: vec![
            biome("forest", "#2f6b3a"),
            biome("meadow", "#a8b84b"),
            biome("rocks", "#8a8078"),
        ],
        rules: (0..)
            .zip(RULES)
            .map(|(number, (name, footprint_m, ..))| WorldRule {
                name: name.to_owned(),
                asset: name.trim_end_matches('s').to_owned(),
                footprint_m,
                colour: rule_colour(number),
            })
            .collect(),
        blockers: vec![
            blocker("mill", [60.0, -20.0], 14.0),
            blocker("inn", [100.0, -5.0], 10.0),
            blocker("castle", [-300.0, 220.0], 40.0),
            blocker("ford", [500.0, 300.0], 20.0),
        ],
        roads: vec![
            course(
                "mill lane",
                vec![[-600.0, 40.0], [-100.0, 10.0], [80.0, 15.0], [300.0, 420.0]],
                6.0,
            ),
            course("old road", vec![[80.0, 15.0], [140.0, -390.0]], 4.0),
        ],
        rivers: vec![course(
            "brook",
            (-2..=82).map(|i| bend(f64::from(i) / 80.0)).collect(),
            16.0,
        )],
        lod: vec![
            ring(96.0, 0.0, false),
            ring(192.0, 0.5, false),
            ring(320.0, 1.5, true),
        ],
        ..WorldBody::default()
    }
}

/// A world as the manifest of the scenario `valley` has it.
pub(crate) fn of(world: &WorldBody) -> WorldManifest<'_> {
    static MANIFEST: LazyLock<Manifest> = LazyLock::new(|| Manifest {
        made_from: RunJson {
            scenario: "valley".to_owned(),
            ..RunJson::default()
        },
        ..Manifest::default()
    });
    MANIFEST.with(world)
}

fn ring(to_m: f64, footprint_m: f64, imposters: bool) -> WorldRing {
    WorldRing {
        to_m,
        footprint_m,
        imposters,
    }
}

/// Forest in the south and west, meadow along the brook, rocks in the north-east.
pub(crate) fn biome_at([x_m, y_m]: [f64; 2]) -> u8 {
    let wave = 50.0 * (x_m / 90.0).sin() + 40.0 * (y_m / 70.0).cos();
    if x_m + y_m + wave > 420.0 {
        2
    } else if (y_m + 60.0 + wave).abs() < 110.0 || x_m + wave > 260.0 {
        1
    } else {
        0
    }
}

/// Whether a house, a road or the brook is there, about.
fn is_taken(about: &WorldBody, at_m: [f64; 2], footprint_m: f64) -> bool {
    let away_m = |a: [f64; 2]| (at_m[0] - a[0]).hypot(at_m[1] - a[1]);
    let beside_m = |a: [f64; 2], b: [f64; 2]| {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let along = ((at_m[0] - a[0]) * dx + (at_m[1] - a[1]) * dy) / (dx * dx + dy * dy);
        let along = along.clamp(0.0, 1.0);
        away_m([a[0] + along * dx, a[1] + along * dy])
    };
    let mut courses = about.roads.iter().chain(&about.rivers);
    about
        .blockers
        .iter()
        .any(|blocker| away_m(blocker.at_m) < blocker.radius_m + footprint_m)
        || courses.any(|course| {
            let mut pieces = course.points_m.windows(2);
            pieces.any(|ends| beside_m(ends[0], ends[1]) < course.width_m / 2.0 + footprint_m)
        })
}

/// Places of a jittered grid in a window.
fn candidates(
    noise: &mut Noise,
    step_m: f64,
    [low_m, high_m]: [[f64; 2]; 2],
    mut each: impl FnMut([f64; 2], f64),
) {
    let mut y_m = low_m[1];
    while y_m < high_m[1] {
        let mut x_m = low_m[0];
        while x_m < high_m[0] {
            let mut jitter = || (noise.next() - 0.5) * 0.45 * step_m;
            let at_m = [x_m + step_m / 2.0 + jitter(), y_m + step_m / 2.0 + jitter()];
            each(at_m, noise.next());
            x_m += step_m;
        }
        y_m += step_m;
    }
}

/// What stands in a window; steps between candidates are `spread` times as long as they need be.
pub(crate) fn standing(about: &WorldBody, window_m: [[f64; 2]; 2], spread: f64) -> Vec<PlacedInstance> {
    let mut found = Vec::new();
    for (rule, (_, footprint_m, biome, share)) in (0..).zip(RULES) {
        let mut noise = Noise(u64::from(rule));
        let step_m = 2.2 * footprint_m * spread;
        candidates(&mut noise, step_m, window_m, |at_m, rank| {
            let is_in = (0..2).all(|axis| at_m[axis] < window_m[1][axis]);
            if rank < share && is_in && biome_at(at_m) == biome && !is_taken(about, at_m, footprint_m) {
                found.push(PlacedInstance {
                    at_m,
                    rule: Some(rule),
                    footprint_m,
                });
            }
        });
    }
    let by_hand = |at_m| PlacedInstance {
        at_m,
        rule: None,
        footprint_m: 2.0,
    };
    let placed = [[78.0, -30.0], [-250.0, 180.0], [70.0, 30.0]].map(by_hand);
    let is_in = |standing: &PlacedInstance| {
        (0..2).all(|axis| (window_m[0][axis]..window_m[1][axis]).contains(&standing.at_m[axis]))
    };
    found.extend(placed.into_iter().filter(is_in));
    found
}

pub(crate) fn all(about: &WorldBody, spread: f64) -> Vec<PlacedInstance> {
    let high_m = [0, 1].map(|axis| about.world.origin_m[axis] + about.world.size_m[axis]);
    standing(about, [about.world.origin_m, high_m], spread)
}

/// An edit that leaves a world as it is, and has no reach.
pub(crate) fn edit(name: &str, world: &WorldBody) -> WorldEdit {
    WorldEdit {
        name: name.to_owned(),
        set: String::new(),
        blockers: world.blockers.clone(),
        roads: world.roads.clone(),
        rivers: world.rivers.clone(),
        reach: Vec::new(),
    }
}

/// A barn that is built in the forest: what is kept, removed and added, and how far it can reach.
pub(crate) struct Barn {
    pub(crate) before: WorldBody,
    pub(crate) edit: WorldEdit,
    pub(crate) kept: Vec<PlacedInstance>,
    pub(crate) removed: Vec<PlacedInstance>,
    pub(crate) added: Vec<PlacedInstance>,
}

pub(crate) fn barn() -> Barn {
    let before = valley();
    let at_m = [-150.0, 220.0];
    let mut edit = edit("barn", &before);
    edit.reach.push(WorldCircle { at_m, radius_m: 29.0 });
    edit.blockers.push(WorldBlocker {
        name: "barn".to_owned(),
        at_m,
        radius_m: 12.0,
        corners_m: vec![],
        fade_m: 10.0,
    });
    let away_m = |standing: &PlacedInstance| (standing.at_m[0] - at_m[0]).hypot(standing.at_m[1] - at_m[1]);
    let large = |standing: &PlacedInstance| standing.footprint_m > 0.55;
    let near = standing(&before, [[-230.0, 140.0], [-70.0, 300.0]], 1.3);
    let near: Vec<PlacedInstance> = near.into_iter().filter(large).collect();
    let (kept, removed): (Vec<PlacedInstance>, Vec<PlacedInstance>) = near
        .into_iter()
        .partition(|standing| away_m(standing) > 12.0 + standing.footprint_m);
    let mut noise = Noise(77);
    let added = (0..14)
        .map(|_| {
            let (turn, away_m) = (noise.next() * TAU, 15.0 + 8.0 * noise.next());
            PlacedInstance {
                at_m: [at_m[0] + away_m * turn.cos(), at_m[1] + away_m * turn.sin()],
                rule: Some(2),
                footprint_m: 0.6,
            }
        })
        .collect();
    Barn {
        before,
        edit,
        kept,
        removed,
        added,
    }
}

/// A camera on the lane with its open tiles, and what they show.
pub(crate) fn camera(about: &WorldBody) -> (Camera, Vec<PlacedInstance>) {
    let at_m = [150.0, 20.0];
    let mut tiles = BTreeMap::new();
    let mut shown = Vec::new();
    for row in -6..6 {
        for column in -8..8 {
            let low_m = [column, row].map(|at| f64::from(at) * about.tile_m);
            let high_m = low_m.map(|low_m| low_m + about.tile_m);
            let away_m =
                [0, 1].map(|axis: usize| (low_m[axis] - at_m[axis]).max(at_m[axis] - high_m[axis]).max(0.0));
            let ring = about
                .lod
                .iter()
                .position(|ring| away_m[0].hypot(away_m[1]) < ring.to_m);
            let Some(ring) = ring else { continue };
            tiles.insert([column, row], ring);
            let least_m = about.lod[ring].footprint_m;
            let here = standing(about, [low_m, high_m], 2.5);
            shown.extend(
                here.into_iter()
                    .filter(|standing| standing.footprint_m >= least_m),
            );
        }
    }
    (Camera { at_m, tiles }, shown)
}

/// Three patterns, each with a half, a quarter and a tenth of its points.
pub(crate) fn patterns() -> Vec<PatternSample> {
    let mut samples = Vec::new();
    for (number, (pattern, jitter, packing)) in (0..).zip([
        ("poisson", 0.45, 0.69),
        ("warped-grid", 0.12, 0.87),
        ("hard-core", 0.9, 0.36),
    ]) {
        let mut noise = Noise(number);
        let side = 32_u32;
        let cells = (0..side * side).map(|cell| [cell % side, cell / side]);
        let points: Vec<([f64; 2], f64)> = cells
            .map(|cell| {
                let at_m = cell.map(|at| f64::from(at) + 0.5 + jitter * (noise.next() - 0.5));
                (at_m, noise.next())
            })
            .collect();
        for share in [1.0, 0.5, 0.25, 0.1] {
            let left = points.iter().filter(|(_, rank)| *rank < share);
            let points_m: Vec<[f64; 2]> = left.map(|(at_m, _)| *at_m).collect();
            samples.push(PatternSample {
                row: PatternRow {
                    pattern: pattern.to_owned(),
                    share,
                    points: points_m.len() as u64,
                    packing: Some(packing * share),
                    clark_evans: Some(1.0 + 0.4 * share),
                    collinear_index: Some(1.04),
                },
                low_m: [0.0; 2],
                side_m: f64::from(side),
                points_m,
            });
        }
    }
    samples
}
