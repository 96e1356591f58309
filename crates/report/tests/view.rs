//! A picture of a scene by a camera: what stands where, what is seen of it, and in which light.

use understory_report::ReportError;
use understory_report::tree::{Part as Kind, Skin, Surface};
use understory_report::view::{Camera, Instance, Meadow, Part, Scene, Shape, view, view_beside};

const GREEN: [u8; 3] = [60, 200, 60];
const RED: [u8; 3] = [220, 40, 40];

/// A picture's width and its pixels.
fn pixels(png: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let width = reader.next_frame(&mut bytes).unwrap().width as usize;
    (width, bytes.as_chunks::<3>().0.to_vec())
}

fn drawn(scene: &Scene, camera: &Camera) -> (usize, Vec<[u8; 3]>) {
    pixels(&view(scene, camera, "a test", "what it shows").unwrap())
}

/// A part of one colour with these corners, counter-clockwise, all facing the same way.
fn flat(places_m: Vec<[f32; 3]>, normal: [f32; 3], triangles: Vec<[u32; 3]>, colour: [u8; 3]) -> Part {
    Part {
        surface: Surface {
            part: Kind::Wood,
            normals: vec![normal; places_m.len()],
            texture: vec![[0.0; 2]; places_m.len()],
            places_m,
            triangles,
            skin: Skin::plain(colour),
        },
        ..Part::default()
    }
}

/// Level ground, so far to each side of the origin.
fn ground(half_m: f32) -> Shape {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let places_m = corners.map(|corner: [f32; 2]| [half_m * corner[0], half_m * corner[1], 0.0]);
    let triangles = vec![[0, 1, 2], [0, 2, 3]];
    Shape::of(vec![flat(places_m.into(), [0.0, 0.0, 1.0], triangles, GREEN)])
}

/// A block that stands on its origin.
fn block([wide_m, deep_m, high_m]: [f32; 3]) -> Shape {
    let parts = [
        ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ([-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]),
        ([0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]),
        ([0.0, -1.0, 0.0], [1.0, 0.0, 0.0]),
    ];
    let size = [wide_m / 2.0, deep_m / 2.0];
    let mut sides: Vec<Part> = parts
        .into_iter()
        .map(|(out, along): ([f32; 3], [f32; 3])| {
            let corner = |side: f32, up_m: f32| {
                let [x, y] = [0, 1].map(|axis| size[axis] * (out[axis] + side * along[axis]));
                [x, y, up_m]
            };
            let places_m = vec![
                corner(-1.0, 0.0),
                corner(1.0, 0.0),
                corner(1.0, high_m),
                corner(-1.0, high_m),
            ];
            flat(places_m, out, vec![[0, 1, 2], [0, 2, 3]], RED)
        })
        .collect();
    let top = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let top = top.map(|corner: [f32; 2]| [size[0] * corner[0], size[1] * corner[1], high_m]);
    sides.push(flat(top.into(), [0.0, 0.0, 1.0], vec![[0, 1, 2], [0, 2, 3]], RED));
    Shape::of(sides)
}

fn camera(from_m: [f64; 3], towards_m: [f64; 3], field_deg: f64) -> Camera {
    Camera {
        from_m,
        towards_m,
        field_deg,
        size_px: [400, 200],
    }
}

fn is_red([red, green, _]: [u8; 3]) -> bool {
    f32::from(red) > 1.5 * f32::from(green)
}

fn is_green([red, green, blue]: [u8; 3]) -> bool {
    f32::from(green) > 1.5 * f32::from(red.max(blue))
}

/// From 10 m above endless ground the horizon lies in the middle, and all below it is ground, up to the camera's feet.
#[test]
fn half_of_a_level_view_is_sky_and_the_rest_is_ground_without_a_hole() {
    let scene = Scene {
        shapes: vec![ground(50_000.0)],
        instances: vec![Instance::upright(0, [0.0; 3])],
    };
    let (width, pixels) = drawn(&scene, &camera([0.0, 0.0, 10.0], [0.0, 100.0, 10.0], 90.0));
    assert_eq!((width, pixels.len()), (400, 400 * 200));
    let is_sky = |pixel: &[u8; 3]| pixel[2] > pixel[1] && pixel[2] > 150;
    assert!(pixels[..400 * 97].iter().all(is_sky));
    // Haze hides the ground that is far away.
    assert!(pixels[400 * 110..].iter().all(|&pixel| is_green(pixel)));
    let (_, low) = drawn(&scene, &camera([0.0, 0.0, 0.3], [0.0, 100.0, 0.3], 140.0));
    assert!(low[400 * 110..].iter().all(|&pixel| is_green(pixel)));
}

