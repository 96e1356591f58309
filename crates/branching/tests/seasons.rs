//! What holds of every tree that lives its years.

use understory_branching::colonization::Obstacle;
use understory_branching::metrics::Metrics;
use understory_branching::presets::{PRESETS, named};
use understory_branching::seasons::{SeasonError, SeasonTree, Seasons, Surroundings};
use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_branching::tree::{Tree, TreeError};
use understory_branching::variation::Variation;
use understory_numerics::RandomKey;

fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["seasons"])
}

/// A preset without roots, of an age.
fn bare(name: &str, age_yr: u32) -> SeasonTree {
    SeasonTree {
        age_yr: Some(age_yr),
        roots: None,
        ..named(name).unwrap().form()
    }
}

fn grown(form: &SeasonTree, seed: u64) -> Tree {
    form.grow(key(seed), &[]).unwrap()
}

fn length_m(skeleton: &Skeleton) -> f64 {
    let length = |[a, b]: [[f64; 3]; 2]| {
        (0..3)
            .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
            .sum::<f64>()
            .sqrt()
    };
    skeleton.segments_m().into_iter().map(length).sum()
}

/// Diameter at 1.3 m along the thickest children, cm.
fn dbh_cm(skeleton: &Skeleton) -> f64 {
    let main = skeleton.main_children();
    let mut at = 0;
    while skeleton.nodes[at].place_m[2] < 1.3 {
        at = main[at].unwrap() as usize;
    }
    200.0 * skeleton.nodes[at].radius_m
}

#[test]
fn the_same_seed_is_the_same_tree_and_another_is_not() {
    let oak = bare("oak", 25);
    assert_eq!(grown(&oak, 1), grown(&oak, 1));
    assert_ne!(grown(&oak, 1).skeleton, grown(&oak, 2).skeleton);
}

/// One life that is looked at several times, against lives that end there.
#[test]
fn a_life_has_at_each_age_the_tree_that_grew_to_that_age_alone() {
    let (form, ages_yr) = (bare("spruce", 60), [8, 20, 21]);
    let mut trees = Vec::new();
    form.grow_through(&ages_yr, key(3), &[], &mut |tree| {
        trees.push(tree.unwrap());
        true
    });
    for (tree, age_yr) in trees.iter().zip(ages_yr) {
        let alone = grown(&bare("spruce", age_yr), 3);
        assert!(tree.skeleton == alone.skeleton && tree.age_yr == Some(age_yr));
    }
    assert_eq!(trees.len(), 3);
    let mut seen = 0;
    form.grow_through(&ages_yr, key(3), &[], &mut |_| {
        seen += 1;
        false
    });
    assert_eq!(seen, 1);
}

#[test]
fn more_light_is_more_growth() {
    let with_shade = |per_leaf: f64| {
        let mut oak = bare("oak", 30);
        oak.season.shade.per_leaf = per_leaf;
        length_m(&grown(&oak, 1).skeleton)
    };
    let lengths = [0.08, 0.05, 0.025].map(with_shade);
    assert!(lengths[0] < lengths[1] && lengths[1] < lengths[2], "{lengths:?}");
}

/// Palubicki and others swept λ at fixed other parameters: low bushes to single stems.
#[test]
fn apical_control_leads_from_wide_trees_to_high_ones() {
    let slenderness = |control: f64| {
        let mut form = bare("oak", 25);
        // Light alone bounds growth.
        (form.season.shoot_m, form.season.vigour) = (3.0, 1.6);
        for axis in [
            &mut form.season.stem,
            &mut form.season.limbs,
            &mut form.season.twigs,
        ] {
            (axis.apical_control, axis.apical_control_old) = (control, control);
            (axis.leader_loss, axis.shoot_share) = (0.0, 1.0);
        }
        form.season.clear_m = 0.0;
        let ratio = |seed| 1.0 / grown(&form, seed).metrics.crown_width_per_height.unwrap();
        (1..6).map(ratio).sum::<f64>() / 5.0
    };
    let ratios = [0.46, 0.5, 0.54, 0.58].map(slenderness);
    assert!(ratios.windows(2).all(|pair| pair[0] < pair[1]), "{ratios:?}");
}

