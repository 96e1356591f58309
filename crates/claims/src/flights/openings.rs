//! A camera that flies over patches: what opens in time, what opens too late, and what a camera at rest sees.

use understory_numerics::math::atan2;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_placement::patches::{Camera, Flight, Props, Refining, Strategy};
use understory_space::{Edge, Plot};
use understory_terrain::Level;

use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(FLOWN, 4, flights);
    claims.extend(claims_of(RESTED, 6, rested));
    claims
}

pub(super) const SIDE_M: f64 = 2048.0;

const FLOWN: [&str; 11] = [
    "P8",
    "P9",
    "P9.ample",
    "P10",
    "P10.breadth",
    "P11",
    "P12",
    "P12.slow",
    "P13",
    "P13.fewer",
    "P13.detail",
];

/// What is told of a flight.
#[derive(Clone, Copy)]
struct FlightNumbers {
    /// Most openings of a frame.
    most: f64,
    opened: f64,
    /// Share of the openings that no frame shows.
    wasted: f64,
    /// Levels missing ahead, mean of the frames.
    missing: f64,
    /// Patches looked at for each opening.
    visits: f64,
    /// Share of the frames in which the ground below the camera becomes finer by one level at most.
    at_most_once: f64,
}

/// Flights by iterative deepening, depth first and breadth first, and by breadth or deepening with other budgets and speeds.
fn flights(seed: u64) -> Result<Numbers<11>, ClaimError> {
    let [deep, depth, breadth] = Strategy::ALL;
    let fly = |strategy, speed_m, budget| flown(strategy, speed_m, budget, seed);
    let tight = [fly(deep, 16.0, 2)?, fly(depth, 16.0, 2)?, fly(breadth, 16.0, 2)?];
    let fast = [fly(deep, 40.0, 32)?, fly(breadth, 40.0, 32)?];
    Ok([
        ("P8", tight.iter().map(|told| told.most).fold(0.0, f64::max)),
        ("P9", tight[2].wasted),
        ("P9.ample", fly(breadth, 16.0, 1000)?.wasted),
        ("P10", tight[1].missing - tight[0].missing),
        ("P10.breadth", tight[2].missing - tight[0].missing),
        ("P11", tight[0].wasted),
        ("P12", tight[0].visits),
        ("P12.slow", fly(deep, 1.0, 16)?.visits),
        ("P13", fast[0].at_most_once),
        ("P13.fewer", fast[0].opened / fast[1].opened),
        ("P13.detail", fast[0].missing - fast[1].missing),
    ])
}

pub(super) fn plot() -> Result<Plot, ClaimError> {
    Ok(Plot::new([0.0; 2], [SIDE_M; 2], Edge::Open)?)
}

fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["flights"])
}

pub(super) fn camera(eye_m: [f64; 3], yaw_deg: f64) -> Camera {
    Camera::new(eye_m, [yaw_deg, -10.0], 70.0, 2203.0)
}

pub(super) fn begun<'w>(
    props: &'w Props<'w>,
    refining: Refining,
    seed: u64,
) -> Result<Flight<'w>, ClaimError> {
    Flight::new(props, refining, key(seed)).map_err(|fault| ClaimError::InWords(fault.to_string()))
}

