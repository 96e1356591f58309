//! The fields over the ground of a run: what its table of the ground says, and what its trees make in a year.

use std::fmt::Display;
use std::io;
use std::path::Path;

use understory_forest::InhibitionField;
use understory_forest::components::Size;
use understory_forest::parameters::Species;
use understory_lab::Watch;
use understory_records::{DeadRow, ForestManifest, GroundRow, TreeRow, paths};
use understory_scenario::{ForestScenario, Overrides, load};
use understory_space::{Edge, Plot};
use understory_terrain::{Grid, Raster};

use super::field::Field;
use crate::error::Error;
use crate::files::{DiskFiles, slashed};
use crate::results::Results;
use crate::stored::is_listed;

/// Cells at most; of those whose side nobody named, so that a file is soon made and opened.
const MOST_CELLS: u64 = 1 << 24;
const USUAL_CELLS: f64 = 4e6;
/// Sides of cells where nobody names one, m.
const DENSITY_CELL_M: f64 = 10.0;
const INHIBITION_CELL_M: f64 = 1.0;
/// Lower trees are seedlings, of which there are too many to say anything of the stand.
const LEAST_M: f64 = 1.3;
const M2_PER_HA: f64 = 10_000.0;

/// Of what fields are drawn.
pub(super) struct Of<'a> {
    pub(super) run: &'a Path,
    pub(super) results: &'a Results,
    pub(super) manifest: ForestManifest<'a>,
    pub(super) year: u32,
    pub(super) cell_m: Option<f64>,
}

/// A field as a raster.
pub(super) struct Drawn {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) unit: &'static str,
    pub(super) raster: Raster<f32>,
}

/// The fields that were asked for, or all that there are, and what a reader should know of them.
pub(super) fn draw(
    of: &Of<'_>,
    wanted: &[Field],
    watch: &dyn Watch,
) -> Result<(Vec<Drawn>, Vec<String>), Error> {
    let is_wanted = |field: Field| wanted.is_empty() || wanted.contains(&field);
    let (mut drawn, mut notes) = (Vec::new(), Vec::new());
    watch.step("reading tables", 0, 1);
    let has_ground = of.is_listed(paths::GROUND);
    let rows: Vec<GroundRow> = if has_ground {
        of.results.rows(paths::GROUND)?
    } else {
        Vec::new()
    };
    let grid = has_ground.then(|| of.ground_grid(&rows)).transpose()?;
    let on_ground = [
        (Field::Height, "height of the ground", "m"),
        (Field::Wetness, "topographic wetness index", ""),
        (Field::Sun, "sun of a year without clouds", "MJ/m²"),
        (Field::SoilDepth, "depth of the soil", "m"),
    ];
    for (field, about, unit) in on_ground.into_iter().filter(|(field, ..)| is_wanted(*field)) {
        let value = |row: &GroundRow| match field {
            Field::Wetness => row.wetness,
            Field::Sun => row.sun_mj_m2,
            Field::SoilDepth => row.soil_depth_m,
            _ => Some(row.z_m),
        };
        let values: Option<Vec<f32>> = rows
            .iter()
            .map(|row| value(row).map(|value| value as f32))
            .collect();
        match (grid, values) {
            (Some(grid), Some(values)) => drawn.push(Drawn {
                name: field.to_string(),
                about: about.to_owned(),
                unit,
                raster: Raster::new(grid, values).map_err(io::Error::other)?,
            }),
            _ if wanted.is_empty() => {}
            _ => {
                let (run, why) = (slashed(of.run), field.why_not(has_ground));
                let why = format!("`{run}` has no field `{field}`: {why}");
                return Err(Error::refused(why, ""));
            }
        }
    }
    if is_wanted(Field::Density) || is_wanted(Field::Inhibition) {
        let trees = of.results.trees(of.year)?;
        of.check_places(&trees)?;
        if is_wanted(Field::Density) {
            drawn.push(of.density(&trees)?);
        }
        if is_wanted(Field::Inhibition) {
            watch.step("summing the fields of trees", 0, 1);
            let (fields, note) = of.inhibition(&trees)?;
            drawn.extend(fields);
            notes.extend(note);
        }
    }
    Ok((drawn, notes))
}

