//! What growing and drawing a tree will take, estimated before it begins: one to two times what the trees that ship
//! take.

use std::f64::consts::PI;

use understory_branching::cloud::{Arrangement, Envelope, attraction_points, lit};
use understory_branching::colonization::Obstacle;
use understory_branching::lsystem::{LSystem, LSystemError};
use understory_branching::mesh::Leaf;
use understory_branching::roots::RootForm;
use understory_branching::seasons::{LEAST_DETAIL, SeasonError, SeasonTree};
use understory_branching::specimen::{Form, Specimen};
use understory_branching::tree::{TreeError, TreeForm};
use understory_numerics::{RandomKey, math};

/// Memory of an attraction point while a part grows towards it, bytes.
const POINT_BYTES: f64 = 130.0;
/// Of a node, from its growth to its figures, and of a leaf in the meshes, the files' buffers and the figures; fitted to
/// the peaks of the trees that ship.
const NODE_BYTES: f64 = 600.0;
const LEAF_BYTES: f64 = 60.0;
/// Of a triangle of any level, from its drawing to the figures; measured with two million and more.
const TRIANGLE_BYTES: f64 = 250.0;
/// Triangles that a segment of wood takes at most.
const OF_SEGMENT: f64 = 50.0;
/// Triangles of a spray of leaves.
const OF_SPRAY: f64 = 4.0;
/// Of a letter of an L-system's word, from its rewriting to the figures of what was walked.
const LETTER_BYTES: f64 = 600.0;
/// The program and its pictures.
const OWN_BYTES: f64 = 75e6;

/// Length of the way from point to point over the points and their spacing, and past every place over the length of
/// tubes side by side where a tube holds few points; fitted to the forms that ship.
const FROM_POINT_TO_POINT: f64 = 1.0;
const PAST_EVERY_PLACE: f64 = 1.8;

/// Points that are tried to estimate how many of all stand in the light.
const TRIED_POINTS: u32 = 500;
/// Letters up to which a word is written to be counted.
const TRIED_LETTERS: usize = 300_000;

/// What a tree takes, and the key that rules it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeEstimate {
    /// Most memory at once, bytes.
    pub memory_bytes: u64,
    /// Nodes of shoot and roots, beyond their limit too.
    pub nodes: u64,
    /// The key of the scenario that has the greatest share in it.
    pub key: &'static str,
}

impl TreeEstimate {
    /// The estimate for a specimen.
    #[must_use]
    pub fn of(specimen: &Specimen) -> Self {
        Self::with(specimen, nodes_of_seasons, letters)
    }

    /// What it takes if it grows to its limits, which is known at once: [`Self::of`] grows a coarse tree to know better.
    #[must_use]
    pub fn at_most(specimen: &Specimen) -> Self {
        let most_nodes = |form: &SeasonTree, _: &[Obstacle]| f64::from(form.season.most_nodes);
        Self::with(specimen, most_nodes, |system| system.most_letters as f64)
    }

