//! Crowns and roots of a run, which grow once at its end or year by year, and their tables.

use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_branching::stand::{
    GrownTree, MOST_POINTS, Stand, StandCrowns, StandError, StandTree, Won, grow_stand,
};
use understory_forest::crowns::SpaceWon;
use understory_forest::{Forest, GrowthPoint, Tree};
use understory_numerics::{Purpose, RandomKey};
use understory_records::{CrownRow, Format, GrowthPointRow, paths};
use understory_scenario::{CrownRules, CrownsWhen, ForestScenario};

use super::estimate::{MEMORY_PER_POINT, most_trees, tall_trees};
use super::wetness::Wetness;
use super::yearly::{yearly_crowns, yearly_rules};
use crate::error::LabError;
use crate::run::checkpoint::format;
use crate::store::Store;
use crate::tables::{Names, Written, to_mm, write_table};

/// At least so much of a tree's height is crown, whatever was left of it.
const LEAST_CROWN: f64 = 0.1;
/// Time of an attraction point above the ground and one below, for what is refused: that of the example `shared_space` of `branching`
/// on two threads.
const SECONDS_PER_POINT: f64 = 5e-6;

/// What growing the crowns of so many trees takes, in words.
fn takes(trees: f64, points: u32) -> String {
    let points = trees * f64::from(points);
    format!(
        "{points:.1e} attraction points, which take about {:.0} minutes and {:.0} GB of memory",
        (points * SECONDS_PER_POINT / 60.0).ceil(),
        (points * MEMORY_PER_POINT / 1e9).ceil()
    )
}

/// Attraction points of a tree, above the ground or below, whichever are more.
fn points_each(rules: &CrownRules) -> u32 {
    rules.sharing.points.max(rules.sharing.roots.points)
}

/// Whether the crowns of this forest could be grown, as far as that is known before its first year: about a hectare of it is
/// grown where it could come to hold too many trees.
///
/// # Errors
/// [`LabError::Refused`] with what they would take; what the founders of the sample report.
pub fn check_crowns(scenario: &ForestScenario) -> Result<(), LabError> {
    let Some(rules) = &scenario.crowns else {
        return Ok(());
    };
    if let Some(crowns) = yearly_crowns(scenario) {
        crowns.check(&scenario.plot, &scenario.species)?;
    }
    let share = rules.share_written(&scenario.plot);
    let is_too_many = |trees: f64| trees * f64::from(points_each(rules)) > MOST_POINTS as f64;
    if !is_too_many(share * most_trees(scenario)) {
        return Ok(());
    }
    match tall_trees(scenario)? {
        Some(trees) if is_too_many(share * trees) => Err(LabError::refused(
            "crowns",
            format!(
                "about {} trees will be {} m high or more, and their crowns and roots would be {}",
                (share * trees) as u64,
                rules.min_height_m,
                takes(share * trees, points_each(rules))
            ),
            "give a `crowns.part`, raise `crowns.min_height_m`, or lower `crowns.points` and `crowns.roots.points`",
        )),
        _ => Ok(()),
    }
}

/// Writes crowns and roots when the last year is over: where crowns grow at the end, these; why none grew, where that showed only
/// now.
pub(crate) fn write_last(
    store: &dyn Store,
    forest: &mut Forest,
    scenario: &ForestScenario,
) -> Result<Option<String>, LabError> {
    let Some(rules) = &scenario.crowns else {
        store.remove(paths::CROWNS)?;
        return Ok(None);
    };
    match rules.when {
        CrownsWhen::Final => {
            store.remove(paths::CROWNS)?;
            let stood = Stood::of(forest, scenario, rules);
            let written = write(store, forest, scenario, rules, &stood, None)?;
            let note = |why| format!("no crowns grew in the last year: {why}; all other tables are there");
            Ok(written.err().map(note))
        }
        // Of a year that is recorded anyhow they are there.
        CrownsWhen::Yearly if forest.year().is_multiple_of(scenario.record.every_years) => Ok(None),
        CrownsWhen::Yearly => write_year(store, forest, scenario).map(|_| None),
    }
}

/// Writes the crowns and roots of this year, where crowns grow year by year and any have grown.
pub(crate) fn write_year(
    store: &dyn Store,
    forest: &mut Forest,
    scenario: &ForestScenario,
) -> Result<Vec<Written>, LabError> {
    let (Some(rules), 1..) = (yearly_rules(scenario), forest.year()) else {
        return Ok(Vec::new());
    };
    let crowned = Crowned::of(forest);
    let mut stood = Stood::of(forest, scenario, rules);
    stood.keep_crowned(&crowned);
    match write(store, forest, scenario, rules, &stood, Some(&crowned))? {
        Ok(written) => Ok(written),
        Err(why) => Err(LabError::NoRoots {
            year: forest.year(),
            why,
        }),
    }
}

