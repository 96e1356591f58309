// The page of a run: the year decides what the map, the curves and the numbers show.

class RunView {
  constructor(about) {
    this.about = about;
    const { snapshots, species } = about;
    this.census = new Census(about);
    this.curves = new Curves(about);
    this.chosen = new ChosenTree(snapshots, species, about.deaths);
    this.layers = new Map();
    this.map = new TreeMap(byId("map"), {
      size: about.size_m, origin: about.origin_m, torus: about.torus, colours: species.map(({ colour }) => colour),
      picked: (row) => this.choose(row < 0 ? -1 : this.layer(this.snapshot).place[row]),
    });
    const zoom = (factor) => (this.is3d ? this.stand.view.camera : this.map).zoomBy(factor);
    byId("closer").addEventListener("click", () => zoom(1.5));
    byId("further").addEventListener("click", () => zoom(1 / 1.5));
    byId("whole").addEventListener("click", () => {
      if (this.is3d) this.stand.view.camera.goHome();
      else this.map.showAll();
    });
    byId("as-map").addEventListener("click", () => this.show3d(false));
    byId("as-3d").addEventListener("click", () => this.show3d(true));
    for (const id of ["dead", "deadwood", "seeds", "as-grown", "roots"]) byId(id).addEventListener("change", () => this.showMap());
    byId("scope").addEventListener("change", () => this.curves.show(this.snapshot));
    byId("quantity").addEventListener("change", () => this.census.show(this.year));
    byId("find").addEventListener("submit", (event) => {
      event.preventDefault();
      const at = snapshots.trees.tree.indexOf(Number(byId("number").value));
      byId("number").setCustomValidity(at < 0 ? "no tree of this number is in the page" : "");
      byId("number").reportValidity();
      if (at >= 0) this.choose(at);
    });
    byId("number").addEventListener("input", () => byId("number").setCustomValidity(""));
    whenColoursChange(() => this.year !== undefined && this.showCharts());
    this.tellThinning();
  }

  // The same trees in 3D, or on the map again.
  show3d(asked) {
    if (asked) this.stand ??= Stand3d.open(this.about, { picked: (row) => this.choose(row < 0 ? -1 : this.layer(this.snapshot).place[row]) });
    this.is3d = asked && this.stand !== null;
    if (asked && !this.is3d) {
      byId("no-3d").hidden = false;
      byId("as-3d").disabled = true;
    }
    for (const id of ["map", "map-keys"]) byId(id).hidden = this.is3d;
    for (const id of ["stand", "stand-keys", "of-stand"]) byId(id).hidden = !this.is3d;
    byId("as-map").setAttribute("aria-pressed", `${!this.is3d}`);
    byId("as-3d").setAttribute("aria-pressed", `${this.is3d}`);
    this.showMap();
  }

  choose(place) {
    this.chosen.choose(place);
    this.chosen.show(this.year, this.snapshot);
    this.showMap();
  }

  // Where to find the newest recorded year up to this one.
  show(year) {
    this.year = year;
    const { years } = this.about.snapshots;
    this.at = Math.max(years.findLastIndex((each) => each.year <= year), 0);
    this.snapshot = years[this.at];
    byId("shown").textContent = year;
    const trees = this.snapshot.year === year ? this.snapshot.trees : this.census.of("all", year, "trees");
    byId("trees").textContent = trees ?? "–";
    byId("numbers-note").textContent = this.snapshot.year === year
      ? `Year ${year} was recorded: map, curves and numbers are of this year.`
      : `The census is of year ${year}; map and curves are of year ${this.snapshot.year}, the last recorded before it.`;
    this.showMap();
    this.showCharts();
    this.chosen.show(year, this.snapshot);
  }

  showCharts() {
    if (this.drawnFor !== this.snapshot.year || !this.drawnOnce) this.curves.show(this.snapshot);
    this.drawnOnce = true;
    this.drawnFor = this.snapshot.year;
    this.census.show(this.year);
  }

  showMap() {
    if (!this.snapshot) return;
    const { years } = this.about.snapshots;
    const layer = this.layer(this.snapshot);
    // Those that died before this recorded year fade until the next one.
    const next = years[this.at + 1]?.year ?? this.snapshot.year + 1;
    const fading = byId("dead").checked && this.at > 0 ? 1 - (this.year - this.snapshot.year) / (next - this.snapshot.year) : 0;
    const ghosts = fading > 0 ? this.ghosts() : null;
    const chosen = this.chosen.place < 0 ? -1 : layer.place.indexOf(this.chosen.place);
    const state = this.about.states?.find((each) => each.year === this.snapshot.year) ?? null;
    const dead = byId("deadwood").checked ? state?.dead ?? null : null;
    this.offer(state);
    const bySpecies = this.about.species.map(({ name }) => [name, this.census.of(name, this.year, "trees")]).filter(([, count]) => count > 0);
    const parts = bySpecies.map(([name, count]) => `${words.count(count)} of ${name}`);
    const all = this.snapshot.trees === 0 ? "no tree stands" : `${words.plural(this.snapshot.trees, "tree", "trees")}, ${words.count(layer.count)} drawn`;
    byId("map-says").textContent = `Year ${this.snapshot.year}: ${all}${this.snapshot.year === this.year && parts.length > 1 ? ` (${words.list(parts)})` : ""}` +
      `${ghosts ? `; crosses: ${words.plural(ghosts.count, "drawn tree", "drawn trees")} that died since year ${years[this.at - 1].year}` : ""}.`;
    byId("map").setAttribute("aria-label", `Map of the trees. ${byId("map-says").textContent}`);
    if (this.is3d) {
      this.stand.show({
        year: this.snapshot.year, layer, ghosts, fading, dead, chosen, asGrown: byId("as-grown").checked, roots: byId("roots").checked,
      });
    } else {
      this.map.show(layer, ghosts, fading, chosen, { seeds: byId("seeds").checked ? state?.seeds ?? null : null, dead, year: this.snapshot.year });
    }
  }