    fn with(
        specimen: &Specimen,
        nodes_of_seasons: impl Fn(&SeasonTree, &[Obstacle]) -> f64,
        letters: impl Fn(&LSystem) -> f64,
    ) -> Self {
        let grain = Self::grain(specimen);
        let (shoot_points, shoot, most_nodes) = match &specimen.form {
            Form::Colonization(form) => {
                let (points, nodes) = shoot(form);
                (points, nodes, f64::from(form.shoot.most_nodes))
            }
            Form::Seasons(form) => {
                let nodes = nodes_of_seasons(form, &specimen.obstacles);
                (0.0, nodes, f64::INFINITY)
            }
        };
        let (root_points, roots) = specimen.form.roots().map_or((0.0, 0.0), of_roots);
        // Those that there would be if they might: growth that ends at its limit takes minutes, and leaves a torso.
        let nodes = (shoot + roots) as u64;
        let [shoot, roots] = [shoot, roots].map(|nodes| nodes.min(most_nodes));
        let letters = specimen
            .baseline
            .as_ref()
            .map_or(0.0, |baseline| letters(&baseline.system));
        let leaves = specimen.form.leaf().map_or(0.0, |leaf| leaves(leaf, shoot));
        let drawn = if specimen.mesh.roots { shoot + roots } else { shoot };
        let most_triangles = OF_SEGMENT * drawn + OF_SPRAY * leaves;
        let details = specimen.mesh.details();
        let drawn = details.map(|detail| f64::from(detail.triangles).min(most_triangles));
        let triangles = drawn.iter().sum::<f64>();
        let points_bytes = POINT_BYTES * shoot_points.max(root_points);
        let parts = [
            (points_bytes, "tree.crown_points"),
            (NODE_BYTES * (shoot + roots), grain),
            (LEAF_BYTES * leaves, "tree.leaf.per_node"),
            (LETTER_BYTES * letters, "tree.baseline.most_letters"),
            (TRIANGLE_BYTES * triangles, "tree.mesh.triangles"),
        ];
        let greatest = parts.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        Self {
            memory_bytes: (OWN_BYTES + parts.iter().map(|part| part.0).sum::<f64>()) as u64,
            nodes,
            key: greatest.map_or("tree", |part| part.1),
        }
    }
}

impl TreeEstimate {
    /// The key of the scenario that says how long the wood from node to node is.
    #[must_use]
    pub fn grain(specimen: &Specimen) -> &'static str {
        match &specimen.form {
            Form::Colonization(_) => "tree.shoot.step_m",
            Form::Seasons(_) => "tree.season.internode_m",
        }
    }
}

/// How much coarser the trial of a tree that lives its years is.
const TRIAL_DETAIL: f64 = 0.5;

/// Nodes of a tree that lives its years: those of a coarse one of its form, times how much longer its metamers are,
/// squared.
fn nodes_of_seasons(form: &SeasonTree, obstacles: &[Obstacle]) -> f64 {
    let trial = SeasonTree {
        detail: (form.detail * TRIAL_DETAIL).max(LEAST_DETAIL),
        roots: None,
        ..form.clone()
    };
    let most_nodes = f64::from(form.season.most_nodes);
    let fewer = (form.detail / trial.detail) * (form.detail / trial.detail);
    match trial.grow(RandomKey::root(1, &["estimate"]), obstacles) {
        Ok(tree) => (fewer * tree.skeleton.nodes.len() as f64).min(most_nodes),
        Err(TreeError::Season(SeasonError::MostNodes { .. })) => most_nodes,
        // What is wrong with it is reported when it grows.
        Err(_) => 0.0,
    }
}

/// Attraction points of the largest pass, and nodes of all.
fn shoot(form: &TreeForm) -> (f64, f64) {
    let lit_share = lit_share(form);
    let shoot = &form.shoot;
    let crown_m3 = volume_m3(&form.crown, 2.0 * shoot.kill_distance_m()) * lit_share;
    let passes = form.scaffold.iter().map(|pass| {
        let kill_m = pass.kill_distance.metres(pass.step_m);
        (pass.points, pass.step_m, kill_m, pass.near_wood_m)
    });
    let own = (
        form.crown_points,
        shoot.step_m,
        shoot.kill_distance_m(),
        form.near_wood_m,
    );
    let (mut points, mut nodes) = (0.0_f64, shoot.trunk.shortest_m / shoot.step_m);
    let mut grown_m = 0.0;
    for (number, (count, step_m, kill_m, near_wood_m)) in passes.chain([own]).enumerate() {
        points = points.max(f64::from(count));
        // Of the crown's space what lies within a distance of what stands, as if its segments lay anywhere in it.
        let within = |distance_m: f64| match crown_m3 > 0.0 {
            true => 1.0 - math::exp(-PI * distance_m * distance_m * grown_m / crown_m3),
            false => 0.0,
        };
        let near = near_wood_m.filter(|_| number > 0).map_or(1.0, within);
        // Half of what comes near enough to points at once, as segments lie in bunches.
        let left = 1.0 - 0.5 * within(kill_m);
        let growth = Growth {
            points: f64::from(count) * lit_share * near * left,
            volume_m3: crown_m3 * near * left,
            step_m,
            kill_m,
        };
        nodes += growth.nodes();
        grown_m += growth.nodes() * step_m;
    }
    (points, nodes)
}

