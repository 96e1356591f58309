//! Systems in the order they run in.
//!
//! Nothing runs side by side here: systems run one after the other, each in parallel within itself.

use std::time::Instant;

use thiserror::Error;

use crate::system::System;
use crate::world::World;

/// Systems in the order they run in; nothing else orders them.
#[derive(Default)]
pub struct Schedule {
    systems: Vec<System>,
    seconds: Vec<f64>,
}

/// Why a schedule cannot run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScheduleError {
    /// No system has this name.
    #[error("no system is called `{name}`; there are {}", .known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// Two systems have the same name.
    #[error("two systems are called `{0}`")]
    NameTwice(&'static str),
    /// A system borrows something twice.
    #[error("system `{system}` takes `{part}` twice and writes it")]
    TakenTwice {
        /// The system.
        system: &'static str,
        /// The component or resource.
        part: String,
    },
    /// A system takes what the world does not have.
    #[error("system `{system}` takes {part}, which the world does not have; add it before")]
    Lacking {
        /// The system.
        system: &'static str,
        /// The kind, component or resource.
        part: String,
    },
}

impl Schedule {
    /// A schedule without a system.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a system at the end.
    pub fn push(&mut self, system: System) {
        self.insert(self.systems.len(), system);
    }

    /// Adds a system before another.
    ///
    /// # Errors
    /// [`ScheduleError::Unknown`] where no system has this name.
    pub fn insert_before(&mut self, name: &str, system: System) -> Result<(), ScheduleError> {
        let at = self.position(name)?;
        self.insert(at, system);
        Ok(())
    }

    /// Adds a system after another.
    ///
    /// # Errors
    /// [`ScheduleError::Unknown`] where no system has this name.
    pub fn insert_after(&mut self, name: &str, system: System) -> Result<(), ScheduleError> {
        let at = self.position(name)?;
        self.insert(at + 1, system);
        Ok(())
    }

    /// The systems in their order.
    #[must_use]
    pub fn systems(&self) -> &[System] {
        &self.systems
    }

    /// Seconds spent in each system so far, in their order.
    pub fn seconds(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let systems = self.systems.iter().map(System::name);
        systems.zip(self.seconds.iter().copied())
    }

    /// That every system finds in the world what it takes, takes nothing twice, and has a name of its own.
    ///
    /// # Errors
    /// [`ScheduleError`] for the first of which that is not so.
    pub fn check(&self, world: &World) -> Result<(), ScheduleError> {
        let mut systems = self.systems.iter().enumerate();
        systems.try_for_each(|(at, system)| check(system, &self.systems[..at], world))
    }

    /// That one system more would pass [`Self::check`].
    ///
    /// # Errors
    /// [`ScheduleError`] where it would not.
    pub fn check_new(&self, system: &System, world: &World) -> Result<(), ScheduleError> {
        check(system, &self.systems, world)
    }

    /// Runs every system once, in their order.
    pub fn run(&mut self, world: &mut World) {
        for (system, seconds) in self.systems.iter().zip(&mut self.seconds) {
            // Times are kept out of all tables: they differ from run to run.
            let start = Instant::now();
            system.run(world);
            *seconds += start.elapsed().as_secs_f64();
        }
    }

    fn insert(&mut self, at: usize, system: System) {
        self.systems.insert(at, system);
        self.seconds.insert(at, 0.0);
    }

    fn position(&self, name: &str) -> Result<usize, ScheduleError> {
        let found = self.systems.iter().position(|system| system.name() == name);
        found.ok_or_else(|| ScheduleError::Unknown {
            name: name.to_owned(),
            known: self.systems.iter().map(System::name).collect(),
        })
    }
}

/// That a system could join others in a world.
fn check(system: &System, others: &[System], world: &World) -> Result<(), ScheduleError> {
    let name = system.name();
    if others.iter().any(|other| other.name() == name) {
        return Err(ScheduleError::NameTwice(name));
    }
    if let Some(part) = system.conflict() {
        let part = part.to_owned();
        return Err(ScheduleError::TakenTwice { system: name, part });
    }
    match system.lacking(world).into_iter().next() {
        Some(part) => Err(ScheduleError::Lacking { system: name, part }),
        None => Ok(()),
    }
}
