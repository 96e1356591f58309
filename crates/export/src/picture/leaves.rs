//! Cards of leaves, from one spray to a bough of many, in the cells of one picture.
//!
//! The stalk enters a card in the middle below and what it bears fills the card. A larger card shows more sprays and not
//! larger leaves: each cell's sprays are half as large as those of the cell before.

use understory_branching::mesh::LEAF_CELLS;
use understory_numerics::math;
use understory_numerics::parallel::{map, of_each};

use crate::look::{Foliage, LeafShape};
use crate::picture::card::{Blade, Card, Place};
use crate::picture::{Maps, SIDE, shaded};

/// A part of a bough: where its stalk stands on the card, at which angle (radians) and how large.
type Part = [f64; 4];

/// Parts of a broad-leaved bough, or of a pine's, the lower ones first. They stand apart, and no twig runs through the middle to a
/// tip: a bough of that outline looks like one large leaf.
const BROAD: [Part; 8] = [
    [0.44, 0.1, -1.15, 0.36],
    [0.57, 0.14, 1.05, 0.37],
    [0.36, 0.3, -0.75, 0.38],
    [0.64, 0.33, 0.8, 0.34],
    [0.48, 0.3, 0.15, 0.38],
    [0.38, 0.5, -0.45, 0.39],
    [0.62, 0.52, 0.4, 0.38],
    [0.5, 0.58, -0.05, 0.37],
];
/// Parts of a bough of short needles: side twigs in a plane, shorter to the tip.
const PLANE: [Part; 9] = [
    [0.5, 0.05, -0.95, 0.42],
    [0.5, 0.11, 0.9, 0.44],
    [0.5, 0.23, -0.9, 0.42],
    [0.5, 0.29, 0.85, 0.4],
    [0.5, 0.41, -0.8, 0.36],
    [0.5, 0.47, 0.78, 0.33],
    [0.5, 0.58, -0.7, 0.29],
    [0.5, 0.63, 0.65, 0.26],
    [0.5, 0.68, 0.02, 0.29],
];
/// Parts of a bough that hangs: all the same way, beside and behind each other.
const STRANDS: [Part; 6] = [
    [0.45, 0.05, -0.5, 0.42],
    [0.56, 0.11, 0.46, 0.42],
    [0.4, 0.31, -0.3, 0.42],
    [0.61, 0.35, 0.3, 0.43],
    [0.4, 0.56, -0.12, 0.41],
    [0.56, 0.58, 0.1, 0.41],
];
/// Twigs of a bough from its stalk, as far as their ends and how thick: to most of its parts.
const FORKS: [[f64; 2]; 3] = [[0.36, 0.5], [0.49, 0.58], [0.64, 0.52]];
/// Sprays of needles smaller than this part of a card are drawn twig by twig and not needle by needle.
const NEEDLE_BY_NEEDLE: f64 = 0.12;
/// How much each cell covers, the first one's cover 1: large boughs are seen from so far that their gaps blend with leaves.
const COVERS: [f64; LEAF_CELLS] = [1.0, 1.0, 0.96, 1.06];
/// How light and dark the parts of a bough are, which tells them apart.
const TONES: [f64; 2] = [0.72, 1.2];

/// The pictures, the tips at the top, with the silhouettes in the alpha channel of their colours; its cells are two by two,
/// as [`LEAF_CELLS`] says.
pub(crate) fn leaves(foliage: &Foliage) -> Maps {
    let cards = map(LEAF_CELLS, 1, |forks| {
        let mut card = Card::new(|share| outline(foliage.shape, share));
        bough(&mut card, foliage, forks as u32, Place::WHOLE);
        card
    });
    let shares = of_each(&cards, Card::shares);
    let covered = shares[0].iter().filter(|&&share| share >= 0.5).count();
    let cells = map(LEAF_CELLS, 1, |cell| {
        let wanted = (COVERS[cell] * covered as f64) as usize;
        cards[cell].maps(foliage.colour, &covering(&shares[cell], wanted))
    });
    side_by_side(&cells)
}

