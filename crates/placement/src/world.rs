//! A painted world, ready to be laid out tile by tile.

use std::sync::{Arc, Mutex, PoisonError};

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_scatter::ScatterError;
use understory_space::{Edge, Plot};

use crate::by_hand::HandEdits;
use crate::check;
use crate::detail::Detail;
use crate::fault::Fault;
use crate::field::Field;
use crate::frame::Frame;
use crate::mix::Assets;
use crate::obstacles::{BlockedGround, CourseKind, Near, Obstacle, Obstacles};
use crate::painting::{Maps, Painting};
use crate::parameters::{Beside, PatternKind, Placed, Range, Rare, Rule, Where};
use crate::patches::Props;
use crate::pattern::{BakedPoints, FilledPoints, HardCorePoints, Spawns, TorusPattern, TorusPoints};
use crate::pose::{tilt_cosines, yaw};
use crate::prefab::Prefabs;
use crate::prefab_check::named;
use crate::window::Window;

/// A painted world. It holds what was painted and the patterns of its rules, and nothing of what stands in it: any tile
/// comes from its own coordinates, in any order and by any number of threads.
#[derive(Clone)]
pub struct PaintedWorld {
    pub(crate) painting: Painting,
    pub(crate) maps: Maps,
    pub(crate) assets: Assets,
    pub(crate) rules: Vec<RuleModel>,
    pub(crate) textures: Textures,
    pub(crate) obstacles: Obstacles,
    /// Numbers of the assets of what was placed by hand, and their keys.
    pub(crate) placed: Vec<(u32, RandomKey)>,
    pub(crate) prefabs: Prefabs,
    /// Keys of what was taken away by hand, ascending.
    pub(crate) removed: Vec<RandomKey>,
    /// Numbers of the assets of what was added by hand.
    pub(crate) added: Vec<u32>,
    /// Blockers that ride in what was placed by hand, with their names.
    riding: Vec<(String, Obstacle)>,
}

/// A rule with all that follows from it.
#[derive(Clone)]
pub(crate) struct RuleModel {
    pub(crate) rule: Rule,
    pub(crate) biome: u8,
    pub(crate) asset: u32,
    pub(crate) spawns: Spawns,
    pub(crate) key: RandomKey,
    /// Share of the points that are taken where the ranges hold wholly.
    pub(crate) density: f64,
    /// How far beyond a tile its candidates are to be known: those that can take ground from others, m.
    pub(crate) apron_m: f64,
    /// Number of the rule that it stands beside, and what distances it wants.
    pub(crate) beside: Option<(usize, Beside)>,
    pub(crate) field: Option<Field>,
    /// Cosines of the angles that it leans by, the least and the greatest.
    pub(crate) tilts_cos: [f64; 2],
}

/// Which texture covers the ground of each biome, and which cover it then.
#[derive(Clone)]
pub(crate) struct Textures {
    /// All names, each once.
    pub(crate) names: Vec<String>,
    /// Number of the texture of each biome.
    pub(crate) bases: Vec<usize>,
    /// Of each rule: number of the biome and of the texture.
    pub(crate) covers: Vec<(u8, usize)>,
    /// Of each rule what it is multiplied by.
    pub(crate) fields: Vec<Option<Field>>,
}

