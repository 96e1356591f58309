// The page of a single tree: its wood and leaves in 3D, year by year where it lived its years, and its form in numbers.

const LEAF_COLOUR = [92, 128, 58];

class PlantView {
  constructor({ wood, leaves, wider, all_leaves, age_yr, exponent, metrics }) {
    Object.assign(this, { wood, leaves, wider, all_leaves, last: age_yr, exponent, metrics });
    this.age = age_yr;
    this.hasRoots = wood.is_root.includes(1);
    byId("for-age").hidden = age_yr === null;
    byId("for-leaves").hidden = leaves.width_m.length === 0;
    byId("for-roots").hidden = !this.hasRoots;
    Object.assign(byId("age"), { max: age_yr ?? 0, value: age_yr ?? 0 });
    byId("age").addEventListener("input", () => this.show(byId("age").valueAsNumber));
    for (const id of ["leaves", "roots"]) byId(id).addEventListener("change", () => this.show(this.age));
    this.begin3d();
    fillTable(byId("metrics"), "Metrics, as metrics.json has them", ["metric", "tree", "L-system beside it", "measured trees"], metrics.map((metric) =>
      [metric.name, { text: short(metric.value), "data-metric": metric.key, "data-value": metric.value ?? "" }, short(metric.beside),
        metric.measured ? `${short(metric.measured[0])} to ${short(metric.measured[1])}` : ""]));
    for (const id of ["heights", "thickness"]) chartFigure(byId(id));
    byId("heights").hidden = age_yr === null;
    whenColoursChange(() => this.showCharts());
    this.show(age_yr);
  }

  begin3d() {
    const { low, high } = this.plate();
    this.view = View3d.open(byId("stand"), { low, high, forms: [], colours: [], moved: () => this.tell(), elevation: 12 });
    for (const id of ["stand", "of-stand"]) byId(id).hidden = this.view === null;
    byId("no-3d").hidden = this.view !== null;
    if (!this.view) return;
    this.day = new Day({
      latitude_deg: null,
      changed: (sun) => {
        this.view.setSun(sun);
        this.tell();
      },
    });
    this.view.setSun(this.day.sun);
    const { camera } = this.view;
    byId("closer").addEventListener("click", () => camera.zoomBy(1.5));
    byId("further").addEventListener("click", () => camera.zoomBy(1 / 1.5));
    byId("whole").addEventListener("click", () => camera.goHome());
  }

  // The piece of ground that it stands on: as wide as its crown and its roots, and square.
  plate() {
    const { x_m, y_m, is_root } = this.wood;
    let reach = 0.5;
    for (let i = 0; i < x_m.length; i++) {
      // Roots may reach farther than is of use to see the crown.
      const at = Math.max(Math.abs(x_m[i]), Math.abs(y_m[i]));
      if (!is_root[i]) reach = Math.max(reach, at * 1.15);
    }
    return { low: [-reach, -reach], high: [reach, reach] };
  }

  // The tree as much of it as was there at an age; null is all of it.
  show(age) {
    this.age = age;
    const isYoung = age !== null && age < this.last;
    const roots = byId("roots").checked;
    byId("leaves").disabled = isYoung;
    if (age !== null) {
      byId("age-says").textContent = words.plural(age, "year", "years");
      byId("age").setAttribute("aria-valuetext", byId("age-says").textContent);
    }
    const nodes = isYoung ? this.at(age) : this.wood;
    const isShown = (i) => (roots || !nodes.is_root[i]) && (age === null || nodes.of[i] <= age);
    if (this.view) {
      this.view.setGround(null, { glass: roots });
      this.view.setWood(woodPieces(nodes, { isShown }));
      this.view.setLeaves(byId("leaves").checked && !isYoung ? this.foliage() : NO_LEAVES);
      this.tell();
    }
    const all = this.wood.all === this.wood.back.length ? "" : ` of ${words.count(this.wood.all)}`;
    const leaves = this.all_leaves === this.leaves.width_m.length ? "" : `, of which ${words.count(this.leaves.width_m.length)} are drawn, wider than they are`;
    byId("plant-says").textContent = `${words.count(this.wood.back.length)}${all} nodes of wood, ${words.plural(this.all_leaves, "leaf or spray", "leaves or sprays")}${leaves}.` +
      (isYoung ? ` At ${words.plural(age, "year", "years")}: the wood of the finished tree that was there then, as thick as its forks ask for; what was shed since is not shown, nor are leaves.` : "");
    this.showCharts();
  }

