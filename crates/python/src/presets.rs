//! The species that ship: their names, and each number with its source.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use understory::forest::presets::{Origin, PRESETS, PresetValue, named};
use understory::records::nearest;
use understory::scenario::keys::SPECIES;

use crate::errors::refused;

/// All presets: name and what it is about.
#[pyfunction]
pub(crate) fn presets() -> Vec<(&'static str, &'static str)> {
    PRESETS
        .iter()
        .map(|preset| (&*preset.name, &*preset.about))
        .collect()
}

/// One number of a preset: key, value, unit, kind of its origin, and why.
type Number = (String, Py<PyAny>, &'static str, &'static str, String);

/// The numbers of a preset, in the order of a scenario's keys.
#[pyfunction]
pub(crate) fn preset(py: Python<'_>, name: &str) -> PyResult<Vec<Number>> {
    let Some(preset) = named(name) else {
        let names: Vec<&str> = PRESETS.iter().map(|preset| &*preset.name).collect();
        let hint = nearest(name, names.iter().copied()).map_or_else(
            || format!("the presets are {}", names.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(refused(py, format!("there is no preset `{name}`"), Some(hint)));
    };
    let mut numbers = Vec::new();
    for table in SPECIES {
        let Some(entries) = preset.tables.get(table.name) else {
            continue;
        };
        for key in table.kind.keys().unwrap_or_default() {
            let Some(entry) = entries.get(key.name) else {
                continue;
            };
            let value = match &entry.value {
                PresetValue::Real(value) => value.into_py_any(py)?,
                PresetValue::Whole(value) => value.into_py_any(py)?,
                PresetValue::Word(value) => value.as_str().into_py_any(py)?,
                PresetValue::Numbers(value) => value.as_slice().into_py_any(py)?,
            };
            let (kind, why) = match &entry.origin {
                Origin::Source(why) => ("source", why),
                Origin::Divisor(why) => ("divisor", why),
                Origin::Assumed(why) => ("assumed", why),
            };
            let key_path = format!("{}.{}", table.name, key.name);
            numbers.push((key_path, value, key.unit, kind, why.to_string()));
        }
    }
    Ok(numbers)
}
