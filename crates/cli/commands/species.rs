//! `species`: the presets, number by number with their sources.

use understory::forest::presets::{Origin, PRESETS, Preset, PresetValue, named};
use understory::scenario::keys::SPECIES;

use crate::args::SpeciesOptions;
use crate::failure::{Failure, Outcome};
use crate::output::data;

/// All presets in a line each, or one with all its numbers.
pub(crate) fn species(options: &SpeciesOptions) -> Outcome {
    let Some(name) = &options.name else {
        return data(
            &PRESETS
                .iter()
                .map(|preset| format!("{:20} {}\n", preset.name, preset.about))
                .collect::<String>(),
        );
    };
    let Some(preset) = named(name) else {
        let names: Vec<String> = PRESETS
            .iter()
            .map(|preset| format!("`{}`", preset.name))
            .collect();
        return Err(Failure::input(format!(
            "there is no preset `{name}`\nhint: the presets are {}",
            names.join(", ")
        )));
    };
    data(&table(preset))
}

fn table(preset: &Preset) -> String {
    let mut rows: Vec<[String; 4]> = Vec::new();
    // In the order of a scenario's keys; the preset's own tables are sorted by name.
    for table in SPECIES {
        let Some(entries) = preset.tables.get(table.name) else {
            continue;
        };
        for key in table.kind.keys().unwrap_or_default() {
            let Some(entry) = entries.get(key.name) else {
                continue;
            };
            let value = match &entry.value {
                PresetValue::Real(value) => value.to_string(),
                PresetValue::Whole(value) => value.to_string(),
                PresetValue::Word(value) => value.clone(),
            };
            let (kind, why) = match &entry.origin {
                Origin::Source(why) => ("source", why),
                Origin::Divisor(why) => ("divisor", why),
                Origin::Assumed(why) => ("assumed", why),
            };
            rows.push([
                format!("{}.{}", table.name, key.name),
                value,
                if key.unit.is_empty() { "–" } else { key.unit }.to_owned(),
                format!("{kind:8} {why}"),
            ]);
        }
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2)];
    let mut text = format!("{}: {}\n\n", preset.name, preset.about);
    for [key, value, unit, origin] in &rows {
        let padded = |text: &str, width: usize| format!("{text}{}", " ".repeat(width - text.chars().count()));
        let [key, value, unit] = [
            padded(key, widths[0]),
            padded(value, widths[1]),
            padded(unit, widths[2]),
        ];
        text.push_str(&format!("{key}  {value}  {unit}  {origin}\n"));
    }
    text
}
