//! Attraction points in an envelope, each from its own counter hash.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use serde::{Deserialize, Serialize};
use understory_keys::{Checked, Key, OutOfRange, ValueKind, key, parameters, real, whole};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::cloud::envelope::envelope;
use crate::cloud::{AttractionPoint, CloudError, Envelope};
use crate::ranges::{LENGTH, MANY, SIZE};
use crate::vector::{Vector, add, distance_squared_to_segment, distance_squared_to_triangle, scale};

/// An arrangement as the value of a key.
pub(crate) const fn arrangement(example: &'static str) -> Key {
    key(ValueKind::Tagged("arrangement", Arrangement::KEYS), "", example)
        .optional()
        .related(Arrangement::RELATED)
}

parameters! {
    /// How attraction points lie among each other.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "pattern", deny_unknown_fields)]
    pub enum Arrangement by pattern:
        "equally likely everywhere, in clusters, or in flat layers one above the other", "\"clusters\""
        where Arrangement::related
    {
        /// Equally likely everywhere.
        Uniform = "uniform"
        /// In clusters, whose centres are equally likely everywhere.
        Clusters = "clusters" {
            /// Points in a cluster.
            points_each: u32 = whole(1, MANY, "", "40"),
            /// Distance from the middle of a cluster within which its points lie.
            radius_m: f64 = real(SIZE, "m", "0.5"),
        }
        /// In flat layers one above the other, counted from the lowest place of the envelope: whorls along a stem.
        Tiers = "tiers" {
            /// Height from one layer to the next.
            apart_m: f64 = real(LENGTH, "m", "0.8"),
            /// How thick each layer is, at most `apart_m`.
            thickness_m: f64 = real(LENGTH, "m", "0.3"),
        }
    }
}

impl Arrangement {
    fn related(&self) -> Vec<OutOfRange> {
        match *self {
            Self::Tiers { apart_m, thickness_m } if thickness_m > apart_m => {
                let problem = format!("is {thickness_m}, but layers are only `apart_m` = {apart_m} m apart");
                let hint = "make the layers thinner or further apart";
                vec![OutOfRange::beside("thickness_m", problem, hint)]
            }
            _ => Vec::new(),
        }
    }
}

/// `count` attraction points of weight 1 in an envelope, from `key` alone.
///
/// A longer list begins with the shorter one.
///
/// # Errors
/// [`CloudError`] for an envelope without volume and for clusters or tiers of nothing.
pub fn attraction_points(
    envelope: &Envelope,
    count: u32,
    arrangement: &Arrangement,
    key: RandomKey,
) -> Result<Vec<AttractionPoint>, CloudError> {
    envelope.check(&self::envelope("").named("crown"))?;
    arrangement.check(&self::arrangement("").named("arrangement"))?;
    let places = match *arrangement {
        Arrangement::Uniform => uniform_places(envelope, count, key)?,
        Arrangement::Tiers { apart_m, thickness_m } => {
            let lowest_m = envelope.bounds_m().map_or(0.0, |[low, _]| low[2]);
            let is_in_tier = |place: Vector| (place[2] - lowest_m).rem_euclid(apart_m) <= thickness_m;
            places_where(envelope, is_in_tier, count, key)?
        }
        Arrangement::Clusters {
            points_each,
            radius_m,
        } => {
            let centres = uniform_places(envelope, count.div_ceil(points_each), key)?;
            let mut places = Vec::with_capacity(count as usize);
            for (cluster, &centre_m) in (0..).zip(&centres) {
                let key = key.child(0, Purpose::Attraction, cluster);
                let size = points_each.min(count - places.len() as u32);
                places.extend(cluster_places(envelope, centre_m, radius_m, size, key));
            }
            places
        }
    };
    let point = |place_m| AttractionPoint { place_m, weight: 1.0 };
    Ok(places.into_iter().map(point).collect())
}

/// Gives each attraction point the weight of its place: light, water, the lack of shade.
///
/// # Errors
/// [`CloudError::OutOfRange`] for a weight that is below 0 or not finite.
pub fn weigh(points: &mut [AttractionPoint], weight_at: impl Fn([f64; 3]) -> f64) -> Result<(), CloudError> {
    for point in points {
        let weight = weight_at(point.place_m);
        if !(weight >= 0.0 && weight.is_finite()) {
            let problem = format!(
                "at {:?} is {weight}, but must be finite and at least 0",
                point.place_m
            );
            return Err(OutOfRange::beside("weight", problem, "").into());
        }
        point.weight = weight;
    }
    Ok(())
}

