//! What the unit tests of several files share: scenarios from text, and a run of them.

use understory_scenario::{Files, ForestScenario, Overrides};

use crate::job::Job;

struct InMemory<'a>(&'a [(&'a str, &'a str)]);

impl Files for InMemory<'_> {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(own, _)| *own == path);
        let text = found.map(|(_, text)| text.as_bytes().to_vec());
        text.ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
}

pub(crate) fn scenario(text: &str) -> ForestScenario {
    scenario_of(&[("s.toml", text)])
}

/// A scenario, the first of these files, with those that it names.
pub(crate) fn scenario_of(files: &[(&str, &str)]) -> ForestScenario {
    understory_scenario::load(files[0].0, &InMemory(files), &Overrides::default()).unwrap()
}

pub(crate) fn job(scenario: &ForestScenario) -> Job<'_> {
    Job {
        scenario,
        identity: "identity",
        version: "0",
        each_year: None,
    }
}
