//! A picture's pixels by number of colour, of which a PNG with a palette holds 256.
//!
//! A third of the bytes, and the overlapping crowns of a full stand, with their ten thousands of shades, compress.

use std::cmp::Reverse;

use understory_numerics::sort;

const MOST: usize = 256;
/// A colour of so large a part of the pixels stands by itself, such as a pale tint beside the white of the paper.
const AREA: usize = 128;
/// So many neighbouring shades of each of red, green and blue count as one: the first that leaves no more than [`MOST`]
/// colours but for a [`RARE`]-th part of the pixels, else the last.
const SHADES: [u8; 10] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16];
const RARE: usize = 50;
/// So many pixels of one colour are seen, as those of a dot in a legend: where no colour that stays is within [`FAR`], it stays too.
const SEEN: usize = 30;
/// A square of a distance in red, green and blue.
const FAR: u32 = 40 * 40;
/// At most so many colours stay for that.
const STRAYS: usize = 32;

/// The colours, and the place among them of each pixel's.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Indexed {
    pub(crate) colours: Vec<[u8; 3]>,
    pub(crate) pixels: Vec<u8>,
}

/// A colour and its number of pixels.
type Counted = ([u8; 3], usize);

/// Colours, and which of them stands for each that there is.
struct Table {
    colours: Vec<[u8; 3]>,
    /// Of every colour that can be: looked up a million times, most of them next to the one before.
    places: Vec<u8>,
}

/// Keeps every colour of a picture that has at most 256; of others the most frequent of similar ones, so that even
/// areas stay as they are and only the blends along edges change.
pub(crate) fn indexed(pixels: &[[u8; 3]]) -> Indexed {
    // Paper and plain areas make long runs of one colour, which are looked up once.
    let runs: Vec<Counted> = pixels
        .chunk_by(|a, b| a == b)
        .map(|run| (run[0], run.len()))
        .collect();
    let Table { colours, places } = table(&runs);
    let place = |(pixel, number)| std::iter::repeat_n(places[as_number(pixel) as usize], number);
    Indexed {
        pixels: runs.into_iter().flat_map(place).collect(),
        colours,
    }
}

/// Gives pictures that follow each other the same colours, as if they were one.
pub(crate) fn together(pictures: &mut [Indexed]) -> Vec<[u8; 3]> {
    let counted = |picture: &Indexed| -> Vec<Counted> {
        let mut numbers = vec![0; picture.colours.len()];
        for pixel in &picture.pixels {
            numbers[usize::from(*pixel)] += 1;
        }
        picture.colours.iter().copied().zip(numbers).collect()
    };
    let all: Vec<Counted> = pictures.iter().flat_map(counted).collect();
    let Table { colours, places } = table(&all);
    for picture in pictures {
        let place = |colour: &[u8; 3]| places[as_number(*colour) as usize];
        let own: Vec<u8> = picture.colours.iter().map(place).collect();
        for pixel in &mut picture.pixels {
            *pixel = own[usize::from(*pixel)];
        }
        picture.colours.clone_from(&colours);
    }
    colours
}

fn table(runs: &[Counted]) -> Table {
    let pixels: usize = runs.iter().map(|(_, number)| number).sum();
    let counted = counted(runs);
    let area = pixels.div_ceil(AREA);
    let fits = |shades: &u8| {
        let mut numbers = numbers(&by_group(&counted, *shades), *shades, area);
        if numbers.len() > MOST {
            numbers.select_nth_unstable_by_key(MOST, |&number| Reverse(number));
        }
        numbers.iter().skip(MOST).sum::<usize>() <= pixels / RARE
    };
    let last = SHADES[SHADES.len() - 1];
    let shades = SHADES.into_iter().find(fits).unwrap_or(last);
    let sorted = by_group(&counted, shades);
    let mut groups: Vec<Vec<Counted>> = alike(&sorted, shades)
        .flat_map(|group| areas_apart(group.to_vec(), area))
        .collect();
    sort::by_key(&mut groups, |group| Reverse(number(group)));

    let groups = strays_first(groups);
    let colours: Vec<[u8; 3]> = groups
        .iter()
        .take(MOST)
        .map(|group| most_frequent(group))
        .collect();
    let nearest = |colour| (0..colours.len()).min_by_key(|&i| apart(colours[i], colour));
    let mut places = vec![0_u8; 1 << 24];
    for (i, group) in groups.iter().enumerate() {
        let place = if i < MOST {
            i
        } else {
            nearest(most_frequent(group)).unwrap_or(0)
        };
        for &(colour, _) in group {
            places[as_number(colour) as usize] = place as u8;
        }
    }
    Table { colours, places }
}

