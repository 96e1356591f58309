//! The scenario that most tests grow.

/// A small scenario of two species that seed, crowd, die and resprout within a few years.
#[derive(Clone, Copy)]
pub(crate) struct Stand {
    pub(crate) side_m: f64,
    pub(crate) edge: &'static str,
    /// Founders of each species.
    pub(crate) founders: u32,
    pub(crate) years: u32,
    pub(crate) every_years: u32,
    pub(crate) checkpoint_every_years: u32,
}

impl Stand {
    /// Done in a moment.
    pub(crate) const SMALL: Self = Self {
        side_m: 60.0,
        edge: "torus",
        founders: 60,
        years: 4,
        every_years: 2,
        checkpoint_every_years: 3,
    };
    /// Thousands of trees, which are worked on in many tiles and several bands of them.
    pub(crate) const CROWDED: Self = Self {
        side_m: 80.0,
        founders: 1200,
        years: 20,
        every_years: 5,
        ..Self::SMALL
    };

    pub(crate) fn toml(&self) -> String {
        let Self {
            side_m,
            edge,
            founders,
            years,
            every_years,
            checkpoint_every_years,
        } = self;
        format!(
            r#"name = "stand"

[world]
size_m = [{side_m:?}, {side_m:?}]
edge = "{edge}"
seed = 7

[run]
years = {years}

[[species]]
name = "birch"
preset = "betula-pendula"

[[species]]
name = "beech"
preset = "fagus-sylvatica"

[[founders]]
species = "birch"
method = "uniform"
count = {founders}
height_m = 4.0
height_sigma = 0.6

[[founders]]
species = "beech"
method = "jittered-grid"
count = {founders}
height_m = 4.0
height_sigma = 0.6

# Past their greatest age.
[[founders]]
species = "birch"
method = "uniform"
count = 40
height_m = 18.0
age_yr = 170

[record]
every_years = {every_years}
checkpoint_every_years = {checkpoint_every_years}
events = true
"#
        )
    }
}
