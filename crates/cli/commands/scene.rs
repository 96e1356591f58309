//! `scene`: a stand of a run in 3D.

use std::path::Path;

use understory::text;
use understory::{FilmLeft, SceneLeft, SceneRequest, SpeciesShown, film, scene as make};

use crate::args::SceneOptions;
use crate::failure::Outcome;
use crate::job::start_threads;
use crate::output::{data, say, say_kept};
use crate::progress::{Progress, end_at_interrupt};

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