  // The finished tree's wood as it was at an age: radii follow from what each node bore then, by the exponent of its forks.
  at(age) {
    const { wood, exponent } = this;
    const power = exponent ?? 2;
    const count = wood.back.length;
    const thick = new Float64Array(count);
    const radius_m = new Float64Array(count);
    let least = Infinity;
    for (let i = 0; i < count; i++) least = Math.min(least, wood.radius_m[i] || Infinity);
    for (let i = count - 1; i >= 0; i--) {
      if (wood.of[i] > age) continue;
      const own = thick[i] || least ** power;
      // Never thicker than in the end.
      radius_m[i] = Math.min(own ** (1 / power), wood.radius_m[i]);
      if (wood.back[i] > 0) thick[i - wood.back[i]] += own;
    }
    return { ...wood, radius_m };
  }

  foliage() {
    if (this.cards) return this.cards;
    const { stalk, tip, width_m } = this.leaves;
    const count = width_m.length;
    const places = (axes) => Float64Array.from({ length: 3 * count }, (_, i) => axes[i % 3][Math.floor(i / 3)]);
    const colour = new Uint8Array(4 * count);
    let lengths = 0;
    for (let i = 0; i < count; i++) {
      const lighter = 0.85 + 0.3 * ((i * 0.618) % 1);
      colour.set([...LEAF_COLOUR.map((part) => part * lighter), 255], 4 * i);
      lengths += Math.hypot(...[0, 1, 2].map((axis) => tip[axis][i] - stalk[axis][i]));
    }
    // No single leaf of these trees is longer.
    const sprays = lengths / Math.max(count, 1) > 0.2;
    this.cards = { count, stalk: places(stalk), tip: places(tip), width: width_m.map((width) => width * this.wider), colour, sprays };
    return this.cards;
  }

  // Height and the number of nodes above the ground by the year in which they came, and radii by height.
  showCharts() {
    const { wood, last } = this;
    if (last !== null) {
      const heights = new Array(last + 1).fill(0);
      for (let i = 0; i < wood.back.length; i++) if (wood.of[i] <= last) heights[wood.of[i]] = Math.max(heights[wood.of[i]], wood.z_m[i]);
      for (let year = 1; year <= last; year++) heights[year] = Math.max(heights[year], heights[year - 1]);
      drawChart(byId("heights"), {
        title: "Height over the years", x: { title: "age, years", low: 0, high: Math.max(last, 1) }, y: { title: "height of what still stands, m" },
        lines: [{ name: "height", colour: themed("--first"), points: heights.map((height, year) => [year, height]) }], at: this.age,
        says: `${words.number(heights[this.age ?? last], 1)} m at ${words.plural(this.age ?? last, "year", "years")}, ${words.number(heights[last], 1)} m in the end.`, empty: "no wood above the ground",
      });
    }
    // How much wood is cut by a level plane at each height, as the area of its sections: what the rule of da Vinci speaks of.
    const LAYERS = 40;
    const top = wood.z_m.reduce((most, z) => Math.max(most, z), 0.1);
    const sections = Array.from({ length: LAYERS }, (_, k) => [((k + 0.5) / LAYERS) * top, 0]);
    for (let i = 0; i < wood.back.length; i++) {
      if (wood.back[i] === 0 || wood.is_root[i]) continue;
      const [low, high] = [wood.z_m[i - wood.back[i]], wood.z_m[i]].sort((a, b) => a - b);
      for (let k = Math.max(Math.ceil((low / top) * LAYERS - 0.5), 0); k < LAYERS && sections[k][0] < high; k++) sections[k][1] += 1e4 * Math.PI * wood.radius_m[i] ** 2;
    }
    drawChart(byId("thickness"), {
      title: "Wood at each height", x: { title: "height, m", low: 0, high: top }, y: { title: "sections of all branches, cm²" },
      lines: [{ name: "sections", colour: themed("--first"), points: sections }],
      says: `${words.short(sections[0][1])} cm² near the ground, ${words.short(sections[LAYERS / 2][1])} cm² at half the height.`, empty: "no wood above the ground",
    });
  }

  tell() {
    if (!this.view || !this.day) return;
    byId("stand-says").textContent = `${cameraInWords(this.view.camera)}. ${this.day.words}.`;
    byId("stand").setAttribute("aria-label", `The tree in 3D. ${byId("plant-says").textContent} ${byId("stand-says").textContent}`);
  }
}

// A number to four digits that count; a dash where there is none.
const short = (value) => (value === null || value === undefined ? "–" : `${Number(value.toPrecision(4))}`);
