//! What the ground of a forest offers, and how well each species grows on it.

use std::io::Cursor;
use std::sync::Arc;

use understory_forest::parameters::Species;
use understory_forest::{Offer, Site};
use understory_keys::Checked;
use understory_space::Plot;
use understory_terrain::{ClearSky, Heights, Raster, TerrainError, Unit, read_map, wetness_index};

use crate::elevation::{MOST_CELLS, is_in_metres, of_file, of_map};
use crate::keys::{GroundRules, WithoutData};
use crate::loading::Loading;
use crate::part::part;
use crate::scenario::{ForestGround, Terrain};
use crate::species::Named;
use crate::terrain::corners_m;
use crate::value::Table;

/// Below all seas: water leaves over the border of the map alone.
const NO_SEA_M: f64 = -1e5;

/// What the ground offers by `[ground]`, where it is asked for something; outer `None` where something is wrong.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    species: &[Named],
    terrain: Option<&Terrain>,
    plot: &Plot,
) -> Option<Option<ForestGround>> {
    let own: Vec<&Species> = species
        .iter()
        .map(|named| named.species.as_ref())
        .collect::<Option<_>>()?;
    let asks = own.iter().any(|species| species.site.is_some());
    // What is wrong with a curve is told where species are read.
    let keys = understory_keys::table(Species::KEYS, "");
    if own.iter().any(|species| !species.faults(&keys).is_empty()) {
        return None;
    }
    let ground = table.table("ground");
    if !asks && ground.is_none() {
        return Some(None);
    }
    let Some(terrain) = terrain else {
        let (at, what) = match ground {
            Some(ground) => (ground.at, "`[ground]` says what the ground offers"),
            None => (
                site_at(table, &own, |_| true),
                "a species asks the ground for something",
            ),
        };
        let message = format!("{what}, but the ground is level and alike everywhere");
        let hint = "give `world.elevation` or `[terrain]`, or leave it out";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    };
    let rules: GroundRules = match ground {
        Some(ground) => part(&mut loading.report, "ground", ground)?,
        None => GroundRules::default(),
    };
    let problems = loading.report.count();
    let at = |key: &str| ground.map_or(table.at, |ground| ground.at(key));
    let is_said = |name: &str| ground.is_some_and(|ground| ground.has(name));
    let of_cells = terrain.no_data_m;
    if rules.no_data != WithoutData::Error && of_cells.is_none() {
        let message = "`ground.no_data` says what cells without data are, but nothing says how high they lie";
        let hint = "give `no_data_m` in `[terrain]` of a map that has such cells, or leave it out";
        loading.report.problem(at("no_data"), message, hint.to_owned());
    }
    type Asked = fn(&Species) -> bool;
    let asked: [(&str, &str, Asked); 2] = [
        ("latitude_deg", "sun_mj_m2", |species| {
            species.site.as_ref().is_some_and(|site| site.sun_mj_m2.is_some())
        }),
        ("soil_depth", "soil_depth_m", |species| {
            species
                .site
                .as_ref()
                .is_some_and(|site| site.soil_depth_m.is_some())
        }),
    ];
    for (key, need, asks) in asked {
        if !is_said(key) && own.iter().any(|species| asks(species)) {
            let message =
                format!("a species asks for `site.{need}`, but nothing says what the ground offers");
            let hint = format!("give `{key}` in `[ground]`");
            loading.report.problem(site_at(table, &own, asks), message, hint);
        }
    }
    let soil_m = match &rules.soil_depth {
        Some(path) => Some(soil(loading, at("soil_depth"), path, plot)?),
        None => None,
    };
    if loading.report.count() > problems {
        return None;
    }
    let sea_m = of_cells
        .filter(|_| rules.no_data == WithoutData::Water)
        .unwrap_or(NO_SEA_M);
    let worked_out = work_out(&rules, &terrain.heights, sea_m);
    let (wetness, sun_mj_m2) = of_file(loading, at("routing"), worked_out, None)?;
    let offers = Offers {
        heights: &terrain.heights,
        wetness: &wetness,
        sun_mj_m2: sun_mj_m2.as_ref(),
        soil_m: soil_m.as_ref(),
        is_barren: rules.no_data != WithoutData::Error,
    };
    let site = offers.site(&rules, &own);
    for (number, species) in own.iter().enumerate() {
        if !grows_somewhere(&site, number as u16, plot, &terrain.heights) {
            let message = format!("`{}` can grow nowhere on this ground", species.name);
            let ranges = offers.ranges();
            let hint = format!("widen its `site`, or leave that out; the ground offers {ranges}");
            let entry = table.tables("species").and_then(|entries| entries.get(number));
            loading
                .report
                .problem(entry.map_or(table.at, |entry| entry.at("site")), message, hint);
        }
    }
    (loading.report.count() == problems).then(|| {
        Some(ForestGround {
            rules,
            site: Arc::new(site),
            wetness: Arc::new(wetness),
            sun_mj_m2: sun_mj_m2.map(Arc::new),
            soil_depth_m: soil_m.map(Arc::new),
        })
    })
}

/// Where the first species asks for something.
fn site_at(table: &Table, species: &[&Species], asks: impl Fn(&Species) -> bool) -> usize {
    let first = species
        .iter()
        .position(|species| species.site.is_some() && asks(species));
    let entry = first.and_then(|first| table.tables("species")?.get(first));
    entry.map_or(table.at, |entry| entry.at("site"))
}

