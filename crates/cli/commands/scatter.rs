//! `scatter`: points that a method lays out, segment by segment, and how the segments meet.
//!
//! Nothing of an interrupted pattern is worth keeping: laying it out takes seconds.

use clap::Args;
use understory::scenario::Scattering;
use understory::{ScatterScenario, ScatterTask, Setting, open};

use crate::args::{ScenarioOptions, WorkOptions, four_numbers};
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{opened, overrides};
use crate::progress::end_at_interrupt;

/// Lay out points by a method, over all ground or between borders such as rivers
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/scatter.txt").trim_end())]
pub(crate) struct ScatterOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Segments to fill, by their names [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) segments: Vec<String>,
    /// Where to lay out, in place of the scenario's `world.origin_m` and `world.size_m`
    #[arg(long, value_name = "XMIN,YMIN,XMAX,YMAX", allow_hyphen_values = true, value_parser = four_numbers)]
    pub(crate) window: Option<[f64; 4]>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Lays out the points of a scenario.
pub(crate) fn scatter(options: &ScatterOptions) -> Outcome {
    let window = options.window.map(window_at).transpose()?;
    let set = overrides(&options.given, window.into_iter().flatten());
    // `a, b` as `a,b`.
    let only = options.segments.iter().map(|name| name.trim().to_owned());
    let only: Vec<String> = only.filter(|name| !name.is_empty()).collect();
    end_at_interrupt("stopped; the same command begins again");
    if options.window.is_some() {
        has_no_borders(options)?;
    }
    let (scenario, out): (ScatterScenario, _) = opened(&options.given, &set, &options.work)?;
    let host = Host::new(options.work.quiet, Interrupt::AsBefore);
    host.make(&ScatterTask::new(&scenario, &only)?, &out)?;
    Ok(())
}

/// Whether the ground may be another than the scenario's, whose borders are made for it.
fn has_no_borders(options: &ScatterOptions) -> Outcome {
    let overrides = overrides(&options.given, []);
    let parted = |scenario: &ScatterScenario| match &scenario.scattering {
        Scattering::Ground { ground, .. } => !ground.borders().is_empty(),
        Scattering::Plane(_) => false,
    };
    // What else is wrong is told of the ground that is asked for.
    match open::<ScatterScenario>(&options.given.scenario, &overrides) {
        Ok(scenario) if parted(&scenario) => {
            let message =
                "`--window` moves the ground, but this scenario has borders, which stay where they are";
            Err(Failure::input(message.to_owned())
                .with_hint("leave `--window` out, or fill some of its segments with `--segments`"))
        }
        _ => Ok(()),
    }
}

/// The keys of the ground that a window sets.
fn window_at([x_min, y_min, x_max, y_max]: [f64; 4]) -> Result<[Setting; 2], Failure> {
    if [x_min, y_min, x_max, y_max]
        .iter()
        .any(|number| !number.is_finite())
    {
        let message = format!("`--window {x_min},{y_min},{x_max},{y_max}` has a number that is not finite");
        return Err(Failure::input(message).with_hint("give XMIN,YMIN,XMAX,YMAX in metres"));
    }
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
