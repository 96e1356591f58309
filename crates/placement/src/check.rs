//! What is wrong with a painted world, all of it at once.

use std::collections::{BTreeMap, BTreeSet};

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use understory_keys::{Checked, OutOfRange};
use understory_scatter::Layout;

use crate::convex::turn;
use crate::expression::FUNCTION_NAMES as FUNCTIONS;
use crate::fault::Fault;
use crate::field::{BUILT_IN, Field};
use crate::mix::Assets;
use crate::obstacles::Obstacle;
use crate::painting::{Maps, Painting};
use crate::parameters::{Blocker, Course, Rule};
use crate::pattern::{HardCorePoints, around};
use crate::prefab_check;
use crate::window::Window;

/// Points of a rule in one tile at most: a tile is laid out at once.
const MOST_POINTS_A_TILE: f64 = 4e6;
/// Points of an area at most: it is laid out at once, whenever the world is read.
const MOST_POINTS_A_FILL: f64 = 200_000.0;
/// Tiles of a world at most.
const MOST_TILES: f64 = 4e6;

/// Texels of a texture at most: 4096 by 4096.
const MOST_TEXELS: f64 = 16_777_216.0;

/// All that is wrong.
pub(crate) fn faults(painting: &Painting, maps: &Maps) -> Vec<Fault> {
    let mut faults = Faults::default();
    faults.ranges(painting);
    // What follows takes numbers that are sound by themselves.
    if faults.found.is_empty() {
        faults.names(painting);
        faults.references(painting);
        faults.found.extend(prefab_check::faults(painting));
        faults.sizes(painting, maps);
        faults.places(painting, maps);
        faults.hand_edits(painting, maps);
        faults.courses(painting, maps);
        faults.rings(painting);
        faults.props(painting);
        faults.expressions(painting, maps);
        faults.beside(painting);
        faults.maps(painting, maps);
    }
    faults.found
}

/// An entry of one of the lists.
struct Entry<'a> {
    list: &'static str,
    number: usize,
    name: Option<&'a str>,
    values: &'a dyn Checked,
}

impl Entry<'_> {
    /// What it goes by: its name or, without one, its number from 0.
    fn key(&self) -> String {
        match self.name {
            Some(name) => format!("{}.{name}", self.list),
            None => format!("{}.{}", self.list, self.number),
        }
    }
}

/// The entries of all lists.
fn entries(painting: &Painting) -> Vec<Entry<'_>> {
    let mut all = Vec::new();
    add_list(&mut all, "biome.type", &painting.biomes, |it| Some(&it.name));
    add_list(&mut all, "rule", &painting.rules, |it| Some(&it.name));
    add_list(&mut all, "mix", &painting.mixes, |_| None);
    add_list(&mut all, "tag", &painting.tags, |_| None);
    add_list(&mut all, "texture", &painting.textures, |_| None);
    add_list(&mut all, "blocker", &painting.blockers, |it| Some(&it.name));
    add_list(&mut all, "prefab", &painting.prefabs, |it| Some(&it.name));
    add_list(&mut all, "road", &painting.roads, |it| Some(&it.name));
    add_list(&mut all, "river", &painting.rivers, |it| Some(&it.name));
    add_list(&mut all, "instance", &painting.placed, |it| Some(&it.name));
    add_list(&mut all, "prop", &painting.props, |it| Some(&it.name));
    add_list(&mut all, "drop", &painting.drops, |it| Some(&it.name));
    add_list(&mut all, "lod", &painting.rings, |_| None);
    all
}

fn add_list<'a, T: Checked>(
    all: &mut Vec<Entry<'a>>,
    list: &'static str,
    entries: &'a [T],
    name: fn(&'a T) -> Option<&'a str>,
) {
    all.extend(entries.iter().enumerate().map(|(number, values)| Entry {
        list,
        number,
        name: name(values),
        values,
    }));
}

#[derive(Default)]
struct Faults {
    found: Vec<Fault>,
}

impl Faults {
    fn add(&mut self, key: String, problem: String, hint: impl Into<String>) {
        let hint = hint.into();
        self.found.push(Fault {
            key,
            problem,
            hint,
            within: None,
        });
    }

