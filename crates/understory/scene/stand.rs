//! What the folder of a run says of a year: its trees, its ground, and from where they are seen.

use std::collections::HashMap;
use std::io;

use understory_branching::skeleton::Skeleton;
use understory_records::{ForestManifest, GroundRow, GrowthPointRow, TreeRow, paths};
use understory_report::view::Camera;
use understory_scenario::species_presets;

use super::crowns;
use super::forms::{self, FormOfSpecies};
use super::ground::Ground;
use super::request::SceneRequest;
use super::trees::{LEAST_M, Tree};
use crate::error::Error;
use crate::files::slashed;
use crate::kinds::stats::recorded_year;
use crate::results::Results;
use crate::stored::is_listed;

/// The camera that sees all is so high above the horizon, which is then in its picture, and sees so much.
const ABOVE_DEG: f64 = 12.0;
const FIELD_DEG: f64 = 44.0;
/// A camera that stands somewhere sees so much, and looks so high, as a share of the highest tree.
const WIDE_DEG: f64 = 60.0;
const LOOKS_AT: f64 = 0.4;

/// What the folder of a run says of a year.
pub(super) struct Stand {
    pub(super) name: String,
    pub(super) year: u32,
    /// The table of the trees.
    pub(super) table: String,
    pub(super) species: Vec<String>,
    pub(super) forms: Vec<FormOfSpecies>,
    pub(super) trees: Vec<Tree>,
    pub(super) too_low: usize,
    pub(super) low_m: [f64; 2],
    pub(super) high_m: [f64; 2],
    pub(super) ground: Ground,
    /// Crowns that grew, by the numbers of their trees.
    pub(super) grown: HashMap<u64, Skeleton>,
}

impl Stand {
    /// Its trees, its ground and, where they are asked for, crowns that grew.
    pub(super) fn read(request: &SceneRequest) -> Result<Self, Error> {
        let run = request.run.as_path();
        let results = Results::in_folder(run)?;
        let manifest = results.forest()?;
        let year = recorded_year(run, request.year, manifest)?;
        let world = &manifest.world;
        let far_m = [0, 1].map(|axis| world.origin_m[axis] + world.size_m[axis]);
        let (low_m, high_m) = window(request.window_m, world.origin_m, far_m)?;
        let (trees, too_low) = trees_of(request, &results, manifest, year, [low_m, high_m])?;
        let species = &manifest.species;
        let scenario = run.join("scenario.toml");
        let text = io::read_to_string(results.store().open("scenario.toml")?)?;
        let presets_of = species_presets(&text).ok_or_else(|| {
            Error::refused(
                format!("`{}` cannot be read as TOML", slashed(&scenario)),
                "restore the file, or run again the command that left the folder",
            )
        })?;
        let has = |path: &str| is_listed(&manifest.all.files, path);
        let ground = if has(paths::GROUND) {
            let rows: Vec<GroundRow> = results.rows(paths::GROUND)?;
            let table = slashed(&run.join(paths::GROUND));
            Ground::of(&rows, &table, world.origin_m, world.size_m)?
        } else {
            Ground::level(world.origin_m, world.size_m)
        };
        let mut grown = HashMap::new();
        if request.crowns_grown {
            let path = |year: u32| paths::growth_points(year, manifest.format());
            if !has(&path(year)) {
                let others = manifest.recorded_years.iter().filter(|year| has(&path(**year)));
                let others: Vec<String> = others.map(u32::to_string).collect();
                let others = match others.len() {
                    0 => String::new(),
                    _ => format!("; they did in {}", others.join(", ")),
                };
                return Err(Error::refused(
                    format!("no crowns grew in year {year} of `{}`{others}", slashed(run)),
                    "leave out `--crowns grown`, or run a scenario with `[crowns]`, which grows them in its last year",
                ));
            }
            let rows: Vec<GrowthPointRow> = results.rows(&path(year))?;
            grown = crowns::skeletons(&rows, &slashed(&run.join(path(year))), request.roots)?;
        }
        Ok(Self {
            name: manifest.all.made_from.scenario.clone(),
            year,
            table: slashed(&run.join(paths::trees(year, manifest.format()))),
            forms: forms::forms(species, &presets_of, &request.forms)?,
            species: species.clone(),
            trees,
            too_low,
            low_m,
            high_m,
            ground,
            grown,
        })
    }

    /// Adds the trees of another year of the same run behind those that there are.
    pub(super) fn add_trees_of(
        &mut self,
        year: u32,
        request: &SceneRequest,
        results: &Results,
        manifest: ForestManifest<'_>,
    ) -> Result<(), Error> {
        let (trees, _) = trees_of(request, results, manifest, year, [self.low_m, self.high_m])?;
        self.trees.extend(trees);
        Ok(())
    }

