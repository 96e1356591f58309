//! Figures of painted worlds: what a reader of them may rely on.

use roxmltree::Document;
use understory_records::{AgreementRow, PatchRow, Rgb, WorldBody, WorldCircle};
use understory_report::world::{
    BiomePicture, Camera, Changes, PlacedInstance, WorldMap, agreement, changed, patches, patterns, rings,
    rule_colour, world_map,
};
use understory_report::{Figure, ReportError};

use crate::invented::worlds::{self, barn, camera, edit, of, valley};
use crate::seen::{self, check_png, check_svg, clips, extents, near_by, painted, pictures, words};

fn checked(figure: Result<Figure, ReportError>) -> Figure {
    let figure = figure.unwrap();
    check_svg("worlds", &figure);
    check_png("worlds", &figure);
    figure
}

fn says(figure: &Figure, expected: &[&str]) {
    let said = words(figure);
    for expected in expected {
        assert!(said.contains(&(*expected).to_owned()), "{expected}: {said:?}");
    }
}

/// The valley without anything in it: 1,024 m by 768 m around 0, 0.
fn empty() -> WorldBody {
    WorldBody {
        blockers: Vec::new(),
        roads: Vec::new(),
        rivers: Vec::new(),
        ..valley()
    }
}

fn disc(at_m: [f64; 2], rule: u32, footprint_m: f64) -> PlacedInstance {
    PlacedInstance {
        at_m,
        rule: Some(rule),
        footprint_m,
    }
}

#[test]
fn a_world_shows_its_rules_and_what_is_in_their_way() {
    let about = valley();
    let biomes = BiomePicture::of(&about.world, worlds::biome_at);
    let all = worlds::all(&about, 8.0);
    assert!((1_000..20_000).contains(&all.len()), "{}", all.len());
    let figure = checked(world_map(of(&about), &biomes, all.iter().copied()));
    assert_eq!(
        figure,
        world_map(of(&about), &biomes, all.iter().copied()).unwrap(),
        "the same bytes"
    );
    assert_eq!(figure.name, "world");
    says(
        &figure,
        &[
            "mill", "castle", "ford", "road", "river", "blocker", "forest", "x (m)", "y (m)",
        ],
    );
    for (number, rule) in (0..).zip(&about.rules) {
        let own = all
            .iter()
            .filter(|standing| standing.rule == Some(number))
            .count();
        let said = words(&figure);
        let is_counted = |words: &String| words.replace(',', "") == format!("{} ({own})", rule.name);
        assert!(said.iter().any(is_counted), "{} {own}: {said:?}", rule.name);
        // Each disc and its key.
        let document = Document::parse(&figure.svg).unwrap();
        assert_eq!(
            painted(&document, "fill", &rule.colour.to_string()),
            own + 1,
            "{}",
            rule.name
        );
    }
    assert!(figure.title.starts_with("valley: ") && figure.title.ends_with(" instances of 6 rules"));

    let bare = empty();
    let figure = checked(world_map(of(&bare), &biomes, []));
    assert_eq!(figure.title, "valley: no instances of 6 rules");
    assert!(figure.alt.contains("No rule has an instance."), "{}", figure.alt);
}

#[test]
fn many_instances_are_one_picture_in_whatever_order_and_pieces_they_come() {
    let about = valley();
    let biomes = BiomePicture::of(&about.world, worlds::biome_at);
    let mut all = worlds::all(&about, 3.0);
    assert!(all.len() > 20_000, "{}", all.len());
    let figure = checked(world_map(of(&about), &biomes, all.iter().copied()));
    let document = Document::parse(&figure.svg).unwrap();
    assert_eq!(pictures(&document).len(), 1);
    assert_eq!(
        painted(&document, "fill", &rule_colour(0).to_string()),
        1,
        "its key alone"
    );
    says(&figure, &["mill", "castle", "inn"]);

    all.reverse();
    let mut map = WorldMap::new(of(&about), &biomes).unwrap();
    for tile in all.chunks(777) {
        map.add(tile.iter().copied()).unwrap();
    }
    assert!(map.finish().unwrap() == figure);
}

