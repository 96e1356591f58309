//! A life: the order of a year's systems, from a seedling on.

use std::f64::consts::TAU;

use understory_ecs::{Schedule, System, World};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::colonization::Obstacle;
use crate::metrics::BREAST_M;
use crate::seasons::bud::{Bud, Seat, narrow};
use crate::seasons::flow::Flow;
use crate::seasons::light::Light;
use crate::seasons::markers::Markers;
use crate::seasons::neighbour::Neighbour;
use crate::seasons::parameters::{LeafShade, Seasons, Surroundings};
use crate::seasons::season::Season;
use crate::seasons::systems::{Births, aside, conduct, fall, gather, grow, look, shade, share, shed, wake};
use crate::seasons::wood::{Life as Fate, NONE, Wood};
use crate::skeleton::{Node, Part, PipeModel, Skeleton};
use crate::vector::{add, scale};

/// A tree that lives.
pub(crate) struct Life {
    world: World,
    senses: Schedule,
    growth: Schedule,
}

impl Life {
    /// A seedling. Metamers are `coarseness` times as long as the form has them.
    pub(crate) fn begin(
        form: &Seasons,
        surroundings: Surroundings,
        obstacles: &[Obstacle],
        pipes: &PipeModel,
        coarseness: f64,
        key: RandomKey,
    ) -> Self {
        let internode_m = form.internode_m * coarseness;
        let mut world = World::new();
        world.add_kind::<Bud>();
        let mut wood = Wood::default();
        wood.push(NONE, [0.0; 3], 0, 0, key);
        let [turn, ..] = key.draws(0, Purpose::Form, 100).map(unit_from_u32);
        let seedlings = (0..form.stems).map(|number| {
            let around = TAU * (turn + f64::from(number) / f64::from(form.stems));
            // The first stem stands upright, the others lean away from it.
            let angle = if number == 0 {
                0.0
            } else {
                form.stem.angle_deg.to_radians()
            };
            Bud {
                key: key.child(0, Purpose::Bud, number),
                seat: Seat {
                    node: 0,
                    formed: 0,
                    favour: 1.0,
                    order: 0,
                    is_terminal: 1,
                    idle_yr: 0,
                    is_over: 0,
                },
                heading: narrow(aside([0.0, 0.0, 1.0], around, angle)),
                laid_m: 0.0,
                saved_m: 0.0,
            }
        });
        world.spawn::<Bud>(seedlings);
        let cell_m = form.space_internodes * internode_m;
        world.insert_resource(Markers::new(
            key.child(0, Purpose::Attraction, 0),
            cell_m,
            form.sight_internodes * internode_m,
        ));
        // Coarse leaves are as much larger as the space between them is.
        world.insert_resource(Light::new(&LeafShade {
            voxel_m: form.shade.voxel_m * coarseness,
            ..form.shade
        }));
        world.insert_resource(wood);
        world.insert_resource(Flow::default());
        world.insert_resource(Births::default());
        world.insert_resource(Season {
            form: form.clone(),
            surroundings,
            neighbours: Neighbour::all(form, surroundings, key),
            obstacles: obstacles.to_vec(),
            year: 0,
            age_yr: 0,
            internode_m,
            height_m: 0.0,
            pipes: *pipes,
        });
        let mut senses = Schedule::new();
        senses.push(System::new("shade", "leaves are counted, voxel by voxel", shade));
        senses.push(System::new("look", "buds sense light and free space", look));
        senses.push(System::new(
            "gather",
            "what light is worth adds up to the base",
            gather,
        ));
        let mut growth = Schedule::new();
        growth.push(System::new("shed", "branches with too little light die", shed));
        growth.push(System::new("share", "vigour is shared out to the buds", share));
        growth.push(System::new("grow", "buds put out shoots", grow).draws_of("bud, metamer, side bud"));
        growth
            .push(System::new("wake", "sleeping buds wake where there is light", wake).draws_of("side bud"));
        growth.push(System::new(
            "conduct",
            "new buds take over pipes that wait",
            conduct,
        ));
        growth.push(System::new("fall", "dead wood breaks off", fall).draws_of("dead limb"));
        Self {
            world,
            senses,
            growth,
        }
    }

    /// The buds sense what is around them, and the wood is measured.
    pub(crate) fn sense(&mut self) {
        self.world.res_mut::<Season>().year += 1;
        self.senses.run(&mut self.world);
    }