/// The attraction points that stay where each does with the probability of its place: water, light, shade.
///
/// A point's fate hangs on `key` and its number.
///
/// # Errors
/// [`CloudError::OutOfRange`] for a probability that does not lie from 0 to 1.
pub fn thinned(
    points: &[AttractionPoint],
    probability_at: impl Fn([f64; 3]) -> f64,
    key: RandomKey,
) -> Result<Vec<AttractionPoint>, CloudError> {
    let mut stay = Vec::with_capacity(points.len());
    for (number, point) in (0..).zip(points) {
        let share = probability_at(point.place_m);
        if !(0.0..=1.0).contains(&share) {
            let problem = format!(
                "of points to stay at {:?} is {share}, but must lie between 0 and 1",
                point.place_m
            );
            return Err(OutOfRange::beside("share", problem, "").into());
        }
        if unit_from_u32(key.draws(2, Purpose::Attraction, number)[0]) < share {
            stay.push(*point);
        }
    }
    Ok(stay)
}

/// Three numbers on (0, 1) and a fourth, for one try.
fn units(key: RandomKey, number: u32) -> [f64; 4] {
    key.draws(0, Purpose::Attraction, number).map(unit_from_u32)
}

fn uniform_places(envelope: &Envelope, count: u32, key: RandomKey) -> Result<Vec<Vector>, CloudError> {
    places_where(envelope, |_| true, count, key)
}

/// Places equally likely everywhere in an envelope where a condition holds.
fn places_where(
    envelope: &Envelope,
    holds: impl Fn(Vector) -> bool,
    count: u32,
    key: RandomKey,
) -> Result<Vec<Vector>, CloudError> {
    let kept = |place: &Vector| holds(*place);
    match envelope {
        Envelope::Around {
            segments_m,
            distance_m,
        } => {
            let near = |&[a, b]: &[Vector; 2], place| distance_squared_to_segment(place, a, b);
            let place_of_try = near_shapes(segments_m, near, *distance_m, key);
            accepted(count, |number| place_of_try(number).filter(kept))
        }
        Envelope::AroundMesh {
            triangles_m,
            distance_m,
        } => {
            let near = |triangle: &[Vector; 3], place| distance_squared_to_triangle(place, triangle);
            let place_of_try = near_shapes(triangles_m, near, *distance_m, key);
            accepted(count, |number| place_of_try(number).filter(kept))
        }
        _ => {
            let place_of_try = within(envelope, key);
            accepted(count, |number| place_of_try(number).filter(kept))
        }
    }
}

/// The place of a try in the box around an envelope that was checked, where it lies inside.
fn within(envelope: &Envelope, key: RandomKey) -> impl Fn(u32) -> Option<Vector> {
    let [low, high] = envelope
        .bounds_m()
        .expect("an envelope that was checked has a volume");
    move |number| {
        let unit = units(key, number);
        let place = std::array::from_fn(|axis| low[axis] + (high[axis] - low[axis]) * unit[axis]);
        envelope.contains(place).then_some(place)
    }
}

/// The places that [`attraction_points`] lists of a solid of revolution, one after the other with its number: where most of them go at once, a list would
/// hold more than stays.
pub(crate) fn each_place(
    profile_m: &[[f64; 2]],
    count: u32,
    key: RandomKey,
    each: impl FnMut(u32, Vector),
) -> Result<(), CloudError> {
    let envelope = Envelope::Revolved {
        base_m: [0.0; 3],
        profile_m: profile_m.to_vec(),
    };
    envelope.check(&self::envelope("").named("crown"))?;
    each_accepted(count, within(&envelope, key), each)
}

/// The first `count` places that the numbered tries give.
fn accepted(count: u32, place_of_try: impl Fn(u32) -> Option<Vector>) -> Result<Vec<Vector>, CloudError> {
    let mut places = Vec::with_capacity(count as usize);
    each_accepted(count, place_of_try, |_, place| places.push(place))?;
    Ok(places)
}