impl Of<'_> {
    fn is_listed(&self, path: &str) -> bool {
        is_listed(&self.manifest.all.files, path)
    }

    fn wrong(&self, path: &str, found: impl Display) -> Error {
        Error::of_table(&slashed(&self.run.join(path)), found)
    }

    /// The cells of the table of the ground, which fill the plot row by row from the south.
    fn ground_grid(&self, rows: &[GroundRow]) -> Result<Grid, Error> {
        let columns = rows.iter().take_while(|row| row.y_m == rows[0].y_m).count();
        let no_grid = || self.wrong(paths::GROUND, "cells that do not fill the plot");
        if columns == 0 || !rows.len().is_multiple_of(columns) {
            return Err(no_grid());
        }
        let grid = self
            .grid([columns, rows.len() / columns].map(|count| count as u32))
            .map_err(|_| no_grid())?;
        let near_m = 1e-6 * grid.cell_m()[0].min(grid.cell_m()[1]);
        let is_in_place = |(cell, row): (usize, &GroundRow)| {
            let [x_m, y_m] = grid.centre_m((cell % columns) as u32, (cell / columns) as u32);
            (x_m - row.x_m).abs() <= near_m && (y_m - row.y_m).abs() <= near_m
        };
        if rows.iter().enumerate().all(is_in_place) {
            Ok(grid)
        } else {
            Err(no_grid())
        }
    }

    /// So many cells over the plot.
    fn grid(&self, cells: [u32; 2]) -> Result<Grid, Error> {
        let world = &self.manifest.world;
        let far_m = [0, 1].map(|axis| world.origin_m[axis] + world.size_m[axis]);
        Ok(Grid::over(world.origin_m, far_m, cells).map_err(io::Error::other)?)
    }

    /// Cells of the side that was asked for, or of the usual one; as much smaller as they must be to fill the plot.
    fn cells(&self, usual_m: f64) -> Result<Grid, Error> {
        let [width_m, depth_m] = self.manifest.world.size_m;
        let shorter_m = width_m.min(depth_m);
        let cell_m = match self.cell_m {
            Some(cell_m) if cell_m > shorter_m => {
                let why = format!(
                    "cells of {cell_m} m are larger than the plot, which is {width_m} by {depth_m} m"
                );
                return Err(Error::refused(why, "make them smaller with `--cell-m`"));
            }
            Some(cell_m) => cell_m,
            None => usual_m
                .max((width_m * depth_m / USUAL_CELLS).sqrt())
                .min(shorter_m),
        };
        // A side that is a whole number of cells but for a rounding has so many.
        let along = |side_m: f64| (side_m / cell_m - 1e-6).ceil().max(1.0);
        let [columns, rows] = [along(width_m), along(depth_m)];
        if columns * rows > MOST_CELLS as f64 {
            let why = format!(
                "cells of {cell_m} m make {columns} × {rows} of this plot, but at most {MOST_CELLS} are exported"
            );
            return Err(Error::refused(why, "make them larger with `--cell-m`"));
        }
        self.grid([columns as u32, rows as u32])
    }

    fn check_places(&self, trees: &[TreeRow]) -> Result<(), Error> {
        let world = &self.manifest.world;
        let is_on = |row: &TreeRow| {
            let at_m = [row.x_m, row.y_m];
            (0..2).all(|axis| (0.0..=world.size_m[axis]).contains(&(at_m[axis] - world.origin_m[axis])))
        };
        let path = paths::trees(self.year, self.manifest.format());
        match trees.iter().find(|row| !is_on(row)) {
            None => Ok(()),
            Some(row) => Err(self.wrong(&path, format!("tree {} beyond the plot", row.tree))),
        }
    }

    fn density(&self, trees: &[TreeRow]) -> Result<Drawn, Error> {
        let grid = self.cells(DENSITY_CELL_M)?;
        let mut counts = vec![0_u32; grid.len()];
        for tree in trees.iter().filter(|tree| tree.height_m >= LEAST_M) {
            let [column, row] = grid.cell_of([tree.x_m, tree.y_m]);
            counts[grid.index(column, row)] += 1;
        }
        let [width_m, depth_m] = grid.cell_m();
        let per_ha = M2_PER_HA / (width_m * depth_m);
        let values = counts
            .into_iter()
            .map(|count| (f64::from(count) * per_ha) as f32)
            .collect();
        Ok(Drawn {
            name: format!("density-year-{:04}", self.year),
            about: format!("living trees of {LEAST_M} m or more by area, year {}", self.year),
            unit: "1/ha",
            raster: Raster::new(grid, values).map_err(io::Error::other)?,
        })
    }

    /// The field on the seeds of each species, and what it lacks.
    fn inhibition(&self, trees: &[TreeRow]) -> Result<(Vec<Drawn>, Option<String>), Error> {
        let scenario: ForestScenario = load(
            &slashed(&self.run.join("scenario.toml")),
            &DiskFiles,
            &Overrides::default(),
        )?;
        let format = self.manifest.format();
        let (dead_path, strip_path) = (paths::dead(self.year, format), paths::strip(self.year, format));
        let has_state = self.is_listed(&dead_path);
        let dead: Vec<DeadRow> = if has_state {
            self.results.rows(&dead_path)?
        } else {
            Vec::new()
        };
        let strip: Vec<TreeRow> = if self.is_listed(&strip_path) {
            self.results.rows(&strip_path)?
        } else {
            Vec::new()
        };
        let species_of = |name: &str, path: &str| {
            let found = scenario.species.iter().find(|species| species.name == name);
            found.ok_or_else(|| {
                self.wrong(
                    path,
                    format!("the species `{name}`, which the scenario does not have"),
                )
            })
        };
        let trees_path = paths::trees(self.year, format);
        let mut sources = Vec::new();
        for tree in trees.iter().chain(&strip) {
            sources.push(Source {
                place_m: [tree.x_m, tree.y_m],
                species: species_of(&tree.species, &trees_path)?,
                size: Size {
                    dbh_cm: tree.dbh_cm,
                    height_m: tree.height_m,
                },
                dead_yr: None,
            });
        }
        for tree in &dead {
            let species = species_of(&tree.species, &dead_path)?;
            let size = Size {
                dbh_cm: tree.dbh_cm,
                height_m: tree.height_m,
            };
            // As the year after finds it.
            let dead_yr = i64::from(self.year) + 1 - i64::from(tree.year_died);
            sources.push(Source {
                place_m: [tree.x_m, tree.y_m],
                species,
                size,
                dead_yr: Some(u32::try_from(dead_yr).unwrap_or(u32::MAX)),
            });
        }
        let grid = self.cells(INHIBITION_CELL_M)?;
        let world = &self.manifest.world;
        let edge = if world.edge == "torus" {
            Edge::Torus
        } else {
            Edge::Open
        };
        let plot = Plot::new(world.origin_m, world.size_m, edge).map_err(io::Error::other)?;
        let mut drawn = Vec::new();
        for seeds in &scenario.species {
            let values = summed(&grid, &plot, &sources, &seeds.name);
            drawn.push(Drawn {
                name: format!("inhibition-{}-year-{:04}", seeds.name, self.year),
                about: format!(
                    "field that keeps seeds of {} from germinating, after year {}",
                    seeds.name, self.year
                ),
                unit: "",
                raster: Raster::new(grid, values).map_err(io::Error::other)?,
            });
        }
        let note = (!has_state).then(|| {
            format!(
                "the inhibition of year {} is that of the living, as the table of the dead is kept of the last state alone \
                 (`[record] keep_state = true` keeps all)",
                self.year
            )
        });
        Ok((drawn, note))
    }
}

