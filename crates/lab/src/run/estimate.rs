//! What a run will take, estimated before its first year.
//!
//! How many trees and seeds a plot comes to hold follows from everything that a year does, so a large run is
//! foretold by a small one: `sample.rs` grows about a hectare of it. A run that is small in any case
//! is only bounded.

use std::f64::consts::PI;

use understory_branching::stand::MOST_POINTS;
use understory_forest::growth::open_crown_radius_m;
use understory_forest::parameters::Species;
use understory_records::Format;
use understory_scenario::{ForestScenario, Founders};

use super::checkpoint::format;
use super::founders::memory_of_plot;
use super::page_estimate::PageRows;
use super::sample::{Sample, grow_sample};
use super::yearly::yearly_crowns;
use crate::error::LabError;
use crate::run::calendar::{has_trees, is_recorded};

/// What a run will take, estimated before its first year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Trees that are expected at once.
    pub trees: u64,
    /// Memory, bytes.
    pub memory_bytes: u64,
    /// Tables on disk, bytes.
    pub disk_bytes: u64,
    /// The page of the results, at most so many bytes.
    pub page_bytes: u64,
}

/// More trees and seeds than a hectare of the shipped species holds.
const MOST_TREES_PER_HA: f64 = 12_000.0;
const MOST_SEEDS_PER_TREE: f64 = 4.0;
/// More dead trees of 10 cm or more, whose wood has not decayed, than a hectare holds.
const MOST_DEADWOOD_PER_HA: f64 = 1_500.0;
/// Most of the plot that crowns cover, each layer counted.
const MOST_CROWN_COVER: f64 = 2.0;
/// Most births and deaths per tree and year.
const MOST_EVENTS_PER_TREE: f64 = 0.5;
/// Years after which crowding has killed a seedling that cannot grow, about.
const YEARS_UNTIL_THINNED: u32 = 10;
/// Below this a bound suffices: nobody is asked whether so small a run may begin.
const SMALL_BYTES: f64 = 1.0e9;

/// Memory of a run while it grows, for itself, each tree and each seed of a year, rotten ones included, and while its
/// figures are drawn, which begins when the forest is gone, bytes.
///
/// A tree's is that of the forest (`cargo run --release -p understory-forest --example memory`), the others are fitted
/// to the peaks of six runs; `cargo run --release -p understory-lab --example estimate` prints what they make of a
/// scenario.
const GROWING_BYTES: f64 = 12e6;
const GROWING_PER_TREE: f64 = 154.0;
const GROWING_PER_SEED: f64 = 50.0;
const DRAWING_BYTES: f64 = 45e6;
const DRAWING_PER_TREE: f64 = 340.0;
/// A figure of a replicate, while the intervals are computed, bytes.
const MEMORY_PER_FIGURE: f64 = 8.0;

/// Bytes of a row on disk, measured on the scenarios that ship.
struct RowBytes {
    tree: f64,
    seed: f64,
    dead: f64,
    wood: f64,
    event: f64,
}

impl RowBytes {
    fn of(format: Format) -> Self {
        match format {
            Format::Csv => Self {
                tree: 155.0,
                seed: 78.0,
                dead: 139.0,
                wood: 133.0,
                event: 81.0,
            },
            Format::Parquet => Self {
                tree: 104.0,
                seed: 56.0,
                dead: 85.0,
                wood: 80.0,
                event: 49.0,
            },
        }
    }
}

/// Rows of the census, of the deadwood, of the inventory, of the spacing, of the figures of one replicate, and of those of all, alone and with an interval,
/// bytes; measured likewise.
const CENSUS_ROW_BYTES: f64 = 140.0;
const DEADWOOD_ROW_BYTES: f64 = 200.0;
const INVENTORY_ROW_BYTES: f64 = 210.0;
const SPACING_ROW_BYTES: f64 = 53.0;
/// A row of the spacing in memory, with its two words, and a value of a simulated curve.
const MEMORY_PER_SPACING_ROW: f64 = 220.0;
const MEMORY_PER_VALUE: f64 = 8.0;
const FIGURE_ROW_BYTES: f64 = 33.0;
const FIGURES_ROW_BYTES: [f64; 2] = [35.0, 69.0];
/// Parts of the forest whose spacing is measured, besides each species, and curves and indices of each.
const SCOPES: f64 = 4.0;
const CURVES: f64 = 4.0;
/// Those of them that the page shows.
const PAGE_CURVES: f64 = 2.0;
const INDICES: f64 = 2.0;
/// Figures of a species and year.
const FIGURES: f64 = 10.0;

