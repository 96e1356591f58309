//! A table of instances that was edited by hand, as a file of hand edits that a scenario names.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use understory_lab::place::{hand_edits, with_forests};
use understory_lab::store::Store as _;
use understory_records::{
    Format, HandEditRow, InstanceRow, Table as _, read_table, read_user_table, write_table,
};
use understory_scenario::{WorldScenario, check_hand_edits};

use crate::directory::DirectoryStore;
use crate::error::Error;
use crate::files::{folder_and_name, slashed};

/// Writes how an edited `instances.csv` of a world differs from what its rules lay out, as the file that the scenario's
/// `by_hand.file` may name, and gives how much was taken away and added. A file of hand edits is replaced, no other file is.
///
/// # Errors
/// [`Error::Read`] of the edited table, what keeps a forest of a rule from growing, [`Error::Refused`] where `keep` is another file, or what the disk reports.
pub fn keep_hand_edits(scenario: &WorldScenario, edited: &Path, keep: &Path) -> Result<[usize; 2], Error> {
    let bytes = fs::read(edited).map_err(|error| named(edited, &error))?;
    // A quote that is not closed in its line would take in the rows behind it, as if they had been taken away.
    read_user_table(&slashed(edited), &bytes, None, |report, table| {
        while table.next_row(report).is_some() {}
        Some(())
    })?;
    let rows: Vec<InstanceRow> = read_table(&slashed(edited), bytes.as_slice())?;
    let grown = with_forests(scenario, &()).map_err(|error| Error::at_keys(&scenario.header, [error]))?;
    let edits = hand_edits(&grown, &rows);
    let mut kept = Vec::new();
    write_table(Format::Csv, &mut kept, &edits).map_err(io::Error::from)?;
    check_hand_edits(&slashed(keep), &kept, &scenario.world.maps().window).map_err(|problems| {
        let mut values: Vec<&str> = problems
            .as_slice()
            .iter()
            .map(|problem| &*problem.message)
            .collect();
        values.dedup();
        Error::Refused {
            why: format!(
                "`{}` has values that no world takes: {}",
                edited.display(),
                values.join("; ")
            ),
            way_out: "correct them there".to_owned(),
        }
    })?;
    let is_ours = match File::open(keep) {
        Ok(file) => read_table::<HandEditRow>(&slashed(keep), file).is_ok(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(named(keep, &error).into()),
    };
    if !is_ours {
        return Err(Error::Refused {
            why: format!("`{}` is there already and holds no hand edits", keep.display()),
            way_out: format!("name a new file, such as `{}`", HandEditRow::ABOUT.file),
        });
    }
    let removed = edits.iter().filter(|row| row.change == "removed").count();
    let counts = [removed, edits.len() - removed];
    let (folder, name) = folder_and_name(keep)?;
    DirectoryStore::new(folder).write(name, &mut |out| out.write_all(&kept))?;
    Ok(counts)
}

/// What the system says of a file, with its name.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("`{}` cannot be opened: {error}", path.display()),
    )
}