impl PaintedWorld {
    /// What patches of the quadtree drop on this ground, where it is not lower than `water_m`.
    ///
    /// # Panics
    /// Never: a world that was checked has sides.
    #[must_use]
    pub fn props(&self, water_m: f64) -> Props<'_> {
        let Window { low_m, high_m } = self.maps.window;
        let size_m = [0, 1].map(|axis| high_m[axis] - low_m[axis]);
        let plot = Plot::new(low_m, size_m, Edge::Open).expect("a world that was checked has sides");
        Props::new(&self.painting.props, plot, &*self.maps.ground, Some(water_m))
    }

    /// The world that is painted so; places and draws follow from the key, and from the names of assets.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn new(painting: Painting, maps: Maps, key: RandomKey) -> Result<Self, Vec<Fault>> {
        let faults = check::faults(&painting, &maps);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut assets = Assets::new(named(&painting), &painting.mixes);
        let prefabs = Prefabs::new(&painting.prefabs, &mut assets);
        let rules = models(&painting, &maps, &mut assets, key).map_err(|error| {
            vec![Fault {
                key: "place.pattern".to_owned(),
                problem: format!("cannot be made: {error}"),
                hint: String::new(),
                within: None,
            }]
        })?;
        let by_hand = key.child(0, Purpose::Member, 0);
        let placed: Vec<(u32, RandomKey)> = painting
            .placed
            .iter()
            .map(|placed| {
                let own = RandomKey::root(0, &["placed by hand", &placed.name]);
                let key = RandomKey::from_bits(by_hand.bits() ^ own.bits()).child(0, Purpose::Member, 0);
                (assets.number(&placed.asset), key)
            })
            .collect();
        let edits = &painting.hand_edits;
        let mut removed: Vec<RandomKey> = edits.removed.iter().map(|removed| removed.key).collect();
        removed.sort_unstable();
        let added = edits
            .added
            .iter()
            .map(|added| assets.number(&added.asset))
            .collect();
        let riding = painting
            .placed
            .iter()
            .zip(&placed)
            .flat_map(|(own, &(asset, key))| {
                let blockers = prefabs.blockers(&assets, asset, frame(own, key));
                let named = |(name, blocker)| (format!("{}.{name}", own.name), blocker);
                blockers.into_iter().map(named).collect::<Vec<_>>()
            });
        let riding: Vec<(String, Obstacle)> = riding.collect();
        let most_footprint_m = painting
            .rules
            .iter()
            .map(|rule| rule.footprint_m)
            .fold(0.0, f64::max);
        let obstacles = Obstacles::new(
            &painting.blockers,
            &riding,
            &painting.roads,
            &painting.rivers,
            &painting.placed,
            most_footprint_m,
        );
        Ok(Self {
            textures: Textures::new(&painting, &maps),
            assets,
            rules,
            obstacles,
            placed,
            removed,
            added,
            prefabs,
            riding,
            painting,
            maps,
        })
    }

    /// The same world cut into tiles of another side, m.
    #[must_use]
    pub fn with_tiles(mut self, tile_m: f64) -> Self {
        self.painting.place.tile_m = tile_m;
        self
    }

    /// The same world without its hand edits.
    #[must_use]
    pub fn without_hand_edits(mut self) -> Self {
        self.painting.hand_edits = HandEdits::default();
        (self.removed, self.added) = (Vec::new(), Vec::new());
        self
    }

    /// What it was painted from.
    #[must_use]
    pub fn painting(&self) -> &Painting {
        &self.painting
    }

    /// What it was painted on.
    #[must_use]
    pub fn maps(&self) -> &Maps {
        &self.maps
    }

    /// The assets that instances name by their number. Some may stand for a mix and never stand themselves.
    #[must_use]
    pub fn assets(&self) -> &[String] {
        self.assets.names()
    }

    /// The free words on an asset, by its number; empty where it has none.
    #[must_use]
    pub fn tags(&self, asset: u32) -> &str {
        let name = self.assets().get(asset as usize);
        let tags = self.painting.tags.iter();
        let mut own = tags.filter(|tag| Some(&tag.asset) == name);
        own.next().map_or("", |tag| &tag.words)
    }

    /// All textures that textures' weights name by their number.
    #[must_use]
    pub fn texture_names(&self) -> &[String] {
        &self.textures.names
    }

    /// The points of a rule per m² where it is densest, about.
    ///
    /// # Panics
    /// Without such a rule.
    #[must_use]
    pub fn densest_per_m2(&self, rule: usize) -> f64 {
        self.rules[rule].spawns.per_m2() * self.rules[rule].density
    }

    /// The points on which a rule may place something.
    ///
    /// # Panics
    /// Without such a rule.
    #[must_use]
    pub fn spawn_points(&self, rule: usize) -> &Spawns {
        &self.rules[rule].spawns
    }

    /// As it says itself that it is laid out.
    #[must_use]
    pub fn detail(&self) -> Detail {
        Detail::from(&self.painting.place)
    }

    /// Beyond how far from what changed nothing moves: beyond an obstacle's fade or the largest footprint come two footprints more.
    #[must_use]
    pub fn reach_m(&self, radius_m: f64, fade_m: f64) -> f64 {
        radius_m + fade_m.max(self.most_footprint_m()) + self.spread_m()
    }

    pub(crate) fn most_footprint_m(&self) -> f64 {
        let footprints_m = self.painting.rules.iter().map(|rule| rule.footprint_m);
        footprints_m.fold(0.0, f64::max)
    }

    /// How far from where maps or obstacles changed something else may stand: two footprints, and farther where rules
    /// ask for the distance to what others place.
    pub(crate) fn spread_m(&self) -> f64 {
        let rules = &self.painting.rules;
        // Of each rule how far candidates may come and go, and what stands.
        let mut spreads_m: Vec<[f64; 2]> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            let beside = self.rules[number].beside.as_ref();
            let candidates_m = beside.map_or(0.0, |(other, beside)| spreads_m[*other][1] + beside.reach_m());
            let upper = rules[..number].iter().zip(&spreads_m);
            let given_way_m =
                upper.map(|(upper, [candidates_m, _])| candidates_m + upper.footprint_m + rule.footprint_m);
            spreads_m.push([candidates_m, given_way_m.fold(candidates_m, f64::max)]);
        }
        let farthest_m = spreads_m
            .iter()
            .map(|[_, standing_m]| *standing_m)
            .fold(0.0, f64::max);
        farthest_m.max(2.0 * self.most_footprint_m())
    }

    /// All blockers, those among them that ride in what was placed by hand.
    #[must_use]
    pub fn blockers(&self) -> Vec<BlockedGround> {
        let own = self.painting.blockers.iter();
        let own = own.filter_map(|blocker| Some(Obstacle::of(blocker)?.told(&blocker.name)));
        own.chain(self.riding.iter().map(|(name, blocker)| blocker.told(name)))
            .collect()
    }

    /// Circles, by their centres and radii, m, beyond which nothing changes where a blocker or something that was placed by hand
    /// comes, moves or goes: one for each of them.
    #[must_use]
    pub fn circles_of_change(&self) -> Vec<([f64; 2], f64)> {
        let blockers = self.blockers().into_iter();
        let blockers = blockers.map(|it| (it.at_m, self.reach_m(it.radius_m, it.fade_m)));
        let by_hand = self.painting.placed.iter().zip(&self.placed);
        let by_hand = by_hand.map(|(own, &(asset, key))| {
            let parts_m = self.prefabs.farthest_m(&self.assets, asset, frame(own, key));
            (own.at_m, self.reach_m(own.footprint_m, own.fade_m).max(parts_m))
        });
        blockers.chain(by_hand).collect()
    }

    /// The tile that a place lies in.
    #[must_use]
    pub fn tile_of(&self, place_m: [f64; 2]) -> [i32; 2] {
        place_m.map(|at_m| (at_m / self.painting.place.tile_m).floor() as i32)
    }

    /// The tiles that the world touches, row by row from the south.
    #[must_use]
    pub fn tiles(&self) -> Vec<[i32; 2]> {
        let Window { low_m, high_m } = self.maps.window;
        let [low, high] = [self.tile_of(low_m), self.tile_of(high_m.map(f64::next_down))];
        (low[1]..=high[1])
            .flat_map(|y| (low[0]..=high[0]).map(move |x| [x, y]))
            .collect()
    }

    /// The part of the world that is a tile's.
    #[must_use]
    pub fn window_of(&self, tile: [i32; 2]) -> Window {
        let side_m = self.painting.place.tile_m;
        let low_m = tile.map(|at| f64::from(at) * side_m);
        let high_m = tile.map(|at| (f64::from(at) + 1.0) * side_m);
        Window { low_m, high_m }.common(&self.maps.window)
    }

    /// The road or river at a place, or nearer to it than this, m, and no farther than its fade.
    #[must_use]
    pub fn course_at(&self, place_m: [f64; 2], within_m: f64) -> Option<CourseKind> {
        let point = Window {
            low_m: place_m,
            high_m: place_m,
        };
        self.obstacles.near(&point).course(place_m, within_m)
    }

    /// How much of the ground each texture covers at a place, in the order of [`Self::texture_names`]; they sum to 1.
    ///
    /// # Panics
    /// Where there is not one share a texture.
    pub fn texture_weights(&self, place_m: [f64; 2], shares: &mut [f64]) {
        let point = Window {
            low_m: place_m,
            high_m: place_m,
        };
        self.cover(place_m, &self.obstacles.near(&point), shares);
    }

    /// How many of a rule its density, ranges and obstacles ask for at a place, per m²: before it gives way to rules above and
    /// stands beside others.
    ///
    /// # Panics
    /// Without such a rule.
    #[must_use]
    pub fn authored_per_m2(&self, rule: usize, place_m: [f64; 2]) -> f64 {
        let model = &self.rules[rule];
        let own = &model.rule;
        let is_filled = own.fill.as_ref().is_none_or(|fill| fill.holds(place_m));
        if self.maps.biomes.nearest(place_m) != model.biome || !is_filled {
            return 0.0;
        }
        let point = Window {
            low_m: place_m,
            high_m: place_m,
        };
        let Some(left) = self.obstacles.near(&point).leave(place_m, own.footprint_m) else {
            return 0.0;
        };
        let field = model.field.as_ref();
        let field = field.map_or(1.0, |field| field.at(&self.maps, place_m, left));
        model.spawns.per_m2() * model.density * self.response(&own.place, place_m, left) * field
    }

    pub(crate) fn cover(&self, place_m: [f64; 2], near: &Near, shares: &mut [f64]) {
        assert_eq!(shares.len(), self.textures.names.len(), "one share a texture");
        let biome = self.maps.biomes.nearest(place_m);
        shares.fill(0.0);
        shares[self.textures.bases[usize::from(biome)]] = 1.0;
        let left = near.leave_of_ground(place_m);
        let covers = self.textures.covers.iter().zip(&self.textures.fields);
        for (texture, (&(own, number), field)) in self.painting.textures.iter().zip(covers) {
            if own != biome {
                continue;
            }
            let field = field
                .as_ref()
                .map_or(1.0, |field| field.at(&self.maps, place_m, left));
            let covered = texture.density * self.response(&texture.place, place_m, left) * field;
            if covered > 0.0 {
                shares.iter_mut().for_each(|share| *share *= 1.0 - covered);
                shares[number] += covered;
            }
        }
    }
}

