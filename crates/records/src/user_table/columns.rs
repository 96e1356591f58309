//! Which column of a table holds what, by its name, and what is said where there is none.

use super::UserTable;
use super::unit::{conversion, in_unit, is_namesake};
use crate::condition::Condition;
use crate::problem::{Fault, Report};
use crate::words::nearest;

impl<'t> UserTable<'t> {
    /// Where the first of `names` that is a column's stands; it is read from now on. That several have it is noted.
    pub fn first_of(&mut self, report: &mut Report<'_>, names: &[&str]) -> Option<usize> {
        let name = names
            .iter()
            .find(|name| self.header.iter().any(|field| field == **name))?;
        let mut places = (0..self.header.len()).filter(|&column| self.header[column] == **name);
        let first = places.next()?;
        if let Some(second) = places.next() {
            let message = format!("{} columns are called `{name}`", 2 + places.count());
            report.fault(Fault::new(
                self.name_at(second),
                message,
                "rename or remove all but one",
            ));
        }
        self.read.push(first);
        Some(first)
    }

    /// The column that is called by the first of `names`, which are in small letters, with a unit or without; it is read from now on.
    /// Beside it stands by what its numbers are multiplied into the unit of `key`, where it names one. That several are called so is noted,
    /// unless one of them is `key`.
    pub fn first_in_any_unit(
        &mut self,
        report: &mut Report<'_>,
        key: &str,
        names: &[&str],
    ) -> Option<(usize, Option<f64>)> {
        let wanted_m = in_unit(key).1.unwrap_or(1.0);
        let called: Vec<(String, Option<f64>)> = self.header.iter().map(in_unit).collect();
        // The names in their order: one that is more certain stands before.
        let name = names
            .iter()
            .find(|name| called.iter().any(|(stem, _)| stem == **name))?;
        let mut columns: Vec<usize> = (0..called.len())
            .filter(|&column| called[column].0 == **name)
            .collect();
        let exact = columns.iter().filter(|&&column| self.header[column] == *key);
        if let [&exact] = exact.collect::<Vec<_>>()[..] {
            columns = vec![exact];
        }
        if let [first, second, ..] = columns[..] {
            let [first, other] = [first, second].map(|column| &self.header[column]);
            let message = format!("the columns `{first}` and `{other}` say the same");
            let hint = format!("remove one, or call the one that is meant `{key}`");
            report.fault(Fault::new(self.name_at(second), message, hint));
        }
        let first = columns[0];
        self.read.push(first);
        Some((first, called[first].1.map(|unit_m| unit_m / wanted_m)))
    }

    /// Hands on those rows alone for which a condition holds, all of them without one; `flag` is what gives it. Columns that it compares
    /// and that there are not are noted.
    pub fn choose(&mut self, report: &mut Report<'_>, flag: &'static str, only: Option<&'t Condition>) {
        self.flag = Some(flag);
        let Some(only) = only else { return };
        let read = self.read.len();
        for column in only.columns() {
            self.first_of(report, &[column]);
        }
        // They are compared, and not read.
        self.read.truncate(read);
        match only.bind(&self.header) {
            Ok(bound) => self.only = Some(bound),
            Err(column) => {
                let what = format!("no column `{column}` to compare by `{flag}`");
                self.no_column(report, &what, &[], column, did_you_mean);
            }
        }
    }

    /// Notes that there is no column `what`, which holds what one of `keys` does. The way out is to convert one in another unit; else that
    /// of `rename` for the column whose name is likest to `wanted`, of those that are not read.
    pub fn no_column(
        &self,
        report: &mut Report<'_>,
        what: &str,
        keys: &[&str],
        wanted: &str,
        rename: impl FnOnce(Option<&str>) -> String,
    ) {
        let columns: Vec<&str> = self.header.iter().collect();
        let message = format!("the file has {what}: its columns are `{}`", columns.join("`, `"));
        let strangers = || {
            let unread = columns.iter().enumerate();
            unread.filter_map(|(column, name)| (!self.read.contains(&column)).then_some(*name))
        };
        let converted = |key: &&str| {
            let mut namesakes = strangers().filter(|name| is_namesake(key, name));
            namesakes.find_map(|name| conversion(key, name))
        };
        let near = nearest(wanted, strangers());
        let hint = keys
            .iter()
            .find_map(converted)
            .or_else(|| conversion(keys.first()?, near?))
            .unwrap_or_else(|| rename(near));
        report.fault(Fault::new(self.header_at, message, hint));
    }
}

/// The way out where another name can be given at once.
pub(crate) fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("did you mean `{near}`?"))
}
