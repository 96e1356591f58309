//! What shows only when something is laid out or grown, tried before anything is.
//!
//! Each experiment goes through these trials, and `ready.rs` through the experiments, so that what is ready does not fail for a
//! reason that was known.

use understory_branching::presets;
use understory_branching::specimen::Form;
use understory_forest::GREATEST_AREA_KM2;
use understory_forest::parameters::Light;
use understory_lab::LabError;
use understory_lab::compare::{MEMORY_PER_PATTERN, try_methods, try_plot};
use understory_lab::grow::{Grown, TreeEstimate, grow_watched};
use understory_lab::{
    Estimate, check_crowns, check_format, memory_of_founders_bytes, memory_of_plot, memory_of_spacing,
    try_founders, try_spacing,
};
use understory_scenario::{
    Compare, ForestScenario, ForestSource, Header, Problem, Problems, TreeScenario, WorldScenario,
};
use understory_space::Plot;

use crate::error::Error;
use crate::feature::Feature;
use crate::machine::check_memory_at;

/// Whether a forest can be grown, and its tables be written.
pub(crate) fn check_forest(header: &Header, forest: &ForestScenario) -> Result<(), Error> {
    memory_of_planting(forest)?;
    let (bytes, key) = memory_of_spacing(forest);
    check_memory_at(header, "measuring the spacing", bytes as u64, key)?;
    let mut trial = Trial::new(header);
    trial.tables(forest);
    trial.founders(forest);
    trial.crowns(forest);
    trial.spacing(forest);
    trial.verdict()
}

/// Whether a forest can be grown for its trees alone.
pub(crate) fn check_planting(header: &Header, forest: &ForestScenario) -> Result<(), Error> {
    memory_of_planting(forest)?;
    let mut trial = Trial::new(header);
    trial.founders(forest);
    trial.verdict()
}

/// Whether methods can be compared on a plot, and the further forests be grown with which they are.
pub(crate) fn check_compared(header: &Header, plot: &Plot, compare: &Compare) -> Result<(), Error> {
    memory_of_further(header, compare)?;
    let patterns = u64::from(compare.simulations) * MEMORY_PER_PATTERN;
    check_memory_at(
        header,
        "so many patterns of a method",
        patterns,
        "compare.simulations",
    )?;
    let mut trial = Trial::new(header);
    trial.methods(plot, compare);
    trial.verdict()
}

/// Whether patterns can be measured on a plot.
pub(crate) fn check_plot(header: &Header, plot: &Plot) -> Result<(), Error> {
    try_plot(plot).map_err(|error| Error::at_keys(header, [error]))
}

/// Whether a tree can be grown as it is asked for.
pub(crate) fn check_tree(tree: &TreeScenario) -> Result<(), Error> {
    let features = check_tree_features(tree);
    let memory = memory_of_tree(tree);
    if memory.is_err() {
        return all_of([features, memory]);
    }
    let mut trial = Trial::new(&tree.header);
    trial.tree(tree);
    all_of([features, trial.verdict()])
}

/// All problems of these; the first error that is none of a scenario's.
pub(crate) fn all_of(verdicts: impl IntoIterator<Item = Result<(), Error>>) -> Result<(), Error> {
    let mut problems = Vec::new();
    for verdict in verdicts {
        match verdict {
            Ok(()) => {}
            // What two commands stumble over is told once.
            Err(Error::Scenario(found)) => {
                for new in found.as_slice() {
                    if !problems.contains(new) {
                        problems.push(new.clone());
                    }
                }
            }
            Err(error) => return Err(error),
        }
    }
    none_of(problems)
}

/// That there are no problems.
fn none_of(problems: Vec<Problem>) -> Result<(), Error> {
    Problems::of(problems).map_or(Ok(()), |problems| Err(Error::Scenario(problems)))
}

/// Whether this machine has the memory for a forest as it is planted.
pub(crate) fn memory_of_planting(forest: &ForestScenario) -> Result<(), Error> {
    memory_of_forest_plot(forest)?;
    let needed = memory_of_founders_bytes(forest);
    check_memory_at(&forest.header, "planting the founders", needed, "founders")
}

/// Whether a tree is one that grows within some seconds, and this machine has the memory.
#[cfg(feature = "play")]
pub(crate) fn check_tree_size(tree: &TreeScenario) -> Result<(), Error> {
    memory_of_tree(tree)?;
    let mut trial = Trial::new(&tree.header);
    trial.size_of_tree(tree);
    trial.verdict()
}

