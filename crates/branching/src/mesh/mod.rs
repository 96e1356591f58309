//! Bark and leaves as triangles, in levels of detail from one skeleton.
//!
//! Plain arrays come out; what file they go into is decided elsewhere. Places are those of the skeleton, z up.

mod axes;
mod bark;
mod collision;
mod cover;
mod detail;
mod flare;
mod leaves;
mod light;
mod triangles;
mod tube;
mod upper_roots;
mod wind;

use understory_keys::{Checked, Interval, OutOfRange, table};
use understory_numerics::RandomKey;
use understory_numerics::parallel::try_map;

use crate::mesh::bark::Wood;
use crate::mesh::flare::Flare;
use crate::mesh::leaves::Foliage;
use crate::mesh::light::Light;
use crate::mesh::upper_roots::{raise, upper_roots};
use crate::skeleton::Skeleton;

pub use collision::Capsule;
pub use detail::{Detail, LEVELS, Leaf, Levels};
pub use leaves::LEAF_CELLS;
pub use triangles::{Card, Mesh};

/// A tree's bark and its leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeMesh {
    /// One tube for each branch of the shoot that is thick enough to be seen.
    pub bark: Mesh,
    /// One tube for each such branch of the roots, where they are wanted.
    pub roots: Mesh,
    /// One card of four triangles, two to each side, for each spray of leaves, or for several that lie together.
    pub leaves: Mesh,
    /// What stands for the thick wood where things run into the tree.
    pub collision: Vec<Capsule>,
}

impl TreeMesh {
    /// Triangles of all parts.
    #[must_use]
    pub fn triangles(&self) -> usize {
        [&self.bark, &self.roots, &self.leaves]
            .map(|mesh| mesh.triangles.len())
            .iter()
            .sum()
    }
}

/// Beyond these, single numbers do not tell the corners of a tube apart.
const PLACES: Interval = Interval::from(-1e5, 1e5);
const RADII: Interval = Interval::from(1e-6, 1e5);

/// Share of the triangles that leaves take where there are enough of both.
const OF_LEAVES: f64 = 0.65;

/// Draws a skeleton that has its radii, with leaves if it bears any; how each leaf is turned comes from `key`.
///
/// # Errors
/// [`OutOfRange`] for a detail or leaf with a number out of its range, for fewer triangles than the stem takes, and for a
/// skeleton without radii, or with places or radii that single numbers cannot tell apart.
///
/// # Panics
/// Never: as many levels come out as went in.
pub fn draw(
    skeleton: &Skeleton,
    detail: &Detail,
    leaf: Option<&Leaf>,
    key: RandomKey,
) -> Result<TreeMesh, OutOfRange> {
    let mut levels = draw_levels(skeleton, std::slice::from_ref(detail), leaf, key)?;
    Ok(levels.pop().expect("one level was asked for"))
}

/// As [`draw`], several levels of one tree, which share what is worked out of it.
///
/// # Errors
/// As [`draw`].
pub fn draw_levels(
    skeleton: &Skeleton,
    details: &[Detail],
    leaf: Option<&Leaf>,
    key: RandomKey,
) -> Result<Vec<TreeMesh>, OutOfRange> {
    check(skeleton, leaf)?;
    let mut axes = axes::axes(skeleton);
    let roots = upper_roots(&axes);
    let flare = Flare::of(&roots);
    raise(&mut axes, &roots);
    let foliage = leaf.map(|leaf| Foliage::of(skeleton, leaf, key));
    let light = foliage
        .as_ref()
        .map_or_else(|| Light::of(std::iter::empty()), Foliage::light);
    let collision = collision::capsules(&axes);
    let sprays = foliage.as_ref().map_or(0, Foliage::len);
    // The wood within so many triangles of all, or as many as wood and leaves take at least.
    let wood_within = |all: usize, roots: bool| {
        let for_leaves = (leaves::TRIANGLES * sprays).min((OF_LEAVES * all as f64) as usize);
        Wood::within(&axes, &flare, roots, all - for_leaves).map_err(|least| match sprays {
            0 => least,
            _ => (least as f64 / (1.0 - OF_LEAVES)).ceil() as usize,
        })
    };
    let level = |number: usize| {
        let detail = &details[number];
        let mut all = detail.triangles as usize;
        let mut wood = wood_within(all, detail.roots);
        if let (Err(least), false) = (&wood, detail.is_told) {
            all = *least;
            wood = wood_within(all, detail.roots);
        }
        let wood = wood.map_err(|least| {
            let problem = format!("is {all}, but this tree's stem and leaves take {least} at least");
            let key = detail::KEYS_OF_TRIANGLES
                .get(number)
                .copied()
                .unwrap_or("triangles");
            let hint = "allow more";
            OutOfRange::beside(key, problem, hint)
        })?;
        let (bark, roots) = wood.draw(&light);
        let cards = (all - bark.triangles.len() - roots.triangles.len()) / leaves::TRIANGLES;
        let leaves = foliage.as_ref().map_or_else(Mesh::default, |foliage| {
            foliage.draw(cards, &wood.nodes_drawn(skeleton.nodes.len()), &light)
        });
        Ok(TreeMesh {
            bark,
            roots,
            leaves,
            collision: collision.clone(),
        })
    };
    try_map(details.len(), 1, level)
}

