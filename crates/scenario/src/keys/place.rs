//! The keys of a painted world: those of `understory_placement`, and the files that it is painted in.

use understory_keys::{all_keys, all_when, key, list, name, parameters, path, real, table, whole};
use understory_placement::parameters::{
    Baking, Biome, Blocker, Course, Mix, Place, Placed, Prefab, Ring, Rule, SetMesh, Tag, Texture,
};
use understory_placement::patches::{PropRule, Refining};
use understory_placement::{AssetLook, DropRule, PondSize, View};

use super::Literal::Table;
use super::{Interval, Key, LENGTH, Need, ValueKind, When, YEARS};

parameters! {
    /// The tables of a painted world, at the top of the file.
    pub(crate) const PAINTED {
        /// A painted world, laid out by rules and maps in the place of a forest: how it is laid out.
        place = table(Place::KEYS, "{ tile_m = 64.0 }").optional(),
        /// The kinds of land of a painted world, and the maps that say where they lie and how lush they are.
        biome = table(BIOME, "{ map = \"data/biomes.png\" }").when(PAINTED_HERE),
        /// A map that expressions name, from 0 for black to 1 for white.
        map = list(MAP, "").when(PAINTED_HERE).optional(),
        /// What stands where; a rule gives way to all rules before it.
        rule = list(RULE, "").related(Rule::RELATED).when(PAINTED_HERE).need(Need::RequiredWithout("prop")),
        /// An asset that stands in the place of another.
        mix = list(Mix::KEYS, "").when(PAINTED_HERE).optional(),
        /// A mesh that is set into the ground, so that things stand on it.
        mesh = list(MESH, "").when(PAINTED_HERE).optional(),
        /// Free words on an asset, for other programs.
        tag = list(Tag::KEYS, "").when(PAINTED_HERE).optional(),
        /// A texture of the ground, over those before it.
        texture = list(Texture::KEYS, "").when(PAINTED_HERE).optional(),
        /// A ball or a convex polygon that nothing stands in.
        blocker = key(ValueKind::Tables(Blocker::KEYS, &["at_m", "corners_m"]), "", "")
            .related(Blocker::RELATED).when(PAINTED_HERE).optional(),
        /// An asset that stands for several, with blockers around it.
        prefab = list(Prefab::KEYS, "").when(PAINTED_HERE).optional(),
        /// A road, on which nothing stands.
        road = list(Course::KEYS, "").when(PAINTED_HERE).optional(),
        /// A river, in which nothing stands.
        river = list(Course::KEYS, "").when(PAINTED_HERE).optional(),
        /// Something that is placed by hand.
        instance = list(Placed::KEYS, "").when(PAINTED_HERE).optional(),
        /// Hand edits of what the rules lay out, which outlast changes of them.
        by_hand = table(BY_HAND, "{ file = \"data/by-hand.csv\" }").when(PAINTED_HERE).optional(),
        /// What is shown out to a distance from the camera, the nearest first; without any, everything is.
        lod = list(Ring::KEYS, "").when(PAINTED_HERE).optional(),
        /// The quadtree of patches that open around the camera, and drop props: when they open, and how much a frame
        /// does.
        patches = table(Refining::KEYS, "{ open_px = 600.0 }").when(When::With("prop")).default(Table),
        /// What the patches of a quadtree drop that open around the camera.
        prop = list(PropRule::KEYS, "").related(PropRule::RELATED).when(PAINTED_HERE).optional(),
        /// Things that are let go above the ground, and fall until they lie; needs the feature `drops`.
        drop = list(DropRule::KEYS, "").when(PAINTED_HERE).optional(),
        /// The way of a camera through a painted world.
        camera = table(CAMERA, "{ file = \"data/flight.csv\" }").when(PAINTED_HERE).optional(),
        /// From where `view.png` shows a painted world, and the size of that picture.
        view = table(View::KEYS, "{ from_m = [40.0, 12.0], towards_m = [90.0, 60.0] }")
            .when(PAINTED_HERE).default(Table),
        /// A value in the place of one of the file, of which is shown what it would change.
        edit = list(EDIT, "").when(PAINTED_HERE).optional(),
        /// How an asset looks where a world is shown as a scene.
        asset = key(ValueKind::Tables(AssetLook::KEYS, &["shape", "tree"]), "", "").when(PAINTED_HERE).optional(),
    }
}

const PAINTED_HERE: When = When::With("place");

