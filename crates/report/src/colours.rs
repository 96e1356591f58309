//! A picture's pixels by number of colour, of which a PNG with a palette holds 256.
//!
//! A third of the bytes, and the overlapping crowns of a full stand, with their ten thousands of shades, compress.

const MOST: usize = 256;
/// Shades of each of red, green and blue that count as one where there are too many.
const SHADES: usize = 16;
const STEPS: usize = 256 / SHADES;

/// The colours, and the place among them of each pixel's.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Indexed {
    pub(crate) colours: Vec<[u8; 3]>,
    pub(crate) pixels: Vec<u8>,
}

/// Keeps every colour of a picture that has at most 256; of others the most frequent of similar ones, so that even
/// areas stay as they are and only the blends along edges change.
pub(crate) fn indexed(pixels: &[[u8; 3]]) -> Indexed {
    let counted = counted(pixels);
    if counted.len() <= MOST {
        let colours: Vec<[u8; 3]> = counted.into_iter().map(|(colour, _)| colour).collect();
        let place = |pixel| colours.partition_point(|colour| colour < pixel) as u8;
        return Indexed {
            pixels: pixels.iter().map(place).collect(),
            colours,
        };
    }
    let mut groups = grouped(&counted);
    groups.sort_by_key(|group| std::cmp::Reverse(group.pixels));
    let colours: Vec<[u8; 3]> = groups.iter().take(MOST).map(|group| group.colour).collect();
    let mut place = vec![0; STEPS * STEPS * STEPS];
    for (i, group) in groups.iter().enumerate() {
        let nearest = || (0..colours.len()).min_by_key(|&j| apart(colours[j], group.colour));
        let i = if i < MOST { Some(i) } else { nearest() };
        place[cell(group.colour)] = i.unwrap_or(0) as u8;
    }
    Indexed {
        pixels: pixels.iter().map(|&pixel| place[cell(pixel)]).collect(),
        colours,
    }
}

/// Similar colours: how many pixels they have, and the most frequent of them.
struct Group {
    pixels: usize,
    colour: [u8; 3],
    most: usize,
}

/// Each colour with its number of pixels, in ascending order.
fn counted(pixels: &[[u8; 3]]) -> Vec<([u8; 3], usize)> {
    let mut sorted = pixels.to_vec();
    sorted.sort_unstable();
    sorted
        .chunk_by(|a, b| a == b)
        .map(|alike| (alike[0], alike.len()))
        .collect()
}

fn grouped(counted: &[([u8; 3], usize)]) -> Vec<Group> {
    let mut cells: Vec<Option<Group>> = (0..STEPS * STEPS * STEPS).map(|_| None).collect();
    for &(colour, pixels) in counted {
        let group = cells[cell(colour)].get_or_insert(Group {
            pixels: 0,
            colour,
            most: 0,
        });
        group.pixels += pixels;
        if pixels > group.most {
            (group.colour, group.most) = (colour, pixels);
        }
    }
    cells.into_iter().flatten().collect()
}

fn cell(colour: [u8; 3]) -> usize {
    colour
        .iter()
        .fold(0, |cell, &part| cell * STEPS + usize::from(part) / SHADES)
}

fn apart(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter()
        .zip(b)
        .map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(indexed: &Indexed) -> Vec<[u8; 3]> {
        let colour = |&i: &u8| indexed.colours[usize::from(i)];
        indexed.pixels.iter().map(colour).collect()
    }

    #[test]
    fn a_picture_of_256_colours_keeps_them_all() {
        let pixels: Vec<[u8; 3]> = (0..1_000_u32).map(|i| [(i * 7 % 256) as u8, 9, 200]).collect();
        let kept = indexed(&pixels);
        assert_eq!(kept.colours.len(), 256);
        assert_eq!(painted(&kept), pixels);
    }

    #[test]
    fn of_more_colours_the_frequent_stay_and_the_rare_shift_by_less_than_a_step() {
        // Every shade of red with every shade of green, and an area of one colour that is none of the steps' ends.
        let blend = (0..=255_u8).flat_map(|red| (0..=255).map(move |green| [red, green, 40]));
        let pixels: Vec<[u8; 3]> = blend.chain([[153, 216, 43]; 5_000]).collect();
        let kept = indexed(&pixels);
        assert_eq!(kept.colours.len(), 256);
        for (before, after) in pixels.iter().zip(painted(&kept)) {
            if before[2] == 43 {
                assert_eq!(after, *before);
            }
            let shift = before.iter().zip(after).map(|(a, b)| a.abs_diff(b)).max();
            assert!(shift < Some(16), "{before:?} became {after:?}");
        }
    }

    #[test]
    fn a_colour_without_a_place_takes_the_nearest() {
        // 512 groups: 256 of them with two pixels each.
        let group = |i: u32| {
            [
                (i % 16 * 16) as u8,
                (i / 16 % 16 * 16) as u8,
                (i / 256 * 128) as u8,
            ]
        };
        let pixels: Vec<[u8; 3]> = (0..512).chain(0..256).map(group).collect();
        let painted = painted(&indexed(&pixels));
        for (before, after) in pixels.iter().zip(painted) {
            assert_eq!(after, [before[0], before[1], 0], "{before:?}");
        }
    }
}
