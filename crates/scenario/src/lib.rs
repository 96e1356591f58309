//! The scenario file: TOML text in, a checked scenario or *all* its problems out.
//!
//! - [`load`]: a [`Scenario`] of any kind, or of the kind asked for ([`ForestScenario`], [`StandScenario`],
//!   [`TreeScenario`], [`WorldScenario`], [`ScatterScenario`]), from the text of a file and of what it names, read through [`Files`].
//! - [`Described`]: what all kinds have: a [`Header`] with a hash of all that fixes the results, and the text and inputs with
//!   which a run can be repeated from its own folder.
//! - [`Problems`]: what is wrong, each with file, line, column and, where there is one, a hint.
//! - [`keys`]: the one table of keys, with kinds, units, ranges, defaults and meaning; behind the walk over the
//!   file, [`schema`] for editors and [`reference()`] for readers.
//! - [`dials`]: the keys that can be turned while one looks on, with their values.
//! - [`template`]: commented scenarios to start from.

mod borders;
mod calibrated;
mod calibration;
mod checks;
mod climate;
mod compare;
mod copies;
mod costs;
mod crowns;
mod data_file;
mod described;
mod dials;
mod edited;
mod elevation;
mod files;
mod fill;
mod founders;
mod gaps;
mod ground;
mod identity;
mod interventions;
pub mod keys;
mod kind;
mod lines;
mod load;
mod loading;
mod locate;
mod method;
mod part;
mod place;
mod problem;
mod reference;
mod related;
mod scatter;
mod scenario;
mod schema;
mod set;
mod species;
mod species_presets;
mod stand;
mod stems;
mod sweep;
mod swept;
mod syntax;
mod tasks;
mod template;
mod terrain;
mod tree;
mod value;
mod varied;
mod walk;
mod wanted;
mod words;

pub use calibration::{Calibration, Census, LEAST_PREDICTIVE, MeasuredTree, Prior, SummaryKind};
pub use compare::{FEW_POINTS, TARGET_LABEL};
pub use copies::{CopiedInput, Copies};
pub use described::Described;
pub use dials::{Dial, DialValue, dials};
pub use files::{Files, Input};
pub use gaps::GapRules;
pub use keys::{CrownOfSpecies, CrownPart, CrownRules, CrownsWhen};
pub use kind::Scenario;
pub use load::{Loadable, load};
pub use place::{check_hand_edits, tile_of_rows};
pub use problem::{Problem, Problems};
pub use reference::{Entry, reference};
pub use scenario::{
    CameraFrame, Candidate, Compare, ComparedForest, ComparedWorld, DrawnFounders, Edit, ForestClimate,
    ForestGround, ForestScenario, ForestSource, Format, Founders, GrownRule, Header, ListedDeadwood,
    ListedTree, MeshInGround, Overrides, Record, ScatterScenario, Scattering, StandScenario, Terrain,
    TreeScenario, WorldScenario,
};
pub use schema::schema;
pub use set::Setting;
pub use species_presets::{latitude_deg, species_presets};
pub use stand::{InAStand, OfStems, implausible, implausible_stand, in_unit, of_stems};
pub use stems::Stems;
pub use sweep::{Design, Points, Range, Sweep, Task, Values, Varied, plain_value};
pub use template::{TEMPLATES, Template, template};
pub use wanted::Wanted;
