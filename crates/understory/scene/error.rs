//! Why a stand could not be shown as a scene.

/// Why a stand could not be shown as a scene.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SceneError {
    /// Nothing that is high enough to be shown.
    #[error("{table} has no tree of {least_m} m or more{within}")]
    NoTrees {
        /// The table of the trees.
        table: String,
        /// So high a tree must be.
        least_m: f64,
        /// Where it was looked for, if not everywhere.
        within: String,
    },
    /// A film of fewer than two years.
    #[error("a film needs 2 years with trees of 1.3 m or more{within}, but there are {years}")]
    FewYears {
        /// Those that there are.
        years: usize,
        /// Where they were looked for, if not everywhere.
        within: &'static str,
    },
    /// A window that holds nothing of the plot.
    #[error("`--window` is {window}, but the plot lies between {plot}")]
    Window {
        /// What was asked for.
        window: String,
        /// Where the plot is.
        plot: String,
    },
    /// More trees than may be drawn with so many triangles.
    #[error("{trees} trees take {needed} triangles at least, more than the {triangles} of `--triangles`")]
    TooManyTrees {
        /// The trees.
        trees: usize,
        /// What they take.
        needed: u64,
        /// What they may take.
        triangles: u64,
    },
    /// Triangles out of their range.
    #[error("`--triangles` is {triangles}, but it must be from {least} to {most}")]
    Triangles {
        /// What was asked for.
        triangles: u64,
        /// The fewest.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A species that the run has not.
    #[error("`--form` names the species `{species}`, but the run has {known}")]
    UnknownSpecies {
        /// What was named.
        species: String,
        /// Those that there are.
        known: String,
    },
    /// A form that does not ship.
    #[error("`--form` gives `{species}` the form `{form}`, but there are {known}")]
    UnknownForm {
        /// The species.
        species: String,
        /// What was named.
        form: String,
        /// Those that there are.
        known: String,
    },
    /// No crowns grew in the year.
    #[error("no crowns grew in year {year} of `{run}`{others}")]
    NoCrowns {
        /// The folder.
        run: String,
        /// The year.
        year: u32,
        /// Years in which some did.
        others: String,
    },
    /// A camera that stands where it looks.
    #[error("`--camera` stands where it looks, in the middle of what is shown")]
    Camera,
    /// A table that holds what no run writes.
    #[error("{table} holds {found}")]
    Table {
        /// The table.
        table: String,
        /// What is wrong with it.
        found: String,
    },
    /// A file of another ending.
    #[error("`--out` is `{file}`, but a scene is a file that ends in `.glb`")]
    NotGlb {
        /// What was asked for.
        file: String,
    },
    /// A film of another ending.
    #[error("`--out` is `{file}`, but a film is an animated picture, whose file ends in `.png`")]
    NotPng {
        /// What was asked for.
        file: String,
    },
    /// A copy of the scenario that cannot be read.
    #[error("`{file}` cannot be read as TOML")]
    Scenario {
        /// The file.
        file: String,
    },
}

impl SceneError {
    /// The way out, where the message alone does not say it.
    pub(crate) fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoTrees { .. } => "give a later year with `--year`",
            Self::FewYears { .. } => {
                "record more of them (`record.every_years`), or show one without `--animate`"
            }
            Self::Window { .. } => "give a part of it as XMIN,YMIN,XMAX,YMAX, or leave it out for all of it",
            Self::TooManyTrees { .. } => {
                "show a part of the plot with `--window XMIN,YMIN,XMAX,YMAX`, or allow more with `--triangles`"
            }
            Self::NoCrowns { .. } => {
                "leave out `--crowns grown`, or run a scenario with `[crowns]`, which grows them in its last year"
            }
            Self::Camera => "stand it elsewhere",
            Self::Table { .. } => "run again the command that left the folder",
            Self::Scenario { .. } => "restore the file, or run again the command that left the folder",
            Self::Triangles { .. }
            | Self::UnknownSpecies { .. }
            | Self::UnknownForm { .. }
            | Self::NotGlb { .. }
            | Self::NotPng { .. } => {
                return None;
            }
        };
        Some(hint.to_owned())
    }
}