impl PaintedWorld {
    /// How well a place answers, where obstacles leave so much of its lushness.
    fn response(&self, place: &Where, place_m: [f64; 2], left: f64) -> f64 {
        let response = |range: Option<Range>, value: &dyn Fn() -> f64| {
            range.map_or(1.0, |range| range.response(value()))
        };
        response(place.weight, &|| left * self.maps.weights.bilinear(place_m))
            * response(place.height_m, &|| self.maps.ground.height_m(place_m))
            * response(place.slope_deg, &|| self.maps.ground.slope_deg(place_m))
    }
}

/// Where something stands that was placed by hand.
fn frame(placed: &Placed, key: RandomKey) -> Frame {
    Frame {
        key,
        at_m: placed.at_m,
        rotation: yaw([placed.yaw_deg])[0],
        scale: placed.scale,
        above_m: placed.offset_m,
    }
}

impl Textures {
    fn new(painting: &Painting, maps: &Maps) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut number = |name: &str| {
            names.iter().position(|own| own == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        };
        let bases = painting
            .biomes
            .iter()
            .map(|biome| number(&biome.texture))
            .collect();
        let covers = painting
            .textures
            .iter()
            .map(|texture| (biome_number(painting, &texture.biome), number(&texture.texture)))
            .collect();
        let places = painting.textures.iter().map(|texture| &texture.place);
        Self {
            names,
            bases,
            covers,
            fields: places.map(|place| Field::of(place, maps)).collect(),
        }
    }
}