/// Memory of an attraction point above and one below the ground with what grows towards them. To grow it takes 120 (the example
/// `shared_space` of `branching` on two threads); figures and RSML, which read all that has grown, take more. Of crowns that grow with
/// their trees: of `growing-crowns` with 800 and with 6,400 points a crown.
pub(crate) const MEMORY_PER_POINT: f64 = 340.0;
const MEMORY_PER_GROWING_POINT: f64 = 40.0;
/// Nodes of a tree: of its crown over the attraction points of one, and of its roots over the square root of theirs; of `crowns`.
const SHOOT_NODES_PER_POINT: f64 = 0.55;
const ROOT_NODES_PER_ROOT_OF_POINTS: f64 = 15.0;
/// Growth points of a stand whose crowns grow with its trees, over the attraction points of its plot up to the tallest tree; and of a
/// young crown, over those of a full one; of `growing-crowns`.
const MOST_OF_POINTS_GROWN_TO: f64 = 0.15;
const LEAST_NODES_PER_POINT: f64 = 0.15;
/// A node in a table, and of a root in RSML; measured likewise.
const NODE_ROW_BYTES: f64 = 47.0;
const RSML_NODE_BYTES: f64 = 70.0;

impl Estimate {
    /// The estimate for a scenario that is run on so many threads.
    ///
    /// For a large run this takes a while, as about a hectare of it is grown.
    ///
    /// # Errors
    /// [`LabError`] where the sample's founders cannot be planted.
    pub fn of(scenario: &ForestScenario, threads: usize) -> Result<Self, LabError> {
        let bound = Self::at_most(scenario, threads);
        if (bound.memory_bytes.max(bound.disk_bytes) as f64) < SMALL_BYTES {
            return Ok(bound);
        }
        Ok(Self::of_sample(scenario, threads)?.unwrap_or(bound))
    }

    /// More than it will take, from its area and founders alone.
    #[must_use]
    pub fn at_most(scenario: &ForestScenario, threads: usize) -> Self {
        Self::from_sample(scenario, threads, &most(scenario))
    }

    /// The estimate from a sample plot that is grown, also for a run that is small; none where the plot is no
    /// larger than its sample would be, and where that alone could take much memory.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn of_sample(scenario: &ForestScenario, threads: usize) -> Result<Option<Self>, LabError> {
        let is_affordable = |small: &ForestScenario| {
            Self::from_sample(small, threads, &most(small)).memory_bytes as f64 <= SMALL_BYTES
        };
        let sample = grow_sample(scenario, is_affordable)?;
        Ok(sample.map(|sample| Self::from_sample(scenario, threads, &sample)))
    }

    /// From what a plot holds to bytes: of memory at the peak, of tables at the end.
    fn from_sample(scenario: &ForestScenario, threads: usize, sample: &Sample) -> Self {
        let rows = RowBytes::of(format(scenario));
        let others = f64::from(scenario.replicates - 1);
        let forests = 1.0 + others.min(threads as f64);
        let figures = FIGURES * f64::from(scenario.years) * (scenario.species.len() + 1) as f64;
        let plot_bytes = memory_of_plot(scenario).bytes() as f64;
        let forest_bytes =
            plot_bytes + sample.most_trees * GROWING_PER_TREE + sample.most_seeds * GROWING_PER_SEED;
        let crowns = CrownBytes::of(scenario, sample);
        let growing_bytes = GROWING_BYTES
            + forests * (forest_bytes + crowns.growing)
            + others * figures * MEMORY_PER_FIGURE
            + crowns.at_the_end;
        let drawing_bytes = DRAWING_BYTES + sample.most_trees * DRAWING_PER_TREE;
        // What is in the window stands in the tables of trees and of events, what is in the strip in states alone.
        let in_window = scenario.borders.window.plot().area_m2() / scenario.plot.area_m2();
        let [seeds, dead, wood, trees] = match scenario.record.keep_state {
            true => [
                sample.state_seeds,
                sample.state_dead,
                sample.state_wood,
                sample.state_trees,
            ],
            false => [
                sample.last_seeds,
                sample.last_dead,
                sample.last_wood,
                sample.last_trees,
            ],
        };
        let states =
            seeds * rows.seed + dead * rows.dead + wood * rows.wood + (1.0 - in_window) * trees * rows.tree;
        let events = if scenario.record.events {
            in_window * sample.events * rows.event
        } else {
            0.0
        };
        let (species, years) = (scenario.species.len() as f64, f64::from(scenario.years));
        let census =
            (years + 1.0) * (species + 1.0) * (CENSUS_ROW_BYTES + DEADWOOD_ROW_BYTES + INVENTORY_ROW_BYTES);
        let measured = measured_years(scenario);
        let spacing = spacing_rows(scenario) * SPACING_ROW_BYTES;
        let replicates = match others > 0.0 {
            true => figures * ((1.0 + others) * FIGURE_ROW_BYTES + FIGURES_ROW_BYTES[1]),
            false => figures * FIGURES_ROW_BYTES[0],
        };
        let page = PageRows {
            trees: in_window * sample.tree_rows,
            years: measured,
            seeds,
            wood,
            nodes: crowns.tables / NODE_ROW_BYTES,
            census: (years + 1.0) * (species + 1.0),
            curves: measured * (species + SCOPES) * PAGE_CURVES * f64::from(scenario.record.spacing_steps),
        };
        Self {
            trees: sample.most_trees as u64,
            memory_bytes: growing_bytes
                .max(drawing_bytes)
                .max(GROWING_BYTES + memory_of_spacing(scenario).0) as u64,
            page_bytes: page.bytes() as u64,
            disk_bytes: (in_window * sample.tree_rows * rows.tree
                + states
                + events
                + census
                + spacing
                + replicates
                + crowns.tables
                + crowns.rsml) as u64,
        }
    }
}