/// A picture of pixels and circles of their own say the same of a disc of 60 m, to a pixel.
#[test]
fn few_and_many_instances_lie_at_the_same_places() {
    let about = empty();
    let biomes = BiomePicture::of(&about.world, |_| 1);
    let one = disc([-300.0, 200.0], 0, 60.0);
    let vector = checked(world_map(of(&about), &biomes, [one]));
    let document = Document::parse(&vector.svg).unwrap();
    let green = rule_colour(0).to_string();
    let circle = extents(&document, "fill", &green)[1];
    let frame = clips(&document)[0];
    let units_per_m = frame[2] / 1024.0;
    near_by(
        &circle,
        &[
            frame[0] + 152.0 * units_per_m,
            frame[1] + 124.0 * units_per_m,
            frame[0] + 272.0 * units_per_m,
            frame[1] + 244.0 * units_per_m,
        ],
        3.0,
    );

    let many = checked(world_map(of(&about), &biomes, std::iter::repeat_n(one, 20_001)));
    let document = Document::parse(&many.svg).unwrap();
    let (place, width, pixels) = pictures(&document).remove(0);
    let is_green = |pixel: &[u8; 3]| pixel[1] > pixel[0].saturating_add(90);
    let found = pixels.iter().enumerate().filter(|(_, pixel)| is_green(pixel));
    let corner = |at: usize| {
        let [x, y] = [at % width, at / width].map(|at| at as f64 / 0.3);
        [
            (place[0] + x, place[1] + y),
            (place[0] + x + 1.0 / 0.3, place[1] + y + 1.0 / 0.3),
        ]
    };
    let raster = seen::extent(found.flat_map(|(at, _)| corner(at)));
    // Legends differ in length, so heights are compared within the frame.
    let top = clips(&document).first().map_or(place[1], |clip| clip[1]);
    near_by(
        &[raster[0], raster[1] - top, raster[2], raster[3] - top],
        &[circle[0], circle[1] - frame[1], circle[2], circle[3] - frame[1]],
        7.0,
    );
}

#[test]
fn the_smallest_lie_under_the_largest_and_the_first_rule_over_its_equals() {
    let mut about = empty();
    about.rules[5].footprint_m = about.rules[0].footprint_m;
    let biomes = BiomePicture::of(&about.world, |_| 1);
    // All three at one place, the first of the list lowest.
    let three = [
        disc([0.0; 2], 0, 40.0),
        disc([0.0; 2], 5, 40.0),
        disc([0.0; 2], 3, 40.0),
    ];
    for times in [1, 7_000] {
        let all = three.iter().copied().cycle().take(3 * times);
        let figure = world_map(of(&about), &biomes, all).unwrap();
        let (_, pixels) = {
            let document = Document::parse(&figure.svg).unwrap();
            let mut found = pictures(&document);
            let (_, width, pixels) = found.remove(0);
            (width, pixels)
        };
        if times > 1 {
            let greens = pixels
                .iter()
                .filter(|pixel| pixel[1] > pixel[0].saturating_add(90));
            assert!(greens.count() > 5_000, "the first rule's green is on top");
        } else {
            let order: Vec<usize> = [3, 5, 0]
                .map(|rule| figure.svg.rfind(&rule_colour(rule).to_string()).unwrap())
                .into();
            assert!(order.is_sorted(), "{order:?}");
        }
    }
}

