//! How much of the sun the ground receives in a year without clouds.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use understory_numerics::math::{atan2, pow, sin_cos};
use understory_numerics::parallel::chunks;

use crate::error::TerrainError;
use crate::horizon::horizon;
use crate::raster::Raster;
use crate::slope::horn_gradients;

/// Directions in which the horizon is looked up.
const SECTORS: usize = 32;
/// Days of a year whose sun is followed: every fifth.
const DAYS: u32 = 73;
/// Places of the sun a day: every ten minutes.
const MOMENTS: u32 = 144;
/// Bands of the sky from the horizon to the zenith.
const BANDS: u32 = 60;
/// Irradiance of the sun outside the air at its mean distance, W/m².
const SOLAR_CONSTANT_W_M2: f64 = 1367.0;
/// Share of the sun's light that comes straight through clear air when it stands in the zenith.
pub const CLEAR_AIR: f64 = 0.7;

/// Light from one direction of the sky: the unit vector to it (east, north, up) times what it brings to a plane that
/// faces it in a year, MJ/m².
type Beam = [f64; 3];

/// The light of a year's clear sky over a latitude, in sectors of the compass.
pub struct ClearSky {
    sectors: Vec<Sector>,
}

/// The light of one sector, from its lowest beam on.
struct Sector {
    /// The middle of it: east, north.
    middle: [f64; 2],
    /// Tangents of the beams' heights above the horizon, rising.
    tangents: Vec<f64>,
    /// The sum of each beam and of all higher ones, and nothing at the end.
    above: Vec<Beam>,
}

impl ClearSky {
    /// The sky over `latitude_deg` (south is negative), whose air lets `transmittance` of the light of a sun in the
    /// zenith through.
    ///
    /// # Formula
    /// Day *n* has the declination 23.45° sin(2π (284 + *n*)/365) and, outside the air, S (1 + 0.033 cos(2π *n*/365)) with S =
    /// 1367 W/m². At hour angle ω the sine of the sun's height is sin φ sin δ + cos φ cos δ cos ω. Of the light τ^*m* comes
    /// straight, *m* = 1/sine of the height; 0.271 − 0.294 τ^*m* of what a level plane outside the air has, or nothing where
    /// that is negative, from the whole sky alike.
    ///
    /// # Source
    /// Liu & Jordan (1960) for the part from the whole sky, as pvlib and other programs describe it.
    #[must_use]
    pub fn over(latitude_deg: f64, transmittance: f64) -> Self {
        let mut beams: Vec<Vec<Beam>> = vec![Vec::new(); SECTORS];
        let mut diffuse_mj_m2 = 0.0;
        let seconds = 365.0 * 86_400.0 / f64::from(DAYS * MOMENTS);
        let (sin_lat, cos_lat) = sin_cos(latitude_deg.to_radians());
        for number in 0..DAYS {
            let day = 3.0 + 5.0 * f64::from(number);
            let (declination_sine, _) = sin_cos(TAU * (284.0 + day) / 365.0);
            let (sin_dec, cos_dec) = sin_cos((23.45 * declination_sine).to_radians());
            let (_, season) = sin_cos(TAU * day / 365.0);
            let outside_mj_m2 = SOLAR_CONSTANT_W_M2 * (1.0 + 0.033 * season) * seconds / 1e6;
            for moment in 0..MOMENTS {
                let hour_angle = TAU * ((f64::from(moment) + 0.5) / f64::from(MOMENTS) - 0.5);
                let (sin_hour, cos_hour) = sin_cos(hour_angle);
                let up = sin_lat * sin_dec + cos_lat * cos_dec * cos_hour;
                if up <= 0.0 {
                    continue;
                }
                let east = -cos_dec * sin_hour;
                let north = cos_lat * sin_dec - sin_lat * cos_dec * cos_hour;
                let through = pow(transmittance, 1.0 / up);
                diffuse_mj_m2 += outside_mj_m2 * up * (0.271 - 0.294 * through).max(0.0);
                let beam = [east, north, up].map(|part| part * outside_mj_m2 * through);
                beams[sector_of(east, north)].push(beam);
            }
        }
        for (number, beams) in beams.iter_mut().enumerate() {
            let [east, north] = middle_of(number);
            for band in 0..BANDS {
                let edge = |band: u32| sin_cos(FRAC_PI_2 * f64::from(band) / f64::from(BANDS)).0;
                let [low, high] = [edge(band), edge(band + 1)];
                let (up, level) = sin_cos(FRAC_PI_2 * (f64::from(band) + 0.5) / f64::from(BANDS));
                // The whole sky has the solid angle 2π, and brings π times its radiance to a level plane.
                let light = diffuse_mj_m2 / PI * (high - low) * TAU / SECTORS as f64;
                beams.push([east * level * light, north * level * light, up * light]);
            }
        }
        let sectors = beams.into_iter().enumerate();
        Self {
            sectors: sectors
                .map(|(number, beams)| Sector::new(middle_of(number), beams))
                .collect(),
        }
    }

