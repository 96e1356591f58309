//! A scenario that is played with: stepped, changed and started again, and looked at in a browser.
//!
//! [`Session`] is the engine: it holds one forest, tree or pattern of a scenario, answers what a page asks ([`Ask`]), and
//! can be used without a browser. [`PlayServer`] is a page over it on the loopback address.
//!
//! A change of a key begins the forest anew with the changed scenario, so that what is seen is always what `understory run` of
//! that scenario gives.

mod answer;
mod connection;
mod forest;
mod held_files;
mod points;
mod saving;
mod server;
mod session;
mod tree;
mod turned;

pub use answer::{Answer, Ask, Turn};
pub use saving::Saving;
pub use server::{PlayServer, Stopper};
pub use session::Session;
