//! Bark and leaves as triangles, in three levels of detail from one skeleton.
//!
//! Plain arrays come out; what file they go into is decided elsewhere. Places are those of the skeleton, z up.

mod bark;
mod detail;
mod leaves;
mod triangles;
mod tube;

use understory_keys::{Checked, Interval, OutOfRange, table};
use understory_numerics::RandomKey;

use crate::skeleton::Skeleton;

pub use detail::{Detail, LEVELS, Leaf};
pub use triangles::{Card, Mesh};

/// A tree's bark and its leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeMesh {
    /// One tube for each branch of the shoot.
    pub bark: Mesh,
    /// One tube for each branch of the roots.
    pub roots: Mesh,
    /// One card of two triangles for each leaf, or cluster of leaves.
    pub leaves: Mesh,
}

/// Beyond these, single numbers do not tell the corners of a tube apart.
const PLACES: Interval = Interval::from(-1e5, 1e5);
const RADII: Interval = Interval::from(1e-6, 1e5);

/// Draws a skeleton that has its radii, with leaves if it bears any; how each leaf is turned comes from `key`.
///
/// # Errors
/// [`OutOfRange`] for a detail or leaf with a number out of its range, and for a skeleton without radii, or with
/// places or radii that single numbers cannot tell apart.
pub fn draw(
    skeleton: &Skeleton,
    detail: &Detail,
    leaf: Option<&Leaf>,
    key: RandomKey,
) -> Result<TreeMesh, OutOfRange> {
    check(skeleton, detail, leaf)?;
    let thinned = if detail.tolerance_m > 0.0 {
        Some(skeleton.decimated(detail.tolerance_m))
    } else {
        None
    };
    let (bark, roots) = bark::bark(thinned.as_ref().unwrap_or(skeleton), detail);
    Ok(TreeMesh {
        bark,
        roots,
        leaves: leaf.map_or_else(Mesh::default, |leaf| leaves::leaves(skeleton, detail, leaf, key)),
    })
}

fn check(skeleton: &Skeleton, detail: &Detail, leaf: Option<&Leaf>) -> Result<(), OutOfRange> {
    let at_node = |name, value, range: Interval| {
        let problem = format!("is {value}, but must be {range} at every node");
        OutOfRange::beside(name, problem, "")
    };
    for node in &skeleton.nodes {
        let is_far = |along: &&f64| !PLACES.contains(**along);
        if let Some(&value) = node.place_m.iter().find(is_far) {
            return Err(at_node("place_m", value, PLACES));
        }
        if !RADII.contains(node.radius_m) {
            return Err(at_node("radius_m", node.radius_m, RADII));
        }
    }
    detail.check(&table(Detail::KEYS, ""))?;
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

    /// Every mesh a reader could refuse, or draw inside out.
    fn assert_sound(mesh: &Mesh) {
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
        let share = facing_out as f64 / mesh.triangles.len() as f64;
        assert!(share > 0.98, "{share} of the triangles face outwards");
    }

    #[test]
    fn every_level_of_every_form_is_sound_and_lighter_than_the_one_before() {
        for preset in PRESETS {
            let tree = preset
                .form()
                .grow(RandomKey::root(1, &[preset.name]), &[])
                .unwrap();
            let mut before = usize::MAX;
            for level in &LEVELS {
                let mesh = draw(
                    &tree.skeleton,
                    level,
                    Some(&LEAF),
                    RandomKey::root(1, &["leaves"]),
                )
                .unwrap();
                assert_sound(&mesh.bark);
                assert_sound(&mesh.leaves);
                let triangles = mesh.bark.triangles.len() + mesh.leaves.triangles.len();
                assert!(
                    triangles < before / 2,
                    "{}: {triangles} after {before}",
                    preset.name
                );
                before = triangles;
            }
        }
    }

    #[test]
    fn levels_cover_about_the_same_leaf_area() {
        let tree = PRESETS[0].form().grow(RandomKey::root(1, &["oak"]), &[]).unwrap();
        let area_m2 = |level: &Detail| {
            let mesh = draw(
                &tree.skeleton,
                level,
                Some(&LEAF),
                RandomKey::root(1, &["leaves"]),
            )
            .unwrap()
            .leaves;
            let area = |triangle: &[u32; 3]| {
                let [a, b, c] = triangle.map(|vertex| wide(mesh.places_m[vertex as usize]));
                vector::length(vector::cross(vector::sub(b, a), vector::sub(c, a))) / 2.0
            };
            mesh.triangles.iter().map(area).sum::<f64>()
        };
        let near_m2 = area_m2(&LEVELS[0]);
        assert!((area_m2(&LEVELS[2]) / near_m2 - 1.0).abs() < 0.1);
    }

    #[test]
    fn a_detail_that_draws_nothing_is_refused() {
        let tree = PRESETS[7]
            .form()
            .grow(RandomKey::root(1, &["shrub"]), &[])
            .unwrap();
        let flat = Detail {
            most_sides: 2,
            ..LEVELS[0]
        };
        let refused = draw(&tree.skeleton, &flat, None, RandomKey::root(1, &[])).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "`most_sides` is 2, but must be at least 3 and at most 4294967295"
        );
    }
}