    /// Numbers beyond the range of their key.
    fn ranges(&mut self, painting: &Painting) {
        let mut take = |at: String, wrong: Result<(), OutOfRange>| {
            if let Err(wrong) = wrong {
                self.add(format!("{at}.{}", wrong.path), wrong.problem, wrong.hint);
            }
        };
        take("place".to_owned(), painting.place.in_range());
        take("patches".to_owned(), painting.refining.in_range());
        for entry in entries(painting) {
            take(entry.key(), entry.values.in_range());
        }
        for blocker in &painting.blockers {
            take(format!("blocker.{}", blocker.name), is_one_shape(blocker));
        }
        for prefab in &painting.prefabs {
            for blocker in &prefab.blocker {
                take(
                    format!("prefab.{}.blocker.{}", prefab.name, blocker.name),
                    is_one_shape(blocker),
                );
            }
        }
    }

    /// Budgets that some patch could never be opened with, and props on levels that no patch has.
    fn props(&mut self, painting: &Painting) {
        let Painting { refining, props, .. } = painting;
        let finest = refining.finest_level;
        for prop in props.iter().filter(|prop| prop.levels[1] > finest) {
            let [first, last] = prop.levels;
            let (does, hint) = match first > finest {
                true => (
                    format!("begins at level {first}"),
                    "begin at a coarser level, or raise `patches.finest_level`",
                ),
                false => (
                    format!("ends at level {last}"),
                    "end at a coarser level, or raise `patches.finest_level`",
                ),
            };
            let problem = format!("{does}, but the finest level is {finest}");
            self.add(format!("prop.{}.levels", prop.name), problem, hint);
        }
        if let Err(wrong) = refining.has_room_for(props) {
            self.add(format!("patches.{}", wrong.path), wrong.problem, wrong.hint);
        }
    }

    /// Entries of a list are told apart by their names.
    fn names(&mut self, painting: &Painting) {
        let mut first_at = BTreeMap::new();
        for Entry {
            list, number, name, ..
        } in entries(painting)
        {
            let Some(name) = name else { continue };
            if let Some(first) = first_at.insert((list, name), number) {
                let problem = format!("is `{name}`, but so is that of entry {} of the list", first + 1);
                self.add(
                    format!("{list}.{number}.name"),
                    problem,
                    "give each a name of its own",
                );
            }
        }
        let mut members = BTreeMap::new();
        for (number, mix) in painting.mixes.iter().enumerate() {
            if members.insert((&mix.of, &mix.asset), number).is_some() {
                let problem = format!("is `{}`, which is in the mix `{}` already", mix.asset, mix.of);
                self.add(
                    format!("mix.{number}.asset"),
                    problem,
                    "add the shares in one entry",
                );
            }
        }
    }

    /// Names that name something.
    fn references(&mut self, painting: &Painting) {
        let known: Vec<&str> = painting.biomes.iter().map(|biome| &*biome.name).collect();
        if known.is_empty() {
            let hint = "add a `[[biome.type]]` with `name`, `colour` and `texture`";
            self.add("biome".to_owned(), "has no types of land".to_owned(), hint);
            return;
        }
        if painting.rules.is_empty() && painting.props.is_empty() {
            let hint = "add a `[[rule]]` with `name`, `asset`, `biome` and `footprint_m`";
            self.add(
                "rule".to_owned(),
                "has no entry, so nothing would stand anywhere".to_owned(),
                hint,
            );
        }
        let rules = painting
            .rules
            .iter()
            .map(|rule| (format!("rule.{}.biome", rule.name), &rule.biome));
        let textures = painting.textures.iter().enumerate();
        let textures = textures.map(|(number, texture)| (format!("texture.{number}.biome"), &texture.biome));
        for (key, biome) in rules.chain(textures) {
            if !known.contains(&&**biome) {
                let problem = format!("is `{biome}`, but no type of land has that name");
                self.add(key, problem, format!("there are: {}", known.join(", ")));
            }
        }
        let named: Vec<&str> = prefab_check::named(painting).collect();
        let assets = Assets::new(named.iter().copied(), &painting.mixes);
        if let Some(ring) = assets.ring() {
            let number = painting
                .mixes
                .iter()
                .position(|mix| mix.of == ring)
                .unwrap_or_default();
            let problem = format!("is `{ring}`, which then stands in its own place");
            self.add(format!("mix.{number}.of"), problem, "take it out of its own mix");
        }
        for (number, tag) in painting.tags.iter().enumerate() {
            let first = painting.tags[..number]
                .iter()
                .any(|other| other.asset == tag.asset);
            if first {
                let problem = format!("is `{}`, which has its words already", tag.asset);
                self.add(
                    format!("tag.{number}.asset"),
                    problem,
                    "put all words into one entry",
                );
            }
            if !named.contains(&&*tag.asset) {
                let problem = format!("is `{}`, which nothing places", tag.asset);
                self.add(
                    format!("tag.{number}.asset"),
                    problem,
                    "name the asset of a rule, an instance, a mix or a prefab",
                );
            }
        }
        for (number, mix) in painting.mixes.iter().enumerate() {
            if !named.contains(&&*mix.of) {
                let problem = format!("is `{}`, which nothing places", mix.of);
                self.add(
                    format!("mix.{number}.of"),
                    problem,
                    "name the asset of a rule, an instance, a mix or a prefab",
                );
            }
        }
    }