  // What the year that is shown has besides its trees can be asked for, and nothing else.
  offer(state) {
    const grown = this.about.grown?.find(({ year }) => year === this.snapshot.year)?.wood;
    byId("for-deadwood").hidden = !state;
    byId("for-seeds").hidden = !state || this.is3d;
    byId("for-grown").hidden = !this.is3d || !grown;
    byId("for-roots").hidden = !this.is3d || !grown || !byId("as-grown").checked || !grown.is_root.includes(1);
    const parts = [];
    if (state && byId("seeds").checked && !this.is3d) parts.push(`${words.plural(state.all_seeds, "seed lies", "seeds lie")} in the ground, ${words.count(state.seeds.x_m.length)} drawn as dots`);
    if (state && byId("deadwood").checked) {
      const lie = "; no table says which way a stem fell: each lies in a direction of its own";
      parts.push(`the wood of ${words.plural(state.all_dead, "dead tree", "dead trees")} has not decayed, ${words.count(state.dead.x_m.length)} drawn${this.is3d ? lie : " as crosses, the paler the longer they are dead"}`);
    }
    if (this.is3d && grown && byId("as-grown").checked) {
      const all = grown.all === grown.back.length ? "" : ` of ${words.count(grown.all)}`;
      parts.push(`crowns that grew are drawn from ${words.count(grown.back.length)}${all} nodes of their tables, with leaves at the ends`);
    }
    const text = parts.join("; ");
    byId("rest-says").hidden = parts.length === 0;
    byId("rest-says").textContent = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  // The trees of a recorded year as the map draws them: the lower ones first.
  layer(snapshot) {
    if (!this.layers.has(snapshot)) this.layers.set(snapshot, this.arrange(snapshot, Array.from(snapshot.place.keys())));
    return this.layers.get(snapshot);
  }

  // The trees of the recorded year before that are not there any more.
  ghosts() {
    const before = this.about.snapshots.years[this.at - 1];
    const key = `dead before ${this.at}`;
    if (!this.layers.has(key)) {
      const alive = new Set(this.snapshot.place);
      this.layers.set(key, this.arrange(before, Array.from(before.place.keys()).filter((row) => !alive.has(before.place[row]))));
    }
    return this.layers.get(key);
  }

  arrange(snapshot, rows) {
    rows.sort((a, b) => snapshot.height_m[a] - snapshot.height_m[b]);
    const { trees } = this.about.snapshots;
    const of = (Kind, value) => Kind.from(rows, value);
    return {
      count: rows.length,
      place: of(Uint32Array, (row) => snapshot.place[row]),
      x: of(Float64Array, (row) => trees.x_m[snapshot.place[row]]),
      y: of(Float64Array, (row) => trees.y_m[snapshot.place[row]]),
      z: of(Float64Array, (row) => trees.z_m[snapshot.place[row]]),
      height: of(Float64Array, (row) => snapshot.height_m[row]),
      base: of(Float64Array, (row) => snapshot.crown_base_m[row]),
      stem: of(Float64Array, (row) => snapshot.dbh_cm[row] / 200),
      radius: of(Float64Array, (row) => snapshot.crown_radius_m[row]),
      colour: of(Uint16Array, (row) => trees.species[snapshot.place[row]]),
    };
  }

  tellThinning() {
    const { one_in_adults: adults, one_in_others: others } = this.about.snapshots.thinning;
    if (adults === 1 && others === 1) return;
    const which = adults === 1 ? "all trees of 10 cm or more" : `one in ${words.count(adults)} trees of 10 cm or more`;
    byId("thinned").textContent = `This run has more trees than a page can hold. Drawn are ${which} and one in ${words.count(others)} smaller ones; ` +
      "a tree that is drawn stays drawn as long as it lives. Every count, curve and number is of all trees.";
    byId("thinned").hidden = false;
  }
}

// The view of a run and its years, where any was recorded.
function showRun(about, run) {
  byId("species").replaceChildren(...run.species.map(({ name, colour }) => element("li", {}, dotOf(colour), name)));
  const view = new RunView({ ...about, ...run });
  const recorded = run.snapshots.years.map(({ year }) => year);
  const years = new Years({
    first: recorded[0], last: Math.max(recorded.at(-1), about.years), recorded, changed: (year) => view.show(year),
  });
  return { get year() { return years.year; }, set year(year) { years.go(year, { stops: true }); }, view };
}
