//! Values set in place of a scenario's own.

use std::io;

use understory_scenario::{Files, ForestScenario, Overrides, Setting, TreeScenario, load};

/// One file in memory.
struct One<'a>(&'a str);

impl Files for One<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match path {
            "s.toml" => Ok(self.0.as_bytes().to_vec()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

const STAND: &str = r#"name = "stand"

[world]
size_m = [60.0, 50.0] # small
edge = "open"
seed = 4

[run]
years = 3

[[species]]
name = "beech"
preset = "fagus-sylvatica"

[species.growth]
greatest_dbh_cm = 90.0

[[species]]
name = "p.abies"
preset = "betula-pendula"

[[founders]]
species = "beech"
count = 5
method = "uniform"
height_m = 1.5

[[founders]]
species = "p.abies"
count = 6
method = "uniform"
height_m = 1.5

[record]
every_years = 1
"#;

fn with(set: &[&str]) -> Result<understory_scenario::ForestScenario, String> {
    let overrides = Overrides {
        set: set.iter().map(|text| text.parse::<Setting>().unwrap()).collect(),
        ..Overrides::default()
    };
    load::<ForestScenario>("s.toml", &One(STAND), &overrides).map_err(|problems| problems.to_string())
}

#[test]
fn a_value_is_set_wherever_its_key_is_or_may_be() {
    let stand = with(&[
        "world.seed=8",
        "world.size_m=[90, 80.0]",
        "world.edge=torus",
        "about=a set one",
        "run.years = 7",
        "species.beech.growth.greatest_dbh_cm=95",
        "species.beech.dispersal.far_fraction=0.25",
        r#"species."p.abies".fruit.maturity_age_yr=17"#,
        "founders.2.count=9",
    ])
    .unwrap();
    assert_eq!(
        (stand.header.seed, stand.years, stand.header.about.as_str()),
        (8, 7, "a set one")
    );
    assert_eq!(stand.plot.size_m(), [90.0, 80.0]);
    assert!(stand.plot.is_torus());
    let [beech, spruce] = stand.species.as_slice() else {
        panic!("two species")
    };
    assert_eq!(beech.growth.greatest_dbh_cm, 95.0);
    assert!(
        format!("{:?}", beech.dispersal).contains("far_fraction: 0.25"),
        "{:?}",
        beech.dispersal
    );
    assert_eq!(spruce.fruit.maturity_age_yr, 17);
    // The text is that of a scenario with these values: read again it gives the same.
    let again = load::<ForestScenario>("s.toml", &One(&stand.header.text), &Overrides::default()).unwrap();
    assert_eq!(
        (again.header.identity, &again.header.text),
        (stand.header.identity, &stand.header.text)
    );
    assert!(stand.header.text.contains("# small"), "comments stay");
}

#[test]
fn what_cannot_be_set_is_told_with_the_nearest_that_can() {
    let told = |setting: &str| with(&[setting]).unwrap_err();
    assert_eq!(
        told("world.sede=8"),
        "error: --set world.sede=8: `world.sede` is not a known key\nhint: did you mean `world.seed`?"
    );
    assert_eq!(
        told("species.beach.growth.greatest_dbh_cm=8"),
        "error: --set species.beach.growth.greatest_dbh_cm=8: no `[[species]]` is called `beach`\n\
         hint: did you mean `beech`?"
    );
    assert!(told("species.beech.grwth.greatest_dbh_cm=8").contains("did you mean `species.beech.growth`?"));
    assert!(told("method.x.count=8").contains("the scenario has no `[[method]]`"));
    assert!(told("world.seed.x=8").contains("`world.seed` has no keys of its own"));
    assert!(told("world=8").contains("`world` is a table"));
    assert!(told("species.beech=8").contains("is a table"));
    assert!(
        told("founders=[]").ends_with("such as `founders.1.species`"),
        "{}",
        told("founders=[]")
    );
    assert!(told("founders.3.count=8").contains("there are 1, 2"));
    let both = with(&["world.sede=8", "run.yaers=2"]).unwrap_err();
    assert_eq!(both.matches("error: ").count(), 2, "{both}");
}

#[test]
fn a_value_that_is_wrong_is_told_as_what_was_set() {
    let told = with(&["world.size_m=[-3.0, 5.0]"]).unwrap_err();
    assert!(
        told.starts_with("error: --set world.size_m=[-3.0, 5.0]: "),
        "{told}"
    );
    let told = with(&["run.years=many"]).unwrap_err();
    assert!(told.starts_with("error: --set run.years=many: "), "{told}");
}

/// A setting that takes a line more moves no line of the file.
#[test]
fn lines_are_those_of_the_file() {
    let faulty = STAND.replace("every_years = 1", "every_yaers = 1");
    let told = |set: &[&str]| {
        let overrides = Overrides {
            set: set.iter().map(|text| text.parse::<Setting>().unwrap()).collect(),
            ..Overrides::default()
        };
        load::<ForestScenario>("s.toml", &One(&faulty), &overrides)
            .unwrap_err()
            .to_string()
    };
    let set = [
        "about=x",
        "species.beech.fruit.seeds_per_m2=1",
        "world.seed=5",
        "record.events=true",
    ];
    assert!(told(&[]).starts_with("error: s.toml:35:1:"), "{}", told(&[]));
    assert_eq!(told(&set), told(&[]));
}

/// Of a key that is set twice the later value is told, and what cannot stand beside the first is refused.
#[test]
fn the_later_of_two_settings_counts() {
    assert_eq!(with(&["world.seed=3", "world.seed=6"]).unwrap().header.seed, 6);
    let told = with(&["world.edge=open", "world.edge=opn"]).unwrap_err();
    assert!(told.starts_with("error: --set world.edge=opn: "), "{told}");
    let inline = "preset = \"fagus-sylvatica\"\nfruit = { seeds_per_m2 = 1.0 }";
    let text = STAND.replacen("preset = \"fagus-sylvatica\"", inline, 1);
    let set = ["species.beech.fruit=oops", "species.beech.fruit.seeds_per_m2=4"];
    let overrides = Overrides {
        set: set.iter().map(|text| text.parse::<Setting>().unwrap()).collect(),
        ..Overrides::default()
    };
    let told = load::<ForestScenario>("s.toml", &One(&text), &overrides)
        .unwrap_err()
        .to_string();
    assert!(told.contains("cannot be set beside what stands there"), "{told}");
}

#[test]
fn a_label_names_one_of_several_entries() {
    let text = format!(
        "{STAND}[compare]\n[[method]]\nname = \"kerr\"\n[[method]]\nname = \"kerr\"\nlabel = \"fitted\"\n\
         [[method]]\nname = \"uniform\"\n[[method]]\nname = \"uniform\"\n"
    );
    let set = |setting: &str| {
        let overrides = Overrides {
            set: vec![setting.parse().unwrap()],
            ..Overrides::default()
        };
        load::<ForestScenario>("s.toml", &One(&text), &overrides).map_err(|problems| problems.to_string())
    };
    assert!(
        set("method.fitted.strength=0.5").unwrap_err().contains("uniform"),
        "two are alike in the file"
    );
    let told = set("method.uniform.fit=true").unwrap_err();
    assert!(told.contains("2 `[[method]]` are called `uniform`"), "{told}");
}

#[test]
fn what_is_no_setting_is_refused() {
    for text in [
        "world.seed",
        "=3",
        "a b=3",
        "world.size_m=[1,",
        "x=\"open",
        "world.seed=",
    ] {
        assert!(text.parse::<Setting>().is_err(), "{text}");
    }
}

/// What a setting leads to elsewhere is told as what was set, also where that is a key and a line of its own.
#[test]
fn a_key_that_was_set_is_named_where_it_is_at_fault() {
    let tree = "name = \"t\"\n[world]\nseed = 1\n[tree]\npreset = \"oak\"\n";
    let overrides = Overrides {
        set: vec!["world.size_m=[3.0, 5.0]".parse().unwrap()],
        ..Overrides::default()
    };
    let told = load::<TreeScenario>("s.toml", &One(tree), &overrides)
        .unwrap_err()
        .to_string();
    assert!(
        told.starts_with("error: --set world.size_m=[3.0, 5.0]: `world.size_m` says nothing"),
        "{told}"
    );
    // Found when something is laid out, and not when it is read.
    let scenario = with(&["about=x", "founders.1.count=20"]).unwrap();
    let problem = |key: &str| {
        scenario
            .header
            .problem(key, "too many".to_owned(), None)
            .to_string()
    };
    assert_eq!(
        problem("founders.0.count"),
        "error: --set founders.1.count=20: too many"
    );
    let line = STAND.lines().position(|line| line.starts_with("years")).unwrap() + 1;
    assert_eq!(problem("run.years"), format!("error: s.toml:{line}:9: too many"));
}

#[test]
fn what_cannot_be_set_hides_nothing_that_is_wrong_with_the_file() {
    let faulty = STAND.replace("every_years = 1", "every_yaers = 1");
    let overrides = Overrides {
        set: vec![
            "world.sede=8".parse().unwrap(),
            "world.edge=round".parse().unwrap(),
        ],
        ..Overrides::default()
    };
    let told = load::<ForestScenario>("s.toml", &One(&faulty), &overrides)
        .unwrap_err()
        .to_string();
    for problem in ["every_yaers", "--set world.sede=8: ", "--set world.edge=round: "] {
        assert!(told.contains(problem), "{told}");
    }
}

#[test]
fn a_key_without_its_table_is_answered_with_its_path() {
    let told = |setting: &str| with(&[setting]).unwrap_err();
    assert!(
        told("seed=8").ends_with("hint: did you mean `world.seed`?"),
        "{}",
        told("seed=8")
    );
    assert!(
        told("every_years=8").contains("`record.every_years`"),
        "{}",
        told("every_years=8")
    );
    let of_a_species = told("germination.light_least=0.1");
    assert!(
        of_a_species.ends_with("hint: did you mean `species.beech.germination.light_least`?"),
        "{of_a_species}"
    );
    assert!(told("species.beech.yearly_loss=0.5").contains("`species.beech.seed_bank.yearly_loss`"));
    assert!(told("tree.counterpart.steps=3").ends_with("hint: it is called `baseline` now"));
}

fn tree_with(text: &str, set: &[&str]) -> Result<TreeScenario, String> {
    let overrides = Overrides {
        set: set.iter().map(|text| text.parse::<Setting>().unwrap()).collect(),
        ..Overrides::default()
    };
    load::<TreeScenario>("s.toml", &One(text), &overrides).map_err(|problems| problems.to_string())
}

/// However the file writes it: in a table, in braces at either end, with dots.
#[test]
fn an_age_that_is_set_takes_the_place_of_a_diameter() {
    for text in [
        "name = \"t\"\nworld.seed = 1\n[tree]\npreset = \"oak\"\ndbh_cm = 12.0 # thick\nsite = \"open\"\n",
        "name = \"t\"\nworld.seed = 1\ntree = { dbh_cm = 12.0, preset = \"oak\" }\n",
        "name = \"t\"\nworld.seed = 1\ntree = { preset = \"oak\", dbh_cm = 12.0 }\n",
        "name = \"t\"\nworld.seed = 1\ntree.preset = \"oak\"\ntree.dbh_cm = 12.0\n",
    ] {
        let tree = tree_with(text, &["tree.age_yr=7"]).unwrap_or_else(|told| panic!("{text}{told}"));
        assert!(!tree.header.text.contains("dbh_cm"), "{}", tree.header.text);
        assert!(tree.header.text.contains("age_yr = 7"), "{}", tree.header.text);
        let both = tree_with(text, &["tree.age_yr=7", "tree.dbh_cm=9"]).unwrap_err();
        assert!(both.contains("both are given"), "{both}");
    }
    let aged = "name = \"t\"\nworld.seed = 1\n[tree]\npreset = \"oak\"\nage_yr = 12\n";
    let tree = tree_with(aged, &["tree.dbh_cm=9"]).unwrap();
    assert!(!tree.header.text.contains("age_yr"), "{}", tree.header.text);
}

#[test]
fn a_flag_of_another_table_is_named_where_a_table_is_set_to_it() {
    let oak = "name = \"t\"\nworld.seed = 1\n[tree]\npreset = \"oak\"\nage_yr = 12\n";
    let told = tree_with(oak, &["tree.roots=true"]).unwrap_err();
    assert!(told.contains("did you mean `tree.mesh.roots`?"), "{told}");
    let told = tree_with(oak, &["tree.roots=7"]).unwrap_err();
    assert!(told.contains("such as `tree.roots."), "{told}");
}

/// What a preset would have brought is not told beside the preset that is not known.
#[test]
fn of_a_preset_that_is_not_known_nothing_else_is_told() {
    let oak = "name = \"t\"\nworld.seed = 1\n[tree]\npreset = \"oak\"\nage_yr = 12\n";
    let told = tree_with(oak, &["tree.preset=maple"]).unwrap_err();
    assert!(
        told.contains("maple") && told.matches("error: ").count() == 1,
        "{told}"
    );
}

/// Another method took none of the keys that the file gave to its own, and could not be set.
#[test]
fn another_method_of_scattered_points_takes_its_own_keys_alone() {
    let text = "name = \"nets\"\nworld = { size_m = [60.0, 60.0], seed = 4 }\n[scatter]\nmethod = \"springs\"\nper_ha = 400.0\n\
                amplitude = 0.6\niterations = 40\n";
    let load = |set: &[&str]| {
        let set = set.iter().map(|text| text.parse::<Setting>().unwrap()).collect();
        let overrides = Overrides {
            set,
            ..Overrides::default()
        };
        load::<understory_scenario::ScatterScenario>("s.toml", &One(text), &overrides)
    };
    let uniform = load(&["scatter.method=uniform"]).unwrap();
    assert!(!uniform.header.text.contains("amplitude") && uniform.header.text.contains("per_ha = 400.0"));
    assert!(
        load(&["scatter.method=springs"])
            .unwrap()
            .header
            .text
            .contains("amplitude = 0.6")
    );
    // What is set beside it is meant.
    let both = load(&["scatter.method=uniform", "scatter.amplitude=0.5"]).unwrap_err();
    assert!(both.to_string().contains("amplitude"), "{both}");
}