/// Attraction points in the soil, and nodes of the roots.
fn of_roots(roots: &RootForm) -> (f64, f64) {
    let soil_m3 = 2.0 / 3.0 * PI * roots.spread_m * roots.spread_m * roots.depth_m;
    // The mean of the water over the depth, of which a half ellipsoid has most at the top.
    let wet_m = roots.water_e_fold_m * (1.0 - math::exp(-roots.depth_m / roots.water_e_fold_m));
    let wet_share = (1.5 * wet_m / roots.depth_m).min(1.0);
    let growth = Growth {
        points: f64::from(roots.points) * wet_share,
        volume_m3: soil_m3 * wet_share,
        step_m: roots.growth.step_m,
        kill_m: roots.growth.kill_steps * roots.growth.step_m,
    };
    // Main roots are at most three quarters as long as the soil is wide to one side.
    let main_m = roots.taproot_m + 0.75 * roots.spread_m * f64::from(roots.main_roots);
    let nodes = growth.nodes() + main_m / roots.growth.step_m;
    (f64::from(roots.points), nodes)
}

/// A pass of growth.
#[derive(Clone, Copy)]
struct Growth {
    points: f64,
    volume_m3: f64,
    step_m: f64,
    kill_m: f64,
}

impl Growth {
    /// About how many nodes it takes to come to all points: the way from each to the next, but no more than it takes to
    /// come within the kill distance of every place, where the points lie closer than that.
    fn nodes(self) -> f64 {
        let apart_m = math::cbrt(self.volume_m3 / self.points.max(1.0));
        let from_point_to_point_m = FROM_POINT_TO_POINT * self.points * apart_m;
        // The closer the points lie, the less a segment leaves to the next.
        let at_once =
            self.points * self.kill_m * self.kill_m * self.kill_m / self.volume_m3.max(f64::MIN_POSITIVE);
        let past_every_place = PAST_EVERY_PLACE * math::pow(at_once, 0.15);
        let past_every_place_m = past_every_place * self.volume_m3 / (PI * self.kill_m * self.kill_m);
        from_point_to_point_m.min(past_every_place_m) / self.step_m
    }
}

fn leaves(leaf: &Leaf, nodes: f64) -> f64 {
    nodes * f64::from(leaf.per_node)
}

/// Letters of the word: counted where they are few, else as many as may be.
fn letters(system: &LSystem) -> f64 {
    let tried = LSystem {
        most_letters: system.most_letters.min(TRIED_LETTERS),
        ..system.clone()
    };
    match tried.word(RandomKey::root(1, &["estimate"])) {
        Ok(word) => word.len() as f64,
        Err(LSystemError::TooManyLetters { .. }) => system.most_letters as f64,
        Err(_) => 0.0,
    }
}

/// The share of the crown's points that stand in the light.
fn lit_share(form: &TreeForm) -> f64 {
    if form.self_shade_per_m <= 0.0 && form.shade.is_empty() {
        return 1.0;
    }
    let (key, count) = (
        RandomKey::root(1, &["estimate"]),
        form.crown_points.min(TRIED_POINTS),
    );
    let tried = attraction_points(&form.crown, count, &Arrangement::Uniform, key).and_then(|points| {
        Ok((
            points.len(),
            lit(&points, &form.crown, form.self_shade_per_m, &form.shade, key)?.len(),
        ))
    });
    match tried {
        Ok((all, lit)) if all > 0 => lit as f64 / all as f64,
        // What is wrong with it is reported when it grows.
        _ => 1.0,
    }
}

