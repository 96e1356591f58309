// A map of trees on a canvas, from above and to scale: zoomed and moved by pointer, wheel and keys; a click says which tree is
// there.
//
// `trees` is { count, x, y, radius, height, colour }, typed arrays but for `colour`, a number of `colours`; `ghosts` likewise,
// drawn in grey as far as `fading` (1 to 0) says. `rest` is what a year has besides, where it is asked for: `seeds`
// { species, x_m, y_m } and `dead` { x_m, y_m, dbh_cm, died } in a `year`. `below` and `above` paint what
// lies under and over them.

// How much of a dead tree is seen so many years after its death: less and less, but never nothing while it is there.
const fadedSince = (died, year) => Math.max(1 - (year - died) / 40, 0.35);

class TreeMap {
  constructor(canvas, { size, origin, torus, colours, picked, zoomed = () => {}, below = () => {}, above = () => {} }) {
    Object.assign(this, { canvas, size, origin, torus, colours, picked, zoomed, below, above });
    this.trees = { count: 0 };
    this.ghosts = null;
    this.rest = {};
    this.chosen = -1;
    this.reset();
    this.listen();
    new ResizeObserver(() => this.fit()).observe(canvas);
    // At once, as a browser prints without waiting.
    whenColoursChange(() => this.wide && this.paint());
    this.fit();
  }

  show(trees, ghosts, fading, chosen, rest = {}) {
    Object.assign(this, { trees, ghosts, fading, chosen, rest });
    this.draw();
  }

  showAll() {
    this.reset();
    this.moveBy(0, 0);
  }

  // The whole plot.
  reset() {
    this.zoom = 1;
    this.middle = [this.origin[0] + this.size[0] / 2, this.origin[1] + this.size[1] / 2];
  }