/// Removes tables of crowns that a run which goes on from the year `newest` is going to write again, or would not have.
pub(crate) fn clear(store: &dyn Store, scenario: &ForestScenario, newest: u32) -> Result<(), LabError> {
    if yearly_rules(scenario).is_none() {
        return Ok(());
    }
    let stays = |path: &str| {
        let digits = path
            .rsplit_once("year-")
            .and_then(|(_, rest)| rest.split('.').next());
        let year = digits.and_then(|digits| digits.parse::<u32>().ok());
        year.is_some_and(|year| year <= newest && year.is_multiple_of(scenario.record.every_years))
    };
    for path in store.list(paths::CROWNS)? {
        // Files beside the tables are of the last year alone, which this one no longer is.
        if Format::of(&path).is_none() || !stays(&path) {
            store.remove(&path)?;
        }
    }
    Ok(())
}

/// Grows what has not grown of the crowns and roots of the forest as it stands, and writes their tables, or says why none could.
fn write(
    store: &dyn Store,
    forest: &Forest,
    scenario: &ForestScenario,
    rules: &CrownRules,
    stood: &Stood,
    crowned: Option<&Crowned>,
) -> Result<Result<Vec<Written>, String>, LabError> {
    let heights = scenario.ground();
    let ground = |place_m: [f64; 2]| heights.height_m(place_m);
    let skeleton = |place: usize| shoot(stood.points_of(place, crowned), stood.trees[place].base_m);
    let won = |place: usize| stood.won(place, crowned);
    let crowns = crowned.map(|crowned| StandCrowns {
        skeleton: &skeleton,
        won: &won,
        spacing_m: crowned.spacing_m,
    });
    let wetness = Wetness::of(scenario);
    let wetness = wetness
        .as_ref()
        .map(|wetness| |place_m: [f64; 2]| wetness.share(place_m));
    let stand = Stand {
        trees: &stood.trees,
        ground: scenario.terrain.is_some().then_some(&ground),
        crowns: crowns.as_ref(),
        wetness: wetness
            .as_ref()
            .map(|wetness| wetness as &(dyn Fn([f64; 2]) -> f64 + Sync)),
        key: RandomKey::root(scenario.header.seed, &["ground"]),
    };
    let grown = match grow_stand(&stand, &rules.sharing) {
        Ok(grown) => grown,
        Err(error) => return Ok(Err(stood.refusal(&error))),
    };
    let (year, format, names) = (forest.year(), format(scenario), Names::of(forest));
    let light = |tree: &Tree| {
        crowned
            .and_then(|crowned| crowned.won(tree.number))
            .map(|won| won.light)
    };
    // A tree is there while its own rows are written; a tree's row is small beside them.
    let mut tree_rows = Vec::with_capacity(stood.written.len());
    let rows = stood.written.iter().zip(grown.trees()).flat_map(|(tree, grown)| {
        tree_rows.push(stood.crown_row(&names, tree, &grown, light(tree)));
        growth_point_rows(tree.number, grown)
    });
    let nodes = write_table(store, &paths::growth_points(year, format), rows)?;
    let trees = write_table(store, &paths::crowns(year, format), tree_rows)?;
    Ok(Ok(vec![trees, nodes]))
}

/// The crowns of a forest that grow year by year.
struct Crowned {
    won: Vec<SpaceWon>,
    /// In the order of tree and number.
    growth_points: Vec<GrowthPoint>,
    spacing_m: f64,
}

impl Crowned {
    fn of(forest: &mut Forest) -> Self {
        Self {
            won: forest.space_won(),
            growth_points: forest.growth_points().collect(),
            spacing_m: forest.crown_spacing_m().unwrap_or_default(),
        }
    }

    fn won(&self, tree: u64) -> Option<&SpaceWon> {
        let place = self.won.binary_search_by_key(&tree, |won| won.tree).ok()?;
        Some(&self.won[place])
    }

    fn points_of(&self, tree: u64) -> &[GrowthPoint] {
        let first = self.growth_points.partition_point(|point| point.tree < tree);
        let count = self.growth_points[first..].partition_point(|point| point.tree == tree);
        &self.growth_points[first..first + count]
    }
}

