//! What a painted world is made of.

use std::collections::BTreeMap;
use std::sync::Arc;

use understory_terrain::{Ground, Raster};

use crate::by_hand::HandEdits;
use crate::dropping::DropRule;
use crate::parameters::{Biome, Blocker, Course, Mix, Place, Placed, Prefab, Ring, Rule, Tag, Texture};
use crate::patches::{PropRule, Refining};
use crate::pattern::BakedTile;
use crate::window::Window;

/// What a painted world says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Painting {
    /// How it is laid out.
    pub place: Place,
    /// Its kinds of land; the biome map holds their numbers.
    pub biomes: Vec<Biome>,
    /// What stands where, the most important first.
    pub rules: Vec<Rule>,
    /// Of each rule that stands as a forest grew, by its name: the tile that was baked from that forest, with the density,
    /// spacing and sizes that the rule has; `None` as long as that forest has not grown, and nothing of the rule stands.
    pub tiles: BTreeMap<String, Option<Arc<BakedTile>>>,
    /// Assets that stand in the place of one.
    pub mixes: Vec<Mix>,
    /// Free words on assets.
    pub tags: Vec<Tag>,
    /// Textures over those of the biomes, each over those before it.
    pub textures: Vec<Texture>,
    /// Assets that stand for several, with blockers around them.
    pub prefabs: Vec<Prefab>,
    /// Balls and polygons that nothing stands in.
    pub blockers: Vec<Blocker>,
    /// Roads.
    pub roads: Vec<Course>,
    /// Rivers.
    pub rivers: Vec<Course>,
    /// What was placed by hand.
    pub placed: Vec<Placed>,
    /// Hand edits of what the rules lay out.
    pub hand_edits: HandEdits,
    /// What is shown at which distance, the nearest first; without any, everything everywhere.
    pub rings: Vec<Ring>,
    /// When patches of the quadtree around a camera open.
    pub refining: Refining,
    /// What those patches drop; without any, there are no patches.
    pub props: Vec<PropRule>,
    /// What is dropped on the ground, in this order: later things may come to lie on earlier ones.
    pub drops: Vec<DropRule>,
}

/// What a painted world is painted on.
#[derive(Clone)]
pub struct Maps {
    /// Where the world lies.
    pub window: Window,
    /// Number of the biome of each texel.
    pub biomes: Raster<u8>,
    /// How lush each texel is, 0 to 1; between their centres it changes evenly.
    pub weights: Raster<f32>,
    /// Maps that expressions name, with their names; between the centres of texels they change evenly.
    pub named: Vec<(String, Raster<f32>)>,
    /// What the ground says.
    pub ground: Arc<dyn Ground + Send + Sync>,
}
