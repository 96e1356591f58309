//! A painted world from above: biomes, roads, rivers, blockers, and each instance as a disc of the ground that it takes.

use understory_numerics::sort;
use understory_records::WorldManifest;

use super::about::{BiomePicture, PlacedInstance, check_standing, check_world};
use super::discs::{self, LEAST_RADIUS, Layers};
use super::ground;
use super::plan::{Layout, Window};
use crate::kit::*;
use crate::page::VECTOR_MARKS;

/// Room for the world itself.
const MOST: [f64; 2] = [380.0 * PT, 480.0 * PT];
/// So many rules and biomes are named in the text alternative.
const NAMED: usize = 6;

/// The figure `world` in the making, into which instances go as they come, such as tile by tile.
///
/// It holds a byte for each pixel and rule, whatever their number: about 2 MB a rule. The order in which they come changes
/// nothing where they are more than 20,000 and drawn as pixels; of fewer the later lies on top within a rule.
///
/// ```
/// use understory_records::{Manifest, RunJson, Rgb, World, WorldBiome, WorldBody, WorldRule};
/// use understory_report::world::{BiomePicture, PlacedInstance, WorldMap, rule_colour};
///
/// let made_from = RunJson { scenario: "valley".into(), ..RunJson::default() };
/// let manifest = Manifest { made_from, ..Manifest::default() };
/// let body = WorldBody {
///     world: World { size_m: [200.0, 100.0], ..World::default() },
///     tile_m: 50.0,
///     biomes: vec![WorldBiome { name: "forest".into(), colour: Rgb([47, 107, 58]) }],
///     rules: vec![WorldRule { name: "oaks".into(), asset: "oak".into(), footprint_m: 2.5, colour: rule_colour(0) }],
///     ..WorldBody::default()
/// };
/// let biomes = BiomePicture::of(&body.world, |_| 0);
/// let mut map = WorldMap::new(manifest.with(&body), &biomes)?;
/// for tile in [[10.0, 20.0], [120.0, 70.0]] {
///     map.add([PlacedInstance { at_m: tile, rule: Some(0), footprint_m: 2.5 }])?;
/// }
/// assert_eq!(map.finish()?.title, "valley: 2 instances of 1 rule");
/// # Ok::<(), understory_report::ReportError>(())
/// ```
pub struct WorldMap<'a> {
    about: WorldManifest<'a>,
    biomes: &'a BiomePicture,
    layout: Layout,
    /// All so far, while they are few.
    few: Vec<PlacedInstance>,
    /// All, as soon as they are many.
    many: Option<Layers>,
    counts: Vec<u64>,
    is_enlarged: bool,
}

impl<'a> WorldMap<'a> {
    /// A map of a world without instances.
    ///
    /// # Errors
    /// [`ReportError::Plot`] or [`ReportError::Number`] where what is known of the world, or its biome map, cannot be drawn.
    pub fn new(about: WorldManifest<'a>, biomes: &'a BiomePicture) -> Result<Self, ReportError> {
        check_world(&about)?;
        biomes.check(&about)?;
        let room = [style::MAP_PT * PT - 2.0 * MARGIN, f64::INFINITY];
        Ok(Self {
            about,
            biomes,
            layout: Layout::new(Window::of(&about.world), room, MOST),
            few: Vec::new(),
            many: None,
            counts: vec![0; about.rules.len() + 1],
            is_enlarged: false,
        })
    }

    /// Takes in instances, such as those of a tile.
    ///
    /// # Errors
    /// [`ReportError::Number`] for the first whose place or size is no number or whose rule there is not.
    pub fn add(&mut self, standing: impl IntoIterator<Item = PlacedInstance>) -> Result<(), ReportError> {
        for standing in standing {
            check_standing(&self.about, &standing)?;
            let layer = standing.rule.map_or(self.about.rules.len(), |rule| rule as usize);
            self.counts[layer] += 1;
            let is_smaller = standing.footprint_m * self.layout.units_per_m < LEAST_RADIUS;
            self.is_enlarged |= is_smaller && standing.rule.is_some();
            match &mut self.many {
                Some(layers) => layers.add(&self.about, &standing),
                None => self.few.push(standing),
            }
            if self.many.is_none() && self.few.len() > VECTOR_MARKS {
                let Layout {
                    window, units_per_m, ..
                } = self.layout;
                let mut layers = Layers::new(&self.about, window.low_m, units_per_m, self.layout.size());
                for standing in std::mem::take(&mut self.few) {
                    layers.add(&self.about, &standing);
                }
                self.many = Some(layers);
            }
        }
        Ok(())
    }

