//! Which trees an intervention marks for felling.
//!
//! Trees that are alike are told apart by their keys, so that no order of rows decides.

use understory_numerics::{Purpose, RandomKey};

use super::{Cut, From, Intervention, Treatment, basal_area_m2};

/// A tree that may be felled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) row: usize,
    pub(crate) key: RandomKey,
    pub(crate) dbh_cm: f64,
    pub(crate) vigour: f64,
    pub(crate) age_yr: u16,
}

/// Rows of those of the candidates that are marked, in no order that means anything.
pub(crate) fn marked(
    intervention: &Intervention,
    cut: Cut,
    year: u32,
    mut candidates: Vec<Candidate>,
    area_ha: f64,
) -> Vec<usize> {
    candidates.retain(|tree| tree.dbh_cm >= intervention.from_dbh_cm);
    match (&intervention.treatment, cut) {
        (
            Treatment::Thin {
                from,
                to_basal_area_m2_per_ha,
                to_stems_per_ha,
                share,
            },
            _,
        ) => {
            in_order_of(*from, &mut candidates, year);
            match (to_basal_area_m2_per_ha, to_stems_per_ha, share) {
                (Some(to_m2), _, _) => down_to_basal_area(&candidates, to_m2 * area_ha),
                (_, Some(stems), _) => down_to_stems(&candidates, stems * area_ha),
                (_, _, share) => {
                    let all_m2 = basal_areas_m2(&candidates);
                    down_to_basal_area(&candidates, all_m2 * (1.0 - share.unwrap_or(0.0)))
                }
            }
        }
        (
            Treatment::Fell {
                to_dbh_cm,
                keep_per_ha,
            },
            _,
        ) => {
            candidates.retain(|tree| to_dbh_cm.is_none_or(|to_cm| tree.dbh_cm < to_cm));
            from_below(&mut candidates);
            down_to_stems(&candidates, keep_per_ha * area_ha)
        }
        (
            Treatment::Select {
                basal_area_m2_per_ha,
                dbh_max_cm,
                quotient,
                class_cm,
            },
            _,
        ) => {
            let aim = ReverseJ {
                from_cm: intervention.from_dbh_cm,
                to_cm: *dbh_max_cm,
                class_cm: *class_cm,
                quotient: *quotient,
            };
            beyond(&aim, candidates, basal_area_m2_per_ha * area_ha)
        }
        (Treatment::Shelterwood { shelter_per_ha, .. }, Cut::First) => {
            from_below(&mut candidates);
            down_to_stems(&candidates, shelter_per_ha * area_ha)
        }
        (Treatment::Shelterwood { clear_after_yr, .. }, Cut::Clearing) => candidates
            .iter()
            .filter(|tree| u32::from(tree.age_yr) > *clear_after_yr)
            .map(|tree| tree.row)
            .collect(),
        (Treatment::Plant { .. } | Treatment::Salvage { .. }, _) => Vec::new(),
    }
}

fn from_below(candidates: &mut [Candidate]) {
    candidates.sort_unstable_by(|a, b| a.dbh_cm.total_cmp(&b.dbh_cm).then_with(|| a.key.cmp(&b.key)));
}

/// Those that go first at the front.
fn in_order_of(from: From, candidates: &mut [Candidate], year: u32) {
    match from {
        From::Below => from_below(candidates),
        From::Above => {
            from_below(candidates);
            candidates.reverse();
        }
        From::Random => {
            let rank = |tree: &Candidate| tree.key.draws(year, Purpose::Thinning, 0)[0];
            candidates.sort_by_cached_key(|tree| (rank(tree), tree.key));
        }
    }
}

fn basal_areas_m2(candidates: &[Candidate]) -> f64 {
    candidates.iter().map(|tree| basal_area_m2(tree.dbh_cm)).sum()
}

/// The first ones, until what stays is as near to this basal area as it comes.
fn down_to_basal_area(in_order: &[Candidate], to_m2: f64) -> Vec<usize> {
    let mut left_m2 = basal_areas_m2(in_order);
    let goes = |tree: &&Candidate| {
        let own_m2 = basal_area_m2(tree.dbh_cm);
        // With half of a tree too much it may stay.
        let is_too_much = left_m2 - to_m2 > 0.5 * own_m2;
        left_m2 -= own_m2;
        is_too_much
    };
    in_order.iter().take_while(goes).map(|tree| tree.row).collect()
}

/// The first ones, until so many stay.
fn down_to_stems(in_order: &[Candidate], stays: f64) -> Vec<usize> {
    let goes = in_order.len().saturating_sub(stays.round() as usize);
    in_order[..goes].iter().map(|tree| tree.row).collect()
}