/// A block at 30 m ahead and 10 m to the right, in a field of 90°: a metre there is 200/30 pixels.
#[test]
fn what_stands_somewhere_is_seen_where_a_hand_projects_it() {
    let scene = Scene {
        shapes: vec![ground(400.0), block([1.0, 1.0, 2.0])],
        instances: vec![
            Instance::upright(0, [0.0; 3]),
            Instance {
                scale: 3.0,
                ..Instance::upright(1, [10.0, 30.0, 0.0])
            },
        ],
    };
    let (_, pixels) = drawn(&scene, &camera([0.0, 0.0, 5.0], [0.0, 60.0, 5.0], 90.0));
    // Its face is that to the south, 28.5 m away: from 8.5 to 11.5 m and from 5 m below to 1 m above the camera.
    let each = 200.0 / 28.5;
    let (left, right) = (200.0 + 8.5 * each, 200.0 + 11.5 * each);
    let (top, bottom) = (100.0 - 1.0 * each, 100.0 + 5.0 * each);
    let red: Vec<[usize; 2]> = (0..pixels.len())
        .filter(|&at| is_red(pixels[at]))
        .map(|at| [at % 400, at / 400])
        .collect();
    let end =
        |axis: usize, of: fn(usize, usize) -> usize| red.iter().map(|at| at[axis]).reduce(of).unwrap() as f64;
    // The side to the west is seen too, to the left of the face: its far edge lies 31.5 m away.
    let far = 200.0 + 8.5 * 200.0 / 31.5;
    assert!(
        (end(0, usize::min) - far).abs() < 2.0,
        "{} {far}",
        end(0, usize::min)
    );
    assert!(
        (end(0, usize::max) - right).abs() < 2.0,
        "{} {right}",
        end(0, usize::max)
    );
    assert!(
        (end(1, usize::min) - top).abs() < 2.0,
        "{} {top}",
        end(1, usize::min)
    );
    assert!(
        (end(1, usize::max) - bottom).abs() < 2.0,
        "{} {bottom}",
        end(1, usize::max)
    );
    assert!(left < right && red.len() > 500, "{}", red.len());
}

/// The sun stands in the south-east, 37° above the horizon: a block of 10 m darkens the ground to its north-west.
#[test]
fn shadows_lie_away_from_the_sun() {
    let scene = Scene {
        shapes: vec![ground(60.0), block([6.0, 6.0, 10.0])],
        instances: vec![Instance::upright(0, [0.0; 3]), Instance::upright(1, [0.0; 3])],
    };
    let (_, pixels) = drawn(&scene, &camera([0.0, -0.01, 100.0], [0.0, 0.0, 0.0], 60.0));
    // Straight down, north above: 200 pixels are 100 tan 30° m.
    let each = 200.0 / 57.735;
    let at = |[x_m, y_m]: [f64; 2]| {
        let (column, row) = ((200.0 + x_m * each) as usize, (100.0 - y_m * each) as usize);
        pixels[row * 400 + column]
    };
    let (shade, open) = (at([-6.4, 4.8]), at([6.4, -4.8]));
    assert!(is_green(shade) && is_green(open), "{shade:?} {open:?}");
    assert!(
        u32::from(shade[1]) * 10 < u32::from(open[1]) * 8,
        "{shade:?} {open:?}"
    );
    // Its tip is 10 m / tan 37° away; what lies beyond is in the sun.
    assert_eq!(at([-16.0, 12.0]), open);
}

