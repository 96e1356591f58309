//! What a system reads and writes, as its signature says.
//!
//! Kept apart by kind: two views of one component for different kinds are no conflict, as they borrow different
//! columns.

use std::any::{TypeId, type_name};

/// What a system reads and writes.
#[derive(Default)]
pub struct Access {
    touched: Vec<Touched>,
    /// Whether it takes the whole world.
    whole: bool,
}

struct Touched {
    /// The kind of entity; none for a resource.
    kind: Option<&'static str>,
    id: TypeId,
    name: String,
    is_written: bool,
}

impl Access {
    pub(crate) fn note<T: 'static>(&mut self, kind: Option<&'static str>, is_written: bool) {
        self.note_type(kind, TypeId::of::<T>(), type_name::<T>(), is_written);
    }

    fn note_type(&mut self, kind: Option<&'static str>, id: TypeId, name: &str, is_written: bool) {
        self.touched.push(Touched {
            kind,
            id,
            name: words_of(name),
            is_written,
        });
    }

    pub(crate) fn note_whole(&mut self) {
        self.whole = true;
    }

    /// What is borrowed twice with one of the two for writing, if anything.
    pub(crate) fn conflict(&self) -> Option<&str> {
        let clash = |(at, one): (usize, &Touched)| {
            self.touched[..at].iter().any(|other| {
                one.id == other.id && one.kind == other.kind && (one.is_written || other.is_written)
            })
        };
        let clashing = self.touched.iter().enumerate().find(|&touched| clash(touched));
        clashing.map(|(_, touched)| touched.name.as_str())
    }

    /// What is read, or written, in words: `tree: age, size; species`.
    pub(crate) fn named(&self, is_written: bool) -> String {
        if self.whole {
            return "everything".to_owned();
        }
        let mut groups: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
        for touched in self
            .touched
            .iter()
            .filter(|touched| touched.is_written == is_written)
        {
            match groups.iter_mut().find(|(kind, _)| *kind == touched.kind) {
                Some((_, names)) => names.push(&touched.name),
                None => groups.push((touched.kind, vec![&touched.name])),
            }
        }
        let group = |(kind, names): &(Option<&str>, Vec<&str>)| match kind {
            Some(kind) => format!("{}: {}", spaced(kind), names.join(", ")),
            None => names.join(", "),
        };
        // Resources last, wherever they stand in the signature.
        groups.sort_by_key(|(kind, _)| kind.is_none());
        let groups: Vec<String> = groups.iter().map(group).collect();
        if groups.is_empty() {
            "nothing".to_owned()
        } else {
            groups.join("; ")
        }
    }
}

/// A type's name in words: `TreeNumber` is `tree number`. Of a generic type, its parameter follows: `Index<Tree>` is
/// `index of tree`.
pub(crate) fn words<T: ?Sized>() -> String {
    words_of(type_name::<T>())
}

fn words_of(path: &str) -> String {
    let (outer, parameter) = match path.split_once('<') {
        Some((outer, rest)) => (outer, Some(rest.trim_end_matches('>'))),
        None => (path, None),
    };
    let last = |path: &str| spaced(path.rsplit("::").next().unwrap_or(path));
    match parameter {
        Some(parameter) => format!("{} of {}", last(outer), last(parameter)),
        None => last(outer),
    }
}

/// `TreeNumber` as `tree number`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