#[test]
fn biomes_lie_where_the_map_has_them() {
    let about = empty();
    // Forest, but for meadow in the south-western quarter.
    let corner = |[x_m, y_m]: [f64; 2]| u8::from(x_m < 0.0 && y_m < 0.0);
    let fine = BiomePicture::of(&about.world, corner);
    let coarse = BiomePicture {
        columns: 2,
        rows: 2,
        biomes: vec![1, 0, 0, 0],
    };
    for biomes in [fine, coarse] {
        let figure = world_map(of(&about), &biomes, []).unwrap();
        let document = Document::parse(&figure.svg).unwrap();
        let (_, width, pixels) = pictures(&document).remove(0);
        let height = pixels.len() / width;
        let pale = |Rgb(parts): Rgb| parts.map(|part| 255.0 - 0.32 * (255.0 - f64::from(part)));
        for (x, y) in [
            (0.1, 0.1),
            (0.1, 0.45),
            (0.1, 0.55),
            (0.45, 0.9),
            (0.55, 0.9),
            (0.9, 0.1),
        ] {
            let biome = usize::from(x < 0.5 && y > 0.5);
            let expected = pale(about.biomes[biome].colour);
            let found = pixels[(y * height as f64) as usize * width + (x * width as f64) as usize];
            let is_near = (0..3).all(|part| (f64::from(found[part]) - expected[part]).abs() <= 1.0);
            assert!(is_near, "{x} {y}: {found:?}, not {expected:?}");
        }
    }
}

#[test]
fn an_edit_shows_before_and_after_what_it_changed_and_how_far_it_reaches() {
    let barn = barn();
    let changes = Changes {
        edit: &barn.edit,
        kept: &barn.kept,
        removed: &barn.removed,
        added: &barn.added,
    };
    assert!(barn.removed.len() > 10);
    let draw = || changed(of(&barn.before), &changes);
    let figure = checked(draw());
    assert_eq!(figure, draw().unwrap(), "the same bytes");
    assert_eq!(figure.name, "changed-barn");
    says(&figure, &["before", "after", "barn", "nothing can change beyond"]);
    let document = Document::parse(&figure.svg).unwrap();
    assert_eq!(painted(&document, "stroke", "#d55e00"), barn.removed.len() + 1);
    assert_eq!(painted(&document, "fill", "#0072b2"), barn.added.len() + 1);
    assert_eq!(
        figure.svg.matches("stroke-dasharray").count(),
        3,
        "a circle each, and its key"
    );
    // What changed lies within the panels: removed in the left one, added in the right.
    let panels = clips(&document);
    for (attribute, colour, panel) in [("stroke", "#d55e00", panels[0]), ("fill", "#0072b2", panels[2])] {
        let discs = extents(&document, attribute, colour);
        for [left, top, right, bottom] in &discs[1..] {
            let is_in = *left >= panel[0]
                && *right <= panel[0] + panel[2]
                && *top >= panel[1]
                && *bottom <= panel[1] + panel[3];
            assert!(is_in, "{panel:?}: {left} {top} {right} {bottom}");
        }
    }
    let none = edit("none", &barn.before);
    let mut beyond = none.clone();
    beyond.reach.push(WorldCircle {
        at_m: [1e4, 1e4],
        radius_m: 5.0,
    });
    let nothing = |edit| Changes {
        edit,
        removed: &[],
        added: &[],
        ..changes
    };
    says(
        &checked(changed(of(&barn.before), &nothing(&none))),
        &["nothing changed"],
    );
    checked(changed(of(&barn.before), &nothing(&beyond)));
}

#[test]
fn a_camera_has_its_tiles_in_rings_and_what_each_shows() {
    let about = valley();
    let (camera, shown) = camera(&about);
    let figure = checked(rings(of(&about), &camera, &shown));
    assert_eq!(
        figure,
        rings(of(&about), &camera, &shown).unwrap(),
        "the same bytes"
    );
    assert_eq!(figure.name, "lod");
    says(&figure, &["camera", "mill"]);
    let told = [
        "to 96 m: ",
        "to 192 m, footprints of 0.5 m or more: ",
        "to 320 m, footprints of 1.5 m or more, as imposters: ",
    ];
    for told in told {
        assert!(
            words(&figure).iter().any(|words| words.starts_with(told)),
            "{told}"
        );
    }
    assert_eq!(
        figure.svg.matches("stroke-dasharray").count(),
        1,
        "three circles, painted alike"
    );

    let everywhere = WorldBody {
        lod: Vec::new(),
        ..about.clone()
    };
    let mut open = camera.clone();
    open.tiles.values_mut().for_each(|ring| *ring = 0);
    let figure = checked(rings(of(&everywhere), &open, &shown));
    assert!(
        figure.alt.contains("everything at any distance"),
        "{}",
        figure.alt
    );
    open.tiles.clear();
    says(&checked(rings(of(&about), &open, &[])), &["no tile is open"]);
}

