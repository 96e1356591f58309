//! The keys that a page has turned, as settings of the scenario.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use understory_scenario::{Dial, DialValue, Setting};

use super::answer::Turn;
use crate::error::Error;

/// The keys that were turned, by their paths.
pub(super) type Turned = BTreeMap<String, Turn>;

/// Settings of these keys. Each must be one of the dials, which name no file, and hold what such a key holds; whether the number is
/// in its range the scenario says.
pub(super) fn settings(turned: &Turned, dials: &[Dial]) -> Result<Vec<Setting>, Error> {
    turned
        .iter()
        .map(|(path, turn)| setting(path, turn, dials))
        .collect()
}

fn setting(path: &str, turn: &Turn, dials: &[Dial]) -> Result<Setting, Error> {
    let refused = |why: String| Error::Refused {
        why,
        way_out: "turn one of the keys that the page shows".to_owned(),
    };
    let Some(dial) = dials.iter().find(|dial| dial.path == path) else {
        return Err(refused(format!("`{path}` is no key that can be turned here")));
    };
    let value = match (&dial.value, turn) {
        (DialValue::Reals { is_list: false, .. }, Turn::Number(x)) => Some(format!("{x:?}")),
        (
            DialValue::Reals {
                is_list: true,
                values,
                ..
            },
            Turn::Numbers(xs),
        ) if xs.len() == values.len() => Some(format!("{xs:?}")),
        (DialValue::Wholes { is_list: false, .. }, Turn::Number(x)) => whole(*x),
        (
            DialValue::Wholes {
                is_list: true,
                values,
                ..
            },
            Turn::Numbers(xs),
        ) if xs.len() == values.len() => {
            let wholes: Option<Vec<String>> = xs.iter().map(|&x| whole(x)).collect();
            wholes.map(|wholes| format!("[{}]", wholes.join(", ")))
        }
        (DialValue::Flag(_), Turn::Flag(flag)) => Some(flag.to_string()),
        (DialValue::Word { words, .. }, Turn::Word(word)) if words.contains(&word.as_str()) => {
            Some(format!("{word:?}"))
        }
        _ => None,
    };
    let setting = value.and_then(|value| format!("{path}={value}").parse().ok());
    setting.ok_or_else(|| {
        let given = serde_json::to_string(turn).unwrap_or_default();
        refused(format!(
            "`{path}` is to be {given}, but it holds {}",
            held(&dial.value)
        ))
    })
}

/// A whole number as a file has it; none where it is none, or a browser could not tell it from the next.
fn whole(x: f64) -> Option<String> {
    const MOST: f64 = 9_007_199_254_740_991.0;
    (x.fract() == 0.0 && x.abs() <= MOST).then(|| (x as i64).to_string())
}

fn held(value: &DialValue) -> String {
    match value {
        DialValue::Reals { is_list: false, .. } => "a number".to_owned(),
        DialValue::Reals { values, .. } => format!("{} numbers", values.len()),
        DialValue::Wholes { is_list: false, .. } => "a whole number".to_owned(),
        DialValue::Wholes { values, .. } => format!("{} whole numbers", values.len()),
        DialValue::Flag(_) => "`true` or `false`".to_owned(),
        DialValue::Word { words, .. } => format!("one of {}", words.join(", ")),
    }
}

/// Whether a value decides which other keys there are: a word or a flag does.
pub(super) fn decides(turn: &Turn) -> bool {
    matches!(turn, Turn::Word(_) | Turn::Flag(_))
}

/// The dials as a page reads them.
pub(super) fn as_json(dials: &[Dial], turned: &Turned) -> String {
    let dials = dials.iter().map(|dial| {
        let mut told = match &dial.value {
            DialValue::Reals {
                values,
                is_list,
                interval,
            } => {
                let [low, high] = interval.ends();
                json!({"kind": "real", "values": values, "list": is_list, "low": low, "high": high})
            }
            DialValue::Wholes {
                values,
                is_list,
                range: (low, high),
            } => {
                json!({"kind": "whole", "values": values, "list": is_list, "low": low, "high": high})
            }
            DialValue::Flag(flag) => json!({"kind": "flag", "value": flag}),
            DialValue::Word { word, words } => json!({"kind": "word", "value": word, "words": words}),
        };
        told["path"] = json!(dial.path);
        told["unit"] = json!(dial.unit);
        told["doc"] = json!(dial.doc);
        told["written"] = json!(dial.is_written);
        told["turned"] = json!(turned.contains_key(&dial.path));
        told
    });
    Value::Array(dials.collect()).to_string()
}

#[cfg(test)]
mod tests {
    use understory_scenario::{Overrides, dials};

    use super::*;
    use crate::files::DiskFiles;

    fn of(path: &str, turn: Turn) -> Result<Setting, String> {
        let dials = dials("scenarios/old-field.toml", &DiskFiles, &Overrides::default()).unwrap();
        let turned = Turned::from([(path.to_owned(), turn)]);
        let settings = settings(&turned, &dials).map_err(|error| error.to_string())?;
        Ok(settings[0].clone())
    }

    #[test]
    fn what_is_turned_becomes_what_a_file_would_say() {
        let written = |path: &str, turn| of(path, turn).unwrap().written().to_owned();
        assert_eq!(written("world.seed", Turn::Number(8.0)), "world.seed=8");
        assert_eq!(
            written("world.size_m", Turn::Numbers(vec![50.0, 60.0])),
            "world.size_m=[50.0, 60.0]"
        );
        assert_eq!(
            written("light.model", Turn::Word("disc".to_owned())),
            "light.model=\"disc\""
        );
        let path = "species.birch.fruit.seeds_per_m2";
        assert_eq!(written(path, Turn::Number(1e-7)), format!("{path}=1e-7"));
    }

    /// No request may name a file, nor write anything but a value into the scenario.
    #[test]
    fn nothing_but_a_value_of_a_key_that_is_shown_is_taken() {
        let word = |word: &str| Turn::Word(word.to_owned());
        for (path, turn) in [
            ("world.elevation", word("/etc/passwd")),
            ("founders.1.file", word("stand.csv")),
            ("name", word("another")),
            ("world.seed=1\nname", Turn::Number(1.0)),
            ("light.model", word("disc\"\nname = \"x")),
            ("world.seed", Turn::Number(1.5)),
            ("world.seed", Turn::Number(1e300)),
            ("world.seed", word("7")),
            ("world.size_m", Turn::Numbers(vec![1.0])),
            ("species.birch.fruit.seeds_per_m2", Turn::Number(f64::NAN)),
        ] {
            let turned = of(path, turn.clone());
            // What is no number of TOML's is at least refused by the scenario.
            assert!(
                turned.is_err()
                    || turn == Turn::Number(f64::NAN)
                    || matches!(turn, Turn::Number(x) if x.is_nan()),
                "{path}: {turned:?}"
            );
        }
    }
}
