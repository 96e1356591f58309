//! A scenario of any kind: each does what it is for.

use understory_lab::End;
use understory_lab::store::Store;
use understory_records::RunJson;
use understory_scenario::Scenario;

use crate::comparison::Comparison;
use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::task::Task;

impl Experiment for Task<'_, Scenario> {
    type Found = ();

    fn made_from(&self) -> RunJson {
        self.made_from.clone()
    }

    fn keeps_what_was_finished(&self) -> bool {
        !matches!(self.scenario, Scenario::Tree(_))
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        match self.scenario {
            Scenario::Forest(forest) => self.narrowed_to(&**forest).check(host),
            Scenario::Stand(stand) => Comparison::of(self, stand.compare.clone()).check(host),
            Scenario::Tree(tree) => self.narrowed_to(&**tree).check(host),
        }
    }

    fn make(&self, store: &dyn Store, from: Option<u32>, host: &dyn Host) -> Result<End<()>, Error> {
        Ok(match self.scenario {
            Scenario::Forest(forest) => self.narrowed_to(&**forest).make(store, from, host)?.map(drop),
            Scenario::Stand(stand) => Comparison::of(self, stand.compare.clone())
                .make(store, from, host)?
                .map(drop),
            Scenario::Tree(tree) => self.narrowed_to(&**tree).make(store, from, host)?.map(drop),
        })
    }
}
