//! Hand edits of a painted world: a file of what was taken away and what was added, as comma-separated values.

use understory_numerics::RandomKey;
use understory_placement::{Added, HandEdits, Removed, Window};

use crate::data_file::{DataFile, Row};
use crate::loading::Loading;
use crate::problem::Problems;
use crate::value::Table;

const FILE: DataFile = DataFile {
    columns: &[
        "change", "instance", "asset", "x_m", "y_m", "above_m", "qx", "qy", "qz", "qw", "scale", "shade",
    ],
    what: "a file of hand edits",
    of: "edit",
    may_be_empty: true,
    shorter: "make them rules",
};

/// How far the length of a quaternion may be from 1.
const ROUNDING: f64 = 1e-6;

/// The hand edits, where the file names any; `None` where something is wrong with them.
pub(super) fn read(loading: &mut Loading<'_>, table: &Table) -> Option<HandEdits> {
    if !table.has("by_hand") {
        return Some(HandEdits::default());
    }
    let by_hand = table.table("by_hand")?;
    let (opened, input) = loading.input(by_hand.at("file"), by_hand.text("file")?)?;
    let mut edits = HandEdits::default();
    let read = FILE.each_row(&opened, &loading.inputs[input].bytes, |row| {
        take(row, &mut edits);
    });
    loading.taken(read).map(|()| edits)
}

/// Whether a world of this extent takes these hand edits.
///
/// # Errors
/// [`Problems`]: all that is wrong with them.
pub fn check_hand_edits(file: &str, bytes: &[u8], window: &Window) -> Result<(), Problems> {
    let mut edits = HandEdits::default();
    let read = FILE.each_row(file, bytes, |row| {
        let before = edits.added.len();
        take(row, &mut edits);
        let added = edits.added.get(before);
        if let Some((problem, hint)) = added.and_then(|added| added.beyond(window)) {
            row.problem(3, problem, hint);
        }
    });
    read.map(|_| ())
}

/// Takes a row; what is wrong with it is told.
fn take(row: &mut Row<'_, '_, '_>, edits: &mut HandEdits) -> Option<()> {
    let key = match row.text(1).parse::<RandomKey>() {
        Ok(key) => key,
        Err(error) => {
            row.problem(
                1,
                error.to_string(),
                "take the column `instance` of instances.csv over as it is",
            );
            return None;
        }
    };
    let [x_m, y_m] = [3, 4].map(|column| row.number(column));
    let at_m = [x_m?, y_m?];
    match row.text(0) {
        "removed" => edits.removed.push(Removed { key, at_m }),
        "added" => {
            let [above_m, qx, qy, qz, qw, scale, shade] =
                [5, 6, 7, 8, 9, 10, 11].map(|column| row.number(column));
            let rotation = [qx?, qy?, qz?, qw?];
            let length2: f64 = rotation.iter().map(|part| part * part).sum();
            if (length2 - 1.0).abs() > ROUNDING {
                let message = format!(
                    "the quaternion has the length {}, but must have 1",
                    length2.sqrt()
                );
                row.problem(6, message, "0, 0, 0, 1 stands upright and is not turned");
            }
            let scale = scale?;
            if !(0.01..=100.0).contains(&scale) {
                let message = format!("the scale is {scale}, but must be at least 0.01 and at most 100");
                row.problem(10, message, "1 is the size of the asset itself");
            }
            let shade = shade?;
            if !(0.0..=4.0).contains(&shade) {
                let message = format!("the shade is {shade}, but must be at least 0 and at most 4");
                row.problem(11, message, "1 is the colour of the asset itself");
            }
            let asset = row.text(2).to_owned();
            if asset.is_empty() {
                row.problem(2, "this field is empty", "name the asset that was added");
            }
            edits.added.push(Added {
                key,
                asset,
                at_m,
                above_m: above_m?,
                rotation,
                scale,
                shade,
            });
        }
        other => {
            let message = format!("the change is `{other}`, but it must be `removed` or `added`");
            row.problem(0, message, "what was moved has a row of each");
        }
    }
    Some(())
}
