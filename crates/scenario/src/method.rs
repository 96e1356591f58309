//! A point method with its parameters, from the table in which it stands.

use understory_scatter::Method;

use crate::keys::is_parameter;
use crate::part::part;
use crate::problem::Report;
use crate::value::{Table, Value};

/// The method of this name; `None` where one of its parameters was found wrong.
pub(crate) fn read(report: &mut Report<'_>, entry: &Table, name: &str) -> Option<Method> {
    let mut method = entry.keeping(is_parameter);
    method.insert("name", entry.at, Value::Text(name.to_owned()));
    part(report, "method", &method)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fill::fill;
    use crate::keys::{Key, SCENARIO, ValueKind};

    fn keys_of(table: &str) -> &'static [Key] {
        match Key::find(SCENARIO, table).unwrap().kind {
            ValueKind::Tables(keys, _) => keys,
            _ => panic!("{table} is no list of tables"),
        }
    }

    #[test]
    fn founders_are_laid_out_by_all_methods_but_the_one_that_imitates() {
        let ValueKind::Choice(words) = Key::find(keys_of("founders"), "method").unwrap().kind else {
            panic!("it is no choice")
        };
        let names = Method::all().into_iter().map(|method| method.name());
        assert!(
            names
                .filter(|name| *name != "resampled")
                .eq(words.iter().copied())
        );
    }

    #[test]
    fn without_parameters_a_method_is_that_of_the_library() {
        for method in Method::all() {
            let (mut report, mut entry) = (Report::new("test", ""), Table::new(0));
            entry.insert("name", 0, Value::Text(method.name().to_owned()));
            fill(&mut report, keys_of("method"), &mut entry, "method");
            let read = read(&mut report, &entry, method.name());
            assert_eq!(read, Some(method));
        }
    }

    /// Every parameter's example is one that its method takes.
    #[test]
    fn each_example_is_read_into_its_method() {
        for key in keys_of("method") {
            let crate::keys::When::Is("name", methods) = key.when else {
                continue;
            };
            if key.example.is_empty() {
                continue;
            }
            for method in methods {
                let text = format!("name = \"{method}\"\n{} = {}", key.name, key.example);
                let table: toml::Table = text.parse().unwrap();
                let read: Result<Method, _> = table.try_into();
                assert!(read.is_ok(), "{text}: {read:?}");
            }
        }
    }
}
