//! `scene`: a stand of a run in 3D.

use understory::{FilmLeft, SceneLeft, SceneRequest, SpeciesShown, film, scene as make};

use crate::aligned::aligned;
use crate::args::{CrownsShown, SceneOptions};
use crate::failure::Outcome;
use crate::job::start_threads;
use crate::output::{data, say};
use crate::progress::{Steps, end_at_interrupt};

/// Shows a stand of a run as one file and a picture.
pub(crate) fn scene(options: &SceneOptions) -> Outcome {
    start_threads(options.threads)?;
    end_at_interrupt("stopped; the same command begins anew");
    let request = SceneRequest {
        year: options.year,
        out: options.out.clone(),
        window_m: options.window,
        camera_m: options.camera,
        triangles: options.triangles,
        crowns_grown: options.crowns == CrownsShown::Grown,
        ground: options.ground,
        roots: options.roots,
        plain: options.plain,
        forms: options.forms.clone(),
        ..SceneRequest::of(&options.run)
    };
    let steps = Steps::new(options.quiet);
    if options.animate {
        let left = film(&request, &steps);
        steps.end();
        let left = left?;
        data(&table(&left.species))?;
        if !options.quiet {
            tell_film(&left);
        }
        return Ok(());
    }
    let left = make(&request, &steps);
    steps.end();
    let left = left?;
    data(&table(&left.species))?;
    if !options.quiet {
        tell(&left);
    }
    Ok(())
}

/// Each species with its form.
fn table(species: &[SpeciesShown]) -> String {
    let header = ["species", "form", "trees", "models", "as grown", "why this form"];
    let mut lines = vec![header.map(str::to_owned).to_vec()];
    lines.extend(species.iter().map(|shown| {
        vec![
            shown.form.species.clone(),
            shown.form.form.clone(),
            shown.trees.to_string(),
            shown.models.to_string(),
            shown.as_grown.to_string(),
            format!("  {}", shown.form.why),
        ]
    }));
    aligned(&lines, 2)
}

fn tell_film(left: &FilmLeft) {
    let [first, .., last] = left.years.as_slice() else {
        return;
    };
    say(&format!(
        "{} years, {first} to {last}, {:.1} MB",
        left.years.len(),
        left.bytes as f64 / 1e6
    ));
    say(&format!("the film is in {}", left.film.display()));
}

fn tell(left: &SceneLeft) {
    let trees: usize = left.species.iter().map(|shown| shown.trees).sum();
    say(&format!(
        "year {}: {trees} trees of 1.3 m or more, {} triangles, {:.1} MB; {} lower trees are left out",
        left.year,
        left.triangles,
        left.bytes as f64 / 1e6,
        left.too_low
    ));
    if let Some(off) = &left.deviations {
        let percent = |share: f64| 100.0 * share;
        say(&format!(
            "heights are those of the trees; from 5 m on crowns of nine in ten are within {:.0} %, stems within {:.0} %, and leaves of \
             all within {:.1} % of their own size",
            percent(off.crown),
            percent(off.stem),
            percent(off.leaf)
        ));
    }
    say(&format!("the scene is in {}", left.scene.display()));
    say(&format!("a picture of it is in {}", left.picture.display()));
}
