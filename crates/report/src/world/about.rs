//! What figures know of a painted world: its extent, biomes, rules and obstacles; and one thing that stands in it.

use understory_records::{Rgb, World, WorldBody};

use crate::error::ReportError;
use crate::ink::Ink;
use crate::needed::{FINITE, Needed, SIZE};
use crate::style;
use crate::tables::check_plot;

/// A length above 0.
const LENGTH: Needed = Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0");

/// Refuses what could not be drawn.
pub(super) fn check_world(world: &WorldBody) -> Result<(), ReportError> {
    const FILE: &str = "manifest.json";
    check_plot(world.world.origin_m, world.world.size_m)?;
    LENGTH.of(FILE, "tile_m", [world.tile_m])?;
    SIZE.of(
        FILE,
        "footprint_m",
        world.rules.iter().map(|rule| rule.footprint_m),
    )?;
    FINITE.of(
        FILE,
        "at_m",
        world
            .blockers
            .iter()
            .flat_map(|blocker| blocker.corners_m.iter().flatten().chain(&blocker.at_m).copied()),
    )?;
    SIZE.of(
        FILE,
        "radius_m",
        world.blockers.iter().map(|blocker| blocker.radius_m),
    )?;
    let courses = || world.roads.iter().chain(&world.rivers);
    let points_m = courses().flat_map(|course| course.points_m.iter().copied().flatten());
    FINITE.of(FILE, "points_m", points_m)?;
    SIZE.of(FILE, "width_m", courses().map(|course| course.width_m))?;
    SIZE.of(FILE, "to_m", world.lod.iter().map(|ring| ring.to_m))
}

/// Refuses an instance whose place or size is no number, or whose rule there is not.
pub(super) fn check_standing(world: &WorldBody, standing: &PlacedInstance) -> Result<(), ReportError> {
    const FILE: &str = "instances.csv";
    FINITE.of(FILE, "x_m", [standing.at_m[0]])?;
    FINITE.of(FILE, "y_m", [standing.at_m[1]])?;
    SIZE.of(FILE, "footprint_m", [standing.footprint_m])?;
    match standing.rule {
        Some(rule) if rule as usize >= world.rules.len() => {
            let needed = "the number of one of the world's rules";
            Err(ReportError::number(FILE, "rule", f64::from(rule), needed))
        }
        _ => Ok(()),
    }
}

/// An instance as figures see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedInstance {
    /// Where it stands, to the east and to the north, m.
    pub at_m: [f64; 2],
    /// Number of its rule; `None` where it was placed by hand.
    pub rule: Option<u32>,
    /// Radius of the disc of ground that it takes, m; 0 where that is not known.
    pub footprint_m: f64,
}

/// The biome map of a whole world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BiomePicture {
    /// Cells from west to east.
    pub columns: usize,
    /// Cells from south to north.
    pub rows: usize,
    /// Number of the biome of each cell, row by row from the south, each from the west.
    pub biomes: Vec<u8>,
}

/// No figure shows finer cells.
const CELLS: f64 = 1_200.0;

impl BiomePicture {
    /// The map that says at each place what `biome_at` says there, as finely as figures show it.
    #[must_use]
    pub fn of(world: &World, biome_at: impl Fn([f64; 2]) -> u8) -> Self {
        let longest_m = world.size_m[0].max(world.size_m[1]);
        let [columns, rows] = world
            .size_m
            .map(|side_m| (CELLS * side_m / longest_m).ceil().max(1.0) as usize);
        let at_m = |axis: usize, cell: usize, cells: usize| {
            world.origin_m[axis] + (cell as f64 + 0.5) / cells as f64 * world.size_m[axis]
        };
        let biomes = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| [column, row]))
            .map(|[column, row]| biome_at([at_m(0, column, columns), at_m(1, row, rows)]))
            .collect();
        Self {
            columns,
            rows,
            biomes,
        }
    }

    /// Refuses a map without cells, with rows that are not whole, or with a biome that there is not.
    pub(super) fn check(&self, world: &WorldBody) -> Result<(), ReportError> {
        const FILE: &str = "the biome map";
        if self.biomes.is_empty() || self.columns.checked_mul(self.rows) != Some(self.biomes.len()) {
            let needed = "a biome for each column of each row, and one at least";
            return Err(ReportError::number(
                FILE,
                "biomes",
                self.biomes.len() as f64,
                needed,
            ));
        }
        match self
            .biomes
            .iter()
            .find(|biome| usize::from(**biome) >= world.biomes.len())
        {
            Some(&biome) => {
                let needed = "the number of one of the world's biomes";
                Err(ReportError::number(FILE, "biome", f64::from(biome), needed))
            }
            None => Ok(()),
        }
    }
}

/// The colour of a rule by its number, for the manifest: those of the palette that colour-blind readers can tell apart.
#[must_use]
pub fn rule_colour(rule: usize) -> Rgb {
    Rgb(style::category(rule).rgb)
}

/// A colour of a manifest as it is drawn with.
pub(super) fn ink(colour: Rgb) -> Ink {
    Ink {
        rgb: colour.0,
        opacity: 1.0,
    }
}
