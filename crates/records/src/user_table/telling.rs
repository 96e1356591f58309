//! Columns that say which rows are meant, and are easily passed over: which trees are dead, of which plot and census they are.

use std::collections::BTreeMap;

use csv::StringRecord;

/// So many values of a column are kept; one that has more tells nothing of this kind.
const MOST: usize = 100;
/// So many of them are listed.
const LISTED: usize = 5;

/// Names of such columns, in small letters, and what they say.
const COLUMNS: [(&str, Says); 14] = [
    ("status", Says::Life(&["d", "dead", "g", "gone", "m", "missing"])),
    (
        "dfstatus",
        Says::Life(&["dead", "gone", "missing", "lost_stem", "stem dead"]),
    ),
    ("alive", Says::Life(&["0", "false", "f", "no", "n", "dead"])),
    ("living", Says::Life(&["0", "false", "f", "no", "n", "dead"])),
    ("dead", Says::Life(&["1", "true", "t", "yes", "y", "dead"])),
    ("plot", Says::Plot),
    ("plotid", Says::Plot),
    ("plot_id", Says::Plot),
    ("plotname", Says::Plot),
    ("plot_name", Says::Plot),
    ("census", Says::Census),
    ("censusid", Says::Census),
    ("census_id", Says::Census),
    ("census_year", Says::Census),
];

#[derive(Clone, Copy)]
enum Says {
    /// Whether a tree lives; it does not with these values, in small letters.
    Life(&'static [&'static str]),
    Plot,
    Census,
}

pub(super) struct Telling {
    pub(super) column: usize,
    says: Says,
    values: BTreeMap<String, u64>,
}

impl Telling {
    pub(super) fn of(header: &StringRecord) -> Vec<Self> {
        let told = header.iter().enumerate().filter_map(|(column, name)| {
            let (_, says) = COLUMNS
                .iter()
                .find(|(known, _)| name.eq_ignore_ascii_case(known))?;
            let (says, values) = (*says, BTreeMap::new());
            Some(Self { column, says, values })
        });
        told.collect()
    }

    pub(super) fn count(&mut self, value: &str) {
        if let Some(count) = self.values.get_mut(value) {
            *count += 1;
        } else if self.values.len() <= MOST {
            self.values.insert(value.to_owned(), 1);
        }
    }

    /// What the rows have in a column that is not read.
    pub(super) fn said(&self, name: &str) -> Option<String> {
        if self.values.len() > MOST || self.values.is_empty() {
            return None;
        }
        let listed = self.values.iter().take(LISTED);
        let found: Vec<String> = listed
            .map(|(value, count)| format!("`{value}` in {}", rows(*count)))
            .collect();
        Some(format!(
            "`{name}` is not read: it is {}{}",
            found.join(", "),
            self.more()
        ))
    }

    /// How many rows seem to be of dead trees, and how they are left out.
    pub(super) fn dead(&self, name: &str, flag: Option<&str>) -> Option<String> {
        let Says::Life(words) = self.says else { return None };
        let is_dead = |value: &&String| words.iter().any(|dead| value.eq_ignore_ascii_case(dead));
        let (dead, alive): (Vec<&String>, Vec<&String>) = self.values.keys().partition(is_dead);
        let count: u64 = dead.iter().map(|value| self.values[*value]).sum();
        if count == 0 || self.values.len() > MOST {
            return None;
        }
        let way_out = match (flag, &alive[..]) {
            (Some(flag), [alive]) => format!("`{flag} '{name} = {alive}'` leaves them out"),
            (Some(flag), _) => {
                let unequal: Vec<String> = dead.iter().map(|value| format!("{name} != {value}")).collect();
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

    fn more(&self) -> &'static str {
        if self.values.len() > LISTED {
            " and others"
        } else {
            ""
        }
    }

    /// What is wrong where there are several plots, and the way out.
    pub(super) fn several_plots(&self, name: &str, flag: Option<&str>) -> Option<(String, String)> {
        if !matches!(self.says, Says::Plot) || self.values.len() < 2 {
            return None;
        }
        let first: Vec<&str> = self.values.keys().take(LISTED).map(String::as_str).collect();
        let named = first.iter().find(|value| !value.is_empty()).unwrap_or(&"");
        let message = format!(
            "the file has several plots, which would be taken as one: `{name}` is `{}`{}",
            first.join("`, `"),
            self.more()
        );
        let hint = match flag {
            Some(flag) => format!("choose one by `{flag} '{name} = {named}'`"),
            None => format!(
                "write a file of one plot, with your tool or by `understory new one.toml --from … --where '{name} = {named}'`"
            ),
        };
        Some((message, hint))
    }
}

fn rows(count: u64) -> String {
    if count == 1 {
        "1 row".to_owned()
    } else {
        format!("{count} rows")
    }
}
