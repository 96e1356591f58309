//! Parts of the program that only some builds have.

use std::fmt;

/// A part of the program that is built where its feature of Cargo is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// What articles claim, measured.
    Claims,
    /// Things that fall on the ground of a painted world.
    Drops,
    /// Coordinate reference systems, GeoPackages, and maps compressed by ZSTD.
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
