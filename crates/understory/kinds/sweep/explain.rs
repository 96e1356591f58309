//! A sweep: between what its runs end, and which keys move that.

use understory_numerics::sort;
use understory_records::{SensitivityRow, SweepManifest, paths};

use super::runs::{FIGURES, SweepRun, sweep_runs};
use crate::error::Error;
use crate::kinds::sentences::Sentences;
use crate::kinds::words::{counted, digits, listed, one_or_many};
use crate::results::Results;
use crate::stored::is_listed;

pub(crate) fn sweep(
    said: &mut Sentences,
    results: &Results,
    manifest: SweepManifest<'_>,
) -> Result<(), Error> {
    let runs = sweep_runs(results.store(), manifest)?;
    let keys: Vec<String> = manifest.keys.iter().map(|key| format!("`{key}`")).collect();
    said.say(format!(
        "`{}` is a sweep over {}: {} of {} {}, by the design `{}`, each point with {} from the seed {} on.",
        manifest.all.made_from.scenario,
        listed(&keys),
        counted(manifest.tasks, "run"),
        manifest.all.made_from.years,
        one_or_many(u64::from(manifest.all.made_from.years), "year"),
        manifest.design,
        counted(u64::from(manifest.all.made_from.replicates), "replicate"),
        manifest.all.made_from.seed,
    ));
    for (figure, (_, words, decimals)) in FIGURES.iter().enumerate() {
        let defined: Vec<(&SweepRun, f64)> = runs
            .iter()
            .filter_map(|run| Some((run, run.figures[figure]?)))
            .collect();
        let values = || defined.iter().map(|(_, value)| *value);
        let (least, most) = (values().reduce(f64::min), values().reduce(f64::max));
        let (Some(least), Some(most)) = (least, most) else {
            continue;
        };
        let effect = strongest(&defined, manifest.keys.len()).map_or(String::new(), |effect| {
            format!(
                "; it changes most with {}: {} on average in the third of the runs where that is least, {} where it is greatest",
                keys[effect.key],
                digits(effect.means[0], *decimals),
                digits(effect.means[1], *decimals),
            )
        });
        said.show(
            format!(
                "In year {} the {words} of a run: {} to {}{effect}.",
                manifest.all.made_from.years,
                digits(least, *decimals),
                digits(most, *decimals),
            ),
            &["sweep"],
        );
    }
    if is_listed(&manifest.all.files, paths::SENSITIVITY) {
        sensitivity(said, &results.rows(paths::SENSITIVITY)?, manifest);
    }
    said.took(manifest.all);
    Ok(())
}

/// A key with the means of a figure where it is least and where it is greatest.
#[derive(Debug, PartialEq)]
struct Effect {
    key: usize,
    means: [f64; 2],
}

/// The key by whose thirds a figure differs most; none where no key has numbers that differ.
fn strongest(runs: &[(&SweepRun, f64)], keys: usize) -> Option<Effect> {
    let effect = |key: usize| {
        let mut pairs: Vec<[f64; 2]> = runs
            .iter()
            .map(|(run, figure)| Some([run.keys[key].parse().ok()?, *figure]))
            .collect::<Option<_>>()?;
        sort::by(&mut pairs, |a, b| a[0].total_cmp(&b[0]));
        let third = pairs.len().div_ceil(3);
        // Runs with one value of the key stay together.
        let (low, high) = (pairs[third - 1][0], pairs[pairs.len() - third][0]);
        let mean = |keep: &dyn Fn(f64) -> bool| {
            let kept: Vec<f64> = pairs
                .iter()
                .filter(|[key, _]| keep(*key))
                .map(|pair| pair[1])
                .collect();
            kept.iter().sum::<f64>() / kept.len() as f64
        };
        (low < high).then(|| Effect {
            key,
            means: [mean(&|key| key <= low), mean(&|key| key >= high)],
        })
    };
    let size = |effect: &Effect| (effect.means[1] - effect.means[0]).abs();
    (0..keys)
        .filter_map(effect)
        .max_by(|a, b| size(a).total_cmp(&size(b)))
}

/// Which key matters most to each figure in the last year.
fn sensitivity(said: &mut Sentences, rows: &[SensitivityRow], manifest: SweepManifest<'_>) {
    let (index, words) = match manifest.design.as_str() {
        "morris" => ("mu_star", "mean size of its effect over its range"),
        _ => (
            "total",
            "share of the variance with all that it does together with others",
        ),
    };
    for (figure, about, _) in &FIGURES {
        let mut of_keys: Vec<&SensitivityRow> = rows
            .iter()
            .filter(|row| {
                row.year == manifest.all.made_from.years
                    && row.species == "all"
                    && row.figure == *figure
                    && row.index == index
            })
            .collect();
        sort::by(&mut of_keys, |a, b| b.value.total_cmp(&a.value));
        let told: Vec<String> = of_keys
            .iter()
            .take(3)
            .map(|row| format!("`{}` {}", row.key, digits(row.value, 2)))
            .collect();
        if !told.is_empty() {
            said.show(
                format!("What matters most to {about}: {} ({words}).", told.join(", ")),
                &["sensitivity"],
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(keys: [&str; 2]) -> SweepRun {
        SweepRun {
            keys: keys.map(str::to_owned).to_vec(),
            figures: [None; FIGURES.len()],
        }
    }

    #[test]
    fn the_strongest_key_is_that_whose_thirds_differ_most() {
        let runs = [
            ["1", "5"],
            ["1", "9"],
            ["2", "5"],
            ["2", "9"],
            ["4", "5"],
            ["4", "9"],
        ]
        .map(run);
        let figures = [10.0, 12.0, 20.0, 22.0, 40.0, 42.0];
        let defined: Vec<(&SweepRun, f64)> = runs.iter().zip(figures).collect();
        let expected = Effect {
            key: 0,
            means: [11.0, 41.0],
        };
        assert_eq!(strongest(&defined, 2), Some(expected));
        // Words have no order, and one value has no ends.
        let runs = [["wet", "3"], ["dry", "3"]].map(run);
        let defined: Vec<(&SweepRun, f64)> = runs.iter().zip(figures).collect();
        assert_eq!(strongest(&defined, 2), None);
    }
}