#[test]
fn a_closed_stand_raises_the_crown_and_thins_the_stem() {
    for name in ["oak", "beech", "birch", "spruce", "pine"] {
        // Means of three trees: the lowest tip, diameter, width.
        let mean = |site: Surroundings| {
            let form = SeasonTree {
                site,
                ..bare(name, 50)
            };
            let trees = [1, 2, 3].map(|seed| grown(&form, seed));
            let mean = |of: &dyn Fn(&Tree) -> f64| trees.iter().map(of).sum::<f64>() / trees.len() as f64;
            [
                mean(&|tree| lowest_tips_m(&tree.skeleton) / tree.metrics.height_m),
                mean(&|tree| dbh_cm(&tree.skeleton)),
                mean(&|tree| tree.metrics.crown_width_per_height.unwrap()),
            ]
        };
        let [open, closed] = [Surroundings::Open, Surroundings::Closed].map(mean);
        let is_as_expected = closed[0] > open[0] + 0.15 && 1.2 * closed[1] < open[1] && closed[2] < open[2];
        assert!(is_as_expected, "{name}: {open:?} {closed:?}");
    }
}

/// Height below which a tenth of the living tips lie, m.
fn lowest_tips_m(skeleton: &Skeleton) -> f64 {
    let children = skeleton.children();
    let is_tip = |number: u32| children.of(number).is_empty() && !skeleton.nodes[number as usize].dead;
    let tips = (0..skeleton.nodes.len() as u32).filter(|&number| is_tip(number));
    let mut heights: Vec<f64> = tips.map(|tip| skeleton.nodes[tip as usize].place_m[2]).collect();
    heights.sort_unstable_by(f64::total_cmp);
    heights[heights.len() / 10]
}

#[test]
fn stems_never_grow_thinner_whatever_is_shed() {
    let mut before = 0.0;
    for age_yr in (6..46).step_by(2) {
        let dbh_cm = dbh_cm(&grown(&bare("pine", age_yr), 3).skeleton);
        assert!(dbh_cm > before, "{dbh_cm} after {before} at {age_yr}");
        before = dbh_cm;
    }
}

/// The stem of an oak thickened ever faster, to 1.6 m at 120 years: each bud that died left a pipe of its own, though
/// another had come in its place. Solitary trees are some 0.55 to 1.15 m thick at that age.
#[test]
fn old_trees_in_the_open_are_no_thicker_than_real_ones() {
    for name in ["oak", "beech", "spruce", "pine"] {
        let [young_cm, old_cm] = [60, 120].map(|age_yr| dbh_cm(&grown(&bare(name, age_yr), 1).skeleton));
        assert!((55.0..115.0).contains(&old_cm), "{name}: {old_cm}");
        assert!(old_cm < 2.0 * young_cm, "{name}: {young_cm} and {old_cm}");
    }
}

/// Above the last branches of old spruces there were ten metres of bare stem.
#[test]
fn the_top_of_an_old_spruce_bears_branches() {
    let spruce = grown(&bare("spruce", 120), 1).skeleton;
    let children = spruce.children();
    let highest_m = spruce
        .nodes
        .iter()
        .map(|node| node.place_m[2])
        .fold(0.0, f64::max);
    let main = spruce.main_children();
    let (mut at, mut forks) = (0_u32, Vec::new());
    while let Some(next) = main[at as usize] {
        let bears = children
            .of(next)
            .iter()
            .filter(|&&child| Some(child) != main[next as usize] && !children.of(child).is_empty());
        if bears.count() > 0 {
            forks.push(spruce.nodes[next as usize].place_m[2]);
        }
        at = next;
    }
    let gaps_m = forks.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(gaps_m.fold(0.0, f64::max) < 2.5);
    assert!(highest_m - forks[forks.len() - 1] < 1.5, "{highest_m} {forks:?}");
}

