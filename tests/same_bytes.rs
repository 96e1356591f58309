//! Same scenario and seed, same tables: for any number of threads, after any stop, from any copy.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use crate::util::{Csv, Place, Stand};

/// A fixed small scenario's census, spacing and last trees.
///
/// A new hash means that every scenario's results change. It is minted by copying what the failing test prints,
/// and the changelog must say why it changed.
const GOLDEN: &str = "e7b295f3a08cabe5a006c1ab86895099c1ed197ebbffbfe0bb25b3c5e7df699f";

pub(crate) fn assert_same(ours: &BTreeMap<String, Vec<u8>>, theirs: &BTreeMap<String, Vec<u8>>) {
    let names = |run: &BTreeMap<String, Vec<u8>>| run.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(ours), names(theirs));
    // Tables first, which tell more than the figures drawn from them.
    let (figures, tables): (Vec<_>, Vec<_>) = ours.iter().partition(|(path, _)| path.starts_with("figures/"));
    for (path, bytes) in tables.into_iter().chain(figures) {
        let other = &theirs[path];
        if bytes == other {
            continue;
        }
        let (text, other) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(other));
        let line = text.lines().zip(other.lines()).position(|(a, b)| a != b);
        let line = line.unwrap_or_else(|| text.lines().count().min(other.lines().count()));
        panic!(
            "{path} differs in line {}:\n{:?}\n{:?}",
            line + 1,
            text.lines().nth(line),
            other.lines().nth(line)
        );
    }
}

#[test]
fn threads_change_nothing_and_neither_does_a_second_run_nor_one_from_the_runs_own_folder() {
    let place = Place::with(&Stand::CROWDED);
    place.run_well("run stand.toml --out one --threads 1");
    let one = place.everything("one");
    assert!(
        one["trees/year-0020.csv"]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
            > 700
    );
    place.run_well("run stand.toml --out two --threads 2");
    assert_same(&one, &place.everything("two"));
    place.run_well("run one/scenario.toml --out one --threads 2");
    assert_same(&one, &place.everything("one"));
}

#[test]
fn overrides_are_those_that_the_runs_own_folder_names() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out a --seed 8 --years 3");
    place.run_well("run a/scenario.toml --out b");
    let a = place.everything("a");
    assert_same(&a, &place.everything("b"));
    place.write(
        "other.toml",
        &place
            .read("stand.toml")
            .replace("seed = 7", "seed = 8")
            .replace("years = 4", "years = 3"),
    );
    place.run_well("run other.toml --out c");
    let c = place.everything("c");
    assert_same(&a, &c);
    place.run_well("run stand.toml --out d --years 3");
    assert_ne!(a["census.csv"], place.everything("d")["census.csv"]);
}

#[test]
fn a_run_that_is_killed_again_and_again_leaves_the_bytes_of_one_that_is_not() {
    let place = Place::with(&Stand {
        founders: 600,
        ..Stand::CROWDED
    });
    place.run_well("run stand.toml --out whole");
    let mut numbers = Numbers(20);
    for (round, threads) in [1, 2, 3].into_iter().enumerate() {
        let (first, second) = (numbers.below(6) as u32, 7 + numbers.below(8) as u32);
        for (year, threads) in [(first, threads), (second, 1 + threads % 3)] {
            let resume = if year == first { "" } else { " --resume" };
            let mut running = place.start(&format!("run stand.toml --out cut --threads {threads}{resume}"));
            running.wait_for_checkpoint("cut.partial", year);
            // Somewhere in the years after, in the middle of whatever is written then.
            thread::sleep(Duration::from_micros(numbers.below(30_000)));
            running.kill();
            assert!(
                place.has("cut.partial") && place.has("cut") == (round > 0),
                "killed in time"
            );
        }
        let ran = place.run_well("run stand.toml --out cut --threads 2 --resume");
        let from: u32 = ran
            .err
            .lines()
            .find_map(|line| line.strip_prefix("going on from year ")?.parse().ok())
            .unwrap();
        assert!(
            from >= second && (from.is_multiple_of(3) || from == 20),
            "{}",
            ran.err
        );
        assert_same(&place.everything("whole"), &place.everything("cut"));
    }
}

