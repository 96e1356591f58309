//! Trees of a form at many ages, alone and among others, of which a model of a size is made.
//!
//! The ages of a form are rungs of a ladder. Of each some trees grow, by their own draws; the nearest to what is wanted is then
//! scaled, which changes its height by little.

use understory_branching::mesh::Leaf;
use understory_branching::presets;
use understory_branching::seasons::Surroundings;
use understory_branching::skeleton::Skeleton;
use understory_numerics::parallel::of_each;
use understory_numerics::{RandomKey, math};

/// Trees of one age and place that differ by their draws alone.
pub(super) const VARIANTS: usize = 3;
/// Each age over the one before.
const AGES: f64 = 1.25;
const YOUNGEST_YR: f64 = 7.0;
/// Trees that are this much higher or thicker than all that are wanted are not grown.
const TALLER: f64 = 1.2;
const THICKER: f64 = 1.5;
/// What it costs a match that a crown's share of the height or a stem is off by so many natural logarithms, beside height and
/// width: both are seen less.
const CROWN_COST: f64 = 0.6;
const STEM_COST: f64 = 0.25;

/// What a tree is to be like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size {
    pub(super) height_m: f64,
    pub(super) crown_radius_m: f64,
    pub(super) dbh_cm: f64,
    /// Share of the height that is crown.
    pub(super) crown_share: f64,
}

/// A tree that grew, and its size.
pub(super) struct Rung {
    pub(super) skeleton: Skeleton,
    size: Size,
}

/// All trees that grew of a form.
pub(super) struct Ladder {
    pub(super) leaf: Option<Leaf>,
    /// Of each variant.
    rungs: Vec<Vec<Rung>>,
}

impl Ladder {
    /// Grows a form until its trees are as high or as thick as the largest that are wanted, or as old as they become.
    pub(super) fn grow(form: &str, highest_m: f64, thickest_cm: f64, roots: bool) -> Self {
        let seeds = (0..VARIANTS)
            .flat_map(|variant| [Surroundings::Open, Surroundings::Closed].map(|site| (variant, site)));
        let seeds: Vec<(usize, Surroundings)> = seeds.collect();
        let preset = presets::named(form).expect("forms were checked");
        let ages_yr: Vec<u32> = ages_yr(preset.form().season.oldest_yr).collect();
        let grown = of_each(&seeds, |&(variant, site)| {
            let key = RandomKey::root(variant as u64, &["scene", form]);
            let mut tree = preset.form();
            tree.site = site;
            if !roots {
                tree.roots = None;
            }
            let mut rungs = Vec::new();
            tree.grow_through(&ages_yr, key, &[], &mut |grown| {
                // A young one may not have grown, an old one be dead: others stand for it.
                let Ok(grown) = grown else { return true };
                let Some(size) = size_of(&grown.metrics) else {
                    return true;
                };
                let skeleton = grown.skeleton;
                rungs.push(Rung { skeleton, size });
                size.height_m <= TALLER * highest_m && size.dbh_cm <= THICKER * thickest_cm
            });
            rungs
        });
        let mut of_variants: Vec<Vec<Rung>> = (0..VARIANTS).map(|_| Vec::new()).collect();
        for ((variant, _), rungs) in seeds.into_iter().zip(grown) {
            of_variants[variant].extend(rungs);
        }
        Self {
            leaf: preset.form().leaf,
            rungs: of_variants,
        }
    }

    /// The tree of a variant that is most like what is wanted.
    pub(super) fn nearest(&self, variant: usize, wanted: &Size) -> &Rung {
        let cost = |rung: &Rung| {
            let off = |wanted: f64, found: f64| math::ln(wanted / found);
            let height = off(wanted.height_m, rung.size.height_m);
            let width = off(wanted.crown_radius_m, rung.size.crown_radius_m);
            let crown = off(wanted.crown_share, rung.size.crown_share);
            let stem = off(wanted.dbh_cm, rung.size.dbh_cm);
            height * height
                + (width - height) * (width - height)
                + CROWN_COST * crown * crown
                + STEM_COST * stem * stem
        };
        let nearest = self.rungs[variant]
            .iter()
            .min_by(|a, b| cost(a).total_cmp(&cost(b)));
        nearest.expect("a test grows every form that ships")
    }
}

/// The ages of a ladder's rungs, up to that which a form comes to.
fn ages_yr(oldest_yr: u32) -> impl Iterator<Item = u32> {
    let next = |age_yr: &f64| Some((AGES * age_yr).ceil());
    std::iter::successors(Some(YOUNGEST_YR), next)
        .map(|age_yr| age_yr as u32)
        .take_while(move |age_yr| *age_yr <= oldest_yr)
}

/// The size of what grew; none of what has no stem at breast height or no branch.
fn size_of(metrics: &understory_branching::metrics::Metrics) -> Option<Size> {
    let (width, share) = (metrics.crown_width_per_height?, metrics.crown_ratio?);
    let dbh_cm = metrics.dbh_cm.filter(|dbh_cm| *dbh_cm > 0.0)?;
    (width > 0.0 && share > 0.0).then_some(Size {
        height_m: metrics.height_m,
        crown_radius_m: 0.5 * width * metrics.height_m,
        dbh_cm,
        crown_share: share,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_has_trees_of_many_sizes_to_choose_from() {
        for preset in presets::PRESETS {
            let ladder = Ladder::grow(preset.name, 20.0, 40.0, false);
            for rungs in &ladder.rungs {
                let low_m = rungs
                    .iter()
                    .map(|rung| rung.size.height_m)
                    .fold(f64::INFINITY, f64::min);
                let high_m = rungs.iter().map(|rung| rung.size.height_m).fold(0.0, f64::max);
                assert!(
                    low_m < 4.0 && high_m > 1.5 * low_m,
                    "{}: {low_m} to {high_m}",
                    preset.name
                );
            }
        }
    }

    #[test]
    fn the_nearest_is_as_high_and_of_a_stand_where_a_tree_is_slender() {
        let ladder = Ladder::grow("beech", 25.0, 60.0, false);
        let of = |height_m: f64, crown_radius_m: f64, dbh_cm: f64, crown_share: f64| {
            let wanted = Size {
                height_m,
                crown_radius_m,
                dbh_cm,
                crown_share,
            };
            let sizes: Vec<Size> = (0..VARIANTS)
                .map(|variant| ladder.nearest(variant, &wanted).size)
                .collect();
            for size in &sizes {
                assert!((size.height_m / height_m - 1.0).abs() < 0.25, "{size:?}");
            }
            let sum = |of: fn(&Size) -> f64| sizes.iter().map(of).sum::<f64>();
            (sum(|size| size.crown_radius_m), sum(|size| size.dbh_cm))
        };
        let (slender, broad) = (of(18.0, 2.5, 20.0, 0.5), of(18.0, 6.0, 45.0, 0.9));
        assert!(
            slender.0 < 0.7 * broad.0 && slender.1 < broad.1,
            "radii and diameters: {slender:?}, {broad:?}"
        );
    }
}
