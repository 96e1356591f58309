//! The models of a stand: trees that grew, each made as large as the trees of a class that it stands for.
//!
//! A class holds the trees of a species whose heights and crown radii differ by [`STEP`] at most, and its models are of the middle
//! of both. Their wood is scaled before leaves are put on it, so that leaves of models have their own size, and those of a tree that
//! stands as a model differ from it by at most the root of that step.

use std::collections::BTreeMap;
use std::io;

use understory_branching::mesh::{Detail, Leaf, Mesh, TreeMesh, draw_levels};
use understory_branching::skeleton::{Part, Skeleton};
use understory_export::Look;
use understory_numerics::parallel::try_map;
use understory_numerics::{Purpose, RandomKey, math, sort};

use super::rungs::{Ladder, Size, VARIANTS};
use super::trees::Tree;

/// Heights and crown radii of a class lie within this factor.
pub(super) const STEP: f64 = 1.15;
/// Variants of a class at most, and trees of a class to each.
const TREES_EACH: usize = 3;
/// Twigs that are no thinner than this are seen, m; in a model no wood becomes thinner.
const THINNEST_M: f64 = 0.001;
/// Wood is shrunk by this much more at most to make room for leaves that reach over it, as a share of its size.
const LEAST_WOOD: f64 = 0.5;
/// Sprays of leaves are no longer than this share of a crown's radius, but no smaller than this share of their own size.
const LONGEST_SPRAY: f64 = 0.5;
const LEAST_LEAF: f64 = 0.4;
/// What a model is measured at: its leaves lie as far out at every level.
const MEASURED: u32 = 1_900;

/// A tree that stands in one place or in many.
pub(super) struct Model {
    /// Its name in the file.
    pub(super) name: String,
    pub(super) species: usize,
    pub(super) look: Look,
    pub(super) skeleton: Skeleton,
    pub(super) leaf: Option<Leaf>,
    pub(super) key: RandomKey,
    /// What it stands for; none of a crown that grew, which stands for its own tree as it is.
    pub(super) size: Option<Size>,
    /// Diameter of its stem at breast height, cm.
    pub(super) dbh_cm: f64,
}

impl Model {
    /// Its triangles, so many of them at each level, and on top of them those of its roots where they are wanted: what is above the
    /// ground is the same with them and without.
    pub(super) fn draw(&self, triangles: &[u32], roots: bool) -> io::Result<Vec<TreeMesh>> {
        let drawn = |roots: bool| {
            let detail = |&triangles: &u32| Detail {
                triangles,
                roots,
                is_told: false,
            };
            let details: Vec<Detail> = triangles.iter().map(detail).collect();
            draw_levels(&self.skeleton, &details, self.leaf.as_ref(), self.key).map_err(io::Error::other)
        };
        let mut meshes = drawn(false)?;
        if roots {
            for (mesh, with_roots) in meshes.iter_mut().zip(drawn(true)?) {
                mesh.roots = with_roots.roots;
            }
        }
        Ok(meshes)
    }

    /// Crown radius and height as it is drawn, m.
    fn measured(&self) -> io::Result<[f64; 2]> {
        let meshes = self.draw(&[MEASURED], false)?;
        Ok(size_of(&meshes[0]))
    }
}

/// A form that ships, with what grew of it.
pub(super) struct GrownForm {
    pub(super) ladder: Ladder,
    pub(super) look: Look,
}

/// The trees of a class that one model stands for.
struct Group {
    species: usize,
    variant: usize,
    number: usize,
    members: Vec<usize>,
    size: Size,
}

/// The models of trees, and the number of each tree's, for those that `is_wanted`.
pub(super) fn models(
    trees: &[Tree],
    is_wanted: &dyn Fn(&Tree) -> bool,
    forms: &[&GrownForm],
    species: &[String],
) -> io::Result<(Vec<Model>, Vec<Option<usize>>)> {
    let mut classes: BTreeMap<(usize, i32, i32), Vec<usize>> = BTreeMap::new();
    for (number, tree) in trees.iter().enumerate().filter(|(_, tree)| is_wanted(tree)) {
        let step = |length_m: f64| (math::ln(length_m) / math::ln(STEP)).floor() as i32;
        let class = (tree.species, step(tree.height_m), step(tree.crown_radius_m));
        classes.entry(class).or_default().push(number);
    }
    let mut groups: Vec<Group> = Vec::new();
    for ((species, ..), members) in classes {
        let size = middle(&members, trees);
        let variants = (members.len() / TREES_EACH).clamp(1, VARIANTS);
        let mut of_variants: Vec<Vec<usize>> = vec![Vec::new(); variants];
        for member in members {
            let [draw, ..] = trees[member].key.draws(0, Purpose::Scene, 0);
            of_variants[draw as usize % variants].push(member);
        }
        for (variant, members) in of_variants.into_iter().enumerate() {
            if members.is_empty() {
                continue;
            }
            let number = groups.len();
            groups.push(Group {
                species,
                variant,
                number,
                members,
                size,
            });
        }
    }
    let model = |group: &Group| {
        let form = forms[group.species];
        let key = RandomKey::root(group.number as u64, &["scene model", &species[group.species]]);
        let name = format!(
            "{} {} {:.1} m",
            species[group.species], group.number, group.size.height_m
        );
        fitted(form, group, name, key)
    };
    let models: io::Result<Vec<Model>> = try_map(groups.len(), 1, |number| model(&groups[number]));
    let mut of_trees = vec![None; trees.len()];
    for group in &groups {
        group
            .members
            .iter()
            .for_each(|&member| of_trees[member] = Some(group.number));
    }
    Ok((models?, of_trees))
}

