//! What measuring a pattern will take of memory, so that too much is refused and never tried.

use std::collections::BTreeSet;

use understory_spacing::{CovariateRaster, default_pixels};

use super::error::{StatsError, text};
use super::options::{Pattern, StatsOptions};
use super::tests_by_name::GlobalTestName;

/// A value of a curve.
const NUMBER: u64 = 8;
/// A value of a table, which may be undefined.
const FIELD: u64 = 16;
/// Of a family of curves that is tested: the curves by themselves, by distance, their ranks, and the ranks sorted.
const FAMILY: u64 = 4 * NUMBER;
/// Of each point: the point and its mark, and the indices of its pairs and of its neighbours. A million points peak at
/// some 120 MB; with simulations at 180 MB on one thread and 280 MB on two.
const POINT: u64 = 140;
/// Of each point, of the places from which all simulated patterns are looked at.
const PLACE: u64 = 16;
/// Of each test point: its distances to the nearest point and to the edge, twice while they are sorted.
const PIXEL: u64 = 48;
/// The program, its threads and figures.
const BASE: u64 = 64 << 20;
/// Of each distance: sums of all bands of points under a kernel, for each correction in turn.
const STEP: u64 = 1 << 10;
/// Columns of a table at most, and tables of a pair of species.
const COLUMNS: u64 = 6;
const OF_PAIR: u64 = 4;

/// Refuses what memory will not hold, naming what takes most of it.
pub(super) fn check(pattern: &Pattern, options: &StatsOptions) -> Result<(), StatsError> {
    let Some(free_bytes) = options.free_bytes else {
        return Ok(());
    };
    let parts = parts(pattern, options);
    let needed_bytes: u64 = parts
        .iter()
        .map(|part| part.bytes)
        .fold(BASE, u64::saturating_add);
    let most = parts.into_iter().max_by_key(|part| part.bytes);
    match most {
        Some(most) if needed_bytes > free_bytes => Err(StatsError::Refused(format!(
            "{} would take some {} of memory, but there are {}; {}",
            most.what,
            text(needed_bytes),
            text(free_bytes),
            most.way_out
        ))),
        _ => Ok(()),
    }
}

/// One reason for memory.
struct Part {
    what: String,
    bytes: u64,
    way_out: &'static str,
}

