//! A square of bark that repeats around and along a branch.
//!
//! Both borders must meet: every pattern here repeats after one unit. Draws are those of a fixed key, so that one
//! look has one picture.

use crate::ExportError;
use crate::look::{Bark, BarkPattern};
use crate::picture::noise::Lattice;
use crate::picture::{Maps, SIDE, mixed, normal, shaded, smooth_step, surface_pixel};

/// How steep a slope looks: leaning of the normal for a rise of all its height over two pixels.
const STEEP: f64 = 2.2;

/// The pictures; their second axis runs along the branch.
pub(crate) fn bark(bark: &Bark) -> Result<Maps, ExportError> {
    bark.check()?;
    let surface = Surface::new(bark);
    let points: Vec<Spot> = (0..SIDE * SIDE)
        .map(|at| surface.spot([at % SIDE, at / SIDE].map(|at| (at as f64 + 0.5) / SIDE as f64)))
        .collect();
    let height = |column: usize, row: usize| {
        let spot = &points[row % SIDE * SIDE + column % SIDE];
        spot.height
    };
    let mut maps = Maps {
        side: SIDE,
        ..Maps::default()
    };
    for (at, spot) in points.iter().enumerate() {
        let (column, row) = (at % SIDE + SIDE, at / SIDE + SIDE);
        let [red, green, blue] = spot.colour;
        maps.colour.push([red, green, blue, 255]);
        // Rows run downwards, normals up.
        let right = height(column - 1, row) - height(column + 1, row);
        let up = height(column, row + 1) - height(column, row - 1);
        maps.normal.push(normal([right, up].map(|slope| STEEP * slope)));
        let rough = 0.95 - 0.2 * spot.height * (1.0 - spot.depth);
        maps.surface.push(surface_pixel([1.0 - 0.55 * spot.depth, rough]));
    }
    Ok(maps)
}

/// Bark at a place.
struct Spot {
    colour: [u8; 3],
    /// How deep it lies in a mark, 0 to 1.
    depth: f64,
    /// Of the surface, 0 to about 1.
    height: f64,
}

/// Plates are cracked in turn: how much narrower and shallower cracks are than the furrows between plates.
const CRACKS: [f64; 2] = [0.4, 0.55];

/// The random patterns of a bark.
struct Surface<'a> {
    bark: &'a Bark,
    bends: [Lattice; 2],
    plates: Lattice,
    cracks: Lattice,
    grains: [Lattice; 2],
}

impl<'a> Surface<'a> {
    fn new(bark: &'a Bark) -> Self {
        Self {
            bark,
            bends: [0, 1].map(|pattern| Lattice::new([5, 5], pattern)),
            plates: Lattice::new(bark.plates, 2),
            cracks: Lattice::new([2 * bark.plates[0] + 1, 3 * bark.plates[1]], 4),
            grains: [[48, 32], [96, 96]].map(|cells| Lattice::new(cells, 3)),
        }
    }