#[test]
fn a_camera_of_all_sees_all_and_fills_the_picture() {
    let corners_m: Vec<[f64; 3]> = (0..8)
        .map(|corner| {
            [
                1e5 + f64::from(corner & 1) * 900.0,
                f64::from(corner >> 1 & 1) * 300.0,
                f64::from(corner >> 2) * 40.0,
            ]
        })
        .collect();
    let seen = Camera::of_all(&corners_m, 45.0, [400, 200]);
    let scene = Scene {
        shapes: vec![block([6.0, 6.0, 6.0])],
        instances: corners_m
            .iter()
            .map(|&place_m| Instance::upright(0, place_m))
            .collect(),
    };
    let (_, pixels) = drawn(&scene, &seen);
    let red: Vec<[usize; 2]> = (0..pixels.len())
        .filter(|&at| is_red(pixels[at]))
        .map(|at| [at % 400, at / 400])
        .collect();
    let columns = red.iter().map(|at| at[0]);
    let (left, right) = (columns.clone().min().unwrap(), columns.max().unwrap());
    assert!(
        (5..20).contains(&left) && (380..395).contains(&right),
        "{left} {right}"
    );
    assert!(red.iter().all(|at| (4..196).contains(&at[1])));
}

/// Leaves in two thousand cards, of which few are drawn from afar: the crown covers as much of the picture.
#[test]
fn far_away_fewer_leaves_cover_as_much_and_threads_change_nothing() {
    let mut crown = Part::default();
    crown.surface.part = Kind::Leaves;
    crown.surface.skin = Skin::plain(RED);
    for card in 0..2_000_u32 {
        let [x, y, z] = [12.9898_f32, 78.233, 37.719].map(|by| ((card as f32 + 1.0) * by * 0.6180) % 1.0);
        let middle = [4.0 * x - 2.0, 4.0 * y - 2.0, 2.0 + 4.0 * z];
        for [right, up] in [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]] {
            crown
                .surface
                .places_m
                .push([middle[0] + right, middle[1], middle[2] + up]);
            crown.surface.normals.push([0.0, -1.0, 0.0]);
            crown.surface.texture.push([0.0; 2]);
        }
        let first = 4 * card;
        let faces = [[0, 1, 2], [0, 2, 3], [0, 2, 1], [0, 3, 2]];
        let own = faces.map(|face: [u32; 3]| face.map(|corner| first + corner));
        crown.surface.triangles.extend(own);
    }
    let scene = Scene {
        shapes: vec![Shape::of(vec![crown])],
        instances: vec![Instance::upright(0, [0.0; 3])],
    };
    let covered = |away_m: f64| {
        let camera = camera([0.0, -away_m, 4.0], [0.0, 0.0, 4.0], 30.0);
        let (_, pixels) = drawn(&scene, &camera);
        let count = pixels.iter().filter(|&&pixel| is_red(pixel)).count() as f64;
        // Of a square of 4 m, at its place in the middle of the crown.
        let side_px = 200.0 / 0.267_949 * 4.0 / away_m;
        count / (side_px * side_px)
    };
    let [near, far] = [covered(12.0), covered(90.0)];
    assert!(near > 0.7 && (far / near - 1.0).abs() < 0.25, "{near} {far}");
    let camera = camera([0.0, -30.0, 4.0], [0.0, 0.0, 4.0], 30.0);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| view(&scene, &camera, "", "").unwrap())
    };
    assert_eq!(with(1), with(3));
}

/// A red tree in 200 triangles that is a green one in 20,000 from near.
#[test]
fn what_a_shape_is_in_more_triangles_is_drawn_where_it_is_large() {
    let square = [
        [-1.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 2.0],
        [-1.0, 0.0, 2.0],
    ];
    let faces = |times: usize| [[0, 1, 2], [0, 2, 3]].repeat(times);
    let [far, near] = [(100, RED), (10_000, GREEN)]
        .map(|(times, colour)| flat(square.into(), [0.0, -1.0, 0.0], faces(times), colour));
    let scene = Scene {
        shapes: vec![Shape {
            near: vec![vec![near]],
            ..Shape::of(vec![far])
        }],
        instances: vec![Instance::upright(0, [0.0; 3])],
    };
    let seen = |away_m: f64| {
        let (_, pixels) = drawn(&scene, &camera([0.0, -away_m, 1.0], [0.0, 0.0, 1.0], 30.0));
        let count = |is: fn([u8; 3]) -> bool| pixels.iter().filter(|&&pixel| is(pixel)).count();
        [count(is_red), count(is_green)]
    };
    let [red, green] = seen(6.0);
    assert!(red == 0 && green > 3_000, "{red} {green}");
    let [red, green] = seen(300.0);
    assert!(red > 1, "{red} {green}");
}

