//! Units in the names of columns: a column in another unit has to be converted, and renaming it does not do that.

/// Units by which columns are named, and their lengths in metres.
const UNITS: &[(&str, f64)] = &[
    ("mm", 0.001),
    ("cm", 0.01),
    ("dm", 0.1),
    ("m", 1.0),
    ("km", 1000.0),
    ("in", 0.0254),
    ("inch", 0.0254),
    ("inches", 0.0254),
    ("ft", 0.3048),
    ("feet", 0.3048),
    ("yd", 0.9144),
    // Of ages, which have no length.
    ("yr", 1.0),
    ("years", 1.0),
];
/// Units of temperatures by which columns are named, and how they become °C.
const TEMPERATURES: &[(&str, &str)] = &[
    ("_f", "subtract 32 and multiply by 5/9"),
    ("_k", "subtract 273.15"),
];

/// Why a column that seems to hold what `key` does cannot stand for it: it is in another unit.
#[must_use]
pub fn conversion(key: &str, column: &str) -> Option<String> {
    if let Some((_, how)) = temperature(key, column) {
        return Some(format!(
            "`{column}` is in another unit: {how} into a column `{key}`"
        ));
    }
    let (_, (unit, wanted_m)) = split(key)?;
    let (_, (found, found_m)) = split(column)?;
    (wanted_m != found_m).then(|| {
        let factor = found_m / wanted_m;
        let is_whole = |factor: f64| (factor - factor.round()).abs() < 1e-9;
        let how = if factor >= 1.0 || !is_whole(1.0 / factor) {
            format!("multiply it by {}", tidy(factor))
        } else {
            format!("divide it by {}", tidy(1.0 / factor))
        };
        format!(
            "`{column}` is in {found} by its name and not in {unit}: {how} into a column `{key}`, as another name \
             alone converts nothing"
        )
    })
}

/// Whether a column is named as `key` is but for its unit: `dbh_mm` for `dbh_cm`.
pub(super) fn is_namesake(key: &str, column: &str) -> bool {
    let (stem, _) = split(key).unwrap_or((key.to_owned(), ("", 1.0)));
    temperature(key, column).is_some() || split(column).is_some_and(|(found, _)| found == stem)
}

/// The unit of a column that holds the temperatures of `key` in another one.
fn temperature(key: &str, column: &str) -> Option<&'static (&'static str, &'static str)> {
    let stem = key.strip_suffix("_c")?;
    TEMPERATURES
        .iter()
        .find(|(unit, _)| column.strip_suffix(unit) == Some(stem))
}

/// A name in small letters without its unit, and how many metres, or years, that is.
pub(super) fn in_unit(name: &str) -> (String, Option<f64>) {
    match split(name.trim()) {
        Some((stem, (_, unit_m))) => (stem, Some(unit_m)),
        None => (name.trim().to_lowercase().replace([' ', '.'], "_"), None),
    }
}

/// The name without its unit, and that.
fn split(name: &str) -> Option<(String, (&'static str, f64))> {
    let name = name.to_lowercase();
    let (stem, suffix) = name.rsplit_once(['_', '.', ' ', '(', '[', '-'])?;
    let suffix = suffix.trim_end_matches([')', ']']);
    let unit = UNITS.iter().find(|(unit, _)| *unit == suffix)?;
    Some((stem.trim_end_matches(['_', '.', ' ']).to_owned(), *unit))
}

/// A factor without the last digits that a quotient brings along.
fn tidy(factor: f64) -> String {
    ((factor * 1e6).round() / 1e6).to_string()
}
