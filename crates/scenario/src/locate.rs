//! Where in a scenario a key stands, for what is found only when something is grown or laid out.

use toml::de::{DeTable, DeValue};

use crate::problem::{Problem, Report};

/// A problem of a scenario with this text that is to be mended at `key`: `founders.2.count`, `tree.obstacles`.
///
/// Entries of a list go by their number from 0, or by their `label` or `name`. A key that is not written there, as
/// a preset or a default brings it in, stands at the table that it belongs to.
#[must_use]
pub fn problem_of_key(file: &str, text: &str, key: &str, message: String, hint: Option<String>) -> Problem {
    let text = text.trim_start_matches('\u{feff}');
    Report::new(file, text).at(byte_of(text, key), message, hint)
}

/// The byte where the value of a key begins, or that of the last table on the way that is there.
pub(crate) fn byte_of(text: &str, key: &str) -> usize {
    let Ok(document) = DeTable::parse(text) else {
        return 0;
    };
    let (mut at, mut here): (usize, Option<&DeValue<'_>>) = (0, None);
    for step in key.split('.') {
        let next = match here {
            None => document.get_ref().get(step),
            Some(DeValue::Table(table)) => table.get(step),
            Some(DeValue::Array(array)) => match step.parse::<usize>() {
                Ok(number) => array.get(number),
                Err(_) => ["label", "name"].into_iter().find_map(|name| {
                    let is_it = |value: &DeValue<'_>| match value {
                        DeValue::Table(table) => {
                            matches!(table.get(name).map(|value| value.get_ref()), Some(DeValue::String(text)) if text == step)
                        }
                        _ => false,
                    };
                    array.iter().find(|entry| is_it(entry.get_ref()))
                }),
            },
            Some(_) => None,
        };
        let Some(next) = next else { break };
        (at, here) = (next.span().start, Some(next.get_ref()));
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name = \"a\"\n[world]\nsize_m = [1.0, 2.0]\n[[method]]\nname = \"kerr\"\n[[method]]\nname = \"kerr\"\nlabel = \"far\"\nreach_cells = 9\n";

    #[test]
    fn a_key_is_found_or_else_the_table_it_belongs_to() {
        let place = |key: &str| {
            let problem = problem_of_key("a.toml", TEXT, key, String::new(), None);
            (problem.line, problem.column)
        };
        assert_eq!(place("world.size_m"), (3, 10));
        assert_eq!(place("world.seed"), (2, 1));
        assert_eq!(place("method.far.reach_cells"), (9, 15));
        assert_eq!(place("method.kerr.reach_cells"), (4, 1));
        assert_eq!(place("method.1.strength"), (6, 1));
        assert_eq!(place("tree.crown"), (1, 1));
    }
}
