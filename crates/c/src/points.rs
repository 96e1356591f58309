//! Points of a method, from the text or the file of a scenario.

use std::ffi::c_char;
use std::io;
use std::ptr;

use understory::lab::scatter::each_point;
use understory::scenario::{Files, load};
use understory::{DiskFiles, Overrides, ScatterScenario, open};

use crate::failure::guarded;
use crate::text::given;

/// The name by which problems call a text that lies in no file.
const TEXT: &str = "scenario";

/// A point that a method laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct UnderstoryPoint {
    /// Where it is, m: x to the east, y to the north.
    pub place_m: [f64; 2],
    /// Diameter of its zone, m; 0 of a method that knows no sizes.
    pub size_m: f64,
    /// Number of the segment of ground that it lies in, from 0.
    pub segment: u32,
}

/// Points that a method laid out. They are freed by understory_points_free.
#[derive(Debug)]
#[repr(C)]
pub struct UnderstoryPoints {
    /// The points; NULL after a failure, and where there are none.
    pub data: *mut UnderstoryPoint,
    /// How many there are.
    pub count: usize,
    /// 0, or -1 after a failure.
    pub status: i32,
}

impl UnderstoryPoints {
    const FAILED: Self = Self {
        data: ptr::null_mut(),
        count: 0,
        status: -1,
    };
}

/// Lays out the points of a scenario with a `[scatter]` table, which is given as its text; files that it names are taken from where the
/// program runs.
///
/// # Safety
/// `toml` is NULL or a text that ends in a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_points_of_text(toml: *const c_char) -> UnderstoryPoints {
    guarded(UnderstoryPoints::FAILED, || {
        // SAFETY: by the caller.
        let toml = unsafe { given("toml", toml) }?;
        let scenario = load(TEXT, &Text(toml), &Overrides::default());
        laid_out(&scenario.map_err(|problems| problems.to_string())?)
    })
}

/// Lays out the points of a scenario file with a `[scatter]` table.
///
/// # Safety
/// `path` is NULL or a text that ends in a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_points_of_file(path: *const c_char) -> UnderstoryPoints {
    guarded(UnderstoryPoints::FAILED, || {
        // SAFETY: by the caller.
        let path = unsafe { given("path", path) }?;
        let scenario = open(path, &Overrides::default());
        laid_out(&scenario.map_err(|error| error.to_string())?)
    })
}

/// A scenario that lies in no file, beside those that do.
struct Text<'a>(&'a str);

impl Files for Text<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if path == TEXT {
            return Ok(self.0.as_bytes().to_vec());
        }
        DiskFiles.read(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        DiskFiles.list(folder)
    }
}

fn laid_out(scenario: &ScatterScenario) -> Result<UnderstoryPoints, String> {
    let mut points = Vec::new();
    let each = |segment, place_m, size_m: Option<f64>| {
        points.push(UnderstoryPoint {
            place_m,
            size_m: size_m.unwrap_or(0.0),
            segment,
        });
    };
    each_point(scenario, each).map_err(|error| error.to_string())?;
    let count = points.len();
    let data = if count == 0 {
        ptr::null_mut()
    } else {
        Box::into_raw(points.into_boxed_slice()).cast()
    };
    Ok(UnderstoryPoints {
        data,
        count,
        status: 0,
    })
}

/// Frees points. What a failure gave is allowed.
///
/// # Safety
/// `points` is from understory_points_of_text or understory_points_of_file, as it was given, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn understory_points_free(points: UnderstoryPoints) {
    if !points.data.is_null() {
        let all = ptr::slice_from_raw_parts_mut(points.data, points.count);
        // SAFETY: by the caller it is what `laid_out` made of a box of so many.
        drop(unsafe { Box::from_raw(all) });
    }
}
