//! Tables whose keys are known. A broken value stays in its place, so that what depends on it is not reported again.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::keys::{Key, ValueKind};
use crate::sweep::Varied;

/// A table of a scenario whose keys are known and whose values have passed the walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Byte of the file where it begins.
    pub(crate) at: usize,
    entries: BTreeMap<&'static str, Node>,
    /// The paths of a sweep, in the order of the file.
    pub(crate) swept: Vec<Varied>,
}

/// A value and the byte of the file where it stands (or what brought it in, for a preset or a default).
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) at: usize,
    pub(crate) value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Something was wrong with it and has been reported; what depends on it is not looked at.
    Broken,
    Text(String),
    Real(f64),
    Whole(i64),
    Flag(bool),
    RealPair([f64; 2]),
    Reals(Vec<f64>),
    RealPairs(Vec<[f64; 2]>),
    WholePair([i64; 2]),
    RealTriple([f64; 3]),
    Segments(Vec<[[f64; 3]; 2]>),
    Triangles(Vec<[[f64; 3]; 3]>),
    Texts(Vec<String>),
    Table(Table),
    Tables(Vec<Table>),
}

/// A broken value is `None` to all that ask for a type.
impl Table {
    pub(crate) fn new(at: usize) -> Self {
        Self {
            at,
            entries: BTreeMap::new(),
            swept: Vec::new(),
        }
    }

    pub(crate) fn insert(&mut self, name: &'static str, at: usize, value: Value) {
        self.entries.insert(name, Node { at, value });
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Node> {
        self.entries.get(name)
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        self.entries.get_mut(name)
    }

    /// All values with their keys.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (&'static str, &Node)> {
        self.entries.iter().map(|(name, node)| (*name, node))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    pub(crate) fn is_broken(&self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|node| matches!(node.value, Value::Broken))
    }

    /// Whether nothing in it is broken.
    pub(crate) fn is_whole(&self) -> bool {
        self.entries.values().all(|node| match &node.value {
            Value::Broken => false,
            Value::Table(table) => table.is_whole(),
            Value::Tables(tables) => tables.iter().all(Self::is_whole),
            _ => true,
        })
    }

    /// Byte of the file where the value of a key stands, or of the table without it.
    pub(crate) fn at(&self, name: &str) -> usize {
        self.get(name).map_or(self.at, |node| node.at)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match &self.get(name)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn texts(&self, name: &str) -> Option<&[String]> {
        match &self.get(name)?.value {
            Value::Texts(texts) => Some(texts),
            _ => None,
        }
    }

    pub(crate) fn real(&self, name: &str) -> Option<f64> {
        match self.get(name)?.value {
            Value::Real(x) => Some(x),
            _ => None,
        }
    }

    pub(crate) fn whole<T: TryFrom<i64>>(&self, name: &str) -> Option<T> {
        match self.get(name)?.value {
            Value::Whole(n) => T::try_from(n).ok(),
            _ => None,
        }
    }

    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)?.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    pub(crate) fn real_pair(&self, name: &str) -> Option<[f64; 2]> {
        match self.get(name)?.value {
            Value::RealPair(pair) => Some(pair),
            _ => None,
        }
    }

    pub(crate) fn whole_pair(&self, name: &str) -> Option<[u32; 2]> {
        match self.get(name)?.value {
            Value::WholePair([x, y]) => Some([u32::try_from(x).ok()?, u32::try_from(y).ok()?]),
            _ => None,
        }
    }

    pub(crate) fn table(&self, name: &str) -> Option<&Table> {
        match &self.get(name)?.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn table_mut(&mut self, name: &str) -> Option<&mut Table> {
        match &mut self.get_mut(name)?.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn tables(&self, name: &str) -> Option<&[Table]> {
        match &self.get(name)?.value {
            Value::Tables(tables) => Some(tables),
            _ => None,
        }
    }

    pub(crate) fn tables_mut(&mut self, name: &str) -> Option<&mut [Table]> {
        match &mut self.get_mut(name)?.value {
            Value::Tables(tables) => Some(tables),
            _ => None,
        }
    }

    /// Each path to a file in it and in those below it, with the byte where it stands.
    pub(crate) fn each_path(&mut self, keys: &'static [Key], of: &mut dyn FnMut(usize, &mut String)) {
        for key in keys {
            let Some(node) = self.get_mut(key.name) else {
                continue;
            };
            match (&mut node.value, key.kind, key.kind.keys()) {
                (Value::Text(path), ValueKind::Path, _) => of(node.at, path),
                (Value::Table(inner), _, Some(keys)) => inner.each_path(keys, of),
                (Value::Tables(entries), _, Some(keys)) => {
                    entries.iter_mut().for_each(|entry| entry.each_path(keys, of));
                }
                _ => {}
            }
        }
    }

    /// The table without one of its keys, and that key's value.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Node> {
        self.entries.remove(name)
    }

    /// Only the keys of which `is_kept` says so.
    pub(crate) fn keeping(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let kept = self.entries.iter().filter(|(name, _)| is_kept(name));
        Self {
            at: self.at,
            entries: kept.map(|(name, node)| (*name, node.clone())).collect(),
            swept: Vec::new(),
        }
    }

    /// The same as plain JSON, for serde; without what is broken.
    pub(crate) fn to_plain(&self) -> Map<String, Json> {
        self.entries
            .iter()
            .filter_map(|(&name, node)| Some((name.to_owned(), node.value.to_plain()?)))
            .collect()
    }
}

impl Value {
    /// The same as plain JSON, for serde; none for what is broken.
    pub(crate) fn to_plain(&self) -> Option<Json> {
        match self {
            Self::Broken => None,
            Self::Text(text) => Some(text.as_str().into()),
            Self::Real(x) => Some((*x).into()),
            Self::Whole(n) => Some((*n).into()),
            Self::Flag(flag) => Some((*flag).into()),
            Self::RealPair(pair) => Some(pair.to_vec().into()),
            Self::Reals(reals) => Some(reals.clone().into()),
            Self::RealPairs(pairs) => Some(pairs.iter().map(|pair| pair.to_vec()).collect::<Vec<_>>().into()),
            Self::WholePair(pair) => Some(pair.to_vec().into()),
            Self::RealTriple(triple) => Some(triple.to_vec().into()),
            Self::Segments(segments) => Some(of_corners(segments)),
            Self::Triangles(triangles) => Some(of_corners(triangles)),
            Self::Texts(texts) => Some(texts.clone().into()),
            Self::Table(table) => Some(table.to_plain().into()),
            Self::Tables(tables) => Some(tables.iter().map(Table::to_plain).collect::<Vec<_>>().into()),
        }
    }
}

fn of_corners<const N: usize>(shapes: &[[[f64; 3]; N]]) -> Json {
    let plain = |shape: &[[f64; 3]; N]| shape.map(|corner| corner.to_vec()).to_vec();
    shapes.iter().map(plain).collect::<Vec<_>>().into()
}
