use std::path::Path;

use understory_lab::compare::try_methods;
use understory_lab::grow::TreeEstimate;
use understory_lab::memory_of_founders_bytes;
use understory_scenario::{AnyScenario, Overrides, Setting, Subject};

use crate::args::CheckOptions;
use crate::failure::{Failure, Outcome};
use crate::files::{DiskFiles, slashed};
use crate::job::{Place, check_memory};
use crate::output::{fault, say};

/// Every problem of each file.
pub(crate) fn check(options: &CheckOptions) -> Outcome {
    let mut broken = 0;
    for path in &options.scenarios {
        match check_one(path, &options.set) {
            Ok((name, command)) => say(&format!("{}: `{name}` is ready to {command}", path.display())),
            Err(failure) => {
                fault(&failure);
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

/// The scenario's name and the command it is for, or its problems.
fn check_one(path: &Path, set: &[Setting]) -> Result<(String, &'static str), Failure> {
    let file = slashed(path);
    let overrides = Overrides {
        set: set.to_vec(),
        ..Overrides::default()
    };
    let found = understory_scenario::load_any(&file, &DiskFiles, &overrides)?;
    match found {
        AnyScenario::Subject(subject) => {
            let (scenario, text, command) = match &subject {
                Subject::Grown(scenario) => (Some(scenario), &scenario.text, "run"),
                Subject::Measured(stand) => (None, &stand.text, "compare"),
            };
            let place = Place { file: &file, text };
            let mut errors = Vec::new();
            if let Some(scenario) = scenario {
                let needed = memory_of_founders_bytes(scenario);
                check_memory(&place, "planting the founders", needed, "founders")?;
                understory_lab::check_format(scenario).map_err(|error| place.failure([error]))?;
                errors.extend(understory_lab::try_founders(scenario).err().unwrap_or_default());
            }
            let tried = try_methods(subject.compare(), subject.plot(), subject.seed());
            errors.extend(tried.err().unwrap_or_default());
            if !errors.is_empty() {
                return Err(place.failure(errors));
            }
            Ok((subject.name().to_owned(), command))
        }
        AnyScenario::Tree(scene) => {
            let place = Place {
                file: &file,
                text: &scene.text,
            };
            let estimate = TreeEstimate::of(&scene.specimen);
            check_memory(&place, "this tree", estimate.memory_bytes, estimate.key)?;
            let faults = understory_lab::grow::faults(&scene.specimen, scene.seed);
            if !faults.is_empty() {
                return Err(place.failure(faults));
            }
            Ok((scene.name, "grow"))
        }
    }
}
