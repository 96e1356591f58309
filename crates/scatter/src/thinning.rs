//! Which nodes of a grid stay, so that just as many are left as were asked for, as dense as the weight says.

use crate::ScatterError;
use crate::layout::Layout;
use crate::ranks::mean_weight;
use crate::weight::weight_at;

/// A point that may stay: where it stands, and its rank, above 0.
pub(crate) struct Candidate {
    pub(crate) place_m: [f64; 2],
    pub(crate) rank: f64,
}

/// Most nodes made for one point that is asked for: under a weight whose mean is smaller, its densest places are
/// as dense as the nodes and no denser.
const MOST_PER_POINT: f64 = 100.0;

/// How many nodes a grid over the plot needs, so that `layout.count` stay where the weight thins them: the count over
/// the mean weight.
pub(crate) fn nodes_needed(layout: &Layout<'_>) -> Result<u32, ScatterError> {
    let Some(weight) = layout.weight else {
        return Ok(layout.count);
    };
    let nodes = f64::from(layout.count) / mean_weight(weight, layout)?.max(1.0 / MOST_PER_POINT);
    Ok(nodes.ceil().min(f64::from(u32::MAX)) as u32)
}

/// The numbers, ascending, of the `layout.count` candidates with the least rank over weight, or of all that may stand.
///
/// Where ranks are uniform from 0 to 1 this keeps a candidate with a chance in proportion to its weight.
pub(crate) fn thinned(layout: &Layout<'_>, candidates: &[Candidate]) -> Result<Vec<usize>, ScatterError> {
    let mut ranked = Vec::with_capacity(candidates.len());
    for (number, candidate) in candidates.iter().enumerate() {
        let weight = match layout.weight {
            None => 1.0,
            Some(weight) => weight_at(weight, candidate.place_m)?,
        };
        if weight > 0.0 {
            ranked.push((candidate.rank / weight, number));
        }
    }
    let count = layout.count as usize;
    if count < ranked.len() {
        ranked.select_nth_unstable_by(count, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked.truncate(count);
    }
    let mut kept: Vec<usize> = ranked.into_iter().map(|(_, number)| number).collect();
    kept.sort_unstable();
    Ok(kept)
}
