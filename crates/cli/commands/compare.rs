//! `compare`: point methods beside a grown forest or a measured stand.
//!
//! Stopped, it has to begin again; the message gives the command with all that was asked for.

use clap::Args;
use understory::scenario::Described;
use understory::{Comparison, Scenario};

use crate::args::{ScenarioOptions, WorkOptions};
use crate::failure::Outcome;
use crate::host::{Host, Interrupt, stopped_in};
use crate::job::{opened, overrides, this_command};
use crate::progress::Progress;

/// Set point methods against a forest that grew, or a stand that was measured
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/compare.txt").trim_end())]
pub(crate) struct CompareOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Methods to compare, in this order: labels of the scenario or names of methods [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) methods: Vec<String>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Sets point methods against a grown forest or a measured stand.
pub(crate) fn compare(options: &CompareOptions) -> Outcome {
    let overrides = overrides(&options.given, []);
    let (scenario, out): (Scenario, _) = opened(&options.given, &overrides, &options.work)?;
    let comparison = Comparison::new(&scenario, &options.methods)?;
    let interrupt =
        Interrupt::Ends(|partial| stopped_in(partial, &format!("begin again with `{}`", this_command(&[]))));
    let progress = Progress::over(scenario.years(), options.work.quiet);
    let host = Host::with(progress, interrupt);
    host.tell_notes(scenario.header());
    if matches!(&scenario, Scenario::Forest(forest) if forest.sweep.is_some()) {
        host.tell("note: `[sweep]` is not used here: the scenario's own values are compared; `understory run` makes the sweep");
    }
    host.make(&comparison, &out)?;
    Ok(())
}
