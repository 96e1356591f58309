//! A list of which some stay, without a branch for each: where the answers are as good as random, that is what takes time.

/// Keeps what `is_kept` says of all from a number on, in its order.
#[inline]
pub(crate) fn keep<T: Copy>(all: &mut Vec<T>, from: usize, mut is_kept: impl FnMut(&mut T) -> bool) {
    let mut kept = from;
    for at in from..all.len() {
        let mut one = all[at];
        let stays = is_kept(&mut one);
        all[kept] = one;
        kept += usize::from(stays);
    }
    all.truncate(kept);
}