/// The groups, the most frequent first, but for those that are seen and far from all of the first [`MOST`]: these take the places
/// of the last of them.
fn strays_first(groups: Vec<Vec<Counted>>) -> Vec<Vec<Counted>> {
    let mut kept: Vec<[u8; 3]> = groups
        .iter()
        .take(MOST)
        .map(|group| most_frequent(group))
        .collect();
    let mut is_stray = |group: &Vec<Counted>| {
        let colour = most_frequent(group);
        let is_one = number(group) >= SEEN
            && kept.len() < MOST + STRAYS
            && kept.iter().all(|&own| apart(own, colour) > FAR);
        if is_one {
            kept.push(colour);
        }
        is_one
    };
    let mut groups = groups.into_iter();
    let mut first: Vec<Vec<Counted>> = groups.by_ref().take(MOST).collect();
    let (strays, rest): (Vec<_>, Vec<_>) = groups.partition(|group| is_stray(group));
    let dropped = first.split_off(first.len() - strays.len());
    [first, strays, dropped, rest].concat()
}

fn number(group: &[Counted]) -> usize {
    group.iter().map(|(_, pixels)| pixels).sum()
}

/// Red, green and blue as one number, in whose order colours stand.
fn as_number([red, green, blue]: [u8; 3]) -> u32 {
    u32::from_be_bytes([0, red, green, blue])
}

/// Each colour once, in their order.
fn counted(runs: &[Counted]) -> Vec<Counted> {
    // As whole numbers: pairs of lists take three times as long to sort.
    let mut sorted: Vec<u64> = runs
        .iter()
        .map(|&(colour, number)| u64::from(as_number(colour)) << 40 | number as u64)
        .collect();
    sorted.sort_unstable();
    let number = |run: &u64| (run & ((1 << 40) - 1)) as usize;
    sorted
        .chunk_by(|a, b| a >> 40 == b >> 40)
        .map(|alike| {
            let [_, _, _, _, _, red, green, blue] = (alike[0] >> 40).to_be_bytes();
            ([red, green, blue], alike.iter().map(number).sum())
        })
        .collect()
}

/// The group of a colour.
fn group(colour: [u8; 3], shades: u8) -> u32 {
    as_number(colour.map(|part| part / shades))
}

/// The colours by their group, and in each as they come.
fn by_group(counted: &[Counted], shades: u8) -> Vec<Counted> {
    let mut sorted: Vec<u64> = (0..)
        .zip(counted)
        .map(|(at, (colour, _)): (u64, _)| u64::from(group(*colour, shades)) << 32 | at)
        .collect();
    sorted.sort_unstable();
    sorted.iter().map(|at| counted[*at as u32 as usize]).collect()
}

/// The colours that count as one, together.
fn alike(sorted: &[Counted], shades: u8) -> impl Iterator<Item = &[Counted]> {
    sorted.chunk_by(move |a, b| group(a.0, shades) == group(b.0, shades))
}

/// The pixels of each group and of each large area, as [`areas_apart`] has them, in any order.
fn numbers(sorted: &[Counted], shades: u8, least_pixels: usize) -> Vec<usize> {
    let mut numbers = Vec::new();
    for group in alike(sorted, shades) {
        let most_frequent = most_frequent(group);
        let first = numbers.len();
        numbers.push(0);
        for &(colour, pixels) in group {
            if pixels >= least_pixels && colour != most_frequent {
                numbers.push(pixels);
            } else {
                numbers[first] += pixels;
            }
        }
    }
    numbers
}

