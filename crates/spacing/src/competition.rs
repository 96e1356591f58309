//! Competition indices: how hard a tree is pressed by the trees around it.

use std::num::NonZero;

use understory_numerics::parallel::map;
use understory_numerics::sort;
use understory_space::{KdTree, Plot};

use crate::error::{SpacingError, check_count, check_each};
use crate::near::tree_of;
use crate::nearest::check;

/// Slots of the kd-tree that one thread takes at a time.
const SLOTS_TOGETHER: usize = 1024;

/// Which trees compete with a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Competitors {
    /// So many that are nearest to it, or all where there are fewer; of those equally far, the ones given first.
    Nearest(NonZero<usize>),
    /// All up to this distance, m.
    Within(f64),
}

/// Hegyi's competition index of each tree: Σ *d_j* / (*d_i* · *l_ij*) over its competitors *j*, with diameters *d* and
/// the distance *l* in m; 0 for a tree without a competitor.
///
/// On a torus distances lead round the edge. On an open plot trees near the edge have fewer competitors than they
/// would have in a larger one: no correction is made.
///
/// # Errors
/// [`SpacingError`] for a point outside the window, fewer than two points, not one diameter for each, a diameter that is
/// not above 0, a radius that is no distance, and for two competitors in the same place, where the index is infinite.
///
/// # Source
/// Hegyi (1974), A simulation model for managing jack-pine stands, as the R packages siplab (`powers_ker` with `pi`,
/// `pj` and `pr` 1) and compInd compute it.
///
/// ```
/// use std::num::NonZero;
/// use understory_spacing::{Competitors, Edge, Plot, hegyi};
///
/// let window = Plot::new([0.0, 0.0], [10.0, 10.0], Edge::Open)?;
/// let trees_m = [[1.0, 1.0], [3.0, 1.0], [9.0, 9.0]];
/// let nearest = Competitors::Nearest(NonZero::new(1).expect("1 is not 0"));
/// let index = hegyi(&trees_m, &[10.0, 20.0, 40.0], &window, nearest)?;
/// assert_eq!(index[..2], [20.0 / 10.0 / 2.0, 10.0 / 20.0 / 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hegyi(
    trees_m: &[[f64; 2]],
    diameters: &[f64],
    window: &Plot,
    competitors: Competitors,
) -> Result<Vec<f64>, SpacingError> {
    check(trees_m, window)?;
    check_count("diameters", diameters.len(), "point", trees_m.len())?;
    let is_diameter = |diameter: f64| diameter.is_finite() && diameter > 0.0;
    check_each(
        "the diameter of point",
        diameters,
        "be finite and above 0",
        is_diameter,
    )?;
    if let Competitors::Within(r_m) = competitors
        && !(r_m.is_finite() && r_m >= 0.0)
    {
        let (what, must) = ("the distance of competitors", "be finite and at least 0");
        return Err(SpacingError::out_of_range(what, format!("{r_m} m"), must));
    }
    let tree = tree_of(trees_m, window);
    let by_slot = map(trees_m.len(), SLOTS_TOGETHER, |slot| {
        index_of(&tree, slot, diameters, competitors)
    });
    let mut indices = vec![0.0; trees_m.len()];
    for (&number, index) in tree.numbers().iter().zip(by_slot) {
        indices[number as usize] = index?;
    }
    Ok(indices)
}

/// The index of the tree in a slot.
fn index_of(
    tree: &KdTree,
    slot: usize,
    diameters: &[f64],
    competitors: Competitors,
) -> Result<f64, SpacingError> {
    let (place_m, number) = (tree.points_m()[slot], tree.numbers()[slot]);
    let mut found: Vec<(f64, u32)> = Vec::new();
    let mut meet = |at: usize, squared_m2: f64| {
        if at != slot {
            found.push((squared_m2, tree.numbers()[at]));
        }
    };
    match competitors {
        Competitors::Within(r_m) => tree.within(place_m, r_m * r_m, meet),
        Competitors::Nearest(count) => {
            // One more, as the tree itself is the nearest to its place.
            let mut reach_m2 = Vec::new();
            let and_itself = count.saturating_add(1);
            tree.nearest(place_m, and_itself, |_, squared_m2| reach_m2.push(squared_m2));
            sort::numbers(&mut reach_m2);
            let last = and_itself.get().min(reach_m2.len()) - 1;
            // Asked for anew up to the last of them, so that of trees equally far the tree's layout decides nothing.
            tree.within(place_m, reach_m2[last], &mut meet);
        }
    }
    found.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    if let Competitors::Nearest(count) = competitors {
        found.truncate(count.get());
    }
    if let Some(&(_, other)) = found.first().filter(|(squared_m2, _)| *squared_m2 == 0.0) {
        return Err(SpacingError::SamePlace {
            one: number.min(other) as usize,
            other: number.max(other) as usize,
            x_m: place_m[0],
            y_m: place_m[1],
        });
    }
    let diameter = diameters[number as usize];
    let pressure =
        |&(squared_m2, other): &(f64, u32)| diameters[other as usize] / (diameter * squared_m2.sqrt());
    Ok(found.iter().map(pressure).sum())
}