#[test]
fn a_run_that_is_killed_while_it_is_drawn_needs_only_drawing() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out whole");
    let mut running = place.start("run stand.toml --out cut");
    running.wait_for("cut.partial/figures");
    running.kill();
    let ran = place.run_well("run stand.toml --out cut --resume");
    assert!(ran.err.contains("going on from year 4\n"), "{}", ran.err);
    assert_same(&place.everything("whole"), &place.everything("cut"));
}

/// The last year of the shorter run is neither a recorded year nor one of its checkpoints in the longer one.
#[test]
fn years_that_are_added_give_the_bytes_of_the_long_run() {
    let stand = Stand {
        years: 20,
        every_years: 5,
        ..Stand::SMALL
    };
    let place = Place::with(&stand);
    place.run_well("run stand.toml --out long");
    let mut running = place.start("run stand.toml --out grown --years 11");
    running.wait_for("grown.partial/figures");
    running.kill();
    let ran = place.run_well("run stand.toml --out grown --years 20 --resume");
    assert!(ran.err.contains("going on from year 11\n"), "{}", ran.err);
    assert_same(&place.everything("long"), &place.everything("grown"));
}

#[test]
fn replicates_and_kept_states_are_the_same_after_a_stop_and_with_other_threads() {
    let place = Place::new();
    let toml = Stand::SMALL.toml() + "keep_state = true\n";
    place.write(
        "stand.toml",
        &toml.replace("years = 4\n", "years = 7\nreplicates = 4\n"),
    );
    place.run_well("run stand.toml --out whole --threads 1");
    let whole = place.everything("whole");
    assert!(whole.contains_key("state/year-0003/seeds.csv"));
    let mut running = place.start("run stand.toml --out cut --threads 2");
    running.wait_for("cut.partial/replicates/seed-8.csv");
    running.kill();
    place.run_well("run stand.toml --out cut --threads 2 --resume");
    assert_same(&whole, &place.everything("cut"));
    let replicates = Csv::read(&place.path("cut/replicates.csv"));
    assert!(replicates.wholes("n").contains(&4));
}

#[test]
fn inputs_go_with_the_run_so_that_it_can_be_repeated_without_what_it_was_made_from() {
    let place = Place::with(&Stand::SMALL);
    let listed = "[[founders]]\nspecies = \"birch\"\nfile = \"plots/birches.csv\"\n\n[record]";
    let patch = place.read("stand.toml").replace("[record]", listed);
    place.write("from/patch.toml", &patch);
    place.write("from/plots/birches.csv", "x_m,y_m,dbh_cm\n10,10,20\n20,20,30\n");
    let (species, founders) = (
        patch.find("[[species]]").unwrap(),
        patch.find("[[founders]]").unwrap(),
    );
    let grown = format!(
        "name = \"grown\"\n[world]\nseed = 7\n[run]\nyears = 3\n{}[[founders]]\n\
         grown = {{ scenario = \"patch.toml\", year = 2, tiles = [2, 1] }}\n",
        &patch[species..founders]
    );
    place.write("from/grown.toml", &grown);
    for name in ["patch", "grown"] {
        place.run_well(&format!("run from/{name}.toml --out {name}"));
    }
    std::fs::remove_dir_all(place.path("from")).unwrap();
    for name in ["patch", "grown"] {
        place.run_well(&format!("run {name}/scenario.toml --out {name}-again"));
        let (mut first, mut again) = (place.everything(name), place.everything(&format!("{name}-again")));
        for run in [&mut first, &mut again] {
            // Names where the inputs lay.
            run.remove("manifest.json").unwrap();
        }
        assert_same(&first, &again);
    }
}

#[test]
fn the_golden_scenario_gives_the_bytes_it_always_gave() {
    let place = Place::with(&Stand {
        founders: 300,
        years: 12,
        every_years: 4,
        ..Stand::SMALL
    });
    place.run_well("run stand.toml --out out --quiet");
    let mut hasher = blake3::Hasher::new();
    for file in ["census.csv", "spacing.csv", "trees/year-0012.csv"] {
        hasher.update(place.read(&format!("out/{file}")).as_bytes());
    }
    assert_eq!(hasher.finalize().to_hex().as_str(), GOLDEN);
}

/// Numbers that look random and are the same every time (Knuth's linear congruential generator).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}