/// Numbers of trees by class of diameter, each class with `quotient` times as many as the next thicker one.
struct ReverseJ {
    from_cm: f64,
    to_cm: f64,
    class_cm: f64,
    quotient: f64,
}

impl ReverseJ {
    fn class_of(&self, dbh_cm: f64) -> usize {
        ((dbh_cm - self.from_cm) / self.class_cm).max(0.0) as usize
    }

    /// Trees of each class, from the thinnest on, so that all have this basal area. The last class may be narrower.
    fn counts(&self, all_m2: f64) -> Vec<f64> {
        let classes = self.class_of(self.to_cm).max(1);
        let mut share = 1.0;
        let shares: Vec<f64> = (0..classes)
            .map(|_| {
                let own = share;
                share /= self.quotient;
                own
            })
            .collect();
        let one_m2: f64 = shares
            .iter()
            .enumerate()
            .map(|(class, share)| {
                let middle_cm = self.from_cm + (class as f64 + 0.5) * self.class_cm;
                share * basal_area_m2(middle_cm)
            })
            .sum();
        shares.iter().map(|share| share * all_m2 / one_m2).collect()
    }
}

/// Those that a class has beyond the aim, the weakest first, and all that are thicker than it knows.
fn beyond(aim: &ReverseJ, candidates: Vec<Candidate>, all_m2: f64) -> Vec<usize> {
    let counts = aim.counts(all_m2);
    let mut classes: Vec<Vec<Candidate>> = vec![Vec::new(); counts.len() + 1];
    for tree in candidates {
        let class = if tree.dbh_cm > aim.to_cm {
            counts.len()
        } else {
            aim.class_of(tree.dbh_cm).min(counts.len() - 1)
        };
        classes[class].push(tree);
    }
    let aims = counts.into_iter().chain([0.0]);
    let excess = classes.into_iter().zip(aims).flat_map(|(mut class, aim)| {
        class.sort_unstable_by(|a, b| a.vigour.total_cmp(&b.vigour).then_with(|| a.key.cmp(&b.key)));
        down_to_stems(&class, aim)
    });
    excess.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Diameters of 1 to `count` cm, shuffled.
    fn stand(count: usize) -> Vec<Candidate> {
        (0..count)
            .map(|row| Candidate {
                row,
                key: RandomKey::from_bits(row as u128),
                dbh_cm: ((row * 37) % count + 1) as f64,
                vigour: ((row * 17) % count) as f64 / count as f64,
                age_yr: (row % 50) as u16,
            })
            .collect()
    }

    fn in_year_10(treatment: Treatment) -> Intervention {
        Intervention {
            treatment,
            name: "cut".to_owned(),
            year: 10,
            every_years: None,
            to_year: None,
            only_if: None,
            species: None,
            from_dbh_cm: 7.0,
        }
    }

    fn mark(treatment: Treatment, stand: &[Candidate]) -> Vec<Candidate> {
        let mut rows = marked(&in_year_10(treatment), Cut::First, 10, stand.to_vec(), 2.0);
        rows.sort_unstable();
        rows.into_iter().map(|row| stand[row]).collect()
    }

    fn thin(from: From, to: [Option<f64>; 3]) -> Treatment {
        Treatment::Thin {
            from,
            to_basal_area_m2_per_ha: to[0],
            to_stems_per_ha: to[1],
            share: to[2],
        }
    }

    fn diameters(trees: &[Candidate]) -> Vec<f64> {
        let mut diameters: Vec<f64> = trees.iter().map(|tree| tree.dbh_cm).collect();
        diameters.sort_unstable_by(f64::total_cmp);
        diameters
    }

    #[test]
    fn a_thinning_takes_the_thinnest_or_the_thickest_and_leaves_what_it_should() {
        let stand = stand(61);
        // 55 trees are 7 cm or more thick; 20 a hectare stay on two.
        let below = diameters(&mark(thin(From::Below, [None, Some(10.0), None]), &stand));
        assert_eq!(below, (7..=41).map(f64::from).collect::<Vec<_>>());
        let above = diameters(&mark(thin(From::Above, [None, Some(10.0), None]), &stand));
        assert_eq!(above, (27..=61).map(f64::from).collect::<Vec<_>>());
        let all_m2: f64 = (7..=61).map(|dbh| basal_area_m2(f64::from(dbh))).sum();
        for from in [From::Below, From::Above, From::Random] {
            for (treatment, stays_m2) in [
                (thin(from, [Some(1.5), None, None]), 3.0),
                (thin(from, [None, None, Some(0.4)]), 0.6 * all_m2),
            ] {
                let goes_m2 = basal_areas_m2(&mark(treatment, &stand));
                // Within half of the thickest tree.
                assert!(
                    (all_m2 - goes_m2 - stays_m2).abs() <= 0.5 * basal_area_m2(61.0),
                    "{from:?}"
                );
            }
        }
        assert!(mark(thin(From::Below, [Some(1e3), None, None]), &stand).is_empty());
        assert_eq!(mark(thin(From::Below, [None, None, Some(1.0)]), &stand).len(), 55);
    }

    #[test]
    fn a_random_thinning_has_no_favourites() {
        let stand = stand(400);
        let went = mark(thin(From::Random, [None, Some(100.0), None]), &stand);
        assert_eq!(went.len(), 394 - 200);
        let mean_cm = went.iter().map(|tree| tree.dbh_cm).sum::<f64>() / went.len() as f64;
        assert!((mean_cm - 203.5).abs() < 25.0, "{mean_cm}");
    }

    #[test]
    fn felling_takes_its_diameters_and_keeps_the_thickest_that_it_should() {
        let stand = stand(61);
        let treatment = |to_dbh_cm, keep_per_ha| Treatment::Fell {
            to_dbh_cm,
            keep_per_ha,
        };
        assert_eq!(mark(treatment(None, 0.0), &stand).len(), 55);
        let felled = diameters(&mark(treatment(Some(30.0), 1.5), &stand));
        assert_eq!(felled, (7..=26).map(f64::from).collect::<Vec<_>>());
    }

    #[test]
    fn selection_leaves_a_reverse_j_of_the_basal_area_asked_for_and_the_strong() {
        // 3,000 trees of 7 to 66 cm, as many of each diameter: more than enough in all classes.
        let stand: Vec<Candidate> = (0..3000)
            .map(|row| Candidate {
                dbh_cm: 7.0 + (row % 60) as f64 + 0.5,
                vigour: (row / 60) as f64 / 50.0,
                ..stand(1)[0]
            })
            .enumerate()
            .map(|(row, tree)| Candidate {
                row,
                key: RandomKey::from_bits(row as u128),
                ..tree
            })
            .collect();
        let went = mark(
            Treatment::Select {
                basal_area_m2_per_ha: 5.0,
                dbh_max_cm: 57.0,
                quotient: 1.3,
                class_cm: 5.0,
            },
            &stand,
        );
        let stays: Vec<&Candidate> = stand
            .iter()
            .filter(|tree| went.iter().all(|gone| gone.row != tree.row))
            .collect();
        assert!(stays.iter().all(|tree| tree.dbh_cm <= 57.0));
        let count = |class: usize| {
            let from_cm = 7.0 + 5.0 * class as f64;
            stays
                .iter()
                .filter(|tree| (from_cm..from_cm + 5.0).contains(&tree.dbh_cm))
                .count() as f64
        };
        for class in 0..9 {
            let quotient = count(class) / count(class + 1);
            // Whole trees: the thickest class has some seven.
            assert!((1.1..1.5).contains(&quotient), "{class}: {quotient}");
        }
        let left_m2: f64 = stays.iter().map(|tree| basal_area_m2(tree.dbh_cm)).sum();
        assert!((left_m2 / 10.0 - 1.0).abs() < 0.05, "{left_m2}");
        // 50 of each diameter: the weakest went.
        let weakest = stays.iter().map(|tree| tree.vigour).fold(1.0, f64::min);
        let strongest_gone = went
            .iter()
            .filter(|tree| tree.dbh_cm < 12.0)
            .map(|tree| tree.vigour)
            .fold(0.0, f64::max);
        assert!(
            weakest >= 0.5 && strongest_gone < 1.0,
            "{weakest} {strongest_gone}"
        );
    }

    #[test]
    fn a_shelter_is_opened_from_below_and_cleared_of_all_that_are_older() {
        let stand = stand(61);
        let treatment = Treatment::Shelterwood {
            shelter_per_ha: 10.0,
            clear_after_yr: 15,
        };
        assert_eq!(mark(treatment.clone(), &stand).len(), 35);
        let cleared = marked(&in_year_10(treatment), Cut::Clearing, 25, stand.clone(), 2.0);
        let expected: Vec<usize> = stand
            .iter()
            .filter(|tree| tree.age_yr > 15 && tree.dbh_cm >= 7.0)
            .map(|tree| tree.row)
            .collect();
        assert_eq!(cleared, expected);
    }
}