/// Of an envelope, a flat one as thick as `least_m`; of several that may overlap, no more than of the box around them.
fn volume_m3(envelope: &Envelope, least_m: f64) -> f64 {
    let Some([low_m, high_m]) = envelope.bounds_m() else {
        return 0.0;
    };
    let box_m3: f64 = (0..3)
        .map(|axis| (high_m[axis] - low_m[axis]).max(least_m))
        .product();
    let own_m3 = match envelope {
        Envelope::Sphere { .. } | Envelope::Ellipsoid { .. } | Envelope::Hemisphere { .. } => {
            PI / 6.0 * box_m3
        }
        Envelope::Cone { .. } => PI / 12.0 * box_m3,
        Envelope::Revolved { profile_m, .. } => profile_m.windows(2).map(frustum_m3).sum(),
        Envelope::Box { .. } => box_m3,
        Envelope::Union { parts } => parts.iter().map(|part| volume_m3(part, least_m)).sum(),
        Envelope::Difference { whole, .. } => volume_m3(whole, least_m),
        Envelope::Around {
            segments_m,
            distance_m,
        } => {
            let lengths_m = segments_m.iter().map(|[a, b]| length_m(along(*a, *b)));
            (lengths_m.sum::<f64>() + distance_m) * PI * distance_m * distance_m
        }
        Envelope::AroundMesh {
            triangles_m,
            distance_m,
        } => {
            let areas_m2 = triangles_m
                .iter()
                .map(|[a, b, c]| length_m(cross(along(*a, *b), along(*a, *c))) / 2.0);
            areas_m2.sum::<f64>() * 2.0 * distance_m
        }
    };
    own_m3.min(box_m3)
}

/// Volume between two circles, each given by height and radius, m³.
fn frustum_m3(ends: &[[f64; 2]]) -> f64 {
    let [[low_m, a], [high_m, b]] = [ends[0], ends[1]];
    PI / 3.0 * (high_m - low_m).max(0.0) * (a * a + a * b + b * b)
}

fn along(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| b[axis] - a[axis])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        a[next] * b[last] - a[last] * b[next]
    })
}

