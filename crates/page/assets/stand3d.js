// The trees of a run in 3D: what is living as models or as it grew, those that died, and the wood of the dead.

const OTHERS_SEEN = 0.3;
const LOG_COLOUR = [112, 98, 84];

class Stand3d {
  // A view of a run; null where the browser has no WebGL 2. `picked` gets the row of the layer that is shown.
  static open(about, { picked }) {
    const canvas = byId("stand");
    canvas.hidden = false;
    const { origin_m: low, size_m: size, species } = about;
    const forms = [...new Set(species.map(({ form }) => form ?? "beech"))];
    let stand = null;
    const view = View3d.open(canvas, {
      low, high: [low[0] + size[0], low[1] + size[1]], forms: forms.length > 0 ? forms : ["beech"], colours: species.map(({ colour }) => colour),
      picked: (row) => picked(row < stand.living ? row : -1), moved: () => stand.tell(),
    });
    canvas.hidden = view === null;
    if (view) stand = new Stand3d(about, view, forms);
    return stand;
  }

  constructor(about, view, forms) {
    Object.assign(this, { about, view, living: 0, shown: "", cache: new Map() });
    this.formOf = about.species.map(({ form }) => forms.indexOf(form ?? "beech"));
    this.speciesOf = new Map(about.snapshots.trees.tree.length > 0 && about.grown?.length > 0
      ? Array.from(about.snapshots.trees.tree, (tree, place) => [tree, about.snapshots.trees.species[place]]) : []);
    if (about.ground) view.setGround(about.ground);
    this.day = new Day({
      latitude_deg: about.latitude_deg,
      changed: (sun) => {
        view.setSun(sun);
        this.tell();
      },
    });
    view.setSun(this.day.sun);
  }

  // The wood of a recorded year, where its trees grew it.
  grownIn(year) {
    return this.about.grown?.find((grown) => grown.year === year)?.wood ?? null;
  }

  // Shows the trees of a layer, `ghosts` as far as they have not faded, the `dead` of the state of the year, and chooses a row.
  show({ year, layer, ghosts, fading, dead, chosen, asGrown, roots }) {
    const wood = asGrown ? this.grownIn(year) : null;
    const what = [year, layer.count, ghosts?.count ?? 0, ghosts ? fading.toFixed(3) : 0, Boolean(dead), Boolean(wood), roots].join(" ");
    if (what !== this.shown) {
      this.shown = what;
      this.living = layer.count;
      const standing = dead ? Array.from(dead.stands_m.keys()).filter((i) => dead.stands_m[i] > 0.3) : [];
      this.view.setTrees(this.trees(layer, wood, ghosts, fading, dead, standing, year));
      const { pieces, leaves } = wood ? this.grown(year, wood, roots) : { pieces: NO_WOOD, leaves: NO_LEAVES };
      this.view.setGround(this.view.ground, { glass: Boolean(wood) && roots });
      this.view.setWood(dead ? joined(pieces, this.logs(dead, year)) : pieces);
      this.view.setLeaves(leaves);
    }
    this.view.choose(chosen);
    this.tell();
  }

