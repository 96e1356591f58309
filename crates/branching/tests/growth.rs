//! What bends, forks, shades and strikes growth does what its name says.

use understory_branching::cloud::{Arrangement, AttractionPoint, Envelope, Shade, Warp, attraction_points};
use understory_branching::colonization::{
    Colonization, Colonized, Damage, Distance, Harm, LeftOver, Site, Trunk, colonize, colonize_by_r_tree,
    colonize_on,
};
use understory_branching::metrics::Metrics;
use understory_branching::presets::colonized_oak;
use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_branching::tree::{Pass, TreeForm};
use understory_numerics::RandomKey;

const BASE_M: [f64; 3] = [0.0; 3];

fn crown() -> Envelope {
    Envelope::Sphere {
        centre_m: [0.0, 0.0, 4.0],
        radius_m: 3.0,
    }
}

fn points(count: u32) -> Vec<AttractionPoint> {
    attraction_points(
        &crown(),
        count,
        &Arrangement::Uniform,
        RandomKey::root(1, &["growth"]),
    )
    .expect("it has volume")
}

fn site(points: &[AttractionPoint]) -> Site<'_> {
    Site {
        bases_m: &[BASE_M],
        points,
        obstacles: &[],
        part: Part::Shoot,
        key: RandomKey::root(1, &["growth"]),
    }
}

fn plain() -> Colonization {
    Colonization {
        step_m: 0.15,
        ..Colonization::default()
    }
}

fn grow(parameters: &Colonization) -> Colonized {
    colonize(&site(&points(1500)), parameters).expect("the crown is in reach")
}

fn struck(round: u32, by: Harm) -> Colonized {
    grow(&Colonization {
        damage: vec![Damage::new(round, by)],
        ..plain()
    })
}

/// Share of the nodes of one skeleton that another has not.
fn share_elsewhere(skeleton: &Skeleton, other: &Skeleton) -> f64 {
    let is_new = |place: &[f64; 3]| !other.nodes.iter().any(|node| node.place_m == *place);
    let places = skeleton.nodes.iter().map(|node| node.place_m);
    places.filter(is_new).count() as f64 / skeleton.nodes.len() as f64
}

fn lateral_deg(skeleton: &Skeleton) -> f64 {
    let angles = Metrics::of(skeleton, LeftOver::default()).lateral_angle_deg;
    angles.expect("it forks").median
}

#[test]
fn lightning_takes_the_top_and_the_earlier_it_strikes_the_more_grows_otherwise() {
    let whole = grow(&plain()).skeletons.swap_remove(0);
    let rounds = [14, 19, 24];
    let changed = rounds.map(|round| {
        let struck = struck(round, Harm::Lightning { above_m: 2.0 })
            .skeletons
            .swap_remove(0);
        let lost: u32 = struck.nodes.iter().map(|node| node.lost_tips).sum();
        assert!(lost > 0, "round {round} took nothing");
        assert!(
            struck
                .nodes
                .iter()
                .all(|node| node.iteration > round || node.place_m[2] <= 2.0),
            "something above is older than the strike of round {round}"
        );
        share_elsewhere(&struck, &whole)
    });
    assert!(
        changed[0] > changed[1] && changed[1] > changed[2] && changed[2] > 0.0,
        "{changed:?}"
    );
}

#[test]
fn twigs_that_break_in_growth_stay_in_the_wood() {
    let broken = struck(
        30,
        Harm::Breakage {
            share: 0.2,
            most_tips: 6,
        },
    );
    let lost: u32 = broken.skeletons[0].nodes.iter().map(|node| node.lost_tips).sum();
    assert!(lost > 10, "{lost}");
    assert!(share_elsewhere(&broken.skeletons[0], &grow(&plain()).skeletons[0]) > 0.1);
}

