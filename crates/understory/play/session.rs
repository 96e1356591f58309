//! One scenario that is played with: what is shown of it, and how it answers.
//!
//! Nothing that a page asks changes what is shown unless it can be shown: a change that the scenario refuses leaves all as it was.

use std::path::{Path, PathBuf};

use understory_page::{LiveAbout, LiveKind, live_page};
use understory_scenario::{
    Described, Dial, Header, Overrides, ScatterScenario, Scenario, Setting, TreeScenario, dials, load,
};
use understory_space::Plot;

use super::answer::{Answer, Ask, Turn};
use super::forest::LivingForest;
use super::held_files::HeldFiles;
use super::saving::Saver;
use super::turned::{Turned, as_json, decides, settings};
use super::{points, tree};
use crate::error::Error;
use crate::files::slashed;
use crate::version::VERSION;

/// A scenario that is played with.
pub struct Session {
    path: String,
    files: HeldFiles,
    /// What was set when it was begun, below what the page turns.
    given: Vec<Setting>,
    turned: Turned,
    dials: Vec<Dial>,
    shown: Shown,
    /// What is shown of a tree or of points; a forest is packed anew when it is looked at.
    frame: Vec<u8>,
    saver: Saver,
}

/// What is shown.
enum Shown {
    Forest(Box<LivingForest>),
    Tree(Box<TreeScenario>),
    Points(Box<ScatterScenario>),
}

impl Shown {
    fn header(&self) -> &Header {
        match self {
            Self::Forest(forest) => &forest.scenario.header,
            Self::Tree(tree) => &tree.header,
            Self::Points(points) => &points.header,
        }
    }

    fn about(&self) -> LiveAbout {
        let (kind, plot, years) = match self {
            Self::Forest(forest) => {
                let scenario = &forest.scenario;
                (
                    LiveKind::Forest,
                    Some(scenario.borders.window.plot()),
                    scenario.years(),
                )
            }
            Self::Tree(_) => (LiveKind::Tree, None, 0),
            Self::Points(points) => (LiveKind::Points, Some(&points.plot), 0),
        };
        let header = self.header();
        LiveAbout {
            kind,
            name: header.name.clone(),
            about: header.about.clone(),
            version: VERSION.to_owned(),
            size_m: plot.map_or([0.0; 2], Plot::size_m),
            origin_m: plot.map_or([0.0; 2], Plot::origin_m),
            torus: plot.is_some_and(Plot::is_torus),
            seed: header.seed,
            years,
        }
    }

    /// From a scenario, and how it looks at first.
    fn of(scenario: Scenario, is_coarse: bool) -> Result<(Self, Vec<u8>), Error> {
        let mut shown = match scenario {
            Scenario::Forest(forest) => Self::Forest(Box::new(LivingForest::plant(*forest)?)),
            Scenario::Tree(tree) => Self::Tree(tree),
            Scenario::Scatter(points) => Self::Points(points),
            Scenario::World(world) => {
                let message = "a painted world is not played with: nothing in it grows".to_owned();
                let hint = "lay it out by `understory place`, again with each change by its `--watch`";
                return Err(Error::at_key(
                    &world.header,
                    "place",
                    message,
                    Some(hint.to_owned()),
                ));
            }
            Scenario::Stand(stand) => {
                let message = "a measured stand is not played with: nothing in it grows".to_owned();
                let hint = "compare methods with it by `understory compare`";
                return Err(Error::at_key(
                    &stand.header,
                    "target",
                    message,
                    Some(hint.to_owned()),
                ));
            }
        };
        let frame = shown.frame(is_coarse)?;
        Ok((shown, frame))
    }

    /// All that there is to draw, of a forest with its census since year 0.
    fn frame(&mut self, is_coarse: bool) -> Result<Vec<u8>, Error> {
        let about = self.about();
        match self {
            Self::Forest(forest) => forest.whole(&about),
            Self::Tree(tree) => tree::frame(tree, is_coarse, &about),
            Self::Points(points) => points::frame(points, &about),
        }
    }
}

impl Session {
    /// A scenario with what is set in it. What is saved of it comes into the folder `saved_in`, or one with a number behind its
    /// name; usually `results/NAME-played`.
    ///
    /// # Errors
    /// [`Error::Scenario`]: what is wrong with it, or why nothing of it moves.
    pub fn open(path: &Path, set: &[Setting], saved_in: Option<PathBuf>) -> Result<Self, Error> {
        let (path, files) = (slashed(path), HeldFiles::default());
        let overrides = Overrides {
            set: set.to_vec(),
            ..Overrides::default()
        };
        let scenario: Scenario = load(&path, &files, &overrides)?;
        let dials = dials(&path, &files, &overrides)?;
        let (shown, frame) = Shown::of(scenario, false)?;
        let usual = || Path::new("results").join(format!("{}-played", shown.header().name));
        Ok(Self {
            saver: Saver::new(saved_in.unwrap_or_else(usual)),
            path,
            files,
            given: set.to_vec(),
            turned: Turned::new(),
            dials,
            shown,
            frame,
        })
    }

