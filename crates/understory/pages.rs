//! The page of results, `report.html`: made from tables alone, so that `plot` gives the same as the command that left them.

mod run;
mod tree;
mod world;

use std::io;

use understory_lab::store::Store;
use understory_records::{Body, Manifest, paths};

use crate::error::Error;

/// The page of results, from their tables; none of a kind that has no page.
pub(crate) fn page(store: &dyn Store, manifest: &Manifest) -> Result<Option<String>, Error> {
    Ok(Some(match &manifest.body {
        Body::Run(body) | Body::Compare(body) => run::of_run(store, manifest.with(body))?,
        Body::Grow => tree::of_tree(store, manifest)?,
        Body::Place(body) => world::of_world(store, manifest.with(&**body))?,
        _ => return Ok(None),
    }))
}

/// Keeps a page.
pub(crate) fn keep(store: &dyn Store, page: &str) -> io::Result<()> {
    store.write(paths::PAGE, &mut |out| out.write_all(page.as_bytes()))
}
