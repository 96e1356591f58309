//! The picture of a scene: of each pixel some samples, of each sample what lies nearest, in its light and behind its haze.

use understory_numerics::parallel::{Rooms, chunks};

use crate::error::ReportError;
use crate::picture::failed;
use crate::view::camera::Camera;
use crate::view::scene::Scene;
use crate::view::shadow::Shadow;
use crate::view::sight::Sight;
use crate::view::strew::{Scratch, Shown, Strewn, strip};

/// Samples along a pixel's side.
const FINER: usize = 2;
/// Towards the sun: from the south-east, 37° above the horizon. Of length 1.
const SUN: [f64; 3] = [0.64, -0.48, 0.6];
/// Light of the sun on what faces it, and of the sky on what faces up, red, green and blue.
const SUN_LIGHT: [f32; 3] = [0.98, 0.91, 0.79];
const SKY_LIGHT: [f32; 3] = [0.36, 0.39, 0.46];
/// Of what is so far away, about 1/e of its colour is left, by the first terms of the exponential's series: clear air, in which
/// hills can be seen some 70 km away.
const HAZE_M: f32 = 18_000.0;
/// The sky at the horizon, which is also the haze's colour, and at the zenith; and where there is no ground.
const HORIZON: [f32; 3] = [214.0, 225.0, 234.0];
const ZENITH: [f32; 3] = [122.0, 163.0, 206.0];
const BELOW: [f32; 3] = [196.0, 205.0, 211.0];
/// The shadows of what is so near to the camera are drawn finer, m; if all of them are not as fine anyway.
const NEAR_M: f64 = 120.0;

/// Level ground as far as can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meadow {
    /// Its height, m.
    pub height_m: f64,
    /// Its colour, as on screen.
    pub colour: [u8; 3],
}

impl Meadow {
    /// How far away it is at a sample; `None` where it is not seen.
    fn away_m(&self, sight: &Sight, middle: [f32; 2]) -> Option<f32> {
        let seen = sight.place(middle, 1.0);
        let up: f32 = (0..3).map(|axis| seen[axis] * sight.axes.0[axis][2] as f32).sum();
        let above_m = (sight.from_m[2] - self.height_m) as f32;
        let away_m = -above_m / up;
        (above_m > 0.0 && away_m > 0.0 && away_m.is_finite()).then_some(away_m)
    }

    /// Nothing stands in its light but what casts shadows.
    fn sample(&self) -> Sample {
        (self.colour.map(f32::from), [1.0, SUN[2] as f32])
    }
}

/// What shows at a sample: its colour, and the light of sky and sun on it.
type Sample = ([f32; 3], [f32; 2]);

/// What a camera sees of a scene, as a PNG; `title` and `description` are written into it.
///
/// # Errors
/// [`ReportError::Number`] for a camera or scene that cannot be drawn, [`ReportError::Drawing`] when encoding fails.
pub fn view(scene: &Scene, camera: &Camera, title: &str, description: &str) -> Result<Vec<u8>, ReportError> {
    camera.check()?;
    scene.check()?;
    let texts = [("Title", title), ("Description", description)];
    png(camera.size_px, pixels(scene, camera, None).as_flattened(), &texts)
        .map_err(|error| failed("view", &error.to_string()))
}

