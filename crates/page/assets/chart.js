// A chart of lines and bands as SVG: axes with their titles, a legend, a sentence that says what is seen, and the numbers as a
// table that opens below.
//
// A line is { name, colour, dash, points: [[x, y], ...], marks, label } with `null` for a y that is undefined; a label stands
// beside its first point. A band is { name, colour, points: [[x, low, high], ...] }.

const WIDE = 350;
const HIGH = 250;
const MARGIN = { left: 56, right: 18, top: 12, bottom: 44 };

// Dashes that go with colours, so that lines are told apart without them.
const DASHES = [null, "8 4", "2 3", "10 3 2 3"];

// Round numbers across a range, at most so many.
function roundTicks(low, high, most) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

// A scale from values to places along an axis, with its ticks; `low` and `high` are widened to round numbers.
function scale({ low, high, log, from, to, most }) {
  if (log) {
    const [a, b] = [Math.floor(Math.log10(low)), Math.max(Math.ceil(Math.log10(high)), Math.floor(Math.log10(low)) + 1)];
    const ticks = [];
    for (let i = a; i <= b; i++) ticks.push(10 ** i);
    return { at: (x) => from + ((Math.log10(x) - a) / (b - a)) * (to - from), ticks, low: 10 ** a };
  }
  const ticks = roundTicks(low, high, most);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
  const top = ticks.at(-1) < high - step * 1e-6 ? ticks.at(-1) + step : Math.max(high, ticks.at(-1));
  if (top > ticks.at(-1) + step * 0.5) ticks.push(Number(top.toPrecision(12)));
  return { at: (x) => from + ((x - low) / (top - low || 1)) * (to - from), ticks, low };
}

// Draws into `figure`, a <figure> that holds an empty <svg>, <ul class=legend>, <figcaption> and <details>.
function drawChart(figure, { title, x, y, lines, bands = [], at = null, says, empty }) {
  const svg = figure.querySelector("svg");
  const values = [];
  for (const line of lines) for (const point of line.points) if (point[1] !== null) values.push(point[1]);
  for (const band of bands) for (const [, low, high] of band.points) values.push(low ?? 0, high ?? 0);
  svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  svg.setAttribute("role", "img");
  const described = values.length === 0 ? empty : says;
  svg.setAttribute("aria-label", `${title}. ${described}`);
  figure.querySelector("figcaption").textContent = title;
  const legend = figure.querySelector(".legend");
  if (values.length === 0) {
    svg.replaceChildren(mark("text", { x: WIDE / 2, y: HIGH / 2, class: "empty", "text-anchor": "middle" }, empty));
    legend.replaceChildren();
    figure.querySelector("details").hidden = true;
    return;
  }
  const positive = values.filter((value) => value > 0);
  // A loop, as a call takes only so many arguments.
  const most = (numbers) => numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
  const horizontal = scale({ low: x.low, high: x.high, log: x.log, from: MARGIN.left, to: WIDE - MARGIN.right, most: 6 });
  const vertical = scale({
    low: y.log ? least(positive.length ? positive : [1]) : Math.min(0, least(values)),
    high: Math.min(most(values) || 1, y.most ?? Infinity),
    log: y.log, from: HIGH - MARGIN.bottom, to: MARGIN.top, most: 5,
  });
  const marks = [];
  for (const tick of vertical.ticks) {
    const place = vertical.at(tick);
    marks.push(mark("line", { x1: MARGIN.left, x2: WIDE - MARGIN.right, y1: place, y2: place, class: "rule" }));
    marks.push(mark("text", { x: MARGIN.left - 6, y: place + 4, "text-anchor": "end" }, words.short(tick)));
  }
  for (const tick of horizontal.ticks) {
    const place = horizontal.at(tick);
    marks.push(mark("line", { x1: place, x2: place, y1: HIGH - MARGIN.bottom, y2: HIGH - MARGIN.bottom + 4, class: "axis" }));
    marks.push(mark("text", { x: place, y: HIGH - MARGIN.bottom + 17, "text-anchor": "middle" }, words.short(tick)));
  }
  marks.push(mark("line", { x1: MARGIN.left, x2: WIDE - MARGIN.right, y1: HIGH - MARGIN.bottom, y2: HIGH - MARGIN.bottom, class: "axis" }));
  marks.push(mark("text", { x: (MARGIN.left + WIDE - MARGIN.right) / 2, y: HIGH - 8, "text-anchor": "middle", class: "title" }, x.title));
  const middle = (MARGIN.top + HIGH - MARGIN.bottom) / 2;
  marks.push(mark("text", { x: 13, y: middle, transform: `rotate(-90 13 ${middle})`, "text-anchor": "middle", class: "title" }, y.title));
  const place = (value) => vertical.at(y.log ? Math.max(value, vertical.low) : value).toFixed(1);
  const clip = `url(#frame-${figure.id})`;
  for (const band of bands) {
    const [up, down] = [2, 1].map((side) => band.points.filter((point) => point[1] !== null && point[2] !== null)
      .map((point) => `${horizontal.at(point[0]).toFixed(1)},${place(point[side])}`));
    marks.push(mark("polygon", { points: [...up, ...down.reverse()].join(" "), fill: band.colour, class: "band", "clip-path": clip }));
  }
  if (at !== null) {
    marks.push(mark("line", { x1: horizontal.at(at), x2: horizontal.at(at), y1: MARGIN.top, y2: HIGH - MARGIN.bottom, class: "now" }));
  }
  for (const line of lines) {
    let path = "";
    let pen = "M";
    for (const [value, height] of line.points) {
      if (height === null || (y.log && !(height > 0))) {
        pen = "M";
        continue;
      }
      path += `${pen}${horizontal.at(value).toFixed(1)} ${place(height)}`;
      pen = "L";
      if (line.marks) marks.push(mark("circle", { cx: horizontal.at(value), cy: place(height), r: 2.6, fill: line.colour }));
    }
    marks.push(mark("path", { d: path, fill: "none", stroke: line.colour, "stroke-width": 2, "stroke-dasharray": line.dash ?? null, "stroke-linejoin": "round", "clip-path": clip }));
  }
  marks.push(...labels(lines.filter((line) => line.label), horizontal, place));
  // What is beyond the axis, where that was cut, is cut too.
  const frame = mark("clipPath", { id: `frame-${figure.id}` },
    mark("rect", { x: MARGIN.left - 4, y: MARGIN.top - 4, width: WIDE - MARGIN.left - MARGIN.right + 8, height: HIGH - MARGIN.top - MARGIN.bottom + 8 }));
  svg.replaceChildren(frame, ...marks);
  legend.replaceChildren(...[...lines, ...bands].map((each) => element("li", {}, ...(each.label ? [] : [sample(each)]), each.name)));
  numbersBelow(figure, title, x, y, lines, bands);
}

