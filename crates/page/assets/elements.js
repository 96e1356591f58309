// Elements of the page, made from plain values: text stays text.

const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function mark(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// A table with a row of headings; the first cell of a row names it. A cell is a text, or `{ text, ...attributes }`.
function fillTable(table, caption, headings, rows) {
  const cell = (name, value, more) => {
    const { text, ...attributes } = typeof value === "object" ? value : { text: value };
    return element(name, { ...more, ...attributes }, text);
  };
  const head = element("tr", {}, ...headings.map((heading) => cell("th", heading, { scope: "col" })));
  const body = rows.map(([first, ...rest]) =>
    element("tr", {}, cell("th", first, { scope: "row" }), ...rest.map((value) => cell("td", value))));
  table.replaceChildren(element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body));
}

// A colour as a style sheet writes it.
const css = ([red, green, blue], opacity = 1) => `rgb(${red} ${green} ${blue} / ${opacity})`;

// A dot, and a square, of a colour for a legend.
const dotOf = (colour) => legendMark(mark("circle", { cx: 6, cy: 6, r: 5, fill: css(colour) }));
const squareOf = (colour) => legendMark(mark("rect", { width: 12, height: 12, fill: css(colour) }));
const legendMark = (shape) => mark("svg", { viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" }, shape);

// A colour that the style sheet names, as it is in light, dark or print.
const themed = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Calls back whenever the page turns light or dark, or is to be printed.
function whenColoursChange(draw) {
  for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", draw);
}