#[test]
fn nothing_grows_any_more_where_disease_has_struck() {
    let (centre_m, radius_m) = ([1.5, 0.0, 4.0], 1.2);
    let sick = struck(20, Harm::Disease { centre_m, radius_m })
        .skeletons
        .swap_remove(0);
    let is_inside = |place: [f64; 3]| {
        let squared: f64 = (0..3)
            .map(|axis| (place[axis] - centre_m[axis]) * (place[axis] - centre_m[axis]))
            .sum();
        squared <= radius_m * radius_m
    };
    let grown_inside = |skeleton: &Skeleton| {
        let late = skeleton.nodes.iter().filter(|node| node.iteration > 20);
        late.filter(|node| is_inside(skeleton.nodes[node.parent.unwrap() as usize].place_m))
            .count()
    };
    assert_eq!(grown_inside(&sick), 0);
    assert!(grown_inside(&grow(&plain()).skeletons[0]) > 20);
}

/// A preset grows in passes; the disease of an early one is there in all that follow.
#[test]
fn disease_outlasts_the_pass_in_which_it_strikes() {
    let mut oak = colonized_oak();
    assert!(!oak.scaffold.is_empty());
    oak.roots = None;
    let grown = |form: &TreeForm| form.grow(RandomKey::root(1, &["oak"]), &[]).unwrap().skeleton;
    let last_round = |skeleton: &Skeleton| skeleton.nodes.iter().map(|node| node.iteration).max();
    assert!(last_round(&grown(&oak)) > Some(20));
    let everywhere = Harm::Disease {
        centre_m: [0.0; 3],
        radius_m: 1000.0,
    };
    oak.shoot.damage.push(Damage::new(3, everywhere));
    assert_eq!(last_round(&grown(&oak)), Some(3));
}

#[test]
fn a_stem_of_more_nodes_than_there_may_be_is_refused() {
    let endless = Colonization {
        step_m: 1e-6,
        trunk: Trunk {
            shortest_m: 5.0,
            ..Trunk::default()
        },
        ..plain()
    };
    let refused = colonize(&site(&points(100)), &endless).unwrap_err().to_string();
    assert!(
        refused.starts_with("a trunk of 5 m in segments of 0.000001 m"),
        "{refused}"
    );
}

#[test]
fn where_all_growth_points_wither_growth_is_over() {
    let withered = struck(30, Harm::Wither { share: 1.0 });
    assert_eq!(withered.rounds, 30);
    assert!(withered.left_over.stalled > 0);
    let half = struck(30, Harm::Wither { share: 0.5 });
    assert!(half.skeletons[0].nodes.len() > withered.skeletons[0].nodes.len());
}

/// Where lightning strikes again and again a gap remains; a tree that may regrow takes the room again, with newer wood.
#[test]
fn what_may_regrow_takes_its_room_again() {
    let by = Harm::Lightning { above_m: 4.0 };
    let whole = grow(&plain());
    let struck = |regrows| {
        grow(&Colonization {
            damage: vec![Damage {
                regrows,
                ..Damage::new(whole.rounds, by)
            }],
            ..plain()
        })
    };
    let top = |grown: &Colonized| {
        let nodes = grown.skeletons[0].nodes.iter();
        nodes.filter(|node| node.place_m[2] > BASE_M[2] + 4.0).count()
    };
    let [cut, regrown] = [false, true].map(struck);
    assert!(top(&whole) > 100, "{}", top(&whole));
    assert_eq!(top(&cut), 0);
    assert!(
        top(&regrown) * 10 > top(&whole) * 8,
        "{} of {}",
        top(&regrown),
        top(&whole)
    );
    assert!(
        regrown.skeletons[0]
            .nodes
            .iter()
            .any(|node| node.iteration > whole.rounds + 5)
    );
    assert_eq!(regrown.left_over, LeftOver::default());
    let by_tree = colonize_by_r_tree(
        &site(&points(1500)),
        &Colonization {
            damage: vec![Damage {
                regrows: true,
                ..Damage::new(whole.rounds, by)
            }],
            ..plain()
        },
    );
    assert_eq!(by_tree.unwrap(), regrown);
}