/// Number of a biome that is known to be there.
fn biome_number(painting: &Painting, name: &str) -> u8 {
    let number = painting.biomes.iter().position(|biome| biome.name == name);
    number.unwrap_or_default() as u8
}

/// The tile of points of a pattern, where it has one. The last one is kept, as a world that is edited or painted over is made
/// again and again with the same, which takes longer than all else of it.
fn pattern_of(kind: PatternKind, key: RandomKey) -> Result<Option<Arc<TorusPattern>>, ScatterError> {
    type Kept = (PatternKind, RandomKey, Arc<TorusPattern>);
    static LAST: Mutex<Option<Kept>> = Mutex::new(None);
    // Whoever panicked while it held the lock left a whole pattern or none.
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of_kind, of_key, pattern)) = &*last
        && (*of_kind, *of_key) == (kind, key)
    {
        return Ok(Some(Arc::clone(pattern)));
    }
    let pattern = Arc::new(match kind {
        PatternKind::Poisson => TorusPattern::poisson(key)?,
        PatternKind::WarpedGrid => TorusPattern::warped_grid(key)?,
        PatternKind::Rings => TorusPattern::rings(key)?,
        PatternKind::HardCore => return Ok(None),
    });
    *last = Some((kind, key, Arc::clone(&pattern)));
    Ok(Some(pattern))
}

