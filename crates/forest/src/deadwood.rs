//! Deadwood: how a dead tree stands, falls and decays, and how much wood is left of it.
//!
//! A tree that dies on its feet is a snag until it falls; a storm leaves a log, and of a stem that it broke a snag or stump too.
//! What is left follows from the years that a piece has stood and lain: nothing of it is kept but when it fell.

use understory_numerics::math::{exp, pow};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::components::{Cause, Remains, Size, Wood};
use crate::growth::BREAST_HEIGHT_M;
use crate::stem::Stem;
use crate::wood_rates::WoodRates;

/// Diameter at death from which a tree is deadwood, cm: surveys leave out thinner wood, and trees are adults from here on.
pub const DEADWOOD_FROM_DBH_CM: f64 = 10.0;

/// Share of its mass below which wood is gone.
///
/// # Source
/// Beech decays completely in 35 years (Müller-Using & Bartsch 2009), at a rate of which 4 to 5 % are left by then.
const LEAST_MASS_SHARE: f64 = 0.05;

/// Share of its mass down to which wood keeps its volume and loses density alone.
///
/// # Source
/// Beech loses mass by density alone in its first eight years, to about half, and then by volume (Müller-Using & Bartsch 2009).
const WHOLE_FROM_MASS_SHARE: f64 = 0.5;

/// Diameter of the snag whose probability of falling a species says, cm.
const USUAL_SNAG_CM: f64 = 30.0;

/// The highest place at which a storm breaks a stem, as a share of its height; the places are even from the ground to there.
/// Assumed.
const BREAKS_UP_TO: f64 = 0.5;

/// How a piece of deadwood stands or lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It stands, 1.3 m high or more.
    Snag,
    /// It stands, lower than that.
    Stump,
    /// It lies.
    Log,
}

/// A piece of deadwood as it is in a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// How it stands or lies.
    pub form: Form,
    /// Its volume, m³.
    pub volume_m3: f64,
    /// Its dry mass, kg.
    pub dry_mass_kg: f64,
    /// Its class of decay, 0 (fresh) to 4: fifths of the mass that it has lost.
    pub class: usize,
}

/// Classes of decay.
pub const DECAY_CLASSES: usize = 5;

/// A piece as a share of what it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Piece {
    form: Form,
    /// Of the stem's volume at death.
    stem_share: f64,
    /// Of its own mass at death.
    mass_share: f64,
}

impl WoodRates {
    /// The pieces of a dead tree in a year, the part that fell when it died and the part that stood on; none of what is gone.
    pub fn parts(
        &self,
        stem: &Stem,
        size: Size,
        remains: Remains,
        wood: Wood,
        year: u32,
    ) -> impl Iterator<Item = Part> {
        let sound_m3 = stem.volume_m3(size);
        let pieces = self.pieces(size, remains, wood, year);
        pieces.into_iter().flatten().map(move |piece| Part {
            form: piece.form,
            volume_m3: sound_m3 * piece.stem_share * volume_share(piece.mass_share),
            dry_mass_kg: sound_m3 * piece.stem_share * piece.mass_share * self.basic_density_kg_per_m3,
            class: decay_class(piece.mass_share),
        })
    }

    /// The same as shares.
    pub(crate) fn pieces(&self, size: Size, remains: Remains, wood: Wood, year: u32) -> [Option<Piece>; 2] {
        let years = f64::from(remains.years_since(year));
        let stood_share = wood.stood_share();
        let foot_share = stem_share_below(stood_share);
        let foot_m = stood_share * size.height_m;
        let (form, standing_yr) = match wood.year_fell() {
            Some(fell) => (
                Form::Log,
                (i64::from(fell) - i64::from(remains.year_died())) as f64,
            ),
            // A stump is as wet as wood on the ground.
            None if foot_m < BREAST_HEIGHT_M => (Form::Stump, 0.0),
            None => (Form::Snag, years),
        };
        let foot = Piece {
            form,
            stem_share: foot_share,
            mass_share: self.mass_share(standing_yr, years - standing_yr),
        };
        let top = Piece {
            form: Form::Log,
            stem_share: 1.0 - foot_share,
            mass_share: self.mass_share(0.0, years),
        };
        [top, foot]
            .map(|piece| (piece.stem_share > 0.0 && piece.mass_share >= LEAST_MASS_SHARE).then_some(piece))
    }

    /// Whether wood that has stood, or lain, for so many years is gone.
    #[must_use]
    pub fn has_decayed(&self, lay: bool, years: u32) -> bool {
        let [standing_yr, lying_yr] = if lay { [0, years] } else { [years, 0] }.map(f64::from);
        self.mass_share(standing_yr, lying_yr) < LEAST_MASS_SHARE
    }

