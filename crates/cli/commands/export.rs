//! `export`: a year of a run as files for programs for maps.

use understory::{GisRequest, export as make};

use crate::args::ExportOptions;
use crate::failure::Outcome;
use crate::output::{data, say, say_kept};
use crate::progress::{Progress, end_at_interrupt};

/// Writes the files, and prints their names.
pub(crate) fn export(options: &ExportOptions) -> Outcome {
    end_at_interrupt("stopped; the same command begins anew");
    let request = GisRequest {
        run: options.run.clone(),
        format: options.format,
        year: options.year,
        fields: options.fields.clone(),
        cell_m: options.cell_m,
        epsg: options.crs,
        out: options.out.clone(),
    };
    let steps = Progress::of_steps(options.quiet);
    let left = make(&request, &steps);
    steps.end();
    let left = left?;
    let names: String = left
        .files
        .iter()
        .map(|(file, _)| format!("{}\n", file.display()))
        .collect();
    data(&names)?;
    if !options.quiet {
        say_kept(options.out.as_ref().unwrap_or(&options.run), &left.kept);
        for (file, about) in &left.files {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            say(&format!("{}: {about}", name.unwrap_or_default()));
        }
        say(&format!("coordinates: {}", left.coordinates));
        for note in &left.notes {
            say(&format!("note: {note}"));
        }
    }
    Ok(())
}