  trees(layer, wood, ghosts, fading, dead, standing, year) {
    const has = wood ? new Set(wood.of) : null;
    const numbers = this.about.snapshots.trees.tree;
    const gone = ghosts?.count ?? 0;
    const count = layer.count + gone + standing.length;
    const trees = { count, opacity: new Float32Array(count).fill(1), form: new Int16Array(count) };
    const all = (living, dying, rest) => {
      const values = new Float64Array(count);
      for (let i = 0; i < layer.count; i++) values[i] = living(layer, i);
      for (let i = 0; i < gone; i++) values[layer.count + i] = dying(ghosts, i);
      standing.forEach((row, i) => { values[layer.count + gone + i] = rest(row); });
      return values;
    };
    const alike = (of, rest) => all((rows, i) => rows[of][i], (rows, i) => rows[of][i], rest);
    const groundAt = (x, y) => this.heightAt(x, y);
    Object.assign(trees, {
      x: alike("x", (row) => dead.x_m[row]), y: alike("y", (row) => dead.y_m[row]), z: alike("z", (row) => groundAt(dead.x_m[row], dead.y_m[row])),
      height: alike("height", (row) => dead.stands_m[row]), base: alike("base", () => 0), radius: alike("radius", () => 0.2),
      stem: alike("stem", (row) => dead.dbh_cm[row] / 200), colour: alike("colour", (row) => dead.species[row]),
      turn: all((rows, i) => (numbers[rows.place[i]] * 2.4) % 6.283, () => 0, () => 0),
    });
    // What stands around those that are shown as they grew is seen through.
    if (has) trees.opacity.fill(OTHERS_SEEN, 0, layer.count);
    for (let i = 0; i < count; i++) {
      if (i >= layer.count) trees.form[i] = -1;
      else trees.form[i] = has?.has(numbers[layer.place[i]]) ? -2 : this.formOf[layer.colour[i]];
    }
    trees.opacity.fill(fading, layer.count, layer.count + gone);
    standing.forEach((row, i) => { trees.opacity[layer.count + gone + i] = fadedSince(dead.died[row], year); });
    return trees;
  }

  // Height of the ground at a place, at the nearest crossing.
  heightAt(x, y) {
    const { ground } = this.about;
    if (!ground) return 0;
    const at = (place, axis, most) => Math.min(Math.max(Math.round((place - ground.low[axis]) / ground.cell[axis]), 0), most - 1);
    return ground.heights[at(y, 1, ground.rows) * ground.columns + at(x, 0, ground.columns)];
  }

  // What lies; no table says which way it fell, so each lies in a direction of its own.
  logs(dead, year) {
    const rows = Array.from(dead.lies_m.keys()).filter((i) => dead.lies_m[i] > 0.5);
    const logs = { count: rows.length, from: new Float64Array(4 * rows.length), to: new Float64Array(4 * rows.length), colour: new Uint8Array(4 * rows.length) };
    rows.forEach((i, row) => {
      const [x, y, radius] = [dead.x_m[i], dead.y_m[i], Math.max(dead.dbh_cm[i] / 200, 0.03)];
      const angle = (dead.x_m[i] * 12.9 + dead.y_m[i] * 78.2) % 6.283;
      const end = [x + Math.cos(angle) * dead.lies_m[i], y + Math.sin(angle) * dead.lies_m[i]];
      logs.from.set([x, y, this.heightAt(x, y) + radius * 0.7, radius], 4 * row);
      logs.to.set([...end, this.heightAt(...end) + radius * 0.4, radius * 0.3], 4 * row);
      logs.colour.set([...LOG_COLOUR, Math.round(255 * fadedSince(dead.died[i], year))], 4 * row);
    });
    return logs;
  }

  // Wood and leaves of a year, with or without roots.
  grown(year, wood, roots) {
    const key = `${year} ${roots}`;
    if (!this.cache.has(key)) {
      const { species } = this.about;
      const colourOf = (tree) => species[this.speciesOf.get(tree) ?? 0].colour;
      const barkOf = (i) => mixed(BARK_COLOUR, colourOf(wood.of[i]), 0.25);
      this.cache.set(key, {
        pieces: woodPieces(wood, { isShown: roots ? undefined : (i) => !wood.is_root[i], barkOf }),
        leaves: spraysAtEnds(wood, colourOf),
      });
    }
    return this.cache.get(key);
  }

  tell() {
    const { view } = this;
    byId("stand-says").textContent = `${cameraInWords(view.camera)}. ${this.day.words}.`;
    byId("stand").setAttribute("aria-label", `The trees in 3D. ${byId("map-says").textContent} ${byId("stand-says").textContent}`);
  }
}

// Two lists of wood as one.
function joined(a, b) {
  const both = (of) => [...a[of], ...b[of]];
  return { count: a.count + b.count, from: both("from"), to: both("to"), colour: both("colour") };
}
