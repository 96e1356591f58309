//! What is painted: hills, wood and meadow, and the rules of what stands there.

use std::sync::Arc;

use bevy::prelude::Resource;
use understory_numerics::RandomKey;
use understory_placement::parameters::{Align, Biome, Blocker, Place, Range, Ring, Rule, Where};
use understory_placement::{Maps, PaintedWorld, Painting, Window};
use understory_terrain::{Grid, Heights, NoData, Noise, Relief};

/// Half the side of the world, m.
const HALF_M: f64 = 2048.0;
/// Side of a texel of the biome map, m.
const TEXEL_M: f64 = 16.0;
/// Half the side of the clearing where a stand grows, m.
pub const CLEARING_M: f64 = 40.0;
/// How many rings there are around the camera: the farther, the less stands there, and in fewer triangles.
pub const RINGS: usize = 3;
/// Number of the biome `wood`; the other one is `meadow`.
const WOOD: u8 = 0;
/// Moisture from which on wood stands.
const WOOD_FROM: f32 = -0.1;

/// The painted world, to be shared by the threads that lay it out.
#[derive(Resource, Clone)]
pub struct Land(pub Arc<PaintedWorld>);

impl Land {
    /// Paints it.
    pub fn paint() -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let key = RandomKey::root(7, &["land"]);
        let window = Window {
            low_m: [-HALF_M; 2],
            high_m: [HALF_M; 2],
        };
        let grid = |texel_m: f64| {
            let cells = (2.0 * HALF_M / texel_m) as u32;
            Grid::over(window.low_m, window.high_m, [cells; 2]).map_err(|error| told(&error))
        };
        let waves = |wavelength_m, amplitude_m| {
            let noise = Noise {
                wavelength_m,
                amplitude_m,
                octaves: 5,
                gain: 0.45,
            };
            Relief {
                noise: Some(noise),
                ..Relief::default()
            }
        };
        let drawn = |relief: &Relief, number: &str, grid: Grid| {
            relief
                .draw(RandomKey::root(7, &["land", number]), grid)
                .map_err(|error| told(&error))
        };
        let heights = drawn(&waves(900.0, 70.0), "heights", grid(8.0)?)?;
        let ground = Heights::new(heights, NoData::Refuse).map_err(|error| told(&error))?;
        let moisture = drawn(&waves(500.0, 1.0), "moisture", grid(TEXEL_M)?)?;
        let maps = Maps {
            window,
            biomes: moisture.map(|moisture| if moisture > WOOD_FROM { WOOD } else { WOOD + 1 }),
            weights: moisture.map(|moisture| (0.7 + 1.5 * (moisture - WOOD_FROM).abs()).min(1.0)),
            named: vec![("moisture".to_owned(), moisture)],
            ground: Arc::new(ground),
        };
        let [wood, meadow] = [("wood", "#3d4a2a"), ("meadow", "#6d8a45")];
        let biome = |(name, colour): (&str, &str)| {
            let colour = colour.parse().map_err(|error| told(&error))?;
            Ok::<_, String>(Biome::new(name, colour, "soil"))
        };
        let flat = Where {
            slope_deg: Some(Range {
                to: Some(28.0),
                falloff: 8.0,
                from: None,
            }),
            ..Where::default()
        };
        let rule = |name: &str, asset: &str, biome: &str, footprint_m, density, scale| Rule {
            place: flat.clone(),
            density,
            scale,
            ..Rule::new(name, asset, biome, footprint_m)
        };
        let rules = vec![
            rule("oaks", "oak", "wood", 3.4, 0.55, [0.7, 1.15]),
            rule("pines", "pine", "wood", 2.2, 0.5, [0.6, 1.1]),
            rule("lone oaks", "oak", "meadow", 9.0, 0.12, [0.8, 1.2]),
            rule("young oaks", "young-oak", "wood", 1.4, 0.08, [0.5, 1.0]),
            rule("young pines", "young-pine", "wood", 1.4, 0.06, [0.4, 1.0]),
            rule("shrubs", "shrub", "wood", 1.0, 0.1, [0.6, 1.2]),
            rule("bushes", "shrub", "meadow", 1.2, 0.04, [0.7, 1.4]),
            Rule {
                align: Align::Ground,
                place: Where::default(),
                offset_m: -0.15,
                ..rule("stones", "stone", "meadow", 0.6, 0.02, [0.4, 1.6])
            },
            Rule {
                align: Align::Ground,
                ..rule("grass", "grass", "meadow", 0.5, 0.7, [0.5, 1.3])
            },
        ];
        let corner = |east: f64, north: f64| [CLEARING_M * east, CLEARING_M * north];
        let clearing = Blocker {
            at_m: None,
            radius_m: None,
            corners_m: Some(vec![
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ]),
            ..Blocker::ball("clearing", [0.0; 2], 1.0)
        };
        let ring = |to_m, footprint_m| Ring {
            to_m,
            footprint_m,
            imposters: false,
        };
        let rings: [Ring; RINGS] = [ring(60.0, 0.0), ring(170.0, 1.0), ring(560.0, 1.5)];
        let place = Place {
            tile_m: 32.0,
            ..Place::default()
        };
        let painting = Painting {
            place,
            biomes: vec![biome(wood)?, biome(meadow)?],
            rules,
            blockers: vec![clearing],
            rings: rings.into(),
            ..Painting::default()
        };
        let world = PaintedWorld::new(painting, maps, key).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            faults.join("\n")
        })?;
        Ok(Self(Arc::new(world)))
    }

    /// How much of a wood it is there, 0 to 1: where it becomes meadow, the change takes some metres.
    pub fn wooded(&self, place_m: [f64; 2]) -> f32 {
        let moisture = self.0.maps().named[0].1.bilinear(place_m) as f32;
        ((moisture - WOOD_FROM) / 0.06 + 0.5).clamp(0.0, 1.0)
    }

    /// Height of the ground, m.
    pub fn height_m(&self, place_m: [f64; 2]) -> f64 {
        self.0.maps().ground.height_m(place_m)
    }
}
