//! Pages of made-up runs: how large they get, and that no name in them is ever markup.

use understory_page::{About, PageError, Parts, Run, Snapshots, SpeciesLook, Thinning, page};
use understory_records::TreeRow;

/// A number from 0 to 1 without a pattern that could be compressed (splitmix64).
fn share(of: [u64; 3]) -> f64 {
    let mut x = of[0] * 1_000_003 + of[1] * 101 + of[2];
    x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x >> 11) as f64 / (1_u64 << 53) as f64
}

/// A tree whose numbers have as many digits as those of a run.
pub(crate) fn tree(number: u64, year: u32, species: &str) -> TreeRow {
    let place = |axis| share([number, 0, axis]);
    let yearly = |quantity| share([number, u64::from(year) + 1, quantity]);
    TreeRow {
        tree: number,
        species: species.to_owned(),
        x_m: 200.0 * place(0),
        y_m: 200.0 * place(1),
        z_m: 0.0,
        age_yr: year,
        dbh_cm: 60.0 * yearly(0),
        height_m: 35.0 * yearly(1),
        crown_radius_m: 6.0 * yearly(2),
        vigour: yearly(3),
        key: String::new(),
        crown_base_m: (20.0 * yearly(4)) as f32,
        dbh_score: 0.0,
        height_score: 0.0,
    }
}

fn of_run(species: &str, trees: u64, years: u32, thinning: Thinning) -> Result<String, PageError> {
    let about = About {
        name: species.to_owned(),
        size_m: [200.0, 200.0],
        ..About::default()
    };
    let mut snapshots = Snapshots::new(&[species.to_owned()], thinning);
    for year in 0..years {
        let rows: Vec<TreeRow> = (0..trees).map(|number| tree(number, year, species)).collect();
        snapshots.add(year, &rows)?;
    }
    let look = SpeciesLook {
        name: species.to_owned(),
        colour: [0, 158, 115],
        form: "beech".to_owned(),
    };
    let parts = Parts {
        run: Some(Run::of(snapshots, vec![look])),
        ..Parts::default()
    };
    page(&about, parts)
}

#[test]
fn ten_thousand_trees_in_twenty_years_take_less_than_eight_megabytes() {
    let text = of_run("beech", 10_000, 20, Thinning::of(200_000, 160_000, 20)).unwrap();
    assert!(text.len() < 8_000_000, "{}", text.len());
    let thinned = of_run("beech", 20_000, 20, Thinning::of(400_000, 320_000, 20)).unwrap();
    assert!(thinned.len() < 8_000_000, "{}", thinned.len());
    // All trees of both are in the page where they fit: none was dropped to make it small.
    assert!(text.len() > 2_000_000);
}

#[test]
fn a_name_is_never_markup_or_script() {
    let name = "</script><script>alert(1)</script><img src=x onerror=alert(1)>";
    let text = of_run(name, 10, 2, Thinning::of(20, 0, 20)).unwrap();
    assert_eq!(text.matches("<script").count(), 2, "the numbers and our own");
    assert!(!text.contains("<img") && !text.contains("alert(1)</script>"));
    assert!(text.contains("<title>&lt;/script&gt;"));
}

#[test]
fn no_request_can_leave_a_page() {
    let text = of_run("beech", 10, 2, Thinning::of(20, 0, 20)).unwrap();
    assert!(text.contains("default-src 'none'; script-src 'sha256-"));
    assert!(!text.contains("src=\"http") && !text.contains("href=\"") && !text.contains("@import"));
    assert!(!text.contains("unsafe-inline") && !text.contains("unsafe-eval"));
}

#[test]
fn what_cannot_be_drawn_is_told_with_its_table_and_column() {
    let mut snapshots = Snapshots::new(&[], Thinning::of(1, 0, 20));
    let odd = TreeRow {
        height_m: f64::NAN,
        ..tree(1, 4, "beech")
    };
    let error = snapshots.add(4, &[odd]).unwrap_err().to_string();
    assert_eq!(
        error,
        "`height_m` of `trees/year-0004` is NaN, but it must be 0 or more, and at most 1e9"
    );
    let twice = snapshots
        .add(4, &[tree(1, 4, "beech"), tree(1, 4, "beech")])
        .unwrap_err();
    assert_eq!(twice.to_string(), "`trees/year-0004` has the tree 1 twice");
}

#[test]
fn a_run_without_trees_is_a_page_too() {
    let text = of_run("beech", 0, 1, Thinning::of(0, 0, 20)).unwrap();
    assert!(text.contains("id=\"numbers\""));
}