/// A flight straight across the middle of the world, in a direction and from a place of the seed's.
fn flown(strategy: Strategy, speed_m: f64, budget: u32, seed: u64) -> Result<FlightNumbers, ClaimError> {
    let level = Level::default();
    let props = Props::new(&[], plot()?, &level, None);
    let refining = Refining {
        strategy,
        patches_per_frame: budget,
        ..Refining::default()
    };
    let mut flight = begun(&props, refining, seed)?;
    let [from, to, ..] = key(seed).draws(0, Purpose::Place, 0).map(unit_from_u32);
    let [from_m, to_m] = [from, to].map(|share| 700.0 + 600.0 * share);
    let way_m = [SIDE_M - 300.0, to_m - from_m];
    let length_m = (way_m[0] * way_m[0] + way_m[1] * way_m[1]).sqrt();
    let ahead = way_m.map(|along_m| along_m / length_m);
    let yaw_deg = atan2(ahead[1], ahead[0]).to_degrees();
    let mut told = FlightNumbers {
        most: 0.0,
        opened: 0.0,
        wasted: 0.0,
        missing: 0.0,
        visits: 0.0,
        at_most_once: 0.0,
    };
    let mut frames = 0.0;
    let mut flown_m = 0.0;
    while flown_m < length_m - 250.0 {
        let [x_m, y_m] = [50.0 + flown_m * ahead[0], from_m + flown_m * ahead[1]];
        let eye = camera([x_m, y_m, 30.0], yaw_deg);
        let before = flight.tree().level_at([x_m, y_m]);
        let seen = flight.see(&eye);
        let after = flight.tree().level_at([x_m, y_m]);
        told.at_most_once += f64::from(u8::from(after <= before + 1));
        told.most = told.most.max(f64::from(seen.opened));
        told.opened += f64::from(seen.opened);
        told.wasted += f64::from(seen.wasted);
        told.visits += f64::from(seen.visited);
        let there_m = [x_m + 100.0 * ahead[0], y_m + 100.0 * ahead[1]];
        let wanted = flight.wanted_level_at(&eye, there_m);
        told.missing += f64::from(wanted.saturating_sub(flight.tree().level_at(there_m)));
        frames += 1.0;
        flown_m += speed_m;
    }
    told.wasted /= told.opened;
    told.visits /= told.opened;
    told.missing /= frames;
    told.at_most_once /= frames;
    Ok(told)
}

const RESTED: [&str; 6] = ["P1", "P3", "P7", "P7.two", "P14", "P14.frames"];

fn rested(seed: u64) -> Result<Numbers<6>, ClaimError> {
    let level = Level::default();
    let plot = plot()?;
    let props = Props::new(&[], plot, &level, None);
    let [x, y, turn, _] = key(seed).draws(1, Purpose::Place, 0).map(unit_from_u32);
    let [x_m, y_m] = [x, y].map(|share| 600.0 + 800.0 * share);
    let eye = |aside_m: f64| camera([x_m + aside_m, y_m, 30.0], 360.0 * turn);
    let resting = |refining: Refining| {
        let mut flight = begun(&props, refining, seed)?;
        let (mut frames, mut opened) = (0, 0);
        loop {
            let seen = flight.see(&eye(0.0));
            if seen.opened + seen.closed == 0 {
                break;
            }
            frames += 1;
            opened += seen.opened;
        }
        Ok::<_, ClaimError>((flight, f64::from(frames), f64::from(opened)))
    };
    let toggles = |hysteresis: f64| {
        const SWINGS: u32 = 50;
        let refining = Refining {
            hysteresis,
            patches_per_frame: 1000,
            ..Refining::default()
        };
        let (mut flight, ..) = resting(refining)?;
        let mut opened = 0;
        // The first swing opens what it comes nearer to.
        for swing in 0..=SWINGS {
            let seen = [2.0, -2.0].map(|aside_m| flight.see(&eye(aside_m)).opened);
            opened += if swing == 0 { 0 } else { seen[0] + seen[1] };
        }
        Ok::<_, ClaimError>(f64::from(opened) / f64::from(SWINGS))
    };
    let slow = Refining {
        patches_per_frame: 2,
        ..Refining::default()
    };
    let (mut flight, frames, opened) = resting(slow)?;
    let mut missing = 0.0;
    for number in 0..400 {
        let [x, y, ..] = key(seed).draws(2, Purpose::Place, number).map(unit_from_u32);
        let place_m = [x, y].map(|share| share * SIDE_M);
        let wanted = flight.wanted_level_at(&eye(0.0), place_m);
        missing += f64::from(wanted.saturating_sub(flight.tree().level_at(place_m)));
    }
    let areas = flight
        .tree()
        .leaves()
        .map(|leaf| leaf.size_m(&plot).iter().product::<f64>());
    let covered = areas.sum::<f64>() / plot.area_m2();
    let far = camera([-1e5, 0.0, 1e5], 180.0);
    while flight.see(&far).closed > 0 {}
    Ok([
        ("P1", covered),
        ("P3", flight.tree().patches().count() as f64),
        ("P7", toggles(0.0)?),
        ("P7.two", toggles(0.25)?),
        ("P14", missing),
        ("P14.frames", frames / (opened / 2.0)),
    ])
}