#[test]
fn limbs_end_where_they_are_told_to() {
    let reach_m = |longest_limb_m: Option<f64>| {
        let mut spruce = bare("spruce", 60);
        spruce.season.longest_limb_m = longest_limb_m;
        let places = grown(&spruce, 1).skeleton.nodes;
        let reaches = places
            .iter()
            .map(|node| node.place_m[0].abs().max(node.place_m[1].abs()));
        reaches.fold(0.0, f64::max)
    };
    let [short_m, free_m] = [Some(4.0), None].map(reach_m);
    assert!(short_m < 4.3 && free_m > 1.4 * short_m, "{short_m} and {free_m}");
}

#[test]
fn wood_is_as_thick_as_what_it_bears_and_ends_in_twigs() {
    for preset in PRESETS {
        let tree = preset.form().grow(key(1), &[]).unwrap();
        let nodes = &tree.skeleton.nodes;
        let thinnest = nodes.iter().filter(|node| node.part == Part::Shoot);
        let thinnest_m = thinnest.map(|node| node.radius_m).fold(f64::MAX, f64::min);
        assert!(
            (0.0005..0.0025).contains(&thinnest_m),
            "{}: {thinnest_m}",
            preset.name
        );
        for node in nodes.iter().filter(|node| node.part == Part::Shoot) {
            let parent = node.parent.map(|parent| &nodes[parent as usize]);
            assert!(parent.is_none_or(|parent| parent.radius_m >= node.radius_m));
            // What is dead bears nothing that lives.
            assert!(parent.is_none_or(|parent| !parent.dead || node.dead));
        }
    }
}

#[test]
fn a_year_is_a_whorl_in_a_spruce() {
    let spruce = grown(&bare("spruce", 15), 1).skeleton;
    let children = spruce.children();
    let main = spruce.main_children();
    let (mut at, mut years_with_whorl) = (0_u32, std::collections::BTreeSet::new());
    while let Some(next) = main[at as usize] {
        if children.of(next).len() >= 3 {
            years_with_whorl.insert(spruce.nodes[next as usize].iteration);
        }
        at = next;
    }
    assert!(years_with_whorl.len() >= 7, "{years_with_whorl:?}");
}

#[test]
fn a_diameter_is_reached_and_not_passed_by_more_than_a_year() {
    let oak = SeasonTree {
        dbh_cm: Some(20.0),
        ..bare("oak", 1)
    };
    let oak = SeasonTree { age_yr: None, ..oak };
    let tree = grown(&oak, 1);
    let age_yr = tree
        .skeleton
        .nodes
        .iter()
        .map(|node| node.iteration)
        .max()
        .unwrap();
    let at = |age_yr| dbh_cm(&grown(&bare("oak", age_yr), 1).skeleton);
    assert!(dbh_cm(&tree.skeleton) >= 19.9, "{}", dbh_cm(&tree.skeleton));
    assert!(at(age_yr - 2) < 20.0);
}

#[test]
fn what_cannot_be_reached_is_said_with_what_can() {
    let refused = |form: SeasonTree| match form.grow(key(1), &[]) {
        Err(TreeError::Season(error)) => error,
        other => panic!("{other:?}"),
    };
    let shrub = bare("shrub", 12);
    assert_eq!(
        refused(SeasonTree {
            age_yr: Some(41),
            ..shrub.clone()
        }),
        SeasonError::TooOld {
            age_yr: 41,
            oldest_yr: 40
        }
    );
    assert_eq!(
        refused(SeasonTree {
            age_yr: None,
            ..shrub.clone()
        }),
        SeasonError::NoTarget
    );
    let both = SeasonTree {
        dbh_cm: Some(3.0),
        ..shrub.clone()
    };
    assert!(matches!(refused(both), SeasonError::TwoTargets { .. }));
    let thick = SeasonTree {
        age_yr: None,
        dbh_cm: Some(900.0),
        ..bare("birch", 1)
    };
    let thick = SeasonTree {
        season: Seasons {
            oldest_yr: 30,
            ..thick.season
        },
        ..thick
    };
    let SeasonError::NeverSoThick { reached_cm, .. } = refused(thick) else {
        panic!("no birch is 9 m thick")
    };
    assert!((5.0..60.0).contains(&reached_cm), "{reached_cm}");
}