/// The same shares, bent so that as many pixels as said are leaf to one half or more: a card covers as much whichever cell it
/// shows. Where that asks for more than can be, it comes as near as it can.
fn covering(shares: &[f64], wanted: usize) -> Vec<f64> {
    let mut sorted = shares.to_vec();
    let last = sorted.len() - 1;
    let (_, half, _) = sorted.select_nth_unstable_by(wanted.min(last), |a, b| b.total_cmp(a));
    let half = half.clamp(0.15, 0.9);
    let bent = |&share: &f64| {
        if share < half {
            0.5 * share / half
        } else {
            0.5 + 0.5 * (share - half) / (1.0 - half)
        }
    };
    shares.iter().map(bent).collect()
}

/// Cells in one picture, row by row from below.
fn side_by_side(cells: &[Maps]) -> Maps {
    let side = 2 * SIDE;
    let mut maps = Maps {
        side,
        ..Maps::default()
    };
    for at in 0..side * side {
        let (row, column) = (at / side, at % side);
        let cell = &cells[(1 - row / SIDE) * 2 + column / SIDE];
        let at = row % SIDE * SIDE + column % SIDE;
        maps.colour.push(cell.colour[at]);
        maps.normal.push(cell.normal[at]);
        maps.surface.push(cell.surface[at]);
    }
    maps
}

/// A bough that forks so many times before its sprays.
fn bough(card: &mut Card, foliage: &Foliage, forks: u32, place: Place) {
    card.place = place;
    let Some(forks) = forks.checked_sub(1) else {
        one(card, foliage);
        return;
    };
    let parts: &[Part] = match foliage.shape {
        LeafShape::Needles => &PLANE,
        LeafShape::Narrow => &STRANDS,
        _ => &BROAD,
    };
    for twig in twigs(foliage.shape) {
        card.twig(&twig);
    }
    for [aside, up, angle, size] in parts {
        let [higher, turn, larger] = card.chance();
        let [light, beside, _] = card.chance();
        let part = Place {
            stalk: [aside + 0.04 * (beside - 0.5), up + 0.06 * (higher - 0.5)],
            angle: angle + 0.4 * (turn - 0.5),
            size: size * (0.84 + 0.28 * larger),
        };
        card.tone = TONES[0] + (TONES[1] - TONES[0]) * light;
        bough(card, foliage, forks, place.within(&part));
    }
}

/// The wood of a bough.
fn twigs(shape: LeafShape) -> Vec<Blade> {
    let to = |[x, y]: [f64; 2], half_width: f64| {
        let right = x - 0.5;
        Blade {
            base: [0.5, 0.0],
            angle: math::atan2(right, y),
            length: (right * right + y * y).sqrt(),
            half_width,
        }
    };
    match shape {
        LeafShape::Needles => vec![to([0.5, 0.7], 0.009)],
        _ => FORKS.map(|end| to(end, 0.007)).into(),
    }
}

/// How wide a leaf is at a share of its length, 1 for its full width.
fn outline(shape: LeafShape, share: f64) -> f64 {
    let round = 2.0 * (share * (1.0 - share)).sqrt();
    match shape {
        LeafShape::Lobed => {
            let lobes = 0.8 + 0.2 * math::cos(std::f64::consts::TAU * (3.5 * share - 0.15));
            round * (0.42 + 0.58 * share) * lobes
        }
        LeafShape::Narrow => round * (1.15 - 0.5 * share),
        _ => 1.1 * round * (1.0 - 0.45 * share),
    }
}

/// A spray.
fn one(card: &mut Card, foliage: &Foliage) {
    let colour = foliage.colour;
    match foliage.shape {
        LeafShape::Oval => spray(card, colour, 0.2, 0.27),
        LeafShape::Lobed => spray(card, colour, 0.21, 0.36),
        LeafShape::Narrow => hanging_twig(card, colour),
        LeafShape::Needles => branchlet(card, colour),
        LeafShape::Tufts => tufts(card, colour),
    }
}

