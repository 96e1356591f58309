//! The keys of a painted world: those of `understory_placement`, and the files that it is painted in.

use understory_keys::joined;
use understory_placement::parameters::{
    Baking, Biome, Blocker, Course, Mix, Place, Placed, Prefab, Ring, Rule, SetMesh, Tag, Texture,
};
use understory_placement::patches::{PropRule, Refining};
use understory_placement::{AssetLook, DropRule, PondSize, View};

use super::Literal::Table;
use super::{Interval, Key, LENGTH, Need, ValueKind, When, YEARS, real, table, whole};

/// The tables of a painted world, at the top of the file.
pub(crate) const PAINTED: &[Key] = &[
    table(
        "place",
        Place::KEYS,
        "a painted world, laid out by rules and maps in the place of a forest: how it is laid out",
        "{ tile_m = 64.0 }",
    )
    .optional(),
    table(
        "biome",
        BIOME,
        "the kinds of land of a painted world, and the maps that say where they lie and how lush they are",
        "{ map = \"data/biomes.png\" }",
    )
    .when(PAINTED_HERE),
    list(
        "map",
        MAP,
        "a map that expressions name, from 0 for black to 1 for white",
    )
    .when(PAINTED_HERE)
    .optional(),
    list(
        "rule",
        RULE,
        "what stands where; a rule gives way to all rules before it",
    )
    .related(Rule::RELATED)
    .when(PAINTED_HERE)
    .need(Need::RequiredWithout("prop")),
    list("mix", Mix::KEYS, "an asset that stands in the place of another")
        .when(PAINTED_HERE)
        .optional(),
    list(
        "mesh",
        MESH,
        "a mesh that is set into the ground, so that things stand on it",
    )
    .when(PAINTED_HERE)
    .optional(),
    list("tag", Tag::KEYS, "free words on an asset, for other programs")
        .when(PAINTED_HERE)
        .optional(),
    list(
        "texture",
        Texture::KEYS,
        "a texture of the ground, over those before it",
    )
    .when(PAINTED_HERE)
    .optional(),
    Key::new(
        "blocker",
        ValueKind::Tables(Blocker::KEYS, &["at_m", "corners_m"]),
        "",
        "a ball or a convex polygon that nothing stands in",
        "",
    )
    .related(Blocker::RELATED)
    .when(PAINTED_HERE)
    .optional(),
    list(
        "prefab",
        Prefab::KEYS,
        "an asset that stands for several, with blockers around it",
    )
    .when(PAINTED_HERE)
    .optional(),
    list("road", Course::KEYS, "a road, on which nothing stands")
        .when(PAINTED_HERE)
        .optional(),
    list("river", Course::KEYS, "a river, in which nothing stands")
        .when(PAINTED_HERE)
        .optional(),
    list("instance", Placed::KEYS, "something that is placed by hand")
        .when(PAINTED_HERE)
        .optional(),
    table(
        "by_hand",
        BY_HAND,
        "hand edits of what the rules lay out, which outlast changes of them",
        "{ file = \"data/by-hand.csv\" }",
    )
    .when(PAINTED_HERE)
    .optional(),
    list(
        "lod",
        Ring::KEYS,
        "what is shown out to a distance from the camera, the nearest first; without any, everything is",
    )
    .when(PAINTED_HERE)
    .optional(),
    table(
        "patches",
        Refining::KEYS,
        "the quadtree of patches that open around the camera, and drop props: when they open, and how much a frame does",
        "{ open_px = 600.0 }",
    )
    .when(When::With("prop"))
    .default(Table),
    list(
        "prop",
        PropRule::KEYS,
        "what the patches of a quadtree drop that open around the camera",
    )
    .related(PropRule::RELATED)
    .when(PAINTED_HERE)
    .optional(),
    list(
        "drop",
        DropRule::KEYS,
        "things that are let go above the ground, and fall until they lie; needs the feature `drops`",
    )
    .when(PAINTED_HERE)
    .optional(),
    table(
        "camera",
        CAMERA,
        "the way of a camera through a painted world",
        "{ file = \"data/flight.csv\" }",
    )
    .when(PAINTED_HERE)
    .optional(),
    table(
        "view",
        View::KEYS,
        "from where `view.png` shows a painted world, and the size of that picture",
        "{ from_m = [40.0, 12.0], towards_m = [90.0, 60.0] }",
    )
    .when(PAINTED_HERE)
    .default(Table),
    list(
        "edit",
        EDIT,
        "a value in the place of one of the file, of which is shown what it would change",
    )
    .when(PAINTED_HERE)
    .optional(),
    Key::new(
        "asset",
        ValueKind::Tables(AssetLook::KEYS, &["shape", "tree"]),
        "",
        "how an asset looks where a world is shown as a scene",
        "",
    )
    .when(PAINTED_HERE)
    .optional(),
];

const PAINTED_HERE: When = When::With("place");

const fn list(name: &'static str, keys: &'static [Key], doc: &'static str) -> Key {
    Key::new(name, ValueKind::Tables(keys, &[]), "", doc, "")
}

