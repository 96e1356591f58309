//! The year, read top to bottom.
//!
//! All systems read the neighbours as they stood at the start of the year; births and deaths enter at its end,
//! so no tree depends on another's turn. A germinant competes from its second year.

use crate::forest::Forest;
use crate::systems::{crowd, decay, die, disperse, fruit, germinate, grow, regrow, sprout, turn};

/// One step of the year.
#[derive(Clone, Copy)]
pub struct System {
    /// Its name, in tables and here.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What it reads.
    pub reads: &'static str,
    /// What it writes.
    pub writes: &'static str,
    /// Which random numbers it draws.
    pub draws: &'static str,
    pub(crate) run: fn(&mut Forest),
}

/// The systems of a year in their order; nothing else orders them.
pub const YEAR: &[System] = &[
    System {
        name: "fruit",
        about: "mature trees bear seeds: Poisson(seeds per m² × crown area × vigour × mast factor)",
        reads: "trees: age, size, vigour",
        writes: "mothers of the year",
        draws: "one number a mother (its ChaCha8 stream of the year, part 0)",
        run: fruit::fruit,
    },
    System {
        name: "disperse",
        about: "each seed flies a distance of its species' kernel; off an open plot it is lost; fresh seeds rot as in decay",
        reads: "mothers; trees: place, key",
        writes: "fallen seeds that are sound, and their fates",
        draws: "three numbers a seed (the mother's stream, part 1 + seed); two of its own",
        run: disperse::disperse,
    },
    System {
        name: "decay",
        about: "seeds of the bank rot with the yearly loss or pass their greatest age; of the sound a share comes forward",
        reads: "seeds: key, age",
        writes: "fate of each seed: gone, waits, sprouts",
        draws: "two numbers a seed",
        run: decay::decay,
    },
    System {
        name: "sprout",
        about: "the seeds that come forward, fresh ones or of the bank, are listed tile by tile",
        reads: "fates; seeds: key, place",
        writes: "sprouts of the year",
        draws: "one number a sprout: how much field it bears",
        run: sprout::sprout,
    },
    System {
        name: "crowd",
        about: "sums the fields around each tree (competition) and around each sprout (inhibition)",
        reads: "trees and the dead: place, size; sprouts: place",
        writes: "crowding of each tree, field at each sprout",
        draws: "nothing",
        run: crowd::crowd,
    },
    System {
        name: "germinate",
        about: "a sprout lives with probability exp(−field) and enters as a tree when the year ends",
        reads: "sprouts: number, field",
        writes: "births; fates",
        draws: "nothing",
        run: germinate::germinate,
    },
    System {
        name: "grow",
        about: "height and diameter take the share L^β of an unhindered year, with light L = exp(−crowding)",
        reads: "crowding; trees: size, vigour",
        writes: "trees: size, vigour, age",
        draws: "nothing",
        run: grow::grow,
    },
    System {
        name: "die",
        about: "of intrinsic causes, of stress, of old age: the first that strikes in this order counts",
        reads: "trees: key, age, size, vigour of this year",
        writes: "deaths",
        draws: "one number a tree and cause",
        run: die::die,
    },
    System {
        name: "regrow",
        about: "stumps of last year's broken trees resprout where their species can",
        reads: "the dead: key, age, cause",
        writes: "births",
        draws: "one number a stump",
        run: regrow::regrow,
    },
    System {
        name: "turn",
        about: "births and deaths enter, fields of the dead fade, rows are put in order for the next year",
        reads: "births, deaths, seeds left",
        writes: "trees, seeds, the dead",
        draws: "nothing",
        run: turn::turn,
    },
];
