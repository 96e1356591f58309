//! A camera over patches that refine themselves: what each frame opens, what stands in the end, and what other orders of search
//! would have opened.

use std::time::Instant;

use understory_numerics::RandomKey;
use understory_numerics::math::sin_cos;
use understory_placement::Window;
use understory_placement::patches::{Camera, Flight, Props, Refining, Strategy};
use understory_records::{FrameRow, PatchRow, PropRow, StrategyRow, paths};
use understory_scenario::{CameraFrame, WorldScenario};

use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// How far ahead of the camera it is told how many levels are missing, m.
const AHEAD_M: f64 = 100.0;
/// Frames that a camera waits at most at the end of its way.
const MOST_FRAMES: u64 = 1_000_000;

/// Writes the frames of a camera, the patches and props that are there after the last one, and each order of search. Of each
/// kind of props it gives how many there are.
pub(super) fn write(
    scenario: &WorldScenario,
    frames: &[CameraFrame],
    store: &dyn Store,
) -> Result<Vec<u64>, LabError> {
    let world = &scenario.world;
    let props = world
        .props(scenario.sea_m.unwrap_or_default())
        .beside(scenario.ponds.as_ref());
    let refining = world.painting().refining;
    let key = RandomKey::root(scenario.header.seed, &["patches"]);
    let begin =
        |strategy| Flight::new(&props, Refining { strategy, ..refining }, key).expect("it was checked");
    let mut flight = begin(refining.strategy);
    let rows = frames.iter().map(|frame| {
        let begun = Instant::now();
        let seen = flight.see(&camera(frame, &refining));
        let [x_m, y_m, _] = frame.place_m;
        FrameRow {
            frame: frame.frame,
            ms: begun.elapsed().as_secs_f64() * 1e3,
            opened: seen.opened,
            closed: seen.closed,
            wasted: seen.wasted,
            open: seen.open,
            depth: seen.depth,
            x_m,
            y_m,
            made: u64::from(seen.made),
            there: seen.props,
        }
    });
    write_table(store, paths::FRAMES, rows)?;
    let there = write_there(&props, &flight, store)?;
    let window = &world.maps().window;
    let strategies =
        Strategy::ALL.map(|strategy| flown(strategy, begin(strategy), frames, &refining, window));
    write_table(store, paths::STRATEGIES, strategies)?;
    Ok(there)
}

fn camera(frame: &CameraFrame, refining: &Refining) -> Camera {
    Camera::new(
        frame.place_m,
        [frame.yaw_deg, frame.pitch_deg],
        refining.field_deg,
        refining.screen_px,
    )
}

/// The patches and props that are there; of each kind how many.
fn write_there(props: &Props<'_>, flight: &Flight<'_>, store: &dyn Store) -> Result<Vec<u64>, LabError> {
    let (mut patches, mut dropped) = (Vec::new(), Vec::new());
    let mut counts = vec![0; props.rules().len()];
    for (patch, is_open) in flight.tree().states() {
        let before = dropped.len();
        props.drop_on(&patch, |prop| {
            counts[prop.rule as usize] += 1;
            let rule = &props.rules()[prop.rule as usize];
            let [x_m, y_m, z_m] = prop.place_m;
            let [qx, qy, qz, qw] = props.rotation(&prop);
            dropped.push(PropRow {
                prop: rule.name.clone(),
                asset: rule.asset.clone(),
                level: patch.level,
                x_m,
                y_m,
                z_m,
                qx,
                qy,
                qz,
                qw,
                scale: prop.scale,
            });
        });
        patches.push(PatchRow {
            level: patch.level,
            column: patch.column,
            row: patch.row,
            state: if is_open { "open" } else { "closed" }.to_owned(),
            props: (dropped.len() - before) as u64,
        });
    }
    write_table(store, paths::PATCHES, patches)?;
    write_table(store, paths::PROPS, dropped)?;
    Ok(counts)
}

/// What an order of search comes to along a way.
fn flown(
    strategy: Strategy,
    mut flight: Flight<'_>,
    frames: &[CameraFrame],
    refining: &Refining,
    window: &Window,
) -> StrategyRow {
    let mut row = StrategyRow {
        strategy: strategy.word().to_owned(),
        opened: 0,
        closed: 0,
        wasted: 0,
        visited: 0,
        missing_levels: None,
        open_mean: 0.0,
        frames_to_rest: 0,
    };
    let (mut missing, mut ahead_in_world, mut open) = (0_u64, 0_u64, 0_u64);
    for frame in frames {
        let camera = camera(frame, refining);
        let seen = flight.see(&camera);
        row.opened += u64::from(seen.opened);
        row.closed += u64::from(seen.closed);
        row.wasted += u64::from(seen.wasted);
        row.visited += u64::from(seen.visited);
        open += u64::from(seen.open);
        let (north, east) = sin_cos(frame.yaw_deg.to_radians());
        let ahead_m = [
            frame.place_m[0] + AHEAD_M * east,
            frame.place_m[1] + AHEAD_M * north,
        ];
        if window.holds(ahead_m) {
            ahead_in_world += 1;
            let wanted = flight.wanted_level_at(&camera, ahead_m);
            missing += u64::from(wanted.saturating_sub(flight.tree().level_at(ahead_m)));
        }
    }
    row.open_mean = open as f64 / frames.len().max(1) as f64;
    row.missing_levels = (ahead_in_world > 0).then(|| missing as f64 / ahead_in_world as f64);
    if let Some(last) = frames.last() {
        let camera = camera(last, refining);
        row.frames_to_rest = (0..MOST_FRAMES)
            .find(|_| {
                let seen = flight.see(&camera);
                seen.opened + seen.closed == 0
            })
            .unwrap_or(MOST_FRAMES);
    }
    row
}
