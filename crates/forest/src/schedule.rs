//! The year, read top to bottom.
//!
//! All systems read the neighbours as they stood at the start of the year; births and deaths enter at its end,
//! so no tree depends on which comes first. A germinant competes from its second year.

use understory_ecs::{Schedule, System};

use crate::systems::{
    arrive, beetles, branch, canopy, climate, crowd, decay, die, disperse, drought, end_year, fell, fire,
    fruit, germinate, grow, lightning, plant, regrow, salvage, shade, shed, sprout, topple, wind,
};

/// The systems of a year in their order. What each reads and writes follows from its signature.
#[must_use]
pub fn year() -> Schedule {
    let mut year = Schedule::new();

    let does =
        "the climate gives the year its temperature and rain; where there is none, all years are alike";
    year.push(System::new("climate", does, climate::climate));

    let does = "mature trees bear seeds: Poisson(seeds per m² × crown area × vigour × mast factor)";
    let draws = "one number a mother";
    year.push(System::new("fruit", does, fruit::fruit).draws_of(draws));

    let does = "each seed flies a distance of its species' kernel; off an open plot it is lost, or comes down at the other \
                side; fresh seeds rot as in decay";
    let draws =
        "three numbers a seed (the mother's ChaCha8 stream of the year, a part a seed); two of its own";
    year.push(System::new("disperse", does, disperse::disperse).draws_of(draws));

    let does = "seeds from beyond the plot come down anywhere on it: Poisson(seeds per m² × area × mast factor) of each \
                species; they rot likewise";
    let draws = "one number a species (its own stream of the year, part 0); two a seed (part 1 + seed); two of its own";
    year.push(System::new("arrive", does, arrive::arrive).draws_of(draws));

    let does = "seeds of the bank rot with the yearly loss or pass their greatest age; of the sound a share comes \
                forward";
    year.push(System::new("decay", does, decay::decay).draws_of("two numbers a seed"));

    let does = "the light model works out what it needs of the whole stand: where the canopy has its leaves";
    year.push(System::new("canopy", does, canopy::canopy));

    let does = "the seeds that come forward, fresh ones or of the bank, are listed tile by tile; in the dark and beside a young tree of \
                their species they wait";
    let draws = "one number a sprout: how much field it bears";
    year.push(System::new("sprout", does, sprout::sprout).draws_of(draws));

    let does = "each tree and each sprout gets its crowding by the light model, each sprout also the inhibiting fields around it";
    year.push(System::new("crowd", does, crowd::crowd));

    let does = "where crowns grow: each growth point gets its light among the leaves of all, each tree what that is of a whole crown's \
                in the open";
    year.push(System::new("shade", does, shade::shade));

    let does = "growth points that have gained too little for some years wither";
    year.push(System::new("shed", does, shed::shed));

    let does = "a sprout lives with probability exp(−field) and enters as a tree when the year ends";
    year.push(System::new("germinate", does, germinate::germinate));

    let does = "height and diameter take the share L^β of an unhindered year, with light L = exp(−crowding), times what the ground and the year's weather \
                allow; crowns move toward the room that they are offered";
    year.push(System::new("grow", does, grow::grow));

    let does = "of intrinsic causes, of stress, of old age: the first that strikes in this order counts";
    year.push(System::new("die", does, die::die).draws_of("one number a tree and cause"));

    let does = "a dry year kills by how far it is below what a species bears, tall trees and seedlings first";
    year.push(System::new("drought", does, drought::drought).draws_of("one number a tree, in a dry year"));

    let does = "a storm breaks or uproots the trees that bear its load worst, by their size, soundness and exposure; what falls \
                hits what stands in its way";
    let draws = "four numbers a storm; two a tree, for life; one for each falling tree and each in its way";
    year.push(System::new("wind", does, wind::wind).draws_of(draws));

    let does = "lightning kills the tallest tree near the place that it strikes";
    let draws = "one number a year, two a stroke";
    year.push(System::new("lightning", does, lightning::lightning).draws_of(draws));

    let does = "a fire passes from crown to crown by chance; burnt trees die by how thin their bark is";
    let draws = "three numbers a year; one for each burning tree and each near it; one a burnt tree";
    year.push(System::new("fire", does, fire::fire).draws_of(draws));

    let does = "foresters thin and fell, where `[[intervention]]` says so: each in its years, and where the stand is as its rule asks";
    let draws = "one number a tree, of a thinning by chance";
    year.push(System::new("fell", does, fell::fell).draws_of(draws));

    let does = "foresters take out what storms, fire, beetles, drought and lightning killed; nothing breeds in it any more";
    year.push(System::new("salvage", does, salvage::salvage));

    let does = "foresters plant young trees, which enter when the year ends";
    let draws = "two numbers a tree at a random place, or a grid; its own";
    year.push(System::new("plant", does, plant::plant).draws_of(draws));

    let does =
        "bark beetles that bred in last year's thrown and killed trees kill others of the species near them";
    let draws = "one number a host; one a brood; one for each brood and each host near it";
    year.push(System::new("beetles", does, beetles::beetles).draws_of(draws));

    let does = "stumps of last year's broken trees resprout where their species can";
    year.push(System::new("regrow", does, regrow::regrow).draws_of("one number a stump"));

    let does = "snags fall by how thick and how sound they are, and lie as logs from then on";
    year.push(System::new("topple", does, topple::topple).draws_of("one number a snag"));

    let does = "what withered falls, stems follow their trees up, growth points take the free space that is in the light";
    year.push(System::new("branch", does, branch::branch));

    let does = "births and deaths enter, fields of the dead fade, decayed wood goes, rows are put in order for the next year";
    year.push(System::new("end_year", does, end_year::end_year));
    year
}
