//! The keys of points that a method lays out, over the whole ground or segment by segment.

use understory_keys::{choice, key, list, name, parameters, real, table};
use understory_scatter::segments::BorderLine;
use understory_scatter::{Named, PlaneLattice};

use super::method::{FOUNDERS_METHODS, OF_FOUNDERS, parameter_count, with_parameters};
use super::{Interval, Key, ValueKind, When};

/// What the lattice without bounds is called; it is no point method, as it has no plot.
pub(crate) const PLANE: &str = "jittered-plane";

parameters! {
    /// The tables of scattered points, at the top of the file.
    pub(crate) const SCATTERED {
        /// Points that a method lays out in the place of a forest: over the whole ground, or segment by segment where a
        /// `border` cuts it.
        scatter = table(SCATTER, "{ method = \"springs\", per_ha = 400.0 }")
            .when(When::Without(&["place", "tree", "target"])).optional(),
        /// A line across the ground, such as a river, that cuts it into segments: from edge to edge, from or to another
        /// border, or closed.
        border = list(BorderLine::KEYS, "").when(When::With("scatter")).optional(),
        /// A segment that has a name, another method or another density than `[scatter]` says.
        segment = list(SEGMENT, "").when(When::With("border")).optional(),
    }
}

const PER_HA: Interval = Interval::from(1e-3, 1e6);

const NAMES: [&str; FOUNDERS_METHODS.len() + 1] = with_last(FOUNDERS_METHODS, PLANE);

const METHODS: [Named; OF_FOUNDERS.len() + 1] = with_last(OF_FOUNDERS, (&[PLANE], PlaneLattice::KEYS));

const fn with_last<T: Copy, const N: usize>(first: &[T], last: T) -> [T; N] {
    let mut all = [last; N];
    let mut at = 0;
    while at < first.len() {
        all[at] = first[at];
        at += 1;
    }
    all
}

parameters! {
    /// The keys of `[scatter]` that are not its method's.
    const OWN {
        /// Point method that lays the points out; `jittered-plane` is the jittered grid without bounds, of which the
        /// plot is a window: it may lie anywhere, and a node is in each window what it is in all.
        method = choice(&NAMES, "", "\"springs\""),
        /// Points asked for.
        per_ha = real(PER_HA, "per ha", "400.0").when(When::Is("method", FOUNDERS_METHODS)),
    }
}

const SCATTER: &[Key] =
    &with_parameters::<{ OWN.len() + parameter_count(&METHODS) }>(OWN, "method", &METHODS);

parameters! {
    /// The keys of a `[[segment]]` that are not its method's.
    const OF_SEGMENT {
        /// What tables call it.
        name = name("\"west-bank\""),
        /// A place in it, such as that of an earlier `segments.csv`.
        at_m = key(ValueKind::RealPair(Interval::from(-1e9, 1e9)), "m", "[20.0, 60.0]"),
        /// Point method that fills it; left out, that of `[scatter]`.
        method = choice(FOUNDERS_METHODS, "", "\"elimination\"").optional(),
        /// Points asked for; left out, as many as `[scatter]` says.
        per_ha = real(PER_HA, "per ha", "250.0").optional(),
    }
}

const SEGMENT: &[Key] = &with_parameters::<{ OF_SEGMENT.len() + parameter_count(OF_FOUNDERS) }>(
    OF_SEGMENT,
    "method",
    OF_FOUNDERS,
);
