//! A row of a file of trees.

use understory_forest::components::Size;
use understory_forest::growth::{BREAST_HEIGHT_M, GrowthCurve, Shares};
use understory_forest::parameters::{LEAST_HEIGHT_M, Species};
use understory_records::UserRow;

use super::header::Header;
use super::{Stand, too_thick};
use crate::scenario::ListedTree;
use crate::species::unknown_hint;

const MOST_YR: u32 = 10_000;

/// Of a dead tree: whether it lies, and whole years since it died.
type Death = (bool, u32);

impl Stand<'_, '_> {
    /// The tree of a row and, of a dead one, its death; `None` where something is wrong with it, which has been reported.
    pub(super) fn tree(
        &mut self,
        row: UserRow<'_, '_>,
        header: &Header,
    ) -> Option<(ListedTree, Option<Death>)> {
        let problems = self.report.count();
        let species = match header.species {
            Some(column) => self.species(row, column),
            None => self.columns.species,
        };
        let death = self.death(row, header);
        let (x_m, y_m) = (
            self.report.noted(row.needed(header.x)),
            self.report.noted(row.needed(header.y)),
        );
        let dbh_cm = header.dbh.filter(|&column| !row.is_missing(column));
        let height_m = header.height.filter(|&column| !row.is_missing(column));
        if let (Some((is_log, _)), None) = (death, dbh_cm) {
            let message = format!("this {} has no diameter", if is_log { "log" } else { "snag" });
            let hint = "give it one, or remove the row";
            self.problem(row.at, message, hint.to_owned());
        } else if self.columns.are_founders && dbh_cm.is_none() && height_m.is_none() {
            self.problem(row.at, "this tree has neither a diameter nor a height", None);
        }
        let columns = self.columns;
        let parameters = species.and_then(|index| columns.named.get(index)?.species.as_ref());
        let may_be_0 = height_m.is_some() && death.is_none();
        let dbh_cm = dbh_cm.map(|column| self.dbh_cm(row, column, species, may_be_0));
        let is_dead = death.is_some();
        let height_m =
            height_m.map(|column| self.height_m(row, column, parameters, dbh_cm.flatten(), is_dead));
        let age_yr = header.age.filter(|&column| !row.is_missing(column));
        let age_yr = age_yr.map(|column| {
            self.years(
                row,
                column,
                "the age",
                "leave it empty for an age by the growth curve",
            )
        });
        let written_m = [x_m?, y_m?];
        let place_m = self.place_m(written_m, row, header)?;
        self.moved_to_near_edge += u64::from(death.is_none() && place_m != written_m);
        let tree = ListedTree {
            species: species?,
            place_m,
            dbh_cm: dbh_cm.flatten(),
            height_m: height_m.flatten(),
            age_yr: age_yr.flatten(),
        };
        (self.report.count() == problems).then_some((tree, death))
    }

    /// The death of a snag or a log; `None` of a living tree, and where something is wrong, which has been reported.
    fn death(&mut self, row: UserRow<'_, '_>, header: &Header) -> Option<Death> {
        let is_log = match header.condition.filter(|&column| !row.is_missing(column)) {
            None => None,
            Some(column) => match row.text(column) {
                "alive" => None,
                "snag" => Some(false),
                "log" => Some(true),
                other => {
                    let message =
                        format!("the condition is `{other}`, but it must be `alive`, `snag` or `log`");
                    let hint = "write `snag` for a dead tree that stands, `log` for one that lies, and nothing for a living one; rename a \
                                column that says something else";
                    self.problem(row.field_at(column), message, hint.to_owned());
                    return None;
                }
            },
        };
        let Some(column) = header.dead.filter(|&column| !row.is_missing(column)) else {
            return is_log.map(|is_log| (is_log, 0));
        };
        let Some(is_log) = is_log else {
            let message = format!("`dead_yr` is `{}`, but this tree is alive", row.text(column));
            let hint = "leave it empty, or give the tree the condition `snag` or `log`";
            self.problem(row.field_at(column), message, hint.to_owned());
            return None;
        };
        let dead_yr = self.years(row, column, "the time since death", "leave it empty for 0")?;
        Some((is_log, dead_yr))
    }

    fn species(&mut self, row: UserRow<'_, '_>, column: usize) -> Option<usize> {
        let name = row.text(column);
        let named = self.columns.named;
        let found = named.iter().position(|known| known.name.as_deref() == Some(name));
        if found.is_none() && named.iter().all(|known| known.name.is_some()) {
            let hint = unknown_hint(named, name);
            let message = format!("there is no species `{name}` in the scenario");
            self.problem(row.field_at(column), message, Some(hint));
        }
        found
    }