/// What takes memory, each with the option that would lessen it.
fn parts(pattern: &Pattern, options: &StatsOptions) -> Vec<Part> {
    let points = pattern.points_m.len();
    let distances = options.r_steps as u64 + 1;
    let threads = rayon::current_num_threads() as u64;
    let is_simulated = options.simulations > 0;
    let at_once = if is_simulated { threads } else { 1 };

    let names: BTreeSet<&String> = pattern.species.iter().collect();
    let pairs = (names.len() * names.len().saturating_sub(1)) as u64;
    let tables = options.functions.len() as u64 + 2 + pairs * OF_PAIR;
    let tables = tables * if is_simulated { 2 } else { 1 };
    let curves = tables
        .saturating_mul(distances)
        .saturating_mul(COLUMNS * FIELD)
        .saturating_add(distances.saturating_mul(STEP * at_once));

    let compared = (u64::from(options.simulations)).max(options.null.len() as u64) + 1;
    // Each simulated pattern is measured by all functions of the points that are tested, and dropped; of pairs of species
    // three functions are.
    let tested = options.functions.iter().filter(|function| function.is_tested());
    let of_pair = if pairs > 0 { OF_PAIR - 1 } else { 0 };
    let held = (tested.count() as u64).max(of_pair).max(1);
    // Those that are tested together are kept, and once more in their test.
    let together = if options.tests.contains(&GlobalTestName::Combined) {
        2 * options.functions.len() as u64
    } else {
        0
    };
    let families = if compared > 1 {
        compared
            .saturating_mul(distances)
            .saturating_mul(FAMILY + (held + together) * NUMBER)
    } else {
        0
    };

    let [columns, rows] = options
        .pixels
        .unwrap_or_else(|| default_pixels(points, &pattern.window));
    let pixels = if options.functions.iter().any(|function| function.takes_pixels()) {
        u64::from(columns) * u64::from(rows)
    } else {
        0
    };
    let cells = options.covariate.as_ref().map_or(0, CovariateRaster::count);
    vec![
        Part {
            what: format!("{points} points"),
            bytes: (points as u64).saturating_mul(POINT * at_once + if is_simulated { PLACE } else { 0 }),
            way_out: "measure a part of the window, or ask for fewer `--threads`",
        },
        Part {
            what: format!("{} simulations at {distances} distances", compared - 1),
            bytes: families,
            way_out: "999 simulations settle a test at 5 %; ask for fewer, or for fewer `--r-steps`",
        },
        Part {
            what: format!("{tables} tables of {distances} distances"),
            bytes: curves,
            way_out: "ask for fewer `--r-steps`, or for fewer `--functions`",
        },
        Part {
            what: format!("{columns} × {rows} test points"),
            bytes: pixels.saturating_mul(PIXEL * at_once),
            way_out: "ask for fewer `--pixels`, or leave F and J out of `--functions`",
        },
        Part {
            what: format!("a covariate of {cells} cells"),
            bytes: (cells as u64).saturating_mul(2 * NUMBER),
            way_out: "cut the raster to the window, or give a coarser one",
        },
    ]
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::stats::Function;

    fn refusal(options: StatsOptions) -> Option<String> {
        let pattern = Pattern {
            points_m: vec![[1.0, 1.0], [2.0, 3.0], [2.5, 4.0]],
            window: Plot::new([0.0; 2], [9.0; 2], Edge::Open).unwrap().into(),
            marks: Vec::new(),
            species: Vec::new(),
        };
        let options = StatsOptions {
            free_bytes: Some(4 << 30),
            ..options
        };
        check(&pattern, &options).err().map(|error| error.to_string())
    }

    /// A million simulations grew until the program was aborted.
    #[test]
    fn what_memory_cannot_hold_is_refused_with_what_takes_it() {
        let usual = StatsOptions::default;
        assert_eq!(refusal(usual()), None);
        assert_eq!(
            refusal(StatsOptions {
                simulations: 9_999,
                ..usual()
            }),
            None
        );
        let message = refusal(StatsOptions {
            simulations: 1_000_000,
            ..usual()
        });
        let message = message.expect("41 GB are more than 4");
        assert!(
            message.starts_with("1000000 simulations at 513 distances would take some 41."),
            "{message}"
        );
        assert!(
            message.contains("but there are 4.3 GB; 999 simulations"),
            "{message}"
        );
        let message = refusal(StatsOptions {
            pixels: Some([10_000, 10_000]),
            ..usual()
        });
        assert!(message.expect("4.8 GB").starts_with("10000 × 10000 test points"));
        let message = refusal(StatsOptions {
            r_steps: 1 << 20,
            simulations: 199,
            ..usual()
        });
        assert!(
            message
                .expect("17 GB")
                .starts_with("199 simulations at 1048577 distances")
        );
    }

    fn bytes(pattern: &Pattern, options: &StatsOptions) -> [u64; 5] {
        // As many threads on any machine.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let parts = pool.install(|| parts(pattern, options));
        let bytes: Vec<u64> = parts.into_iter().map(|part| part.bytes).collect();
        bytes.try_into().unwrap()
    }

    #[test]
    fn each_part_takes_what_it_holds() {
        let one = Pattern {
            points_m: vec![[1.0, 1.0], [2.0, 3.0], [2.5, 4.0], [7.0, 7.0]],
            window: Plot::new([0.0; 2], [9.0; 2], Edge::Open).unwrap().into(),
            marks: Vec::new(),
            species: Vec::new(),
        };
        let usual = StatsOptions {
            r_steps: 99,
            pixels: Some([10, 20]),
            ..StatsOptions::default()
        };
        // Points; no simulations; six functions and two of marks, of 100 distances in six columns of 16 bytes, and a
        // kilobyte for each; pixels.
        let alone = bytes(&one, &usual);
        assert_eq!(alone, [4 * 140, 0, 8 * 100 * 96 + 100 * 1024, 200 * 48, 0]);
        let simulated = StatsOptions {
            simulations: 19,
            ..usual.clone()
        };
        // On three threads at once, with an envelope beside each table; the curves of six functions are held.
        let families = 20 * 100 * (4 * 8 + 6 * 8);
        assert_eq!(
            bytes(&one, &simulated),
            [
                3 * 4 * 140 + 4 * 16,
                families,
                16 * 100 * 96 + 3 * 100 * 1024,
                3 * 200 * 48,
                0
            ]
        );
        // Six functions are kept for a test of all together, twice.
        let together = StatsOptions {
            tests: vec![GlobalTestName::Combined],
            ..simulated.clone()
        };
        assert_eq!(bytes(&one, &together)[1], families + 20 * 100 * 12 * 8);
        let raster = CovariateRaster::new([0.0; 2], [1.0; 2], [9; 2], vec![1.0; 81]);
        let by_covariate = StatsOptions {
            covariate: Some(raster.unwrap()),
            ..usual.clone()
        };
        assert_eq!(bytes(&one, &by_covariate)[4], 81 * 16);
        let two = Pattern {
            species: ["oak", "ash", "oak", "elm"].map(str::to_owned).to_vec(),
            ..one.clone()
        };
        // Three species are six pairs with four tables each, of which three curves are held at a time.
        let found = bytes(&two, &simulated);
        assert_eq!(found[1], families);
        let of_pairs = StatsOptions {
            functions: vec![Function::G],
            ..simulated.clone()
        };
        assert_eq!(bytes(&two, &of_pairs)[1], 20 * 100 * (4 * 8 + 3 * 8));
        assert_eq!(found[2], (8 + 24) * 2 * 100 * 96 + 3 * 100 * 1024);
        let given = StatsOptions {
            null: vec![Vec::new(); 7],
            ..usual.clone()
        };
        assert_eq!(
            bytes(&one, &given),
            [alone[0], 8 * 100 * 80, alone[2], alone[3], 0]
        );
        for (functions, is_counted) in [
            (vec![Function::F], true),
            (vec![Function::J], true),
            (vec![Function::G, Function::K], false),
        ] {
            let options = StatsOptions {
                functions,
                ..usual.clone()
            };
            assert_eq!(bytes(&one, &options)[3] > 0, is_counted);
        }
        let [columns, rows] = default_pixels(4, &one.window);
        let options = StatsOptions {
            pixels: None,
            ..usual.clone()
        };
        assert_eq!(
            bytes(&one, &options)[3],
            u64::from(columns) * u64::from(rows) * 48
        );

        // All parts and the program itself; as much as there is will do.
        let needed = (64 << 20) + alone.iter().sum::<u64>();
        let with = |free_bytes: u64| StatsOptions {
            free_bytes: Some(free_bytes),
            ..usual.clone()
        };
        assert_eq!(check(&one, &with(needed)), Ok(()));
        let message = check(&one, &with(needed - 1)).unwrap_err().to_string();
        let expected = format!(
            "8 tables of 100 distances would take some {} of memory",
            text(needed)
        );
        assert!(message.starts_with(&expected), "{message}");
        assert_eq!(check(&one, &usual), Ok(()));
    }
}