    /// Footprints and tiles that can be laid out.
    fn sizes(&mut self, painting: &Painting, maps: &Maps) {
        let tile_m = painting.place.tile_m;
        let side_m = |axis: usize| maps.window.high_m[axis] - maps.window.low_m[axis];
        let tiles = (side_m(0) / tile_m + 2.0) * (side_m(1) / tile_m + 2.0);
        if tiles > MOST_TILES {
            let problem = format!(
                "is {tile_m}, which makes {tiles:.0} tiles of this world, but at most {MOST_TILES} are laid out"
            );
            self.add("place.tile_m".to_owned(), problem, "make the tiles larger");
        }
        let texture_m = painting.place.texture_m;
        let texels = (side_m(0) / texture_m).ceil() * (side_m(1) / texture_m).ceil();
        if texels > MOST_TEXELS {
            let problem = format!(
                "is {texture_m}, which makes {texels:.0} texels of this world, but at most {MOST_TEXELS} are written"
            );
            self.add("place.texture_m".to_owned(), problem, "make the texels larger");
        }
        for rule in &painting.rules {
            self.rare(painting, rule);
            self.fill(painting, rule);
        }
        let corners = maps.window.low_m.into_iter().chain(maps.window.high_m);
        let farthest_m = corners.map(f64::abs).fold(0.0, f64::max);
        for rule @ Rule {
            name, footprint_m, ..
        } in &painting.rules
        {
            let key = format!("rule.{name}.footprint_m");
            let area_m2 = (tile_m + 4.0 * footprint_m) * (tile_m + 4.0 * footprint_m);
            let points = match (painting.tiles.get(name), &rule.rare) {
                (None, _) if rule.fill.is_some() => 0.0,
                (None, None) => area_m2 / (4.0 * footprint_m * footprint_m),
                (None, Some(rare)) => area_m2 * HardCorePoints::most_per_m2(rare.apart_m),
                (Some(Some(tile)), _) => area_m2 * tile.per_m2(),
                (Some(None), _) => 0.0,
            };
            if points > MOST_POINTS_A_TILE && painting.tiles.contains_key(name) {
                let problem = format!(
                    "makes up to {points:.0} points of a tile of {tile_m} m, but at most {MOST_POINTS_A_TILE} are laid out"
                );
                let hint = "leave out the smallest trees by `dbh_min_cm`, or make `place.tile_m` smaller";
                self.add(format!("rule.{name}.grown"), problem, hint);
            } else if 2.0 * footprint_m > tile_m {
                let problem =
                    format!("is {footprint_m}, but twice that must be at most a tile's side, {tile_m} m");
                self.add(key, problem, "make it smaller, or `place.tile_m` larger");
            } else if points > MOST_POINTS_A_TILE {
                let problem = format!(
                    "is {footprint_m}, so that a tile of {tile_m} m has up to {points:.0} points, but at most {MOST_POINTS_A_TILE} are laid out"
                );
                self.add(key, problem, "make it larger, or `place.tile_m` smaller");
            } else if farthest_m * f64::EPSILON > 1e-8 * footprint_m {
                let problem =
                    format!("is {footprint_m}, which cannot be told apart at {farthest_m} m from 0, 0");
                self.add(key, problem, "set `world.origin_m` closer to 0, 0");
            }
        }
    }

