//! `species`: the presets, number by number with their sources.

use clap::Args;
use understory::forest::presets::{Origin, PRESETS, Preset, PresetValue, named};
use understory::scenario::keys::SPECIES;
use understory::text::aligned;

use crate::failure::{Failure, Outcome};
use crate::output::data;

/// List the presets, or print one with unit, kind and source of each number
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/species.txt").trim_end())]
pub(crate) struct SpeciesOptions {
    /// Name of a preset
    pub(crate) name: Option<String>,
}

/// All presets in a line each, or one with all its numbers.
pub(crate) fn species(options: &SpeciesOptions) -> Outcome {
    let Some(name) = &options.name else {
        return data(
            &PRESETS
                .iter()
                .map(|preset| format!("{:22} {}\n", preset.name, preset.about))
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
    let mut rows: Vec<Vec<String>> = Vec::new();
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
                PresetValue::Numbers(value) => format!("{value:?}"),
            };
            let (kind, why) = match &entry.origin {
                Origin::Source(why) => ("source", why),
                Origin::Divisor(why) => ("divisor", why),
                Origin::Assumed(why) => ("assumed", why),
            };
            rows.push(vec![
                format!("{}.{}", table.name, key.name),
                value,
                if key.unit.is_empty() { "–" } else { key.unit }.to_owned(),
                format!("{kind:8} {why}"),
            ]);
        }
    }
    let alone = preset
        .open_alone
        .as_ref()
        .map(|why| format!("Alone it makes no closed stand: {why}.\n"));
    format!(
        "{}: {}\n{}\n{}",
        preset.name,
        preset.about,
        alone.unwrap_or_default(),
        aligned(&rows, 4)
    )
}
