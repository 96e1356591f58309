//! A camera's file: where it is in each frame, as comma-separated values.

use understory_placement::Window;
use understory_terrain::Ground;

use crate::data_file::{DataFile, Row};
use crate::loading::Loading;
use crate::scenario::CameraFrame;
use crate::value::Table;

const FILE: DataFile = DataFile {
    columns: &["frame", "x_m", "y_m", "z_m", "yaw_deg", "pitch_deg"],
    what: "a camera's file",
    of: "frame",
    may_be_empty: false,
    shorter: "cut the way into pieces",
};

/// The way of the camera, where the file names one; `None` where something is wrong with it.
pub(super) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    window: Option<&Window>,
) -> Option<Option<Vec<CameraFrame>>> {
    if !table.has("camera") {
        return Some(None);
    }
    let camera = table.table("camera")?;
    let (opened, input) = loading.input(camera.at("file"), camera.text("file")?)?;
    let (mut frames, mut last) = (Vec::new(), None);
    let read = FILE.each_row(&opened, &loading.inputs[input].bytes, |row| {
        frames.extend(frame(row, window, &mut last));
    });
    loading.taken(read).map(|()| Some(frames))
}

/// Notes what keeps no camera from flying, but is seldom meant: that it never moves, or is below the ground.
pub(super) fn note_oddities(
    loading: &mut Loading<'_>,
    table: &Table,
    frames: &[CameraFrame],
    ground: &dyn Ground,
) -> Option<()> {
    let at = table.table("camera")?.at("file");
    let seen = |frame: &CameraFrame| (frame.place_m, frame.yaw_deg, frame.pitch_deg);
    if frames.len() > 1 && frames.iter().all(|frame| seen(frame) == seen(&frames[0])) {
        let message = format!(
            "the camera stands still in all {} frames: what opens for it is opened once",
            frames.len()
        );
        let hint = "let it move, if the orders of search are to be told apart".to_owned();
        loading.report.note(at, message, hint);
    }
    let height_m = |frame: &CameraFrame| ground.height_m([frame.place_m[0], frame.place_m[1]]);
    let mut below = frames.iter().filter(|frame| frame.place_m[2] < height_m(frame));
    if let Some(first) = below.next() {
        let message = format!(
            "in {} of {} frames the camera is below the ground, first in frame {} at {} m, where that is {:.1} m high",
            1 + below.count(),
            frames.len(),
            first.frame,
            first.place_m[2],
            height_m(first)
        );
        let hint = "raise its `z_m`, which is no height above the ground".to_owned();
        loading.report.note(at, message, hint);
    }
    Some(())
}

/// The frame of a row behind one with the number `last`.
fn frame(row: &mut Row<'_, '_, '_>, window: Option<&Window>, last: &mut Option<u32>) -> Option<CameraFrame> {
    let frame = number_of_frame(row, last);
    let [x_m, y_m, z_m, yaw_deg, pitch_deg] = [1, 2, 3, 4, 5].map(|column| row.number(column));
    let mut is_right = true;
    if let Some(pitch_deg) = pitch_deg.filter(|pitch_deg| !(-90.0..=90.0).contains(pitch_deg)) {
        let message = format!("the pitch is {pitch_deg}, but it must be at least -90 and at most 90");
        row.problem(5, message, "-90 looks straight down, 0 to the horizon");
        is_right = false;
    }
    let place_m = [x_m?, y_m?, z_m?];
    if let Some(Window { low_m, high_m }) = window
        && let Some(axis) = (0..2).find(|&axis| !(low_m[axis]..=high_m[axis]).contains(&place_m[axis]))
    {
        let message = format!(
            "the camera is at ({}, {}), beyond the world, which is {} to {} by {} to {}",
            place_m[0], place_m[1], low_m[0], high_m[0], low_m[1], high_m[1]
        );
        let hint = "move it into the world, or set `world.origin_m` and `world.size_m` to hold it";
        row.problem(1 + axis, message, hint);
        is_right = false;
    }
    is_right.then_some(CameraFrame {
        frame: frame?,
        place_m,
        yaw_deg: yaw_deg?,
        pitch_deg: pitch_deg?,
    })
}

fn number_of_frame(row: &mut Row<'_, '_, '_>, last: &mut Option<u32>) -> Option<u32> {
    let field = row.text(0).to_owned();
    let Ok(frame) = field.parse::<u32>() else {
        let message = format!("the frame is `{field}`, but it must be a whole number of at least 0");
        row.problem(0, message, "number the frames 0, 1, 2, …");
        return None;
    };
    if let Some(last) = last.filter(|&last| frame <= last) {
        let message = format!("the frame is {frame}, but the one before it is {last}");
        row.problem(0, message, "sort the rows by their frames, each once");
    }
    *last = Some(frame);
    Some(frame)
}
