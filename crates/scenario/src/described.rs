//! What all kinds of scenarios have in common.

use understory_space::Plot;

use crate::copies::{Copies, Overridden, copies};
use crate::files::Input;
use crate::identity;
use crate::kind::Scenario;
use crate::scenario::WorldScenario;
use crate::scenario::{
    Compare, ForestScenario, ForestSource, Founders, Header, ScatterScenario, StandScenario, TreeScenario,
};

/// A scenario, whatever it is of.
pub trait Described {
    /// Name, seed, inputs, text.
    fn header(&self) -> &Header;

    /// A hash, 64 hex digits, of everything that fixes its tables except [`years`](Self::years) and
    /// [`replicates`](Self::replicates): two scenarios with the same one tell the same story as far as both go.
    ///
    /// Neither the wording of the file enters, nor its name, nor where its inputs lie: they enter by their content.
    fn identity(&self) -> String;

    /// The text and inputs with which it can be run again from another folder, overrides applied.
    ///
    /// `elsewhere` says of an input that is not to be copied (for being large) where it stays, as an absolute path;
    /// `None`: it is copied.
    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies;

    /// Years to simulate; 0 where none are.
    fn years(&self) -> u32 {
        0
    }

    /// How many times it is grown, with the seeds that follow on its own.
    fn replicates(&self) -> u32 {
        1
    }
}

impl Described for ForestScenario {
    fn header(&self) -> &Header {
        &self.header
    }

    fn identity(&self) -> String {
        identity::of_forest(self)
    }

    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
        let patches = of_patches(self);
        let patches: Vec<_> = patches.chain(of_compared(&self.compare)).collect();
        let overridden = Overridden {
            seed: self.header.seed,
            years: Some(self.years),
        };
        copies(&self.header, &patches, &overridden, elsewhere)
    }

    fn years(&self) -> u32 {
        self.years
    }

    fn replicates(&self) -> u32 {
        self.replicates
    }
}

impl Described for StandScenario {
    fn header(&self) -> &Header {
        &self.header
    }

    fn identity(&self) -> String {
        identity::of_stand(self)
    }

    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
        let compared: Vec<_> = of_compared(&self.compare).collect();
        copies(
            &self.header,
            &compared,
            &Overridden::seed(&self.header),
            elsewhere,
        )
    }
}

impl Described for TreeScenario {
    fn header(&self) -> &Header {
        &self.header
    }

    fn identity(&self) -> String {
        identity::of_tree(self)
    }

    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
        copies(&self.header, &[], &Overridden::seed(&self.header), elsewhere)
    }
}

impl Described for WorldScenario {
    fn header(&self) -> &Header {
        &self.header
    }

    fn identity(&self) -> String {
        identity::of_world(self)
    }

    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
        let forests: Vec<_> = of_forests(self).collect();
        copies(&self.header, &forests, &Overridden::seed(&self.header), elsewhere)
    }
}

impl Described for ScatterScenario {
    fn header(&self) -> &Header {
        &self.header
    }

    fn identity(&self) -> String {
        identity::of_scatter(self)
    }

    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
        copies(&self.header, &[], &Overridden::seed(&self.header), elsewhere)
    }
}

/// The scenarios of the forests that a world's rules stand as, with their paths.
fn of_forests(world: &WorldScenario) -> impl Iterator<Item = (&Header, &str)> {
    let grown = world.grown.iter();
    grown.map(|grown| (&grown.forest.header, grown.path.as_str()))
}

/// The scenarios of the forests that a forest begins from, with their paths.
fn of_patches(forest: &ForestScenario) -> impl Iterator<Item = (&Header, &str)> {
    forest.founders.iter().filter_map(|founders| match founders {
        Founders::Grown { patch, path, .. } => Some((&patch.header, path.as_str())),
        _ => None,
    })
}

/// The scenarios of the worlds and forests that are compared and of the forests that those name, with their paths, each path
/// once.
fn of_compared(compare: &Compare) -> impl Iterator<Item = (&Header, &str)> {
    let mut all: Vec<(&Header, &str)> = Vec::new();
    for world in &compare.worlds {
        all.push((&world.scenario.header, &world.path));
        all.extend(of_forests(&world.scenario));
    }
    for forest in &compare.forests {
        match &forest.source {
            ForestSource::Grown(grown) => {
                all.push((&grown.header, &forest.path));
                all.extend(of_patches(grown));
            }
            ForestSource::Measured(stand) => all.push((&stand.header, &forest.path)),
        }
    }
    all.into_iter()
}

impl Scenario {
    fn described(&self) -> &dyn Described {
        match self {
            Self::Forest(forest) => &**forest,
            Self::Stand(stand) => &**stand,
            Self::Tree(tree) => &**tree,
            Self::World(world) => &**world,
            Self::Scatter(scatter) => &**scatter,
        }
    }

    /// The counted ground and the methods that are compared on it; none of a single tree, a painted world or scattered points.
    #[must_use]
    pub fn comparison(&self) -> Option<(&Plot, &Compare)> {
        match self {
            Self::Forest(forest) => Some((forest.borders.window.plot(), &forest.compare)),
            Self::Stand(stand) => Some((&stand.plot, &stand.compare)),
            Self::Tree(_) | Self::World(_) | Self::Scatter(_) => None,
        }
    }
}

impl Described for Scenario {
    fn header(&self) -> &Header {
        self.described().header()
    }

    fn identity(&self) -> String {
        self.described().identity()
    }

    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
        self.described().copies(elsewhere)
    }

    fn years(&self) -> u32 {
        self.described().years()
    }

    fn replicates(&self) -> u32 {
        self.described().replicates()
    }
}
