//! `scene`: a stand of a run in 3D.

use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};
use understory::{FilmLeft, SceneLeft, SceneRequest, SpeciesShown, film, scene as make, text};

use crate::args::{WorkOptions, four_numbers, numbers, one_of};
use crate::failure::Outcome;
use crate::job::start_threads;
use crate::output::{data, say, say_kept};
use crate::progress::{Progress, end_at_interrupt};

/// Show a stand of a run in 3D: one glTF file of trees, and a picture of it
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/scene.txt").trim_end())]
pub(crate) struct SceneOptions {
    /// The folder of a run
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
    /// Year of the stand [default: the last that was recorded]
    #[arg(long, value_name = "Y")]
    pub(crate) year: Option<u32>,
    /// File of the scene, which ends in .glb, with the picture beside it as .png; with --animate that of the film, a .png [default: into
    /// RUN_DIR, whose manifest lists them]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The part of the plot that is shown [default: all]
    #[arg(long, value_name = "XMIN,YMIN,XMAX,YMAX", allow_hyphen_values = true, value_parser = four_numbers)]
    pub(crate) window: Option<[f64; 4]>,
    /// Where the camera stands and how many metres above the ground; it looks to the middle [default: so that it sees all]
    #[arg(long, value_name = "X,Y,ABOVE", allow_hyphen_values = true, value_parser = three_numbers)]
    pub(crate) camera: Option<[f64; 3]>,
    /// Triangles at most, each tree counted as often as it stands
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3_000_000,
        allow_negative_numbers = true
    )]
    pub(crate) triangles: u64,
    /// Form of a species in place of the usual one; may be given several times
    #[arg(long = "form", value_name = "SPECIES=FORM", value_parser = species_form)]
    pub(crate) forms: Vec<(String, String)>,
    /// How crowns are shown: by models, or, of trees whose crowns grew in the run, as they grew
    #[arg(long, default_value = "models", action = ArgAction::Set, value_parser = one_of([
        ("models", false, "By trees that grew by themselves"),
        ("grown", true, "As they grew in the run"),
    ]))]
    pub(crate) crowns: bool,
    /// Show the recorded years one after the other as a picture that moves, and write no scene
    #[arg(long, conflicts_with_all = ["year", "triangles", "crowns", "ground", "roots", "plain"])]
    pub(crate) animate: bool,
    /// Put the ground into the scene too
    #[arg(long)]
    pub(crate) ground: bool,
    /// Put roots into the scene too
    #[arg(long)]
    pub(crate) roots: bool,
    /// Write a node for each tree, for readers without the extension
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

fn species_form(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let parts = parts.filter(|(species, form)| !species.is_empty() && !form.is_empty());
    parts
        .map(|(species, form)| (species.to_owned(), form.to_owned()))
        .ok_or_else(|| "a species and its form are needed, such as ash=oak".to_owned())
}

fn three_numbers(text: &str) -> Result<[f64; 3], String> {
    let numbers = numbers(text).filter(|numbers: &[f64; 3]| numbers.iter().all(|number| number.abs() <= 1e9));
    numbers.ok_or_else(|| "three numbers are needed, such as 100,-20,1.7".to_owned())
}

/// Shows a stand of a run as one file and a picture.
pub(crate) fn scene(options: &SceneOptions) -> Outcome {
    start_threads(options.work.threads)?;
    end_at_interrupt("stopped; the same command begins anew");
    let request = SceneRequest {
        year: options.year,
        out: options.out.clone(),
        window_m: options.window,
        camera_m: options.camera,
        triangles: options.triangles,
        crowns_grown: options.crowns,
        ground: options.ground,
        roots: options.roots,
        plain: options.plain,
        forms: options.forms.clone(),
        ..SceneRequest::of(&options.run)
    };
    let steps = Progress::of_steps(options.work.quiet);
    let left = if options.animate {
        film(&request, &steps).map(|left| (told_of_film(&left), left.species, left.kept))
    } else {
        make(&request, &steps).map(|left| (told(&left), left.species, left.kept))
    };
    steps.end();
    let (told, species, kept) = left?;
    data(&table(&species))?;
    if !options.work.quiet {
        let beside = options.out.as_deref().and_then(Path::parent);
        say_kept(beside.unwrap_or(&options.run), &kept);
        told.iter().for_each(|line| say(line));
    }
    Ok(())
}

/// Each species with its form.
fn table(species: &[SpeciesShown]) -> String {
    let header = ["species", "form", "trees", "models", "as grown", "why this form"];
    let rows = species.iter().map(|shown| {
        [
            shown.form.species.clone(),
            shown.form.form.clone(),
            shown.trees.to_string(),
            shown.models.to_string(),
            shown.as_grown.to_string(),
            format!("  {}", shown.form.why),
        ]
    });
    text::table(header, rows, 2)
}

fn told_of_film(left: &FilmLeft) -> Vec<String> {
    let ends = left.years.first().zip(left.years.last());
    let ends = ends.map_or(String::new(), |(first, last)| format!(", {first} to {last}"));
    vec![
        format!(
            "{} years{ends}, {:.1} MB",
            left.years.len(),
            left.bytes as f64 / 1e6
        ),
        format!("the film is in {}", left.film.display()),
    ]
}

fn told(left: &SceneLeft) -> Vec<String> {
    let trees: usize = left.species.iter().map(|shown| shown.trees).sum();
    let of_stand = format!(
        "year {}: {trees} trees of 1.3 m or more, {} triangles, {:.1} MB; {} lower trees are left out",
        left.year,
        left.triangles,
        left.bytes as f64 / 1e6,
        left.too_low
    );
    let deviations = left.deviations.as_ref().map(|off| {
        let percent = |share: f64| 100.0 * share;
        format!(
            "heights are those of the trees; from 5 m on crowns of nine in ten are within {:.0} %, stems within {:.0} %, and leaves of \
             all within {:.1} % of their own size",
            percent(off.crown),
            percent(off.stem),
            percent(off.leaf)
        )
    });
    let places = [
        format!("the scene is in {}", left.scene.display()),
        format!("a picture of it is in {}", left.picture.display()),
    ];
    [of_stand].into_iter().chain(deviations).chain(places).collect()
}
