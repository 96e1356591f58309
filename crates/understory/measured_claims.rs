//! Claims that are measured: the table, whole after each of them, and the figures of those that are measured in full.

use std::io;
use std::time::Instant;

use understory_claims::{Budget, Claim, Set, UnknownClaim, catalogue, chosen};
use understory_lab::Watch;
use understory_lab::store::Store;
use understory_records::{ClaimsRow, RunJson, paths, write_rows};

use crate::error::Error;
use crate::figures::draw_claims;
use crate::left::keep;
use crate::manifests::{close, of_claims};
use crate::version::VERSION;

/// Which claims are to be measured, and how well.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimsRequest {
    /// The sets that they are of.
    pub sets: Vec<Set>,
    /// The names of some of them, as [`chosen`] takes them; all without.
    pub only: Vec<String>,
    /// With how many seeds. Figures are drawn of whole sets by [`Budget::FULL`].
    pub budget: Budget,
}

impl ClaimsRequest {
    /// The claims, in the order in which they are measured.
    ///
    /// # Errors
    /// [`UnknownClaim`] for a name that none has.
    pub fn claims(&self) -> Result<Vec<Claim>, UnknownClaim> {
        chosen(
            self.sets.iter().copied().flat_map(catalogue).collect(),
            &self.only,
        )
    }

    /// What the results are made from; there is no scenario.
    #[must_use]
    pub fn made_from(&self) -> RunJson {
        RunJson {
            version: VERSION.to_owned(),
            scenario: "claims".to_owned(),
            scenario_blake3: String::new(),
            inputs: Vec::new(),
            identity: format!("{:?} {:?} {:?}", self.sets, self.only, self.budget),
            seed: 0,
            years: 0,
            replicates: self.budget.seeds,
        }
    }

    /// Measures one claim after the other, hands each row to `each`, and leaves table, figures and manifest.
    ///
    /// # Errors
    /// [`Error::UnknownClaim`], [`Error::NotMeasured`] for one that gives no number, or what the store or `each` reports; what
    /// was finished stays, without a manifest.
    pub fn measure(
        &self,
        store: &dyn Store,
        watch: &dyn Watch,
        each: &mut dyn FnMut(&ClaimsRow) -> io::Result<()>,
    ) -> Result<Vec<ClaimsRow>, Error> {
        let begun = Instant::now();
        let claims = self.claims()?;
        let mut rows = Vec::new();
        for (done, claim) in (0..).zip(&claims) {
            watch.step(&format!("measuring {}", claim.id), done, claims.len() as u64);
            let row = claim.measured(&self.budget);
            let row = row.map_err(|source| Error::NotMeasured {
                id: claim.id.clone(),
                source,
            })?;
            each(&row)?;
            rows.push(row);
            store.write(paths::CLAIMS, &mut |out| {
                write_rows(out, &rows)?;
                Ok(())
            })?;
        }
        if self.budget == Budget::FULL && self.only.is_empty() {
            watch.step("drawing figures", 0, 1);
            draw_claims(&self.sets, &mut |figure| keep(store, &figure))?;
        }
        let mut manifest = of_claims(&self.sets, &self.only, self.budget, store)?;
        close(&mut manifest, begun, store)?;
        Ok(rows)
    }
}