    /// Share of its mass that wood keeps which stood for so many years and lay for so many.
    fn mass_share(&self, standing_yr: f64, lying_yr: f64) -> f64 {
        exp(-self.decay_per_yr * (self.standing_decay_share * standing_yr + lying_yr))
    }

    /// Whether this year, in which it still stands, what stands of a tree falls. A stump does not.
    pub(crate) fn falls(&self, key: RandomKey, size: Size, remains: Remains, wood: Wood, year: u32) -> bool {
        let stands = wood.year_fell().is_none() && wood.stood_share() * size.height_m >= BREAST_HEIGHT_M;
        stands && {
            let mass_share = self.mass_share(f64::from(remains.years_since(year)), 0.0);
            let chance = self.fall_chance(size.dbh_cm, mass_share);
            unit_from_u32(key.draws(year, Purpose::Deadwood, 0)[0]) < chance
        }
    }

    /// Probability that a snag of this diameter and share of its mass falls within a year: its rate of falling is inverse to the
    /// root of the diameter, and to the density that its wood has left.
    ///
    /// # Source
    /// Larger snags stand longer (Gärtner et al. 2023), and falling is close to exponential (Storaunet & Rolstad 2004); the two
    /// powers are assumed.
    fn fall_chance(&self, dbh_cm: f64, mass_share: f64) -> f64 {
        let density_share = mass_share / volume_share(mass_share);
        let rate = (USUAL_SNAG_CM / dbh_cm).sqrt() / density_share;
        1.0 - pow(1.0 - self.snag_fall_per_yr, rate)
    }
}

/// What stands of a tree that has just died of this, and that nothing of it fell later.
pub(crate) fn at_death(cause: Cause, key: RandomKey, year_died: u32) -> Wood {
    let stood_share = match cause {
        Cause::Uprooted => 0.0,
        Cause::Snapped | Cause::Hit => {
            BREAKS_UP_TO * unit_from_u32(key.draws(year_died, Purpose::Deadwood, 1)[0])
        }
        _ => 1.0,
    };
    Wood::new(stood_share as f32, None)
}

/// Share of a stem's volume below this share of its height: that of a paraboloid, whose cross-section falls evenly to the top.
pub(crate) fn stem_share_below(height_share: f64) -> f64 {
    1.0 - (1.0 - height_share) * (1.0 - height_share)
}

/// Share of its volume that wood has with this share of its mass.
///
/// # Source
/// After a time in which logs keep their form, the share of mass that is left is about half the share of density that is left
/// (Fraver et al. 2013): volume and density take equal shares of the further loss.
fn volume_share(mass_share: f64) -> f64 {
    (mass_share / WHOLE_FROM_MASS_SHARE).min(1.0).sqrt()
}

