//! A founders' file: trees of a measured (or simulated) stand.

mod age;
mod header;
mod joined;
mod plausible;
mod tree;

use understory_forest::deadwood::DEADWOOD_FROM_DBH_CM;
use understory_records::{UserTable, read_user_table};
use understory_space::Plot;

use crate::data_file::{Read, say};
use crate::problem::Report;
use crate::scenario::{ListedDeadwood, ListedTree};
use crate::species::Named;
use crate::stems::Stems;
use crate::value::Table;

pub use age::InAStand;
pub use joined::{OfStems, of_stems};
pub use plausible::{implausible, implausible_stand};

/// What a founders' file is read with.
pub(crate) struct Columns<'a> {
    /// The entry, with its `columns` and what becomes of `stems`.
    pub(crate) entry: &'a Table,
    /// The entry's species, which all rows have then.
    pub(crate) species: Option<usize>,
    /// The scenario's species.
    pub(crate) named: &'a [Named],
    /// The plot, unless something is wrong with it.
    pub(crate) plot: Option<&'a Plot>,
    /// Whether the trees are founders: each needs a diameter or a height then, and may be dead.
    pub(crate) are_founders: bool,
}

/// What a file of trees holds.
#[derive(Default)]
pub(crate) struct Listed {
    /// The living trees, in the order of the file.
    pub(crate) trees: Vec<ListedTree>,
    /// Snags and logs, in the order of the file.
    pub(crate) deadwood: Vec<ListedDeadwood>,
    /// Living trees that were moved to the near edge of a torus.
    pub(crate) moved_to_near_edge: u64,
}

/// The trees of a file, or what is wrong with it.
pub(crate) fn read(file: &str, bytes: &[u8], columns: &Columns<'_>) -> Read<Listed> {
    let shorter = "cut out a part of the stand, and make the plot as much smaller";
    read_user_table(file, bytes, Some(shorter), |report, table| {
        let mut stand = Stand {
            report,
            columns,
            moved_to_near_edge: 0,
        };
        let (trees, deadwood) = stand.trees(table)?;
        Some(Listed {
            trees,
            deadwood,
            moved_to_near_edge: stand.moved_to_near_edge,
        })
    })
}

struct Stand<'r, 'f> {
    report: &'r mut Report<'f>,
    columns: &'r Columns<'r>,
    moved_to_near_edge: u64,
}

impl Columns<'_> {
    /// Diameter of the thickest tree of a species, cm.
    fn greatest_cm(&self, species: usize) -> f64 {
        let species = self.named.get(species).and_then(|named| named.species.as_ref());
        species.map_or(f64::INFINITY, |species| species.greatest().dbh_cm)
    }
}

/// That a diameter is beyond its species', and what to do.
fn too_thick(what: &str, greatest_cm: f64) -> (String, String) {
    (
        format!("{what}, but the thickest tree of the species has {greatest_cm} cm"),
        "make its `growth.greatest_dbh_cm` larger, or correct the row; where diameters are in millimetres, divide \
         them by 10"
            .to_owned(),
    )
}

impl Stand<'_, '_> {
    fn problem(&mut self, at: usize, message: impl Into<String>, hint: impl Into<Option<String>>) {
        self.report.problem(at, message, hint);
    }

    /// The living trees, and the dead ones that are deadwood.
    fn trees(&mut self, table: &mut UserTable<'_>) -> Option<(Vec<ListedTree>, Vec<ListedDeadwood>)> {
        let header = self.header(table)?;
        let (mut stems, mut rows, mut deadwood) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(row) = table.next_row(self.report) {
            match self.tree(row, &header) {
                Some((tree, Some((is_log, dead_yr)))) => {
                    deadwood.push(ListedDeadwood {
                        tree,
                        is_log,
                        dead_yr,
                    });
                }
                Some((stem, None)) => {
                    rows.push(row.at);
                    stems.push(stem);
                }
                None => {}
            }
        }
        let go_together = table.check_rows(self.report, Some("tree"));
        say(self.report, table);
        // Plots have places of their own each.
        if !go_together {
            return None;
        }
        let without_dbh = stems.iter().filter(|stem| stem.dbh_cm.is_none()).count();
        if header.dbh.is_some() && without_dbh > 0 {
            let message = format!("{without_dbh} of {} rows have no diameter", stems.len());
            self.report.note(table.header_at(), message, None);
        }
        let thin = deadwood.iter().filter(|dead| !dead.counts()).count();
        let decayed = deadwood.iter().filter(|dead| {
            let species = self.columns.named[dead.tree.species].species.as_ref();
            dead.counts()
                && species.is_some_and(|species| species.deadwood.has_decayed(dead.is_log, dead.dead_yr))
        });
        let counted = [
            (
                thin,
                format!(
                    "left out as thinner than {DEADWOOD_FROM_DBH_CM} cm, from where on wood counts as deadwood"
                ),
            ),
            (
                decayed.count(),
                "long decayed, and not there in year 0".to_owned(),
            ),
        ];
        for (count, what) in counted.into_iter().filter(|(count, _)| *count > 0) {
            let message = format!("{what}: {count} of {} snags and logs", deadwood.len());
            self.report.note(table.header_at(), message, None);
        }
        let rule = self.columns.entry.text("stems").and_then(Stems::named);
        let found = of_stems(stems, rule);
        self.joined(&found, &rows);
        self.look_at(table, &found.trees);
        self.compare_ages(&found, &rows);
        Some((found.trees, deadwood))
    }

    /// Says what became of stems at one place, or refuses them; `rows` holds where each stands.
    fn joined(&mut self, found: &OfStems, rows: &[usize]) {
        let line = |stem: usize| self.report.line_and_column(rows[stem]).0;
        if let Some((stem, message, hint)) = found.refusal(line, |rule| format!("stems = \"{rule}\"")) {
            self.problem(rows[stem], message, hint);
        }
        let Some(said) = found.said() else { return };
        self.report.note(0, said, None);
        for (number, tree) in found.trees.iter().enumerate() {
            let greatest_cm = self.columns.greatest_cm(tree.species);
            if let Some(dbh_cm) = tree.dbh_cm.filter(|dbh_cm| *dbh_cm > greatest_cm) {
                let what = format!("the diameter of the stems together is {dbh_cm:.2} cm");
                let (message, hint) = too_thick(&what, greatest_cm);
                self.problem(rows[found.first_stem(number)], message, hint);
            }
        }
    }

    /// Notes what no forest has.
    fn look_at(&mut self, table: &UserTable<'_>, trees: &[ListedTree]) {
        let Some(plot) = self.columns.plot else { return };
        let [along_x_m, along_y_m] = plot.size_m();
        for line in implausible_stand(along_x_m * along_y_m, trees) {
            self.report.note(table.header_at(), line, None);
        }
    }
}