#[test]
fn only_lost_wood_grows_back() {
    let parameters = Colonization {
        damage: vec![Damage {
            regrows: true,
            ..Damage::new(3, Harm::Wither { share: 0.5 })
        }],
        ..plain()
    };
    let refused = colonize(&site(&points(100)), &parameters).unwrap_err();
    assert!(refused.to_string().starts_with("`damage.regrows`"), "{refused}");
}

#[test]
fn nothing_grows_into_a_nest_or_out_of_it() {
    let grown = struck(12, Harm::Nest { radius_m: 0.8 });
    let [nest] = grown.nests[..] else {
        panic!("{:?}", grown.nests)
    };
    assert_eq!((nest.radius_m, nest.round), (0.8, 12));
    let nodes = &grown.skeletons[0].nodes;
    let heights = || {
        nodes
            .iter()
            .filter(|node| node.iteration <= 12)
            .map(|node| node.place_m[2])
    };
    let middle_m = f64::midpoint(BASE_M[2], heights().fold(0.0, f64::max));
    assert!(nest.centre_m[2] >= middle_m);
    let fork = nodes
        .iter()
        .position(|node| node.place_m == nest.centre_m)
        .unwrap();
    assert!(
        nodes
            .iter()
            .filter(|node| node.parent == Some(fork as u32))
            .count()
            > 1
    );
    let is_inside = |node: &&Node| {
        let squares: f64 = (0..3)
            .map(|axis| {
                (node.place_m[axis] - nest.centre_m[axis]) * (node.place_m[axis] - nest.centre_m[axis])
            })
            .sum();
        squares < 0.8 * 0.8
    };
    // What stood there before stays, also what was just put out.
    assert!(nodes.iter().filter(is_inside).all(|node| node.iteration <= 13));
    let spared = grow(&plain());
    assert!(
        spared.skeletons[0]
            .nodes
            .iter()
            .filter(is_inside)
            .any(|node| node.iteration > 13)
    );
    assert_eq!(struck(12, Harm::Nest { radius_m: 0.8 }), grown);
}

/// A nest of an early pass is in the way of all that follow.
#[test]
fn a_nest_outlasts_the_pass_in_which_it_was_built() {
    let mut oak = colonized_oak();
    oak.roots = None;
    oak.finish.relocate = false;
    oak.finish.smoothings = 0;
    oak.shoot
        .damage
        .push(Damage::new(5, Harm::Nest { radius_m: 1.5 }));
    let tree = oak.grow(RandomKey::root(1, &["oak"]), &[]).unwrap();
    let [nest] = tree.nests[..] else {
        panic!("{:?}", tree.nests)
    };
    let away = |node: &Node| -> f64 {
        (0..3)
            .map(|axis| (node.place_m[axis] - nest.centre_m[axis]).abs())
            .fold(0.0, f64::max)
    };
    let later = tree.skeleton.nodes.iter().filter(|node| node.iteration > 6);
    assert!(later.clone().count() > 1000);
    assert!(later.into_iter().all(|node| away(node) > 0.5));
}

#[test]
fn damage_without_sense_is_refused() {
    for by in [
        Harm::Wither { share: 1.5 },
        Harm::Lightning { above_m: f64::NAN },
        Harm::Disease {
            centre_m: BASE_M,
            radius_m: 0.0,
        },
    ] {
        let parameters = Colonization {
            damage: vec![Damage::new(3, by)],
            ..plain()
        };
        let refused = colonize(&site(&points(100)), &parameters).unwrap_err();
        assert!(refused.to_string().starts_with("`damage.by."), "{refused}");
    }
}

