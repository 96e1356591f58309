//! The ground of a run as tables: what it offers cell by cell, and how many trees stand on ground of which wetness and sun.
//!
//! Written when the years are over, from the scenario and the tables of trees alone, so that a run that was stopped writes
//! the same.

use understory_forest::components::ADULT_DBH_CM;
use understory_numerics::sort;
use understory_records::{Format, GroundRow, SitesRow, SuitabilityRow, TreeRow, paths};
use understory_scenario::{ForestGround, ForestScenario};
use understory_space::Plot;
use understory_terrain::{Grid, Raster};

use super::checkpoint;
use crate::error::LabError;
use crate::store::Store;
use crate::tables::{read_table, write_table};

/// Cells along a side at most.
const MOST_ALONG: f64 = 256.0;

/// Classes of wetness, and of sun.
const CLASSES: usize = 8;

/// What share of the ground lies beyond the classes of equal width, at either end.
const BEYOND: f64 = 0.01;

/// Writes the tables of the ground, where it is not level.
pub(crate) fn write(store: &dyn Store, scenario: &ForestScenario, years: &[u32]) -> Result<(), LabError> {
    let Some(terrain) = &scenario.terrain else {
        return Ok(());
    };
    let heights = terrain.heights.raster();
    let cells = Cells::of(scenario.borders.window.plot(), heights.grid());
    let z_m = cells.means(|place_m| f64::from(heights.nearest(place_m)));
    let Some(ground) = &scenario.ground else {
        let rows = cells.centres_m().zip(z_m).map(|([x_m, y_m], z_m)| GroundRow {
            x_m,
            y_m,
            z_m,
            wetness: None,
            sun_mj_m2: None,
            soil_depth_m: None,
        });
        return write_table(store, paths::GROUND, rows).map(drop);
    };
    let of_map = |map: &Raster<f32>| cells.means(|place_m| f64::from(map.nearest(place_m)));
    let wetness = of_map(&ground.wetness);
    let sun_mj_m2 = ground.sun_mj_m2.as_deref().map(of_map);
    let soil_m = ground.soil_depth_m.as_deref().map(of_map);
    let of_cell = |values: &Option<Vec<f64>>, cell: usize| values.as_ref().map(|values| values[cell]);
    let rows = cells.centres_m().enumerate().map(|(cell, [x_m, y_m])| GroundRow {
        x_m,
        y_m,
        z_m: z_m[cell],
        wetness: Some(wetness[cell]),
        sun_mj_m2: of_cell(&sun_mj_m2, cell),
        soil_depth_m: of_cell(&soil_m, cell),
    });
    write_table(store, paths::GROUND, rows)?;
    write_table(store, paths::SUITABILITY, suitability(&cells, scenario, ground))?;
    let sites = Sites::new(&cells, &wetness, sun_mj_m2.as_deref());
    let format = checkpoint::format(scenario);
    let mut rows = Vec::new();
    for &year in years {
        rows.extend(sites.of_year(store, scenario, format, year)?);
    }
    write_table(store, paths::SITES, rows).map(drop)
}

/// Rows of all cells and species.
fn suitability(cells: &Cells, scenario: &ForestScenario, ground: &ForestGround) -> Vec<SuitabilityRow> {
    let factors: Vec<Vec<f64>> = (0..scenario.species.len() as u16)
        .map(|species| cells.means(|place_m| ground.site.factor(species, place_m)))
        .collect();
    let rows = cells.centres_m().enumerate().flat_map(|(cell, [x_m, y_m])| {
        let of_species = scenario.species.iter().zip(&factors);
        of_species.map(move |(species, factors)| SuitabilityRow {
            x_m,
            y_m,
            species: species.name.clone(),
            growth_factor: factors[cell],
        })
    });
    rows.collect()
}

/// Cells of equal size that fill a plot, row by row from the south.
struct Cells {
    origin_m: [f64; 2],
    cell_m: [f64; 2],
    count: [usize; 2],
    /// Places in a cell along each axis at which maps are read, so that none of their cells is passed over.
    reads: [usize; 2],
}

impl Cells {
    fn of(plot: &Plot, map: &Grid) -> Self {
        let size_m = plot.size_m();
        // A side that is a whole number of cells but for a rounding has so many.
        let along = |axis: usize| (size_m[axis] / map.cell_m()[axis] - 1e-6).ceil().max(1.0);
        let count = [0, 1].map(|axis| along(axis).min(MOST_ALONG));
        Self {
            origin_m: plot.origin_m(),
            cell_m: [0, 1].map(|axis| size_m[axis] / count[axis]),
            count: count.map(|count| count as usize),
            reads: [0, 1].map(|axis| (along(axis) / count[axis]).ceil() as usize),
        }
    }

    fn len(&self) -> usize {
        self.count[0] * self.count[1]
    }

