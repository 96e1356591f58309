//! A painted world after one of its edits, read anew from the files that it was read from.

use std::io;

use crate::files::Files;
use crate::load::load;
use crate::problem::{Problem, Problems};
use crate::scenario::{Edit, WorldScenario};
use crate::scenario::{Header, Overrides};

impl WorldScenario {
    /// The same world after an edit.
    ///
    /// # Errors
    /// [`Problems`], at the edit, where the world cannot be so.
    pub fn edited(&self, edit: &Edit) -> Result<Self, Problems> {
        let overrides = Overrides {
            seed: Some(self.header.seed),
            years: None,
            set: vec![edit.set.clone()],
        };
        load(&self.header.path, &Read(&self.header), &overrides).map_err(|problems| {
            // Lines are those of a text that the user does not have.
            let key = format!("edit.{}.set", edit.name);
            let at_edit = |problem: Problem| self.header.problem(&key, problem.message, problem.hint);
            let told = problems.clone().into_vec().into_iter().map(at_edit).collect();
            Problems::of(told).unwrap_or(problems)
        })
    }
}

/// The files of a scenario, as they were read.
struct Read<'a>(&'a Header);

impl Files for Read<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if path == self.0.path {
            return Ok(self.0.text.clone().into_bytes());
        }
        let found = self
            .0
            .inputs
            .iter()
            .find(|input| self.0.beside(&input.path) == path);
        let bytes = found.map(|input| input.bytes.clone());
        bytes.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the scenario did not name it"))
    }
}