fn length_m(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use understory_branching::cloud::Shade;
    use understory_branching::colonization::Distance;
    use understory_branching::lsystem::{Rule, Turtle};
    use understory_branching::presets::PRESETS;
    use understory_branching::specimen::Baseline;
    use understory_branching::tree::{Finish, Pass};

    use super::*;

    #[test]
    fn no_tree_is_told_to_take_more_than_at_most() {
        for preset in PRESETS {
            let specimen = Specimen {
                baseline: Some(preset.baseline()),
                ..Specimen::of(preset.form())
            };
            let [told, most] = [TreeEstimate::of(&specimen), TreeEstimate::at_most(&specimen)];
            assert!(told.memory_bytes <= most.memory_bytes, "{}", preset.name);
        }
    }

    /// It said four to six times what there was, 635 MB for a pine of 127.
    #[test]
    fn nodes_of_the_forms_that_ship_are_foretold_within_a_factor_of_three() {
        for preset in PRESETS {
            let specimen = Specimen::of(preset.form());
            let foretold = TreeEstimate::of(&specimen).nodes as f64;
            for seed in 1..4 {
                let found = specimen.grow(seed).unwrap().skeleton.nodes.len() as f64;
                let ratio = foretold / found;
                assert!(
                    (0.33..2.5).contains(&ratio),
                    "{}: {foretold} for {found}",
                    preset.name
                );
            }
        }
    }

    #[test]
    fn numbers_with_a_slip_are_far_beyond_what_a_machine_has() {
        let oak = understory_branching::presets::colonized_oak();
        let of = |change: &dyn Fn(&mut TreeForm)| {
            let mut form = oak.clone();
            form.shoot.most_nodes = u32::MAX;
            change(&mut form);
            TreeEstimate::of(&Specimen::of(form)).memory_bytes >> 30
        };
        assert!(of(&|form| form.shoot.step_m = 1e-5) > 100);
        assert!(of(&|form| form.crown_points = u32::MAX) > 100);
        assert!(of(&|form| form.leaf.as_mut().unwrap().per_node = 1_000_000) > 100);
        let flat = |height_m: f64| Envelope::Box {
            low_m: [-1e4, -1e4, 5.0],
            high_m: [1e4, 1e4, 5.0 + height_m],
        };
        let one_pass = |form: &mut TreeForm| {
            form.scaffold.clear();
            (form.crown, form.crown_points) = (flat(0.0), 4_000_000);
        };
        assert!(of(&one_pass) > 4);
    }

    /// Growth that ends at its limit was tried for minutes, as the limit lies below the nodes that are too many to try.
    #[test]
    fn nodes_are_counted_beyond_the_limit_but_take_no_memory_there() {
        let mut oak = understory_branching::presets::colonized_oak();
        oak.shoot.step_m = 1e-4;
        oak.shoot.most_nodes = 1000;
        oak.roots.as_mut().unwrap().points = 100;
        let estimate = TreeEstimate::of(&Specimen::of(oak));
        assert!(estimate.nodes > 4_000_000, "{}", estimate.nodes);
        assert!(estimate.memory_bytes < 1 << 30, "{}", estimate.memory_bytes);
    }

    /// Twenty million triangles were aborted for want of memory, without a word before.
    #[test]
    fn triangles_are_foretold_as_far_as_the_tree_has_any() {
        let mut specimen = Specimen::of(PRESETS[0].form());
        let usual = TreeEstimate::of(&specimen).memory_bytes;
        specimen.mesh.triangles = 20_000_000;
        let many = TreeEstimate::of(&specimen);
        assert!(
            many.memory_bytes > usual + 300_000_000,
            "{} for {usual}",
            many.memory_bytes
        );
        assert_eq!(many.key, "tree.mesh.triangles");
        specimen.form = Form::Seasons(Box::new(SeasonTree {
            age_yr: Some(3),
            ..PRESETS[0].form()
        }));
        assert!(TreeEstimate::of(&specimen).memory_bytes < 200_000_000);
    }

    #[test]
    fn volumes_are_those_of_the_shapes() {
        let near = |envelope: &Envelope, expected: f64| {
            let found = volume_m3(envelope, 0.0);
            assert!(
                (found / expected - 1.0).abs() < 1e-12,
                "{envelope:?}: {found} for {expected}"
            );
        };
        let (centre_m, radius_m) = ([1.0, 2.0, 3.0], 2.0);
        near(&Envelope::Sphere { centre_m, radius_m }, 32.0 / 3.0 * PI);
        near(&Envelope::Hemisphere { centre_m, radius_m }, 16.0 / 3.0 * PI);
        let cone = Envelope::Cone {
            base_m: centre_m,
            radius_m,
            height_m: -6.0,
        };
        near(&cone, 8.0 * PI);
        let cut = Envelope::Revolved {
            base_m: centre_m,
            profile_m: vec![[0.0, 2.0], [3.0, 1.0], [6.0, 0.0]],
        };
        near(&cut, 8.0 * PI);
        let along = Envelope::Around {
            segments_m: vec![[[0.0; 3], [9.0, 0.0, 0.0]]],
            distance_m: 1.0,
        };
        near(&along, 10.0 * PI);
        let wall = Envelope::AroundMesh {
            triangles_m: vec![[[0.0; 3], [4.0, 0.0, 0.0], [0.0, 0.0, 3.0]]],
            distance_m: 0.5,
        };
        near(&wall, 6.0);
    }

    #[test]
    fn more_points_and_leaves_take_more() {
        for preset in PRESETS {
            let specimen = Specimen::of(preset.form());
            let usual = TreeEstimate::of(&specimen).memory_bytes;
            // Fuzzing grows trees below 256 MB.
            assert!(usual < 256 << 20, "{}: {usual}", preset.name);
            let Form::Seasons(mut form) = specimen.form.clone() else {
                panic!("{} lives its years", preset.name)
            };
            if let Some(leaf) = &mut form.leaf {
                leaf.per_node = 100;
                let leafy = TreeEstimate::of(&Specimen::of(*form)).memory_bytes;
                assert!(leafy > usual + (10 << 20), "{}", preset.name);
            }
        }
        let oak = understory_branching::presets::colonized_oak();
        let mut dense = oak.clone();
        dense.crown_points = 2_000_000;
        let memory_bytes = |form: TreeForm| TreeEstimate::of(&Specimen::of(form)).memory_bytes;
        assert!(memory_bytes(dense) > memory_bytes(oak) + (200 << 20));
    }

    fn near(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found}, not {expected}");
    }

    /// A crown of 100 m³ with 8 points a cubic metre, half a metre apart, on a trunk of eight nodes; worked by hand.
    fn boxed() -> TreeForm {
        let mut form = understory_branching::presets::colonized_oak();
        form.crown = Envelope::Box {
            low_m: [-2.5, -2.5, 2.0],
            high_m: [2.5, 2.5, 6.0],
        };
        form.crown_points = 800;
        (form.self_shade_per_m, form.near_wood_m, form.roots, form.leaf) = (0.0, None, None, None);
        form.shade.clear();
        form.scaffold.clear();
        form.shoot.step_m = 0.25;
        form.shoot.kill_distance = Distance::Metres(0.5);
        form.shoot.trunk.shortest_m = 2.0;
        form.shoot.most_nodes = 100_000;
        form
    }

    #[test]
    fn growth_leads_from_point_to_point_or_past_every_place() {
        let growth = |points: f64, kill_m: f64| Growth {
            points,
            volume_m3: 1000.0,
            step_m: 0.5,
            kill_m,
        };
        // A thousand points a metre apart: a kilometre in steps of half a metre.
        near(growth(1000.0, 0.1).nodes(), 2000.0);
        // A thousand points within a cube of the kill distance: 1.8 * 1000^0.15 * 1000 m³ over the cut through a tube.
        near(growth(1e6, 1.0).nodes(), 3229.628940263256);
        assert_eq!(growth(0.0, 1.0).nodes(), 0.0);
        let flat = Growth {
            volume_m3: 0.0,
            ..growth(10.0, 1.0)
        };
        assert_eq!(flat.nodes(), 0.0);
    }

    #[test]
    fn a_shoot_is_its_trunk_and_its_passes() {
        // Tubes of half a metre with a point in each cube of that: 1.8 * 100 m³ / (pi / 4 m²) in steps of 0.25 m.
        let (points, nodes) = shoot(&boxed());
        assert_eq!(points, 800.0);
        near(nodes, 924.7324722093172);
        let mut sparse = boxed();
        sparse.crown_points = 100;
        near(shoot(&sparse).1, 408.0);

        // First 100 m of limbs, from point to point; then what lies within 0.6 m of them, less half of what they were
        // nearer to than 0.5 m.
        let pass = Pass {
            points: 100,
            arrangement: Arrangement::Uniform,
            near_wood_m: Some(0.01),
            step_m: 0.5,
            kill_distance: Distance::Steps(0.5),
            influence_distance: Distance::Metres(9.0),
            tropism: [0.0; 3],
            straightness: 0.0,
            crookedness: 0.0,
            fork_deg: 180.0,
        };
        let mut two = boxed();
        two.scaffold = vec![pass];
        two.near_wood_m = Some(0.6);
        let (points, nodes) = shoot(&two);
        assert_eq!(points, 800.0);
        near(nodes, 659.9854368323287);
        two.scaffold[0].points = 900;
        assert_eq!(shoot(&two).0, 900.0);
        let mut nothing = two;
        nothing.crown = Envelope::Union { parts: Vec::new() };
        assert!(shoot(&nothing).1 < 9.0, "{}", shoot(&nothing).1);
    }

    #[test]
    fn roots_take_the_wet_soil() {
        let mut roots = understory_branching::presets::colonized_oak().roots.unwrap();
        (roots.depth_m, roots.spread_m, roots.water_e_fold_m) = (2.0, 3.0, 1.0);
        (roots.points, roots.taproot_m) = (500, 1.0);
        (roots.growth.step_m, roots.growth.kill_steps) = (0.1, 2.0);
        // Four main roots of 2.25 m.
        roots.main_roots = 4;
        let (points, nodes) = of_roots(&roots);
        assert_eq!(points, 500.0);
        near(nodes, 1379.8280137058034 + 90.0);
        // Water that reaches deep wets all of it, and no more than that: 12 pi m³, from point to point.
        roots.water_e_fold_m = 100.0;
        near(
            of_roots(&roots).1,
            500.0 * math::cbrt(12.0 * PI / 500.0) / 0.1 + 10.0 + 90.0,
        );
    }

    #[test]
    fn an_estimate_adds_up_what_each_part_takes_and_names_the_greatest() {
        let mut form = boxed();
        let of = |form: &TreeForm| {
            let mut specimen = Specimen::of(form.clone());
            specimen.mesh.triangles = 81;
            TreeEstimate::of(&specimen)
        };
        // 75 MB, 800 points of 130 B, 924.73 nodes of 600 B, and 81 + 27 + 9 + 3 triangles of 250 B.
        let plain = of(&form);
        assert_eq!(
            (plain.nodes, plain.memory_bytes, plain.key),
            (924, 75_688_839, "tree.shoot.step_m")
        );
        form.leaf = Some(Leaf {
            length_m: 0.1,
            width_m: 0.1,
            angle_deg: 45.0,
            most_tips: 9,
            per_node: 70,
        });
        let leafy = of(&form);
        // Seventy leaves of 60 B at each of 924.73 nodes.
        assert_eq!(leafy.memory_bytes - plain.memory_bytes, 3_883_876);
        assert_eq!(leafy.key, "tree.leaf.per_node");
        form.leaf = None;
        form.shoot.most_nodes = 500;
        let capped = of(&form);
        assert_eq!(
            (capped.nodes, capped.memory_bytes),
            (924, 75_000_000 + 104_000 + 300_000 + 30_000)
        );
        let doubling = |steps: u32, most_letters: usize| LSystem {
            axiom: "F(1)".to_owned(),
            rules: vec![Rule {
                from: "F(l)".to_owned(),
                to: "F(l)F(l)".to_owned(),
                ..Rule::default()
            }],
            steps,
            most_letters,
        };
        assert_eq!(letters(&doubling(5, 100)), 32.0);
        assert_eq!(letters(&doubling(9, 100)), 100.0, "no more than may be");
        assert_eq!(letters(&doubling(30, 900_000)), 900_000.0, "not counted out");
        let mut broken = doubling(5, 100);
        broken.axiom = "F(".to_owned();
        assert_eq!(letters(&broken), 0.0);
        let of = |form: &TreeForm| {
            let mut specimen = Specimen::of(form.clone());
            specimen.mesh.triangles = 81;
            specimen.baseline = Some(Baseline {
                system: doubling(14, 20_000),
                turtle: Turtle::default(),
                finish: Finish::default(),
            });
            TreeEstimate::of(&specimen)
        };
        let beside = of(&form);
        assert_eq!(beside.memory_bytes - capped.memory_bytes, 16_384 * 600);
        assert_eq!(beside.key, "tree.baseline.most_letters");
        form.crown_points = 1_000_000;
        let dense = of(&form);
        assert_eq!(
            (dense.key, dense.memory_bytes - beside.memory_bytes),
            ("tree.crown_points", 130 * 999_200)
        );
        form.roots = understory_branching::presets::colonized_oak().roots;
        let rooted = of(&form);
        // Those that there would be without the limit; memory counts 500 of the shoot and as many of the roots.
        assert_eq!(rooted.nodes, 6380);
        assert_eq!(rooted.memory_bytes - dense.memory_bytes, 500 * 600);
    }

    #[test]
    fn points_in_the_dark_do_not_count() {
        let mut form = boxed();
        assert_eq!(lit_share(&form), 1.0);
        let dark = |low_m: [f64; 3], high_m: [f64; 3], share: f64| Shade {
            volume: Envelope::Box { low_m, high_m },
            share,
        };
        // A quarter of the crown is left.
        form.shade = vec![dark([-9.0, -9.0, 0.0], [1.25, 9.0, 9.0], 1.0)];
        assert!((lit_share(&form) - 0.25).abs() < 0.08, "{}", lit_share(&form));
        form.shade.clear();
        form.self_shade_per_m = 0.5;
        let own = lit_share(&form);
        assert!((0.05..0.95).contains(&own), "{own}");
        form.self_shade_per_m = 5.0;
        assert!(lit_share(&form) < 0.7 * own);
        // What is wrong with it is reported when it grows.
        form.self_shade_per_m = 0.0;
        form.shade = vec![dark([-9.0, -9.0, 0.0], [9.0, 9.0, 9.0], 1.0)];
        assert_eq!(lit_share(&form), 1.0);
        form.crown_points = 0;
        assert_eq!(lit_share(&form), 1.0);
    }

    #[test]
    fn volumes_of_several_shapes_are_no_more_than_their_box() {
        let cube = |x_m: f64| Envelope::Box {
            low_m: [x_m, 0.0, 0.0],
            high_m: [x_m + 2.0, 3.0, 4.0],
        };
        near(volume_m3(&cube(0.0), 0.0), 24.0);
        near(
            volume_m3(
                &Envelope::Union {
                    parts: vec![cube(0.0), cube(5.0)],
                },
                0.0,
            ),
            48.0,
        );
        near(
            volume_m3(
                &Envelope::Union {
                    parts: vec![cube(0.0), cube(1.0)],
                },
                0.0,
            ),
            36.0,
        );
        near(
            volume_m3(
                &Envelope::Difference {
                    whole: Box::new(cube(0.0)),
                    hole: Box::new(cube(1.0)),
                },
                0.0,
            ),
            24.0,
        );
        assert_eq!(volume_m3(&Envelope::Union { parts: Vec::new() }, 1.0), 0.0);
        let flat = Envelope::Box {
            low_m: [0.0; 3],
            high_m: [2.0, 3.0, 0.0],
        };
        assert_eq!(volume_m3(&flat, 0.0), 0.0);
        near(volume_m3(&flat, 0.5), 3.0);
        // Two of the ways around overlap where they meet.
        let around = Envelope::Around {
            segments_m: vec![[[0.0; 3], [0.1, 0.0, 0.0]]; 9],
            distance_m: 1.0,
        };
        near(volume_m3(&around, 0.0), (0.9 + 1.0) * PI);
        let slanted = Envelope::Around {
            segments_m: vec![[[1.0, 1.0, 1.0], [3.0, 4.0, 7.0]]],
            distance_m: 0.5,
        };
        near(volume_m3(&slanted, 0.0), 7.5 * PI / 4.0);
        let leaning = Envelope::AroundMesh {
            triangles_m: vec![[[1.0, 1.0, 1.0], [3.0, 1.0, 2.0], [1.0, 4.0, 3.0]]],
            distance_m: 0.1,
        };
        // Half of |(2, 0, 1) x (0, 3, 2)| = |(-3, -4, 6)|, 0.1 m on either side.
        near(volume_m3(&leaning, 0.0), 61.0_f64.sqrt() / 2.0 * 0.2);
    }
}
