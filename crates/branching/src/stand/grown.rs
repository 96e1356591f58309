//! What grew in a stand.

use understory_numerics::parallel::map;

use crate::colonization::grove::Grove;
use crate::colonization::{LeftOver, Obstacle};
use crate::metrics::dbh_cm;
use crate::roots::thicken_roots;
use crate::skeleton::{Part, Skeleton};
use crate::stand::earth::Earth;
use crate::stand::parameters::Sharing;
use crate::stand::top::Reach;
use crate::stand::tree::{CrownShape, StandTree};
use crate::stand::trees::StandCrowns;
use crate::stand::won::Won;

/// What grew in a stand, as it grew: a tree takes its shape when it is asked for, so that the trees of a large stand need
/// never be held at once.
pub struct GrownStand<'a> {
    /// When each tree took its turn.
    turns: Vec<usize>,
    sharing: &'a Sharing,
    earth: Earth<'a>,
    above: Half<'a>,
    below: Half<'a>,
}

/// What a side branch may take of the space to the next tree, as a share.
const HALF: f64 = 0.5;
/// Trees that take their shape at the same time.
const AT_ONCE: usize = 16;

impl<'a> GrownStand<'a> {
    /// That of trees that took their turns in this order.
    pub(crate) fn of(
        order: Vec<usize>,
        sharing: &'a Sharing,
        earth: Earth<'a>,
        above: Half<'a>,
        below: Half<'a>,
    ) -> Self {
        let mut turns = vec![0; order.len()];
        for (turn, &number) in order.iter().enumerate() {
            turns[number] = turn;
        }
        Self {
            turns,
            sharing,
            earth,
            above,
            below,
        }
    }

    /// The trees in the order in which they were given.
    pub fn trees(&self) -> impl Iterator<Item = GrownTree> {
        let count = self.turns.len();
        (0..count)
            .step_by(AT_ONCE)
            .flat_map(move |first| map(AT_ONCE.min(count - first), 1, |number| self.tree(first + number)))
    }

    /// A tree by its place among those that were given.
    ///
    /// # Panics
    /// Where there are not so many.
    #[must_use]
    pub fn tree(&self, number: usize) -> GrownTree {
        let turn = self.turns[number];
        let roots = self.below.skeleton(turn, number);
        let shoot = self.shoot(turn, number);
        let crown = self.above.won[turn];
        let spacing_m = self.above.spacing_m;
        GrownTree {
            skeleton: self.shaped(shoot, roots, self.given(number)),
            crown,
            roots: self.below.won.get(turn).copied().unwrap_or_default(),
            crown_volume_m3: f64::from(crown.reached) * (spacing_m * spacing_m * spacing_m),
        }
    }

    /// Mean distance between the attraction points of the crowns, m; 0 without trees.
    #[must_use]
    pub fn crown_spacing_m(&self) -> f64 {
        self.above.spacing_m
    }

    /// Attraction points that no crown reached.
    #[must_use]
    pub fn left_above(&self) -> LeftOver {
        self.above.left_over
    }

    /// Attraction points that no root reached.
    #[must_use]
    pub fn left_below(&self) -> LeftOver {
        self.below.left_over
    }

    fn given(&self, number: usize) -> &StandTree {
        &self.earth.trees()[number]
    }

    /// A shoot as it grew. One that came with its tree is finer at its top than what it grew towards, as the others are from
    /// the beginning.
    fn shoot(&self, turn: usize, number: usize) -> Skeleton {
        let mut shoot = self.above.skeleton(turn, number).expect("every tree has a shoot");
        let tree = self.given(number);
        if let (Wood::Before(_), CrownShape::Cone) = (&self.above.wood, tree.shape) {
            let growth = self.sharing.growth(self.above.spacing_m);
            let kill_m = growth.kill_distance_m();
            let main = shoot.main_children();
            let stem: Vec<u32> = std::iter::successors(Some(0), |&node| main[node as usize]).collect();
            let reach = Reach {
                kill_m,
                // Others may have come as near to the stem as the kill distance.
                longest_m: HALF * kill_m,
                step_m: growth.step_m,
            };
            shoot.clothe_top(stem, &tree.crown(), &reach);
        }
        shoot
    }