/// The middle between the least and the greatest of a class, and what its stems and crown bases are in the middle.
fn middle(members: &[usize], trees: &[Tree]) -> Size {
    let of = |value: fn(&Tree) -> f64| {
        let mut values: Vec<f64> = members.iter().map(|&member| value(&trees[member])).collect();
        sort::numbers(&mut values);
        values
    };
    let between = |values: Vec<f64>| (values[0] * values[values.len() - 1]).sqrt();
    let median = |values: Vec<f64>| values[values.len() / 2];
    Size {
        height_m: between(of(|tree| tree.height_m)),
        crown_radius_m: between(of(|tree| tree.crown_radius_m)),
        dbh_cm: median(of(|tree| tree.dbh_cm)),
        crown_share: median(of(|tree| tree.crown_share)),
    }
}

/// The nearest tree that grew, made as large as wanted, leaves included.
fn fitted(form: &GrownForm, group: &Group, name: String, key: RandomKey) -> io::Result<Model> {
    let wanted = group.size;
    let rung = form.ladder.nearest(group.variant, &wanted);
    let mut model = Model {
        name,
        species: group.species,
        look: form.look,
        skeleton: rung.skeleton.clone(),
        leaf: form.ladder.leaf.map(|leaf| short_enough(leaf, &wanted)),
        key,
        size: Some(wanted),
        dbh_cm: 0.0,
    };
    let wood = extent(
        model
            .skeleton
            .nodes
            .iter()
            .filter(|node| node.part == Part::Shoot)
            .map(|node| node.place_m),
    );
    let mut target = [wanted.crown_radius_m, wanted.height_m];
    // Leaves reach over the wood by what the first round tells; the second makes room for them.
    for round in 0..2 {
        let [across, up] = [0, 1].map(|axis| target[axis] / wood[axis].max(1e-3));
        model.skeleton = scaled(&rung.skeleton, across, up);
        model.dbh_cm = thickened(&mut model.skeleton, wanted.dbh_cm);
        if round == 0 {
            let whole = model.measured()?;
            for axis in [0, 1] {
                let asked = target[axis];
                let over_m = whole[axis] - asked;
                target[axis] = (asked - over_m).clamp(LEAST_WOOD * asked, asked / LEAST_WOOD);
            }
        }
    }
    Ok(model)
}

/// The leaf of a low tree, whose crown is narrow: its sprays are shorter, or they alone would make it wider than it is.
fn short_enough(leaf: Leaf, wanted: &Size) -> Leaf {
    let share = (LONGEST_SPRAY * wanted.crown_radius_m / leaf.length_m).clamp(LEAST_LEAF, 1.0);
    Leaf {
        length_m: share * leaf.length_m,
        width_m: share * leaf.width_m,
        ..leaf
    }
}

/// Crown radius and height of a drawn tree, m: half of the mean of its widths along x and y, and its highest place.
pub(super) fn size_of(mesh: &TreeMesh) -> [f64; 2] {
    let places = |mesh: &Mesh| mesh.places_m.clone();
    let all = [places(&mesh.bark), places(&mesh.leaves)].concat();
    extent(all.into_iter().map(|place_m| place_m.map(f64::from)))
}

fn extent(places_m: impl Iterator<Item = [f64; 3]>) -> [f64; 2] {
    let none = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (low, high) = places_m.fold(none, |(low, high), place_m| {
        let axes = [0, 1, 2];
        (
            axes.map(|axis| low[axis].min(place_m[axis])),
            axes.map(|axis| high[axis].max(place_m[axis])),
        )
    });
    [(high[0] - low[0] + high[1] - low[1]) / 4.0, high[2]]
}

fn scaled(skeleton: &Skeleton, across: f64, up: f64) -> Skeleton {
    let mut scaled = skeleton.clone();
    for node in &mut scaled.nodes {
        let [x, y, z] = node.place_m;
        node.place_m = [across * x, across * y, up * z];
    }
    scaled
}

