//! Claims that are measured: the table, whole after each of them, and the figures of those that are measured in full.

use understory_claims::{Budget, Claim, Set, UnknownClaim, catalogue, chosen};
use understory_lab::End;
use understory_lab::store::Store;
use understory_records::{ClaimsManifest, ClaimsRow, RunJson, paths, write_rows};

use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::figures::{Each, draw_claims};
use crate::manifests::{of_claims, without_scenario};

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
    /// The claims, in the order in which they are measured; by [`Budget::QUICK`] without those that take long.
    ///
    /// # Errors
    /// [`UnknownClaim`] for a name that none has.
    pub fn claims(&self) -> Result<Vec<Claim>, UnknownClaim> {
        let mut claims = chosen(
            self.sets.iter().copied().flat_map(catalogue).collect(),
            &self.only,
        )?;
        claims.retain(|claim| !claim.is_long || self.budget != Budget::QUICK);
        Ok(claims)
    }
}

impl Experiment for ClaimsRequest {
    type Found = Vec<ClaimsRow>;
    type Manifest = ClaimsManifest;

    fn made_from(&self) -> RunJson {
        let identity = format!("{:?} {:?} {:?}", self.sets, self.only, self.budget);
        RunJson {
            replicates: self.budget.seeds,
            ..without_scenario("claims", identity, 0)
        }
    }

    /// [`Error::UnknownClaim`] for a name that none has.
    fn check(&self, _: &dyn Host) -> Result<(), Error> {
        self.claims()?;
        Ok(())
    }

    /// Measures one claim after the other. After each of them the table is whole, and the host is handed its row.
    fn tables(
        &self,
        store: &dyn Store,
        _: Option<u32>,
        host: &dyn Host,
    ) -> Result<End<Vec<ClaimsRow>>, Error> {
        let claims = self.claims()?;
        let mut rows = Vec::new();
        for (done, claim) in (0..).zip(&claims) {
            host.step(&format!("measuring {}", claim.id), done, claims.len() as u64);
            let row = claim.measured(&self.budget);
            let row = row.map_err(|source| Error::NotMeasured {
                id: claim.id.clone(),
                source,
            })?;
            host.measured(&row)?;
            rows.push(row);
            store.write(paths::CLAIMS, &mut |out| {
                write_rows(out, &rows)?;
                Ok(())
            })?;
        }
        Ok(End::Complete(rows))
    }

    fn manifest(&self, _: &Vec<ClaimsRow>, store: &dyn Store) -> Result<ClaimsManifest, Error> {
        of_claims(&self.sets, &self.only, self.budget, store)
    }

    /// Of whole sets that are measured in full.
    fn draw(
        &self,
        _: &dyn Store,
        rows: &Vec<ClaimsRow>,
        _: &ClaimsManifest,
        each: Each<'_>,
    ) -> Result<(), Error> {
        if self.budget == Budget::FULL && self.only.is_empty() {
            draw_claims(&self.sets, rows, each)?;
        }
        Ok(())
    }
}