    /// Rare specials have room where they are, and points that no forest gives them.
    fn rare(&mut self, painting: &Painting, rule: &Rule) {
        let Some(rare) = &rule.rare else { return };
        let key = |name: &str| format!("rule.{}.rare{name}", rule.name);
        let most_per_km2 = 1e6 * HardCorePoints::most_per_m2(rare.apart_m);
        if painting.tiles.contains_key(&rule.name) {
            let problem = "is given beside `grown`, which says already where its trees stand".to_owned();
            self.add(key(""), problem, "take one of them out");
        } else if rare.apart_m < 2.0 * rule.footprint_m {
            let problem = format!(
                "is {}, but two footprints of {} m take {} m",
                rare.apart_m,
                rule.footprint_m,
                2.0 * rule.footprint_m
            );
            self.add(
                key(".apart_m"),
                problem,
                "raise it, or make `footprint_m` smaller",
            );
        } else if rare.per_km2 > most_per_km2 {
            let problem = format!(
                "is {}, but {most_per_km2:.1} at most stand on a km² at {} m from each other",
                rare.per_km2, rare.apart_m
            );
            self.add(key(".per_km2"), problem, "lower it or `rare.apart_m`");
        }
    }

    /// An area that can be filled, and points that nothing else gives the rule.
    fn fill(&mut self, painting: &Painting, rule: &Rule) {
        let Some(fill) = &rule.fill else { return };
        let key = |name: &str| format!("rule.{}.fill{name}", rule.name);
        let beside = match (painting.tiles.contains_key(&rule.name), &rule.rare) {
            (true, _) => Some("grown"),
            (_, Some(_)) => Some("rare"),
            _ => None,
        };
        if let Some(beside) = beside {
            let problem = format!("is given beside `{beside}`, which says already where its points are");
            self.add(key(""), problem, "take one of them out");
            return;
        }
        let Ok(plot) = around(fill) else {
            let problem = format!("is {:?}, which is no area", fill.corners_m);
            self.add(key(".corners_m"), problem, "go round the area, corner by corner");
            return;
        };
        let count = fill.per_ha / 10_000.0 * plot.area_m2();
        if count > MOST_POINTS_A_FILL {
            let problem = format!(
                "is {}, which makes {count:.0} points of the rectangle around the area, but at most {MOST_POINTS_A_FILL} are laid out",
                fill.per_ha
            );
            self.add(
                key(".per_ha"),
                problem,
                "lower it, or cut the area in two along a river or a road",
            );
        } else if let Err(error) = fill.method.method().check_cost(&Layout::new(&plot, count as u32)) {
            self.add(
                key(".method"),
                format!("is `{}`: {error}", fill.method.word()),
                "lower `fill.per_ha`",
            );
        }
    }

    /// What was set at a place lies in the world, or reaches into it.
    fn places(&mut self, painting: &Painting, maps: &Maps) {
        let world = maps.window.in_words();
        for blocker in &painting.blockers {
            let Some(obstacle) = Obstacle::of(blocker) else {
                continue;
            };
            let changed = obstacle.bounds().grown(obstacle.fade_m());
            if changed.common(&maps.window).is_empty() {
                let (key, place) = match (blocker.at_m, &blocker.corners_m) {
                    (Some(at_m), _) => ("at_m", format!("{at_m:?}")),
                    (None, corners_m) => (
                        "corners_m",
                        format!("{:?}", corners_m.as_deref().unwrap_or_default()),
                    ),
                };
                let problem = format!("is {place}, from where nothing reaches the world, {world}");
                let hint = "move it into the world, or take it out";
                self.add(format!("blocker.{}.{key}", blocker.name), problem, hint);
            }
        }
        for placed in &painting.placed {
            if !maps.window.holds(placed.at_m) {
                let problem = format!("is {:?}, beyond the world, {world}", placed.at_m);
                let hint = "move it into the world, or take it out";
                self.add(format!("instance.{}.at_m", placed.name), problem, hint);
            }
        }
        for drop in &painting.drops {
            self.found.extend(drop.faults(&maps.window));
        }
    }

    /// Each key is taken away and added once at most, and what was added stands in the world.
    fn hand_edits(&mut self, painting: &Painting, maps: &Maps) {
        let edits = &painting.hand_edits;
        let removed = edits.removed.iter().map(|removed| ("taken away", removed.key));
        let added = edits.added.iter().map(|added| ("added", added.key));
        let mut seen = BTreeSet::new();
        for (what, key) in removed.chain(added) {
            if !seen.insert((what, key)) {
                let hint = "leave one of the two rows out";
                self.add(
                    "by_hand".to_owned(),
                    format!("has the instance `{key}` {what} twice"),
                    hint,
                );
            }
        }
        for (problem, hint) in edits.added.iter().filter_map(|added| added.beyond(&maps.window)) {
            self.add("by_hand".to_owned(), problem, hint);
        }
    }

