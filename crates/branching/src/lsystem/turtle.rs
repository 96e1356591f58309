//! The turtle: a word walked into a skeleton.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::Real;
use understory_keys::{Checked, OutOfRange, parameters, real, table};
use understory_numerics::RandomKey;

use crate::cloud::Envelope;
use crate::cloud::envelope::envelope;
use crate::lsystem::rewrite::Letter;
use crate::lsystem::rule::{LSystem, LSystemError};
use crate::ranges::{LENGTH, tropism};
use crate::skeleton::{Node, Part, Skeleton};
use crate::vector::{Vector, add, cross, direction, dot, scale, sub, turned};

parameters! {
    /// How the turtle walks.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Turtle: Default {
        /// Length of `F(1)`: the same word at 0.5 m draws a tree of half the size.
        pub unit_m: f64 = real(LENGTH, "m", "0.5").default(Real(1.0)),
        /// Added to the heading, itself of length 1, at each segment.
        pub tropism: [f64; 3] = tropism("[0.0, 0.0, -0.1]"),
        /// Branches end where they would leave this; it must hold the base.
        pub envelope: Option<Envelope> = envelope("{ shape = \"sphere\", … }").optional(),
    }
}

/// A word that cannot be walked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TurtleError {
    /// The word could not be made.
    #[error(transparent)]
    LSystem(#[from] LSystemError),
    /// A letter with too few values, or one that is not finite.
    #[error(
        "letter {at} of the word, `{letter}`, has the values {values:?}, but the turtle needs one finite number"
    )]
    NotANumber {
        /// Its place in the word, from 0.
        at: usize,
        /// Which letter.
        letter: char,
        /// Its values.
        values: Vec<f64>,
    },
    /// A parameter that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// An envelope around something else.
    #[error("the envelope does not hold the base at the origin, so nothing can grow: lower or widen it")]
    BaseOutside,
    /// A word without a segment.
    #[error(
        "the word of {letters} letters draws nothing: let a rule bring `F` with a length above 0, or take more steps"
    )]
    NothingDrawn {
        /// Its letters.
        letters: usize,
    },
}

/// Where the turtle is and which way it looks.
#[derive(Clone, Copy)]
struct Pose {
    node: u32,
    place: Vector,
    ahead: Vector,
    left: Vector,
    is_pruned: bool,
}

impl LSystem {
    /// The skeleton that the turtle walks from the origin, upwards, along the word after all steps.
    ///
    /// # Errors
    /// [`TurtleError`] for an L-system that cannot be read, numbers that are missing or not finite, an envelope
    /// without the base, and a word that draws nothing.
    pub fn grow(&self, turtle: &Turtle, key: RandomKey) -> Result<Skeleton, TurtleError> {
        Checked::check(self, &table(Self::KEYS, ""))?;
        turtle.check(&table(Turtle::KEYS, ""))?;
        if turtle
            .envelope
            .as_ref()
            .is_some_and(|envelope| !envelope.contains([0.0; 3]))
        {
            return Err(TurtleError::BaseOutside);
        }
        walk(&self.word(key)?, turtle)
    }
}

fn walk(word: &[Letter], turtle: &Turtle) -> Result<Skeleton, TurtleError> {
    let mut nodes = vec![Node::new(None, Part::Shoot, [0.0; 3], 0)];
    let mut waiting: Vec<Pose> = Vec::new();
    let mut pose = Pose {
        node: 0,
        place: [0.0; 3],
        ahead: [0.0, 0.0, 1.0],
        left: [0.0, 1.0, 0.0],
        is_pruned: false,
    };
    for (at, letter) in word.iter().enumerate() {
        match letter.letter {
            '[' => waiting.push(pose),
            ']' => pose = waiting.pop().unwrap_or(pose),
            '%' => pose.is_pruned = true,
            'F' => {
                let length_m = turtle.unit_m * number(letter, at)?;
                if !pose.is_pruned && length_m > 0.0 {
                    forward(&mut pose, &mut nodes, length_m, turtle);
                }
            }
            '+' => pose.turn(pose.up(), number(letter, at)?),
            '-' => pose.turn(pose.up(), -number(letter, at)?),
            '&' => pose.turn(pose.left, number(letter, at)?),
            '^' => pose.turn(pose.left, -number(letter, at)?),
            '/' => pose.turn(pose.ahead, number(letter, at)?),
            '\\' => pose.turn(pose.ahead, -number(letter, at)?),
            _ => {}
        }
    }
    if nodes.len() == 1 {
        return Err(TurtleError::NothingDrawn { letters: word.len() });
    }
    Ok(Skeleton { nodes })
}

fn number(letter: &Letter, at: usize) -> Result<f64, TurtleError> {
    match letter.values.as_slice() {
        [value, ..] if value.is_finite() => Ok(*value),
        _ => Err(TurtleError::NotANumber {
            at,
            letter: letter.letter,
            values: letter.values.clone(),
        }),
    }
}

fn forward(pose: &mut Pose, nodes: &mut Vec<Node>, length_m: f64, turtle: &Turtle) {
    pose.bend(turtle.tropism);
    let end = add(pose.place, scale(pose.ahead, length_m));
    if turtle
        .envelope
        .as_ref()
        .is_some_and(|envelope| !envelope.contains(end))
    {
        pose.is_pruned = true;
        return;
    }
    let parent = pose.node;
    pose.node = nodes.len() as u32;
    pose.place = end;
    // A node's depth stands for the round in which growth would have made it.
    let iteration = nodes[parent as usize].iteration + 1;
    nodes.push(Node::new(Some(parent), Part::Shoot, end, iteration));
}

impl Pose {
    fn up(&self) -> Vector {
        cross(self.ahead, self.left)
    }

    fn turn(&mut self, axis: Vector, angle_deg: f64) {
        let angle = angle_deg.to_radians();
        self.ahead = turned(self.ahead, axis, angle);
        self.left = turned(self.left, axis, angle);
    }

    /// Bends towards the tropism, and keeps the frame square.
    fn bend(&mut self, tropism: Vector) {
        let ahead = direction(add(self.ahead, tropism)).unwrap_or(self.ahead);
        let left = sub(self.left, scale(ahead, dot(self.left, ahead)));
        self.left = direction(left).unwrap_or_else(|| crate::vector::any_perpendicular(ahead));
        self.ahead = ahead;
    }
}