fn models(
    painting: &Painting,
    maps: &Maps,
    assets: &mut Assets,
    key: RandomKey,
) -> Result<Vec<RuleModel>, ScatterError> {
    // One pattern serves all rules that are neither rare nor fill an area and that no forest stands behind, each with a size and a shift of its own.
    let of_pattern = key.child(0, Purpose::Member, 1);
    let is_asked = painting
        .rules
        .iter()
        .any(|rule| rule.rare.is_none() && rule.fill.is_none() && !painting.tiles.contains_key(&rule.name));
    let pattern = if is_asked {
        pattern_of(painting.place.pattern, of_pattern)?
    } else {
        None
    };
    let mut models = Vec::new();
    let aprons_m = aprons_m(&painting.rules);
    for (rule, apron_m) in painting.rules.iter().zip(aprons_m) {
        // Rules of one asset share their points, so that it goes on over the border of two biomes.
        let footprint = rule.footprint_m.to_string();
        let own = match (&rule.rare, &rule.fill) {
            (None, None) => RandomKey::root(0, &["rule", &rule.asset, &footprint]),
            // Areas are laid out apart from each other, even of one asset.
            (_, Some(_)) => RandomKey::root(0, &["fill", &rule.asset, &footprint, &rule.name]),
            (Some(rare), None) => {
                RandomKey::root(0, &["rare", &rule.asset, &footprint, &rare.apart_m.to_string()])
            }
        };
        let key = RandomKey::from_bits(key.bits() ^ own.bits()).child(0, Purpose::Member, 2);
        let least_m = 2.0 * rule.footprint_m;
        let [x, y, ..] = key.draws(0, Purpose::Place, 0);
        let shift = [x, y].map(unit_from_u32);
        let spawns = match (painting.tiles.get(&rule.name), &rule.fill, &rule.rare, &pattern) {
            (None, Some(fill), ..) => Spawns::Filled(FilledPoints::new(fill, key)?),
            (Some(Some(tile)), ..) => Spawns::Baked(BakedPoints::new(Arc::clone(tile), shift)),
            (Some(None), ..) => Spawns::Awaited,
            (None, None, Some(rare), _) => Spawns::HardCore(HardCorePoints::new(rare.apart_m, key)?),
            (None, None, None, Some(pattern)) => {
                Spawns::Torus(TorusPoints::new(Arc::clone(pattern), least_m, shift))
            }
            (None, None, None, None) => Spawns::HardCore(HardCorePoints::new(least_m, key)?),
        };
        let taken = |rare: &Rare| rare.per_km2 / 1e6 / spawns.per_m2();
        models.push(RuleModel {
            biome: biome_number(painting, &rule.biome),
            asset: assets.number(&rule.asset),
            density: rule.density * rule.rare.as_ref().map_or(1.0, taken),
            spawns,
            key,
            apron_m,
            beside: beside(&painting.rules, rule),
            field: Field::of(&rule.place, maps),
            tilts_cos: tilt_cosines(rule.tilt_deg),
            rule: rule.clone(),
        });
    }
    Ok(models)
}

/// How far beyond a tile the candidates of each rule are to be known, m: as far as they take ground from those of lower rules
/// that are to be known themselves, or as lower rules ask for the distance to them.
fn aprons_m(rules: &[Rule]) -> Vec<f64> {
    // Beyond a tile so far it is to be known what stands.
    let mut standing_m = vec![0.0_f64; rules.len()];
    let mut aprons_m = vec![0.0_f64; rules.len()];
    for (number, rule) in rules.iter().enumerate().rev() {
        let lower = rules[number + 1..].iter().zip(&standing_m[number + 1..]);
        let taken_m = lower.map(|(lower, standing_m)| standing_m + lower.footprint_m + rule.footprint_m);
        aprons_m[number] = taken_m.fold(standing_m[number], f64::max);
        if let Some((other, beside)) = beside(rules, rule) {
            standing_m[other] = standing_m[other].max(aprons_m[number] + beside.reach_m());
        }
    }
    aprons_m
}

/// The number of the rule that one stands beside.
fn beside(rules: &[Rule], rule: &Rule) -> Option<(usize, Beside)> {
    let beside = rule.beside.as_ref()?;
    let number = rules.iter().position(|other| other.name == beside.rule)?;
    Some((number, beside.clone()))
}
