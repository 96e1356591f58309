//! `bake`: a tile whose copies join, from the trees of a forest: its density, spacing and sizes at a jittered grid's cost.

mod seam;
mod statistics;

use understory_forest::Forest;
use understory_numerics::{Purpose, RandomKey};
use understory_placement::parameters::{Baking, Thinning};
use understory_records::{TilePointRow, TreeRow, paths};
use understory_scatter::even_order;
use understory_scenario::ForestScenario;
use understory_space::{Edge, Plot};

use crate::error::LabError;
use crate::run::founders::{forest_at_start, grow_patch};
use crate::store::Store;
use crate::tables::{Names, write_table};

pub use statistics::{SHARES, TileStatistics, tile_statistics};

/// The trees of a forest in one year, on the ground that is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestTrees {
    /// The ground.
    pub plot: Plot,
    /// The trees, each in its row.
    pub trees: Vec<TreeRow>,
    /// The year.
    pub year: u32,
}

/// A tile that was baked.
#[derive(Clone, Debug, PartialEq)]
pub struct Baked {
    /// Width and height, m; opposite edges meet.
    pub size_m: [f64; 2],
    /// Its trees, the last to be taken away first.
    pub rows: Vec<TilePointRow>,
    /// How it was made.
    pub made: Made,
    /// What a reader should know of it.
    pub notes: Vec<String>,
    /// The ground and the places of the trees that it was baked from, m.
    pub forest: (Plot, Vec<[f64; 2]>),
    /// Heights of those trees, m, in the order of their places.
    pub heights_m: Vec<f64>,
}

/// How a tile was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// A forest on a torus is a tile as it grew.
    AsItGrew,
    /// A square was cut out of the forest, and trees near the seam were moved.
    Mended,
}

impl Made {
    /// What tables and manifests call it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::AsItGrew => "as it grew",
            Self::Mended => "cut and mended",
        }
    }
}

impl ForestTrees {
    /// Grows the forest of a scenario until its last year and takes the trees that are counted.
    ///
    /// # Errors
    /// [`LabError`] where it cannot grow.
    pub fn grow(scenario: &ForestScenario) -> Result<Self, LabError> {
        let forest = grow_patch(scenario, scenario.years, scenario.header.seed)?;
        Ok(Self::of(scenario, &forest))
    }

    /// Grows the forest of a scenario through some years, ascending, and hands each year's trees to `each`.
    ///
    /// # Errors
    /// [`LabError`] where it cannot grow, or what `each` reports.
    pub fn grow_through(
        scenario: &ForestScenario,
        years: &[u32],
        each: &mut dyn FnMut(Self) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let mut forest = forest_at_start(scenario, scenario.header.seed, false)?;
        for &year in years {
            while forest.year() < year {
                forest.advance();
            }
            each(Self::of(scenario, &forest))?;
        }
        Ok(())
    }

    fn of(scenario: &ForestScenario, forest: &Forest) -> Self {
        let (names, window) = (Names::of(forest), forest.window());
        let counted = forest.trees().filter(|tree| window.holds(tree.place_m));
        let trees = counted
            .map(|tree| names.tree_row(scenario.ground(), &tree))
            .collect();
        Self {
            plot: *scenario.borders.window.plot(),
            trees,
            year: forest.year(),
        }
    }
}

/// Bakes a tile from the trees of a forest; its draws follow from the seed.
///
/// A forest on a torus is a tile as it grew, unless another side is asked for. Else a square is cut out of its middle, and trees
/// near the cut are moved until spacing across the seam is that of the forest; all others stand as they grew.
///
/// # Errors
/// [`LabError::Refused`] for a species that the forest has not, too few trees or too small a forest, with the key in a rule.
pub fn bake(forest: &ForestTrees, baking: &Baking, seed: u64) -> Result<Baked, LabError> {
    let trees = taken(forest, baking)?;
    let plot = &forest.plot;
    let key = RandomKey::root(seed, &["bake"]);
    let places_m: Vec<[f64; 2]> = trees.iter().map(|tree| [tree.x_m, tree.y_m]).collect();
    let as_it_grew = plot.is_torus() && baking.side_m.is_none_or(|side_m| plot.size_m() == [side_m; 2]);
    let (size_m, laid_out, made, notes) = if as_it_grew {
        let origin_m = plot.origin_m();
        let at = |place_m: &[f64; 2]| std::array::from_fn(|axis| place_m[axis] - origin_m[axis]);
        let laid_out = places_m.iter().map(at).zip(0..).collect();
        (plot.size_m(), laid_out, Made::AsItGrew, Vec::new())
    } else {
        let side_m = baking.side_m.unwrap_or(plot.shorter_side_m());
        if side_m > plot.shorter_side_m() {
            let [width_m, height_m] = plot.size_m();
            return Err(LabError::refused(
                "grown.side_m",
                format!(
                    "a tile of {side_m} m is larger than its forest, which is {width_m} m by {height_m} m"
                ),
                "make the tile smaller, or grow a larger forest",
            ));
        }
        let (laid_out, moved) = cut(plot, &places_m, side_m, key)?;
        if laid_out.len() < 2 {
            return Err(too_few(forest, baking, trees.len(), laid_out.len()));
        }
        let notes = vec![format!(
            "{moved} of {} trees, near the seam, were moved so that spacing across it is the forest's",
            laid_out.len()
        )];
        ([side_m; 2], laid_out, Made::Mended, notes)
    };
    Ok(Baked {
        rows: ranked(&trees, laid_out, size_m, baking.ranks, key)?,
        size_m,
        made,
        notes,
        forest: (*plot, places_m),
        heights_m: trees.iter().map(|tree| tree.height_m).collect(),
    })
}

