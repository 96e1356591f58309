//! A scenario on its way to results: what they are made from, so that they can be made again.
//!
//! The identity leaves out years and replicates, which may grow when a run goes on.

use std::fs;
use std::path::Path;

use understory_lab::EachYear;
use understory_lab::store::Store;
use understory_records::{Content, InputFile, RunJson};
use understory_scenario::{Copies, Described, Input};

use crate::error::Error;
use crate::files::slashed;
use crate::version::VERSION;

/// Above this an input stays where it is, and the results name its path and hash.
const LARGEST_COPIED_INPUT: usize = 50 << 20;

/// A scenario on its way to results.
#[derive(Debug)]
pub struct Task<'a, S: ?Sized> {
    /// What is to be made.
    pub scenario: &'a S,
    /// What the results are made from: which of them are the same, and which can go on.
    pub made_from: RunJson,
    /// The text and the inputs that go with the results.
    copies: Copies,
    /// What the user changes of the forest before each year.
    pub(crate) each_year: Option<EachYear<'a>>,
}

impl<'a, S: Described + ?Sized> Task<'a, S> {
    /// From a scenario.
    ///
    /// # Errors
    /// [`Error::Io`], where a hash cannot be taken.
    pub fn new(scenario: &'a S) -> Result<Self, Error> {
        let header = scenario.header();
        let copies = scenario.copies(&|input| stays_at(input, &header.path));
        let inputs = header.inputs.iter().map(|input| InputFile {
            path: input.path.clone(),
            bytes: input.bytes.len() as u64,
            blake3: input.blake3.clone(),
        });
        let made_from = RunJson {
            version: VERSION.to_owned(),
            scenario: header.name.clone(),
            scenario_blake3: Content::of(copies.scenario.as_bytes())?.blake3,
            inputs: inputs.collect(),
            identity: header.identity.clone(),
            seed: header.seed,
            years: scenario.years(),
            replicates: scenario.replicates(),
            each_year: None,
        };
        Ok(Self {
            scenario,
            made_from,
            copies,
            each_year: None,
        })
    }
}

impl<S: Described + ?Sized> Task<'_, S> {
    /// Each file that the scenario names, and where it is found from a folder in which the results are called `results`.
    pub(crate) fn inputs_from(&self, results: &str) -> Vec<(String, String)> {
        let header = self.scenario.header();
        let found = header.inputs.iter().map(|input| {
            let copied = self.copies.inputs.iter().find(|copied| copied.path == input.path);
            let now = match copied {
                Some(copied) => Some(format!("{results}/inputs/{}", copied.name)),
                None => stays_at(input, &header.path),
            };
            (input.path.clone(), now.unwrap_or_else(|| input.path.clone()))
        });
        found.collect()
    }
}

impl<S: ?Sized> Task<'_, S> {
    /// Puts the scenario and its inputs where the tables will be, first, so that partial results show which inputs they
    /// came from.
    pub(crate) fn write_copies(&self, store: &dyn Store) -> Result<(), Error> {
        store.remove("inputs")?;
        store.write("scenario.toml", &mut |out| {
            out.write_all(self.copies.scenario.as_bytes())
        })?;
        for input in &self.copies.inputs {
            store.write(&format!("inputs/{}", input.name), &mut |out| {
                out.write_all(&input.bytes)
            })?;
        }
        Ok(())
    }
}

/// Where an input that is too large to be copied stays.
fn stays_at(input: &Input, scenario: &str) -> Option<String> {
    if input.bytes.len() <= LARGEST_COPIED_INPUT {
        return None;
    }
    let folder = Path::new(scenario).parent().unwrap_or(Path::new(""));
    fs::canonicalize(folder.join(&input.path))
        .ok()
        .map(|path| slashed(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_of_more_than_50_mib_stays_where_it_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("stand.csv"), "").unwrap();
        let scenario = folder.path().join("stand.toml");
        let stays = |path: &str, bytes: usize| {
            let input = Input {
                path: path.to_owned(),
                bytes: vec![0; bytes],
                blake3: String::new(),
                scenario: None,
            };
            stays_at(&input, scenario.to_str().unwrap())
        };
        let most = 50 * 1024 * 1024;
        assert_eq!(stays("stand.csv", most), None);
        let place = fs::canonicalize(folder.path()).unwrap().join("stand.csv");
        assert_eq!(stays("stand.csv", most + 1), Some(slashed(&place)));
        assert_eq!(stays("gone.csv", most + 1), None);
    }
}
