//! The scenario file: TOML text in, a checked scenario or *all* its problems out.
//!
//! - [`load`]: a [`Scenario`] from the text of a file and of what it names, read through [`Files`];
//!   [`load_subject`]: that or a [`MeasuredStand`]; [`load_tree`]: a [`TreeScene`]; [`load_any`]: any of them.
//! - [`Problems`]: what is wrong, each with file, line, column and, where there is one, a hint.
//! - [`keys`]: the one table of keys, with kinds, units, ranges, defaults and meaning; behind the walk over the
//!   file, [`schema`] for editors and [`reference()`] for readers.
//! - [`template`]: commented scenarios to start from.
//! - [`run_folder`]: the text and inputs with which a run can be repeated from its own folder.
//! - [`identity`]: a hash of all that fixes a scenario's results.

mod checks;
mod compare;
mod files;
mod fill;
mod founders;
mod identity;
pub mod keys;
mod load;
mod loading;
mod locate;
mod method;
mod problem;
mod reference;
mod run_folder;
mod scenario;
mod schema;
mod set;
mod species;
mod stand;
mod syntax;
mod template;
mod tree;
mod value;
mod walk;
mod wanted;
mod words;

pub use compare::{FEW_POINTS, TARGET_LABEL};
pub use files::{Files, Input};
pub use identity::{identity, stand_identity, tree_identity};
pub use load::{load, load_any, load_subject};
pub use problem::{Problem, Problems};
pub use reference::{Entry, reference};
pub use run_folder::{RunFolder, RunInput, run_folder, stand_folder, tree_folder};
pub use scenario::{
    AnyScenario, Candidate, Compare, Format, Founders, ListedTree, MeasuredStand, Overrides, Record,
    Scenario, Subject, TreeScene,
};
pub use schema::schema;
pub use set::Setting;
pub use template::{TEMPLATES, Template, template};
pub use tree::load_tree;