fn check(skeleton: &Skeleton, leaf: Option<&Leaf>) -> Result<(), OutOfRange> {
    let at_node = |name, value, range: Interval, hint| {
        let problem = format!("is {value}, but must be {range} at every node");
        OutOfRange::beside(name, problem, hint)
    };
    for node in &skeleton.nodes {
        let is_far = |along: &&f64| !PLACES.contains(**along);
        if let Some(&value) = node.place_m.iter().find(is_far) {
            let hint = "make the tree smaller: its crown, its roots, or what it is grown around";
            return Err(at_node("place_m", value, PLACES, hint));
        }
        if !RADII.contains(node.radius_m) {
            let hint = "change `tree.finish.pipes`: `tip_radius_m` and `exponent`";
            return Err(at_node("radius_m", node.radius_m, RADII, hint));
        }
    }
    leaf.map_or(Ok(()), |leaf| leaf.check(&table(Leaf::KEYS, "").named("leaf")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::PRESETS;
    use crate::vector::{self, Vector};

    const LEAF: Leaf = Leaf {
        length_m: 0.1,
        width_m: 0.06,
        angle_deg: 50.0,
        most_tips: 1,
        per_node: 2,
    };

    fn wide(single: [f32; 3]) -> Vector {
        single.map(f64::from)
    }

    /// Every mesh a reader could refuse, or draw inside out: but for a few, this share of its triangles faces outwards.
    fn assert_sound(mesh: &Mesh, out: f64) {
        assert_eq!(mesh.places_m.len(), mesh.normals.len());
        assert_eq!(mesh.places_m.len(), mesh.texture.len());
        for normal in &mesh.normals {
            assert!((vector::length(wide(*normal)) - 1.0).abs() < 1e-5, "{normal:?}");
        }
        let mut facing_out = 0_usize;
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|vertex| wide(mesh.places_m[vertex as usize]));
            let across = vector::cross(vector::sub(b, a), vector::sub(c, a));
            let normal = triangle.iter().fold([0.0; 3], |sum, &vertex| {
                vector::add(sum, wide(mesh.normals[vertex as usize]))
            });
            facing_out += usize::from(vector::dot(across, normal) >= 0.0);
        }
        assert!(mesh.tangents.len() == mesh.normals.len() && mesh.wind.len() == mesh.normals.len());
        for (tangent, normal) in mesh.tangents.iter().zip(&mesh.normals) {
            assert!((vector::length(wide(*tangent)) - 1.0).abs() < 1e-5);
            assert!(vector::dot(wide(*tangent), wide(*normal)).abs() < 1e-5);
        }
        assert!(
            mesh.wind
                .iter()
                .flatten()
                .chain(&mesh.light)
                .all(|share| (0.0..=1.0).contains(share))
        );
        let share = facing_out as f64 / mesh.triangles.len() as f64;
        assert!(
            // Of a root of three sides that bends, a triangle or two may look in.
            mesh.triangles.is_empty() || (share - out).abs() < 0.03 + 3.0 / mesh.triangles.len() as f64,
            "{share} of {} triangles face outwards",
            mesh.triangles.len()
        );
    }

    fn levels_of(name: &str, roots: bool) -> Vec<TreeMesh> {
        let form = crate::presets::named(name).unwrap().form();
        let tree = form.grow(RandomKey::root(1, &[name]), &[]).unwrap();
        let details = Levels {
            roots,
            ..Levels::default()
        };
        draw_levels(
            &tree.skeleton,
            &details.details(),
            Some(&LEAF),
            RandomKey::root(1, &["leaves"]),
        )
        .unwrap()
    }

    #[test]
    fn every_level_of_every_form_is_sound_and_uses_the_triangles_that_it_may() {
        for preset in PRESETS {
            for (mesh, most) in levels_of(preset.name, true).iter().zip([25_000, 8333, 2777, 925]) {
                assert_sound(&mesh.bark, 1.0);
                assert_sound(&mesh.leaves, 0.5);
                assert_sound(&mesh.roots, 1.0);
                let triangles = mesh.triangles();
                assert!(triangles <= most, "{}: {triangles} of {most}", preset.name);
                // Twigs of a bush may all be drawn, and its leaves be few.
                assert!(triangles > most / 3, "{}: {triangles} of {most}", preset.name);
                assert!(!mesh.collision.is_empty());
            }
            assert!(
                levels_of(preset.name, false)
                    .iter()
                    .all(|mesh| mesh.roots.triangles.is_empty())
            );
        }
    }

    /// Cells of half a metre, seen along y, in which there is a card: of all sprays, and of ever fewer cards.
    #[test]
    fn levels_cover_about_the_same() {
        let covered = |mesh: &TreeMesh| {
            let mut cells = std::collections::BTreeSet::new();
            for card in mesh.leaves.places_m.as_chunks::<4>().0 {
                let [a, b, _, d] = card.map(wide);
                for step in 0..64 {
                    let (u, v) = (f64::from(step % 8) / 7.0, f64::from(step / 8) / 7.0);
                    let across = vector::scale(vector::sub(b, a), u);
                    let along = vector::scale(vector::sub(d, a), v);
                    let place = vector::add(a, vector::add(across, along));
                    cells.insert([place[0], place[2]].map(|along| (2.0 * along).floor() as i64));
                }
            }
            cells.len() as f64
        };
        for name in ["oak", "spruce"] {
            let levels = levels_of(name, false);
            let near = covered(&levels[0]);
            for level in &levels[1..3] {
                let share = covered(level) / near;
                assert!((share - 1.0).abs() < 0.15, "{name}: {share}");
            }
        }
    }

    #[test]
    fn leaves_are_lit_from_outside_the_crown() {
        for mesh in levels_of("oak", false) {
            let leaves = &mesh.leaves;
            let count = leaves.places_m.len() as f64;
            let middle = leaves.places_m.iter().fold([0.0; 3], |sum, place| {
                vector::add(sum, vector::scale(wide(*place), 1.0 / count))
            });
            let outward = leaves
                .places_m
                .iter()
                .zip(&leaves.normals)
                .filter(|(place, normal)| {
                    vector::dot(vector::sub(wide(**place), middle), wide(**normal)) > 0.0
                });
            assert!(outward.count() as f64 > 0.9 * count);
            let (low, high) = leaves
                .light
                .iter()
                .fold((1.0_f32, 0.0_f32), |(low, high), light| {
                    (low.min(*light), high.max(*light))
                });
            assert!(high - low > 0.1 && low >= 0.0 && high <= 1.0, "{low} {high}");
        }
    }

    #[test]
    fn too_few_triangles_for_the_stem_are_refused_with_those_that_it_takes() {
        let tree = PRESETS[0].form().grow(RandomKey::root(1, &["oak"]), &[]).unwrap();
        let few = |triangles| {
            draw(
                &tree.skeleton,
                &Detail::of(triangles),
                Some(&LEAF),
                RandomKey::root(1, &[]),
            )
        };
        let refused = few(3).unwrap_err().to_string();
        let least = refused
            .split_whitespace()
            .find_map(|word| word.parse::<u32>().ok().filter(|&number| number != 3))
            .unwrap_or_else(|| panic!("{refused}"));
        assert!(refused.starts_with("`triangles` is 3, but"), "{refused}");
        assert!(few(least).is_ok() && few(least - 6).is_err());
    }
}