    fn area_ha(&self) -> f64 {
        self.cell_m[0] * self.cell_m[1] / 10_000.0
    }

    fn low_m(&self, cell: usize) -> [f64; 2] {
        let at = [cell % self.count[0], cell / self.count[0]];
        [0, 1].map(|axis| self.origin_m[axis] + at[axis] as f64 * self.cell_m[axis])
    }

    fn centres_m(&self) -> impl Iterator<Item = [f64; 2]> {
        (0..self.len()).map(move |cell| {
            let low_m = self.low_m(cell);
            [0, 1].map(|axis| low_m[axis] + 0.5 * self.cell_m[axis])
        })
    }

    /// The cell of a place; of one on the far edge the last.
    fn of_place(&self, place_m: [f64; 2]) -> usize {
        let along = |axis: usize| {
            let at = ((place_m[axis] - self.origin_m[axis]) / self.cell_m[axis]) as usize;
            at.min(self.count[axis] - 1)
        };
        along(1) * self.count[0] + along(0)
    }

    /// The mean of each cell.
    fn means(&self, at: impl Fn([f64; 2]) -> f64) -> Vec<f64> {
        let of_cell = |cell: usize| {
            let low_m = self.low_m(cell);
            let mut sum = 0.0;
            for row in 0..self.reads[1] {
                for column in 0..self.reads[0] {
                    let share = [(column, 0), (row, 1)].map(|(number, axis): (usize, usize)| {
                        (number as f64 + 0.5) / self.reads[axis] as f64
                    });
                    sum += at([0, 1].map(|axis| low_m[axis] + share[axis] * self.cell_m[axis]));
                }
            }
            sum / (self.reads[0] * self.reads[1]) as f64
        };
        (0..self.len()).map(of_cell).collect()
    }
}

/// Classes of what the ground offers.
struct Classes {
    least: f64,
    most: f64,
    /// Where those of equal width begin, and how wide they are.
    from: f64,
    width: f64,
    count: usize,
}

impl Classes {
    fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sort::numbers(&mut sorted);
        let last = sorted.len() - 1;
        let rank = (BEYOND * last as f64) as usize;
        let (from, to) = (sorted[rank], sorted[last - rank]);
        Self {
            least: sorted[0],
            most: sorted[last],
            from,
            width: (to - from) / CLASSES as f64,
            count: if to > from { CLASSES } else { 1 },
        }
    }

    fn class(&self, value: f64) -> usize {
        // A cast takes what is negative or, of one class alone, not a number to 0.
        (((value - self.from) / self.width) as usize).min(self.count - 1)
    }

    fn ends(&self, class: usize) -> [f64; 2] {
        let inner = |number: usize| self.from + number as f64 * self.width;
        let low = if class == 0 { self.least } else { inner(class) };
        let is_last = class + 1 == self.count;
        [low, if is_last { self.most } else { inner(class + 1) }]
    }
}

/// The class of each cell, and how much ground each class has.
struct Sites<'a> {
    cells: &'a Cells,
    wetness: Classes,
    sun: Option<Classes>,
    /// The class of each cell: of wetness, and of sun within.
    classes: Vec<usize>,
    ground_ha: Vec<f64>,
}

impl<'a> Sites<'a> {
    fn new(cells: &'a Cells, wetness: &[f64], sun_mj_m2: Option<&[f64]>) -> Self {
        let (by_wetness, by_sun) = (Classes::of(wetness), sun_mj_m2.map(Classes::of));
        let suns = by_sun.as_ref().map_or(1, |sun| sun.count);
        let class = |cell: usize| {
            let sun = by_sun.as_ref().zip(sun_mj_m2);
            by_wetness.class(wetness[cell]) * suns + sun.map_or(0, |(classes, sun)| classes.class(sun[cell]))
        };
        let classes: Vec<usize> = (0..cells.len()).map(class).collect();
        let mut counts = vec![0_u32; by_wetness.count * suns];
        classes.iter().for_each(|&class| counts[class] += 1);
        let ground_ha = counts.iter().map(|&count| f64::from(count) * cells.area_ha());
        Self {
            cells,
            ground_ha: ground_ha.collect(),
            wetness: by_wetness,
            sun: by_sun,
            classes,
        }
    }