    fn spot(&self, place: [f64; 2]) -> Spot {
        let bark = self.bark;
        // Furrows that run straight look sawn.
        let bent = [0, 1].map(|axis| place[axis] + 0.09 * (self.bends[axis].smooth(place) - 0.5));
        let plate = self.plates.among(bent);
        let depth = match bark.pattern {
            BarkPattern::Plates => {
                let [narrower, shallower] = CRACKS;
                let furrow = 1.0 - smooth_step(0.0, bark.furrowed.max(1e-6), plate.margin);
                let margin = self.cracks.among(bent).margin;
                let crack = 1.0 - smooth_step(0.0, (narrower * bark.furrowed).max(1e-6), margin);
                furrow.max(shallower * crack)
            }
            BarkPattern::Bands => {
                let half_length = 0.15 + 0.45 * plate.numbers[0];
                let across = plate.offset[0].abs() / half_length;
                let along = plate.offset[1].abs() / (0.5 * bark.furrowed).max(1e-6);
                1.0 - smooth_step(0.7, 1.0, (across * across + along * along).sqrt())
            }
        };
        let grain = 0.6 * self.grains[0].smooth(place) + 0.4 * self.grains[1].smooth(place);
        let light = 0.9 + 0.16 * (plate.numbers[1] - 0.5) + 0.26 * (grain - 0.5);
        let sunk = match bark.pattern {
            BarkPattern::Plates => 1.0,
            BarkPattern::Bands => 0.25,
        };
        Spot {
            colour: shaded(mixed(bark.plate, bark.furrow, depth), light),
            depth,
            height: 0.75 * (1.0 - sunk * depth) + 0.25 * grain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Look;

    #[test]
    fn opposite_borders_differ_no_more_than_neighbouring_rows() {
        let oak = Look::named("oak").unwrap().bark;
        let oak = Surface::new(&oak);
        let row = |at: f64| -> Vec<i32> {
            (0..SIDE)
                .flat_map(|column| oak.spot([(column as f64 + 0.5) / SIDE as f64, at]).colour)
                .map(i32::from)
                .collect()
        };
        let gap = |a: &[i32], b: &[i32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<i32>();
        let half = 0.5 / SIDE as f64;
        let across = gap(&row(1.0 - half), &row(half));
        let within = gap(&row(0.5 - half), &row(0.5 + half));
        assert!(across < 2 * within, "{across} across the border, {within} within");
    }

    fn colours(bark: &Bark) -> Vec<[u8; 3]> {
        let surface = Surface::new(bark);
        let places =
            (0..128 * 128).map(|at| [at % 128, at / 128].map(|step| (f64::from(step) + 0.5) / 128.0));
        places.map(|place| surface.spot(place).colour).collect()
    }

    const GREYS: Bark = Bark {
        pattern: BarkPattern::Plates,
        plate: [200; 3],
        furrow: [40; 3],
        plates: [8, 6],
        furrowed: 0.0,
    };

    /// Light is 0.9, 0.08 to either side from plate to plate and 0.13 by the grain.
    #[test]
    fn bark_without_furrows_is_its_plates_lighter_and_darker_by_chance() {
        let greys: Vec<f64> = colours(&GREYS)
            .iter()
            .map(|colour| f64::from(colour[0]))
            .collect();
        let mean = greys.iter().sum::<f64>() / greys.len() as f64;
        assert!((mean / 200.0 - 0.9).abs() < 0.02, "{mean}");
        let (low, high) = greys.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &grey| {
            (low.min(grey), high.max(grey))
        });
        assert!(
            low >= 200.0 * 0.69 - 1.0 && high <= 200.0 * 1.11 + 1.0,
            "{low} to {high}"
        );
        assert!(low < 200.0 * 0.78 && high > 200.0 * 1.02, "{low} to {high}");
    }

    #[test]
    fn light_follows_the_number_of_the_plate_and_both_grains() {
        let surface = Surface::new(&GREYS);
        for at in 0..400 {
            let place = [f64::from(at % 20) / 20.0 + 0.01, f64::from(at / 20) / 20.0 + 0.02];
            let wave = |axis: usize| 0.09 * (surface.bends[axis].smooth(place) - 0.5);
            let plate = surface.plates.among([place[0] + wave(0), place[1] + wave(1)]);
            let grain =
                surface.grains[0].smooth(place) * 3.0 / 5.0 + surface.grains[1].smooth(place) * 2.0 / 5.0;
            let light = 0.9 + (plate.numbers[1] - 0.5) * 4.0 / 25.0 + (grain - 0.5) * 13.0 / 50.0;
            let found = f64::from(surface.spot(place).colour[0]);
            // Just on a border between two plates a last bit decides.
            assert!(
                (found - 200.0 * light).abs() < 0.51 || plate.margin < 1e-9,
                "{found} {light}"
            );
        }
    }

    /// A furrow is where the two nearest plates are about as far away, half as deep at half of its width; plates have cracks
    /// that are no deeper than 0.55.
    #[test]
    fn furrows_run_between_plates_and_bands_across_them() {
        let plates = Bark {
            furrowed: 0.5,
            ..GREYS
        };
        let bands = Bark {
            pattern: BarkPattern::Bands,
            ..plates
        };
        for bark in [plates, bands] {
            let smooth = Surface::new(&GREYS);
            let marked = Surface::new(&bark);
            let mut seen = [0; 3];
            for at in 0..6400 {
                let place = [
                    f64::from(at % 80) / 80.0 + 0.003,
                    f64::from(at / 80) / 80.0 + 0.004,
                ];
                let wave = |axis: usize| 0.09 * (smooth.bends[axis].smooth(place) - 0.5);
                let plate = smooth.plates.among([place[0] + wave(0), place[1] + wave(1)]);
                // 160 of 200 greys lie between plate and furrow.
                let light = f64::from(smooth.spot(place).colour[0]) / 200.0;
                let depth = (200.0 - f64::from(marked.spot(place).colour[0]) / light) / 160.0;
                let crack = smooth.cracks.among([place[0] + wave(0), place[1] + wave(1)]);
                let (inner, outer) = match bark.pattern {
                    BarkPattern::Plates => {
                        let is_crack = plate.margin > 0.5 && crack.margin < 0.003;
                        assert!(!is_crack || (0.5..0.58).contains(&depth), "{depth}");
                        (plate.margin < 0.01, plate.margin > 0.5 && crack.margin > 0.2)
                    }
                    BarkPattern::Bands => {
                        let across = plate.offset[0] / (0.15 + 0.45 * plate.numbers[0]);
                        let along = plate.offset[1] / 0.25;
                        let round = (across * across + along * along).sqrt();
                        (round < 0.7, round > 1.0)
                    }
                };
                assert!(!inner || depth > 0.97, "{depth}");
                assert!(!outer || depth < 0.03, "{depth}");
                seen[usize::from(inner) + 2 * usize::from(outer)] += 1;
            }
            assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
        }
        let half: Vec<f64> = {
            let (smooth, marked) = (Surface::new(&GREYS), Surface::new(&plates));
            let places = (0..40_000).map(|at| [f64::from(at % 200) / 200.0, f64::from(at / 200) / 200.0]);
            places
                .filter(|&place| {
                    let wave = |axis: usize| 0.09 * (smooth.bends[axis].smooth(place) - 0.5);
                    let bent = [place[0] + wave(0), place[1] + wave(1)];
                    let is_half_way = (smooth.plates.among(bent).margin - 0.25).abs() < 0.005;
                    is_half_way && smooth.cracks.among(bent).margin > 0.2
                })
                .map(|place| {
                    let light = f64::from(smooth.spot(place).colour[0]) / 200.0;
                    (200.0 - f64::from(marked.spot(place).colour[0]) / light) / 160.0
                })
                .collect()
        };
        assert!(
            half.len() > 50 && half.iter().all(|depth| (depth - 0.5).abs() < 0.04),
            "{half:?}"
        );
    }

    #[test]
    fn a_picture_has_its_rows_along_the_branch() {
        let maps = bark(&GREYS).unwrap();
        let surface = Surface::new(&GREYS);
        for (column, row) in [(0, 0), (255, 0), (0, 255), (100, 30), (31, 200)] {
            let place = [(column as f64 + 0.5) / 256.0, (row as f64 + 0.5) / 256.0];
            assert_eq!(maps.colour[row * 256 + column][..3], surface.spot(place).colour);
        }
    }

    /// Where the height grows to the right a normal leans to the left, and where it grows upwards downwards.
    #[test]
    fn normals_lean_away_from_where_bark_rises() {
        let marked = Bark {
            furrowed: 0.4,
            ..GREYS
        };
        let (maps, surface) = (bark(&marked).unwrap(), Surface::new(&marked));
        let height = |column: usize, row: usize| {
            surface
                .spot([column, row].map(|at| (at as f64 + 0.5) / SIDE as f64))
                .height
        };
        let mut steep = 0;
        for at in (SIDE + 1)..(SIDE * (SIDE - 1) - 1) {
            let (column, row) = (at % SIDE, at / SIDE);
            if column == 0 || column == SIDE - 1 {
                continue;
            }
            let rise = height(column + 1, row) - height(column - 1, row);
            let up = height(column, row - 1) - height(column, row + 1);
            let [red, green, _] = maps.normal[at].map(i32::from);
            if rise.abs() > 0.1 {
                assert_eq!(red < 128, rise > 0.0, "{at}");
                steep += 1;
            }
            if up.abs() > 0.1 {
                assert_eq!(green < 128, up > 0.0, "{at}");
            }
        }
        assert!(steep > 1000, "{steep}");
    }

    #[test]
    fn counts_of_plates_and_the_share_of_furrows_end_where_they_are_said_to() {
        for (plates, furrowed, is_bark) in [
            ([1, 64], 0.0, true),
            ([64, 1], 1.0, true),
            ([0, 9], 0.5, false),
            ([65, 9], 0.5, false),
            ([9, 0], 0.5, false),
            ([9, 65], 0.5, false),
            ([9, 9], -0.1, false),
            ([9, 9], 1.1, false),
        ] {
            let checked = Bark {
                plates,
                furrowed,
                ..GREYS
            }
            .check();
            assert_eq!(checked.is_ok(), is_bark, "{plates:?} {furrowed}");
        }
    }
}