/// The picture's pixels, row by row from the top.
pub(super) fn pixels(scene: &Scene, camera: &Camera, meadow: Option<Meadow>) -> Vec<[u8; 3]> {
    let strewn = Strewn::new(scene, SUN);
    let sight = camera.sight(FINER);
    let shadows = shadows(&strewn, camera, &sight);
    let from: Vec<_> = shadows
        .iter()
        .map(|shadow| (shadow, shadow.from(&sight)))
        .collect();
    let sunlit = |seen: [f32; 3]| {
        let lights = from.iter().map(|(shadow, (turn, add))| {
            let sun = [0, 1, 2].map(|axis| {
                add[axis] + turn[axis][0] * seen[0] + turn[axis][1] * seen[1] + turn[axis][2] * seen[2]
            });
            shadow.sunlit(sun)
        });
        lights.flatten().next().unwrap_or(1.0)
    };
    let [width, height] = camera.size_px.map(|side| side as usize);
    let across = width * FINER;
    let rows = strip(height * FINER);
    let strips = strewn.strips(&sight, [across, height * FINER], rows);
    let mut pixels = vec![[0_u8; 3]; width * height];
    let rooms: Rooms<(Vec<f32>, Vec<Sample>, Scratch)> = Rooms::default();
    chunks(&mut pixels, width * rows / FINER, &|first, pixels| {
        rooms.lend(|(nearest, shown, scratch)| {
            let first = first / width * FINER;
            let count = pixels.len() / width * FINER;
            nearest.clear();
            nearest.resize(across * count, 0.0);
            shown.resize(across * count, Sample::default());
            for &number in &strips[first / rows] {
                let mut show = |one: Shown<'_>| shown[one.met.sample] = sample(&one);
                strewn.draw(
                    number,
                    &sight,
                    first..first + count,
                    nearest,
                    scratch,
                    Some(&mut show),
                );
            }
            for (place, pixel) in pixels.iter_mut().enumerate() {
                let corner = [place % width * FINER, place / width * FINER];
                let mut sum = [0.0_f32; 3];
                for i in 0..FINER * FINER {
                    let [column, row] = [corner[0] + i % FINER, corner[1] + i / FINER];
                    let at = row * across + column;
                    let middle = [column as f32 + 0.5, (first + row) as f32 + 0.5];
                    let there_m = (nearest[at] < 0.0).then(|| sight.away_m(nearest[at]));
                    let meadow_m = meadow.and_then(|meadow| meadow.away_m(&sight, middle));
                    let is_meadow =
                        meadow_m.is_some_and(|away_m| there_m.is_none_or(|there_m| away_m < there_m));
                    let rgb = match (meadow, meadow_m, there_m) {
                        (Some(meadow), Some(away_m), _) if is_meadow => {
                            let seen = sight.place(middle, away_m);
                            hazed(&meadow.sample(), sunlit(seen), seen)
                        }
                        (.., Some(away_m)) => {
                            let seen = sight.place(middle, away_m);
                            hazed(&shown[at], sunlit(seen), seen)
                        }
                        _ => sky(&sight, middle),
                    };
                    (0..3).for_each(|part| sum[part] += rgb[part]);
                }
                *pixel = sum.map(|sum| (sum / (FINER * FINER) as f32 + 0.5) as u8);
            }
        });
    });
    pixels
}

/// Of all, and finer ones around the camera, which come first.
fn shadows(strewn: &Strewn<'_>, camera: &Camera, sight: &Sight) -> Vec<Shadow> {
    let [.., away] = sight.axes.0;
    let near_m = [0, 1, 2].map(|axis| camera.from_m[axis] + 0.8 * NEAR_M * away[axis]);
    let near = Shadow::around(strewn, near_m, NEAR_M);
    let all = Shadow::around(strewn, camera.towards_m, f64::INFINITY);
    near.into_iter().chain(all).collect()
}

/// What a vertex's colours and light come to within a triangle.
fn sample(one: &Shown<'_>) -> Sample {
    let Shown {
        met,
        part,
        lit,
        shade,
    } = one;
    let mixed = |of: &dyn Fn(usize) -> f32| {
        let [a, b, c] = met.corners.map(of);
        a * met.shares[0] + b * met.shares[1] + c * met.shares[2]
    };
    let [red, green, blue, _] = part.surface.skin.sampler()(met.texture);
    let mut rgb = [red, green, blue].map(|part| f32::from(part) * shade);
    if !part.colours.is_empty() {
        for (channel, value) in rgb.iter_mut().enumerate() {
            *value *= mixed(&|vertex| f32::from(part.colours[vertex][channel])) / 255.0;
        }
    }
    (rgb, [0, 1].map(|light| mixed(&|vertex| lit[vertex][light])))
}

/// A sample's colour in its light, with the air before it.
fn hazed(&(rgb, [sky, sun]): &Sample, sunlit: f32, seen: [f32; 3]) -> [f32; 3] {
    let away_m = seen.iter().map(|along| along * along).sum::<f32>().sqrt();
    let depth = away_m / HAZE_M;
    let left = 1.0 / (1.0 + depth * (1.0 + depth / 2.0 * (1.0 + depth / 3.0)));
    [0, 1, 2].map(|part| {
        let light = SKY_LIGHT[part] * sky + SUN_LIGHT[part] * sun * sunlit;
        // Stored colours are about the roots of the light that they stand for.
        let lit = (rgb[part] * light.max(0.0).sqrt()).min(255.0);
        HORIZON[part] + (lit - HORIZON[part]) * left
    })
}

/// What shows where nothing stands.
fn sky(sight: &Sight, middle: [f32; 2]) -> [f32; 3] {
    let seen = sight.place(middle, 1.0);
    let length = seen.iter().map(|along| along * along).sum::<f32>().sqrt();
    let up: f32 = (0..3)
        .map(|axis| seen[axis] * sight.axes.0[axis][2] as f32)
        .sum::<f32>()
        / length;
    let (end, share) = if up > 0.0 {
        (ZENITH, up.sqrt())
    } else {
        (BELOW, (-3.0 * up).min(1.0))
    };
    [0, 1, 2].map(|part| HORIZON[part] + (end[part] - HORIZON[part]) * share)
}

pub(super) fn png(
    size_px: [u32; 2],
    bytes: &[u8],
    texts: &[(&str, &str)],
) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, size_px[0], size_px[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    for (keyword, text) in texts {
        encoder.add_itxt_chunk((*keyword).to_owned(), (*text).to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()?;
    Ok(out)
}