#[test]
fn a_growth_point_between_two_bundles_forks_where_it_may() {
    let bundles: Vec<AttractionPoint> = [-1.0, 1.0]
        .into_iter()
        .flat_map(|side| (0..5).map(move |number| [side, 0.1 * f64::from(number), 1.0]))
        .map(|place_m| AttractionPoint { place_m, weight: 1.0 })
        .collect();
    let children = |fork_deg: f64| {
        let parameters = Colonization {
            fork_deg,
            influence_distance: Distance::Metres(5.0),
            ..plain()
        };
        let grown = colonize(&site(&bundles), &parameters).unwrap();
        assert_eq!(grown.left_over, LeftOver::default());
        grown.skeletons[0].children().of(0).len()
    };
    // Seen from the base the bundles lie 90° apart.
    assert_eq!([children(180.0), children(100.0), children(60.0)], [1, 1, 2]);
}

#[test]
fn persistence_lets_branches_leave_at_sharper_angles() {
    let angle_deg = |straightness: f64| {
        lateral_deg(
            &grow(&Colonization {
                straightness,
                ..plain()
            })
            .skeletons[0],
        )
    };
    let angles = [0.0, 0.4, 0.8].map(angle_deg);
    assert!(
        angles[0] > 75.0 && angles[0] > angles[1] + 10.0 && angles[1] > angles[2] + 5.0,
        "{angles:?}"
    );
}

#[test]
fn crookedness_bends_the_way_of_the_axis_and_the_key_decides_how() {
    let bend_deg = |crookedness: f64, seed: u64| {
        let points = points(1500);
        let luck = Site {
            key: RandomKey::root(seed, &["luck"]),
            ..site(&points)
        };
        let parameters = Colonization {
            crookedness,
            ..plain()
        };
        let skeleton = colonize(&luck, &parameters).unwrap().skeletons.swap_remove(0);
        Metrics::of(&skeleton, LeftOver::default())
            .main_axis_bend_deg
            .unwrap()
            .median
    };
    assert!(bend_deg(0.5, 1) > bend_deg(0.0, 1) + 5.0);
    assert_ne!(bend_deg(0.5, 1), bend_deg(0.5, 2));
    assert_eq!(bend_deg(0.0, 1), bend_deg(0.0, 2));
}

#[test]
fn growth_goes_on_from_what_there_is_and_leaves_it_as_it_was() {
    let limbs = colonize(
        &site(&points(40)),
        &Colonization {
            kill_distance: Distance::Metres(0.6),
            influence_distance: Distance::Metres(6.0),
            ..plain()
        },
    )
    .unwrap();
    let cloud = points(1500);
    let twigs = colonize_on(&limbs.skeletons, limbs.rounds + 1, &site(&cloud), &plain()).unwrap();
    let before = &limbs.skeletons[0].nodes;
    let after = &twigs.skeletons[0].nodes;
    assert_eq!(&after[..before.len()], before.as_slice());
    assert!(after.len() > 2 * before.len());
    assert!(
        after[before.len()..]
            .iter()
            .all(|node| node.iteration > limbs.rounds)
    );
    let far = [AttractionPoint {
        place_m: [99.0, 0.0, 0.0],
        weight: 1.0,
    }];
    let nothing = colonize_on(&limbs.skeletons, 0, &site(&far), &plain()).unwrap();
    assert_eq!(nothing.skeletons, limbs.skeletons);
    assert_eq!(nothing.left_over.out_of_reach, 1);
}

fn form() -> TreeForm {
    TreeForm::of(crown(), 1500, plain())
}