/// Gives a stem its diameter at breast height and leaves the thinnest twigs as they are; what it came to, cm.
fn thickened(skeleton: &mut Skeleton, dbh_cm: f64) -> f64 {
    let (Some(stem_m), tip_m) = (stem_radius_m(skeleton), tip_radius_m(skeleton)) else {
        return 0.0;
    };
    let wanted_m = 0.005 * dbh_cm;
    let radius_m = |radius_m: f64| {
        if wanted_m > 1.5 * tip_m && stem_m > 1.5 * tip_m {
            // A power of the thickness over that of a tip.
            let power = math::ln(wanted_m / tip_m) / math::ln(stem_m / tip_m);
            tip_m * math::pow((radius_m / tip_m).max(1.0), power)
        } else {
            radius_m * wanted_m / stem_m
        }
    };
    for node in &mut skeleton.nodes {
        node.radius_m = radius_m(node.radius_m).max(THINNEST_M);
    }
    stem_radius_m(skeleton).map_or(0.0, |radius_m| 200.0 * radius_m)
}

/// The thickest wood that passes breast height, m; of a tree that is no higher, its stem's foot.
fn stem_radius_m(skeleton: &Skeleton) -> Option<f64> {
    const BREAST_M: f64 = 1.3;
    let passing = skeleton.nodes.iter().filter(|node| {
        let below = node
            .parent
            .map(|parent| skeleton.nodes[parent as usize].place_m[2]);
        node.part == Part::Shoot && node.place_m[2] >= BREAST_M && below.is_some_and(|below| below < BREAST_M)
    });
    let at_breast = passing.map(|node| node.radius_m).reduce(f64::max);
    let shoots = || {
        skeleton
            .nodes
            .iter()
            .filter(|node| node.part == Part::Shoot && node.parent.is_some())
    };
    at_breast.or_else(|| shoots().map(|node| node.radius_m).reduce(f64::max))
}

fn tip_radius_m(skeleton: &Skeleton) -> f64 {
    let shoots = skeleton
        .nodes
        .iter()
        .filter(|node| node.part == Part::Shoot && node.parent.is_some());
    shoots.map(|node| node.radius_m).fold(f64::INFINITY, f64::min)
}

/// Diameter at breast height of a skeleton, cm.
pub(super) fn dbh_cm(skeleton: &Skeleton) -> f64 {
    stem_radius_m(skeleton).map_or(0.0, |radius_m| 200.0 * radius_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(number: u64, height_m: f64, crown_radius_m: f64, dbh_cm: f64) -> Tree {
        Tree {
            number,
            species: 0,
            place_m: [0.0; 3],
            height_m,
            crown_radius_m,
            dbh_cm,
            crown_share: 0.6,
            key: RandomKey::root(number, &["a tree"]),
        }
    }

    #[test]
    fn models_are_as_large_as_their_trees_and_leaves_keep_their_size() {
        for name in ["beech", "spruce"] {
            let form = GrownForm {
                ladder: Ladder::grow(name, 24.0, 40.0, false),
                look: Look::named(name).unwrap(),
            };
            let trees: Vec<Tree> = (0..24_u32)
                .map(|i| {
                    let height_m = 1.6 * understory_numerics::math::pow(1.12, f64::from(i));
                    tree(u64::from(i), height_m, 0.5 + 0.12 * height_m, 1.2 * height_m)
                })
                .collect();
            let (models, of_trees) = models(&trees, &|_| true, &[&form], &[name.to_owned()]).unwrap();
            for (tree, model) in trees.iter().zip(of_trees) {
                let model = &models[model.unwrap()];
                let [radius_m, height_m] = model.measured().unwrap();
                let [high, wide] = [height_m / tree.height_m, radius_m / tree.crown_radius_m];
                assert!((high - 1.0).abs() < 0.12, "{name}: {} m: {high}", tree.height_m);
                // The smallest crowns are narrower than a spray of leaves is long.
                let most = if tree.height_m > 4.0 { 0.3 } else { 0.5 };
                assert!((wide - 1.0).abs() < most, "{name}: {} m: {wide}", tree.height_m);
                assert!(
                    (model.dbh_cm / tree.dbh_cm - 1.0).abs() < 0.2,
                    "{} for {}",
                    model.dbh_cm,
                    tree.dbh_cm
                );
                let size = model.size.unwrap();
                for (own, of_class) in [
                    (tree.height_m, size.height_m),
                    (tree.crown_radius_m, size.crown_radius_m),
                ] {
                    assert!(math::ln(own / of_class).abs() <= 0.5 * math::ln(STEP) + 1e-12);
                }
            }
        }
    }

    #[test]
    fn a_model_does_not_depend_on_trees_of_other_sizes() {
        let form = GrownForm {
            ladder: Ladder::grow("birch", 12.0, 20.0, false),
            look: Look::default(),
        };
        let both = [tree(1, 6.0, 1.4, 6.0), tree(2, 12.0, 2.0, 14.0)];
        let (models, of_trees) =
            models(&both, &|tree| tree.number == 2, &[&form], &["birch".to_owned()]).unwrap();
        assert_eq!((models.len(), of_trees), (1, vec![None, Some(0)]));
        assert!((models[0].measured().unwrap()[1] / 12.0 - 1.0).abs() < 0.06);
    }
}
