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
