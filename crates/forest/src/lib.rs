//! The living forest: trees, seeds and the dead as hecs entities, stepped year by year.
//!
//! - [`Forest`]: what lives on a plot, what can be asked of it, and how systems of one's own join its year.
//! - [`schedule`]: the year as one list of systems, read top to bottom; `systems/` has a file for each.
//! - [`entities`]: trees, seeds and the dead, each declared once; [`components`]: what they are made of.
//! - [`resources`]: what a forest has once, such as the year and its species.
//! - [`parameters`]: what a species is; [`presets`]: species that ship, number by number with their sources.
//! - [`crowns`]: crowns that grow with their trees and share their space.
//! - [`climate`]: temperature and rain of the years, listed or drawn.
//! - [`disturbance`]: what strikes many trees at once; [`stem`]: what their wood bears; [`deadwood`]: how it decays.
//! - [`exchange`]: how the parts of a forest that several processes grow talk to each other.
//! - [`management`]: what foresters do: planting, thinning, felling, salvage.
//! - [`growth`]: growth curves, crowns, and ages by size.
//!
//! A year depends on the seed, the parameters and the trees alone: not on the number of threads, not on the
//! order of rows in memory, not on stops in between.
//!
//! ```
//! use understory_forest::components::Size;
//! use understory_forest::{Forest, Founder, presets};
//! use understory_forest::parameters::Conditions;
//! use understory_numerics::RandomKey;
//! use understory_space::{Edge, Plot};
//!
//! let plot = Plot::new([0.0, 0.0], [60.0, 60.0], Edge::Torus)?;
//! let birch = presets::named("betula-pendula").expect("it ships").species("birch");
//! let mut forest = Forest::new(plot, 7, vec![birch], Conditions::default())?;
//! let size = Size { dbh_cm: 25.0, height_m: 22.0 };
//! let key = RandomKey::root(7, &["the first tree"]);
//! forest.plant([Founder::new(key, 0, [30.0, 30.0], 40, size)])?;
//! for _ in 0..50 {
//!     forest.advance();
//! }
//! assert!(forest.tree_count() > 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod borders;
mod cells;
mod changes;
pub mod climate;
mod coming_forward;
pub mod components;
mod crown_room;
pub mod crowns;
pub mod deadwood;
mod deadwood_rows;
mod dispersal;
pub mod disturbance;
pub mod entities;
mod error;
mod events;
pub mod exchange;
mod field;
mod forest;
mod gathered;
mod ground;
pub mod growth;
mod individual;
mod inhibition;
mod inventory;
mod light;
pub mod management;
mod masting;
mod memory;
mod nearby;
mod neighbourhood;
pub mod parameters;
mod parts;
mod planting;
pub mod presets;
mod reach;
pub mod resources;
mod row_lists;
pub mod schedule;
mod seedbed;
mod settle;
mod site;
pub mod soil;
mod sorted;
mod species_model;
mod state;
pub mod stem;
mod storm;
mod strips;
mod sums;
mod systems;
mod taken;
mod weather;
mod wire;
pub mod wood_rates;
mod zone;

pub use understory_ecs as ecs;

pub use borders::{Borders, SeedsOverEdge};
pub use changes::TreeChange;
pub use climate::{Climate, Water, YearClimate};
pub use entities::{DeadTree, Deadwood, Founder, GrowthPoint, Seed, Tree};
pub use error::ForestError;
pub use events::{Event, Happening, Origin, Stems, Tally};
pub use forest::{Forest, GREATEST_AREA_KM2, MOST_SEEDS_FROM_OUTSIDE_PER_YR, try_founders};
pub use inhibition::InhibitionField;
pub use inventory::{Inventory, SmallTrees};
pub use memory::PlotMemory;
pub use neighbourhood::greatest_reach_m;
pub use reach::Neighbours;
pub use site::{Combining, HeightAt, Offer, Site, response};
pub use species_model::{GREATEST_CROWN_RADIUS_M, crown_fault, greatest_reach_of_m};
pub use state::{Counts, State};
