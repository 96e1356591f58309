//! Painted worlds, tile by tile.

use std::ffi::{CString, c_char};
use std::ptr;

use understory::lab::place::with_forests;
use understory::placement::{Detail, Instance, PaintedWorld};
use understory::{Overrides, WorldScenario, open};

use crate::failure::guarded;
use crate::text::{c_string, given};

/// The rule of an instance that was placed by hand.
const BY_HAND: i32 = -1;

/// A painted world, from understory_world_open.
pub struct UnderstoryWorld {
    world: PaintedWorld,
    assets: Vec<CString>,
    rules: Vec<CString>,
}

/// An asset that stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct UnderstoryInstance {
    /// Which it is, in every tile, at every density and after every edit elsewhere: the upper half of 128 bits.
    pub key_high: u64,
    /// The lower half.
    pub key_low: u64,
    /// Number of its asset; understory_world_asset has its name.
    pub asset: u32,
    /// Number of its rule, whose name understory_world_rule has; -1 where it was placed by hand.
    pub rule: i32,
    /// Where it stands, m: x to the east, y to the north, z up.
    pub place_m: [f64; 3],
    /// How it is turned from upright, as a unit quaternion x, y, z, w.
    pub rotation: [f64; 4],
    /// Its size, as a factor.
    pub scale: f64,
    /// Its brightness, as a factor of its asset's colour.
    pub shade: f64,
}

/// What stands in a tile. It is freed by understory_instances_free.
#[derive(Debug)]
#[repr(C)]
pub struct UnderstoryInstances {
    /// The instances; NULL after a failure, and in an empty tile.
    pub data: *mut UnderstoryInstance,
    /// How many there are.
    pub count: usize,
    /// 0, or -1 after a failure.
    pub status: i32,
}

impl UnderstoryInstances {
    const FAILED: Self = Self {
        data: ptr::null_mut(),
        count: 0,
        status: -1,
    };
}

/// Opens the scenario of a painted world, with a `[place]` table, and grows the forests that its rules stand as. NULL after a failure. It is
/// freed by understory_world_free.
///
/// # Safety
/// `path` is NULL or a text that ends in a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_world_open(path: *const c_char) -> *mut UnderstoryWorld {
    guarded(ptr::null_mut(), || {
        // SAFETY: by the caller.
        let path = unsafe { given("path", path) }?;
        let scenario: WorldScenario = open(path, &Overrides::default()).map_err(|error| error.to_string())?;
        let world = with_forests(&scenario, &())
            .map_err(|error| error.to_string())?
            .world;
        let rules = world.painting().rules.iter();
        Ok(Box::into_raw(Box::new(UnderstoryWorld {
            assets: world.assets().iter().map(|name| c_string(name)).collect(),
            rules: rules.map(|rule| c_string(&rule.name)).collect(),
            world,
        })))
    })
}

/// Frees a world. NULL is allowed.
///
/// # Safety
/// `world` is NULL or from understory_world_open, was not freed, and nobody reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_world_free(world: *mut UnderstoryWorld) {
    if !world.is_null() {
        // SAFETY: by the caller it is what a box was made to.
        drop(unsafe { Box::from_raw(world) });
    }
}

/// # Safety
/// `world` is NULL or from `understory_world_open`, and was not freed.
unsafe fn known<'a>(world: *const UnderstoryWorld) -> Result<&'a UnderstoryWorld, String> {
    // SAFETY: by the caller.
    unsafe { world.as_ref() }.ok_or_else(|| "`world` is NULL".to_owned())
}

/// Side of a tile, m; -1 after a failure.
///
/// # Safety
/// `world` is NULL or from understory_world_open, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_world_tile_side_m(world: *const UnderstoryWorld) -> f64 {
    guarded(-1.0, || {
        // SAFETY: by the caller.
        let known = unsafe { known(world) }?;
        Ok(known.world.painting().place.tile_m)
    })
}

/// The tiles that the world has: x and y of the first and of the last, which belongs to it. 0, or -1 after a failure.
///
/// # Safety
/// `world` is NULL or from understory_world_open, and was not freed; `first` and `last` are NULL or have room for two numbers each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_world_tiles(
    world: *const UnderstoryWorld,
    first: *mut [i32; 2],
    last: *mut [i32; 2],
) -> i32 {
    guarded(-1, || {
        // SAFETY: by the caller.
        let (known, first, last) = unsafe { (known(world)?, first.as_mut(), last.as_mut()) };
        let (low, high) = bounds(&known.world)?;
        *first.ok_or("`first` is NULL")? = low;
        *last.ok_or("`last` is NULL")? = high;
        Ok(0)
    })
}