/// What crowns and roots take, bytes.
#[derive(Default)]
struct CrownBytes {
    /// Memory of each forest whose crowns grow with its trees.
    growing: f64,
    /// Memory when crowns or roots are grown at the end.
    at_the_end: f64,
    /// On disk.
    tables: f64,
    rsml: f64,
}

impl CrownBytes {
    fn of(scenario: &ForestScenario, sample: &Sample) -> Self {
        let Some(rules) = &scenario.crowns else {
            return Self::default();
        };
        let share = rules.share_written(&scenario.plot);
        let (above, below) = (
            f64::from(rules.sharing.points),
            f64::from(rules.sharing.roots.points),
        );
        // More points than that never grow at once: such a run says so, and ends without.
        let most = |trees: f64, points: f64| trees.min(MOST_POINTS as f64 / points.max(1.0));
        let root_nodes = |trees: f64| trees * ROOT_NODES_PER_ROOT_OF_POINTS * below.sqrt();
        let Some(crowns) = yearly_crowns(scenario) else {
            let tall = most(share * sample.last_tall, above.max(below));
            return Self {
                growing: 0.0,
                at_the_end: tall * above.max(below) * MEMORY_PER_POINT,
                tables: (tall * SHOOT_NODES_PER_POINT * above + root_nodes(tall)) * NODE_ROW_BYTES,
                rsml: root_nodes(tall) * RSML_NODE_BYTES,
            };
        };
        // Many young trees have no crown of their own yet: what grows is bounded by the space there is.
        let points = crowns.most_points(&scenario.plot, &scenario.species);
        let all = (sample.last_tall * SHOOT_NODES_PER_POINT * above).min(MOST_OF_POINTS_GROWN_TO * points);
        let crowned = (all / (LEAST_NODES_PER_POINT * above)).min(sample.last_tall);
        let years = (1..=scenario.years)
            .filter(|year| is_recorded(scenario, *year))
            .count() as f64;
        let states = match scenario.record.keep_state {
            true => 1.0 + f64::from(scenario.years / scenario.record.checkpoint_every_years),
            false => 1.0,
        };
        let rooted = most(share * crowned, below);
        let roots = root_nodes(rooted);
        Self {
            growing: points * MEMORY_PER_GROWING_POINT,
            at_the_end: rooted * below * MEMORY_PER_POINT,
            tables: (years * (share * all + roots) + states * all) * NODE_ROW_BYTES,
            rsml: roots * RSML_NODE_BYTES,
        }
    }
}

/// Years whose spacing is measured.
fn measured_years(scenario: &ForestScenario) -> f64 {
    let years = (0..=scenario.years).filter(|year| is_recorded(scenario, *year));
    years.count() as f64
}

/// Rows of the table of the spacing.
fn spacing_rows(scenario: &ForestScenario) -> f64 {
    let rows_a_scope = CURVES * f64::from(scenario.record.spacing_steps) + INDICES;
    measured_years(scenario) * (scenario.species.len() as f64 + SCOPES) * rows_a_scope
}

/// What the spacing takes, bytes, and the key that rules it: its table, which is read as a whole for the figures, or the patterns of an
/// envelope, which are held together.
#[must_use]
pub fn memory_of_spacing(scenario: &ForestScenario) -> (f64, &'static str) {
    let (steps, patterns) = (
        scenario.record.spacing_steps,
        scenario.record.envelope_simulations,
    );
    let table = spacing_rows(scenario) * MEMORY_PER_SPACING_ROW;
    let envelope = f64::from(patterns) * (f64::from(steps) + 1.0) * MEMORY_PER_VALUE;
    if envelope > table {
        (envelope, "record.envelope_simulations")
    } else {
        (table, "record.spacing_steps")
    }
}

/// A bound on the trees that a plot comes to hold.
pub(crate) fn most_trees(scenario: &ForestScenario) -> f64 {
    most(scenario).most_trees
}

