use understory_forest::presets::{Origin, PRESETS, Preset, PresetValue, named};

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
    let rows: Vec<[String; 4]> = preset
        .entries
        .iter()
        .map(|entry| {
            let value = match entry.value {
                PresetValue::Real(value) => value.to_string(),
                PresetValue::Whole(value) => value.to_string(),
                PresetValue::Word(value) => value.to_owned(),
            };
            let (kind, why) = match entry.origin {
                Origin::Source(why) => ("source", why),
                Origin::Divisor(why) => ("divisor", why),
                Origin::Assumed(why) => ("assumed", why),
            };
            [
                entry.key.to_owned(),
                value,
                entry.unit.to_owned(),
                format!("{kind:8} {why}"),
            ]
        })
        .collect();
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
