//! The edge corrections of sums over pairs, and which of them a window allows.

use std::fmt;

use understory_space::Plot;

/// How a sum over pairs makes up for neighbours that lie beyond the edge of the window.
///
/// Each gives the ordered pair (*i*, *j*) at distance *d*ᵢⱼ a weight *e*ᵢⱼ, no unit. The window is *a* × *b*, and
/// d*x*, d*y* are the pair's differences in coordinates, all in m.
///
/// # Source
/// Ohser (1983) for `Translation`, Ripley (1977, 1988) for `Isotropic` and `Border`, in the form that R-spatstat
/// computes, with its cap of 100 on a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeCorrection {
    /// *e*ᵢⱼ = 1: no correction, biased downwards. On a torus too the straight distances within the window.
    None,
    /// Only points *i* farther than *r* from the edge count, *b*ᵢ > *r*, whose neighbours within *r* are all
    /// known. For *K* alone, on open windows.
    Border,
    /// *e*ᵢⱼ = *ab* / ((*a* − |d*x*|)(*b* − |d*y*|)): the share of places where such a pair fits into the window.
    /// On open windows.
    Translation,
    /// *e*ᵢⱼ = 1 / the share of the circle around *i* through *j* that lies in the window. On open windows.
    Isotropic,
    /// *e*ᵢⱼ = 1, with distances measured the shortest way round. On torus windows.
    Periodic,
}

impl EdgeCorrection {
    /// Its column in tables: `un`, `border`, `trans`, `iso` or `periodic`, as R-spatstat names them.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "un",
            Self::Border => "border",
            Self::Translation => "trans",
            Self::Isotropic => "iso",
            Self::Periodic => "periodic",
        }
    }

    /// All that `window` allows for *K*: `un`, `border`, `trans`, `iso` on an open window, `un`, `periodic` on a
    /// torus.
    #[must_use]
    pub fn all_for(window: &Plot) -> &'static [Self] {
        if window.is_torus() {
            &[Self::None, Self::Periodic]
        } else {
            &[Self::None, Self::Border, Self::Translation, Self::Isotropic]
        }
    }
}

impl fmt::Display for EdgeCorrection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
