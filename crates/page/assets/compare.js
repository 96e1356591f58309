// Methods beside the target: maps on one scale, curves, what they take and how far they are, and the table.

const METHOD_COLUMNS = [
  { key: "method", title: "method" }, { key: "family", title: "family" }, { key: "points", title: "points", decimals: 0 },
  { key: "seconds", title: "seconds", short: true }, { key: "clark_evans", title: "Clark–Evans", decimals: 3 },
  { key: "nnd_mean_m", title: "mean distance, m", decimals: 2 }, { key: "nnd_min_m", title: "least distance, m", decimals: 2 },
  { key: "nnd_cv", title: "variation of distances", decimals: 3 }, { key: "g_ks", title: "distance of G", decimals: 3 },
  { key: "l_rmse_m", title: "distance of L, m", decimals: 3 }, { key: "pcf_rmse", title: "distance of g", decimals: 3 },
  { key: "judged_p", title: "p", decimals: 3 }, { key: "judged_by", title: "judged by" }, { key: "notes", title: "notes" },
];

const DISTANCES = {
  g_ks: "greatest difference of G, the shares with a neighbour within r",
  l_rmse_m: "root mean square difference of L(r), m",
  pcf_rmse: "root mean square difference of the pair correlation",
};

// Colours for lines, safe for colour-blind readers in light and dark.
const LINE_COLOURS = ["#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#e69f00", "#8f8f8f"];

class CompareView {
  constructor(about, { methods, shown, one_in, target }) {
    Object.assign(this, { about, methods, shown, target });
    for (const id of ["compare-neighbours", "compare-correlation", "cost"]) chartFigure(byId(id));
    const own = methods.filter((row) => row.forest === methods[0].forest);
    this.own = own;
    const nearest = own.filter((row) => row.method !== target && row.g_ks !== null).sort((a, b) => a.g_ks - b.g_ks);
    this.picked = new Set(nearest.slice(0, 2).map((row) => row.method));
    const forest = methods[0].forest || "the target";
    byId("compare-says").textContent = nearest.length === 0 ? `Of ${forest}, no method has a distance.`
      : `${words.plural(own.length - 1, "method", "methods")} beside ${forest}; nearest by the distances of neighbours: ${nearest[0].method} (difference of G ${words.short(nearest[0].g_ks)}).`;
    if (one_in > 1) {
      byId("compare-thinned").textContent = `One point in ${words.count(one_in)} is drawn; every number is of all points.`;
      byId("compare-thinned").hidden = false;
    }
    this.maps();
    const distance = byId("distance");
    distance.replaceChildren(...Object.entries(DISTANCES).map(([key, title]) => element("option", { value: key }, title)));
    distance.addEventListener("change", () => this.cost());
    const several = methods.some((row) => row.forest !== methods[0].forest);
    const columns = several ? [...METHOD_COLUMNS, { key: "forest", title: "forest" }] : METHOD_COLUMNS;
    sortableTable(byId("methods"), "methods.csv; p below 0.05: the target is hardly a draw of the method", columns, methods);
    this.draw();
    whenColoursChange(() => this.draw());
    new ResizeObserver(() => this.points()).observe(byId("methods-maps"));
  }

  maps() {
    this.canvases = this.shown.map((method) => {
      const canvas = element("canvas", { role: "img", "aria-label": `Map of ${method.name}` });
      const row = this.own.find((row) => row.method === method.name);
      const facts = method.name === this.target ? "" : `; p ${words.number(row?.judged_p, 3)}`;
      const button = element("button", { type: "button" }, method.name);
      button.addEventListener("click", () => {
        if (!this.picked.delete(method.name)) this.picked.add(method.name);
        this.draw();
      });
      const head = method.name === this.target ? element("strong", {}, method.name) : button;
      const under = element("p", { class: "note" }, `${words.plural(row?.points ?? 0, "point", "points")}, R ${words.number(row?.clark_evans, 2)}${facts}`);
      byId("methods-maps").append(element("figure", {}, head, canvas, under));
      return { method, canvas, button };
    });
  }