/// A twig with short shoots to both sides, each with leaves around its end; the lower ones lie in the shade of the upper.
fn spray(card: &mut Card, colour: [u8; 3], length: f64, width: f64) {
    let stem = Blade {
        base: [0.5, 0.0],
        angle: 0.0,
        length: 0.72,
        half_width: 0.011,
    };
    card.twig(&stem);
    // Side by side and from the stalk up, so that the upper leaves lie over the lower ones.
    let mut shoots: Vec<Blade> = Vec::new();
    for pair in 0..4 {
        for side in [-1.0, 1.0] {
            let up = f64::from(pair) / 4.0;
            let [along, turn, _] = card.chance();
            shoots.push(Blade {
                base: stem.at(0.12 + 0.8 * (up + 0.08 * (along + side))),
                angle: side * (1.1 - 0.45 * up + 0.25 * (turn - 0.5)),
                length: 0.30 - 0.12 * up,
                half_width: 0.007,
            });
        }
    }
    shoots.push(Blade {
        base: stem.at(0.95),
        angle: 0.05,
        length: 0.07,
        half_width: 0.007,
    });
    for shoot in shoots {
        card.twig(&shoot);
        for (number, turn) in [-1.0, 1.0, -0.55, 0.5, 0.0].into_iter().enumerate() {
            let [along, strays, light] = card.chance();
            let share = if number < 2 {
                0.35 + 0.2 * along
            } else {
                0.85 + 0.15 * along
            };
            let long = length * (0.8 + 0.3 * strays);
            let base = shoot.at(share);
            let angle = shoot.angle + 1.25 * turn + 0.3 * (strays - 0.5);
            let blade = within(Blade {
                base,
                angle,
                length: long,
                half_width: long * width,
            });
            let open = 0.65 + 0.35 * number as f64 / 4.0;
            card.leaf(&blade, shaded(colour, 0.8 + 0.36 * light), open);
        }
    }
}

/// Needles of small sprays are fewer and nearly as much wider: finer ones than pixels would not be seen.
fn coarser(card: &Card) -> f64 {
    (0.4 / card.place.size).max(1.0)
}

/// Side twigs to both sides of a twig, all with short needles.
fn branchlet(card: &mut Card, colour: [u8; 3]) {
    let coarser = coarser(card);
    let stem = Blade {
        base: [0.5, 0.0],
        angle: 0.0,
        length: 0.94,
        half_width: 0.012,
    };
    let mut twigs = vec![stem];
    for pair in 0..6 {
        for side in [-1.0, 1.0] {
            let up = f64::from(pair) / 6.0;
            let [along, turn, _] = card.chance();
            twigs.push(Blade {
                base: stem.at(0.04 + 0.84 * (up + 0.05 * along)),
                angle: side * (0.95 - 0.25 * up + 0.15 * (turn - 0.5)),
                length: 0.54 - 0.38 * up + 0.06 * turn,
                half_width: 0.008,
            });
        }
    }
    twigs.reverse();
    let is_small = card.place.size < NEEDLE_BY_NEEDLE;
    for twig in twigs {
        if is_small {
            let [light, ..] = card.chance();
            let whole = within(Blade {
                half_width: 0.042,
                ..twig
            });
            card.needle(&whole, shaded(colour, 0.78 + 0.4 * light), 0.85);
            continue;
        }
        card.twig(&twig);
        let rows = (twig.length / (0.0105 * coarser)) as u32;
        for row in 0..rows {
            for side in [-1.0, 1.0] {
                let [along, turn, light] = card.chance();
                let up = (f64::from(row) + along) / f64::from(rows);
                let needle = within(Blade {
                    base: twig.at(up),
                    angle: twig.angle + side * (0.95 - 0.5 * up + 0.4 * (turn - 0.5)),
                    length: 0.06 * (1.0 - 0.3 * up),
                    half_width: 0.0075 * (0.2 + 0.8 * coarser),
                });
                let open = 0.7 + 0.3 * up;
                card.needle(&needle, shaded(colour, 0.72 + 0.5 * light), open);
            }
        }
    }
}