/// Those of `understory_placement::parameters::Rule`, and the forest that a rule stands as.
const RULE: &[Key] = &joined::<{ Rule::KEYS.len() + 1 }>(&[
    Rule::KEYS,
    &[table(
        "grown",
        GROWN_RULE,
        "the forest that it stands as: density, spacing and sizes are those of a tile baked from it, and `density` is the share \
         of its trees that is taken",
        "{ scenario = \"old-field.toml\", year = 150 }",
    )
    .optional()],
]);

/// Those of `understory_placement::parameters::SetMesh`, and the file that it is in.
const MESH: &[Key] = &joined::<{ SetMesh::KEYS.len() + 1 }>(&[
    SetMesh::KEYS,
    &[Key::new(
        "file",
        ValueKind::Path,
        "",
        "Wavefront mesh (`.obj`), in metres, y up",
        "\"data/ruin.obj\"",
    )],
]);

/// The forest that a rule stands as: one that is grown first, or a tile that was baked.
const GROWN_RULE: &[Key] = &joined::<{ OF_A_FOREST.len() + Baking::KEYS.len() }>(&[OF_A_FOREST, &BAKING]);

const OF_A_FOREST: &[Key] = &[
    Key::new(
        "tile",
        ValueKind::Path,
        "",
        "`tile.csv` as `understory bake` writes it",
        "\"data/beech/tile.csv\"",
    )
    .optional(),
    Key::new(
        "size_m",
        ValueKind::RealPair(Interval::from(0.01, 1e6)),
        "m",
        "width and height of that tile, as `understory bake` tells them",
        "[200.0, 200.0]",
    )
    .when(When::With("tile")),
    real(
        "height_m",
        LENGTH,
        "m",
        "height of the asset at the scale 1, beside which each tree has its size; left out, the mean height of the trees",
        "20.0",
    )
    .optional(),
    Key::new(
        "scenario",
        ValueKind::Path,
        "",
        "scenario of a forest that is grown before the world is laid out",
        "\"old-field.toml\"",
    )
    .when(When::Without(&["tile"]))
    .need(Need::RequiredWithout("tile")),
    whole(
        "year",
        YEARS,
        "yr",
        "year of that scenario in which its trees are taken",
        "150",
    )
    .when(When::With("scenario")),
];

/// How a tile is baked from a forest that is grown first.
const BAKING: [Key; Baking::KEYS.len()] = {
    let mut keys = joined(&[Baking::KEYS]);
    let mut at = 0;
    while at < keys.len() {
        keys[at] = keys[at].when(When::With("scenario"));
        at += 1;
    }
    keys
};

const BIOME: &[Key] = &[
    Key::new(
        "map",
        ValueKind::Path,
        "",
        "PNG whose colours are those of the biomes, north above, stretched over the world at any resolution; left out: \
         the first type whose ranges hold of the ground",
        "\"data/biomes.png\"",
    )
    .need(Need::Optional),
    Key::new(
        "weight",
        ValueKind::Path,
        "",
        "grey PNG of how lush the land is, black 0 and white 1, north above, stretched over the world at any resolution; \
         left out: 1 everywhere",
        "\"data/weight.png\"",
    )
    .need(Need::Optional),
    real(
        "sea_m",
        Interval::from(-1e4, 1e4),
        "m",
        "height of the sea, which lies over lower ground in the scene and the view, and from which `shore_m` is measured; left out: \
         no sea is shown, and `shore_m` is measured from 0",
        "0.0",
    )
    .optional(),
    table(
        "ponds",
        PondSize::KEYS,
        "which hollows of the ground hold water, of which `pond_m` is the depth; left out: none. `ponds.csv` lists them",
        "{ least_area_m2 = 200.0, least_depth_m = 0.5 }",
    )
    .optional(),
    list("type", Biome::KEYS, "a kind of land"),
];

const MAP: &[Key] = &[
    Key::new(
        "name",
        ValueKind::Name,
        "",
        "what expressions call it: letters, digits and `_`",
        "\"wet\"",
    ),
    Key::new(
        "file",
        ValueKind::Path,
        "",
        "grey PNG, north above, stretched over the world at any resolution",
        "\"data/wet.png\"",
    ),
];

const CAMERA: &[Key] = &[Key::new(
    "file",
    ValueKind::Path,
    "",
    "CSV file of its frames: `frame,x_m,y_m,z_m,yaw_deg,pitch_deg`",
    "\"data/flight.csv\"",
)];

const BY_HAND: &[Key] = &[Key::new(
    "file",
    ValueKind::Path,
    "",
    "CSV file of what was taken away and added, as `place --edited` writes it: \
     `change,instance,asset,x_m,y_m,above_m,qx,qy,qz,qw,scale,shade`",
    "\"data/by-hand.csv\"",
)];

const EDIT: &[Key] = &[
    Key::new(
        "name",
        ValueKind::Name,
        "",
        "what the edit is called",
        "\"mill-moved\"",
    ),
    Key::new(
        "set",
        ValueKind::Text,
        "",
        "`PATH=VALUE`, as for `--set`",
        "\"blocker.mill.at_m=[60.0, 12.0]\"",
    ),
];
