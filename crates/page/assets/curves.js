// The curves of a recorded year: nearest neighbours, pair correlation, diameters.

const SCOPES = { all: "all trees", seedling: "seedlings (below 1.3 m)", sapling: "saplings (below 10 cm)", adult: "adults (10 cm or more)" };

class Curves {
  constructor(about) {
    this.about = about;
    for (const id of ["neighbours", "correlation", "diameters"]) chartFigure(byId(id));
    this.scope = byId("scope");
    const scopes = Object.keys(about.curves).length > 0 ? Object.keys(about.curves) : ["all"];
    this.scope.replaceChildren(...scopes.map((scope) => element("option", { value: scope }, SCOPES[scope] ?? scope)));
    this.scope.value = scopes.includes("adult") ? "adult" : scopes[0];
  }

  // Of the recorded year that is shown.
  show(snapshot) {
    const scope = this.scope.value;
    const name = SCOPES[scope] ?? scope;
    const curves = this.about.curves[scope] ?? {};
    const one = (id, statistic, title, y, none) => {
      const years = Object.values(curves[statistic] ?? {});
      const curve = curves[statistic]?.[snapshot.year];
      const far = Math.max(...years.map(({ r_m }) => r_m.at(-1) ?? 0), 1);
      const line = (label, values, colour, dash) => ({ name: label, colour, dash, points: curve ? curve.r_m.map((r, i) => [r, values[i]]) : [] });
      drawChart(byId(id), {
        title: this.titled(title, name, snapshot),
        x: { title: "distance r, m", low: 0, high: far },
        y: { title: y },
        lines: curve ? [line("observed", curve.observed, themed("--first")), line("random placement", curve.beside, themed("--quiet"), "6 4")] : [],
        bands: curve && hasEnvelope(curve) ? [{ name: "95 % of random patterns, at each distance", colour: themed("--quiet"), points: curve.r_m.map((r, i) => [r, curve.low[i], curve.high[i]]) }] : [],
        says: curve ? peak(curve) : "",
        empty: years.length === 0 ? none : "too few trees in this year",
      });
    };
    one("neighbours", "nnd_density", "Distance to the nearest neighbour", "density, per m", "not in the tables of this run");
    one("correlation", "pcf", "Pair correlation", "g(r)", "not in the tables of this run");
    const note = byId("no-envelope");
    if (note) note.hidden = Object.values(curves.pcf ?? {}).some(hasEnvelope);
    this.showDiameters(snapshot);
  }

  titled(title, name, snapshot) {
    return `${title} of ${name}, year ${snapshot.year}`;
  }

  showDiameters(snapshot) {
    const { species, snapshots, size_m } = this.about;
    const hectares = (size_m[0] * size_m[1]) / 1e4;
    const wide = snapshots.class_cm;
    const classes = Math.max(1, ...snapshots.years.flatMap((year) => year.diameters.map((counts) => counts.length)));
    const lines = species.map(({ name, colour }, i) => {
      const counts = snapshot.diameters[i] ?? [];
      const points = Array.from({ length: classes }, (_, k) => [(k + 0.5) * wide, counts[k] ? counts[k] / hectares : null]);
      return { name, colour: css(colour), dash: DASHES[i % DASHES.length], marks: true, points };
    });
    const total = snapshot.diameters.flat().reduce((sum, count) => sum + count, 0);
    drawChart(byId("diameters"), {
      title: `Diameters of trees of 1.3 m or more, year ${snapshot.year}`,
      x: { title: `diameter, cm (classes of ${wide} cm)`, low: 0, high: classes * wide },
      y: { title: "trees per ha", log: true },
      lines: lines.filter((line) => line.points.some((point) => point[1] !== null)),
      says: `${words.plural(total, "tree", "trees")}, ${words.short(total / hectares)} per hectare.`,
      empty: "no tree of 1.3 m or more in this year",
    });
  }
}

function hasEnvelope({ low }) {
  return low.some((value) => value !== null);
}

// Where a curve is highest, in words.
function peak({ r_m, observed }) {
  const best = observed.reduce((at, value, i) => (value !== null && (at < 0 || value > observed[at]) ? i : at), -1);
  return best < 0 ? "" : `Highest, ${words.short(observed[best])}, at ${words.short(r_m[best])} m.`;
}