    /// What level ground under an open sky receives in a year, MJ/m².
    #[must_use]
    pub fn on_level_mj_m2(&self) -> f64 {
        self.sectors.iter().map(|sector| sector.above[0][2]).sum()
    }

    /// What each cell of the ground receives in a year, MJ per m² of the sloping ground: less where it turns away and where the
    /// land around it hides sun and sky. Light that the land throws back is left out.
    ///
    /// # Errors
    /// None but those of [`Raster::new`], which do not occur.
    pub fn on_ground_mj_m2(&self, heights: &Raster<f32>) -> Result<Raster<f32>, TerrainError> {
        let gradients = horn_gradients(heights)?;
        let [east, north] = [gradients[0].values(), gradients[1].values()];
        let mut sums_mj_m2 = vec![0.0_f64; heights.grid().len()];
        // Sector by sector, so that only one horizon is in memory; each cell adds them up in the same order.
        for sector in &self.sectors {
            let seen = horizon(heights, sector.middle)?;
            chunks(&mut sums_mj_m2, 1024, &|first, sums_mj_m2| {
                for (cell, sum) in (first..).zip(sums_mj_m2) {
                    let slope = [east[cell], north[cell]].map(f64::from);
                    *sum += sector.on_slope_mj_m2(slope, f64::from(seen.values()[cell]));
                }
            });
        }
        Raster::new(
            *heights.grid(),
            sums_mj_m2.into_iter().map(|sum| sum as f32).collect(),
        )
    }
}

impl Sector {
    fn new(middle: [f64; 2], mut beams: Vec<Beam>) -> Self {
        let tangent = |[east, north, up]: &Beam| up / (east * east + north * north).sqrt();
        beams.sort_by(|a, b| tangent(a).total_cmp(&tangent(b)));
        let tangents = beams.iter().map(tangent).collect();
        let mut above = vec![[0.0; 3]; beams.len() + 1];
        for at in (0..beams.len()).rev() {
            above[at] = [0, 1, 2].map(|axis| above[at + 1][axis] + beams[at][axis]);
        }
        Self {
            middle,
            tangents,
            above,
        }
    }

    /// What the beams bring that come over the horizon and from before the slope.
    fn on_slope_mj_m2(&self, [east, north]: [f64; 2], horizon: f64) -> f64 {
        let own = east * self.middle[0] + north * self.middle[1];
        let least = horizon.max(own);
        let [x, y, z] = self.above[self.tangents.partition_point(|&tangent| tangent <= least)];
        // Beams aside of the middle may come from just behind the slope; no sector takes light away.
        ((z - east * x - north * y) / (1.0 + east * east + north * north).sqrt()).max(0.0)
    }
}

/// The sector in which a direction lies.
fn sector_of(east: f64, north: f64) -> usize {
    let turns = atan2(east, north) / TAU + 1.0;
    (turns * SECTORS as f64).round() as usize % SECTORS
}

