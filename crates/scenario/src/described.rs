//! What all kinds of scenarios have in common.

use understory_space::Plot;

use crate::copies::{Copies, copies};
use crate::files::Input;
use crate::kind::Scenario;
use crate::scenario::{
    Compare, ForestScenario, Header, ScatterScenario, StandScenario, TreeScenario, WorldScenario,
};

/// A scenario, whatever it is of.
pub trait Described {
    /// Name, seed, identity, inputs, text.
    fn header(&self) -> &Header;

    /// Years to simulate; 0 where none are.
    fn years(&self) -> u32 {
        0
    }

    /// How many times it is grown, with the seeds that follow on its own.
    fn replicates(&self) -> u32 {
        1
    }

    /// The text and inputs with which it can be run again from another folder, overrides applied.
    ///
    /// `elsewhere` says of an input that is not to be copied (for being large) where it stays, as an absolute path;
    /// `None`: it is copied.
    fn copies(&self, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
        copies(self.header(), self.years(), elsewhere)
    }
}

impl Described for ForestScenario {
    fn header(&self) -> &Header {
        &self.header
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
}

impl Described for TreeScenario {
    fn header(&self) -> &Header {
        &self.header
    }
}

impl Described for WorldScenario {
    fn header(&self) -> &Header {
        &self.header
    }
}

impl Described for ScatterScenario {
    fn header(&self) -> &Header {
        &self.header
    }
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

    fn years(&self) -> u32 {
        self.described().years()
    }

    fn replicates(&self) -> u32 {
        self.described().replicates()
    }
}
