//! The keys of an entry that names a point method: those of its parameters come from the method itself.

use understory_scatter::{Method, Named};

use super::{Key, When};

/// Those that need nothing to imitate: all but the last.
pub(super) const OF_FOUNDERS: &[Named] = Method::KEYS.split_last().unwrap().1;
pub(super) const FOUNDERS_METHODS: &[&str] = Method::NAMES.split_last().unwrap().1;

/// How many parameters methods have together.
pub(super) const fn parameter_count(methods: &[Named]) -> usize {
    let (mut count, mut method) = (0, 0);
    while method < methods.len() {
        count += methods[method].1.len();
        method += 1;
    }
    count
}

/// `own` keys, then the parameters of `methods`, each where `named_by` is its method; `N` is how many they are.
pub(super) const fn with_parameters<const N: usize>(
    own: &[Key],
    named_by: &'static str,
    methods: &[Named],
) -> [Key; N] {
    let mut keys = [own[0]; N];
    let (mut filled, mut method) = (0, 0);
    while filled < own.len() {
        keys[filled] = own[filled];
        filled += 1;
    }
    while method < methods.len() {
        let (name, parameters) = methods[method];
        let mut number = 0;
        while number < parameters.len() {
            keys[filled] = parameters[number].when(When::Is(named_by, name));
            filled += 1;
            number += 1;
        }
        method += 1;
    }
    assert!(filled == N, "N counts the keys of both");
    keys
}

/// Whether a key is a parameter of a point method.
pub(crate) fn is_parameter(name: &str) -> bool {
    let mut keys = Method::KEYS.iter().flat_map(|(_, keys)| *keys);
    keys.any(|key| key.name == name)
}