/// The growth points of a tree as a skeleton.
fn shoot(points: &[GrowthPoint], base_m: [f64; 3]) -> Skeleton {
    let node = |point: &GrowthPoint| {
        let parent = points.binary_search_by_key(&point.parent, |other| other.node);
        let place_m = std::array::from_fn(|axis| base_m[axis] + f64::from(point.off_m[axis]));
        Node {
            lost_tips: point.lost_tips,
            ..Node::new(parent.ok().map(|place| place as u32), Part::Shoot, place_m, 0)
        }
    };
    let mut nodes: Vec<Node> = points.iter().map(node).collect();
    if nodes.is_empty() {
        nodes.push(Node::new(None, Part::Shoot, base_m, 0));
    }
    Skeleton { nodes }
}

/// The trees that grow crowns.
struct Stood {
    /// Those that are written down, then their neighbours.
    trees: Vec<StandTree>,
    /// The number of each in the table of trees.
    numbers: Vec<u64>,
    /// Those that are written down, in the order of their numbers.
    written: Vec<Tree>,
}

impl Stood {
    /// The trees of the part, and around it as many as the widest of all crowns and root systems reaches; on a torus also
    /// those beyond its edges.
    fn of(forest: &Forest, scenario: &ForestScenario, rules: &CrownRules) -> Self {
        let is_tall = |tree: &Tree| tree.size.height_m >= rules.min_height_m && tree.size.dbh_cm > 0.0;
        let window = forest.window();
        let is_written = |tree: &Tree| {
            window.holds(tree.place_m) && rules.part.is_none_or(|part| part.holds(tree.place_m))
        };
        let tall: Vec<Tree> = forest.trees().filter(is_tall).collect();
        let names: Vec<&str> = forest.species().map(|species| species.name.as_str()).collect();
        let stand_tree = |tree: &Tree| StandTree {
            key: tree.key,
            base_m: {
                let [x_m, y_m] = tree.place_m;
                [x_m, y_m, to_mm(scenario.ground().height_m(tree.place_m))]
            },
            height_m: tree.size.height_m,
            dbh_m: tree.size.dbh_cm / 100.0,
            crown_base_m: f64::from(tree.crown_base_m).min((1.0 - LEAST_CROWN) * tree.size.height_m),
            crown_radius_m: tree.crown_radius_m,
            shape: rules.shape(names[usize::from(tree.species)]),
            roots: rules.roots(names[usize::from(tree.species)]),
        };
        let written: Vec<Tree> = tall.iter().filter(|tree| is_written(tree)).copied().collect();
        let mut trees: Vec<StandTree> = written.iter().map(stand_tree).collect();
        let mut numbers: Vec<u64> = written.iter().map(|tree| tree.number).collect();
        let margin_m = trees
            .iter()
            .map(|tree| {
                let roots_m = 0.5 * rules.sharing.roots.width_per_height * tree.height_m;
                tree.crown_radius_m.max(roots_m)
            })
            .fold(0.0, f64::max);
        let (low_m, high_m) = bounds_m(&written);
        let is_near = |[x_m, y_m, _]: [f64; 3]| {
            let along = [(x_m, 0), (y_m, 1)];
            along
                .into_iter()
                .all(|(at_m, axis)| at_m >= low_m[axis] - margin_m && at_m <= high_m[axis] + margin_m)
        };
        let turns: &[[f64; 2]] = if forest.plot().is_torus() { &AROUND } else { &[] };
        for tree in &tall {
            let own = stand_tree(tree);
            if !is_written(tree) && is_near(own.base_m) {
                trees.push(own);
                numbers.push(tree.number);
            }
            for (number, turn) in (FIRST_IMAGE..).zip(turns) {
                let size_m = forest.plot().size_m();
                let [x_m, y_m, z_m] = own.base_m;
                let base_m = [x_m + turn[0] * size_m[0], y_m + turn[1] * size_m[1], z_m];
                if is_near(base_m) {
                    trees.push(StandTree {
                        key: own.key.child(0, Purpose::Attraction, number),
                        base_m,
                        ..own
                    });
                    numbers.push(tree.number);
                }
            }
        }
        Self {
            trees,
            numbers,
            written,
        }
    }

