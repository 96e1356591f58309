//! What is wrong with borders.

/// What is wrong with a border, and where it is to be mended.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{wrong}")]
pub struct BorderFault {
    /// Its number in the list.
    pub border: usize,
    /// The number of the point that is at fault, or of that before the place at fault; none where it is the whole border.
    pub point: Option<usize>,
    /// What is wrong.
    pub wrong: BorderWrong,
}

/// What is wrong with a border; places in m.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BorderWrong {
    /// One point.
    #[error("the border `{name}` has 1 point, but a border leads from one point to another")]
    TooShort {
        /// Its name.
        name: String,
    },
    /// So many points that looking for crossings would take long.
    #[error("the borders have {points} points together, but 20000 are the limit")]
    TooManyPoints {
        /// All of them.
        points: usize,
    },
    /// A point that is farther out than the ground is wide.
    #[error("the border `{name}` goes to ({}, {}) m, farther beyond the ground than that is wide", at_m[0], at_m[1])]
    TooFarOut {
        /// Its name.
        name: String,
        /// The point.
        at_m: [f64; 2],
    },
    /// Two points in a row at one place.
    #[error("the border `{name}` has two points in a row at ({}, {}) m", at_m[0], at_m[1])]
    Twice {
        /// Its name.
        name: String,
        /// The place.
        at_m: [f64; 2],
    },
    /// It meets itself.
    #[error("the border `{name}` crosses itself at ({:.2}, {:.2}) m", at_m[0], at_m[1])]
    CrossesItself {
        /// Its name.
        name: String,
        /// The place.
        at_m: [f64; 2],
    },
    /// It turns back on its own line.
    #[error("the border `{name}` turns back along itself at ({:.2}, {:.2}) m, and encloses no ground there", at_m[0], at_m[1])]
    TurnsBack {
        /// Its name.
        name: String,
        /// Where it turns.
        at_m: [f64; 2],
    },
    /// No part of it lies within the ground.
    #[error("the border `{name}` lies beyond the ground or on its edge, and cuts nothing off")]
    Outside {
        /// Its name.
        name: String,
    },
    /// It ends within a segment.
    #[error(
        "the border `{name}` ends inside the ground at ({}, {}) m, {gap_m:.2} m from the nearest edge or other border",
        at_m[0], at_m[1]
    )]
    EndsInside {
        /// Its name.
        name: String,
        /// Its end.
        at_m: [f64; 2],
        /// How far that is from the nearest edge or other border, m.
        gap_m: f64,
    },
    /// It runs along another one or the ground's edge.
    #[error(
        "the border `{name}` runs along {along} from ({:.2}, {:.2}) to ({:.2}, {:.2}) m, and the segment between them has no area",
        from_m[0], from_m[1], to_m[0], to_m[1]
    )]
    RunsAlong {
        /// Its name.
        name: String,
        /// What it runs along: `` `road` `` or `the ground's edge`.
        along: String,
        /// Where they meet.
        from_m: [f64; 2],
        /// Where they part.
        to_m: [f64; 2],
    },
    /// A segment thinner than places are told apart.
    #[error("the border `{name}` cuts off a segment of {area_m2:.2e} m² at ({:.2}, {:.2}) m, which is next to no area", at_m[0], at_m[1])]
    NoArea {
        /// The name of one of its borders.
        name: String,
        /// Its area, m².
        area_m2: f64,
        /// A place on it.
        at_m: [f64; 2],
    },
}

impl BorderWrong {
    /// The way out.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::TooShort { .. } => "give the points that it goes through, from edge to edge",
            Self::TooManyPoints { .. } => "leave out points of bends that are finer than the points apart",
            Self::TooFarOut { .. } => "end it at the edge, or a little beyond",
            Self::Twice { .. } => "leave one of them out",
            Self::CrossesItself { .. } => "part it there into two borders, or go round",
            Self::TurnsBack { .. } => "leave out the point that it turns at",
            Self::Outside { .. } => "leave it out, or lead it across the ground",
            Self::EndsInside { .. } => {
                "lead it on to the edge or to another border, or close it by its first point"
            }
            Self::RunsAlong { .. } => "let one of them go there, and end the other at it",
            Self::NoArea { .. } => "move a border away there, or end it at the other one",
        }
    }
}
