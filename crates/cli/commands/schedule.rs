//! `schedule`: the systems of the year, with what their signatures say that they read and write.

use understory::forest::schedule::year;

use crate::failure::Outcome;
use crate::output::data;

/// The year, system by system.
pub(crate) fn schedule() -> Outcome {
    let year = year();
    let systems = year.systems().iter().enumerate().map(|(index, system)| {
        format!(
            "{:2}. {}: {}\n      reads   {}\n      writes  {}\n      draws   {}\n",
            index + 1,
            system.name(),
            system.about(),
            system.reads(),
            system.writes(),
            system.draws()
        )
    });
    data(&systems.collect::<String>())
}