/// A group without its large areas, and each of them by itself; all but the one that stands for the group anyway.
fn areas_apart(group: Vec<Counted>, least_pixels: usize) -> Vec<Vec<Counted>> {
    let most_frequent = most_frequent(&group);
    let (areas, rest) = group
        .into_iter()
        .partition(|&(colour, pixels)| pixels >= least_pixels && colour != most_frequent);
    let areas: Vec<Counted> = areas;
    areas.into_iter().map(|area| vec![area]).chain([rest]).collect()
}

fn most_frequent(group: &[Counted]) -> [u8; 3] {
    let most = group
        .iter()
        .max_by_key(|(colour, pixels)| (*pixels, Reverse(*colour)));
    most.map_or([0; 3], |(colour, _)| *colour)
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
    fn a_few_more_shift_by_no_more_than_they_must() {
        let pixels: Vec<[u8; 3]> = (0..512_u32)
            .map(|i| [(i % 256) as u8, (i / 256) as u8, 0])
            .collect();
        let kept = indexed(&pixels);
        assert_eq!(
            kept.colours.len(),
            128,
            "two shades of red and two of green in one"
        );
        for (before, after) in pixels.iter().zip(painted(&kept)) {
            assert!(before[0].abs_diff(after[0]) < 2, "{before:?} became {after:?}");
        }
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

    /// 300 shades of which 50 are met once each, beside 250 of many pixels.
    #[test]
    fn a_few_rare_colours_make_no_other_coarser() {
        let shade = |i: u32| [(i % 256) as u8, (i / 256 * 90) as u8, 0];
        let common = (0..250).flat_map(|i| std::iter::repeat_n(shade(i), 20));
        let pixels: Vec<[u8; 3]> = common.chain((250..300).map(shade)).collect();
        assert_eq!(painted(&indexed(&pixels))[..5_000], pixels[..5_000]);
    }

    /// The orange dot of a rare kind in a legend had the colour of another kind, among thousands of shades of all others.
    #[test]
    fn a_dot_of_a_colour_of_its_own_keeps_it() {
        let shades = (0..=255_u8).flat_map(|red| (0..=255).map(move |green| [red, green, 40]));
        let common = shades.flat_map(|shade| std::iter::repeat_n(shade, 12));
        let dots = [[219, 118, 238], [20, 118, 255]].map(|dot| vec![dot; 60]);
        let pixels: Vec<[u8; 3]> = common.chain(dots.concat()).collect();
        let painted = painted(&indexed(&pixels));
        assert!(painted.ends_with(&dots.concat()));
        let shift = pixels.iter().zip(painted);
        let shift =
            shift.flat_map(|(before, after)| [0, 1, 2].map(|part| before[part].abs_diff(after[part])));
        assert!(shift.max() < Some(33));
    }

    #[test]
    fn a_pale_area_stays_apart_from_the_white_around_it() {
        let blend = (0..=255_u8).flat_map(|red| (0..=255).map(move |green| [red, green, 40]));
        let areas = [[[255; 3]; 5_000], [[241; 3]; 5_000]].concat();
        let pixels: Vec<[u8; 3]> = blend.chain(areas.iter().copied()).collect();
        let painted = painted(&indexed(&pixels));
        assert!(painted.ends_with(&areas));
    }

    #[test]
    fn pictures_that_follow_each_other_have_the_same_colours() {
        let few = |from: u32| -> Vec<[u8; 3]> { (from..from + 100).map(|i| [i as u8, 0, 9]).collect() };
        let pixels = [few(0), few(50), few(150)];
        let mut pictures: Vec<Indexed> = pixels.iter().map(|pixels| indexed(pixels)).collect();
        assert_eq!(together(&mut pictures).len(), 250);
        for (picture, pixels) in pictures.iter().zip(&pixels) {
            assert_eq!(&painted(picture), pixels);
        }
    }

    /// The colours of the second were used up by the first.
    #[test]
    fn what_a_later_picture_is_full_of_is_not_lost_among_the_blends_of_an_earlier_one() {
        let blends: Vec<[u8; 3]> = (0..2_000_u32)
            .map(|i| [(i % 256) as u8, (i / 256 * 32) as u8, 0])
            .collect();
        let mut pictures = [indexed(&blends), indexed(&[[10, 20, 200]; 900])];
        together(&mut pictures);
        assert!(painted(&pictures[1]).iter().all(|pixel| *pixel == [10, 20, 200]));
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