    /// The figure.
    ///
    /// # Errors
    /// [`ReportError::Drawing`] when drawing or encoding fails.
    pub fn finish(self) -> Result<Figure, ReportError> {
        let (about, layout) = (self.about, &self.layout);
        let mut keys = discs::keys(&about, &self.counts);
        if self.counts.iter().any(|count| *count > 0) {
            keys.push(discs::size_key(layout.units_per_m, self.is_enlarged));
        }
        keys.extend(ground::keys(&about));
        keys.extend(ground::biome_keys(&about));
        let mut sheet = Sheet::new("world", style::MAP_PT, &heading(about, &self.counts), &keys);
        let mut plan = layout.alone(&mut sheet)?;
        let frame = plan.panel.frame;
        let mut marks = vec![ground::biomes(&about, self.biomes, frame, "world")?];
        marks.extend(ground::courses(&about, &plan));
        let as_picture = self.many.is_some();
        match &self.many {
            Some(layers) => marks.push(layers.picture(&about, frame, "world")?),
            None => marks.extend(discs::marks(&about, &self.few, plan.units_per_m, |at_m| {
                plan.place(at_m)
            })),
        }
        let blockers = ground::blockers(&about, &plan);
        plan.fill(marks, as_picture);
        plan.fill(blockers, false);
        let alt = alt(about, self.biomes, &self.counts, &plan.panel.axes_told());
        let least_m = self.is_enlarged.then(|| discs::least_m(layout.units_per_m));
        sheet.finish(caption(about, &self.counts, least_m), alt)
    }
}

/// Draws a world from above as the figure `world`, from all its instances at once.
///
/// # Errors
/// As for [`WorldMap`].
pub fn world_map(
    about: WorldManifest<'_>,
    biomes: &BiomePicture,
    instances: impl IntoIterator<Item = PlacedInstance>,
) -> Result<Figure, ReportError> {
    let mut map = WorldMap::new(about, biomes)?;
    map.add(instances)?;
    map.finish()
}

fn heading(about: WorldManifest<'_>, counts: &[u64]) -> String {
    let shown = match (about.rules.len(), counts.iter().sum()) {
        (0, 0) => counted(about.biomes.len() as u64, "biome"),
        (0, by_hand) => format!("{} placed by hand", counted(by_hand, "instance")),
        (rules, instances) => format!(
            "{} of {}",
            counted(instances, "instance"),
            counted(rules as u64, "rule")
        ),
    };
    format!("{}: {shown}", about.all.made_from.scenario)
}

/// The world and its size, as captions name it.
pub(super) fn setting(about: WorldManifest<'_>) -> String {
    let [width_m, height_m] = about.world.size_m.map(number);
    format!(
        "the painted world {}, {width_m} m by {height_m} m",
        name(&about.all.made_from.scenario)
    )
}

fn caption(about: WorldManifest<'_>, counts: &[u64], least_m: Option<String>) -> String {
    let at_least = match least_m {
        Some(width_m) => format!(", but at least {width_m} m wide"),
        None => String::new(),
    };
    let by_hand = match counts[about.rules.len()] {
        0 => "",
        _ => " What was placed by hand is black, and large enough to be found.",
    };
    let ground = match ground::told(&about) {
        none if none.is_empty() => none,
        some => format!(" Also shown: {some}."),
    };
    if about.rules.is_empty() && counts.iter().sum::<u64>() == 0 {
        return format!(
            "Map of {}, in which no rule lays out instances. Pale colours are biomes.{ground}",
            setting(about)
        );
    }
    format!(
        "Map of {}, with {}. Discs are the ground that an instance takes, to scale{at_least}, in the colour of its rule; \
         larger ones lie over smaller ones. Pale colours are biomes.{by_hand}{ground}",
        setting(about),
        counted(counts.iter().sum(), "instance")
    )
}

fn alt(about: WorldManifest<'_>, biomes: &BiomePicture, counts: &[u64], axes: &str) -> String {
    let mut out = format!("Map of a painted world. {axes} ");
    let names = about.rules.iter().map(|rule| rule.name.as_str());
    out += &match words::largest(names.zip(counts.iter().copied()), NAMED, "rules") {
        none if none.is_empty() && about.rules.is_empty() => "There are no rules.".to_owned(),
        none if none.is_empty() => "No rule has an instance.".to_owned(),
        some => format!("Instances by rule: {some}."),
    };
    match counts[about.rules.len()] {
        0 => {}
        number => out += &format!(" Placed by hand: {}.", count(number)),
    }
    let mut cells = vec![0_u64; about.biomes.len()];
    for &biome in &biomes.biomes {
        cells[usize::from(biome)] += 1;
    }
    let whole = biomes.biomes.len() as f64;
    let mut shares: Vec<(&str, u64)> = about
        .biomes
        .iter()
        .map(|biome| biome.name.as_str())
        .zip(cells)
        .filter(|(_, cells)| *cells > 0)
        .collect();
    sort::by_key(&mut shares, |(_, cells)| std::cmp::Reverse(*cells));
    let shares = shares
        .into_iter()
        .map(|(biome, cells)| format!("{} {}", name(biome), percent(cells as f64, whole)));
    out += &listed("Biomes by area", shares, NAMED, "biomes");
    match ground::told(&about) {
        none if none.is_empty() => out,
        some => format!("{out} There are {some}."),
    }
}
