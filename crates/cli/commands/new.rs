//! `new`: a scenario to start from. It never overwrites a file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use understory::records::Condition;
use understory::scenario::{Stems, TEMPLATES};
use understory::{StandRows, scenario_of_stand};

use crate::failure::{Failure, Outcome};
use crate::output::say;

/// Write a commented scenario to start from
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/new.txt").trim_end())]
pub(crate) struct NewOptions {
    /// The file to write; one that is there is never overwritten
    pub(crate) file: PathBuf,
    /// What to begin with
    #[arg(long, value_name = "NAME", default_value = "old-field")]
    pub(crate) template: String,
    /// The trees of a measured stand, in place of a template: places, diameters or heights, species where they are known
    #[arg(long, value_name = "STAND.csv", conflicts_with = "template")]
    pub(crate) from: Option<PathBuf>,
    /// Takes some rows of --from alone, such as 'status = A and plot = 3'
    #[arg(long = "where", value_name = "CONDITION", requires = "from")]
    pub(crate) only: Option<Condition>,
    /// What becomes of rows of --from at one place: those of one species are joined to one tree of the same basal area, or
    /// each is kept; without it they are refused
    #[arg(long, value_name = "RULE", requires = "from", value_parser = Stems::NAMES)]
    pub(crate) stems: Option<String>,
}

/// Writes a template, and the input that it names, where neither is there yet.
pub(crate) fn new(options: &NewOptions) -> Outcome {
    if let Some(stand) = &options.from {
        let rows = StandRows {
            only: options.only.clone(),
            stems: options.stems.as_deref().and_then(Stems::named),
        };
        return from_stand(&options.file, stand, &rows);
    }
    let Some(template) = TEMPLATES
        .iter()
        .find(|template| template.name == options.template)
    else {
        let names: Vec<String> = TEMPLATES
            .iter()
            .map(|template| format!("`{}`", template.name))
            .collect();
        let message = format!(
            "there is no template `{}`\nhint: the templates are {}",
            options.template,
            names.join(", ")
        );
        return Err(Failure::input(message));
    };
    let name = options
        .file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let text = named(template.text, &name);
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let input = template.input.map(|(path, content)| (folder.join(path), content));
    if let Some((path, _)) = input.as_ref().filter(|(path, _)| path.exists()) {
        return Err(occupied(path));
    }
    write_new(&options.file, &text)?;
    say(&format!("wrote {}: {}", options.file.display(), template.about));
    if let Some((path, content)) = input {
        write_new(&path, content)?;
        say(&format!(
            "wrote {}: what it reads; put your own in its place",
            path.display()
        ));
    }
    say("hint: its comments say what to change, and `understory keys` what else it may say");
    let verb = match template.command {
        "place" => "lay it out",
        _ => "grow it",
    };
    say(&format!(
        "hint: {verb} with `understory {} {}`, then open results/{}/{}",
        template.command,
        options.file.display(),
        name_in(&text),
        template.look_at
    ));
    Ok(())
}

/// Writes the scenario of a measured stand and its trees, and says what was assumed.
fn from_stand(file: &Path, stand: &Path, rows: &StandRows) -> Outcome {
    let (made, trees) = scenario_of_stand(file, stand, rows)?;
    if let Some(path) = [file, &trees].into_iter().find(|path| path.exists()) {
        return Err(occupied(path));
    }
    write_new(&trees, &made.trees)?;
    if let Err(failure) = write_new(file, &made.scenario) {
        // Both or none: this file was written just now.
        let _ = fs::remove_file(&trees);
        return Err(failure);
    }
    say(&format!("wrote {}", file.display()));
    say(&format!("wrote {}", trees.display()));
    for line in &made.said {
        say(&format!("note: {}: {line}", stand.display()));
    }
    for line in &made.assumed {
        say(&format!("assumed: {line}"));
    }
    for line in &made.doubts {
        say(&format!("warning: {}: {line}", stand.display()));
    }
    say(&format!("hint: grow it with `understory run {}`", file.display()));
    Ok(())
}

/// The template under the name of its file, where that can name a scenario.
fn named(text: &str, name: &str) -> String {
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let lines = text.lines().map(|line| {
        if is_name && line.starts_with("name = ") && !text_before(text, line).contains("\n[") {
            format!("name = \"{name}\"\n")
        } else {
            format!("{line}\n")
        }
    });
    lines.collect()
}

/// The name of the scenario, by which its folder of results is called.
fn name_in(text: &str) -> &str {
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    name.expect("a template names its scenario")
}

/// What stands before a line of the text, which may be there only once above the first section.
fn text_before<'a>(text: &'a str, line: &str) -> &'a str {
    let offset = line.as_ptr() as usize - text.as_ptr() as usize;
    &text[..offset]
}

/// Writes a file that must not be there yet.
fn write_new(path: &Path, text: &str) -> Outcome {
    let result = OpenOptions::new()
        .write(true)
        // The system refuses what is there: a look beforehand would leave a moment in which another program could
        // write it.
        .create_new(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    match result {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(occupied(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(Path::new("")).display();
            Err(Failure::input(format!(
                "there is no folder `{folder}` to write `{}` into",
                path.display()
            )))
        }
        Err(error) => Err(Failure::Machine(
            format!("cannot write `{}`: {error}", path.display()).into(),
        )),
    }
}

fn occupied(path: &Path) -> Failure {
    Failure::input(format!(
        "`{}` is there already and is not overwritten; choose another name",
        path.display()
    ))
}