#[test]
fn a_world_without_rules_is_told_by_its_biomes() {
    let bare = WorldBody {
        rules: Vec::new(),
        ..empty()
    };
    let biomes = BiomePicture::of(&bare.world, worlds::biome_at);
    let figure = checked(world_map(of(&bare), &biomes, []));
    assert!(
        figure.title.ends_with(&format!("{} biomes", bare.biomes.len())),
        "{}",
        figure.title
    );
    assert!(figure.caption.contains("no rule lays out"), "{}", figure.caption);
    let placed = PlacedInstance {
        at_m: [0.0; 2],
        rule: None,
        footprint_m: 0.0,
    };
    let figure = checked(world_map(of(&bare), &biomes, [placed]));
    assert!(
        figure.title.ends_with("1 instance placed by hand"),
        "{}",
        figure.title
    );
}

/// A coast from south to north through the middle is seen through the patches.
#[test]
fn patches_show_where_biomes_meet() {
    let mut about = empty();
    about.props = vec!["rocks".to_owned()];
    let middle_m = about.world.origin_m[0] + about.world.size_m[0] / 2.0;
    let halves = BiomePicture::of(&about.world, |[x_m, _]| u8::from(x_m > middle_m));
    let there = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[column, row]| PatchRow {
        level: 1,
        column,
        row,
        state: "closed".to_owned(),
        ..PatchRow::default()
    });
    let figure = checked(patches(of(&about), &halves, &there, &[], &[]));
    says(&figure, &["border of a biome", "rocks (0)"]);
    let whole = BiomePicture::of(&about.world, |_| 0);
    let without = checked(patches(of(&about), &whole, &there, &[], &[]));
    let dark = |figure: &Figure| {
        let (_, pixels, _) = seen::read(&figure.png);
        pixels
            .iter()
            .filter(|pixel| pixel.iter().all(|&part| part < 140))
            .count()
    };
    // A line of about two pixels over the height of the map, which is some 800 of them.
    assert!(
        dark(&figure) > dark(&without) + 600,
        "{} {}",
        dark(&figure),
        dark(&without)
    );
}

#[test]
fn patterns_show_as_many_points_as_can_be_told_apart() {
    let samples = worlds::patterns();
    let figure = checked(patterns(&samples));
    assert_eq!(figure, patterns(&samples).unwrap(), "the same bytes");
    says(
        &figure,
        &[
            "poisson",
            "warped-grid",
            "hard-core",
            "100 %",
            "50 %",
            "25 %",
            "10 %",
            "n d² 0.69 · R 1.40",
        ],
    );
    let document = Document::parse(&figure.svg).unwrap();
    let panels = clips(&document);
    assert_eq!(panels.len(), 12);
    let dots: Vec<[f64; 4]> = document
        .descendants()
        .filter(|node| node.has_tag_name("circle"))
        .map(|circle| ["cx", "cy", "r", "r"].map(|at| seen::number(circle, at)))
        .collect();
    for (number, panel) in panels.iter().enumerate() {
        let is_in = |dot: &&[f64; 4]| {
            (panel[0]..panel[0] + panel[2]).contains(&dot[0])
                && (panel[1]..panel[1] + panel[3]).contains(&dot[1])
        };
        let found = dots.iter().filter(is_in).count() as f64;
        let expected = 250.0 * [1.0, 0.5, 0.25, 0.1][number % 4];
        assert!(
            (found - expected).abs() < 3.0 * expected.sqrt() + 6.0,
            "{number}: {found}, about {expected}"
        );
    }
    let mut few = samples[..1].to_vec();
    few[0].points_m.truncate(1);
    few[0].row.packing = None;
    few[0].row.clark_evans = None;
    few[0].row.collinear_index = None;
    says(&checked(patterns(&few)), &["n d² – · R –"]);
    says(&checked(patterns(&[])), &["no patterns"]);
}

