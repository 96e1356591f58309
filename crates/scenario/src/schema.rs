use serde_json::{Map, Value, json};
use understory_forest::presets::PRESETS;

use crate::keys::{Key, Kind, Literal, Need, SCENARIO, When};

/// The scenario file as a JSON Schema (draft 2020-12), for editors.
///
/// It holds what the table of keys says: known keys, kinds, ranges, choices, what is required and what belongs
/// together. What needs arithmetic or other files is left to [`crate::load`].
#[must_use]
pub fn schema() -> Value {
    let mut schema = shape(SCENARIO);
    schema.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    schema.insert("title".to_owned(), json!("A scenario of understory"));
    let mut rules = needs(SCENARIO);
    rules.extend(needs_unless_grown());
    schema.insert("allOf".to_owned(), rules.into());
    schema.into()
}

/// What a table may hold.
fn shape(keys: &'static [Key]) -> Map<String, Value> {
    let properties: Map<_, _> = keys
        .iter()
        .map(|key| (key.name.to_owned(), property(key)))
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

fn property(key: &Key) -> Value {
    let pair = |item: Map<String, Value>| {
        let item = Value::from(item);
        json!({"type": "array", "items": item, "minItems": 2, "maxItems": 2})
    };
    let mut schema = match key.kind {
        Kind::Table(keys) => shape(keys).into(),
        Kind::Tables(keys, one_of) => {
            json!({"type": "array", "minItems": 1, "items": entry(keys, one_of)})
        }
        Kind::Text => json!({"type": "string"}),
        Kind::Path => json!({"type": "string", "minLength": 1}),
        Kind::Name => {
            json!({"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$", "maxLength": 100})
        }
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Choice(words) => json!({"enum": words}),
        Kind::Preset => {
            json!({"enum": PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>()})
        }
        Kind::Real(interval) => real(interval.schema_bounds()).into(),
        Kind::RealPair(interval) => pair(real(interval.schema_bounds())),
        Kind::Reals(interval) => {
            json!({"type": "array", "items": real(interval.schema_bounds()), "minItems": 1})
        }
        Kind::RealPairs(interval) => {
            json!({"type": "array", "items": pair(real(interval.schema_bounds())), "minItems": 1})
        }
        Kind::Whole(low, high) => whole(low, high).into(),
        Kind::WholePair(low, high) => pair(whole(low, high)),
    };
    let unit = if key.unit.is_empty() {
        String::new()
    } else {
        format!(" ({})", key.unit)
    };
    schema["description"] = json!(format!("{}{unit}", key.doc));
    if let Need::Default(literal) = key.need {
        schema["default"] = match literal {
            Literal::Word(word) => json!(word),
            Literal::Real(x) => json!(x),
            Literal::Whole(n) => json!(n),
            Literal::RealPair(pair) => json!(pair),
            Literal::Flag(flag) => json!(flag),
            Literal::Table => json!({}),
        };
    }
    schema
}

fn real(bounds: [(&'static str, f64); 2]) -> Map<String, Value> {
    let bounds = bounds.map(|(keyword, bound)| (keyword.to_owned(), json!(bound)));
    [("type".to_owned(), json!("number"))]
        .into_iter()
        .chain(bounds)
        .collect()
}

fn whole(low: i64, high: i64) -> Map<String, Value> {
    let bounds = [
        ("type", json!("integer")),
        ("minimum", json!(low)),
        ("maximum", json!(high)),
    ];
    bounds
        .map(|(keyword, value)| (keyword.to_owned(), value))
        .into_iter()
        .collect()
}

/// An entry of a list of tables; one that has a preset needs nothing besides its name.
fn entry(keys: &'static [Key], one_of: &[&str]) -> Value {
    let mut schema = shape(keys);
    let has_preset = keys.iter().any(|key| matches!(key.kind, Kind::Preset));
    let rules = if has_preset {
        let mut rules = misplaced(keys);
        rules.push(json!({"required": ["name"]}));
        rules.push(json!({"if": {"required": ["preset"]}, "else": {"allOf": needs(keys)}}));
        rules
    } else {
        needs(keys)
    };
    if !rules.is_empty() {
        schema.insert("allOf".to_owned(), rules.into());
    }
    if !one_of.is_empty() {
        let alternatives: Vec<_> = one_of.iter().map(|name| json!({"required": [name]})).collect();
        schema.insert("oneOf".to_owned(), alternatives.into());
    }
    schema.into()
}

/// What a table must hold, and what it must not in the company that is there.
fn needs(keys: &'static [Key]) -> Vec<Value> {
    let mut rules = Vec::new();
    for key in keys {
        let required = json!({"required": [key.name]});
        match key.need {
            Need::Required => rules.push(in_company(keys, key.when, required)),
            Need::RequiredWith(other) => rules.push(json!({"if": {"required": [other]}, "then": required})),
            Need::RequiredUnlessGrown | Need::Optional | Need::Default(_) => {}
        }
        if let Kind::Table(inner) = key.kind {
            rules.extend(below(key, needs(inner)));
        }
    }
    rules.extend(misplaced_here(keys, true));
    rules
}

/// What must not stand where it stands, in this table and those below it.
fn misplaced(keys: &'static [Key]) -> Vec<Value> {
    let inner = keys.iter().filter_map(|key| match key.kind {
        Kind::Table(inner) => below(key, misplaced(inner)),
        _ => None,
    });
    inner.chain(misplaced_here(keys, false)).collect()
}

fn below(key: &Key, rules: Vec<Value>) -> Option<Value> {
    (!rules.is_empty()).then(|| json!({"properties": {key.name: {"allOf": rules}}}))
}

/// Where the other key is not written its default may decide, or else a preset, which nobody knows here.
fn misplaced_here(keys: &'static [Key], defaults_hold: bool) -> Vec<Value> {
    let absent = |key: &Key| json!({"properties": {key.name: false}});
    let rules = keys.iter().filter_map(|key| match key.when {
        When::Always => None,
        When::Is(other, words) => {
            let decides =
                defaults_hold && default_word(keys, other).is_some_and(|word| !words.contains(&word));
            let required = if decides { json!([]) } else { json!([other]) };
            Some(json!({
                "if": {"properties": {other: {"not": {"enum": words}}}, "required": required},
                "then": absent(key),
            }))
        }
        When::With(other) => Some(json!({"if": {"not": {"required": [other]}}, "then": absent(key)})),
        When::Without(other) => Some(json!({"if": {"required": [other]}, "then": absent(key)})),
    });
    rules.collect()
}

fn default_word(keys: &'static [Key], name: &str) -> Option<&'static str> {
    match Key::find(keys, name)?.need {
        Need::Default(Literal::Word(word)) => Some(word),
        _ => None,
    }
}

/// `rule` where a key may stand.
fn in_company(keys: &'static [Key], when: When, rule: Value) -> Value {
    let company = match when {
        When::Always => return rule,
        When::Is(other, words) => {
            let by_default = default_word(keys, other).is_some_and(|word| words.contains(&word));
            let required = if by_default { json!([]) } else { json!([other]) };
            json!({"properties": {other: {"enum": words}}, "required": required})
        }
        When::With(other) => json!({"required": [other]}),
        When::Without(other) => json!({"not": {"required": [other]}}),
    };
    json!({"if": company, "then": rule})
}

/// The keys that a grown forest brings along are required without one and refused with one.
fn needs_unless_grown() -> Vec<Value> {
    let grown = json!({
        "properties": {"founders": {"contains": {"required": ["grown"]}}},
        "required": ["founders"],
    });
    let tables = SCENARIO.iter().filter_map(|key| match key.kind {
        Kind::Table(keys) => Some((key.name, keys)),
        _ => None,
    });
    let keys = tables.flat_map(|(table, keys)| {
        keys.iter()
            .filter(|key| matches!(key.need, Need::RequiredUnlessGrown))
            .map(move |key| (table, key.name))
    });
    keys.map(|(table, name)| {
        json!({
            "if": grown,
            "then": {"properties": {table: {"properties": {name: false}}}},
            "else": {"properties": {table: {"required": [name]}}},
        })
    })
    .collect()
}
