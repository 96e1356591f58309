//! What is dropped on the ground of a painted world, by the physics of `understory-drops`, where it is built in.

use understory_lab::store::Store;
use understory_lab::{Watch, write_table};
use understory_records::{DropRow, paths};
use understory_scenario::WorldScenario;

use crate::error::Error;
#[cfg(not(feature = "drops"))]
use crate::feature::Feature;

/// What became of a drop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DropOutcome {
    /// Its name.
    pub name: String,
    /// How many lie where they came to rest.
    pub lying: u64,
    /// How many still moved when the time was over; they are in the table as they were then.
    pub moving: u64,
    /// How many rolled farther away than the ground that is looked at; they are left out.
    pub gone: u64,
}

/// Lets everything fall and writes how it lies.
pub(crate) fn write_drops(
    scenario: &WorldScenario,
    store: &dyn Store,
    watch: &dyn Watch,
) -> Result<Vec<DropOutcome>, Error> {
    let drops = &scenario.world.painting().drops;
    if drops.is_empty() {
        return Ok(Vec::new());
    }
    let (rows, told) = fallen(scenario, watch)?;
    write_table(store, paths::DROP, &rows)?;
    Ok(told)
}

#[cfg(not(feature = "drops"))]
fn fallen(_: &WorldScenario, _: &dyn Watch) -> Result<(Vec<DropRow>, Vec<DropOutcome>), Error> {
    Feature::Drops.needed_by("`[[drop]]`")?;
    Ok((Vec::new(), Vec::new()))
}

#[cfg(feature = "drops")]
fn fallen(scenario: &WorldScenario, watch: &dyn Watch) -> Result<(Vec<DropRow>, Vec<DropOutcome>), Error> {
    use std::collections::BTreeMap;
    use std::io;

    use understory_drops::{Body, Solid, release, settle};
    use understory_numerics::{Purpose, RandomKey};

    use super::exports::corners_of;

    let world = &scenario.world;
    let ground = &*world.maps().ground;
    let mut solids = BTreeMap::new();
    for look in &scenario.assets {
        if let Some(corners_m) = corners_of(look) {
            // What is flat stops nothing; a drop of it was refused.
            if let Ok(solid) = Solid::around(&look.name, &corners_m) {
                solids.insert(&*look.name, solid);
            }
        }
    }
    // What was placed by hand lies there already, and so does each drop for the next.
    let mut lying: Vec<(&Solid, Body)> = Vec::new();
    for instance in world.placed_by_hand() {
        let asset = &*world.assets()[instance.asset as usize];
        if let Some(solid) = solids.get(asset) {
            let body = Body {
                place_m: instance.place_m,
                rotation: instance.rotation,
                scale: instance.scale,
            };
            lying.push((solid, body));
        }
    }
    let (mut rows, mut told) = (Vec::new(), Vec::new());
    let drops = &world.painting().drops;
    for (number, drop) in drops.iter().enumerate() {
        watch.step(
            &format!("dropping `{}`", drop.name),
            number as u64,
            drops.len() as u64,
        );
        let solid = solids.get(&*drop.asset);
        let solid = solid.ok_or_else(|| io::Error::other(format!("`{}` has no shape", drop.asset)))?;
        let key = RandomKey::root(scenario.header.seed, &["drop", &drop.name]);
        let falling = release(drop, key, solid, ground);
        let mut own = DropOutcome {
            name: drop.name.clone(),
            ..DropOutcome::default()
        };
        let rests = settle(drop, &falling, solid, &lying, ground);
        for (thing, rest) in (0..).zip(rests) {
            let Some(rest) = rest else {
                own.gone += 1;
                continue;
            };
            match rest.rest_s {
                Some(_) => own.lying += 1,
                None => own.moving += 1,
            }
            lying.push((solid, rest.body));
            let [x_m, y_m, z_m] = rest.body.place_m;
            let [qx, qy, qz, qw] = rest.body.rotation;
            rows.push(DropRow {
                drop: drop.name.clone(),
                change: "added".to_owned(),
                instance: key.child(0, Purpose::Member, thing).to_string(),
                asset: drop.asset.clone(),
                x_m,
                y_m,
                z_m,
                above_m: z_m - ground.height_m([x_m, y_m]),
                qx,
                qy,
                qz,
                qw,
                scale: rest.body.scale,
                shade: 1.0,
                rest_s: rest.rest_s,
                sunk_m: rest.sunk_m,
                overlap_m: rest.overlap_m,
            });
        }
        told.push(own);
    }
    Ok((rows, told))
}
