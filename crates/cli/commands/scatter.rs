//! `scatter`: points that a method lays out, segment by segment, and how the segments meet.
//!
//! Nothing of an interrupted pattern is worth keeping: laying it out takes seconds.

use understory::records::{SeamRow, SegmentRow, paths};
use understory::{Overrides, Results, ScatterScenario, ScatterTask, Setting, make_into, open};

use crate::aligned::aligned;
use crate::args::ScatterOptions;
use crate::commands::stats::table::number;
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{out_or_usual, start_threads};
use crate::output::data;
use crate::progress::{Steps, end_at_interrupt};

/// Lays out the points of a scenario.
pub(crate) fn scatter(options: &ScatterOptions) -> Outcome {
    let mut set = options.set.set.clone();
    if let Some(window) = options.window {
        set.extend(window_at(window)?);
    }
    let overrides = Overrides {
        seed: options.seed,
        years: None,
        set,
    };
    end_at_interrupt("stopped; the same command begins again");
    let scenario: ScatterScenario = open(&options.scenario, &overrides)?;
    start_threads(options.threads)?;
    let out = out_or_usual(options.out.as_deref(), &scenario.header.name);
    let steps = Steps::new(options.quiet);
    let host = Host::new(&steps, options.quiet, Interrupt::AsBefore);
    let made = make_into(
        &ScatterTask::new(&scenario, &options.segments)?,
        &out,
        false,
        &host,
    );
    steps.end();
    let (found, manifest, folder) = host.whole(made?)?;
    if !found.segments.is_empty() {
        data(&segments(&found.segments))?;
    }
    if !manifest.borders.is_empty() {
        let seams: Vec<SeamRow> = Results::in_folder(&folder)?.rows(paths::SEAMS)?;
        host.tell(&seam_table(&seams));
    }
    host.tell(&format!(
        "{}: {} points in {:.1} s\ntables and figures are in {}",
        scenario.header.name,
        found.points,
        manifest.wall_s,
        folder.display()
    ));
    Ok(())
}

/// The keys of the ground that a window sets.
fn window_at([x_min, y_min, x_max, y_max]: [f64; 4]) -> Result<[Setting; 2], Failure> {
    let (width_m, height_m) = (x_max - x_min, y_max - y_min);
    if !(width_m > 0.0 && height_m > 0.0) {
        let message = format!("`--window {x_min},{y_min},{x_max},{y_max}` has no area");
        return Err(Failure::input(message).with_hint("give XMIN,YMIN,XMAX,YMAX in metres"));
    }
    let setting = |text: String| text.parse().map_err(Failure::input);
    Ok([
        setting(format!("world.origin_m=[{x_min:?}, {y_min:?}]"))?,
        setting(format!("world.size_m=[{width_m:?}, {height_m:?}]"))?,
    ])
}

fn told(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), number)
}

fn segments(rows: &[SegmentRow]) -> String {
    let head = [
        "segment",
        "method",
        "area_m2",
        "points",
        "per_ha",
        "nearest_m",
        "least_m",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(|row| {
        vec![
            row.segment.clone(),
            row.method.clone(),
            format!("{:.0}", row.area_m2),
            row.points.to_string(),
            told(row.per_ha),
            told(row.nearest_m),
            told(row.least_m),
        ]
    }));
    aligned(&lines, 2)
}

fn seam_table(rows: &[SeamRow]) -> String {
    let head = [
        "border",
        "width_m",
        "points beside",
        "density",
        "nearest",
        "too close",
        "across_m",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(|row| {
        vec![
            row.border.clone(),
            row.width_m.to_string(),
            row.strip_points.to_string(),
            told(row.strip_density_ratio),
            told(row.strip_nearest_ratio),
            row.pairs_too_close.to_string(),
            told(row.across_least_m),
        ]
    }));
    aligned(&lines, 1).trim_end().to_owned()
}
