// Points of a method, with their spacing; of Kerr's method the raster round by round.

// The map of points, with the lines between segments and a raster below.
class PointMap extends TreeMap {
  paintTrees(pen) {
    if (this.raster) this.paintRaster(pen);
    pen.strokeStyle = css([120, 140, 160], 0.5);
    for (const { width_m, points_m } of this.borders ?? []) {
      pen.beginPath();
      points_m.x_m.forEach((x, i) => pen.lineTo(...this.toScreen(x, points_m.y_m[i])));
      pen.lineWidth = Math.max(width_m * this.perMetre, 1);
      pen.stroke();
    }
    super.paintTrees(pen);
  }

  // One pixel a cell, made large without smoothing: newer rounds are lighter.
  paintRaster(pen) {
    const { columns, since, open } = this.raster;
    const rows = since.length / columns;
    this.cells ??= new OffscreenCanvas(columns, rows);
    if (this.cells.width !== columns || this.cells.height !== rows) this.cells = new OffscreenCanvas(columns, rows);
    const picture = new ImageData(columns, rows);
    for (let cell = 0; cell < since.length; cell++) {
      const at = 4 * ((rows - 1 - Math.floor(cell / columns)) * columns + (cell % columns));
      const age = since[cell] > 0 && since[cell] - 1 <= this.round ? this.round - (since[cell] - 1) : -1;
      if (age >= 0) picture.data.set([70 + Math.max(90 - 6 * age, 0), 140 + Math.max(60 - 4 * age, 0), 80 + Math.max(60 - 4 * age, 0), 255], at);
      else if (open.length > 0 && open[cell] === 0) picture.data.set([120, 120, 125, 255], at);
    }
    this.cells.getContext("2d").putImageData(picture, 0, 0);
    const [left, top] = this.toScreen(this.origin[0], this.origin[1] + this.size[1]);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.cells, left, top, this.size[0] * this.perMetre, this.size[1] * this.perMetre);
  }
}

const LAYER_COLOURS = [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233]];

class PlayedPoints {
  constructor(frame) {
    this.map = new PointMap(byId("map"), { size: frame.size_m, origin: frame.origin_m, torus: frame.torus, colours: LAYER_COLOURS, picked: () => {} });
    byId("round").addEventListener("input", () => {
      this.pauseRounds();
      this.showRound(byId("round").valueAsNumber);
    });
    byId("play-rounds").addEventListener("click", () => (this.playing ? this.pauseRounds() : this.playRounds()));
    whenColoursChange(() => this.frame && this.showCurves());
  }

  take(frame) {
    const isFirst = !this.frame;
    this.frame = frame;
    Object.assign(this.map, { size: frame.size_m, origin: frame.origin_m, torus: frame.torus, raster: frame.raster, borders: frame.borders });
    const order = Array.from(frame.x_m.keys());
    const radius = Float64Array.from(frame.diameter_m, (diameter) => diameter / 2);
    order.sort((a, b) => radius[b] - radius[a]);
    const of = (values) => Float64Array.from(order, (i) => values[i]);
    this.points = { count: order.length, x: of(frame.x_m), y: of(frame.y_m), radius: of(radius), colour: order.map((i) => frame.layer[i] % LAYER_COLOURS.length) };
    byId("rounds").hidden = !frame.raster;
    if (frame.raster) {
      // While it plays, or stands at the end, it goes on so.
      const wasLast = isFirst || byId("round").value === byId("round").max;
      byId("round").max = frame.raster.rounds;
      this.showRound(wasLast ? frame.raster.rounds : Math.min(byId("round").valueAsNumber, frame.raster.rounds));
    } else this.map.show(this.points, null, 0, -1);
    if (!isFirst) this.map.fit();
    byId("layers").replaceChildren(...frame.layers.map(([name, method], i) => {
      const dot = dotOf(LAYER_COLOURS[i % LAYER_COLOURS.length]);
      return element("li", {}, dot, frame.layers.length > 1 ? `${name}: ${method}` : method);
    }));
    byId("notes").replaceChildren(...frame.notes.map((note) => element("li", {}, note)));
    fillTable(byId("numbers-table"), "Of all points", ["quantity", "value"], numberRows(frame.numbers));
    byId("map-says").textContent = `${words.plural(frame.numbers[0][1], "point", "points")}, laid out in ${words.number(1000 * frame.took_s, 0)} ms.`;
    byId("map").setAttribute("aria-label", `Map of the points. ${byId("map-says").textContent}`);
    this.showCurves();
  }

  showCurves() {
    const { frame } = this;
    if (!this.curves) this.curves = new PointCurves(frame);
    this.curves.about = frame;
    this.curves.show({ year: 0 });
  }

  showRound(round) {
    byId("round").value = round;
    const { rounds } = this.frame.raster;
    byId("round-shown").textContent = `${round} of ${rounds}`;
    this.map.round = round;
    // The points are the trees of the end.
    this.map.show(round === rounds ? this.points : { count: 0 }, null, 0, -1);
  }

  playRounds() {
    const { rounds } = this.frame.raster;
    let round = byId("round").valueAsNumber >= rounds ? -1 : byId("round").valueAsNumber;
    byId("play-rounds").textContent = "Pause";
    this.playing = setInterval(() => {
      round = Math.min(round + 1, this.frame.raster.rounds);
      this.showRound(round);
      if (round >= this.frame.raster.rounds) this.pauseRounds();
    }, 120);
  }

  pauseRounds() {
    clearInterval(this.playing);
    this.playing = null;
    byId("play-rounds").textContent = "Play";
  }
}

// The curves of points, which have no years and no diameters at breast height.
class PointCurves extends Curves {
  titled(title) {
    return title;
  }

  showDiameters() {}
}