    /// Roads and rivers lead somewhere and do not cross themselves.
    fn courses(&mut self, painting: &Painting, maps: &Maps) {
        let lists = [("road", &painting.roads), ("river", &painting.rivers)];
        for (list, course) in lists
            .into_iter()
            .flat_map(|(list, courses)| courses.iter().map(move |it| (list, it)))
        {
            let key = format!("{list}.{}.points_m", course.name);
            let points_m = &course.points_m;
            if points_m.len() < 2 {
                let problem = format!("has {} point, but a line needs at least two", points_m.len());
                self.add(key, problem, "for a round place use a `[[blocker]]`");
            } else if let Some(at) = points_m.windows(2).position(|ends| ends[0] == ends[1]) {
                let problem = format!(
                    "has {:?} twice in a row, as points {} and {}",
                    points_m[at],
                    at + 1,
                    at + 2
                );
                self.add(key, problem, "leave one of them out");
            } else if let Some([a, b]) = crossing(course) {
                let problem = format!("crosses itself: the piece from point {a} meets that from point {b}");
                self.add(key, problem, "make it two, or move a point");
            } else if !reaches(course, &maps.window) {
                let problem = format!("lies beyond the world, {}", maps.window.in_words());
                self.add(key, problem, "move it into the world, or take it out");
            }
        }
    }

    /// Rings lie around each other and show ever less.
    fn rings(&mut self, painting: &Painting) {
        for (number, rings) in painting.rings.windows(2).enumerate() {
            let [near, far] = [rings[0], rings[1]];
            let key = |name: &str| format!("lod.{}.{name}", number + 1);
            if far.to_m <= near.to_m {
                let problem = format!("is {}, but the ring before it ends at {}", far.to_m, near.to_m);
                self.add(key("to_m"), problem, "list the nearest ring first");
            }
            if far.footprint_m < near.footprint_m {
                let problem = format!(
                    "is {}, but the ring before it shows nothing below {}",
                    far.footprint_m, near.footprint_m
                );
                self.add(
                    key("footprint_m"),
                    problem,
                    "a farther ring shows no more than a nearer one",
                );
            }
        }
    }

    /// Expressions that can be read, over maps that they can name.
    fn expressions(&mut self, painting: &Painting, maps: &Maps) {
        for (number, (name, raster)) in maps.named.iter().enumerate() {
            let key = format!("map.{name}.name");
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if !name.chars().all(is_plain) || name.starts_with(|c: char| c.is_ascii_digit()) {
                let problem = format!("is `{name}`, which an expression cannot name");
                self.add(key, problem, "use letters, digits and `_`, a letter first");
            } else if BUILT_IN.contains(&&**name) || FUNCTIONS.contains(&&**name) {
                let problem = format!("is `{name}`, which expressions know without a map");
                self.add(key, problem, "give it another name");
            } else if maps.named[..number].iter().any(|(other, _)| other == name) {
                let problem = format!("is `{name}`, but so is that of an entry before it");
                self.add(
                    format!("map.{number}.name"),
                    problem,
                    "give each a name of its own",
                );
            }
            if !raster.values().iter().all(|value| value.is_finite()) {
                self.add(
                    format!("map.{name}"),
                    "has a value that is not finite".to_owned(),
                    "",
                );
            }
        }
        let rules = painting
            .rules
            .iter()
            .map(|rule| (format!("rule.{}", rule.name), &rule.place));
        let textures = painting.textures.iter().enumerate();
        let textures = textures.map(|(number, texture)| (format!("texture.{number}"), &texture.place));
        for (list, place) in rules.chain(textures) {
            let Some(text) = &place.expression else { continue };
            if let Err(wrong) = Field::read(text, maps) {
                let column = text[..wrong.at.start].chars().count() + 1;
                self.found.push(Fault {
                    key: format!("{list}.expression"),
                    problem: format!("{}, in its column {column}", wrong.problem),
                    hint: wrong.hint,
                    within: Some(wrong.at.start),
                });
            }
        }
    }

    /// What a rule stands beside is placed by a rule before it.
    fn beside(&mut self, painting: &Painting) {
        for (number, rule) in painting.rules.iter().enumerate() {
            let Some(beside) = &rule.beside else { continue };
            let upper: Vec<&str> = painting.rules[..number]
                .iter()
                .map(|upper| &*upper.name)
                .collect();
            if !upper.contains(&&*beside.rule) {
                let problem = format!("is `{}`, which is no rule before this one", beside.rule);
                let hint = match &upper[..] {
                    [] => "move it behind the rule that it stands beside".to_owned(),
                    upper => format!("before it are: {}", upper.join(", ")),
                };
                self.add(format!("rule.{}.beside.rule", rule.name), problem, hint);
            }
        }
    }

