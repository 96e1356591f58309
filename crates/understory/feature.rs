//! Parts of the program that only some builds have.

use std::fmt;

use understory_scenario::{Header, Problems, TreeScenario, WorldScenario};

use crate::error::Error;

/// A part of the program that is built where its feature of Cargo is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// What articles claim, measured.
    Claims,
    /// Things that fall on the ground of a painted world.
    Drops,
    /// Coordinate reference systems and GeoPackages.
    Gis,
    /// Packed meshes of trees.
    Meshopt,
    /// One forest grown by several processes.
    Mpi,
    /// Tables as Parquet.
    Parquet,
    /// A scenario as a page to play with.
    Play,
}

impl Feature {
    /// All, by name.
    pub const ALL: [Self; 7] = [
        Self::Claims,
        Self::Drops,
        Self::Gis,
        Self::Meshopt,
        Self::Mpi,
        Self::Parquet,
        Self::Play,
    ];

    /// Its name in `Cargo.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claims => "claims",
            Self::Drops => "drops",
            Self::Gis => "gis",
            Self::Meshopt => "meshopt",
            Self::Mpi => "mpi",
            Self::Parquet => "parquet",
            Self::Play => "play",
        }
    }

    /// Whether this program has it.
    #[must_use]
    pub const fn is_built_in(self) -> bool {
        match self {
            Self::Claims => cfg!(feature = "claims"),
            Self::Drops => cfg!(feature = "drops"),
            Self::Gis => cfg!(feature = "gis"),
            Self::Meshopt => cfg!(feature = "meshopt"),
            Self::Mpi => cfg!(feature = "mpi"),
            Self::Parquet => cfg!(feature = "parquet"),
            Self::Play => cfg!(feature = "play"),
        }
    }

    /// That `what` needs it, where this program has it not.
    ///
    /// # Errors
    /// [`MissingFeature`].
    pub fn needed_by(self, what: impl Into<String>) -> Result<(), MissingFeature> {
        let (feature, what) = (self, what.into());
        if self.is_built_in() {
            Ok(())
        } else {
            Err(MissingFeature { feature, what })
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something was asked for whose feature this program was built without.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} needs the feature `{feature}`, and this program was built without it")]
pub struct MissingFeature {
    /// The feature.
    pub feature: Feature,
    /// What needs it.
    pub what: String,
}

impl MissingFeature {
    /// The command that builds a program with it.
    #[must_use]
    pub fn hint(&self) -> String {
        // `full` has all but MPI.
        let features = if self.feature == Feature::Mpi {
            "full,mpi"
        } else {
            "full"
        };
        format!("build one that has it: `cargo build --release --features {features}`")
    }
}

/// That a world asks for nothing that this program has not.
pub(crate) fn check_world_features(scenario: &WorldScenario) -> Result<(), Error> {
    let painting = scenario.world.painting();
    let asked = [
        (
            !painting.drops.is_empty(),
            Feature::Drops,
            "drop",
            "`[[drop]]`",
            "take it out",
        ),
        (
            painting.place.parquet,
            Feature::Parquet,
            "place.parquet",
            "`place.parquet`",
            "take it out: the same rows stand in `instances.csv`",
        ),
    ];
    check_asked(&scenario.header, asked)
}

/// The same of a tree.
pub(crate) fn check_tree_features(scenario: &TreeScenario) -> Result<(), Error> {
    let asked = scenario.specimen.mesh.meshopt;
    let way_out = "take it out: each file is written without packing in any case";
    check_asked(
        &scenario.header,
        [(
            asked,
            Feature::Meshopt,
            "tree.mesh.meshopt",
            "`mesh.meshopt`",
            way_out,
        )],
    )
}

/// The problems of what is asked for and not built in: whether it is asked for, its feature, key, name and the way out without it.
fn check_asked<'a>(
    header: &Header,
    asked: impl IntoIterator<Item = (bool, Feature, &'a str, &'a str, &'a str)>,
) -> Result<(), Error> {
    let problems = asked.into_iter().filter(|(is_asked, ..)| *is_asked);
    let problems = problems.filter_map(|(_, feature, key, name, way_out)| {
        let missing = feature.needed_by(name).err()?;
        Some(header.problem(
            key,
            missing.to_string(),
            Some(format!("{}, or {way_out}", missing.hint())),
        ))
    });
    Problems::of(problems.collect()).map_or(Ok(()), |problems| Err(Error::Scenario(problems)))
}
