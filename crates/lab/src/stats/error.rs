//! What a pattern or an option does not allow.

use understory_spacing::SpacingError;

/// Why a pattern could not be measured: the pattern or an option does not allow it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// A statistic refuses the pattern, a mark or an option.
    #[error(transparent)]
    Spacing(#[from] SpacingError),
    /// What was asked for does not go with the pattern, or memory will not hold it; with the way out.
    #[error("{0}")]
    Refused(String),
}

/// Bytes in megabytes or gigabytes.
pub(super) fn text(bytes: u64) -> String {
    match bytes as f64 / 1e9 {
        gigabytes if gigabytes < 1.0 => format!("{:.0} MB", 1e3 * gigabytes),
        gigabytes => format!("{gigabytes:.1} GB"),
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn bytes_are_in_the_unit_that_leaves_the_fewest_digits() {
        let bytes = [0, 1_400_000, 999_000_000, 1_000_000_000, 1_550_000_000];
        assert_eq!(bytes.map(text), ["0 MB", "1 MB", "999 MB", "1.0 GB", "1.6 GB"]);
    }
}
