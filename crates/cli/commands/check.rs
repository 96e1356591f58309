use understory_scenario::Overrides;

use crate::Outcome;
use crate::args::CheckOptions;
use crate::failure::Failure;
use crate::files::{DiskFiles, slashed};
use crate::output::say;

/// Every problem of each file.
pub(crate) fn check(options: &CheckOptions) -> Outcome {
    let mut broken = 0;
    for path in &options.scenarios {
        match understory_scenario::load(&slashed(path), &DiskFiles, &Overrides::default()) {
            Ok(scenario) => say(&format!(
                "{}: `{}` is ready to run",
                path.display(),
                scenario.name
            )),
            Err(problems) => {
                say(problems.to_string().trim_end());
                broken += 1;
            }
        }
    }
    match (broken, options.scenarios.len()) {
        (0, _) => Ok(()),
        (_, 1) => Err(Failure::input("the scenario has problems")),
        (broken, all) => Err(Failure::input(format!(
            "{broken} of {all} scenarios have problems"
        ))),
    }
}