  draw() {
    for (const { method, button } of this.canvases) button.setAttribute("aria-pressed", this.picked.has(method.name));
    this.points();
    this.curve("compare-neighbours", "nnd", "Distance to the nearest neighbour", { title: "density, per m" });
    this.curve("compare-correlation", "pcf", "Pair correlation, drawn up to 3", { title: "g(r)", most: 3 });
    this.cost();
  }

  // The points of each method, with the diameter where it is known, on one scale.
  points() {
    const { size_m: size, origin_m: origin } = this.about;
    for (const { method, canvas } of this.canvases) {
      const { width } = canvas.getBoundingClientRect();
      if (width === 0) continue;
      const dots = Math.min(devicePixelRatio || 1, 2);
      const high = (width * size[1]) / size[0];
      canvas.style.height = `${high}px`;
      [canvas.width, canvas.height] = [Math.round(width * dots), Math.round(high * dots)];
      const pen = canvas.getContext("2d");
      pen.scale(dots, dots);
      pen.fillStyle = themed("--ground");
      pen.fillRect(0, 0, width, high);
      const perMetre = width / size[0];
      pen.fillStyle = pen.strokeStyle = themed(method.name === this.target ? "--ink" : "--first");
      for (let i = 0; i < method.x_m.length; i++) {
        const [x, y] = [(method.x_m[i] - origin[0]) * perMetre, high - (method.y_m[i] - origin[1]) * perMetre];
        const radius = (method.diameter_m[i] ?? 0) * perMetre / 2;
        pen.beginPath();
        pen.globalAlpha = 0.35;
        if (radius > 1) pen.arc(x, y, radius, 0, 2 * Math.PI);
        pen.fill();
        pen.globalAlpha = 1;
        pen.fillRect(x - 0.9, y - 0.9, 1.8, 1.8);
      }
    }
  }

  curve(id, statistic, title, y) {
    const of = (name) => this.shown.find((method) => method.name === name)?.curves[statistic];
    const first = this.shown.map((method) => method.curves[statistic]).find((curve) => curve);
    const line = (name, curve, values, look) => ({ name, ...look, points: curve.r_m.map((r, i) => [r, values[i]]) });
    const lines = first ? [line(this.target, first, first.beside, { colour: themed("--ink") })] : [];
    const bands = [];
    const picked = [...this.picked].filter(of);
    picked.forEach((name, i) => {
      const look = { colour: LINE_COLOURS[i % LINE_COLOURS.length], dash: DASHES[i % DASHES.length] };
      lines.push(line(name, of(name), of(name).observed, look));
    });
    if (picked.length === 1) {
      const curve = of(picked[0]);
      bands.push({ name: `95 % of ${picked[0]}`, colour: LINE_COLOURS[0], points: curve.r_m.map((r, i) => [r, curve.low[i], curve.high[i]]) });
    }
    drawChart(byId(id), {
      title, x: { title: "distance r, m", low: 0, high: Math.max(first?.r_m.at(-1) ?? 0, 1) }, y, lines, bands,
      says: `${this.target}${picked.length > 0 ? ` beside ${words.list(picked)}` : ""}.`, empty: "too few points for a curve",
    });
  }

  // Seconds against distance, each method with its name.
  cost() {
    const by = byId("distance").value;
    const rows = this.own.filter((row) => row.method !== this.target && row.seconds > 0 && row[by] !== null);
    const seconds = rows.map((row) => row.seconds);
    drawChart(byId("cost"), {
      title: `Cost and distance: ${DISTANCES[by]}`,
      x: { title: "seconds for one pattern, one thread", low: Math.min(...seconds, 1e9), high: Math.max(...seconds, 0), log: true },
      y: { title: DISTANCES[by].split(",")[0] },
      lines: rows.map((row, i) => ({ name: `${i + 1} ${row.method}`, colour: themed("--first"), marks: true, label: `${i + 1}`, points: [[row.seconds, row[by]]] })),
      says: words.list(rows.map((row) => `${row.method}: ${words.short(row.seconds)} s, ${words.short(row[by])}`)) + ".",
      empty: "no method has a time and a distance",
    });
  }
}