#[test]
fn no_shoot_grows_into_an_obstacle() {
    let wall = Obstacle::Box {
        low_m: [0.6, -20.0, -1.0],
        high_m: [1.0, 20.0, 30.0],
    };
    let tree = bare("oak", 30).grow(key(1), &[wall]).unwrap();
    let beyond = tree.skeleton.nodes.iter().filter(|node| node.place_m[0] > 0.62);
    assert_eq!(beyond.count(), 0);
    let free = grown(&bare("oak", 30), 1);
    assert!(free.skeleton.nodes.iter().any(|node| node.place_m[0] > 1.5));
}

#[test]
fn a_coarse_tree_is_a_sketch_of_the_fine_one() {
    let fine = bare("oak", 50);
    let coarse = SeasonTree {
        detail: 0.5,
        ..fine.clone()
    };
    let mean = |form: &SeasonTree, of: fn(&Tree) -> f64| {
        (1..5).map(|seed| of(&grown(form, seed))).sum::<f64>() / 4.0
    };
    let ratio = |of: fn(&Tree) -> f64| mean(&coarse, of) / mean(&fine, of);
    assert!(ratio(|tree| tree.metrics.nodes as f64) < 0.4);
    assert!((0.85..1.15).contains(&ratio(|tree| tree.metrics.height_m)));
    let width = ratio(|tree| tree.metrics.height_m * tree.metrics.crown_width_per_height.unwrap());
    assert!((0.75..1.3).contains(&width), "{width}");
    let dbh = ratio(|tree| dbh_cm(&tree.skeleton));
    assert!((0.6..1.6).contains(&dbh), "{dbh}");
}

/// Front silhouettes of six seeds, scaled to one height: how much of what either covers both cover, over all pairs.
fn overlap_of_silhouettes(form: &SeasonTree, variation: &Variation) -> f64 {
    const CELLS: usize = 40;
    let silhouette = |seed: u64| {
        let stand = RandomKey::root(0, &["stand"]);
        let form = form.varied(variation, stand, key(seed)).unwrap();
        let skeleton = grown(&SeasonTree { roots: None, ..form }, seed).skeleton;
        let height_m = skeleton
            .nodes
            .iter()
            .map(|node| node.place_m[2])
            .fold(0.0, f64::max);
        let mut cells = vec![false; 2 * CELLS * (CELLS + 1)];
        for [a, b] in skeleton.segments_m() {
            for t in 0..=4 {
                let share = f64::from(t) / 4.0;
                let at = |axis: usize| (a[axis] + (b[axis] - a[axis]) * share) / height_m * CELLS as f64;
                let (x, z) = (at(0) + CELLS as f64, at(2));
                if (0.0..2.0 * CELLS as f64).contains(&x) && (0.0..=CELLS as f64).contains(&z) {
                    cells[z as usize * 2 * CELLS + x as usize] = true;
                }
            }
        }
        cells
    };
    let all: Vec<Vec<bool>> = (1..7).map(silhouette).collect();
    let mut shares = Vec::new();
    for (number, a) in all.iter().enumerate() {
        for b in &all[..number] {
            let both = a.iter().zip(b).filter(|(a, b)| **a && **b).count();
            let either = a.iter().zip(b).filter(|(a, b)| **a || **b).count();
            shares.push(both as f64 / either as f64);
        }
    }
    shares.iter().sum::<f64>() / shares.len() as f64
}

#[test]
fn seeds_of_a_preset_do_not_share_an_outline() {
    for preset in PRESETS {
        let overlap = overlap_of_silhouettes(&preset.form(), &preset.variation());
        assert!(overlap < 0.8, "{}: {overlap}", preset.name);
    }
}

/// Sketches, as 288 trees would take a minute: young, grown and old ones, in the open and in a stand. Old spruces in the open had
/// nearly one outline.
#[test]
fn seeds_share_no_outline_at_any_age_on_either_site() {
    let mut alike = Vec::new();
    for preset in PRESETS {
        let form = preset.form();
        let grown_yr = form.age_yr.unwrap();
        for age_yr in [grown_yr / 3, grown_yr, 2 * grown_yr] {
            for site in [Surroundings::Open, Surroundings::Closed] {
                let sketch = SeasonTree {
                    age_yr: Some(age_yr.min(form.season.oldest_yr)),
                    site,
                    detail: 0.5,
                    ..form.clone()
                };
                let overlap = overlap_of_silhouettes(&sketch, &preset.variation());
                if overlap >= 0.8 {
                    alike.push((preset.name, age_yr, site, overlap));
                }
            }
        }
    }
    assert!(alike.is_empty(), "{alike:?}");
}

