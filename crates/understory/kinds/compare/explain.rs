//! A comparison: which methods come near to a forest.

use understory_numerics::sort;
use understory_records::{ForestsRow, MethodsRow};

use crate::error::Error;
use crate::kinds::sentences::Sentences;
use crate::kinds::words::{counted, digits};
use crate::results::Results;

/// Below it, chance alone hardly gives such a difference.
const LEVEL: f64 = 0.05;

pub(crate) fn comparison(said: &mut Sentences, results: &Results) -> Result<(), Error> {
    let (rows, forests): (Vec<MethodsRow>, Vec<ForestsRow>) = (results.methods()?, results.forests()?);
    for forest in &forests {
        let is_of = |row: &&MethodsRow| row.forest == forest.forest && row.method != "target";
        let methods: Vec<&MethodsRow> = rows.iter().filter(is_of).collect();
        said.show(
            format!(
                "{} were compared with {} of `{}` ({} a hectare), whose Clark–Evans index is {}.",
                counted(methods.len() as u64, "method"),
                counted(forest.points, "tree"),
                forest.forest,
                digits(forest.points_per_ha, 0),
                forest
                    .clark_evans
                    .map_or("not defined".to_owned(), |index| digits(index, 2)),
            ),
            &["compare-maps"],
        );
        let mut ranked: Vec<(&MethodsRow, f64)> =
            methods.iter().filter_map(|row| Some((*row, row.g_ks?))).collect();
        sort::by(&mut ranked, |a, b| a.1.total_cmp(&b.1));
        if let (Some((near, near_g)), Some((far, far_g))) = (ranked.first(), ranked.last()) {
            let own = match forest.own_g_ks {
                Some(own) => format!("; another such forest is to be expected {} away", digits(own, 3)),
                None => String::new(),
            };
            said.show(
                format!(
                    "By nearest neighbours `{}` comes nearest, with a difference of G of {}, and `{}` is farthest, with {}{own}.",
                    near.method,
                    digits(*near_g, 3),
                    far.method,
                    digits(*far_g, 3),
                ),
                &["compare-ranking", "compare-neighbours"],
            );
        }
        let could: Vec<&str> = methods
            .iter()
            .filter(|row| row.judged_p.is_some_and(|p| p >= LEVEL))
            .map(|row| row.method.as_str())
            .collect();
        let tested = methods.iter().filter(|row| row.judged_p.is_some()).count();
        said.show(
            format!(
                "The forest could be a draw from {} of {} methods by the test at 5 %{}.",
                could.len(),
                tested,
                match could.len() {
                    0 => String::new(),
                    _ => format!(": {}", could.join(", ")),
                },
            ),
            &["compare-pair-correlation"],
        );
        let timed = methods.iter().filter_map(|row| Some((*row, row.points_per_s?)));
        if let Some((fast, points_per_s)) = timed.max_by(|a, b| a.1.total_cmp(&b.1)) {
            said.show(
                format!(
                    "The fastest is `{}`, with {} points a second.",
                    fast.method,
                    digits(points_per_s, 0)
                ),
                &["compare-cost"],
            );
        }
    }
    Ok(())
}
