//! Commented scenarios to start from.

/// A commented scenario to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name: `old-field`.
    pub name: &'static str,
    /// What it begins with.
    pub about: &'static str,
    /// The text of the file.
    pub text: &'static str,
    /// The command that does something with it.
    pub command: &'static str,
    /// What to look at first in the folder of its results.
    pub look_at: &'static str,
    /// The input that it names, as (path, content), for whoever has none yet.
    pub input: Option<(&'static str, &'static str)>,
}

/// All templates.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "old-field",
        command: "run",
        look_at: "report.html",
        about: "two species that ship with the program take over a bare field",
        text: include_str!("../templates/old-field.toml"),
        input: None,
    },
    Template {
        name: "measured-stand",
        command: "run",
        look_at: "report.html",
        about: "the forest goes on from trees listed in a file",
        text: include_str!("../templates/measured-stand.toml"),
        input: Some(("stand.csv", include_str!("../templates/stand.csv"))),
    },
    Template {
        name: "species",
        command: "run",
        look_at: "report.html",
        about: "a species spelled out, every key explained",
        text: include_str!("../templates/species.toml"),
        input: None,
    },
    Template {
        name: "tree",
        command: "grow",
        look_at: "figures/views.png",
        about: "a single tree lives its years, beside an L-system",
        text: include_str!("../templates/tree.toml"),
        input: None,
    },
    Template {
        name: "world",
        command: "place",
        look_at: "view.png",
        about: "a painted world whose land follows from drawn ground",
        text: include_str!("../templates/world.toml"),
        input: None,
    },
];

/// The text of the template of this name.
#[must_use]
pub fn template(name: &str) -> Option<&'static str> {
    TEMPLATES
        .iter()
        .find(|template| template.name == name)
        .map(|template| template.text)
}
