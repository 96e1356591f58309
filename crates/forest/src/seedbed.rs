//! What seeds come to lie on: litter, mineral soil, or rotten wood, in cells of 1 m that stay as they are.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::parameters::{Germination, Seedbed};

/// The seedbeds of a plot: each cell of 1 m of the plane is of one kind, drawn from the seed and the cell's place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seedbeds {
    shares: Seedbed,
    key: RandomKey,
}

impl Seedbeds {
    pub(crate) fn new(shares: Seedbed, seed: u64) -> Self {
        Self {
            shares,
            key: RandomKey::root(seed, &["seedbed"]),
        }
    }

    /// Share of sprouts of a species that its seedbed lets live at this place, m.
    pub(crate) fn share_living(&self, germination: &Germination, place_m: [f64; 2]) -> f64 {
        let Seedbed {
            mineral_soil_share,
            log_share,
        } = self.shares;
        if mineral_soil_share + log_share == 0.0 {
            return germination.on_litter;
        }
        // Cells are counted from the origin of the coordinates; below it the numbers wrap, which keeps them apart.
        let [column, row] = place_m.map(|m| (m.floor() as i64) as u32);
        let drawn = unit_from_u32(
            self.key
                .child(0, Purpose::Seedbed, column)
                .draws(0, Purpose::Seedbed, row)[0],
        );
        if drawn < log_share {
            germination.on_logs
        } else if drawn < log_share + mineral_soil_share {
            germination.on_mineral_soil
        } else {
            germination.on_litter
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    #[test]
    fn cells_of_one_metre_are_of_each_kind_by_its_share() {
        let shares = Seedbed {
            mineral_soil_share: 0.3,
            log_share: 0.1,
        };
        let germination = Germination {
            on_litter: 0.25,
            on_mineral_soil: 0.5,
            on_logs: 1.0,
            ..presets::named("fagus-sylvatica")
                .unwrap()
                .species("beech")
                .germination
        };
        let beds = Seedbeds::new(shares, 5);
        let mut counts = [0; 3];
        for cell in 0..40_000 {
            let corner_m = [f64::from(cell % 200) - 100.0, f64::from(cell / 200) - 100.0];
            let at = |x: f64, y: f64| beds.share_living(&germination, [corner_m[0] + x, corner_m[1] + y]);
            let here = at(0.0, 0.0);
            assert_eq!(here, at(0.9, 0.99));
            counts[if here == 0.25 {
                0
            } else if here == 0.5 {
                1
            } else {
                2
            }] += 1;
        }
        for (count, share) in counts.into_iter().zip([0.6, 0.3, 0.1]) {
            // Four standard errors of a binomial count.
            let error = 4.0 * (40_000.0_f64 * share * (1.0 - share)).sqrt();
            assert!(
                (f64::from(count) - 40_000.0 * share).abs() < error,
                "{count} {share}"
            );
        }
        assert_eq!(
            Seedbeds::new(Seedbed::default(), 5).share_living(&germination, [0.0; 2]),
            0.25
        );
    }
}