fn each_accepted(
    count: u32,
    place_of_try: impl Fn(u32) -> Option<Vector>,
    mut each: impl FnMut(u32, Vector),
) -> Result<(), CloudError> {
    /// Tries before an envelope that has given fewer than one in so many is taken to be empty.
    const PATIENCE: u32 = 100_000;
    let (mut tries, mut held) = (0_u32, 0_u32);
    while held < count {
        if let Some(place) = place_of_try(tries) {
            each(held, place);
            held += 1;
        }
        tries += 1;
        if tries / PATIENCE > held || tries == u32::MAX {
            return Err(CloudError::NextToNoVolume { tries, held, count });
        }
    }
    Ok(())
}

/// Places equally likely everywhere within a distance of shapes, given by their corners.
///
/// A try takes the grown box of a shape by its volume, a place in it, and keeps that with probability one over
/// the number of boxes that hold it, so that where boxes overlap no place is more likely.
fn near_shapes<const CORNERS: usize>(
    shapes_m: &[[Vector; CORNERS]],
    squared_to: impl Fn(&[Vector; CORNERS], Vector) -> f64,
    distance_m: f64,
    key: RandomKey,
) -> impl Fn(u32) -> Option<Vector> {
    let grown: Vec<[Vector; 2]> = shapes_m
        .iter()
        .map(|corners| grown_box(corners, distance_m))
        .collect();
    let mut volumes_m3 = Vec::with_capacity(grown.len());
    let mut sum_m3 = 0.0;
    for [low, high] in &grown {
        sum_m3 += (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
        volumes_m3.push(sum_m3);
    }
    let boxes = grown.iter().zip(shapes_m);
    let boxes =
        boxes.map(|(&[low, high], &shape)| GeomWithData::new(Rectangle::from_corners(low, high), shape));
    let tree: RTree<GeomWithData<Rectangle<Vector>, [Vector; CORNERS]>> = RTree::bulk_load(boxes.collect());
    move |number| {
        let [x, y, z, pick] = units(key, number);
        let chosen = volumes_m3.partition_point(|&volume| volume < pick * sum_m3);
        let [low, high] = grown[chosen.min(grown.len() - 1)];
        let unit = [x, y, z];
        let place = std::array::from_fn(|axis| low[axis] + (high[axis] - low[axis]) * unit[axis]);
        let at_place = AABB::from_point(place);
        let mut holding = 0_u32;
        let mut is_near = false;
        for found in tree.locate_in_envelope_intersecting(at_place) {
            holding += 1;
            is_near |= squared_to(&found.data, place) <= distance_m * distance_m;
        }
        let keeps =
            unit_from_u32(key.draws(1, Purpose::Attraction, number)[0]) * f64::from(holding.max(1)) < 1.0;
        (is_near && keeps).then_some(place)
    }
}

fn grown_box(corners: &[Vector], grown_m: f64) -> [Vector; 2] {
    let along = |axis: usize| corners.iter().map(move |corner| corner[axis]);
    [
        std::array::from_fn(|axis| along(axis).fold(f64::INFINITY, f64::min) - grown_m),
        std::array::from_fn(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max) + grown_m),
    ]
}

/// Places in a ball and in the envelope. The ball's centre stands in for places that many tries do not find, as
/// it is known to be inside.
fn cluster_places(
    envelope: &Envelope,
    centre: Vector,
    radius_m: f64,
    count: u32,
    key: RandomKey,
) -> Vec<Vector> {
    /// Tries for one point: a thin leaf of an envelope holds a thousandth of a ball and more.
    const TRIES: u32 = 1000;
    let is_flat = envelope.bounds_m().is_some_and(|[low, high]| low[2] == high[2]);
    let place_of_try = |number: u32| {
        let unit = units(key, number);
        let mut off: Vector = std::array::from_fn(|axis| 2.0 * unit[axis] - 1.0);
        if is_flat {
            off[2] = 0.0;
        }
        let place = add(centre, scale(off, radius_m));
        let is_in_ball = off[0] * off[0] + off[1] * off[1] + off[2] * off[2] <= 1.0;
        (is_in_ball && envelope.contains(place)).then_some(place)
    };
    (0..count)
        .map(|point| {
            let tries = point * TRIES..(point + 1) * TRIES;
            tries.into_iter().find_map(place_of_try).unwrap_or(centre)
        })
        .collect()
}