// The labels of points, moved up or down until none stands on another.
function labels(lines, horizontal, place) {
  const taken = lines.map(({ points: [[x, y]] }) => ({ at: Number(place(y)) + 4, left: horizontal.at(x) - 4, wide: 8 }));
  return lines.map(({ label, points: [[x, y]] }) => {
    const [across, down] = [horizontal.at(x), Number(place(y))];
    const wide = label.length * 7;
    const left = across + 7 + wide > WIDE ? across - 7 - wide : across + 7;
    // Neither another label nor a point.
    const free = (at) => taken.every((other) => Math.abs(other.at - at) >= 11 || left > other.left + other.wide || other.left > left + wide);
    const tries = [4, -9, 17, -22, 30, -35, 43, -48].map((by) => down + by);
    const at = tries.find((each) => free(each) && each > MARGIN.top && each < HIGH - MARGIN.bottom - 3) ?? down + 4;
    taken.push({ at, left, wide });
    return mark("text", { x: left, y: at, class: "label" }, label);
  });
}

// A short piece of a line, or a square of a band, for the legend.
function sample({ colour, dash, points }) {
  const shape = points[0]?.length === 3
    ? mark("rect", { x: 2, y: 2, width: 20, height: 8, fill: colour, class: "band" })
    : mark("line", { x1: 1, x2: 23, y1: 6, y2: 6, stroke: colour, "stroke-width": 3, "stroke-dasharray": dash ?? null });
  return mark("svg", { viewBox: "0 0 24 12", width: 24, height: 12, "aria-hidden": "true" }, shape);
}

// The numbers of the lines as a table, made when it is opened.
function numbersBelow(figure, title, x, y, lines, bands) {
  const details = figure.querySelector("details");
  details.hidden = false;
  const fill = () => {
    const columns = new Map();
    const put = (key, name, value) => columns.set(key, { ...columns.get(key), [name]: value });
    const names = [];
    for (const line of lines) {
      names.push(line.name);
      for (const [key, value] of line.points) put(key, line.name, value);
    }
    for (const band of bands) {
      names.push(`${band.name}, from`, "to");
      for (const [key, low, high] of band.points) {
        put(key, `${band.name}, from`, low);
        put(key, "to", high);
      }
    }
    const rows = [...columns.entries()].sort((a, b) => a[0] - b[0]);
    fillTable(details.querySelector("table"), `${title}: ${y.title}`, [x.title, ...names],
      rows.map(([key, values]) => [words.short(key), ...names.map((name) => words.short(values[name]))]));
  };
  details.ontoggle = () => details.open && fill();
  if (details.open) fill();
}

// An empty figure for a chart.
function chartFigure(figure) {
  figure.replaceChildren(
    element("figcaption"), mark("svg"), element("ul", { class: "legend" }),
    element("details", {}, element("summary", {}, "numbers"), element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "numbers of the chart" }, element("table"))),
  );
}