    /// The diameter, cm; 0 is one only of a living tree whose height is given.
    fn dbh_cm(
        &mut self,
        row: UserRow<'_, '_>,
        column: usize,
        species: Option<usize>,
        may_be_0: bool,
    ) -> Option<f64> {
        let dbh_cm = self.report.noted(row.needed(column))?;
        let at = row.field_at(column);
        if dbh_cm < 0.0 || dbh_cm == 0.0 && !may_be_0 {
            self.problem(
                at,
                format!("the diameter is {dbh_cm} cm, but it must be greater than 0"),
                "correct it, or remove the row".to_owned(),
            );
            return None;
        }
        let greatest_cm = species.map_or(f64::INFINITY, |index| self.columns.greatest_cm(index));
        if dbh_cm > greatest_cm {
            let (message, hint) = too_thick(&format!("the diameter is {dbh_cm} cm"), greatest_cm);
            self.problem(at, message, hint);
            return None;
        }
        Some(dbh_cm)
    }

    fn height_m(
        &mut self,
        row: UserRow<'_, '_>,
        column: usize,
        species: Option<&Species>,
        dbh_cm: Option<f64>,
        is_dead: bool,
    ) -> Option<f64> {
        let height_m = self.report.noted(row.needed(column))?;
        let at = row.field_at(column);
        if height_m < LEAST_HEIGHT_M {
            self.problem(
                at,
                format!("the height is {height_m} m, but it must be at least {LEAST_HEIGHT_M} m"),
                None,
            );
            return None;
        }
        let greatest_m = species.map_or(f64::INFINITY, |species| species.greatest().height_m);
        if height_m > greatest_m {
            let message =
                format!("the height is {height_m} m, but the tallest tree of the species has {greatest_m} m");
            let hint = "make its `growth.greatest_height_m` larger, or correct the row".to_owned();
            self.problem(at, message, Some(hint));
            return None;
        }
        if height_m < BREAST_HEIGHT_M && dbh_cm.is_some_and(|dbh_cm| dbh_cm > 0.0) {
            let message =
                format!("a tree {height_m} m high has no diameter at breast height, {BREAST_HEIGHT_M} m");
            let hint = match is_dead {
                true => "correct the height, or remove the row: so small a tree is no deadwood",
                false => "give it the diameter 0, or correct the height",
            };
            self.problem(at, message, hint.to_owned());
            return None;
        }
        if let (Some(species), Some(0.0)) = (species, dbh_cm) {
            let most_m = greatest_without_diameter_m(species);
            if height_m > most_m {
                let message = format!(
                    "a tree {height_m} m high has a diameter above 0: its species has one from {most_m:.2} m on"
                );
                let hint = "give the diameter, leave the field empty for one by the growth curve, or correct the height";
                self.problem(at, message, Some(hint.to_owned()));
                return None;
            }
        }
        Some(height_m)
    }

    fn years(&mut self, row: UserRow<'_, '_>, column: usize, what: &str, hint: &str) -> Option<u32> {
        let field = row.text(column);
        let years = field.parse::<u32>().ok().filter(|years| *years <= MOST_YR);
        if years.is_none() {
            let message =
                format!("{what} is `{field}`, but it must be a whole number of years, at most {MOST_YR}");
            self.problem(row.field_at(column), message, hint.to_owned());
        }
        years
    }

    /// The place in the plot; the far edge belongs to it.
    fn place_m(&mut self, place_m: [f64; 2], row: UserRow<'_, '_>, header: &Header) -> Option<[f64; 2]> {
        let mut settled_m = place_m;
        if let Some(plot) = self.columns.plot {
            let (origin_m, size_m) = (plot.origin_m(), plot.size_m());
            let far_m: [f64; 2] = std::array::from_fn(|axis| origin_m[axis] + size_m[axis]);
            if let Some(axis) =
                (0..2).find(|&axis| place_m[axis] < origin_m[axis] || place_m[axis] > far_m[axis])
            {
                let message = format!(
                    "the tree at ({}, {}) stands outside the plot, which is {} to {} by {} to {}",
                    place_m[0], place_m[1], origin_m[0], far_m[0], origin_m[1], far_m[1]
                );
                let hint = "set `world.origin_m` and `world.size_m` to hold all trees, or remove the row";
                self.problem(
                    row.field_at([header.x, header.y][axis]),
                    message,
                    Some(hint.to_owned()),
                );
                return None;
            }
            if plot.is_torus() {
                settled_m = std::array::from_fn(|axis| {
                    if place_m[axis] == far_m[axis] {
                        origin_m[axis]
                    } else {
                        place_m[axis]
                    }
                });
            }
        }
        Some(settled_m)
    }
}

/// The greatest height of a tree of the species that has no diameter yet, m.
fn greatest_without_diameter_m(species: &Species) -> f64 {
    let below = Size {
        dbh_cm: 0.0,
        height_m: BREAST_HEIGHT_M,
    };
    // Its first diameter comes in the year after that in which a tree passes breast height.
    let grown = GrowthCurve::new(species).after_a_year(below, Shares::FULL, species.greatest_factors());
    // A sprout of a stump has none in its first year, however high it is.
    let sprout_m = match species.resprout.probability > 0.0 {
        true => species.resprout.height_m,
        false => 0.0,
    };
    grown.height_m.max(sprout_m)
}