#[test]
fn captions_and_alternatives_say_what_is_to_be_seen() {
    let about = WorldBody {
        blockers: valley().blockers,
        ..empty()
    };
    // A quarter of the world is meadow.
    let biomes = BiomePicture {
        columns: 2,
        rows: 2,
        biomes: vec![1, 0, 0, 0],
    };
    let by_hand = PlacedInstance {
        at_m: [9.0, 9.0],
        rule: None,
        footprint_m: 1.0,
    };
    let all = [
        disc([0.0; 2], 0, 3.5),
        disc([20.0, 0.0], 0, 3.5),
        disc([40.0, 0.0], 1, 2.0),
        by_hand,
    ];
    let figure = checked(world_map(of(&about), &biomes, all));
    assert_eq!(figure.title, "valley: 4 instances of 6 rules");
    assert_eq!(
        figure.caption,
        "Map of the painted world valley, 1,024 m by 768 m, with 4 instances. Discs are the ground that an instance takes, to \
         scale, in the colour of its rule; larger ones lie over smaller ones. Pale colours are biomes. What was placed by hand \
         is black, and large enough to be found. Also shown: 4 blockers."
    );
    assert_eq!(
        figure.alt,
        "Map of a painted world. Horizontal axis: x (m), −512 to 512. Vertical axis: y (m), −384 to 384. Instances by rule: \
         oaks 2 (66.7 %) and birches 1 (33.3 %). Placed by hand: 1. Biomes by area: forest 75 % and meadow 25 %. There are 4 \
         blockers."
    );

    let mut well = edit("well", &about);
    well.reach.push(WorldCircle {
        at_m: [0.0; 2],
        radius_m: 25.0,
    });
    let changes = Changes {
        edit: &well,
        kept: &all[2..3],
        removed: &all[..2],
        added: &all[3..],
    };
    let figure = checked(changed(of(&about), &changes));
    assert_eq!(figure.title, "valley, edit well: 2 removed, 1 added");
    // Around the reach of 25 m lies 8 % of its width.
    assert_eq!(
        figure.alt,
        "Two maps of a part of a painted world side by side. Horizontal axis: x (m), −29 to 29. Vertical axis: y (m), −29 to \
         29. Of the instances 1 kept, 2 removed and 1 added by the edit well. The farthest change is 20 m from the middle of \
         a reach of 25 m."
    );
}