/// A tree, living or dead, whose field counts.
struct Source<'a> {
    place_m: [f64; 2],
    species: &'a Species,
    size: Size,
    dead_yr: Option<u32>,
}

/// The sum of all fields in the middle of each cell, on the seeds of a species.
fn summed(grid: &Grid, plot: &Plot, sources: &[Source<'_>], seeds_of: &str) -> Vec<f32> {
    let mut sums = vec![0.0_f64; grid.len()];
    let counts = [grid.columns(), grid.rows()].map(i64::from);
    for source in sources {
        let field = InhibitionField::new(source.species, seeds_of, source.size);
        let field = match source.dead_yr {
            None => Some(field),
            Some(years) => field.after_death(source.species, years),
        };
        let Some(field) = field else { continue };
        // The cells in reach; on a torus they go on at the other side, each once.
        let within = [0, 1].map(|axis| {
            let at = |m: f64| (m - grid.origin_m()[axis]) / grid.cell_m()[axis];
            let low = at(source.place_m[axis] - field.reach_m()).floor() as i64;
            let high = at(source.place_m[axis] + field.reach_m()).floor() as i64;
            if plot.is_torus() {
                low..=high.min(low + counts[axis] - 1)
            } else {
                low.max(0)..=high.min(counts[axis] - 1)
            }
        });
        let [columns, rows] = within;
        for row in rows {
            let row = row.rem_euclid(counts[1]) as u32;
            for column in columns.clone() {
                let column = column.rem_euclid(counts[0]) as u32;
                let [dx_m, dy_m] = plot.offset_m(grid.centre_m(column, row), source.place_m);
                sums[grid.index(column, row)] += field.at((dx_m * dx_m + dy_m * dy_m).sqrt());
            }
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}