    /// Shoot and roots shaped and joined, the stem as thick as the tree's diameter.
    fn shaped(&self, shoot: Skeleton, roots: Option<Skeleton>, tree: &StandTree) -> Skeleton {
        let (earth, sharing) = (&self.earth, self.sharing);
        let shaped = |skeleton: Skeleton, obstacles: &[Obstacle]| {
            skeleton
                .relocated(obstacles)
                .with_forks_of_three(obstacles)
                .smoothed(0.5, 1, obstacles)
        };
        let mut skeleton = shaped(shoot, &[]);
        if let Some(roots) = roots {
            let stones = earth.stones_around(&roots);
            let mut roots = shaped(roots, &stones);
            keep_below(&mut roots, |place_m| earth.ground_m(tree.base_m, place_m));
            skeleton = skeleton.joined(&roots);
        }
        let pipes = sharing.pipes(1.0);
        skeleton.give_radii(&pipes).expect("the parameters were checked");
        // In radii of a tip: at breast height, or at the collar of a tree whose wood ends below.
        let stem = dbh_cm(&skeleton).map_or(skeleton.nodes[0].radius_m, |dbh_cm| dbh_cm / 200.0);
        let tip_radius_m = 0.5 * tree.dbh_m / stem;
        for node in &mut skeleton.nodes {
            node.radius_m *= tip_radius_m;
        }
        thicken_roots(&mut skeleton, sharing.roots.pipe_exponent);
        skeleton
    }
}

/// A segment that heads for a shallow place may come out of the ground, and a level one out of a slope: such roots run along
/// the surface.
fn keep_below(roots: &mut Skeleton, ground: impl Fn([f64; 2]) -> f64) {
    for node in roots.nodes.iter_mut().skip(1) {
        let [x_m, y_m, z_m] = &mut node.place_m;
        *z_m = z_m.min(ground([*x_m, *y_m]));
    }
}

/// What lies above the ground, or below it, in the order in which trees took their turns.
#[derive(Default)]
pub(crate) struct Half<'a> {
    pub(crate) wood: Wood<'a>,
    pub(crate) won: Vec<Won>,
    pub(crate) spacing_m: f64,
    pub(crate) left_over: LeftOver,
}

/// The wood of a half.
#[derive(Default)]
pub(crate) enum Wood<'a> {
    #[default]
    None,
    /// It grew here.
    Grown(Grove),
    /// There was nothing to grow to.
    Stems(Vec<Skeleton>),
    /// It had grown before.
    Before(&'a StandCrowns<'a>),
}

impl Half<'_> {
    fn skeleton(&self, turn: usize, number: usize) -> Option<Skeleton> {
        match &self.wood {
            Wood::None => None,
            Wood::Grown(grove) => Some(grove.skeleton(turn)),
            Wood::Stems(stems) => Some(stems[turn].clone()),
            Wood::Before(crowns) => Some((crowns.skeleton)(number)),
        }
    }
}

/// A tree that shared its space with others.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownTree {
    /// Shoot and roots with their radii; node 0 is the collar.
    pub skeleton: Skeleton,
    /// What its crown won.
    pub crown: Won,
    /// What its roots won.
    pub roots: Won,
    /// Volume of the space that its crown won, m³: what each attraction point stands for, times those that it reached.
    pub crown_volume_m3: f64,
}

impl GrownTree {
    /// Height of its wood over the collar, m.
    #[must_use]
    pub fn height_m(&self) -> f64 {
        let [low_m, high_m] = self.span_m(2, Part::Shoot);
        (high_m - low_m).max(0.0)
    }

    /// Mean width of its wood above the ground along x and y, m.
    #[must_use]
    pub fn crown_width_m(&self) -> f64 {
        self.width_m(Part::Shoot)
    }

    /// Mean width of its roots along x and y, m; 0 without roots.
    #[must_use]
    pub fn root_spread_m(&self) -> f64 {
        self.width_m(Part::Root)
    }

    fn width_m(&self, part: Part) -> f64 {
        let [x_m, y_m] = [0, 1].map(|axis| {
            let [low_m, high_m] = self.span_m(axis, part);
            high_m - low_m
        });
        (x_m + y_m) / 2.0
    }

    /// Lowest and highest place along an axis of the wood of a part and the collar, m.
    fn span_m(&self, axis: usize, part: Part) -> [f64; 2] {
        let collar_m = self.skeleton.nodes[0].place_m[axis];
        let of_part = self.skeleton.nodes.iter().filter(|node| node.part == part);
        of_part.fold([collar_m; 2], |[low_m, high_m], node| {
            let along_m = node.place_m[axis];
            [low_m.min(along_m), high_m.max(along_m)]
        })
    }
}
