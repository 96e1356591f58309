//! A small plot of a scenario, grown to foretell what the whole will hold.

use understory_forest::{Forest, greatest_reach_of_m};
use understory_scatter::{Method, Uniform};
use understory_scenario::{ForestScenario, Founders, ListedTree};
use understory_space::{Edge, Plot};

use crate::calendar::{has_trees, is_checkpoint};
use crate::error::LabError;
use crate::founders::forest_at_start;

/// Least and greatest side of a sample, m, which else is a tenth of the plot; a torus of wide reach takes more.
const SIDES_M: [f64; 2] = [50.0, 100.0];
/// Years that a sample is grown for; a longer run goes on as it stands then.
const GROWN_YEARS: u32 = 400;
/// The last of them, of which the births and deaths stand for those of a year later on.
const STEADY_YEARS: u32 = 50;

/// What a whole plot is expected to hold and to leave, in trees, seeds and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    /// Most trees at once.
    pub(crate) most_trees: f64,
    /// Most seeds at once: the bank and what fell.
    pub(crate) most_seeds: f64,
    /// Trees over all years that keep a table of them.
    pub(crate) tree_rows: f64,
    /// Seeds and dead over all checkpoints.
    pub(crate) state_seeds: f64,
    pub(crate) state_dead: f64,
    /// Seeds and dead of the last year.
    pub(crate) last_seeds: f64,
    pub(crate) last_dead: f64,
    /// Births and deaths over all years.
    pub(crate) events: f64,
}

/// Grows the sample; none where the plot is no larger than it would be, or where the sample is not affordable.
pub(crate) fn grow_sample(
    scenario: &ForestScenario,
    is_affordable: impl Fn(&ForestScenario) -> bool,
) -> Result<Option<Sample>, LabError> {
    let Some(small) = cut_out(scenario).filter(is_affordable) else {
        return Ok(None);
    };
    let by_area = scenario.plot.area_m2() / small.plot.area_m2();
    // Founders so few that a sample of their density has none: then it holds one, and they count, not the area.
    let ratio = by_area.min(count_at_start(scenario) / count_at_start(&small));
    let mut forest = forest_at_start(&small, small.header.seed, false)?;
    let mut sample = Sample::default();
    count(&mut sample, scenario, &forest, 0);
    let grown_years = scenario.years.min(GROWN_YEARS);
    let mut steady_events = 0.0;
    while forest.year() < grown_years {
        forest.advance();
        let year = forest.year();
        let tallies = forest.tallies();
        let events: u64 = tallies
            .iter()
            .map(|tally| tally.germinated + tally.resprouted + tally.died.iter().sum::<u64>())
            .sum();
        sample.events += events as f64;
        if year + STEADY_YEARS > grown_years {
            steady_events += events as f64 / f64::from(STEADY_YEARS);
        }
        count(&mut sample, scenario, &forest, year);
    }
    for year in grown_years + 1..=scenario.years {
        sample.events += steady_events;
        count(&mut sample, scenario, &forest, year);
    }
    sample.most_seeds = forest.peak_seeds() as f64;
    let figures = [
        &mut sample.most_trees,
        &mut sample.most_seeds,
        &mut sample.tree_rows,
        &mut sample.state_seeds,
        &mut sample.state_dead,
        &mut sample.last_seeds,
        &mut sample.last_dead,
        &mut sample.events,
    ];
    for figure in figures {
        *figure *= ratio;
    }
    Ok(Some(sample))
}

/// Founders; a forest that is grown first is as dense as its sample.
fn count_at_start(scenario: &ForestScenario) -> f64 {
    let count = |founders: &Founders| match founders {
        Founders::Drawn { count, .. } => f64::from(*count),
        Founders::Listed { trees, .. } => trees.len() as f64,
        Founders::Grown { patch, .. } => {
            count_at_start(patch) * scenario.plot.area_m2() / patch.plot.area_m2()
        }
    };
    scenario.founders.iter().map(count).sum()
}

/// Counts the forest as it stands for a year.
fn count(sample: &mut Sample, scenario: &ForestScenario, forest: &Forest, year: u32) {
    let trees = forest.tree_count() as f64;
    sample.most_trees = sample.most_trees.max(trees);
    if has_trees(scenario, year) {
        sample.tree_rows += trees;
    }
    if is_checkpoint(scenario, year) {
        (sample.last_seeds, sample.last_dead) = (forest.seed_count() as f64, forest.dead_count() as f64);
        sample.state_seeds += sample.last_seeds;
        sample.state_dead += sample.last_dead;
    }
}

/// The same scenario on a small torus, with founders as dense.
fn cut_out(scenario: &ForestScenario) -> Option<ForestScenario> {
    let reach_m = scenario
        .species
        .iter()
        .map(greatest_reach_of_m)
        .fold(0.0, f64::max);
    let tenth_m = (scenario.plot.area_m2() / 10.0).sqrt();
    let side_m = tenth_m.clamp(SIDES_M[0], SIDES_M[1]).max(3.1 * reach_m);
    let plot = Plot::new([0.0, 0.0], [side_m, side_m], Edge::Torus).ok()?;
    let is_large = |whole: &Plot| whole.area_m2() >= plot.area_m2();
    is_large(&scenario.plot).then(|| on_plot(scenario, plot))
}

fn on_plot(scenario: &ForestScenario, plot: Plot) -> ForestScenario {
    let share = plot.area_m2() / scenario.plot.area_m2();
    let founders = scenario.founders.iter().map(|founders| match founders {
        Founders::Drawn {
            species,
            count,
            height_m,
            height_sigma,
            age_yr,
            ..
        } => Founders::Drawn {
            species: *species,
            method: Method::Uniform(Uniform),
            count: (f64::from(*count) * share).round().max(1.0) as u32,
            height_m: *height_m,
            height_sigma: *height_sigma,
            age_yr: *age_yr,
        },
        Founders::Listed {
            trees,
            path,
            file_blake3,
            ..
        } => Founders::Listed {
            trees: thinned(trees, &scenario.plot, &plot),
            path: path.clone(),
            file_blake3: file_blake3.clone(),
            moved_to_near_edge: 0,
        },
        Founders::Grown {
            patch, path, year, ..
        } => Founders::Grown {
            patch: Box::new(on_plot(patch, plot)),
            path: path.clone(),
            year: *year,
            tiles: [1, 1],
        },
    });
    ForestScenario {
        founders: founders.collect(),
        plot,
        replicates: 1,
        ..scenario.clone()
    }
}

/// Every so many trees of a list, moved together onto the smaller plot.
fn thinned(trees: &[ListedTree], whole: &Plot, small: &Plot) -> Vec<ListedTree> {
    let step = (whole.area_m2() / small.area_m2()).round().max(1.0) as usize;
    trees
        .iter()
        .step_by(step)
        .map(|tree| {
            let place_m: [f64; 2] = std::array::from_fn(|axis| {
                let share = (tree.place_m[axis] - whole.origin_m()[axis]) / whole.size_m()[axis];
                share * small.size_m()[axis]
            });
            ListedTree {
                place_m: small.place(place_m).unwrap_or([0.0, 0.0]),
                ..*tree
            }
        })
        .collect()
}