#[test]
fn a_camera_that_sees_nothing_and_rows_that_are_missing_are_refused() {
    let scene = Scene {
        shapes: vec![ground(1.0)],
        instances: vec![Instance::upright(0, [0.0; 3])],
    };
    let good = camera([0.0, 0.0, 9.0], [1.0, 0.0, 0.0], 45.0);
    let message = |scene: &Scene, camera: &Camera| match view(scene, camera, "", "") {
        Err(error @ ReportError::Number { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    for (camera, says) in [
        (
            Camera {
                towards_m: good.from_m,
                ..good
            },
            "holds 0 as `towards_m, its distance in m`, but a figure needs a place that is not the camera's own",
        ),
        (
            Camera {
                field_deg: 0.0,
                ..good
            },
            "an angle from 1 to 150 degrees",
        ),
        (
            Camera {
                field_deg: 180.0,
                ..good
            },
            "an angle from 1 to 150 degrees",
        ),
        (
            Camera {
                size_px: [5_000, 10],
                ..good
            },
            "a number from 16 to 4096",
        ),
        (
            Camera {
                from_m: [f64::NAN; 3],
                ..good
            },
            "a number from -1e9 to 1e9",
        ),
    ] {
        let said = message(&scene, &camera);
        assert!(said.contains(says), "{said}");
    }
    let unknown = Scene {
        instances: vec![Instance::upright(1, [0.0; 3])],
        ..scene.clone()
    };
    assert!(message(&unknown, &good).contains("the number of a shape"));
    let mut short = scene;
    short.shapes[0].parts[0].open = vec![1.0];
    assert!(message(&short, &good).contains("a row for each place"));
}

#[test]
fn scenes_beside_each_other_are_each_what_one_camera_sees_alone() {
    let bare = Scene {
        shapes: vec![ground(400.0)],
        instances: vec![Instance::upright(0, [0.0; 3])],
    };
    let mut with_block = bare.clone();
    with_block.shapes.push(block([1.0, 1.0, 2.0]));
    with_block.instances.push(Instance {
        stretch: 3.0,
        ..Instance::upright(1, [0.0, 30.0, 0.0])
    });
    let camera = camera([0.0, 0.0, 5.0], [0.0, 60.0, 5.0], 90.0);
    let both = [(&bare, "bare"), (&with_block, "with a block")];
    let (across, beside) = pixels(&view_beside(&both, &camera, None, "a test", "what it shows").unwrap());
    let [(width, left), (_, right)] = [&bare, &with_block].map(|scene| drawn(scene, &camera));
    assert!(left != right && across > 2 * width);
    for (row, (left, right)) in left.chunks(width).zip(right.chunks(width)).enumerate() {
        let line = &beside[row * across..(row + 1) * across];
        assert_eq!(&line[..width], left);
        assert_eq!(&line[across - width..], right);
    }
    // Words stand below: not all of that is white.
    let below = &beside[left.len() / width * across..];
    assert!(!below.is_empty() && below.iter().any(|pixel| pixel[0] < 100));
    // Drawn out three times, the block reaches from 5 m below the camera to 1 m above it, 29.5 m away.
    let is_red = |pixel: &[u8; 3]| u16::from(pixel[0]) > 2 * u16::from(pixel[1]);
    let column: Vec<usize> = (0..right.len() / width)
        .filter(|row| is_red(&right[row * width + width / 2]))
        .collect();
    let each = width as f64 / 2.0 / 29.5;
    let high = column.last().unwrap() + 1 - column[0];
    assert!((high as f64 - 6.0 * each).abs() < 2.0, "{high} of {}", 6.0 * each);
    assert!(view_beside(&[], &camera, None, "", "").is_err());
}

#[test]
fn a_lower_camera_sees_all_from_the_same_side() {
    let places_m = [
        [0.0, 0.0, 0.0],
        [80.0, 0.0, 20.0],
        [0.0, 60.0, 30.0],
        [80.0, 60.0, 0.0],
    ];
    let seen_from = |camera: &Camera| {
        let [x, y, z] = [0, 1, 2].map(|axis| camera.from_m[axis] - camera.towards_m[axis]);
        let level = (x * x + y * y).sqrt();
        [
            x / level,
            y / level,
            understory_numerics::math::atan2(z, level).to_degrees(),
        ]
    };
    let (usual, low) = (
        Camera::of_all(&places_m, 40.0, [400, 300]),
        Camera::of_all_above(&places_m, 12.0, 0, 40.0, [400, 300]),
    );
    let (usual, low) = (seen_from(&usual), seen_from(&low));
    assert!(
        (usual[0] - low[0]).abs() < 1e-3 && (usual[1] - low[1]).abs() < 1e-3,
        "{usual:?} {low:?}"
    );
    assert!(
        (usual[2] - 25.0).abs() < 0.1 && (low[2] - 12.0).abs() < 0.01,
        "{usual:?} {low:?}"
    );
    // A quarter turn goes from the south to the east, three to the west.
    for (turns, expected) in [
        (1, [-low[1], low[0]]),
        (3, [low[1], -low[0]]),
        (4, [low[0], low[1]]),
    ] {
        let turned = seen_from(&Camera::of_all_above(&places_m, 12.0, turns, 40.0, [400, 300]));
        assert!(
            (turned[0] - expected[0]).abs() < 1e-3 && (turned[1] - expected[1]).abs() < 1e-3,
            "{turns}: {turned:?}"
        );
    }
}

/// 5 m above a meadow, in a field of 90° on 400 pixels, what lies straight ahead at 100 m is 10 pixels below the horizon.
#[test]
fn a_meadow_reaches_from_below_the_ground_to_the_horizon_and_hides_what_is_deeper() {
    let mut deep = block([10.0, 1.0, 4.0]);
    deep.parts.iter_mut().for_each(|part| {
        for place_m in &mut part.surface.places_m {
            place_m[2] -= 2.0;
        }
    });
    let scene = Scene {
        shapes: vec![deep],
        instances: vec![Instance::upright(0, [0.0, 50.0, 0.0])],
    };
    let camera = camera([0.0, 0.0, 5.0], [0.0, 100.0, 5.0], 90.0);
    let meadow = Meadow {
        height_m: 0.0,
        colour: GREEN,
    };
    let png = view_beside(
        &[(&scene, "a meadow")],
        &camera,
        Some(meadow),
        "a test",
        "what it shows",
    )
    .unwrap();
    let (width, pixels) = pixels(&png);
    assert_eq!(width, 400);
    let [_, height] = camera.size_px.map(|side| side as usize);
    let column = |x: usize| (0..height).map(|row| pixels[row * width + x]).collect::<Vec<_>>();
    let is_red = |pixel: &[u8; 3]| u16::from(pixel[0]) > 2 * u16::from(pixel[1]);
    let middle = height / 2;
    // Sky above the horizon, green below it.
    let aside = column(20);
    assert!(aside[..middle].iter().all(|pixel| pixel[2] > 150));
    assert!(
        aside[middle + 3..]
            .iter()
            .all(|pixel| pixel[1] > pixel[2] && pixel[1] > pixel[0])
    );
    // Of the block, 49.5 m away, only what is above the ground: 3 to 5 m below the camera.
    let red: Vec<usize> = column(200)
        .iter()
        .enumerate()
        .filter(|(_, pixel)| is_red(pixel))
        .map(|(row, _)| row)
        .collect();
    let each = 200.0 / 49.5;
    let [top, foot] = [3.0, 5.0].map(|below_m: f64| middle as f64 + each * below_m);
    assert!(
        (red[0] as f64 - top).abs() < 1.5 && (*red.last().unwrap() as f64 + 1.0 - foot).abs() < 1.5,
        "{red:?} {top} {foot}"
    );
}
