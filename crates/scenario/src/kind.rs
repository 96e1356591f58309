//! A scenario of any kind.

use crate::scenario::WorldScenario;
use crate::scenario::{ForestScenario, ScatterScenario, StandScenario, TreeScenario};

/// What a scenario is of. Loading and checking one, its identity and its copies are the same for all: [`Described`](crate::Described).
#[derive(Clone, Debug, PartialEq)]
pub enum Scenario {
    /// A forest that is grown.
    Forest(Box<ForestScenario>),
    /// A stand that was measured.
    Stand(Box<StandScenario>),
    /// A single tree.
    Tree(Box<TreeScenario>),
    /// A painted world.
    World(Box<WorldScenario>),
    /// Points that a method lays out.
    Scatter(Box<ScatterScenario>),
}

impl Scenario {
    /// The command that it is for.
    #[must_use]
    pub fn command(&self) -> &'static str {
        match self {
            Self::Forest(_) => "run",
            Self::Stand(_) => "compare",
            Self::Tree(_) => "grow",
            Self::World(_) => "place",
            Self::Scatter(_) => "scatter",
        }
    }
}