    fn maps(&mut self, painting: &Painting, maps: &Maps) {
        let most = painting.biomes.len();
        if let Some(number) = maps
            .biomes
            .values()
            .iter()
            .find(|number| usize::from(**number) >= most)
        {
            let problem = format!("has land of type {number}, but there are only {most}, counted from 0");
            self.add("biome.map".to_owned(), problem, "");
        }
        let is_weight = |weight: &&f32| (0.0..=1.0).contains(*weight);
        if let Some(weight) = maps.weights.values().iter().find(|weight| !is_weight(weight)) {
            let problem = format!("has a lushness of {weight}, but it lies from 0 to 1");
            self.add("biome.weight".to_owned(), problem, "");
        }
    }
}

/// Whether a blocker is either a ball or a polygon.
fn is_one_shape(blocker: &Blocker) -> Result<(), OutOfRange> {
    match (blocker.at_m, blocker.radius_m, &blocker.corners_m) {
        (Some(_), Some(_), None) | (None, None, Some(_)) => Ok(()),
        _ => {
            let problem = "is not what a blocker has: a ball or a polygon".to_owned();
            let hint = "give either `at_m` and `radius_m`, or `corners_m`";
            Err(OutOfRange::beside("at_m", problem, hint))
        }
    }
}

/// Numbers, from 1, of two points whose pieces of a course cross or touch, other than one after the other at their common end.
fn crossing(course: &Course) -> Option<[usize; 2]> {
    // Bent pieces are known by the point that they begin at; what they share is a chain of chords.
    let corners_m = &course.points_m;
    let chain_m = course.line_m();
    let pieces: Vec<[[f64; 2]; 2]> = chain_m.windows(2).map(|ends| [ends[0], ends[1]]).collect();
    let mut begun = 0;
    let number: Vec<usize> = pieces
        .iter()
        .map(|[from, _]| {
            if corners_m.get(begun) == Some(from) {
                begun += 1;
            }
            begun.max(1)
        })
        .collect();
    // A round road ends where it begins.
    let is_closed = pieces.len() > 2 && chain_m.first() == chain_m.last();
    let boxes = pieces
        .iter()
        .enumerate()
        .map(|(at, [from, to])| GeomWithData::new(Rectangle::from_corners(*from, *to), at));
    let tree = RTree::bulk_load(boxes.collect());
    pieces.iter().enumerate().find_map(|(later, &b)| {
        let near = tree.locate_in_envelope_intersecting(AABB::from_corners(b[0], b[1]));
        let earlier = near.map(|found| found.data).filter(|&earlier| earlier < later);
        let meets = earlier.filter(|&earlier| match earlier + 1 == later {
            true => folds_back(pieces[earlier], b),
            false if is_closed && earlier == 0 && later + 1 == pieces.len() => folds_back(b, pieces[0]),
            false => meets(pieces[earlier], b),
        });
        // The order of a tree's answer is no contract.
        meets.min().map(|earlier| [number[earlier], number[later]])
    })
}

/// Whether two segments have a point in common.
fn meets([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
    let overlap = (0..2).all(|axis| {
        a[axis].min(b[axis]) <= c[axis].max(d[axis]) && c[axis].min(d[axis]) <= a[axis].max(b[axis])
    });
    let is_between = |from: f64, to: f64| from <= 0.0 && to >= 0.0 || from >= 0.0 && to <= 0.0;
    overlap && is_between(turn(a, b, c), turn(a, b, d)) && is_between(turn(c, d, a), turn(c, d, b))
}

/// Whether the second of two pieces that follow each other runs back over the first.
fn folds_back([a, b]: [[f64; 2]; 2], [_, c]: [[f64; 2]; 2]) -> bool {
    let along = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    turn(a, b, c) == 0.0 && along < 0.0
}

/// Whether a course changes any ground of a window, by the boxes around its pieces.
fn reaches(course: &Course, window: &Window) -> bool {
    let window = window.grown(course.width_m / 2.0 + course.fade_m);
    course.points_m.windows(2).any(|ends| {
        let piece = Window {
            low_m: std::array::from_fn(|axis| ends[0][axis].min(ends[1][axis])),
            high_m: std::array::from_fn(|axis| ends[0][axis].max(ends[1][axis]).next_up()),
        };
        !window.common(&piece).is_empty()
    })
}