    fn of_year(
        &self,
        store: &dyn Store,
        scenario: &ForestScenario,
        format: Format,
        year: u32,
    ) -> Result<Vec<SitesRow>, LabError> {
        let names: Vec<&str> = scenario
            .species
            .iter()
            .map(|species| species.name.as_str())
            .chain(["all"])
            .collect();
        let all = names.len() - 1;
        // Trees, and adults among them, of each species and class.
        let mut counts = vec![vec![[0_u64; 2]; self.ground_ha.len()]; names.len()];
        for tree in read_table::<TreeRow>(store, &paths::trees(year, format))? {
            let class = self.classes[self.cells.of_place([tree.x_m, tree.y_m])];
            let own = names[..all].iter().position(|name| *name == tree.species);
            for of_species in own.into_iter().chain([all]) {
                let [trees, adults] = &mut counts[of_species][class];
                *trees += 1;
                *adults += u64::from(tree.dbh_cm >= ADULT_DBH_CM);
            }
        }
        let suns = self.sun.as_ref().map_or(1, |sun| sun.count);
        let rows = names.iter().zip(counts).flat_map(|(name, counts)| {
            let of_classes = counts.into_iter().zip(&self.ground_ha).enumerate();
            let with_ground = of_classes.filter(|(_, (_, ground_ha))| **ground_ha > 0.0);
            with_ground.map(move |(class, ([trees, adults], &ground_ha))| {
                let [wetness_low, wetness_high] = self.wetness.ends(class / suns);
                let sun = self.sun.as_ref().map(|sun| sun.ends(class % suns));
                SitesRow {
                    year,
                    species: (*name).to_owned(),
                    wetness_low,
                    wetness_high,
                    sun_low_mj_m2: sun.map(|[low, _]| low),
                    sun_high_mj_m2: sun.map(|[_, high]| high),
                    ground_ha,
                    trees,
                    adults,
                    trees_per_ha: trees as f64 / ground_ha,
                    adults_per_ha: adults as f64 / ground_ha,
                }
            })
        });
        Ok(rows.collect())
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;

    fn cells(origin_m: [f64; 2], size_m: [f64; 2], map: Grid) -> Cells {
        Cells::of(&Plot::new(origin_m, size_m, Edge::Open).unwrap(), &map)
    }

    #[test]
    fn cells_are_those_of_the_map_where_these_are_few_and_means_of_them_where_they_are_many() {
        let map = Grid::new([100.0, 50.0], 10.0, [40, 30]).unwrap();
        let own = cells([120.0, 60.0], [50.0, 30.0], map);
        assert_eq!((own.count, own.reads), ([5, 3], [1, 1]));
        let centres: Vec<[f64; 2]> = own.centres_m().collect();
        assert_eq!([centres[0], centres[6]], [[125.0, 65.0], [135.0, 75.0]]);
        assert_eq!(own.means(|[x, y]| x + y)[6], 210.0);
        // The far edges belong to the last cells.
        assert_eq!(own.of_place([170.0, 90.0]), 14);
        assert_eq!(own.of_place([130.0, 69.9]), 1);
        assert!((own.area_ha() - 0.01).abs() < 1e-12);
        // 600 cells along x: 256 of which each reads three; of a plane the mean is that of the centre.
        let map = Grid::new([0.0; 2], 1.0, [600, 20]).unwrap();
        let many = cells([0.0; 2], [600.0, 20.0], map);
        assert_eq!((many.count, many.reads), ([256, 20], [3, 1]));
        let centres: Vec<[f64; 2]> = many.centres_m().collect();
        for (mean, [x, y]) in many.means(|[x, y]| 2.0 * x - y).into_iter().zip(centres) {
            assert!((mean - (2.0 * x - y)).abs() < 1e-9);
        }
    }

    #[test]
    fn classes_are_of_equal_width_but_for_the_ends() {
        // 0 to 1000, with one far off: the 1 % at either end lie in the outermost classes.
        let mut values: Vec<f64> = (0..=1000).map(f64::from).collect();
        values[1000] = 1e6;
        let classes = Classes::of(&values);
        assert_eq!((classes.from, classes.width, classes.count), (10.0, 122.5, 8));
        assert_eq!([classes.ends(0), classes.ends(7)], [[0.0, 132.5], [867.5, 1e6]]);
        for (value, class) in [(-5.0, 0), (0.0, 0), (132.4, 0), (132.5, 1), (867.5, 7), (1e6, 7)] {
            assert_eq!(classes.class(value), class, "{value}");
        }
        let level = Classes::of(&[3.0; 9]);
        assert_eq!((level.count, level.class(3.0), level.ends(0)), (1, 0, [3.0, 3.0]));
    }

    #[test]
    fn each_cell_is_of_one_class_and_their_ground_is_the_plot() {
        let map = Grid::new([0.0; 2], 10.0, [8, 8]).unwrap();
        let cells = cells([0.0; 2], [80.0, 80.0], map);
        let wetness = cells.means(|[x, _]| x);
        let sun = cells.means(|[_, y]| y);
        let sites = Sites::new(&cells, &wetness, Some(&sun));
        assert_eq!(sites.ground_ha, vec![0.01; 64]);
        // Wet at the east, sunny at the north.
        assert_eq!(
            (sites.classes[7], sites.classes[56], sites.classes[63]),
            (56, 7, 63)
        );
        let alone = Sites::new(&cells, &wetness, None);
        assert_eq!(alone.ground_ha, vec![0.08; 8]);
    }
}