    fn highest_m(&self) -> f64 {
        self.trees.iter().map(|tree| tree.height_m).fold(0.0, f64::max)
    }

    /// The camera that was asked for, or one that sees all trees and all of the ground.
    pub(super) fn camera(&self, asked_m: Option<[f64; 3]>, size_px: [u32; 2]) -> Camera {
        if let Some([x_m, y_m, above_m]) = asked_m {
            let [x, y] = [0, 1].map(|axis| (self.low_m[axis] + self.high_m[axis]) / 2.0);
            return Camera {
                from_m: [x_m, y_m, self.ground.height_m([x_m, y_m]) + above_m],
                towards_m: [x, y, self.ground.height_m([x, y]) + LOOKS_AT * self.highest_m()],
                field_deg: WIDE_DEG,
                size_px,
            };
        }
        let mut places_m: Vec<[f64; 3]> = Vec::new();
        for tree in &self.trees {
            let [x_m, y_m, z_m] = tree.place_m;
            places_m.push([x_m, y_m, z_m + tree.height_m]);
        }
        for x_m in [self.low_m[0], self.high_m[0]] {
            for y_m in [self.low_m[1], self.high_m[1]] {
                places_m.push([x_m, y_m, self.ground.height_m([x_m, y_m])]);
            }
        }
        Camera::of_all_above(
            &places_m,
            ABOVE_DEG,
            self.turns_to_lowest_side(),
            FIELD_DEG,
            size_px,
        )
    }

    /// Quarter turns from the south to the side where the ground is lowest, so that a slope faces the camera.
    fn turns_to_lowest_side(&self) -> u32 {
        const PLACES: u32 = 16;
        let along = |axis: usize, step: u32| {
            let share = f64::from(step) / f64::from(PLACES);
            self.low_m[axis] + share * (self.high_m[axis] - self.low_m[axis])
        };
        let sides = [
            (1, self.low_m[1]),
            (0, self.high_m[0]),
            (1, self.high_m[1]),
            (0, self.low_m[0]),
        ];
        let heights_m = sides.map(|(across, at_m)| {
            let place_m = |step: u32| {
                let mut place_m = [along(0, step), along(1, step)];
                place_m[across] = at_m;
                place_m
            };
            (0..=PLACES)
                .map(|step| self.ground.height_m(place_m(step)))
                .sum::<f64>()
        });
        let lowest = |best: usize, side: usize| {
            if heights_m[side] < heights_m[best] {
                side
            } else {
                best
            }
        };
        (1..sides.len()).fold(0, lowest) as u32
    }
}

/// The trees of a year that stand between two corners and are high enough, and how many are too low.
fn trees_of(
    request: &SceneRequest,
    results: &Results,
    manifest: ForestManifest<'_>,
    year: u32,
    [low_m, high_m]: [[f64; 2]; 2],
) -> Result<(Vec<Tree>, usize), Error> {
    let table = slashed(&request.run.join(paths::trees(year, manifest.format())));
    let rows: Vec<TreeRow> = results.trees(year)?;
    let is_within = |row: &&TreeRow| {
        let at_m = [row.x_m, row.y_m];
        (0..2).all(|axis| at_m[axis] >= low_m[axis] && at_m[axis] <= high_m[axis])
    };
    let (high, low): (Vec<&TreeRow>, Vec<&TreeRow>) = rows
        .iter()
        .filter(is_within)
        .partition(|row| row.height_m >= LEAST_M);
    let trees: Result<Vec<Tree>, Error> = high
        .into_iter()
        .map(|row| Tree::of(row, &manifest.species, &table))
        .collect();
    Ok((trees?, low.len()))
}

/// The part of the plot that is shown, which it is cut to.
fn window(
    asked_m: Option<[f64; 4]>,
    low_m: [f64; 2],
    high_m: [f64; 2],
) -> Result<([f64; 2], [f64; 2]), Error> {
    let Some([west, south, east, north]) = asked_m else {
        return Ok((low_m, high_m));
    };
    let (low, high) = ([west, south], [east, north]);
    let is_there =
        (0..2).all(|axis| low[axis] < high[axis] && low[axis] < high_m[axis] && high[axis] > low_m[axis]);
    if !is_there {
        let words =
            |[west, south]: [f64; 2], [east, north]: [f64; 2]| format!("{west},{south},{east},{north}");
        return Err(Error::refused(
            format!(
                "`--window` is {}, but the plot lies between {}",
                words(low, high),
                words(low_m, high_m)
            ),
            "give a part of it as XMIN,YMIN,XMAX,YMAX, or leave it out for all of it",
        ));
    }
    let axes = [0, 1];
    Ok((
        axes.map(|axis| low[axis].max(low_m[axis])),
        axes.map(|axis| high[axis].min(high_m[axis])),
    ))
}