/// Class of decay of wood with this share of its mass: fifths of the loss.
fn decay_class(mass_share: f64) -> usize {
    (((1.0 - mass_share) * DECAY_CLASSES as f64) as usize).min(DECAY_CLASSES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: WoodRates = WoodRates {
        snag_fall_per_yr: 0.06,
        decay_per_yr: 0.054,
        standing_decay_share: 0.5,
        basic_density_kg_per_m3: 570.0,
    };
    const TREE: Size = Size {
        dbh_cm: 60.0,
        height_m: 30.0,
    };

    fn parts(cause: Cause, wood: Wood, year: u32) -> Vec<Part> {
        let died = Remains::new(cause, 100);
        RATES.parts(&Stem::default(), TREE, died, wood, year).collect()
    }

    #[test]
    fn the_dead_of_a_year_hold_the_wood_of_their_stems_however_they_died() {
        // 3.8e-5 · 60^1.99 · 30^1.02 by hand.
        let stem_m3 = 4.215;
        for cause in Cause::ALL {
            for bits in 0..50 {
                let wood = at_death(cause, RandomKey::from_bits(bits), 100);
                let parts = parts(cause, wood, 100);
                let sum_m3: f64 = parts.iter().map(|part| part.volume_m3).sum();
                let sum_kg: f64 = parts.iter().map(|part| part.dry_mass_kg).sum();
                assert!((sum_m3 - stem_m3).abs() < 0.01, "{cause:?} {sum_m3}");
                assert!((sum_kg / 570.0 - sum_m3).abs() < 1e-12);
                assert!(parts.iter().all(|part| part.class == 0));
                let forms: Vec<Form> = parts.iter().map(|part| part.form).collect();
                let stands_m = wood.stood_share() * TREE.height_m;
                match cause {
                    Cause::Uprooted => assert_eq!(forms, [Form::Log]),
                    Cause::Snapped | Cause::Hit => {
                        let foot = if stands_m < 1.3 { Form::Stump } else { Form::Snag };
                        assert!(forms == [Form::Log, foot] && stands_m <= 15.0);
                    }
                    _ => assert_eq!(forms, [Form::Snag]),
                }
            }
        }
    }

    /// A log has lost half its mass after 12.8 years and 95 % after 55.5; a snag takes twice as long.
    #[test]
    fn wood_decays_by_the_rate_of_its_species_and_is_gone_in_the_end() {
        // exp(−0.086 · 34) is 0.054, and snags last twice as long.
        let rates = WoodRates::default();
        assert!(!rates.has_decayed(true, 34) && rates.has_decayed(true, 35));
        assert!(!rates.has_decayed(false, 69) && rates.has_decayed(false, 70));
        let (log, snag) = (Wood::new(0.0, None), Wood::new(1.0, None));
        let of = |wood: Wood, years: u32| parts(Cause::Stress, wood, 100 + years);
        let sound = of(log, 0)[0];
        let half = of(log, 13)[0];
        assert!((half.dry_mass_kg / sound.dry_mass_kg - exp(-0.054 * 13.0)).abs() < 1e-12);
        // The volume has only begun to shrink, as density alone was lost.
        assert!((0.98..1.0).contains(&(half.volume_m3 / sound.volume_m3)));
        assert_eq!(of(log, 12)[0].volume_m3, sound.volume_m3);
        // Of a mass of 0.2 half the density share is the volume share's: 0.632 · 0.316.
        let late = of(log, 30)[0];
        let (mass, volume) = (
            late.dry_mass_kg / sound.dry_mass_kg,
            late.volume_m3 / sound.volume_m3,
        );
        assert!((volume * volume - 2.0 * mass).abs() < 1e-12);
        assert!(of(log, 55).len() == 1 && of(log, 56).is_empty());
        assert!(of(snag, 110).len() == 1 && of(snag, 111).is_empty());
        let classes: Vec<usize> = (0..=55).map(|years| of(log, years)[0].class).collect();
        assert!(classes.is_sorted() && classes[0] == 0 && classes[55] == 4);
        // A mass of 0.8 is left after 4.13 years, of 0.2 after 29.8.
        assert_eq!([classes[4], classes[5], classes[29], classes[30]], [0, 1, 3, 4]);
    }

    #[test]
    fn a_snag_that_falls_decays_faster_from_then_on() {
        let fell = Wood::new(1.0, Some(110));
        let part = parts(Cause::Stress, fell, 120)[0];
        let sound_kg = parts(Cause::Stress, Wood::new(1.0, None), 100)[0].dry_mass_kg;
        assert_eq!(part.form, Form::Log);
        assert!((part.dry_mass_kg / sound_kg - exp(-0.054 * (0.5 * 10.0 + 10.0))).abs() < 1e-12);
    }

    /// Broken at half its height a paraboloid keeps three quarters below.
    #[test]
    fn the_foot_of_a_broken_stem_holds_the_greater_part() {
        let parts = parts(Cause::Snapped, Wood::new(0.5, None), 100);
        let share = parts[1].volume_m3 / (parts[0].volume_m3 + parts[1].volume_m3);
        assert!((share - 0.75).abs() < 1e-12);
    }

    #[test]
    fn snags_fall_by_their_chance_stumps_and_what_lies_never() {
        let chance = RATES.fall_chance(30.0, 1.0);
        assert!((chance - 0.06).abs() < 1e-12);
        assert!(RATES.fall_chance(120.0, 1.0) < chance && RATES.fall_chance(30.0, 0.5) > chance);
        // Twice the rate: neither of two chances spares it.
        assert!((RATES.fall_chance(7.5, 1.0) - (1.0 - 0.94 * 0.94)).abs() < 1e-12);
        let died = Remains::new(Cause::Stress, 100);
        let falls = |wood: Wood| {
            let of = |bits| RATES.falls(RandomKey::from_bits(bits), TREE, died, wood, 101);
            (0..20_000).filter(|&bits| of(bits)).count() as f64 / 20_000.0
        };
        let expected = RATES.fall_chance(60.0, exp(-0.027));
        assert!((falls(Wood::new(1.0, None)) - expected).abs() < 4.0 * (expected / 20_000.0).sqrt());
        for lies in [
            Wood::new(1.0, Some(100)),
            Wood::new(0.0, None),
            Wood::new(0.04, None),
        ] {
            assert_eq!(falls(lies), 0.0);
        }
    }
}
