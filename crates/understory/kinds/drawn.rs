//! What is drawn of results, and said of them, from their tables.

use understory_report::Figure;

use super::run::figures::map_film;
use super::sentences::{Sentence, Sentences};
use super::shown;
use crate::error::Error;
use crate::results::Results;
use crate::stored::{Each, keep, keep_page};

impl Results {
    /// Draws every figure from the tables and hands each to `each`, one at a time.
    ///
    /// # Errors
    /// [`Error::Report`] where a table holds what cannot be drawn, [`Error::StatsNotDrawn`] for those of `stats`, or what
    /// `each` reports.
    pub fn draw(&self, each: Each<'_>) -> Result<(), Error> {
        shown(self.about()).draw(self.store(), self.width_mm, each)
    }

    /// Every figure, drawn from the tables.
    ///
    /// # Errors
    /// As for [`Self::draw`].
    pub fn figures(&self) -> Result<Vec<Figure>, Error> {
        let mut figures = Vec::new();
        self.draw(&mut |figure| {
            figures.push(figure);
            Ok(())
        })?;
        Ok(figures)
    }

    /// The map of a forest through its recorded years, as a figure whose PNG moves.
    ///
    /// # Errors
    /// [`Error::FewYears`] where there are not two of them, otherwise as for [`Self::draw`].
    pub fn map_film(&self) -> Result<Figure, Error> {
        match self.forest() {
            Ok(manifest) => map_film(self.store(), manifest, self.width_mm),
            Err(_) => Err(Error::FewYears { recorded: 0 }),
        }
    }

    /// The page for a browser, from the tables; none where there is no page of this kind of results.
    ///
    /// # Errors
    /// [`Error::Page`] where a table holds what cannot be drawn, otherwise as for [`Self::rows`].
    pub fn page(&self) -> Result<Option<String>, Error> {
        shown(self.about()).page(self.store())
    }

    /// Draws every figure and the page anew beside the tables, puts `more` with them, and lists what is new in the manifest.
    ///
    /// # Errors
    /// As for [`Self::draw`], or what the store reports.
    pub fn redraw(&mut self, more: &[Figure]) -> Result<(), Error> {
        self.draw(&mut |figure| keep(self.store(), &figure))?;
        more.iter().try_for_each(|figure| keep(self.store(), figure))?;
        if let Some(page) = self.page()? {
            keep_page(self.store(), &page)?;
        }
        self.list_new()
    }
}

/// Says what results show, in about ten sentences with numbers and the figure to look at.
///
/// # Errors
/// [`Error::Io`] or [`Error::Read`] of a table that is not as it was left, [`Error::Refused`] for results of which there is
/// nothing to tell in sentences.
pub fn explain(results: &Results) -> Result<Vec<Sentence>, Error> {
    let mut said = Sentences::default();
    shown(results.about()).explain(results, &mut said)?;
    Ok(said.with_figures(&results.about().others))
}