/// The middle of a sector: east, north.
fn middle_of(sector: usize) -> [f64; 2] {
    let (east, north) = sin_cos(TAU * sector as f64 / SECTORS as f64);
    [east, north]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Grid;

    fn raster(height_m: impl Fn(u32, u32) -> f32) -> Raster<f32> {
        let grid = Grid::new([0.0; 2], 10.0, [41, 41]).unwrap();
        let heights = (0..41).flat_map(|row| (0..41).map(move |column| (column, row)));
        Raster::new(grid, heights.map(|(column, row)| height_m(column, row)).collect()).unwrap()
    }

    /// Daily sums on a level plane outside the air have a closed form: (86400/π) S e (cos φ cos δ sin h + h sin φ sin δ),
    /// with h the hour angle of sunset.
    fn outside_mj_m2(latitude_deg: f64) -> f64 {
        let (sin_lat, cos_lat) = sin_cos(latitude_deg.to_radians());
        let daily = (1..=365).map(|day| {
            let day = f64::from(day);
            let (sin_dec, cos_dec) = sin_cos((23.45 * sin_cos(TAU * (284.0 + day) / 365.0).0).to_radians());
            let cosine: f64 = -(sin_lat * sin_dec) / (cos_lat * cos_dec);
            let sunset = atan2((1.0 - cosine * cosine).max(0.0).sqrt(), cosine.clamp(-1.0, 1.0));
            let distance = 1.0 + 0.033 * sin_cos(TAU * day / 365.0).1;
            86_400.0 / PI
                * 1367.0
                * distance
                * (cos_lat * cos_dec * sin_cos(sunset).0 + sunset * sin_lat * sin_dec)
        });
        daily.sum::<f64>() / 1e6
    }

    #[test]
    fn without_air_level_ground_receives_what_the_closed_form_says() {
        for latitude_deg in [0.0, -36.9, 51.0, 75.0] {
            let found = ClearSky::over(latitude_deg, 1.0).on_level_mj_m2();
            let expected = outside_mj_m2(latitude_deg);
            assert!(
                (found / expected - 1.0).abs() < 2e-3,
                "{latitude_deg}: {found} {expected}"
            );
        }
    }

    #[test]
    fn level_ground_is_lit_alike_and_the_equator_most() {
        let level = raster(|_, _| 7.0);
        let sums = [0.0, 30.0, 60.0].map(|latitude_deg| {
            let sky = ClearSky::over(latitude_deg, CLEAR_AIR);
            let ground = sky.on_ground_mj_m2(&level).unwrap();
            assert!(
                ground
                    .values()
                    .iter()
                    .all(|&sum| (f64::from(sum) - sky.on_level_mj_m2()).abs() < 0.01)
            );
            sky.on_level_mj_m2()
        });
        assert!(sums[0] > sums[1] && sums[1] > sums[2], "{sums:?}");
        // Clear-sky sums of the tropics are some 9 GJ/m² a year.
        assert!((7500.0..9500.0).contains(&sums[0]), "{sums:?}");
    }

    #[test]
    fn slopes_that_face_the_equator_are_lit_most_on_either_side_of_it() {
        let facing = |north: f32| raster(move |_, row| -0.4 * 10.0 * north * row as f32);
        for latitude_deg in [-45.0, 45.0] {
            let sky = ClearSky::over(latitude_deg, CLEAR_AIR);
            let middle = |north: f32| sky.on_ground_mj_m2(&facing(north)).unwrap().at(20, 20);
            let (to_north, to_south) = (middle(1.0), middle(-1.0));
            assert_eq!(to_north > to_south, latitude_deg < 0.0, "{to_north} {to_south}");
            let level = sky.on_level_mj_m2() as f32;
            assert!(to_north.max(to_south) > level && to_north.min(to_south) < level);
        }
    }

    /// East and west are alike, as the sun's day is.
    #[test]
    fn a_slope_to_the_east_receives_what_one_to_the_west_does() {
        let sky = ClearSky::over(48.0, CLEAR_AIR);
        let [east, west] = [-3.0, 3.0].map(|rise| {
            let ground = sky
                .on_ground_mj_m2(&raster(move |column, _| rise * column as f32))
                .unwrap();
            f64::from(ground.at(20, 20))
        });
        assert!((east / west - 1.0).abs() < 1e-3, "{east} {west}");
    }

    /// Through air that lets no beam pass, all light is the sky's; of 32 sectors the 17 that look along the wall or away from
    /// it are left.
    #[test]
    fn at_the_foot_of_a_high_wall_half_of_the_sky_is_left() {
        let sky = ClearSky::over(50.0, 1e-12);
        let wall = raster(|_, row| if row < 20 { 1e6 } else { 0.0 });
        // Two rows away the slope at the foot itself is level.
        let left = f64::from(sky.on_ground_mj_m2(&wall).unwrap().at(20, 21)) / sky.on_level_mj_m2();
        assert!((left - 17.0 / 32.0).abs() < 1e-3, "{left}");
    }

    /// The sun of 60° north stands in the south at noon: a ridge there takes most of its light, one in the north little.
    #[test]
    fn a_ridge_towards_the_noon_sun_takes_more_than_one_behind() {
        let sky = ClearSky::over(60.0, CLEAR_AIR);
        let beside = |ridge: u32| {
            let ground = raster(move |_, row| if row == ridge { 60.0 } else { 0.0 });
            f64::from(sky.on_ground_mj_m2(&ground).unwrap().at(20, 20)) / sky.on_level_mj_m2()
        };
        let (south, north) = (beside(16), beside(24));
        assert!(south < 0.6 && north > 0.85 && north < 1.0, "{south} {north}");
    }
}
