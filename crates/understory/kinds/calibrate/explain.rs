//! A calibration: what the keys came to, what the measured stand cannot tell, and what the fitted model predicts.

use understory_records::{CalibrateManifest, RecoveryRow, paths};

use crate::error::Error;
use crate::kinds::sentences::Sentences;
use crate::kinds::words::{counted, digits, listed};
use crate::results::Results;

pub(crate) fn calibration(
    said: &mut Sentences,
    results: &Results,
    manifest: CalibrateManifest<'_>,
) -> Result<(), Error> {
    let keys: Vec<String> = manifest.keys.iter().map(|key| format!("`{}`", key.key)).collect();
    said.say(format!(
        "`{}` {} {} by {} with the seed {}.",
        manifest.all.made_from.scenario,
        match manifest.recovery {
            Some(_) => "finds known values again of",
            None => "is fitted to a measured stand in",
        },
        listed(&keys),
        counted(u64::from(manifest.evaluations), "run"),
        manifest.all.made_from.seed,
    ));
    match manifest.recovery {
        Some(_) => recovery(said, &results.rows(paths::RECOVERY)?),
        None => posterior(said, results, manifest)?,
    }
    said.took(manifest.all);
    Ok(())
}

fn posterior(said: &mut Sentences, results: &Results, manifest: CalibrateManifest<'_>) -> Result<(), Error> {
    let summary: serde_json::Value =
        serde_json::from_reader(results.store().open(paths::SUMMARY)?).map_err(std::io::Error::from)?;
    for key in &manifest.keys {
        let found = &summary["keys"][&key.key];
        let number = |name: &str| found[name].as_f64().map_or("no".to_owned(), short);
        said.show(
            format!(
                "`{}` came to {}, with 95 % between {} and {}; before, all from {} to {} was held possible.",
                key.key,
                number("q50"),
                number("q025"),
                number("q975"),
                short(key.low),
                short(key.high),
            ),
            &["marginals"],
        );
    }
    let empty = serde_json::Map::new();
    let functions = summary["predictive"].as_object().unwrap_or(&empty);
    let named = |inside: bool| -> Vec<String> {
        let of = functions
            .iter()
            .filter(|(_, found)| found["inside"].as_bool() == Some(inside));
        of.map(|(name, _)| name.clone()).collect()
    };
    let (inside, outside) = (named(true), named(false));
    if !inside.is_empty() {
        said.show(
            format!(
                "Within the 95 % envelope of what the fitted model predicts the measured stand has {}.",
                listed(&inside)
            ),
            &["predictive"],
        );
    }
    if !outside.is_empty() {
        said.show(
            format!(
                "Outside of it lies {}: a forest of this kind is not like the measured stand in that.",
                listed(&outside)
            ),
            &["predictive"],
        );
    }
    for warning in summary["warnings"].as_array().into_iter().flatten() {
        said.say(format!("Note: {}.", warning.as_str().unwrap_or_default()));
    }
    Ok(())
}

fn recovery(said: &mut Sentences, rows: &[RecoveryRow]) {
    for row in rows {
        said.show(
            format!(
                "Of {} known values of `{}`, {} % lie in their 95 % intervals and {} % in their 50 % intervals; ranks as uneven as \
                 these come with a probability of {} where posteriors are right.",
                row.runs,
                row.key,
                digits(100.0 * row.coverage_95, 1),
                digits(100.0 * row.coverage_50, 1),
                digits(row.ranks_p, 2),
            ),
            &["ranks"],
        );
    }
}

/// A number in three digits, whatever its size.
fn short(value: f64) -> String {
    let written = format!("{value:.2e}");
    let exponent: i64 = written
        .split('e')
        .nth(1)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0);
    digits(value, usize::try_from(2 - exponent).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_whatever_their_size() {
        for (value, told) in [
            (1246.3, "1246"),
            (24.81, "24.8"),
            (0.2604, "0.260"),
            (0.000_123_4, "0.000123"),
            (9.999, "10.0"),
            (0.0, "0.00"),
            (-3.0, "-3.00"),
        ] {
            assert_eq!(short(value), told);
        }
    }
}