/// Trees that would grow crowns at the end, from a sample that is grown; none where that cannot be.
pub(crate) fn tall_trees(scenario: &ForestScenario) -> Result<Option<f64>, LabError> {
    let is_affordable = |small: &ForestScenario| {
        Estimate::from_sample(small, 1, &most(small)).memory_bytes as f64 <= SMALL_BYTES
    };
    Ok(grow_sample(scenario, is_affordable)?.map(|sample| sample.last_tall))
}

/// A bound from the area alone; founders are counted, not bounded.
fn most(scenario: &ForestScenario) -> Sample {
    let founders: f64 = scenario.founders.iter().map(count_at_start).sum();
    let renews_itself = scenario
        .species
        .iter()
        .any(|species| species.fruit.seeds_per_m2 > 0.0 || species.fruit.from_outside_per_m2 > 0.0);
    let full = scenario.plot.area_m2() / 10_000.0 * MOST_TREES_PER_HA + most_trees_from_outside(scenario);
    let trees = if renews_itself {
        founders.max(full)
    } else {
        founders
    };
    let seeds = (trees * MOST_SEEDS_PER_TREE).max(most_seeds(scenario, founders, trees));
    let years = f64::from(scenario.years);
    let counted = |is_counted: &dyn Fn(u32) -> bool| {
        (0..=scenario.years).filter(|year| is_counted(*year)).count() as f64
    };
    let wood = founders.max(scenario.plot.area_m2() / 10_000.0 * MOST_DEADWOOD_PER_HA);
    let states = counted(&|year| year.is_multiple_of(scenario.record.checkpoint_every_years));
    Sample {
        most_trees: trees,
        most_seeds: seeds,
        tree_rows: trees * counted(&|year| has_trees(scenario, year)),
        state_seeds: seeds * (states + 1.0),
        state_dead: trees * (states + 1.0),
        state_wood: wood * (states + 1.0),
        last_seeds: seeds,
        last_dead: trees,
        last_wood: wood,
        state_trees: trees * (states + 1.0),
        last_trees: trees,
        last_tall: trees,
        events: trees * years * MOST_EVENTS_PER_TREE,
    }
}

/// Seeds at once if crowns covered as much of the plot as they can: what falls in a good year, and the bank of all
/// years before.
fn most_seeds(scenario: &ForestScenario, founders: f64, trees: f64) -> f64 {
    let years_kept = |species: &Species| {
        let springs = f64::from(species.seed_bank.max_age_yr.min(scenario.years.max(1)));
        springs.min(1.0 / species.seed_bank.yearly_loss)
    };
    let of_species = |species: &Species| {
        let radius_m = open_crown_radius_m(&species.crown, species.greatest());
        // Before they are old enough the trees that germinate here bear nothing.
        let bearing = if scenario.years < species.fruit.maturity_age_yr {
            founders
        } else {
            trees
        };
        let crowns_m2 = (bearing * PI * radius_m * radius_m).min(MOST_CROWN_COVER * scenario.plot.area_m2());
        crowns_m2 * species.fruit.seeds_per_m2 * (1.0 + years_kept(species))
    };
    let from_outside = |species: &Species| {
        let a_year = species.fruit.from_outside_per_m2 * scenario.plot.area_m2();
        a_year * (1.0 + years_kept(species))
    };
    let own = scenario.species.iter().map(of_species).fold(0.0, f64::max);
    own + scenario.species.iter().map(from_outside).sum::<f64>()
}

/// Trees that seeds from outside can become where nothing keeps them from sprouting, until crowding has killed them.
fn most_trees_from_outside(scenario: &ForestScenario) -> f64 {
    let a_year = |species: &Species| {
        let sound = species.fruit.from_outside_per_m2 * (1.0 - species.seed_bank.yearly_loss);
        sound * species.germination.probability * scenario.plot.area_m2()
    };
    let years = f64::from(scenario.years.min(YEARS_UNTIL_THINNED));
    years * scenario.species.iter().map(a_year).sum::<f64>()
}

