//! Which claims a user names.

use crate::Claim;

/// Why claims cannot be chosen by some names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimNameError {
    /// A name that no claim has.
    #[error("there is no claim `{name}`; there are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A name that was given twice.
    #[error("the claim `{name}` is named twice; name it once")]
    Twice {
        /// What was asked for.
        name: String,
    },
}

/// The claims with these names, in their own order; all of them without a name. `S13` names `S13` and all that
/// begin with `S13.`.
///
/// # Errors
/// [`ClaimNameError`] for a name that none has, or that is there twice.
pub fn chosen(claims: Vec<Claim>, names: &[String]) -> Result<Vec<Claim>, ClaimNameError> {
    let is_repeated = |(number, name): &(usize, &String)| names[..*number].contains(name);
    if let Some((_, name)) = names.iter().enumerate().find(is_repeated) {
        return Err(ClaimNameError::Twice { name: name.clone() });
    }
    if let Some(name) = names
        .iter()
        .find(|name| !claims.iter().any(|claim| is_named(&claim.id, name)))
    {
        let mut known: Vec<&str> = claims.iter().map(|claim| stem(&claim.id)).collect();
        known.dedup();
        return Err(ClaimNameError::Unknown {
            name: name.clone(),
            known: known.join(", "),
        });
    }
    let is_wanted = |claim: &Claim| names.is_empty() || names.iter().any(|name| is_named(&claim.id, name));
    Ok(claims.into_iter().filter(is_wanted).collect())
}

fn is_named(id: &str, name: &str) -> bool {
    id == name || stem(id) == name
}

fn stem(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use crate::{Set, catalogue, chosen};

    fn ids(names: &[&str]) -> Result<Vec<String>, String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let claims = chosen(catalogue(Set::Articles), &names).map_err(|error| error.to_string())?;
        Ok(claims.into_iter().map(|claim| claim.id).collect())
    }

    #[test]
    fn a_claim_is_named_by_its_number_or_with_its_experiment() {
        assert_eq!(ids(&["S4", "S3"]).unwrap(), ["S3", "S4"]);
        assert_eq!(ids(&["S1"]).unwrap(), ["S1"]);
        assert!(ids(&["S13"]).unwrap().len() > 1);
        assert_eq!(ids(&["S13.scaled"]).unwrap(), ["S13.scaled"]);
    }

    #[test]
    fn a_name_that_no_claim_has_is_told_with_those_there_are() {
        assert!(ids(&["S99"]).unwrap_err().contains("`S99`; there are W1, W2, W3"));
    }

    #[test]
    fn a_name_that_is_given_twice_is_refused() {
        let refused = ids(&["S4", "S5", "S4"]).unwrap_err();
        assert_eq!(refused, "the claim `S4` is named twice; name it once");
    }

    #[test]
    fn no_two_claims_share_a_name_and_none_is_without_words() {
        let mut claims = catalogue(Set::Articles);
        claims.extend(catalogue(Set::Trees));
        claims.extend(catalogue(Set::Forest));
        claims.extend(catalogue(Set::Inhibition));
        for (number, claim) in claims.iter().enumerate() {
            assert!(
                claims[..number].iter().all(|other| other.id != claim.id),
                "{}",
                claim.id
            );
            assert!(
                !claim.statement.is_empty() && !claim.experiment.is_empty(),
                "{}",
                claim.id
            );
        }
    }
}
