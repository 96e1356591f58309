//! Numbers and names in words.

/// A number with so many decimals.
pub(crate) fn digits(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}")
}

pub(crate) fn one_or_many(count: u64, word: &str) -> String {
    if count == 1 {
        word.to_owned()
    } else {
        format!("{word}s")
    }
}

pub(crate) fn counted(count: u64, word: &str) -> String {
    format!("{count} {}", one_or_many(count, word))
}

pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => "no species".to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_counts_are_words() {
        let names = |names: &[&str]| listed(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["ash", "oak", "elm"]), "ash, oak and elm");
        assert_eq!(
            (names(&["ash"]), counted(1, "tree"), counted(0, "tree")),
            ("ash".into(), "1 tree".into(), "0 trees".into())
        );
    }
}
