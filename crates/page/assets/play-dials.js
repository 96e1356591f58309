// The keys of the scenario as sliders, lists and boxes: its table of keys says range, unit and meaning.
//
// `changed(path, value, { released, decides })` is told of each turn: `value` is null where the file's is to hold again; of a
// slider all turns while it is dragged, the last of them released. A word or a flag decides which other keys there are.

// Where a slider ends: the whole range of the key where that is narrow, else around what the key holds.
function ends({ kind, low, high }, value) {
  if (kind === "whole" && high - low <= 400) return [low, high];
  if (kind === "real" && high - low <= 20 * Math.max(Math.abs(value), 0.05)) return [low, high];
  if (value > 0) return [Math.max(low, Math.min(0, low)), Math.min(high, kind === "whole" ? Math.max(10, 4 * value) : 4 * value)];
  if (value < 0) return [Math.max(low, 4 * value), Math.min(high, -4 * value)];
  return [Math.max(low, kind === "whole" ? -10 : -1), Math.min(high, kind === "whole" ? 10 : 1)];
}

// What is turned most of trees, also where the file leaves it to the preset.
const OFTEN = /^tree\.(age_yr|site|season\.(wind|shed_light|(stem|limbs)\.apical_control(_old)?))$/;

const shownNumber = (x) => (Number.isInteger(x) ? String(x) : String(Number(x.toPrecision(6))));

class Dials {
  constructor(changed) {
    this.changed = changed;
    this.rows = new Map();
    byId("sought").addEventListener("input", () => this.seek());
    byId("unturn").addEventListener("click", () => {
      const turned = [...this.rows.values()].filter(({ dial }) => dial.turned).map(({ dial }) => dial.path);
      this.changed(Object.fromEntries(turned.map((path) => [path, null])), { released: true, decides: true });
    });
  }

  // Shows these keys: those that the file gives stand open, the others by their tables.
  show(dials) {
    const own = document.activeElement?.closest?.(".dial")?.dataset.path;
    const open = new Set([...byId("dials").querySelectorAll("details[open]")].map((group) => group.dataset.table));
    const isFirst = this.rows.size === 0;
    this.rows.clear();
    const groups = new Map();
    for (const dial of dials) {
      if (dial.path === "world.seed") continue;
      const table = dial.path.split(".").slice(0, dial.path.startsWith("species.") ? 2 : 1).join(".");
      if (!groups.has(table)) groups.set(table, []);
      groups.get(table).push(dial);
    }
    const rank = (table) => (/^(tree|scatter|species|founders|segment|border)/.test(table) ? 0 : table === "world" ? 1 : 2);
    const sorted = [...groups].sort(([a], [b]) => rank(a) - rank(b));
    byId("dials").replaceChildren(...sorted.map(([table, all]) => {
      const isFirstOnes = (dial) => dial.written || dial.turned || OFTEN.test(dial.path);
      const first = all.filter(isFirstOnes).map((dial) => this.row(dial, table));
      const others = all.filter((dial) => !isFirstOnes(dial)).map((dial) => this.row(dial, table));
      const more = `${table} more`;
      const inner = element("details", { "data-table": more }, element("summary", {}, words.plural(others.length, "more key", "more keys")), ...others);
      inner.open = open.has(more);
      const group = element("details", { "data-table": table }, element("summary", {}, table.replaceAll('"', "")),
        ...first, ...(first.length > 0 && others.length > 0 ? [inner] : others));
      group.open = isFirst ? rank(table) === 0 && first.length > 0 : open.has(table);
      return group;
    }));
    byId("unturn").disabled = !dials.some((dial) => dial.turned && dial.path !== "world.seed");
    this.seek();
    if (own) this.rows.get(own)?.row.querySelector("input, select")?.focus();
  }

