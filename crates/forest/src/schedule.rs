//! The year, read top to bottom.
//!
//! All systems read the neighbours as they stood at the start of the year; births and deaths enter at its end,
//! so no tree depends on another's turn. A germinant competes from its second year.

use understory_ecs::{Schedule, System};

use crate::systems::{crowd, decay, die, disperse, fruit, germinate, grow, regrow, sprout, turn};

/// The systems of a year in their order. What each reads and writes follows from its signature.
#[must_use]
pub fn year() -> Schedule {
    let mut year = Schedule::new();
    year.push(
        System::new(
            "fruit",
            "mature trees bear seeds: Poisson(seeds per m² × crown area × vigour × mast factor)",
            fruit::fruit,
        )
        .draws_of("one number a mother (its ChaCha8 stream of the year, part 0)"),
    );
    year.push(System::new("disperse", "each seed flies a distance of its species' kernel; off an open plot it is lost; fresh seeds rot as in decay", disperse::disperse).draws_of("three numbers a seed (the mother's stream, part 1 + seed); two of its own"));
    year.push(System::new("decay", "seeds of the bank rot with the yearly loss or pass their greatest age; of the sound a share comes forward", decay::decay).draws_of("two numbers a seed"));
    year.push(
        System::new(
            "sprout",
            "the seeds that come forward, fresh ones or of the bank, are listed tile by tile",
            sprout::sprout,
        )
        .draws_of("one number a sprout: how much field it bears"),
    );
    year.push(System::new(
        "crowd",
        "sums the fields around each tree (competition) and around each sprout (inhibition)",
        crowd::crowd,
    ));
    year.push(System::new(
        "germinate",
        "a sprout lives with probability exp(−field) and enters as a tree when the year ends",
        germinate::germinate,
    ));
    year.push(System::new(
        "grow",
        "height and diameter take the share L^β of an unhindered year, with light L = exp(−crowding)",
        grow::grow,
    ));
    year.push(
        System::new(
            "die",
            "of intrinsic causes, of stress, of old age: the first that strikes in this order counts",
            die::die,
        )
        .draws_of("one number a tree and cause"),
    );
    year.push(
        System::new(
            "regrow",
            "stumps of last year's broken trees resprout where their species can",
            regrow::regrow,
        )
        .draws_of("one number a stump"),
    );
    year.push(System::new(
        "turn",
        "births and deaths enter, fields of the dead fade, rows are put in order for the next year",
        turn::turn,
    ));
    year
}