fn tree(form: &TreeForm) -> Skeleton {
    form.grow(RandomKey::root(3, &["growth"]), &[])
        .expect("the crown is in reach")
        .skeleton
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn a_tree_leans_out_of_the_shade_the_more_the_deeper_it_is() {
    let east = Envelope::Box {
        low_m: [0.0, -9.0, 0.0],
        high_m: [9.0, 9.0, 9.0],
    };
    let centroid_m = |share: f64| {
        let shaded = TreeForm {
            shade: vec![Shade {
                volume: east.clone(),
                share,
            }],
            ..form()
        };
        mean(tree(&shaded).nodes.iter().map(|node| node.place_m[0]))
    };
    let leans = [0.0, 0.4, 0.8, 1.0].map(centroid_m);
    assert!(leans.windows(2).all(|pair| pair[0] > pair[1]), "{leans:?}");
    assert!(leans[0].abs() < 0.3 && leans[3] < -0.5, "{leans:?}");
}

#[test]
fn a_crown_that_shades_itself_is_bare_within() {
    let share_within = |self_shade_per_m: f64| {
        let skeleton = tree(&TreeForm {
            self_shade_per_m,
            crown_points: 4000,
            ..form()
        });
        let children = skeleton.children();
        let tips = (0..skeleton.nodes.len() as u32).filter(|&node| children.of(node).is_empty());
        mean(tips.map(|node| {
            let [x, y, z] = skeleton.nodes[node as usize].place_m;
            f64::from(u8::from(x * x + y * y + (z - 4.0) * (z - 4.0) < 4.0))
        }))
    };
    assert!(
        share_within(2.0) < 0.6 * share_within(0.0),
        "{} of {}",
        share_within(2.0),
        share_within(0.0)
    );
}

#[test]
fn warped_space_lets_the_crown_hang_or_lean() {
    let centroid_m = |warps: Vec<Warp>| {
        let skeleton = tree(&TreeForm { warps, ..form() });
        [0, 2].map(|axis| mean(skeleton.nodes.iter().map(|node| node.place_m[axis])))
    };
    let upright = centroid_m(Vec::new());
    let hanging = [0.2, 0.5].map(|per_m| centroid_m(vec![Warp::Hang { per_m }])[1]);
    assert!(
        upright[1] > hanging[0] && hanging[0] > hanging[1],
        "{upright:?} {hanging:?}"
    );
    assert!(centroid_m(vec![Warp::Lean { per_m: [0.3, 0.0] }])[0] > upright[0] + 0.5);
    let nowhere = TreeForm {
        warps: vec![Warp::Hang { per_m: f64::NAN }],
        ..form()
    };
    let refused = nowhere.grow(RandomKey::root(1, &[]), &[]).unwrap_err();
    assert!(
        refused.to_string().contains("`warps.hang.per_m` is NaN"),
        "{refused}"
    );
}

#[test]
fn twigs_keep_within_reach_of_the_boughs() {
    let boughs = Pass {
        points: 60,
        arrangement: Arrangement::Uniform,
        near_wood_m: None,
        step_m: 0.3,
        kill_distance: Distance::Steps(3.0),
        influence_distance: Distance::Steps(20.0),
        tropism: [0.0; 3],
        straightness: 0.3,
        crookedness: 0.2,
        fork_deg: 60.0,
    };
    let near_wood_m = 0.6;
    let mut form = TreeForm {
        scaffold: vec![boughs],
        crown_points: 3000,
        ..form()
    };
    form.finish.relocate = false;
    let bushy = tree(&form);
    form.near_wood_m = Some(near_wood_m);
    let clumped = tree(&form);
    assert!(clumped.nodes.len() < bushy.nodes.len());
    // Boughs of both are the same, and the tip of a twig comes no nearer to its last point than its kill distance.
    form.crown_points = 1;
    let boughs = tree(&form);
    for node in &clumped.nodes {
        let to_bough = |bough: &[f64; 3]| {
            (0..3)
                .map(|axis| (node.place_m[axis] - bough[axis]) * (node.place_m[axis] - bough[axis]))
                .sum::<f64>()
        };
        let places: Vec<[f64; 3]> = boughs.nodes.iter().map(|node| node.place_m).collect();
        let nearest_m = places.iter().map(to_bough).fold(f64::INFINITY, f64::min).sqrt();
        assert!(nearest_m < near_wood_m + 0.3, "{nearest_m} m");
    }
    form.near_wood_m = Some(0.0);
    let refused = form.grow(RandomKey::root(1, &[]), &[]).unwrap_err();
    assert!(refused.to_string().contains("`near_wood_m` is 0"), "{refused}");
}