    /// The tree grows by a year, after it has sensed.
    pub(crate) fn grow(&mut self) {
        self.growth.run(&mut self.world);
        self.world.res_mut::<Season>().age_yr += 1;
        let numbers = {
            let mut wood = self.world.res_mut::<Wood>();
            let has_fallen = wood.life.contains(&Fate::Fallen);
            has_fallen.then(|| wood.without_fallen())
        };
        let kept: Vec<u32> = {
            let mut kept = Vec::new();
            let mut seats = self.world.view::<Bud, (&mut Seat,)>();
            for (row, seat) in (0..).zip(seats.slices().0.iter_mut()) {
                if let Some(numbers) = &numbers {
                    seat.node = numbers[seat.node as usize];
                }
                if seat.is_over == 0 && seat.node != NONE {
                    kept.push(row);
                }
            }
            kept
        };
        let mut births = std::mem::take(&mut self.world.res_mut::<Births>().0);
        if let Some(numbers) = &numbers {
            for bud in &mut births {
                bud.seat.node = numbers[bud.seat.node as usize];
            }
            births.retain(|bud| bud.seat.node != NONE);
        }
        self.world.renew::<Bud>(&kept, births.iter().copied());
        births.clear();
        self.world.res_mut::<Births>().0 = births;
        let height_m = {
            let wood = self.world.res::<Wood>();
            let places = wood.place.iter().zip(&wood.life);
            let alive = places.filter(|(_, life)| **life == Fate::Alive);
            alive.map(|(place, _)| place[2]).fold(0.0, f64::max)
        };
        self.world.res_mut::<Season>().height_m = height_m;
    }

    /// Whether any bud is awake.
    pub(crate) fn is_alive(&self) -> bool {
        self.world.count::<Bud>() > 0
    }

    /// Whether it had as many nodes as it may have before all shoots had grown.
    pub(crate) fn is_full(&self) -> bool {
        self.world.res::<Wood>().is_full
    }

    /// Years that it has lived.
    pub(crate) fn age_yr(&self) -> u32 {
        self.world.res::<Season>().age_yr
    }

    /// The longest way along living wood from the collar, m.
    pub(crate) fn way_m(&self) -> f64 {
        let wood = self.world.res::<Wood>();
        let ways = wood.path_m.iter().zip(&wood.life);
        let alive = ways.filter(|(_, life)| **life == Fate::Alive);
        f64::from(alive.map(|(way_m, _)| *way_m).fold(0.0, f32::max))
    }

    /// The way that the longest shoots of the leader make in as many years, m.
    pub(crate) fn possible_way_m(&self) -> f64 {
        let season = self.world.res::<Season>();
        season.possible_way_m()
    }

    /// Height of the living tree, m.
    pub(crate) fn height_m(&self) -> f64 {
        self.world.res::<Season>().height_m
    }

    /// Diameter of the stem at breast height, cm, as it was sensed; 0 for lower trees.
    pub(crate) fn dbh_cm(&self) -> f64 {
        let (flow, season) = (self.world.res::<Flow>(), self.world.res::<Season>());
        let at = flow.stem_at(&self.world.res::<Wood>(), BREAST_M);
        at.map_or(0.0, |node| {
            200.0 * season.pipes.radius_m(f64::from(flow.pipes[node as usize]))
        })
    }

    /// The wood as a skeleton without radii, with a short shoot for each bud that is awake.
    pub(crate) fn skeleton(&self) -> Skeleton {
        let season = self.world.res::<Season>();
        let year = season.age_yr;
        let mut skeleton = self.world.res::<Wood>().skeleton();
        let length_m = season.form.short_shoot_m;
        if length_m == 0.0 {
            return skeleton;
        }
        for bud in self.world.rows::<Bud>().iter() {
            let from_m = skeleton.nodes[bud.seat.node as usize].place_m;
            let mut place_m = add(from_m, scale(bud.heading.map(f64::from), length_m));
            // Those that head into the ground lie on it.
            place_m[2] = place_m[2].max(0.0);
            if !season.is_barred(from_m, place_m) {
                let shoot = Node::new(Some(bud.seat.node), Part::Shoot, place_m, year);
                skeleton.nodes.push(shoot);
            }
        }
        skeleton
    }
}