/// Tiles go row by row, so that the first and the last are corners.
fn bounds(world: &PaintedWorld) -> Result<([i32; 2], [i32; 2]), String> {
    let tiles = world.tiles();
    match (tiles.first(), tiles.last()) {
        (Some(&low), Some(&high)) => Ok((low, high)),
        _ => Err("the world has no tile".to_owned()),
    }
}

/// What stands in a tile: the same whichever other tiles are asked for, in any order and by any number of threads. `density_scale` is the
/// share that is wanted, 0 to 1, as a player's settings say; less only takes instances away.
///
/// # Safety
/// `world` is NULL or from understory_world_open, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_world_tile(
    world: *const UnderstoryWorld,
    tile_x: i32,
    tile_y: i32,
    density_scale: f64,
) -> UnderstoryInstances {
    guarded(UnderstoryInstances::FAILED, || {
        // SAFETY: by the caller.
        let world = &unsafe { known(world) }?.world;
        let ([low_x, low_y], [high_x, high_y]) = bounds(world)?;
        if !(low_x..=high_x).contains(&tile_x) || !(low_y..=high_y).contains(&tile_y) {
            return Err(format!(
                "there is no tile {tile_x},{tile_y}: this world has those from {low_x},{low_y} to {high_x},{high_y}"
            ));
        }
        if !(0.0..=1.0).contains(&density_scale) {
            return Err(format!(
                "`density_scale` is {density_scale}, but must be from 0 to 1"
            ));
        }
        let detail = Detail {
            density_scale: world.detail().density_scale * density_scale,
            ..world.detail()
        };
        let instances = world.tile([tile_x, tile_y], &detail);
        Ok(handed_out(instances.iter().map(for_c).collect()))
    })
}

fn for_c(instance: &Instance) -> UnderstoryInstance {
    let key = instance.key.bits();
    UnderstoryInstance {
        key_high: (key >> 64) as u64,
        key_low: key as u64,
        asset: instance.asset,
        rule: instance.rule.map_or(BY_HAND, |rule| rule as i32),
        place_m: instance.place_m,
        rotation: instance.rotation,
        scale: instance.scale,
        shade: instance.shade,
    }
}

fn handed_out(instances: Box<[UnderstoryInstance]>) -> UnderstoryInstances {
    let count = instances.len();
    let data = if count == 0 {
        ptr::null_mut()
    } else {
        Box::into_raw(instances).cast()
    };
    UnderstoryInstances {
        data,
        count,
        status: 0,
    }
}

/// Frees what stands in a tile. What a failure gave is allowed.
///
/// # Safety
/// `instances` is from understory_world_tile, as it was given, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_instances_free(instances: UnderstoryInstances) {
    if !instances.data.is_null() {
        let all = ptr::slice_from_raw_parts_mut(instances.data, instances.count);
        // SAFETY: by the caller it is what `handed_out` made of a box of so many.
        drop(unsafe { Box::from_raw(all) });
    }
}

/// Name of an asset, which stays as long as the world; NULL if there is no such number.
///
/// # Safety
/// `world` is NULL or from understory_world_open, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_world_asset(world: *const UnderstoryWorld, asset: u32) -> *const c_char {
    guarded(ptr::null(), || {
        // SAFETY: by the caller.
        let known = unsafe { known(world) }?;
        name_in(&known.assets, "asset", asset)
    })
}

/// Name of a rule, which stays as long as the world; NULL if there is no such number.
///
/// # Safety
/// `world` is NULL or from understory_world_open, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_world_rule(world: *const UnderstoryWorld, rule: i32) -> *const c_char {
    guarded(ptr::null(), || {
        // SAFETY: by the caller.
        let known = unsafe { known(world) }?;
        let rule = u32::try_from(rule).map_err(|_| format!("there is no rule {rule}: placed by hand"))?;
        name_in(&known.rules, "rule", rule)
    })
}

fn name_in(names: &[CString], what: &str, number: u32) -> Result<*const c_char, String> {
    let name = names.get(number as usize);
    let name = name.ok_or_else(|| format!("there is no {what} {number}: there are {}", names.len()))?;
    Ok(name.as_ptr())
}
