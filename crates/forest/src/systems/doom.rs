//! Doom: trees die that were told to before the year, by whoever uses the library.

use understory_ecs::{ResMut, View};

use crate::components::{Death, TreeNumber};
use crate::entities::Tree;
use crate::resources::Doomed;

pub(crate) fn doom(mut trees: View<Tree, (&TreeNumber, &mut Death)>, mut doomed: ResMut<Doomed>) {
    let doomed = doomed.0.replace(Vec::new()).unwrap_or_default();
    if doomed.is_empty() {
        return;
    }
    trees.for_each(|(number, death)| {
        if let Ok(at) = doomed.binary_search_by_key(&number.0, |(tree, _)| *tree)
            && death.0.is_none()
        {
            death.0 = Some(doomed[at].1);
        }
    });
}