/// Wetness, and the sun where the latitude is known.
fn work_out(
    rules: &GroundRules,
    heights: &Heights,
    sea_m: f64,
) -> Result<(Raster<f32>, Option<Raster<f32>>), TerrainError> {
    let wetness = wetness_index(heights.raster(), rules.routing, sea_m)?;
    let sun = rules
        .latitude_deg
        .map(|latitude_deg| ClearSky::over(latitude_deg, rules.clear_air).on_ground_mj_m2(heights.raster()))
        .transpose()?;
    Ok((wetness, sun))
}

/// The map of the soil's depth.
fn soil(loading: &mut Loading<'_>, at: usize, written: &str, plot: &Plot) -> Option<Raster<f32>> {
    let (opened, input) = loading.input(at, written)?;
    let bytes = loading.inputs[input].bytes.as_slice();
    let Some(read) = read_map(&opened, Cursor::new(bytes), MOST_CELLS, Unit::Metres) else {
        let message = format!("`{written}` is no map of depths that can be read");
        let hint = "give an ESRI ASCII grid (`.asc`) or a GeoTIFF (`.tif`) in metres";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    };
    let (soil_m, _) = of_map(loading, at, read)?;
    if !is_in_metres(loading, at, soil_m.grid()) {
        return None;
    }
    let [low_m, high_m] = corners_m(plot);
    let (map_low_m, map_high_m) = (soil_m.grid().origin_m(), soil_m.grid().far_corner_m());
    if (0..2).any(|axis| map_low_m[axis] > low_m[axis] || map_high_m[axis] < high_m[axis]) {
        let message = format!(
            "the map of the soil's depth reaches from ({}, {}) to ({}, {}), but the plot from ({}, {}) to ({}, {})",
            map_low_m[0],
            map_low_m[1],
            map_high_m[0],
            map_high_m[1],
            low_m[0],
            low_m[1],
            high_m[0],
            high_m[1]
        );
        let hint = "both must be in the same coordinates, in metres, and the map hold the plot";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    if let Some(depth_m) = soil_m
        .values()
        .iter()
        .find(|depth_m| !(0.0..=1000.0).contains(*depth_m))
    {
        let (message, hint) = if depth_m.is_nan() {
            (
                "the map of the soil's depth has cells without data".to_owned(),
                "write 0 where there is no soil",
            )
        } else {
            (
                format!(
                    "the map of the soil's depth has a depth of {depth_m} m, but soils are 0 to 1000 m deep"
                ),
                "centimetres divided by 100 are metres; if that number means no data, write 0 where there is no soil",
            )
        };
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    Some(soil_m)
}

/// What the cells of the map of heights offer.
struct Offers<'a> {
    heights: &'a Heights,
    wetness: &'a Raster<f32>,
    sun_mj_m2: Option<&'a Raster<f32>>,
    soil_m: Option<&'a Raster<f32>>,
    /// Whether nothing grows where the map has no data.
    is_barren: bool,
}

impl Offers<'_> {
    fn site(&self, rules: &GroundRules, species: &[&Species]) -> Site {
        let grid = *self.heights.raster().grid();
        let mut factors = Vec::with_capacity(grid.len() * species.len());
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let cell = grid.index(column, row);
                let offer = Offer {
                    wetness: f64::from(self.wetness.values()[cell]),
                    // What is not known is not asked for.
                    sun_mj_m2: self.sun_mj_m2.map_or(0.0, |sun| f64::from(sun.values()[cell])),
                    soil_depth_m: self.soil_m.map_or(0.0, |soil_m| {
                        f64::from(soil_m.nearest(grid.centre_m(column, row)))
                    }),
                    elevation_m: f64::from(self.heights.raster().values()[cell]),
                };
                let is_barren = self.is_barren && self.heights.lacks_data(cell);
                factors.extend(species.iter().map(|species| {
                    let site = species.site.as_ref().filter(|_| !is_barren);
                    let factor = site.map_or(1.0, |site| site.factor(&offer, rules.combining));
                    if is_barren { 0.0 } else { factor as f32 }
                }));
            }
        }
        let cells = [grid.columns(), grid.rows()];
        Site::new(grid.origin_m(), grid.cell_m(), cells, species.len(), factors)
            .expect("a factor from 0 to 1 was worked out for each cell and species")
    }

    /// What the ground offers from where to where, in words.
    fn ranges(&self) -> String {
        let maps = [
            ("wetness", Some(self.wetness)),
            ("sun_mj_m2", self.sun_mj_m2),
            ("soil_depth_m", self.soil_m),
            ("elevation_m", Some(self.heights.raster())),
        ];
        let of = |(name, map): (&str, Option<&Raster<f32>>)| {
            let values = map?.values().iter().copied();
            let (low, high) = values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
            Some(format!("`{name}` from {low:.1} to {high:.1}"))
        };
        maps.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a species has a factor above 0 in any cell of the plot.
fn grows_somewhere(site: &Site, species: u16, plot: &Plot, heights: &Heights) -> bool {
    let grid = heights.raster().grid();
    let [low, high] = corners_m(plot).map(|corner_m| grid.cell_of(corner_m));
    let mut cells = (low[1]..=high[1]).flat_map(|row| (low[0]..=high[0]).map(move |column| (column, row)));
    cells.any(|(column, row)| site.factor(species, grid.centre_m(column, row)) > 0.0)
}
