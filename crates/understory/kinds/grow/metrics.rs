//! The numbers of a tree that are shown to people.

use understory_branching::metrics::{BANDS, Band, Metrics};

/// The metrics that are shown to people, by their keys in `metrics.json`, each with the band of measured trees
/// where there is one.
#[must_use]
pub fn shown_metrics(metrics: &Metrics) -> Vec<(&'static str, Option<f64>, Option<&'static Band>)> {
    let sizes = [
        ("nodes", Some(metrics.nodes as f64)),
        ("strahler_order", Some(metrics.strahler_counts.len() as f64)),
        ("height_m", Some(metrics.height_m)),
        ("dbh_cm", metrics.dbh_cm),
    ];
    let sizes = sizes.into_iter().map(|(name, value)| (name, value, None));
    let banded = BANDS
        .iter()
        .map(|band| (band.name, band.value(metrics), Some(band)));
    sizes.chain(banded).collect()
}

/// `lateral_angle_deg` as `lateral angle (°)`.
pub(crate) fn in_words(key: &str) -> String {
    let (quantity, unit) = [("_deg", " (°)"), ("_m", " (m)"), ("_cm", " (cm)")]
        .into_iter()
        .find_map(|(end, unit)| Some((key.strip_suffix(end)?, unit)))
        .unwrap_or((key, ""));
    let mut words = quantity.replace('_', " ");
    for (key, name) in [
        ("strahler", "Strahler"),
        ("tokunaga t1", "Tokunaga T1"),
        ("vinci", "Vinci"),
    ] {
        words = words.replace(key, name);
    }
    format!("{words}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_words_with_its_unit() {
        for (key, words) in [
            ("lateral_angle_deg", "lateral angle (°)"),
            ("height_m", "height (m)"),
            ("dbh_cm", "dbh (cm)"),
            ("strahler_order", "Strahler order"),
            ("tokunaga_t1", "Tokunaga T1"),
            ("da_vinci_exponent", "da Vinci exponent"),
            ("nodes", "nodes"),
        ] {
            assert_eq!(in_words(key), words);
        }
    }
}
