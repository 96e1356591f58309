//! Claims that are measured: the table, whole after each of them, and the figures of those that are measured in full.
//!
//! A stop half-way leaves the rows that were finished. Going on takes them over, if they are as they were written.

mod article_figures;
pub(crate) mod figures;

use understory_claims::{Budget, Claim, ClaimNameError, Set, catalogue, chosen};
use understory_lab::store::Store;
use understory_lab::{End, LabError, finished, write_table};
use understory_records::{Body, ClaimsBody, ClaimsManifest, ClaimsRow, RunJson, Took, paths, read_rows};

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::folder::GoesOn;
use crate::kinds::shown::Shown;
use crate::manifests::without_scenario;
use crate::stored::Each;

use self::figures::draw_claims;

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
    /// [`ClaimNameError`] for a name that none has, or that is there twice.
    pub fn claims(&self) -> Result<Vec<Claim>, ClaimNameError> {
        let mut claims = self.asked_for()?;
        claims.retain(|claim| !self.leaves_out(claim));
        Ok(claims)
    }

    /// Groups of those that [`Budget::QUICK`] leaves out, as `roles` of `roles.warm`.
    ///
    /// # Errors
    /// As [`Self::claims`].
    pub fn left_out(&self) -> Result<Vec<String>, ClaimNameError> {
        let claims = self.asked_for()?;
        let left_out = claims.iter().filter(|claim| self.leaves_out(claim));
        let mut groups: Vec<String> = left_out
            .filter_map(|claim| claim.id.split('.').next().map(str::to_owned))
            .collect();
        groups.dedup();
        Ok(groups)
    }

    fn asked_for(&self) -> Result<Vec<Claim>, ClaimNameError> {
        let all = self.sets.iter().copied().flat_map(catalogue).collect();
        chosen(all, &self.only)
    }

    fn leaves_out(&self, claim: &Claim) -> bool {
        claim.is_long && self.budget.is_quick()
    }

    /// The request in words: by them one that was begun is recognised.
    fn in_words(&self) -> String {
        let sets: Vec<String> = self.sets.iter().map(Set::to_string).collect();
        let only = match self.only.as_slice() {
            [] => String::new(),
            names => format!(", only {}", names.join(", ")),
        };
        format!("claims of {}{only}; {} seeds", sets.join(", "), self.budget.seeds)
    }
}

impl Experiment for ClaimsRequest {
    fn made_from(&self) -> RunJson {
        RunJson {
            scenario: self.in_words(),
            replicates: self.budget.seeds,
            ..without_scenario("claims", self.in_words(), self.budget.first_seed)
        }
    }

    fn goes_on(&self) -> Option<GoesOn> {
        Some(GoesOn::AfterRows(paths::CLAIMS))
    }

    /// [`Error::ClaimName`] for a name that none has, or that is there twice.
    fn check(&self, _: &dyn Host) -> Result<(), Error> {
        self.claims()?;
        Ok(())
    }

    /// Measures one claim after the other, but for those that an earlier start has finished. After each of them the table is whole, and
    /// the host is handed its row.
    fn tables(&self, store: &dyn Store, from: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let claims = self.claims()?;
        let mut rows = match from {
            Some(_) => rows_before(store, &claims)?,
            None => Vec::new(),
        };
        for row in &rows {
            host.measured(row)?;
        }
        for (done, claim) in (0..).zip(&claims).skip(rows.len()) {
            host.step(&format!("measuring {}", claim.id), done, claims.len() as u64);
            let row = claim.measured(&self.budget);
            let row = row.map_err(|source| Error::NotMeasured {
                id: claim.id.clone(),
                source,
            })?;
            host.measured(&row)?;
            rows.push(row);
            write_table(store, paths::CLAIMS, &rows)?;
            finished::list(store, paths::CLAIMS)?;
        }
        let body = ClaimsBody {
            sets: self.sets.iter().map(Set::to_string).collect(),
            only: self.only.clone(),
        };
        // Figures are of whole sets that are measured in full.
        let is_drawn = self.budget == Budget::FULL && self.only.is_empty();
        Ok(End::Complete(Found {
            body: Body::Claims(body),
            took: Some(Took::Whole {}),
            summary: Summary {
                table: count(&rows),
                ..Summary::default()
            },
            drawing: Some(Box::new(move |_, _, each| match is_drawn {
                true => draw_claims(&self.sets, &rows, each),
                false => Ok(()),
            })),
        }))
    }
}

/// How many claims have which verdict; where articles are among them, those that they and their readers say apart from our own.
fn count(rows: &[ClaimsRow]) -> String {
    let told = |is_counted: &dyn Fn(&ClaimsRow) -> bool| {
        let counted: Vec<&ClaimsRow> = rows.iter().filter(|row| is_counted(row)).collect();
        let of = |verdict: &str| counted.iter().filter(|row| row.verdict == verdict).count();
        let (hold, in_part, fail) = (of("holds"), of("in part"), of("fails"));
        format!(
            "{} claims: {hold} hold, {in_part} in part, {fail} fail\n",
            counted.len()
        )
    };
    let mut text = format!("\n{}", told(&|_| true));
    let is_ours = |row: &ClaimsRow| row.said_by == "ours";
    if rows.iter().any(|row| !is_ours(row)) && rows.iter().any(is_ours) {
        text.push_str(&format!(
            "  articles and their readers: {}",
            told(&|row| !is_ours(row))
        ));
        text.push_str(&format!("  ours, to see further: {}", told(&is_ours)));
    }
    text
}

/// The rows that an earlier start has finished, of the first of these claims.
fn rows_before(store: &dyn Store, claims: &[Claim]) -> Result<Vec<ClaimsRow>, Error> {
    let Some(bytes) = finished::read(store, paths::CLAIMS)? else {
        // Stopped within the first claim.
        return Ok(Vec::new());
    };
    let rows: Vec<ClaimsRow> = read_rows(paths::CLAIMS, bytes.as_slice())?;
    let is_of = |(row, claim): (&ClaimsRow, &Claim)| row.id == claim.id;
    if rows.len() > claims.len() || !rows.iter().zip(claims).all(is_of) {
        return Err(Error::Lab(LabError::TableChanged {
            table: paths::CLAIMS,
            why: "its rows are not those of the claims that are asked for".to_owned(),
        }));
    }
    Ok(rows)
}

impl Shown for ClaimsManifest<'_> {
    fn draw(&self, store: &dyn Store, _: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::draw_measured(store, self, each)
    }
}
