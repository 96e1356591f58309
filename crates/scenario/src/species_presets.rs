//! Which preset each species of a scenario is laid over, from the text alone.

use toml_edit::{DocumentMut, Item, TableLike};

/// The name of each species of a scenario, in the order of the file, and of its preset where it has one. `None` for text that is
/// no TOML. Nothing else is checked.
#[must_use]
pub fn species_presets(text: &str) -> Option<Vec<(String, Option<String>)>> {
    let document: DocumentMut = text.parse().ok()?;
    let text_of = |table: &dyn TableLike, key: &str| table.get(key)?.as_str().map(str::to_owned);
    let entry = |table: &dyn TableLike| Some((text_of(table, "name")?, text_of(table, "preset")));
    let all = match document.get("species") {
        Some(Item::ArrayOfTables(tables)) => tables.iter().filter_map(|table| entry(table)).collect(),
        Some(Item::Value(value)) => {
            let tables = value.as_array().into_iter().flatten();
            let tables = tables.filter_map(|value| value.as_inline_table());
            tables.filter_map(|table| entry(table)).collect()
        }
        _ => Vec::new(),
    };
    Some(all)
}

/// The latitude that the text of a scenario gives, °; none where it gives none, or is no TOML.
#[must_use]
pub fn latitude_deg(text: &str) -> Option<f64> {
    let document: DocumentMut = text.parse().ok()?;
    let latitude = document.get("ground")?.get("latitude_deg")?;
    latitude.as_float().or_else(|| Some(latitude.as_integer()? as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn species_come_with_their_presets_in_both_ways_of_writing_a_list() {
        let expected = vec![
            ("beech".to_owned(), Some("fagus-sylvatica".to_owned())),
            ("own".to_owned(), None),
        ];
        for text in [
            "[[species]]\nname = \"beech\"\npreset = \"fagus-sylvatica\"\n[[species]]\nname = \"own\"\n",
            "species = [{ name = \"beech\", preset = \"fagus-sylvatica\" }, { name = \"own\" }]",
        ] {
            assert_eq!(species_presets(text), Some(expected.clone()), "{text}");
        }
        assert_eq!(species_presets("name = \"a\""), Some(Vec::new()));
        assert_eq!(species_presets("name = "), None);
    }

    #[test]
    fn a_latitude_is_read_in_both_ways_of_writing_a_table() {
        assert_eq!(latitude_deg("[ground]\nlatitude_deg = -36.88\n"), Some(-36.88));
        assert_eq!(latitude_deg("ground = { latitude_deg = 51 }\n"), Some(51.0));
        assert_eq!(latitude_deg("[ground]\n"), None);
        assert_eq!(latitude_deg("name = \"flat\"\n"), None);
    }
}
