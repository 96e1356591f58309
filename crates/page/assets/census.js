// The census: a curve over all years, and the numbers of one as a table.

// Columns of census.csv: what they are called, their unit, how many decimals are shown.
const QUANTITIES = {
  trees: ["living trees", "", 0], seedlings: ["seedlings, below 1.3 m", "", 0], saplings: ["saplings, below 10 cm", "", 0],
  adults: ["adults, 10 cm or more", "", 0], seeds: ["seeds in the bank", "", 0], seeds_landed: ["seeds that landed in the year", "", 0],
  germinated: ["born of seeds in the year", "", 0], resprouted: ["born of stumps in the year", "", 0], died: ["died in the year", "", 0],
  basal_area_m2_per_ha: ["basal area of adults", "m² per ha", 2], mean_dbh_cm: ["mean diameter of adults", "cm", 2],
  mean_height_m: ["mean height of adults", "m", 2], clark_evans: ["Clark–Evans index of adults", "", 3],
  mean_nnd_m: ["mean distance of adults to the nearest", "m", 3],
};

class Census {
  constructor(about) {
    this.about = about;
    chartFigure(byId("census"));
    this.quantity = byId("quantity");
    const titled = (key) => QUANTITIES[key][0] + (QUANTITIES[key][1] && `, ${QUANTITIES[key][1]}`);
    this.titled = titled;
    this.quantity.replaceChildren(...Object.keys(QUANTITIES).map((key) => element("option", { value: key }, titled(key))));
    this.quantity.value = "adults";
    // The species of the scenario, then what else the table has, all together last.
    const known = about.species.map(({ name }) => name);
    this.species = [...known.filter((name) => about.census.rows[name]), ...("all" in about.census.rows ? ["all"] : [])];
  }

  // A number of a species and year; `undefined` where the table has none.
  of(species, year, quantity) {
    return this.about.census.rows[species]?.[year]?.[this.about.census.columns.indexOf(quantity)];
  }

  show(year) {
    const { about } = this;
    const quantity = this.quantity.value;
    const years = Object.keys(about.census.rows.all ?? {}).map(Number).sort((a, b) => a - b);
    const lines = this.species.map((name) => {
      const at = about.species.findIndex((species) => species.name === name);
      const look = name === "all" ? { colour: themed("--ink"), dash: "3 3" } : { colour: css(about.species[at].colour), dash: DASHES[at % DASHES.length] };
      return { name, ...look, points: years.map((each) => [each, this.of(name, each, quantity) ?? null]) };
    });
    const now = this.of("all", year, quantity);
    drawChart(byId("census"), {
      title: `Census: ${this.titled(quantity)}`,
      x: { title: "year", low: years[0] ?? 0, high: Math.max(years.at(-1) ?? 0, (years[0] ?? 0) + 1) },
      y: { title: this.titled(quantity) },
      lines: this.species.length === 2 ? lines.slice(0, 1) : lines,
      at: year,
      says: `All species together: ${words.number(now, QUANTITIES[quantity][2])} in year ${year}.`,
      empty: "none in any year",
    });
    const shown = (key, value) => (QUANTITIES[key][2] === 0 && typeof value === "number" ? words.count(value) : words.number(value, QUANTITIES[key][2]));
    fillTable(byId("census-table"), `Census of year ${year}`, ["quantity", "column", ...this.species],
      Object.keys(QUANTITIES).map((key) => [this.titled(key), key,
        ...this.species.map((name) => ({ text: shown(key, this.of(name, year, key)), "data-column": key, "data-species": name, "data-value": this.of(name, year, key) ?? "" }))]));
  }
}