/// Trees that founders bring; of a grown forest, which is only known when it has grown, none.
fn count_at_start(founders: &Founders) -> f64 {
    match founders {
        Founders::Drawn(drawn) => f64::from(drawn.count),
        Founders::Listed { trees, .. } => trees.len() as f64,
        Founders::Grown { .. } => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use understory_records::TableFile;

    use super::*;
    use crate::run::{End, run, tables_in};
    use crate::store::{MemoryStore, Store};
    use crate::testing::{job, scenario, scenario_of};

    const SCENARIO: &str = r#"
        name = "sampled"
        world = { size_m = [330.0, 330.0], edge = "torus", seed = 3 }
        run = { years = 24 }
        species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica" }]
        founders = [
            { species = "birch", method = "uniform", count = 1500, height_m = 10.0 },
            { species = "beech", method = "jittered-grid", count = 1500, height_m = 10.0 },
        ]
        record = { every_years = 8, checkpoint_every_years = 6, keep_state = true, events = true }
    "#;

    /// Most seeds at once in a run, its tables, and the bytes that these have.
    fn written(scenario: &ForestScenario) -> (u64, Vec<TableFile>, f64) {
        let store = MemoryStore::default();
        let End::Complete(ran) = run(&job(scenario), &store, None, &()).unwrap() else {
            panic!("nobody stops it");
        };
        let bytes = |path: &str| std::io::copy(&mut store.open(path).unwrap(), &mut std::io::sink()).unwrap();
        let tables = tables_in(&store).unwrap();
        let disk: u64 = tables.iter().map(|file| bytes(&file.path)).sum();
        (ran.peak_seeds, tables, disk as f64)
    }

    fn disk_foretold_to_written(text: &str) -> f64 {
        let scenario = scenario(text);
        let foretold = Estimate::of_sample(&scenario, 1)
            .unwrap()
            .expect("larger than a sample");
        let (_, _, disk) = written(&scenario);
        foretold.disk_bytes as f64 / disk
    }

    /// The seeds vary most from plot to plot.
    #[test]
    fn a_sample_foretells_trees_seeds_and_disk_within_a_fifth() {
        let scenario = scenario(SCENARIO);
        let sample = grow_sample(&scenario, |_| true)
            .unwrap()
            .expect("ten times as large as a sample");
        let estimate = Estimate::from_sample(&scenario, 1, &sample);
        let (peak_seeds, tables, disk) = written(&scenario);
        let rows = |path: &str| {
            let found = tables.iter().find(|file| file.path == path);
            found.unwrap().rows.unwrap() as f64
        };
        let near = |what: &str, foretold: f64, found: f64| {
            assert!(
                (foretold / found - 1.0).abs() < 0.2,
                "{what}: {foretold} for {found}"
            );
        };
        near("trees", estimate.trees as f64, rows("trees/year-0024.csv"));
        near("events", sample.events, rows("events.csv"));
        near("seeds", sample.most_seeds, peak_seeds as f64);
        near("disk", estimate.disk_bytes as f64, disk);
    }

    /// Of a stand that hardly renews itself the census, its spacing and the figures are most of what is written, and
    /// were in no estimate: it said 0.26 MB of 0.77.
    #[test]
    fn the_tables_of_few_trees_are_foretold_with_those_of_each_year() {
        let text = SCENARIO
            .replace("count = 1500", "count = 20")
            .replace("years = 24", "years = 100\nreplicates = 3")
            .replace(
                "run = { years = 100\nreplicates = 3 }",
                "run = { years = 100, replicates = 3 }",
            )
            .replace(
                "every_years = 8, checkpoint_every_years = 6, keep_state = true, events = true",
                "every_years = 50",
            )
            .replace(
                "preset = \"betula-pendula\"",
                "preset = \"betula-pendula\", fruit = { seeds_per_m2 = 0.0 }",
            )
            .replace(
                "preset = \"fagus-sylvatica\"",
                "preset = \"fagus-sylvatica\", fruit = { seeds_per_m2 = 0.0 }",
            );
        let ratio = disk_foretold_to_written(&text);
        assert!((1.0 / 1.5..1.5).contains(&ratio), "{ratio}");
    }

    /// A plot that was not ten times as large as its sample was estimated by its area alone: 1.3 GB for 0.13 GB.
    #[test]
    fn the_tables_of_a_small_plot_are_foretold_within_half() {
        let text = SCENARIO
            .replace("[330.0, 330.0]", "[90.0, 70.0]")
            .replace("count = 1500", "count = 80")
            .replace("years = 24", "years = 60")
            .replace("every_years = 8", "every_years = 1");
        let ratio = disk_foretold_to_written(&text);
        assert!((1.0 / 1.5..1.5).contains(&ratio), "{ratio}");
    }

    /// Crowns stood in no estimate. Of a young stand, which is low, it says more than there will be.
    #[test]
    fn crowns_and_roots_are_foretold_within_a_factor_of_two() {
        let small = SCENARIO
            .replace("[330.0, 330.0]", "[90.0, 70.0]")
            .replace("count = 1500", "count = 150")
            .replace("years = 24", "years = 60")
            .replace("every_years = 8", "every_years = 20")
            .replace("height_m = 10.0", "height_m = 4.0");
        let without = disk_foretold_to_written(&small);
        for crowns in ["when = \"final\"", "when = \"yearly\", influence_spacings = 2.0"] {
            let text = format!("{small}crowns = {{ {crowns}, points = 400, roots = {{ points = 400 }} }}\n");
            let scenario = scenario(&text);
            let sample = grow_sample(&scenario, |_| true)
                .unwrap()
                .expect("larger than a sample");
            let foretold = Estimate::from_sample(&scenario, 1, &sample).disk_bytes as f64;
            // RSML is written beside the tables, from them.
            let tables = foretold - CrownBytes::of(&scenario, &sample).rsml;
            let ratio = tables / written(&scenario).2;
            assert!(
                (0.5..2.0).contains(&ratio),
                "{crowns}: {ratio}, {without} without"
            );
        }
        let estimate = |points: u32| {
            let crowns =
                format!("crowns = {{ when = \"yearly\", influence_spacings = 2.0, points = {points} }}\n");
            Estimate::of(&scenario(&format!("{small}{crowns}")), 1).unwrap()
        };
        let [coarse, fine] = [500, 4000].map(estimate);
        let more_bytes = (fine.memory_bytes - coarse.memory_bytes) as f64;
        // By eight times the attraction points: of one crown some 3 m wide 500, of a plot 6,300 m² wide and 40 m high a million.
        assert!((50e6..500e6).contains(&more_bytes), "{more_bytes}");
    }

    /// Seeds stood in no estimate, and a run of them ended in an allocation of hundreds of gigabytes.
    #[test]
    fn seeds_count_in_the_bound() {
        let text = SCENARIO.replace("[330.0, 330.0]", "[60.0, 60.0]").replace(
            "name = \"beech\", ",
            "name = \"beech\", fruit = { seeds_per_m2 = 1e6 }, ",
        );
        let estimate = Estimate::of(&scenario(&text), 1).unwrap();
        assert!(estimate.memory_bytes > 100 << 30, "{estimate:?}");
    }

    fn sample(most_trees: f64, most_seeds: f64) -> Sample {
        Sample {
            most_trees,
            most_seeds,
            tree_rows: 10.0,
            state_seeds: 3.0,
            state_dead: 2.0,
            state_wood: 8.0,
            last_seeds: 7.0,
            last_dead: 4.0,
            last_wood: 9.0,
            state_trees: 6.0,
            last_trees: 3.0,
            last_tall: 0.0,
            events: 5.0,
        }
    }

    #[test]
    fn a_run_takes_what_its_forests_figures_and_tables_take() {
        let replicated = scenario(&SCENARIO.replace("years = 24", "years = 24, replicates = 3"));
        let of = |threads| Estimate::from_sample(&replicated, threads, &sample(1e6, 2e6));
        // 254 MB a forest and what its plot takes; 10 figures of 24 years and 2 species and all, 720, of two further replicates at 8 bytes.
        let forest = 254_000_000 + memory_of_plot(&replicated).bytes();
        assert_eq!(of(1).memory_bytes, 12_000_000 + 2 * forest + 2 * 720 * 8);
        assert_eq!(of(9).memory_bytes, 12_000_000 + 3 * forest + 2 * 720 * 8);
        // Rows of trees, seeds, dead, wood and events; of census, deadwood and inventory, 25 years of two species and all; of the spacing, 4 years of
        // 6 parts of the forest, with four curves of 64 distances and two indices; 720 of each of three replicates, and
        // as many of all.
        let tables = 10 * 155 + 3 * 78 + 2 * 139 + 8 * 133 + 5 * 81;
        let (census, spacing) = (25 * 3 * (140 + 200 + 210), 4 * 6 * (4 * 64 + 2) * 53);
        assert_eq!(of(1).disk_bytes, tables + census + spacing + 720 * (3 * 33 + 69));
        assert_eq!(of(1).trees, 1_000_000);

        let alone = SCENARIO.replace("keep_state = true, events = true", "format = \"parquet\"");
        let drawn = Estimate::from_sample(&scenario(&alone), 4, &sample(1e6, 0.0));
        assert_eq!(drawn.memory_bytes, 45_000_000 + 340_000_000, "figures take more");
        assert_eq!(
            drawn.disk_bytes,
            10 * 104 + 7 * 56 + 4 * 85 + 9 * 80 + census + spacing + 720 * 35
        );
    }

    /// 10.89 ha; tables of trees every 8 and every 6 years up to 24, states every 6.
    #[test]
    fn the_bound_follows_from_the_area_and_the_years() {
        let text = SCENARIO.replace(
            "preset = \"fagus-sylvatica\"",
            "preset = \"fagus-sylvatica\", fruit = { seeds_per_m2 = 1e6, maturity_age_yr = 20 }, \
             seed_bank = { yearly_loss = 0.5, max_age_yr = 3 }",
        );
        let found = most(&scenario(&text));
        let (trees, wood) = (10.89 * 12_000.0, 10.89 * 1_500.0);
        // Crowns cover the plot twice; a year's seeds and the bank of 1 / 0.5 years.
        let seeds = 2.0 * 330.0 * 330.0 * 1e6 * 3.0;
        let expected = Sample {
            most_trees: trees,
            most_seeds: seeds,
            tree_rows: 7.0 * trees,
            state_seeds: 6.0 * seeds,
            state_dead: 6.0 * trees,
            state_wood: 6.0 * wood,
            last_seeds: seeds,
            last_dead: trees,
            last_wood: wood,
            state_trees: 6.0 * trees,
            last_trees: trees,
            last_tall: 0.0,
            events: 12.0 * trees,
        };
        let numbers = |sample: &Sample| {
            [
                sample.most_trees,
                sample.most_seeds,
                sample.tree_rows,
                sample.state_seeds,
                sample.state_dead,
                sample.state_wood,
                sample.last_wood,
                sample.last_seeds,
                sample.last_dead,
                sample.state_trees,
                sample.last_trees,
                sample.events,
            ]
        };
        for (found, expected) in numbers(&found).into_iter().zip(numbers(&expected)) {
            assert!((found / expected - 1.0).abs() < 1e-9, "{found}, not {expected}");
        }
        let few = |text: &str| most(&scenario(text));
        // Nothing but the 3,000 founders where nothing bears.
        let barren = SCENARIO.replace("\" }", "\", fruit = { seeds_per_m2 = 0.0 } }");
        assert_eq!(few(&barren).most_trees, 3_000.0);
        assert_eq!(few(&barren).most_seeds, 12_000.0);
    }

    /// 40 m of 330 m on each side leave 0.574 of the plot; what is in the strip stands in states alone.
    #[test]
    fn what_is_in_the_strip_stands_in_no_table_but_those_of_states() {
        let open = SCENARIO.replace("\"torus\"", "\"open\"");
        let whole = Estimate::from_sample(&scenario(&open), 1, &sample(1e6, 2e6));
        let buffered = open.replace("seed = 3", "seed = 3, buffer_m = 40.0");
        let buffered = Estimate::from_sample(&scenario(&buffered), 1, &sample(1e6, 2e6));
        assert_eq!(buffered.memory_bytes, whole.memory_bytes);
        let in_window = 250.0 * 250.0 / (330.0 * 330.0);
        let less = (1.0 - in_window) * (10.0 * 155.0 + 5.0 * 81.0 - 6.0 * 155.0);
        let found = (whole.disk_bytes - buffered.disk_bytes) as f64;
        assert!((found - less).abs() <= 1.0, "{found} for {less}");
    }

    /// 0.5 seeds per m² on 10.89 ha, of which a bank of 1 / 0.5 years is kept, and a fifth of the sound half sprouts.
    #[test]
    fn seeds_from_outside_count_as_seeds_and_as_the_trees_that_they_become() {
        let barren = SCENARIO.replace("\" }", "\", fruit = { seeds_per_m2 = 0.0 } }");
        let rain = barren.replace(
            "preset = \"fagus-sylvatica\", fruit = { seeds_per_m2 = 0.0",
            "preset = \"fagus-sylvatica\", germination = { probability = 0.2 }, \
             seed_bank = { yearly_loss = 0.5, max_age_yr = 3 }, fruit = { seeds_per_m2 = 0.0, from_outside_per_m2 = 0.5",
        );
        let found = most(&scenario(&rain));
        let seeds = 0.5 * 330.0 * 330.0;
        let trees = 10.89 * 12_000.0 + 10.0 * seeds * 0.5 * 0.2;
        assert!(
            (found.most_trees / trees - 1.0).abs() < 1e-9,
            "{}",
            found.most_trees
        );
        // Four a tree are more than the rain.
        assert_eq!(found.most_seeds, 4.0 * found.most_trees);
        let pour = most(&scenario(
            &rain.replace("outside_per_m2 = 0.5", "outside_per_m2 = 5000.0"),
        ));
        assert!(
            pour.most_seeds >= 3.0 * 5000.0 * 330.0 * 330.0,
            "{}",
            pour.most_seeds
        );
    }

    /// A small run is only bounded, a large one sampled, and one whose sample is too large bounded all the same.
    #[test]
    fn large_runs_are_foretold_by_a_sample_where_that_can_be_grown() {
        let small = scenario(&SCENARIO.replace("[330.0, 330.0]", "[200.0, 200.0]"));
        let bound = |scenario: &ForestScenario| Estimate::from_sample(scenario, 1, &most(scenario));
        assert_eq!(Estimate::of(&small, 1).unwrap(), bound(&small));
        assert_ne!(Estimate::of_sample(&small, 1).unwrap(), Some(bound(&small)));
        let large = scenario(
            &SCENARIO
                .replace("[330.0, 330.0]", "[3000.0, 3000.0]")
                .replace("years = 24", "years = 3")
                .replace("1500", "100000"),
        );
        assert!(bound(&large).memory_bytes > 1_000_000_000);
        let sampled = Estimate::of_sample(&large, 1).unwrap().unwrap();
        assert_eq!(Estimate::of(&large, 1).unwrap(), sampled);
        assert!(sampled.trees >= 200_000 && sampled.trees < bound(&large).trees);
        let costly = scenario(&SCENARIO.replace("[330.0, 330.0]", "[3000.0, 3000.0]").replace(
            "name = \"beech\", ",
            "name = \"beech\", fruit = { seeds_per_m2 = 1e6 }, ",
        ));
        assert_eq!(Estimate::of_sample(&costly, 1).unwrap(), None);
        assert_eq!(Estimate::of(&costly, 1).unwrap(), bound(&costly));
    }

    #[test]
    fn seeds_are_bounded_by_the_crowns_that_can_bear() {
        let text = SCENARIO
            .replace("years = 24", "years = 2")
            .replace(
                "preset = \"fagus-sylvatica\"",
                "preset = \"fagus-sylvatica\", fruit = { seeds_per_m2 = 50.0, maturity_age_yr = 3 }, \
                 seed_bank = { yearly_loss = 0.1, max_age_yr = 9 }",
            )
            .replace(
                "preset = \"betula-pendula\"",
                "preset = \"betula-pendula\", fruit = { seeds_per_m2 = 0.0 }",
            )
            .replace("count = 1500", "count = 7");
        let crown_m2 = |scenario: &ForestScenario| {
            let species = &scenario.species[1];
            let radius_m = open_crown_radius_m(&species.crown, species.greatest());
            PI * radius_m * radius_m
        };
        // What germinates within two years bears nothing: 14 founders, a year's seeds and those of two springs.
        let young = scenario(&text);
        let found = most_seeds(&young, 14.0, 1e6);
        assert!(
            (found / (14.0 * crown_m2(&young) * 50.0 * 3.0) - 1.0).abs() < 1e-12,
            "{found}"
        );
        // In the third year all trees do, and crowns cover the plot twice at most.
        let grown = scenario(&text.replace("years = 2", "years = 3"));
        let found = most_seeds(&grown, 14.0, 100.0);
        assert!(
            (found / (100.0 * crown_m2(&grown) * 50.0 * 4.0) - 1.0).abs() < 1e-12,
            "{found}"
        );
        let found = most_seeds(&grown, 14.0, 1e6);
        assert!(
            (found / (2.0 * 330.0 * 330.0 * 50.0 * 4.0) - 1.0).abs() < 1e-12,
            "{found}"
        );
        // A bank that loses half a year holds two years' seeds, however long they could last.
        let leaky = scenario(
            &text
                .replace("years = 2", "years = 60")
                .replace("yearly_loss = 0.1", "yearly_loss = 0.5"),
        );
        let found = most_seeds(&leaky, 14.0, 100.0);
        assert!(
            (found / (100.0 * crown_m2(&leaky) * 50.0 * 3.0) - 1.0).abs() < 1e-12,
            "{found}"
        );
    }

    #[test]
    fn founders_in_a_file_count_and_a_grown_forest_is_not_known() {
        let text = "name = \"listed\"\nworld = { size_m = [60.0, 60.0], edge = \"open\", seed = 1 }\nrun = { years = 3 }\n\
                    species = [{ name = \"birch\", preset = \"betula-pendula\", fruit = { seeds_per_m2 = 0.0 } }]\n\
                    founders = [{ species = \"birch\", file = \"stand.csv\" }]\n";
        let listed = scenario_of(&[
            ("s.toml", text),
            ("stand.csv", "x,y,dbh_cm\n1,2,20\n3,4,30\n5,6,20\n"),
        ]);
        assert_eq!(most(&listed).most_trees, 3.0);
        assert_eq!(Estimate::of(&listed, 1).unwrap().trees, 3);
        let tiled = "name = \"tiled\"\nworld = { seed = 1 }\nrun = { years = 3 }\n\
                     species = [{ name = \"birch\", preset = \"betula-pendula\", fruit = { seeds_per_m2 = 0.0 } }]\n\
                     founders = [{ grown = { scenario = \"patch.toml\", year = 3, tiles = [2, 2] } }]\n";
        let grown = scenario_of(&[
            ("s.toml", tiled),
            ("patch.toml", text),
            ("stand.csv", "x,y,dbh_cm\n1,2,20\n3,4,30\n"),
        ]);
        assert_eq!(most(&grown).most_trees, 0.0);
    }
}