/// Whether this machine has the memory for a plot, before a tree stands on it.
fn memory_of_forest_plot(forest: &ForestScenario) -> Result<(), Error> {
    // One too large for any machine is refused when its founders are tried.
    if forest.plot.area_m2() > GREATEST_AREA_KM2 * 1e6 {
        return Ok(());
    }
    let memory = memory_of_plot(forest);
    let is_grid = matches!(forest.conditions.light, Light::Grid { .. });
    let (what, key) = if memory.light_bytes > memory.tiles_bytes && is_grid {
        ("the grid of this `light.model` on this plot", "light.cell_m")
    } else {
        ("a plot of this size", "world.size_m")
    };
    check_memory_at(&forest.header, what, memory.bytes(), key)
}

/// Whether this machine has the memory for each further forest of a comparison; one grows after the other.
fn memory_of_further(header: &Header, compare: &Compare) -> Result<(), Error> {
    for (number, forest) in compare.forests.iter().enumerate() {
        if let ForestSource::Grown(grown) = &forest.source {
            // One forest grows, however many replicates its own scenario asks for.
            let alone = ForestScenario {
                replicates: 1,
                ..(**grown).clone()
            };
            let what = format!("growing the forest `{}`", forest.label);
            let key = format!("compare.forests.{number}");
            let estimate = Estimate::of(&alone, rayon::current_num_threads())
                .map_err(|error| Error::at_keys(&grown.header, [error]))?;
            check_memory_at(header, &what, estimate.memory_bytes, &key)?;
        }
    }
    Ok(())
}

/// Whether this machine has the memory for a tree.
pub(crate) fn memory_of_tree(tree: &TreeScenario) -> Result<(), Error> {
    let check = |estimate: TreeEstimate| {
        check_memory_at(&tree.header, "this tree", estimate.memory_bytes, estimate.key)
    };
    // Only where its limits would be too much is it worth while to know better.
    check(TreeEstimate::at_most(&tree.specimen)).or_else(|_| check(TreeEstimate::of(&tree.specimen)))
}

/// What was asked for that a tree is not, and only shows when it has grown: a stem that is not cleared as the
/// scenario asks, where it asks for another than the form that ships.
pub(crate) fn unmet(scenario: &TreeScenario, grown: &Grown) -> Option<LabError> {
    let (Form::Seasons(asked), Form::Seasons(form)) = (&scenario.specimen.form, &grown.form) else {
        return None;
    };
    let shipped = scenario.preset.as_deref().and_then(presets::named);
    let is_asked = shipped.is_none_or(|preset| preset.form().season.clear_m != asked.season.clear_m);
    let (from_m, height_m) = (form.season.clears_from_m(), grown.tree.metrics.height_m);
    (is_asked && asked.season.clear_m > 0.0 && height_m <= from_m).then(|| {
        LabError::refused(
            "tree.season.clear_m",
            format!(
                "`season.clear_m` is {}, but stems are cleared of trees over {from_m} m, and this one is {height_m:.1} m high",
                form.season.clear_m
            ),
            "make it lower, let the tree grow higher, or leave it out",
        )
    })
}

/// Nodes of one way along the trunk or across the crown, which a flat crown has too.
fn nodes_across(form: &Form) -> u64 {
    let Form::Colonization(form) = form else { return 0 };
    let across_m = form.crown.bounds_m().map_or(0.0, |[low, high]| {
        (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max)
    });
    (across_m.max(form.shoot.trunk.shortest_m) / form.shoot.step_m) as u64
}

/// A tree of more nodes takes minutes to grow, and some ten times as long to draw.
const MOST_TRIED_NODES: u64 = 4_000_000;