/// Those of `understory_placement::parameters::Rule`, and the forest that a rule stands as.
const RULE: &[Key] = all_keys!(Rule::KEYS, OF_A_RULE);

parameters! {
    /// What stands beside the keys of a rule.
    const OF_A_RULE {
        /// The forest that it stands as: density, spacing and sizes are those of a tile baked from it, and `density` is
        /// the share of its trees that is taken.
        grown = table(GROWN_RULE, "{ scenario = \"old-field.toml\", year = 150 }").optional(),
    }
}

/// Those of `understory_placement::parameters::SetMesh`, and the file that it is in.
const MESH: &[Key] = all_keys!(SetMesh::KEYS, [MESH_FILE]);

const MESH_FILE: Key = Key {
    name: "file",
    doc: "Wavefront mesh (`.obj`), in metres, y up",
    ..path("\"data/ruin.obj\"")
};

/// The forest that a rule stands as: one that is grown first, or a tile that was baked.
const GROWN_RULE: &[Key] = all_keys!(OF_A_FOREST, BAKING);

parameters! {
    /// A forest that is grown first, or a tile that was baked.
    const OF_A_FOREST {
        /// `tile.csv` as `understory bake` writes it.
        tile = path("\"data/beech/tile.csv\"").optional(),
        /// Width and height of that tile, as `understory bake` tells them.
        size_m = key(ValueKind::RealPair(Interval::from(0.01, 1e6)), "m", "[200.0, 200.0]").when(When::With("tile")),
        /// Height of the asset at the scale 1, beside which each tree has its size; left out, the mean height of the
        /// trees.
        height_m = real(LENGTH, "m", "20.0").optional(),
        /// Scenario of a forest that is grown before the world is laid out.
        scenario = path("\"old-field.toml\"")
            .when(When::Without(&["tile"])).need(Need::RequiredWithout("tile")),
        /// Year of that scenario in which its trees are taken.
        year = whole(YEARS.0, YEARS.1, "yr", "150").when(When::With("scenario")),
    }
}

/// How a tile is baked from a forest that is grown first.
const BAKING: [Key; Baking::KEYS.len()] = all_when(Baking::KEYS, When::With("scenario"));

parameters! {
    /// The keys of `[biome]`.
    const BIOME {
        /// PNG whose colours are those of the biomes, north above, stretched over the world at any resolution; left
        /// out: the first type whose ranges hold of the ground.
        map = path("\"data/biomes.png\"").optional(),
        /// Grey PNG of how lush the land is, black 0 and white 1, north above, stretched over the world at any
        /// resolution; left out: 1 everywhere.
        weight = path("\"data/weight.png\"").optional(),
        /// Height of the sea, which lies over lower ground in the scene and the view, and from which `shore_m` is
        /// measured; left out: no sea is shown, and `shore_m` is measured from 0.
        sea_m = real(Interval::from(-1e4, 1e4), "m", "0.0").optional(),
        /// Which hollows of the ground hold water, of which `pond_m` is the depth; left out: none. `ponds.csv` lists
        /// them.
        ponds = table(PondSize::KEYS, "{ least_area_m2 = 200.0, least_depth_m = 0.5 }").optional(),
        /// A kind of land.
        type = list(Biome::KEYS, ""),
    }
}

parameters! {
    /// The keys of a `[[map]]`.
    const MAP {
        /// What expressions call it: letters, digits and `_`.
        name = name("\"wet\""),
        /// Grey PNG, north above, stretched over the world at any resolution.
        file = path("\"data/wet.png\""),
    }
}

parameters! {
    /// The keys of `[camera]`.
    const CAMERA {
        /// CSV file of its frames: `frame,x_m,y_m,z_m,yaw_deg,pitch_deg`.
        file = path("\"data/flight.csv\""),
    }
}

parameters! {
    /// The keys of `[by_hand]`.
    const BY_HAND {
        /// CSV file of what was taken away and added, as `place --edited` writes it:
        /// `change,instance,asset,x_m,y_m,above_m,qx,qy,qz,qw,scale,shade`.
        file = path("\"data/by-hand.csv\""),
    }
}

parameters! {
    /// The keys of an `[[edit]]`.
    const EDIT {
        /// What the edit is called.
        name = name("\"mill-moved\""),
        /// `PATH=VALUE`, as for `--set`.
        set = key(ValueKind::Text, "", "\"blocker.mill.at_m=[60.0, 12.0]\""),
    }
}
