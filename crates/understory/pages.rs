//! The page of results, `report.html`: made from tables alone, so that `plot` gives the same as the command that left them.

mod run;
mod tree;
mod world;

use std::io;

use understory_lab::store::Store;
use understory_records::paths;

pub(crate) use self::run::of_run;
pub(crate) use self::tree::of_tree;
pub(crate) use self::world::of_world;

/// Keeps a page.
pub(crate) fn keep(store: &dyn Store, page: &str) -> io::Result<()> {
    store.write(paths::PAGE, &mut |out| out.write_all(page.as_bytes()))
}
