// The page of a painted world: its map with tiles, rings and layers, and how much of each layer stands.

const RING_INKS = ["#0072b2", "#d55e00", "#7a3b8f", "#4d4d4d"];

class WorldView {
  constructor(about, world) {
    Object.assign(this, { about, world, hidden: new Set(), chosen: -1 });
    this.biomes = biomePicture(world);
    this.map = new TreeMap(byId("world"), {
      size: about.size_m, origin: about.origin_m, torus: false, colours: world.layers.map(({ colour }) => colour),
      picked: (row) => this.choose(row), below: (pen, map) => this.paintBelow(pen, map), above: (pen, map) => this.paintAbove(pen, map),
    });
    byId("closer").addEventListener("click", () => this.map.zoomBy(1.5));
    byId("further").addEventListener("click", () => this.map.zoomBy(1 / 1.5));
    byId("whole").addEventListener("click", () => this.map.showAll());
    for (const id of ["biomes", "tiles", "rings"]) byId(id).addEventListener("change", () => this.show());
    byId("for-rings").hidden = byId("of-rings").hidden = world.rings.length === 0;
    byId("layers").replaceChildren(...world.layers.map((layer, number) => {
      const box = element("input", { type: "checkbox", checked: "", "data-layer": number });
      box.addEventListener("change", () => {
        if (box.checked) this.hidden.delete(number);
        else this.hidden.add(number);
        this.show();
      });
      return element("label", {}, box, dotOf(layer.colour), nameOf(layer));
    }));
    byId("world-biomes").replaceChildren(...world.biomes.map(([name, colour]) => element("li", {}, squareOf(colour), name)));
    this.fillTables();
    if (world.one_in > 1) {
      byId("thinned").textContent = `This world has more things than a page can hold: one in ${words.count(world.one_in)} is drawn. Every number in the tables is of all things.`;
      byId("thinned").hidden = false;
    }
    this.show();
  }

  fillTables() {
    const { layers, rings } = this.world;
    const total = layers.reduce((sum, { instances }) => sum + instances, 0);
    fillTable(byId("counts"), "Layers, the most important first, as rules.csv has them", ["layer", "asset", "biome", "footprint, m", "instances", "per ha", "densest, per ha"], [
      ...layers.map((layer) => [nameOf(layer), layer.asset || "several", layer.biome || "–", words.short(layer.footprint_m),
        { text: words.count(layer.instances), "data-layer": layer.name, "data-value": layer.instances }, words.short(layer.per_ha), words.short(layer.densest_per_ha)]),
      ["all", "", "", "", { text: words.count(total), "data-layer": "all", "data-value": total }, "", ""],
    ]);
    if (rings.length === 0) return;
    const headings = rings.map(({ to_m, footprint_m, imposters }) => `to ${words.short(to_m)} m: footprints of ${words.short(footprint_m)} m or more${imposters ? ", as flat pictures" : ""}`);
    fillTable(byId("ring-table"), "Things that are shown in each ring", ["layer", ...headings], layers.map((layer) => [nameOf(layer), ...layer.in_rings.map((count) => words.count(count))]));
  }

  // The things of the layers that are not hidden.
  show() {
    const { things, layers } = this.world;
    this.rows = Array.from(things.layer.keys()).filter((i) => !this.hidden.has(things.layer[i]));
    const of = (Kind, value) => Kind.from(this.rows, value);
    this.map.show({
      count: this.rows.length,
      x: of(Float64Array, (i) => things.x_m[i]), y: of(Float64Array, (i) => things.y_m[i]),
      radius: of(Float64Array, (i) => layers[things.layer[i]].footprint_m * things.scale[i]), colour: of(Uint16Array, (i) => things.layer[i]),
    }, null, 0, this.rows.indexOf(this.chosen));
    const shown = layers.filter((_, number) => !this.hidden.has(number));
    const count = shown.reduce((sum, { instances }) => sum + instances, 0);
    byId("world-says").textContent = `${words.plural(count, "thing", "things")} in ${words.plural(shown.length, "layer", "layers")} on ${words.plural(this.world.tiles.column.length, "tile", "tiles")} of ${words.short(this.world.tile_m)} m; ${words.count(this.rows.length)} drawn.`;
    byId("world").setAttribute("aria-label", `Map of the world. ${byId("world-says").textContent}`);
  }

