//! The keys as a JSON Schema.

use serde_json::{Map, Value, json};

use crate::fill::default_value;
use crate::keys::{self, Interval, Key, Literal, Need, SCENARIO, ValueKind, When};
use crate::sweep::{MOST_STEPS, SCALES};

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
    rules.push(json!({
        "if": {"required": ["place"]},
        "then": {"properties": {"world": {"properties": {"edge": {"enum": ["open"]}}}}},
    }));
    schema.insert("allOf".to_owned(), rules.into());
    let mut definitions = Map::new();
    define_tagged(SCENARIO, &mut definitions);
    schema.insert("$defs".to_owned(), definitions.into());
    schema.into()
}

/// Tables that may stand within themselves are defined once, by name.
fn define_tagged(keys: &'static [Key], definitions: &mut Map<String, Value>) {
    for key in keys {
        if let ValueKind::Tagged(name, inner) | ValueKind::TaggedList(name, inner) = key.kind {
            if definitions.contains_key(name) {
                continue;
            }
            let mut definition = shape(inner);
            definition.insert("allOf".to_owned(), needs(inner).into());
            definitions.insert(name.to_owned(), definition.into());
        }
        define_tagged(key.kind.keys().unwrap_or_default(), definitions);
    }
}

/// What a table may hold.
fn shape(keys: &'static [Key]) -> Map<String, Value> {
    let properties: Map<_, _> = keys
        .iter()
        .map(|key| {
            let is_one = !shares_its_name(keys, key);
            (
                key.name.to_owned(),
                if is_one { property(key) } else { json!(true) },
            )
        })
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

/// Whether several keys have this one's name, each in another company, which then says what its value is.
fn shares_its_name(keys: &[Key], key: &Key) -> bool {
    keys.iter().filter(|other| other.name == key.name).count() > 1
}

fn property(key: &Key) -> Value {
    let several = |item: Value, count: u32| json!({"type": "array", "items": item, "minItems": count, "maxItems": count});
    let pair = |item: Map<String, Value>| several(item.into(), 2);
    let triple = |interval: Interval| several(real(interval.schema_bounds()).into(), 3);
    let tagged = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let mut schema = match key.kind {
        ValueKind::Table(keys) => shape(keys).into(),
        ValueKind::Tables(keys, one_of) => {
            json!({"type": "array", "minItems": 1, "items": entry(keys, one_of)})
        }
        ValueKind::Swept(keys) => swept(keys),
        ValueKind::OneOf(keys) => one_of(keys),
        ValueKind::OneOfList(keys) => json!({"type": "array", "minItems": 1, "items": one_of(keys)}),
        ValueKind::Tagged(name, _) => tagged(name),
        ValueKind::TaggedList(name, _) => json!({"type": "array", "minItems": 1, "items": tagged(name)}),
        ValueKind::Text => json!({"type": "string"}),
        ValueKind::Letter => json!({"type": "string", "minLength": 1, "maxLength": 1}),
        ValueKind::Colour => json!({"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}),
        ValueKind::Choices(words) => json!({"type": "array", "minItems": 1, "items": {"enum": words}}),
        ValueKind::Path => json!({"type": "string", "minLength": 1}),
        ValueKind::Name => {
            json!({"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$", "maxLength": 100})
        }
        ValueKind::Flag => json!({"type": "boolean"}),
        ValueKind::Choice(words) => json!({"enum": words}),
        ValueKind::Preset(presets) => json!({"enum": keys::presets(presets)}),
        ValueKind::Real(interval) => real(interval.schema_bounds()).into(),
        ValueKind::RealPair(interval) => pair(real(interval.schema_bounds())),
        ValueKind::Reals(interval) => {
            json!({"type": "array", "items": real(interval.schema_bounds()), "minItems": 1})
        }
        ValueKind::RealPairs(interval) => {
            json!({"type": "array", "items": pair(real(interval.schema_bounds())), "minItems": 1})
        }
        ValueKind::RealTriple(interval) => triple(interval),
        ValueKind::Triangles(interval) => {
            json!({"type": "array", "items": several(triple(interval), 3), "minItems": 1})
        }
        ValueKind::Segments(interval) => {
            json!({"type": "array", "items": several(triple(interval), 2), "minItems": 1})
        }
        ValueKind::Whole(low, high) => whole(low, high).into(),
        ValueKind::WholePair(low, high) => pair(whole(low, high)),
    };
    let unit = if key.unit.is_empty() {
        String::new()
    } else {
        format!(" ({})", key.unit)
    };
    schema["description"] = json!(format!("{}{unit}", key.doc));
    if let Need::Default(literal) = key.need {
        schema["default"] = default_value(literal, 0).to_plain().into();
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

/// A table of these keys and of paths, each with a list of values or a range.
fn swept(keys: &'static [Key]) -> Value {
    let mut schema = shape(keys);
    let rules = needs(keys);
    if !rules.is_empty() {
        schema.insert("allOf".to_owned(), rules.into());
    }
    let value = json!({"type": ["number", "string", "boolean", "array"]});
    schema.remove("additionalProperties");
    schema.insert(
        "patternProperties".to_owned(),
        json!({"\\.": {"anyOf": [
            {"type": "array", "minItems": 1, "items": value},
            {
                "type": "object",
                "properties": {
                    "from": {"type": "number"},
                    "to": {"type": "number"},
                    "steps": whole(2, MOST_STEPS),
                    "scale": {"enum": SCALES},
                },
                "required": ["from", "to"],
                "additionalProperties": false,
            },
        ]}}),
    );
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema.into()
}

/// A table with exactly one of its keys.
fn one_of(keys: &'static [Key]) -> Value {
    let mut schema = shape(keys);
    schema.insert("minProperties".to_owned(), json!(1));
    schema.insert("maxProperties".to_owned(), json!(1));
    let rules = needs(keys);
    if !rules.is_empty() {
        schema.insert("allOf".to_owned(), rules.into());
    }
    schema.into()
}

/// An entry of a list of tables.
fn entry(keys: &'static [Key], one_of: &[&str]) -> Value {
    let mut schema = shape(keys);
    let rules = rules(keys);
    if !rules.is_empty() {
        schema.insert("allOf".to_owned(), rules.into());
    }
    if !one_of.is_empty() {
        let alternatives: Vec<_> = one_of.iter().map(|name| json!({"required": [name]})).collect();
        schema.insert("oneOf".to_owned(), alternatives.into());
    }
    schema.into()
}

fn has_preset(keys: &[Key]) -> bool {
    keys.iter().any(|key| matches!(key.kind, ValueKind::Preset(_)))
}

/// What holds of a table; one that has a preset needs nothing besides its name.
fn rules(keys: &'static [Key]) -> Vec<Value> {
    if !has_preset(keys) {
        return needs(keys);
    }
    let mut rules = misplaced(keys);
    if Key::find(keys, "name").is_some() {
        rules.push(json!({"required": ["name"]}));
    }
    rules.push(json!({"if": {"required": ["preset"]}, "else": {"allOf": needs(keys)}}));
    rules
}

/// What a table must hold, and what it must not in the company that is there.
fn needs(keys: &'static [Key]) -> Vec<Value> {
    let mut rules = Vec::new();
    for key in keys {
        let required = json!({"required": [key.name]});
        match key.need {
            Need::Required => rules.push(in_company(keys, key.when, required)),
            Need::RequiredWith(other) => rules.push(json!({"if": {"required": [other]}, "then": required})),
            Need::RequiredWithout(other) => {
                let either = json!({"anyOf": [required, {"required": [other]}]});
                rules.push(in_company(keys, key.when, either));
            }
            Need::RequiredUnlessGrown(_)
            | Need::RequiredUnlessGrownOrPainted
            | Need::Optional
            | Need::Default(_) => {}
        }
        if let ValueKind::Table(inner) = key.kind {
            rules.extend(below(key, self::rules(inner)));
        }
        if shares_its_name(keys, key) {
            let value = json!({"properties": {key.name: property(key)}});
            rules.push(in_company(keys, key.when, value));
        }
    }
    rules.extend(misplaced_here(keys, true));
    rules
}

/// What must not stand where it stands, in this table and those below it; one with a preset of its own is whole.
fn misplaced(keys: &'static [Key]) -> Vec<Value> {
    let inner = keys.iter().filter_map(|key| match key.kind {
        ValueKind::Table(inner) if has_preset(inner) => below(key, rules(inner)),
        ValueKind::Table(inner) => below(key, misplaced(inner)),
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
        When::Always | When::OnAPlot => None,
        When::Is(other, _) => {
            let words = keys::words(&keys::alike(keys, key));
            if words.is_empty() {
                return None;
            }
            // Left out, another word holds, or none at all.
            let is_none = Key::find(keys, other).is_some_and(|other| matches!(other.need, Need::Optional));
            let is_other = default_word(keys, other).is_some_and(|word| !words.contains(&word));
            let decides = defaults_hold && (is_other || is_none);
            let required = if decides { json!([]) } else { json!([other]) };
            Some(json!({
                "if": {"properties": {other: {"not": {"enum": words}}}, "required": required},
                "then": absent(key),
            }))
        }
        When::With(other) => Some(json!({"if": {"not": {"required": [other]}}, "then": absent(key)})),
        When::Without(others) => Some(json!({"if": any_of(others), "then": absent(key)})),
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
        When::Always | When::OnAPlot => return rule,
        When::Is(other, words) => {
            let by_default = default_word(keys, other).is_some_and(|word| words.contains(&word));
            let required = if by_default { json!([]) } else { json!([other]) };
            json!({"properties": {other: {"enum": words}}, "required": required})
        }
        When::With(other) => json!({"required": [other]}),
        When::Without(others) => json!({"not": any_of(others)}),
    };
    json!({"if": company, "then": rule})
}

/// Whether one of these keys is given, at least.
fn any_of(names: &[&str]) -> Value {
    let given: Vec<_> = names.iter().map(|name| json!({"required": [name]})).collect();
    json!({"anyOf": given})
}

/// The keys that a grown forest brings along are required without one and refused with one; a tree has no plot, and a
/// painted world needs fewer.
fn needs_unless_grown() -> Vec<Value> {
    let tree = json!({"required": ["tree"]});
    let tree_or_world = any_of(&["tree", "place", "scatter"]);
    let (of_trees_not, of_worlds_neither) = (&tree, &tree_or_world);
    let grown = json!({
        "properties": {"founders": {"contains": {"required": ["grown"]}}},
        "required": ["founders"],
    });
    let tables = SCENARIO.iter().filter_map(|key| match key.kind {
        ValueKind::Table(keys) => Some((key.name, keys)),
        _ => None,
    });
    let keys = tables.clone().flat_map(|(table, keys)| {
        keys.iter().filter_map(move |key| match key.need {
            Need::RequiredUnlessGrown(or) => Some((table, key.name, or, of_trees_not)),
            Need::RequiredUnlessGrownOrPainted => Some((table, key.name, None, of_worlds_neither)),
            _ => None,
        })
    });
    let of_forests = keys.map(|(table, name, or, unless)| {
        let has = |name: &str| json!({"properties": {table: {"required": [name]}}});
        let either: Vec<Value> = [name].into_iter().chain(or).map(has).collect();
        let needed = match either.as_slice() {
            [one] => one.clone(),
            either => json!({"anyOf": either}),
        };
        json!({
            "if": grown,
            "then": {"properties": {table: {"properties": {name: false}}}},
            "else": {"if": unless, "else": needed},
        })
    });
    let plots = tables.flat_map(|(table, keys)| {
        keys.iter()
            .filter(|key| matches!(key.when, When::OnAPlot))
            .map(move |key| (table, key.name))
    });
    let of_trees = plots.map(
        |(table, name)| json!({"if": tree, "then": {"properties": {table: {"properties": {name: false}}}}}),
    );
    of_forests.chain(of_trees).collect()
}