#[test]
fn worlds_of_any_shape_and_with_many_rules_fit_on_the_page() {
    for (origin_m, size_m) in [
        ([0.0, 0.0], [5.0, 5.0]),
        ([-3.0, 1e6], [10.0, 2_000.0]),
        ([4e5, -5e6], [16_384.0, 512.0]),
    ] {
        let mut about = valley();
        (about.world.origin_m, about.world.size_m) = (origin_m, size_m);
        let middle_m = [0, 1].map(|axis| origin_m[axis] + 0.5 * size_m[axis]);
        about.rules = (0..25)
            .map(|number| understory_records::WorldRule {
                name: format!("a rule of a long name that is number {number}"),
                colour: rule_colour(number),
                ..about.rules[0].clone()
            })
            .collect();
        for (number, blocker) in about.blockers.iter_mut().enumerate() {
            blocker.at_m = [middle_m[0] + 0.1 * number as f64, middle_m[1]];
        }
        about.roads[0].points_m = vec![[origin_m[0] - 1e5, middle_m[1]], [1e7, 1e7], middle_m];
        let biomes = BiomePicture::of(&about.world, worlds::biome_at);
        let all = [disc(middle_m, 24, 0.2), disc(origin_m, 3, 700.0)];
        checked(world_map(of(&about), &biomes, all));
        checked(world_map(
            of(&about),
            &biomes,
            std::iter::repeat_n(all[0], 20_001),
        ));
        let changes = Changes {
            edit: &edit("odd", &about),
            kept: &all[..1],
            removed: &all[1..],
            added: &all[..1],
        };
        checked(changed(of(&about), &changes));
        let tile = middle_m.map(|at_m| (at_m / about.tile_m).floor() as i32);
        let camera = Camera {
            at_m: middle_m,
            tiles: [(tile, 1)].into(),
        };
        checked(rings(of(&about), &camera, &all));
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_by_name() {
    let about = empty();
    let biomes = BiomePicture::of(&about.world, |_| 0);
    let refused = |standing| {
        world_map(of(&about), &biomes, [standing])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(disc([0.0; 2], 6, 1.0)),
        "`instances.csv` holds 6 as `rule`, but a figure needs the number of one of the world's rules"
    );
    assert!(refused(disc([0.0, f64::NAN], 0, 1.0)).contains("NaN as `y_m`"));
    assert!(refused(disc([0.0; 2], 0, -1.0)).contains("-1 as `footprint_m`"));

    let refused = |biomes: BiomePicture| world_map(of(&about), &biomes, []).unwrap_err().to_string();
    assert!(refused(BiomePicture::of(&about.world, |_| 3)).contains("3 as `biome`"));
    let odd = BiomePicture {
        columns: 2,
        rows: 2,
        biomes: vec![0; 3],
    };
    assert!(refused(odd).contains("3 as `biomes`"));

    let refused = |change: fn(&mut WorldBody)| {
        let mut about = valley();
        change(&mut about);
        world_map(of(&about), &biomes, []).unwrap_err().to_string()
    };
    assert!(refused(|about| about.world.size_m[0] = 0.0).contains("a plot of 0 m by 768 m"));
    assert!(refused(|about| about.tile_m = 0.0).contains("0 as `tile_m`"));
    assert!(refused(|about| about.rivers[0].points_m[3][1] = f64::INFINITY).contains("inf as `points_m`"));
    assert!(refused(|about| about.roads[0].width_m = -2.0).contains("-2 as `width_m`"));
    assert!(refused(|about| about.blockers[0].radius_m = f64::NAN).contains("NaN as `radius_m`"));

    let (mut camera, _) = camera(&valley());
    camera.tiles.insert([0, 0], 3);
    let refused = rings(of(&valley()), &camera, &[]).unwrap_err().to_string();
    assert!(refused.contains("3 as `ring`"), "{refused}");
    let mut samples = worlds::patterns();
    samples[0].row.share = 0.0;
    assert!(
        patterns(&samples)
            .unwrap_err()
            .to_string()
            .contains("0 as `share`")
    );
}

/// Two rules under moss that lies thicker to the east; of the second no ground is known in one class.
fn agreement_rows() -> Vec<AgreementRow> {
    let row = |rule: &str, class: u32, area_ha: f64, per_ha: Option<f64>| AgreementRow {
        rule: rule.to_owned(),
        texture: "moss".to_owned(),
        share_from: 0.25 * f64::from(class),
        share_to: 0.25 * f64::from(class + 1),
        area_ha,
        instances: 12,
        per_ha,
        authored_per_ha: per_ha.map(|per_ha| 1.25 * per_ha),
    };
    vec![
        row("trees", 0, 1.0, Some(40.0)),
        row("trees", 1, 1.0, Some(120.0)),
        row("trees", 3, 2.0, Some(200.0)),
        row("ferns", 0, 1.0, Some(900.0)),
        row("ferns", 1, 0.0, None),
    ]
}

#[test]
fn agreement_has_a_panel_for_each_rule_with_ground_in_two_classes() {
    let rows = agreement_rows();
    let figure = checked(agreement("valley", &rows).map(Option::unwrap));
    assert_eq!(
        figure,
        agreement("valley", &rows).unwrap().unwrap(),
        "the same bytes"
    );
    says(
        &figure,
        &["Where rules stand, by textures, valley", "trees, moss"],
    );
    // What is asked for is (50 + 150 + 2 × 250) / 4 = 175 a ha on average.
    assert!(figure.alt.contains("0 to 0.25: 0.229 of 0.286"), "{}", figure.alt);
    assert!(!figure.alt.to_lowercase().contains("ferns"), "{}", figure.alt);
    assert_eq!(agreement("valley", &rows[3..]).unwrap(), None);
    let mut wrong = rows;
    wrong[1].per_ha = Some(f64::NAN);
    let refused = agreement("valley", &wrong).unwrap_err();
    assert!(matches!(refused, ReportError::Number { .. }), "{refused}");
}