  choose(row) {
    this.chosen = row < 0 ? -1 : this.rows[row];
    byId("chosen").hidden = this.chosen < 0;
    if (this.chosen >= 0) {
      const { things, layers, tile_m: side } = this.world;
      const at = (of) => things[of][this.chosen];
      const layer = layers[at("layer")];
      byId("chosen-title").textContent = `One of ${nameOf(layer)}`;
      fillTable(byId("thing"), "As instances.csv has it", ["quantity", "value"], [
        ["asset", layer.asset || "–"], ["place, x", `${words.number(at("x_m"))} m`], ["place, y", `${words.number(at("y_m"))} m`], ["ground", `${words.number(at("z_m"))} m`],
        ["tile", `${Math.floor(at("x_m") / side)}, ${Math.floor(at("y_m") / side)}`], ["scale", words.number(at("scale"), 3)],
      ]);
    }
    this.show();
  }

  paintBelow(pen, map) {
    const { rivers, roads, blockers } = this.world;
    const [left, top] = map.toScreen(this.about.origin_m[0], this.about.origin_m[1] + this.about.size_m[1]);
    if (byId("biomes").checked) {
      pen.globalAlpha = 0.55;
      pen.imageSmoothingEnabled = false;
      pen.drawImage(this.biomes, left, top, this.about.size_m[0] * map.perMetre, this.about.size_m[1] * map.perMetre);
      pen.globalAlpha = 1;
    }
    const course = ([, points, width], ink) => {
      pen.beginPath();
      points.forEach((point, i) => pen[i === 0 ? "moveTo" : "lineTo"](...map.toScreen(...point)));
      pen.strokeStyle = ink;
      pen.lineWidth = Math.max(width * map.perMetre, 1.5);
      pen.lineJoin = "round";
      pen.stroke();
    };
    for (const river of rivers) course(river, "#5b8db8");
    for (const road of roads) course(road, "#b5a68e");
    pen.fillStyle = "#8a8178";
    for (const [, corners] of blockers) {
      pen.beginPath();
      corners.forEach((corner, i) => pen[i === 0 ? "moveTo" : "lineTo"](...map.toScreen(...corner)));
      pen.closePath();
      pen.fill();
    }
  }

  paintAbove(pen, map) {
    const { tiles, tile_m: side, rings, camera_m: camera } = this.world;
    const isRings = byId("rings").checked && rings.length > 0;
    if (byId("tiles").checked || isRings) {
      pen.lineWidth = 0.6;
      for (let i = 0; i < tiles.column.length; i++) {
        const ring = isRings ? tiles.ring[i] : 0;
        if (isRings && ring === 0 && !byId("tiles").checked) continue;
        const [left, top] = map.toScreen(tiles.column[i] * side, (tiles.row[i] + 1) * side);
        if (ring > 0) {
          pen.globalAlpha = 0.28;
          pen.fillStyle = RING_INKS[(ring - 1) % RING_INKS.length];
          pen.fillRect(left, top, side * map.perMetre, side * map.perMetre);
        }
        pen.globalAlpha = 0.6;
        pen.strokeStyle = themed("--axis");
        pen.strokeRect(left, top, side * map.perMetre, side * map.perMetre);
      }
      pen.globalAlpha = 1;
    }
    if (!isRings) return;
    const [across, down] = map.toScreen(...camera);
    rings.forEach(({ to_m }, number) => {
      pen.beginPath();
      pen.arc(across, down, to_m * map.perMetre, 0, 2 * Math.PI);
      pen.strokeStyle = RING_INKS[number % RING_INKS.length];
      pen.lineWidth = 2;
      pen.stroke();
      pen.font = "13px system-ui, sans-serif";
      pen.textAlign = "center";
      const text = `${words.short(to_m)} m`;
      const wide = pen.measureText(text).width;
      pen.fillStyle = themed("--veil");
      pen.fillRect(across - wide / 2 - 3, down - to_m * map.perMetre - 8, wide + 6, 17);
      pen.fillStyle = themed("--ink");
      pen.fillText(text, across, down - to_m * map.perMetre + 5);
    });
    pen.fillStyle = themed("--ink");
    pen.beginPath();
    pen.arc(across, down, 4, 0, 2 * Math.PI);
    pen.fill();
  }
}

const nameOf = ({ name }) => name || "placed by hand";

// The biomes as a picture, the north above.
function biomePicture({ biomes, biome_map: { columns, rows, biome } }) {
  const canvas = element("canvas", { width: columns, height: rows });
  const pen = canvas.getContext("2d");
  const picture = pen.createImageData(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const colour = biomes[biome[(rows - 1 - row) * columns + column]]?.[1] ?? [128, 128, 128];
      picture.data.set([...colour, 255], 4 * (row * columns + column));
    }
  }
  pen.putImageData(picture, 0, 0);
  return canvas;
}
