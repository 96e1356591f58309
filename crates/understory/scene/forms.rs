//! Which form that branches each species is shown with.

use understory_branching::presets;

use crate::error::Error;

/// A preset of a species, the form that stands for it, and why that one.
type Entry = (&'static str, &'static str, &'static str);

const SPIRE: &str = "one stem to the top with whorls of branches, a cone as long as it has light";
const FAN: &str = "rising limbs and a dense rounded crown";
const SLENDER: &str = "a slender stem with a light crown that lets much light through";

/// All presets of species.
const FORMS: &[Entry] = &[
    ("abies-alba", "spruce", SPIRE),
    ("acer-pseudoplatanus", "beech", FAN),
    ("acer-saccharum", "beech", FAN),
    ("betula-pendula", "birch", "its own kind"),
    ("carpinus-betulus", "beech", FAN),
    ("fagus-sylvatica", "beech", "its own kind"),
    ("fraxinus-excelsior", "beech", FAN),
    ("larix-decidua", "spruce", SPIRE),
    ("picea-abies", "spruce", "its own kind"),
    ("pinus-sylvestris", "pine", "its own kind"),
    ("populus-tremula", "birch", SLENDER),
    ("pseudotsuga-menziesii", "spruce", SPIRE),
    ("quercus-robur", "oak", "its own kind"),
    ("tsuga-canadensis", "spruce", SPIRE),
];

/// The form of a species of which nothing is known.
const USUAL: &str = "beech";

/// The form of a species and why it is that one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormOfSpecies {
    /// The species.
    pub species: String,
    /// A form that ships, such as `beech`.
    pub form: String,
    /// Why, in words.
    pub why: String,
}

/// The form of each species: as asked for, else by its preset, else by its name.
pub(super) fn forms(
    species: &[String],
    presets_of: &[(String, Option<String>)],
    asked: &[(String, String)],
) -> Result<Vec<FormOfSpecies>, Error> {
    for (name, form) in asked {
        if !species.contains(name) {
            let known = listed(species.iter().map(String::as_str));
            let why = format!("`--form` names the species `{name}`, but the run has {known}");
            return Err(Error::refused(why, ""));
        }
        if presets::named(form).is_none() {
            let known = listed(presets::PRESETS.iter().map(|preset| preset.name));
            let why = format!("`--form` gives `{name}` the form `{form}`, but there are {known}");
            return Err(Error::refused(why, ""));
        }
    }
    let usual = usual_forms(species, presets_of).into_iter();
    let form_of = |form: FormOfSpecies| match asked.iter().rev().find(|(known, _)| *known == form.species) {
        Some((_, asked)) => FormOfSpecies {
            form: asked.clone(),
            why: "as asked for".to_owned(),
            ..form
        },
        None => form,
    };
    Ok(usual.map(form_of).collect())
}

/// The form of each species by its preset, else by its name.
pub(crate) fn usual_forms(species: &[String], presets_of: &[(String, Option<String>)]) -> Vec<FormOfSpecies> {
    let form_of = |name: &String| {
        let preset = presets_of.iter().find(|(known, _)| known == name);
        let (form, why) = usual(name, preset.and_then(|(_, preset)| preset.as_deref()));
        let species = name.clone();
        FormOfSpecies { species, form, why }
    };
    species.iter().map(form_of).collect()
}

/// The form of a species that nobody asked for.
fn usual(name: &str, preset: Option<&str>) -> (String, String) {
    let entry = FORMS.iter().find(|(known, ..)| Some(*known) == preset);
    if let (Some((_, form, why)), Some(preset)) = (entry, preset) {
        return ((*form).to_owned(), format!("{preset}: {why}"));
    }
    if presets::named(name).is_some() {
        return (name.to_owned(), "by its name, as it has no preset".to_owned());
    }
    let why = format!("it has no preset; `--form {name}=FORM` gives it another");
    (USUAL.to_owned(), why)
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_of_a_species_has_a_form_that_ships() {
        let known: Vec<&str> = understory_forest::presets::PRESETS
            .iter()
            .map(|preset| preset.name.as_str())
            .collect();
        let mut entered: Vec<&str> = FORMS.iter().map(|(preset, ..)| *preset).collect();
        entered.sort_unstable();
        assert_eq!(entered, known);
        for (preset, form, why) in FORMS {
            assert!(presets::named(form).is_some() && !why.is_empty(), "{preset}");
            assert!(understory_export::Look::named(form).is_some(), "{preset}");
        }
        assert!(presets::named(USUAL).is_some());
    }

    #[test]
    fn a_form_is_as_asked_for_or_by_preset_or_by_name() {
        let species: Vec<String> = ["larch", "oak", "myrtle"].map(str::to_owned).into();
        let presets_of = [
            ("larch".to_owned(), Some("larix-decidua".to_owned())),
            ("oak".to_owned(), None),
        ];
        let chosen = |asked: &[(&str, &str)]| {
            let asked: Vec<(String, String)> = asked
                .iter()
                .map(|(name, form)| ((*name).to_owned(), (*form).to_owned()))
                .collect();
            forms(&species, &presets_of, &asked)
        };
        let names = |asked: &[(&str, &str)]| -> Vec<String> {
            chosen(asked).unwrap().into_iter().map(|form| form.form).collect()
        };
        assert_eq!(names(&[]), ["spruce", "oak", "beech"]);
        assert_eq!(
            names(&[("myrtle", "shrub"), ("larch", "pine")]),
            ["pine", "oak", "shrub"]
        );
        assert!(chosen(&[]).unwrap()[2].why.contains("`--form myrtle=FORM`"));
        let refused = |asked| chosen(asked).unwrap_err().to_string();
        let message = refused(&[("ash", "oak")]);
        assert!(
            message.starts_with("`--form` names the species `ash`"),
            "{message}"
        );
        let message = refused(&[("oak", "ash")]);
        assert!(
            message.starts_with("`--form` gives `oak` the form `ash`"),
            "{message}"
        );
    }
}
