//! Columns that say which rows are meant, and are easily passed over: which trees are dead, of which plot and census they are.

use std::collections::BTreeMap;

use csv::StringRecord;

use crate::condition::is_missing;

/// Values of a column that are kept.
const MOST: usize = 100;
/// Those that are listed.
const LISTED: usize = 5;

/// Names of such columns, in small letters without other signs, and what they say.
const COLUMNS: [(&[&str], Says); 7] = [
    (
        &["status", "dfstatus", "treestatus", "stemstatus", "vitalstatus"],
        Says::Life(&[
            "d",
            "dead",
            "g",
            "gone",
            "m",
            "missing",
            "lost_stem",
            "stem dead",
            "tot",
        ]),
    ),
    (&["condition"], Says::Life(&["snag", "log"])),
    (&["statuscd"], Says::Life(&["2", "3"])),
    (
        &["alive", "isalive", "live", "living", "lebend"],
        Says::Life(&["0", "false", "f", "no", "n", "dead"]),
    ),
    (
        &["dead", "isdead", "mortality"],
        Says::Life(&["1", "true", "t", "yes", "y", "dead"]),
    ),
    (
        &[
            "plot",
            "plotid",
            "plotname",
            "plotno",
            "plotnr",
            "plotnumber",
            "pltcn",
            "subplot",
            "parzelle",
            "parcela",
            "placette",
        ],
        Says::OneOf("plots"),
    ),
    (
        &["census", "censusid", "censusno", "censusyear"],
        Says::OneOf("censuses"),
    ),
];

#[derive(Clone, Copy)]
enum Says {
    /// Whether a tree lives; it does not with these values, in small letters.
    Life(&'static [&'static str]),
    /// Of which of these they are; rows of several do not go together.
    OneOf(&'static str),
}

pub(super) struct Telling {
    pub(super) column: usize,
    says: Says,
    values: BTreeMap<String, u64>,
    /// Rows with values that are not kept.
    others: u64,
}

impl Telling {
    pub(super) fn of(header: &StringRecord) -> Vec<Self> {
        let told = header.iter().enumerate().filter_map(|(column, name)| {
            let bare: String = name.chars().filter(|sign| sign.is_alphabetic()).collect();
            let bare = bare.to_lowercase();
            let (_, says) = COLUMNS.iter().find(|(known, _)| known.contains(&bare.as_str()))?;
            Some(Self {
                column,
                says: *says,
                values: BTreeMap::new(),
                others: 0,
            })
        });
        told.collect()
    }

    pub(super) fn count(&mut self, value: &str) {
        if let Some(count) = self.values.get_mut(value) {
            *count += 1;
        } else if self.values.len() < MOST || self.is_dead(value) {
            self.values.insert(value.to_owned(), 1);
        } else {
            self.others += 1;
        }
    }

    /// What the rows have in a column that is not read.
    pub(super) fn said(&self, name: &str) -> Option<String> {
        if self.others > 0 || self.values.is_empty() {
            return None;
        }
        let listed = self.values.iter().take(LISTED);
        let found: Vec<String> = listed
            .map(|(value, count)| format!("{} in {}", shown(value), rows(*count)))
            .collect();
        Some(format!(
            "`{name}` is not read: it is {}{}",
            found.join(", "),
            self.more()
        ))
    }

    /// How many rows seem to be of dead trees, and how they are left out.
    pub(super) fn dead(&self, name: &str, flag: Option<&str>) -> Option<String> {
        let (dead, alive): (Vec<&String>, Vec<&String>) =
            self.values.keys().partition(|value| self.is_dead(value));
        let count: u64 = dead.iter().map(|value| self.values[*value]).sum();
        if count == 0 {
            return None;
        }
        let way_out = match (flag, &alive[..]) {
            (Some(flag), [alive]) if self.others == 0 && !alive.is_empty() => {
                format!("`{flag} '{name} = {}'` leaves them out", quoted(alive))
            }
            (Some(_), alive) if alive.iter().any(|value| is_missing(value)) => {
                format!("remove their rows, as no condition holds for those without a `{name}`")
            }
            (Some(flag), _) => {
                let unequal: Vec<String> = dead
                    .iter()
                    .map(|value| format!("{name} != {}", quoted(value)))
                    .collect();
                format!("`{flag} '{}'` leaves them out", unequal.join(" and "))
            }
            (None, _) => "remove them where living trees are meant".to_owned(),
        };
        let seem = if count == 1 { "seems" } else { "seem" };
        Some(format!(
            "{} {seem} to be of dead trees by `{name}`: {way_out}",
            rows(count)
        ))
    }

    fn is_dead(&self, value: &str) -> bool {
        let Says::Life(dead) = self.says else { return false };
        dead.iter().any(|dead| value.eq_ignore_ascii_case(dead))
    }

    fn more(&self) -> &'static str {
        if self.values.len() > LISTED {
            " and others"
        } else {
            ""
        }
    }

    /// What is wrong where there are several plots or censuses, and the way out.
    pub(super) fn several_plots(&self, name: &str, flag: Option<&str>) -> Option<(String, String)> {
        let Says::OneOf(several) = self.says else {
            return None;
        };
        if self.values.len() < 2 {
            return None;
        }
        let first: Vec<String> = self
            .values
            .keys()
            .take(LISTED)
            .map(|value| shown(value))
            .collect();
        let message = format!(
            "the file has several {several}, which would be taken as one: `{name}` is {}{}",
            first.join(", "),
            self.more()
        );
        let named = self.values.keys().find(|value| !value.is_empty());
        let one = format!("{name} = {}", quoted(named.map_or("", |value| value)));
        let hint = match flag {
            Some(flag) => format!("choose one by `{flag} '{one}'`"),
            None => format!(
                "write a file of one, with your tool or by `understory new one.toml --from … --where '{one}'`"
            ),
        };
        Some((message, hint))
    }
}

fn shown(value: &str) -> String {
    if value.is_empty() {
        "empty".to_owned()
    } else {
        format!("`{value}`")
    }
}

/// A value as a condition takes it.
fn quoted(value: &str) -> String {
    let is_plain = !value.is_empty()
        && value
            .chars()
            .all(|sign| sign.is_alphanumeric() || "-_.".contains(sign));
    if is_plain {
        value.to_owned()
    } else {
        format!("\"{value}\"")
    }
}

fn rows(count: u64) -> String {
    if count == 1 {
        "1 row".to_owned()
    } else {
        format!("{count} rows")
    }
}