    /// Lets only trees be written down whose crowns have begun; the others stay their neighbours in the soil.
    fn keep_crowned(&mut self, crowned: &Crowned) {
        let has_crown: Vec<bool> = self
            .written
            .iter()
            .map(|tree| crowned.won(tree.number).is_some())
            .collect();
        let of_written = |place: &usize| has_crown.get(*place).copied().unwrap_or(false);
        let (first, after): (Vec<usize>, Vec<usize>) = (0..self.trees.len()).partition(of_written);
        let order = || first.iter().chain(&after).copied();
        self.trees = order().map(|place| self.trees[place]).collect();
        self.numbers = order().map(|place| self.numbers[place]).collect();
        let mut kept = has_crown.iter();
        self.written.retain(|_| kept.next().copied().unwrap_or(false));
    }

    /// The crown of a tree that is written down; of a neighbour nothing, as it only asks for soil.
    fn points_of<'a>(&self, place: usize, crowned: Option<&'a Crowned>) -> &'a [GrowthPoint] {
        let crowned = crowned.filter(|_| place < self.written.len());
        crowned.map_or(&[], |crowned| crowned.points_of(self.numbers[place]))
    }

    /// What that crown has won.
    fn won(&self, place: usize, crowned: Option<&Crowned>) -> Won {
        let crowned = crowned.filter(|_| place < self.written.len());
        let won = crowned.and_then(|crowned| crowned.won(self.numbers[place]));
        won.map_or_else(Won::default, |won| Won {
            offered: won.offered,
            reached: won.held,
        })
    }

    /// Why these trees could not be grown, by their own numbers.
    fn refusal(&self, error: &StandError) -> String {
        match *error {
            StandError::InOnePlace { numbers, place_m } => format!(
                "trees {} and {} stand in one place, {place_m:?}: move one of them",
                self.numbers[numbers[0]], self.numbers[numbers[1]]
            ),
            StandError::TooManyPoints { trees, points, .. } => format!(
                "{trees} trees, neighbours included, would have {}: raise `crowns.min_height_m`, or give a `crowns.part` or \
                 fewer `crowns.points`",
                takes(trees as f64, points)
            ),
            _ => error.to_string(),
        }
    }

    fn crown_row(&self, names: &Names<'_>, tree: &Tree, grown: &GrownTree, light: Option<f64>) -> CrownRow {
        let [x_m, y_m, z_m] = grown.skeleton.nodes[0].place_m;
        CrownRow {
            tree: tree.number,
            species: names.name(tree.species),
            x_m,
            y_m,
            z_m,
            dbh_cm: tree.size.dbh_cm,
            height_m: tree.size.height_m,
            points_offered: grown.crown.offered,
            points_reached: grown.crown.reached,
            space_won_m3: to_mm(grown.crown_volume_m3),
            grown_height_m: to_mm(grown.height_m()),
            crown_width_m: to_mm(grown.crown_width_m()),
            root_points_offered: grown.roots.offered,
            root_points_reached: grown.roots.reached,
            root_spread_m: to_mm(grown.root_spread_m()),
            light,
            nodes: grown.skeleton.nodes.len() as u32,
        }
    }
}

/// The eight plots around a torus, in its sides.
const AROUND: [[f64; 2]; 8] = [
    [-1.0, -1.0],
    [0.0, -1.0],
    [1.0, -1.0],
    [-1.0, 0.0],
    [1.0, 0.0],
    [-1.0, 1.0],
    [0.0, 1.0],
    [1.0, 1.0],
];
/// Numbers of the keys of a tree's images; those below are its shoot's and its root's.
const FIRST_IMAGE: u32 = 2;

/// The rectangle around trees; of none, one that holds nothing.
fn bounds_m(trees: &[Tree]) -> ([f64; 2], [f64; 2]) {
    let along = |axis: usize| trees.iter().map(move |tree| tree.place_m[axis]);
    let low_m = [0, 1].map(|axis| along(axis).fold(f64::INFINITY, f64::min));
    let high_m = [0, 1].map(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max));
    (low_m, high_m)
}

fn growth_point_rows(tree: u64, grown: GrownTree) -> impl Iterator<Item = GrowthPointRow> {
    (0..).zip(grown.skeleton.nodes).map(move |(number, node)| {
        // The collar stands where its tree does, to the last bit.
        let [x_m, y_m, z_m] = match number {
            0 => node.place_m,
            _ => node.place_m.map(to_mm),
        };
        GrowthPointRow {
            tree,
            node: number,
            parent: node.parent,
            part: match node.part {
                Part::Shoot => "shoot",
                Part::Root => "root",
            }
            .to_owned(),
            x_m,
            y_m,
            z_m,
            radius_m: to_hundredth_mm(node.radius_m),
        }
    })
}

fn to_hundredth_mm(length_m: f64) -> f64 {
    (length_m * 1e5).round() / 1e5
}
