//! A point method with its parameters, from the table in which it stands.

use understory_scatter::Method;

use crate::keys::is_parameter;
use crate::problem::{Report, bug};
use crate::value::{Table, Value};

/// The method of this name; `None` where one of its parameters was found wrong.
pub(crate) fn read(report: &mut Report<'_>, entry: &Table, name: &str) -> Option<Method> {
    let mut method = entry.keeping(is_parameter);
    if !method.is_whole() {
        return None;
    }
    method.insert("name", entry.at, Value::Text(name.to_owned()));
    // The walk lets nothing through that does not fit, so an error here is ours.
    let read = method.to_toml().try_into::<Method>();
    read.map_err(|error| report.problem(entry.at, format!("`{name}` could not be read: {error}"), bug()))
        .ok()
}

#[cfg(test)]
mod tests {
    use understory_scatter::PointMethod;

    use super::*;
    use crate::keys::{Key, Kind, SCENARIO};

    fn keys_of(table: &str) -> &'static [Key] {
        match Key::find(SCENARIO, table).unwrap().kind {
            Kind::Tables(keys, _) => keys,
            _ => panic!("{table} is no list of tables"),
        }
    }

    #[test]
    fn the_methods_of_the_library_are_those_of_the_table_of_keys() {
        let names: Vec<&str> = Method::all().iter().map(PointMethod::name).collect();
        let words = |table: &str, key: &str| match Key::find(keys_of(table), key).unwrap().kind {
            Kind::Choice(words) => words.to_vec(),
            _ => panic!("{key} is no choice"),
        };
        assert_eq!(words("method", "name"), names);
        // Founders have nothing to imitate.
        let founders: Vec<&str> = names.into_iter().filter(|name| *name != "resampled").collect();
        assert_eq!(words("founders", "method"), founders);
    }

    #[test]
    fn without_parameters_a_method_is_that_of_the_library() {
        for method in Method::all() {
            let mut report = Report::new("test", "");
            let read = read(&mut report, &Table::new(0), method.name());
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