/// Tries the parts of a scenario, and gathers what is wrong with them.
pub(crate) struct Trial<'a> {
    header: &'a Header,
    errors: Vec<LabError>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(header: &'a Header) -> Self {
        let errors = Vec::new();
        Self { header, errors }
    }

    /// Whether this program writes the format of its tables.
    fn tables(&mut self, forest: &ForestScenario) {
        self.errors.extend(check_format(forest).err());
    }

    /// Lays founders out and lets them go.
    pub(crate) fn founders(&mut self, forest: &ForestScenario) {
        self.errors.extend(try_founders(forest).err().unwrap_or_default());
    }

    /// Whether its crowns are too many to be grown, where its founders can be planted.
    pub(crate) fn crowns(&mut self, forest: &ForestScenario) {
        if self.errors.is_empty() {
            self.errors.extend(check_crowns(forest).err());
        }
    }

    /// Whether the curves of its spacing can be measured.
    fn spacing(&mut self, forest: &ForestScenario) {
        self.errors.extend(try_spacing(forest).err());
    }

    /// The same of a forest that is grown for the scenario, by the path of its own.
    pub(crate) fn founders_of(&mut self, forest: &ForestScenario, path: &str) {
        let in_patch = |source| LabError::InPatch {
            path: path.to_owned(),
            text: forest.header.text.clone(),
            source: Box::new(source),
        };
        self.errors.extend(
            try_founders(forest)
                .err()
                .unwrap_or_default()
                .into_iter()
                .map(in_patch),
        );
    }

    /// Lets each compared method lay out a few points, and the founders of each further forest.
    pub(crate) fn methods(&mut self, plot: &Plot, compare: &Compare) {
        let found = try_methods(compare, plot, self.header.seed);
        self.errors.extend(found.err().unwrap_or_default());
        for forest in &compare.forests {
            if let ForestSource::Grown(grown) = &forest.source {
                self.founders_of(grown, &forest.path);
            }
        }
    }

    /// Whether a tree has few enough nodes to be tried.
    fn size_of_tree(&mut self, tree: &TreeScenario) {
        let nodes = TreeEstimate::of(&tree.specimen)
            .nodes
            .max(nodes_across(&tree.specimen.form));
        if nodes > MOST_TRIED_NODES {
            self.errors.push(LabError::refused(
                TreeEstimate::grain(&tree.specimen),
                format!("this tree would have some {nodes} nodes, and {MOST_TRIED_NODES} are the limit"),
                "make the wood between two nodes longer, or the tree smaller",
            ));
        }
    }

    /// Grows and draws the tree.
    pub(crate) fn tree(&mut self, tree: &TreeScenario) {
        self.size_of_tree(tree);
        if !self.errors.is_empty() {
            return;
        }
        let seed = self.header.seed;
        match grow_watched(&tree.specimen, seed, &()) {
            Ok(grown) => self.errors.extend(unmet(tree, &grown)),
            Err(faults) => self.errors.extend(faults),
        }
    }

    /// All that is wrong, at the keys of the scenario; nothing wrong is `Ok`.
    pub(crate) fn verdict(self) -> Result<(), Error> {
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(Error::at_keys(self.header, self.errors))
        }
    }
}

/// Whether the forests can be that rules stand as, and the worlds that edits lead to.
pub(crate) fn check_world(scenario: &WorldScenario) -> Result<(), Error> {
    let mut trial = Trial::new(&scenario.header);
    for grown in &scenario.grown {
        trial.founders_of(&grown.forest, &grown.path);
    }
    let tried = [check_world_features(scenario), trial.verdict()];
    let edits = scenario.edits.iter();
    all_of(
        tried
            .into_iter()
            .chain(edits.map(|edit| scenario.edited(edit).map(drop).map_err(Error::Scenario))),
    )
}

/// That a world asks for nothing that this program was built without.
pub(crate) fn check_world_features(scenario: &WorldScenario) -> Result<(), Error> {
    let painting = scenario.world.painting();
    let asked = [
        (
            !painting.drops.is_empty(),
            Feature::Drops,
            "drop",
            "`[[drop]]`",
            "take it out",
        ),
        (
            painting.place.parquet,
            Feature::Parquet,
            "place.parquet",
            "`place.parquet`",
            "take it out: the same rows stand in `instances.csv`",
        ),
    ];
    check_asked(&scenario.header, asked)
}

/// Whether this program writes the files of a tree; where it does not, all that `check` finds.
pub(crate) fn check_tree_files(tree: &TreeScenario) -> Result<(), Error> {
    check_tree_features(tree).or_else(|_| check_tree(tree))
}

/// That a tree asks for nothing that this program was built without.
fn check_tree_features(scenario: &TreeScenario) -> Result<(), Error> {
    let asked = scenario.specimen.mesh.meshopt;
    let way_out = "leave it out: the files that are not packed are written in any case";
    check_asked(
        &scenario.header,
        [(
            asked,
            Feature::Meshopt,
            "tree.mesh.meshopt",
            "`tree.mesh.meshopt`",
            way_out,
        )],
    )
}

/// The problems of what is asked for and not built in, each as: whether it is asked for, its feature, key, name and the
/// way out without it.
fn check_asked<'a>(
    header: &Header,
    asked: impl IntoIterator<Item = (bool, Feature, &'a str, &'a str, &'a str)>,
) -> Result<(), Error> {
    let problems = asked.into_iter().filter(|(is_asked, ..)| *is_asked);
    let problems = problems.filter_map(|(_, feature, key, name, way_out)| {
        let missing = feature.needed_by(name).err()?;
        Some(header.problem(
            key,
            missing.to_string(),
            Some(format!("{}, or {way_out}", missing.hint())),
        ))
    });
    none_of(problems.collect())
}