/// A twig that bears thinner ones forwards, all with long narrow leaves.
fn hanging_twig(card: &mut Card, colour: [u8; 3]) {
    let stem = Blade {
        base: [0.5, 0.0],
        angle: 0.0,
        length: 0.86,
        half_width: 0.01,
    };
    let mut twigs: Vec<Blade> = [(0.02, -0.56), (0.08, 0.54), (0.2, -0.3), (0.28, 0.28)]
        .map(|(at, angle)| Blade {
            base: stem.at(at),
            angle,
            length: 0.78 - 0.7 * at,
            half_width: 0.006,
        })
        .into();
    twigs.push(stem);
    // Leaves of small sprays are fewer and as much longer.
    let coarser = (0.3 / card.place.size).clamp(1.0, 2.0);
    for twig in twigs {
        card.twig(&twig);
        let rows = (twig.length / (0.053 * coarser)) as u32;
        for row in 0..rows {
            for side in [-1.0, 1.0] {
                let [along, turn, light] = card.chance();
                let up = (f64::from(row) + along) / f64::from(rows);
                let long = 0.15 * coarser * (0.75 + 0.35 * turn);
                let leaf = within(Blade {
                    base: twig.at(up),
                    angle: twig.angle + side * (0.5 - 0.25 * up + 0.3 * (turn - 0.5)),
                    length: long,
                    half_width: 0.125 * long / coarser,
                });
                card.leaf(&leaf, shaded(colour, 0.78 + 0.4 * light), 0.7 + 0.3 * up);
            }
        }
    }
}

/// Shoots around a twig, each bare at its foot and a round brush of long needles at its end.
fn tufts(card: &mut Card, colour: [u8; 3]) {
    let coarser = coarser(card);
    let stem = Blade {
        base: [0.5, 0.0],
        angle: 0.0,
        length: 0.6,
        half_width: 0.014,
    };
    card.twig(&stem);
    let shoots = [
        (0.12, -1.0, 0.36),
        (0.2, 1.05, 0.34),
        (0.5, -0.75, 0.36),
        (0.58, 0.7, 0.37),
        (0.95, 0.03, 0.2),
    ];
    for (at, angle, length) in shoots {
        let shoot = Blade {
            base: stem.at(at),
            angle,
            length,
            half_width: 0.01,
        };
        card.twig(&shoot);
        let needles = (110.0 / coarser) as u32;
        for needle in 0..needles {
            let [along, turn, light] = card.chance();
            let up = f64::from(needle) / f64::from(needles);
            let side = if needle % 2 == 0 { -1.0 } else { 1.0 };
            let blade = within(Blade {
                base: shoot.at(0.45 + 0.55 * up),
                angle: shoot.angle + side * (1.5 - 0.9 * up) * (0.1 + 0.9 * turn),
                length: 0.19 * (0.75 + 0.35 * along),
                half_width: 0.0075 * (0.2 + 0.8 * coarser),
            });
            card.needle(&blade, shaded(colour, 0.72 + 0.5 * light), 0.65 + 0.35 * up);
        }
    }
}

/// A blade no longer than the card.
fn within(blade: Blade) -> Blade {
    const BORDER: f64 = 0.01;
    let room = |share: f64| {
        blade
            .at(share)
            .iter()
            .all(|along| (BORDER..=1.0 - BORDER).contains(along))
    };
    let mut share = 1.0;
    while share > 0.3 && !room(share) {
        share -= 0.05;
    }
    Blade {
        length: share * blade.length,
        ..blade
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted by the cutoff in the finished picture: a quarter each, from below.
    #[test]
    fn every_cell_is_covered_alike() {
        use LeafShape::{Lobed, Narrow, Needles, Oval, Tufts};
        for shape in [Oval, Lobed, Narrow, Needles, Tufts] {
            let colour = [90, 120, 50];
            let maps = leaves(&Foliage { shape, colour });
            assert_eq!((maps.side, maps.colour.len()), (2 * SIDE, 4 * SIDE * SIDE));
            let mut covered = [0.0; LEAF_CELLS];
            for (at, pixel) in maps.colour.iter().enumerate() {
                let (row, column) = (at / maps.side, at % maps.side);
                let is_leaf = f64::from(pixel[3]) > 255.0 * crate::picture::CUTOFF;
                covered[(1 - row / SIDE) * 2 + column / SIDE] += f64::from(u8::from(is_leaf));
            }
            for cell in covered {
                assert!((cell / covered[0] - 1.0).abs() < 0.12, "{shape:?}: {covered:?}");
            }
        }
    }
}