  // The row of a key.
  row(dial, table) {
    const name = dial.path.slice(table.length + 1) || dial.path;
    const id = `dial-${dial.path}`;
    const unit = dial.unit ? element("span", { class: "unit" }, dial.unit) : "";
    const turns = dial.kind === "word" || dial.kind === "flag" ? [this.choice(dial, id)] : dial.values.map((_, i) => this.slider(dial, i, id));
    const row = element("div", { class: dial.turned ? "dial turned" : "dial", "data-path": dial.path },
      element("div", { class: "named" }, element("span", { id }, name), unit),
      ...turns, element("p", { class: "doc" }, dial.doc));
    this.rows.set(dial.path, { row, dial, words: `${dial.path} ${dial.doc}`.toLowerCase() });
    return row;
  }

  // A list of words, or a box.
  choice(dial, id) {
    const words = dial.kind === "flag" ? ["true", "false"] : dial.words;
    const list = element("select", { "aria-labelledby": id }, ...words.map((word) => element("option", {}, word)));
    list.value = String(dial.value);
    list.addEventListener("change", () => {
      const value = dial.kind === "flag" ? list.value === "true" : list.value;
      this.changed({ [dial.path]: value }, { released: true, decides: true });
    });
    return list;
  }

  // A slider with its number beside it, in which any number of the key's range can be written.
  slider(dial, i, id) {
    const [from, to] = ends(dial, dial.values[i]);
    const step = dial.kind === "whole" ? 1 : "any";
    const which = dial.values.length > 1 ? ` ${i + 1}` : "";
    const range = element("input", { type: "range", min: from, max: to, step, "aria-labelledby": id });
    const number = element("input", { type: "text", inputmode: "decimal", "aria-label": `${dial.path}${which}`, autocomplete: "off" });
    const put = (value) => {
      range.value = value;
      range.setAttribute("aria-valuetext", `${shownNumber(value)} ${dial.unit}`);
      number.value = shownNumber(value);
    };
    put(dial.values[i]);
    const turn = (value, released) => {
      dial.values[i] = value;
      dial.turned = true;
      this.rows.get(dial.path).row.classList.add("turned");
      byId("unturn").disabled = false;
      this.changed({ [dial.path]: dial.list ? [...dial.values] : value }, { released, decides: false });
    };
    const dragged = () => {
      // Six digits are what a slider of some hundred pixels can mean.
      const value = dial.kind === "whole" ? Math.round(range.valueAsNumber) : Number(range.valueAsNumber.toPrecision(4));
      number.value = shownNumber(value);
      range.setAttribute("aria-valuetext", `${shownNumber(value)} ${dial.unit}`);
      return value;
    };
    range.addEventListener("input", () => turn(dragged(), false));
    range.addEventListener("change", () => turn(dragged(), true));
    number.addEventListener("change", () => {
      const value = Number(number.value.replace(",", "."));
      const fits = number.value.trim() !== "" && Number.isFinite(value) && (dial.kind !== "whole" || Number.isInteger(value));
      number.setCustomValidity(fits ? "" : dial.kind === "whole" ? "a whole number" : "a number");
      if (!number.reportValidity()) return;
      if (value < from || value > to) Object.assign(range, { min: Math.min(from, value), max: Math.max(to, value) });
      range.value = value;
      turn(value, true);
    });
    return element("div", { class: "turn" }, range, number);
  }

  // Shows the keys in whose path or meaning the sought word is.
  seek() {
    const sought = byId("sought").value.trim().toLowerCase();
    let found = 0;
    for (const { row, words: all } of this.rows.values()) {
      row.hidden = sought !== "" && !all.includes(sought);
      if (!row.hidden) found += 1;
    }
    for (const group of byId("dials").querySelectorAll("details")) {
      group.hidden = ![...group.querySelectorAll(".dial")].some((row) => !row.hidden);
      if (sought !== "" && !group.hidden) group.open = true;
    }
    byId("dials-says").textContent = sought === "" ? "" : `${words.plural(found, "key", "keys")} with “${sought}”`;
  }
}