impl Baked {
    /// Writes the tile and what was measured of it.
    ///
    /// # Errors
    /// What the store reports.
    pub fn write(&self, measured: &TileStatistics, store: &dyn Store) -> Result<(), LabError> {
        write_table(store, paths::TILE, self.rows.iter().cloned())?;
        write_table(store, paths::TILE_STATISTICS, measured.rows.iter().cloned())?;
        write_table(store, paths::TILE_FUNCTIONS, measured.functions.iter().cloned())?;
        Ok(())
    }
}

/// The trees that a tile is baked from: of the species that is asked for, and thick enough.
fn taken<'a>(forest: &'a ForestTrees, baking: &Baking) -> Result<Vec<&'a TreeRow>, LabError> {
    let is_own = |tree: &&TreeRow| {
        baking
            .species
            .as_ref()
            .is_none_or(|species| *species == tree.species)
    };
    let own: Vec<&TreeRow> = forest.trees.iter().filter(is_own).collect();
    if let (true, Some(species)) = (own.is_empty(), &baking.species) {
        let mut there: Vec<&str> = forest.trees.iter().map(|tree| &*tree.species).collect();
        there.sort_unstable();
        there.dedup();
        let way_out = match there.is_empty() {
            true => "no tree stands there; take a later year".to_owned(),
            false => format!("there are: {}", there.join(", ")),
        };
        let why = format!(
            "there is no tree of the species `{species}` in year {}",
            forest.year
        );
        return Err(LabError::refused("grown.species", why, way_out));
    }
    let all = own.len();
    let trees: Vec<&TreeRow> = own
        .into_iter()
        .filter(|tree| tree.dbh_cm >= baking.dbh_min_cm)
        .collect();
    if trees.len() < 2 {
        return Err(too_few(forest, baking, all, trees.len()));
    }
    Ok(trees)
}

/// Why the trees that were found are too few for a tile.
fn too_few(forest: &ForestTrees, baking: &Baking, all: usize, found: usize) -> LabError {
    LabError::refused(
        "grown.year",
        format!(
            "of {all} trees in year {}, {found} are at least {} cm thick, but a tile takes at least 2",
            forest.year, baking.dbh_min_cm
        ),
        "take thinner trees too, or a later year",
    )
}

/// A place in the tile and the number of the tree that stands there.
type LaidOut = Vec<([f64; 2], usize)>;

/// The trees of a square in the middle of the forest, on a torus whose seam is mended, and how many of them moved.
fn cut(
    plot: &Plot,
    places_m: &[[f64; 2]],
    side_m: f64,
    key: RandomKey,
) -> Result<(LaidOut, usize), LabError> {
    let low_m: [f64; 2] =
        std::array::from_fn(|axis| plot.origin_m()[axis] + (plot.size_m()[axis] - side_m) / 2.0);
    let (mut own_m, mut numbers) = (Vec::new(), Vec::new());
    for (number, place_m) in places_m.iter().enumerate() {
        let at_m: [f64; 2] = std::array::from_fn(|axis| place_m[axis] - low_m[axis]);
        if at_m.iter().all(|at_m| (0.0..side_m).contains(at_m)) {
            own_m.push(at_m);
            numbers.push(number);
        }
    }
    let tile = Plot::new([0.0; 2], [side_m; 2], Edge::Torus).map_err(std::io::Error::other)?;
    let (own_m, moved) = seam::mended(&tile, own_m, (plot, places_m), key.child(0, Purpose::Member, 0))?;
    Ok((own_m.into_iter().zip(numbers).collect(), moved))
}

/// The rows of a tile in the order in which its trees are taken away backwards.
fn ranked(
    trees: &[&TreeRow],
    laid_out: LaidOut,
    size_m: [f64; 2],
    ranks: Thinning,
    key: RandomKey,
) -> Result<Vec<TilePointRow>, LabError> {
    let key = key.child(0, Purpose::Member, 1);
    let mut order: Vec<u32> = (0..laid_out.len() as u32).collect();
    match ranks {
        Thinning::Random => order.sort_by_key(|&number| (key.draws(0, Purpose::Place, number), number)),
        Thinning::Largest => {
            let height_m = |number: u32| trees[laid_out[number as usize].1].height_m;
            order.sort_by(|&a, &b| height_m(b).total_cmp(&height_m(a)).then(a.cmp(&b)));
        }
        Thinning::Even => {
            let tile = Plot::new([0.0; 2], size_m, Edge::Torus).map_err(std::io::Error::other)?;
            let places_m: Vec<[f64; 2]> = laid_out.iter().map(|&(place_m, _)| place_m).collect();
            order = even_order(&tile, &places_m, key);
        }
    }
    let count = order.len() as f64;
    let rows = (0..).zip(order).map(|(rank, number)| {
        let ([x_m, y_m], tree) = laid_out[number as usize];
        let tree = trees[tree];
        TilePointRow {
            x_m,
            y_m,
            rank: f64::from(rank) / count,
            species: tree.species.clone(),
            dbh_cm: tree.dbh_cm,
            height_m: tree.height_m,
            crown_radius_m: tree.crown_radius_m,
        }
    });
    Ok(rows.collect())
}