/// Heights and diameters of stands as growth tables have them, with room for their site classes.
#[test]
fn trees_of_sixty_years_in_a_stand_are_as_high_and_thick_as_growth_tables_say() {
    for (name, height_m, thick_cm) in [
        ("oak", 16.0..22.0, 18.0..32.0),
        ("beech", 17.0..23.0, 15.0..30.0),
        ("birch", 18.0..24.0, 16.0..28.0),
        ("spruce", 20.0..27.0, 20.0..33.0),
        ("pine", 15.0..22.0, 15.0..32.0),
    ] {
        let of = |seed: u64| {
            let tree = grown(
                &SeasonTree {
                    site: Surroundings::Closed,
                    ..bare(name, 60)
                },
                seed,
            );
            (tree.metrics.height_m, dbh_cm(&tree.skeleton))
        };
        let trees: Vec<(f64, f64)> = (1..4).map(of).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| trees.iter().map(of).sum::<f64>() / 3.0;
        let (height, thick) = (mean(|tree| tree.0), mean(|tree| tree.1));
        assert!(
            height_m.contains(&height) && thick_cm.contains(&thick),
            "{name}: {height} m, {thick} cm"
        );
    }
}

/// Solitary oaks and birches have stems 1/24 to 1/27 as wide as their crowns (Coombes, Martin & Slater 2019); a little more
/// room for other species.
#[test]
fn stems_in_the_open_are_as_thick_for_their_crowns_as_measured_ones() {
    for name in ["oak", "beech", "birch", "spruce", "pine", "willow"] {
        let age_yr = if name == "willow" { 40 } else { 60 };
        let width_per_stem = |seed| {
            let tree = grown(&bare(name, age_yr), seed);
            let width_m = tree.metrics.height_m * tree.metrics.crown_width_per_height.unwrap();
            100.0 * width_m / dbh_cm(&tree.skeleton)
        };
        let mean = (1..4).map(width_per_stem).sum::<f64>() / 3.0;
        assert!((21.0..30.0).contains(&mean), "{name}: {mean}");
    }
}

/// What browses or cuts keeps a stem clear, of what leaves it and of what hangs down beside it.
#[test]
fn nothing_hangs_below_the_clear_stem_of_a_willow() {
    for seed in 1..4 {
        let mut form = bare("willow", 40);
        let low_nodes = |form: &SeasonTree| {
            let skeleton = grown(form, seed).skeleton;
            let is_low = |node: &&Node| !node.dead && node.place_m[2] < 1.6;
            skeleton.nodes.iter().filter(is_low).count()
        };
        // The stem itself, and perhaps an odd shoot that grew while the tree was low.
        let cleared = low_nodes(&form);
        form.season.clear_m = 0.0;
        let hanging = low_nodes(&form);
        assert!(cleared < 40 && hanging > 10 * cleared, "{cleared} and {hanging}");
    }
}

#[test]
fn crowns_in_the_open_are_wide_and_those_of_stands_narrow() {
    let width = |name: &str, site| {
        let form = SeasonTree {
            site,
            ..bare(name, 60)
        };
        let ratio = |metrics: &Metrics| metrics.crown_width_per_height.unwrap();
        (1..4).map(|seed| ratio(&grown(&form, seed).metrics)).sum::<f64>() / 3.0
    };
    for name in ["oak", "beech"] {
        let open = width(name, Surroundings::Open);
        assert!((0.7..1.4).contains(&open), "{name}: {open}");
    }
    for name in ["oak", "beech", "birch", "spruce", "pine"] {
        let closed = width(name, Surroundings::Closed);
        assert!((0.12..0.76).contains(&closed), "{name}: {closed}");
    }
}
