// A chosen tree: its row in the year that is shown, and its life over the recorded years.

class ChosenTree {
  constructor(snapshots, species, deaths) {
    Object.assign(this, { snapshots, species, place: -1 });
    this.deaths = new Map(deaths.map((death) => [death.tree, death]));
    chartFigure(byId("life"));
  }

  // Takes the tree at a place among all trees; -1 takes none.
  choose(place) {
    this.place = place;
  }

  // The rows of the tree in all recorded years.
  life() {
    const rows = this.snapshots.years.map((year) => ({ year, row: rowOf(year, this.place) }));
    return rows.filter(({ row }) => row >= 0);
  }

  show(year, snapshot) {
    byId("chosen").hidden = this.place < 0;
    if (this.place < 0) return;
    const { trees } = this.snapshots;
    const number = trees.tree[this.place];
    const name = this.species[trees.species[this.place]].name;
    const life = this.life();
    const row = rowOf(snapshot, this.place);
    const death = this.deaths.get(number);
    const parts = [`${name}, born in year ${trees.born[this.place]}`];
    if (trees.born[this.place] < 0) parts[0] = `${name}, ${-trees.born[this.place]} years old when the run began`;
    if (death) parts.push(`died in year ${death.year} of ${death.cause}`);
    byId("chosen-title").textContent = `Tree ${number}: ${parts.join(", ")}`;
    const fixed = [
      ["tree", "tree", number], ["species", "species", name],
      ["place, x", "x_m", `${words.number(trees.x_m[this.place])} m`], ["place, y", "y_m", `${words.number(trees.y_m[this.place])} m`],
      ["ground", "z_m", `${words.number(trees.z_m[this.place])} m`],
    ];
    const own = row < 0 ? [] : [
      ["age", "age_yr", `${snapshot.year - trees.born[this.place]} years`],
      ["diameter at breast height", "dbh_cm", `${words.number(snapshot.dbh_cm[row], 1)} cm`],
      ["height", "height_m", `${words.number(snapshot.height_m[row])} m`],
      ["crown radius", "crown_radius_m", `${words.number(snapshot.crown_radius_m[row])} m`],
      ["crown from", "crown_base_m", `${words.number(snapshot.crown_base_m[row])} m`],
      ["vigour", "vigour", words.number(snapshot.vigour[row], 3)],
    ];
    const when = row < 0 ? `it is not there in year ${snapshot.year}` : `in the recorded year ${snapshot.year}`;
    fillTable(byId("tree"), `As it was ${when}`.replace("As it was it is", "It is"), ["quantity", "value"],
      [...fixed, ...own].map(([label, column, value]) => [label, { text: `${value}`, "data-column": column }]));
    const line = (label, of, colour, dash) => ({ name: label, colour, dash, marks: true, points: life.map(({ year: at, row: i }) => [at.year, of(at)[i]]) });
    const years = this.snapshots.years;
    drawChart(byId("life"), {
      title: "Its life in the recorded years",
      x: { title: "year", low: years[0].year, high: Math.max(years.at(-1).year, years[0].year + 1) },
      y: { title: "height and crown radius, m" },
      lines: [line("height", (at) => at.height_m, themed("--first")), line("crown radius", (at) => at.crown_radius_m, themed("--second"), "6 4")],
      at: year,
      says: `From ${words.number(life[0]?.year.height_m[life[0].row])} m of height in year ${life[0]?.year.year} to ` +
        `${words.number(life.at(-1)?.year.height_m[life.at(-1).row])} m in year ${life.at(-1)?.year.year}.`,
      empty: "it is in no recorded year",
    });
  }
}

// The row of a tree in a recorded year; -1 where it does not live then, or is not drawn.
function rowOf(snapshot, place) {
  let [low, high] = [0, snapshot.place.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (snapshot.place[middle] === place) return middle;
    if (snapshot.place[middle] < place) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