  // Takes the number of pixels that the canvas has on the screen.
  fit() {
    const { width } = this.canvas.getBoundingClientRect();
    if (width === 0) return;
    const shape = Math.min(Math.max(this.size[1] / this.size[0], 0.4), 1.4);
    this.wide = width;
    this.high = width * shape;
    this.canvas.style.height = `${this.high}px`;
    const dots = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.wide * dots);
    this.canvas.height = Math.round(this.high * dots);
    this.dots = dots;
    this.draw();
  }

  // Pixels of the page for a metre.
  get perMetre() {
    return this.zoom * Math.min((this.wide - 24) / this.size[0], (this.high - 24) / this.size[1]);
  }

  toScreen(x, y) {
    return [this.wide / 2 + (x - this.middle[0]) * this.perMetre, this.high / 2 - (y - this.middle[1]) * this.perMetre];
  }

  toGround(across, down) {
    return [this.middle[0] + (across - this.wide / 2) / this.perMetre, this.middle[1] - (down - this.high / 2) / this.perMetre];
  }

  draw() {
    if (!this.wide || this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.paint();
    });
  }

  paint() {
    const pen = this.canvas.getContext("2d");
    pen.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    pen.fillStyle = themed("--paper");
    pen.fillRect(0, 0, this.wide, this.high);
    const [left, top] = this.toScreen(this.origin[0], this.origin[1] + this.size[1]);
    const [across, down] = [this.size[0] * this.perMetre, this.size[1] * this.perMetre];
    pen.save();
    pen.beginPath();
    pen.rect(left, top, across, down);
    pen.fillStyle = themed("--ground");
    pen.fill();
    pen.clip();
    this.below(pen, this);
    if (this.rest.seeds) this.paintSeeds(pen, this.rest.seeds);
    if (this.ghosts && this.fading > 0) this.paintGhosts(pen);
    this.paintTrees(pen);
    if (this.rest.dead) this.paintDead(pen, this.rest.dead, this.rest.year);
    this.above(pen, this);
    pen.restore();
    pen.strokeStyle = themed("--axis");
    pen.lineWidth = 1;
    pen.strokeRect(left + 0.5, top + 0.5, across - 1, down - 1);
    this.paintScale(pen);
  }

  // Calls for each place where a tree is seen, also where its crown reaches over an edge that meets the other one.
  places(trees, i, call) {
    const { perMetre, origin, size } = this;
    const [x, y, reach] = [trees.x[i], trees.y[i], trees.radius[i]];
    const radius = reach * perMetre;
    const at = (metresX, metresY) => {
      const across = this.wide / 2 + (metresX - this.middle[0]) * perMetre;
      const down = this.high / 2 - (metresY - this.middle[1]) * perMetre;
      const far = radius + 4;
      if (across > -far && across < this.wide + far && down > -far && down < this.high + far) call(across, down, radius);
    };
    at(x, y);
    if (!this.torus) return;
    const over = (place, axis) => {
      if (place - origin[axis] < reach) return size[axis];
      return origin[axis] + size[axis] - place < reach ? -size[axis] : 0;
    };
    const [dx, dy] = [over(x, 0), over(y, 1)];
    if (dx !== 0) at(x + dx, y);
    if (dy !== 0) at(x, y + dy);
    if (dx !== 0 && dy !== 0) at(x + dx, y + dy);
  }

  // The lower trees first, the canopy over them; crowns that are dots as squares, which is fast.
  paintTrees(pen) {
    const { trees } = this;
    const inks = this.colours.map((colour) => [0.85, 0.45, 0.95].map((opacity) => css(colour, opacity)));
    // A colour is set only where it changes: most of the time of a large forest goes there.
    let last = null;
    const fillWith = (ink) => {
      if (ink !== last) pen.fillStyle = last = ink;
    };
    pen.lineWidth = 0.8;
    for (let i = 0; i < trees.count; i++) {
      const [dot, fill, rim] = inks[trees.colour[i]];
      this.places(trees, i, (x, y, radius) => {
        if (radius < 1.2) {
          fillWith(dot);
          pen.fillRect(x - 0.8, y - 0.8, 1.6, 1.6);
          return;
        }
        fillWith(fill);
        pen.beginPath();
        pen.arc(x, y, radius, 0, 2 * Math.PI);
        pen.fill();
        if (radius > 2.5) {
          pen.strokeStyle = rim;
          pen.stroke();
        }
      });
    }
    if (this.chosen < 0) return;
    this.places(trees, this.chosen, (x, y, radius) => {
      pen.beginPath();
      pen.arc(x, y, Math.max(radius, 4) + 2, 0, 2 * Math.PI);
      pen.strokeStyle = themed("--ink");
      pen.lineWidth = 2.5;
      pen.stroke();
    });
  }

  // Those that died, as rings with a cross.
  paintGhosts(pen) {
    pen.strokeStyle = themed("--dead");
    pen.globalAlpha = 0.9 * this.fading;
    pen.lineWidth = 1;
    // One path, as one stroke of thousands of rings is quicker than thousands.
    pen.beginPath();
    for (let i = 0; i < this.ghosts.count; i++) {
      this.places(this.ghosts, i, (x, y, radius) => {
        const arm = Math.min(Math.max(radius * 0.4, 1.5), 5);
        if (radius > 3) {
          pen.moveTo(x + radius, y);
          pen.arc(x, y, radius, 0, 2 * Math.PI);
        }
        pen.moveTo(x - arm, y - arm);
        pen.lineTo(x + arm, y + arm);
        pen.moveTo(x - arm, y + arm);
        pen.lineTo(x + arm, y - arm);
      });
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }

  paintSeeds(pen, { species, x_m, y_m }) {
    const inks = this.colours.map((colour) => css(colour, 0.7));
    for (let i = 0; i < x_m.length; i++) {
      const [across, down] = this.toScreen(x_m[i], y_m[i]);
      pen.fillStyle = inks[species[i]];
      pen.fillRect(across - 0.6, down - 0.6, 1.2, 1.2);
    }
  }

  // The wood of the dead, as crosses as wide as the stems are thick, and at least so that they are seen.
  paintDead(pen, { x_m, y_m, dbh_cm, died }, year) {
    pen.strokeStyle = themed("--dead");
    pen.lineWidth = 1;
    for (let i = 0; i < x_m.length; i++) {
      const [across, down] = this.toScreen(x_m[i], y_m[i]);
      const arm = Math.max((dbh_cm[i] / 200) * this.perMetre, 2);
      pen.globalAlpha = fadedSince(died[i], year);
      pen.beginPath();
      pen.moveTo(across - arm, down - arm);
      pen.lineTo(across + arm, down + arm);
      pen.moveTo(across - arm, down + arm);
      pen.lineTo(across + arm, down - arm);
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  paintScale(pen) {
    const aim = 110 / this.perMetre;
    const power = 10 ** Math.floor(Math.log10(aim));
    const length = power * [5, 2, 1].find((times) => times * power <= aim);
    const [right, bottom] = [this.wide - 20, this.high - 20];
    const wide = length * this.perMetre;
    const text = `${words.short(length)} m`;
    pen.font = "13px system-ui, sans-serif";
    pen.fillStyle = themed("--veil");
    pen.fillRect(right - wide - 8, bottom - 22, wide + 16, 30);
    pen.fillStyle = themed("--ink");
    pen.fillRect(right - wide, bottom, wide, 2);
    pen.textAlign = "right";
    pen.fillText(text, right, bottom - 6);
  }

  // The topmost crown at a place of the canvas, else the nearest stem within some pixels; -1 where there is none.
  treeAt(across, down, reach = 10) {
    let [best, nearest] = [-1, reach];
    for (let i = this.trees.count - 1; i >= 0; i--) {
      let inside = false;
      this.places(this.trees, i, (x, y, radius) => {
        const distance = Math.hypot(x - across, y - down);
        if (distance <= radius) inside = true;
        if (distance < nearest) [best, nearest] = [i, distance];
      });
      if (inside) return i;
    }
    return best;
  }

  // Zooms so that what is at a place of the canvas stays there.
  zoomBy(times, across = this.wide / 2, down = this.high / 2) {
    const before = this.toGround(across, down);
    this.zoom = Math.min(Math.max(this.zoom * times, 1), 200);
    const after = this.toGround(across, down);
    this.moveBy(before[0] - after[0], before[1] - after[1]);
  }

  // Moves the middle by metres; it stays on the plot, and in the middle where all of the plot is seen.
  moveBy(dx, dy) {
    if (this.zoom === 1) this.reset();
    else {
      this.middle = this.middle.map((at, axis) =>
        Math.min(Math.max(at + [dx, dy][axis], this.origin[axis]), this.origin[axis] + this.size[axis]));
    }
    // Unzoomed, a finger that moves over the map scrolls the page.
    this.canvas.style.touchAction = this.zoom === 1 ? "pan-y" : "none";
    this.zoomed(this.zoom);
    this.draw();
  }

  listen() {
    const { canvas } = this;
    canvas.style.touchAction = "pan-y";
    const step = (x, y) => () => this.moveBy((40 * x) / this.perMetre, (40 * y) / this.perMetre);
    const zoom = (times) => () => this.zoomBy(times);
    listenTo(canvas, {
      click: (at) => this.picked(this.treeAt(...at)),
      drag: ([dx, dy]) => this.moveBy(-dx / this.perMetre, dy / this.perMetre),
      pinch: ({ times, middle }) => this.zoomBy(times, ...middle),
      wheel: (times, at) => this.zoomBy(times, ...at),
      keys: {
        "+": zoom(1.5), "=": zoom(1.5), "-": zoom(1 / 1.5),
        0: () => this.showAll(),
        ArrowLeft: step(-1, 0), ArrowRight: step(1, 0), ArrowUp: step(0, 1), ArrowDown: step(0, -1),
        Enter: () => this.picked(this.treeAt(this.wide / 2, this.high / 2, Infinity)),
      },
    });
  }
}
