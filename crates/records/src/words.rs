//! Words that are known, and which of them was meant.
//!
//! A hint is for a slip of the fingers: it should come for one or two wrong letters, and not for another word.

/// The known word that was probably meant, if one is near enough or one begins with the other.
#[must_use]
pub fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let word = word.to_lowercase();
    let likeness = |known: &str| {
        let is_beginning =
            word.len().min(known.len()) >= 3 && (known.starts_with(&word) || word.starts_with(known));
        let likeness = strsim::normalized_damerau_levenshtein(&word, known);
        if is_beginning { likeness.max(0.7) } else { likeness }
    };
    known
        .map(|candidate| (likeness(&candidate.to_lowercase()), candidate))
        .filter(|(likeness, _)| *likeness > 0.65)
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, candidate)| candidate)
}
