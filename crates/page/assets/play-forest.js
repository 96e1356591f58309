// A forest while it grows: the views of a run's page, of which each frame brings one year.

class PlayedForest extends RunView {
  constructor(frame) {
    super(frame);
    this.number = null;
    this.past = [];
    // All that there may be, as a young forest has few.
    const scopes = [...Object.keys(SCOPES), ...frame.species.map(({ name }) => name)];
    byId("scope").replaceChildren(...scopes.map((scope) => element("option", { value: scope }, SCOPES[scope] ?? scope)));
    byId("scope").value = "all";
  }

  // Shows a year that has grown, or all that is known of another forest.
  take(frame) {
    const { about } = this;
    const isNext = frame.year === this.year + 1;
    // The census goes on; another forest has its own.
    if (isNext) for (const [name, rows] of Object.entries(about.census.rows)) Object.assign(rows, frame.census.rows[name]);
    else about.census = frame.census;
    this.before = isNext ? about.snapshots : null;
    Object.assign(about, { snapshots: frame.snapshots, curves: frame.curves, species: frame.species, size_m: frame.size_m, origin_m: frame.origin_m, torus: frame.torus });
    this.census.species = [...frame.species.map(({ name }) => name), "all"];
    if (!isNext) {
      this.past = [];
      byId("species").replaceChildren(...frame.species.map(({ name, colour }) => element("li", {}, dotOf(colour), name)));
      const isMoved = `${this.map.size} ${this.map.origin}` !== `${frame.size_m} ${frame.origin_m}`;
      Object.assign(this.map, { size: frame.size_m, origin: frame.origin_m, torus: frame.torus, colours: frame.species.map(({ colour }) => colour) });
      if (isMoved) {
        this.map.reset();
        this.map.fit();
        // A view in 3D is of one plot: another gets another canvas.
        if (this.stand) {
          this.stand = undefined;
          byId("stand").replaceWith(byId("stand").cloneNode());
          if (this.is3d) this.show3d(true);
        }
      }
      if (this.stand) this.stand.shown = "";
    }
    this.dead = new Set(frame.deaths.map(({ tree }) => tree));
    this.layers.clear();
    this.follow(frame);
    this.show(frame.year);
  }

  // The chosen tree in this year: its place among the trees, and its life since it was chosen.
  follow(frame) {
    const { trees, years: [now] } = frame.snapshots;
    for (const death of frame.deaths) this.chosen.deaths.set(death.tree, death);
    this.chosen.species = frame.species;
    if (this.number === null) {
      Object.assign(this.chosen, { snapshots: frame.snapshots, place: -1 });
      return;
    }
    let place = trees.tree.indexOf(this.number);
    const row = place < 0 ? -1 : rowOf(now, place);
    if (place < 0) {
      // It is dead; what it was is kept beside the living.
      place = trees.tree.length;
      const last = this.last;
      for (const key of Object.keys(trees)) trees[key] = Float64Array.from([...trees[key], last[key]]);
    } else {
      this.last = Object.fromEntries(Object.entries(trees).map(([key, values]) => [key, values[place]]));
      this.past.push({ year: now.year, height_m: [now.height_m[row]], crown_radius_m: [now.crown_radius_m[row]] });
    }
    const years = this.past.filter(({ year }) => year < now.year).map((year) => ({ ...year, place: [place] }));
    Object.assign(this.chosen, { place, snapshots: { trees, years: [...years, now] } });
  }

  choose(place) {
    const { trees } = this.about.snapshots;
    this.number = place < 0 ? null : trees.tree[place];
    this.past = [];
    this.follow({ snapshots: this.about.snapshots, species: this.about.species, deaths: [] });
    this.chosen.show(this.year, this.snapshot);
    this.showMap();
  }

  show(year) {
    super.show(year);
    byId("numbers-note").textContent = "";
  }

  // The ground is not among what a frame brings: in 3D all stand on level ground.
  arrange(snapshot, rows) {
    const layer = super.arrange(snapshot, rows);
    layer.z.fill(0);
    return layer;
  }

  // Those that died in the year that has just passed; a year later they are gone.
  ghosts() {
    if (!this.layers.has("dead")) {
      const { years: [before], trees } = this.before;
      const rows = Array.from(before.place.keys()).filter((row) => this.dead.has(trees.tree[before.place[row]]));
      const now = this.about.snapshots;
      this.about.snapshots = this.before;
      this.layers.set("dead", this.arrange(before, rows));
      this.about.snapshots = now;
    }
    return this.layers.get("dead");
  }

  showMap() {
    if (!this.snapshot) return;
    const layer = this.layer(this.snapshot);
    const ghosts = byId("dead").checked && this.before ? this.ghosts() : null;
    const chosen = this.chosen.place < 0 ? -1 : layer.place.indexOf(this.chosen.place);
    this.offer(null);
    const all = this.snapshot.trees === 0 ? "no tree stands" : `${words.plural(this.snapshot.trees, "tree", "trees")}, ${words.count(layer.count)} drawn`;
    byId("map-says").textContent = `Year ${this.year}: ${all}${ghosts ? `; crosses: ${words.plural(ghosts.count, "drawn tree", "drawn trees")} that died in it` : ""}.`;
    byId("map").setAttribute("aria-label", `Map of the trees. ${byId("map-says").textContent}`);
    if (this.is3d) this.stand.show({ year: this.year, layer, ghosts, fading: 0.5, dead: null, chosen, asGrown: false, roots: false });
    else this.map.show(layer, ghosts, 1, chosen);
    this.tellThinning();
  }

  tellThinning() {
    byId("thinned").hidden = true;
    super.tellThinning();
  }
}