    /// The page that asks this session.
    ///
    /// # Errors
    /// [`Error::Page`].
    pub fn page(&self) -> Result<String, Error> {
        Ok(live_page(&self.shown.about())?)
    }

    /// Name, text and notes of the scenario as it is now.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.shown.header()
    }

    /// Answers a page.
    ///
    /// # Errors
    /// [`Error`]: what was refused; then all is as it was.
    pub fn answer(&mut self, ask: &Ask) -> Result<Answer, Error> {
        match ask {
            Ask::Look {} => self.look(),
            Ask::Dials {} => Ok(Answer::Dials(as_json(&self.dials, &self.turned))),
            Ask::Year { after } => self.year(*after),
            Ask::Restart {} => self.show(self.turned.clone(), false),
            Ask::Change { set, coarse } => {
                let mut turned = self.turned.clone();
                for (path, turn) in set {
                    match turn {
                        Some(turn) => turned.insert(path.clone(), turn.clone()),
                        None => turned.remove(path),
                    };
                }
                let decides_keys = set.values().any(|turn| turn.as_ref().is_none_or(decides));
                self.change(turned, decides_keys, *coarse)
            }
            Ask::Scenario {} => Ok(Answer::Scenario(self.shown.header().text.clone())),
            Ask::Save {} => {
                self.save()?;
                Ok(Answer::Saving(self.saver.state()))
            }
            Ask::Saving {} => Ok(Answer::Saving(self.saver.state())),
        }
    }

    /// Ends what is at work; what is half saved is taken away.
    pub fn end(self) {
        self.saver.end();
    }

    fn look(&mut self) -> Result<Answer, Error> {
        Ok(Answer::Frame(match &self.shown {
            Shown::Forest(_) => self.shown.frame(false)?,
            Shown::Tree(_) | Shown::Points(_) => self.frame.clone(),
        }))
    }

    /// One year more, where the forest is in the year `after`.
    fn year(&mut self, after: u32) -> Result<Answer, Error> {
        let about = self.shown.about();
        match &mut self.shown {
            Shown::Forest(forest) if forest.year() == after && after < about.years => {
                Ok(Answer::Frame(forest.next(&about)?))
            }
            _ => self.look(),
        }
    }

    /// What is turned, where a word or a flag may have taken keys away that were turned before.
    fn change(&mut self, mut turned: Turned, decides_keys: bool, is_coarse: bool) -> Result<Answer, Error> {
        if decides_keys {
            let deciding = turned.iter().filter(|(_, turn)| decides(turn));
            let deciding: Turned = deciding
                .map(|(path, turn)| (path.clone(), turn.clone()))
                .collect();
            let overrides = self.overrides(&deciding)?;
            let left = dials(&self.path, &self.files, &overrides)?;
            let is_left =
                |path: &str, turn: &Turn| decides(turn) || left.iter().any(|dial| dial.path == path);
            turned.retain(|path, turn| is_left(path, turn));
        }
        let answer = self.show(turned, is_coarse)?;
        if decides_keys {
            self.dials = dials(&self.path, &self.files, &self.overrides(&self.turned)?)?;
        }
        Ok(answer)
    }

    fn overrides(&self, turned: &Turned) -> Result<Overrides, Error> {
        let mut set = self.given.clone();
        set.extend(settings(turned, &self.dials)?);
        Ok(Overrides {
            set,
            ..Overrides::default()
        })
    }

    /// Shows the scenario with these keys turned.
    fn show(&mut self, turned: Turned, is_coarse: bool) -> Result<Answer, Error> {
        let scenario: Scenario = load(&self.path, &self.files, &self.overrides(&turned)?)?;
        let (shown, frame) = Shown::of(scenario, is_coarse)?;
        (self.shown, self.frame, self.turned) = (shown, frame.clone(), turned);
        Ok(Answer::Frame(frame))
    }

    /// Begins to save what `run`, `grow` or `scatter` would leave.
    fn save(&mut self) -> Result<(), Error> {
        let years = match &self.shown {
            Shown::Forest(forest) if forest.year() == 0 => {
                return Err(Error::Refused {
                    why: "a run has at least one year, and the forest is in year 0".to_owned(),
                    way_out: "let it grow for a year first".to_owned(),
                });
            }
            Shown::Forest(forest) => Some(forest.year()),
            _ => None,
        };
        let overrides = Overrides {
            years,
            ..self.overrides(&self.turned)?
        };
        let scenario: Scenario = load(&self.path, &self.files, &overrides)?;
        self.saver.begin(scenario)
    }
}
