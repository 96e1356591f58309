// A tree on a canvas, as it is seen from a side: segments as thick as their wood, leaves as dots; turned by dragging.

class TreeView {
  constructor(canvas) {
    this.canvas = canvas;
    this.turn = 0.6;
    this.tilt = 0.12;
    this.zoom = 1;
    new ResizeObserver(() => this.fit()).observe(canvas);
    whenColoursChange(() => this.paint());
    this.listen();
    this.fit();
  }

  // `tree` has columns back, x_m, y_m, z_m, radius_m, part. The scale stays while a tree is dragged at, unless it no longer fits.
  show(tree, { leaves, roots }) {
    Object.assign(this, { tree, leaves, roots });
    const { x_m, y_m, z_m, part } = tree;
    let [wide, high, low] = [0.5, 1, 0];
    for (let i = 0; i < part.length; i++) {
      if (part[i] === 3 && !roots) continue;
      wide = Math.max(wide, Math.hypot(x_m[i], y_m[i]));
      high = Math.max(high, z_m[i]);
      low = Math.min(low, z_m[i]);
    }
    const fits = this.extent && wide <= this.extent.wide && high <= this.extent.high && low >= this.extent.low &&
      (high > 0.5 * this.extent.high || wide > 0.5 * this.extent.wide);
    if (!fits) this.extent = { wide: 1.15 * wide, high: 1.12 * high, low: 1.1 * low };
    this.draw();
  }

  fit() {
    const { width } = this.canvas.getBoundingClientRect();
    if (width === 0) return;
    this.wide = width;
    this.high = Math.round(width * 0.95);
    this.canvas.style.height = `${this.high}px`;
    this.dots = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.wide * this.dots);
    this.canvas.height = Math.round(this.high * this.dots);
    this.draw();
  }

  draw() {
    if (!this.tree || !this.wide || this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.paint();
    });
  }

  paint() {
    if (!this.tree || !(this.wide > 60)) return;
    const { tree, extent } = this;
    const { back, x_m, y_m, z_m, radius_m, part } = tree;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    pen.fillStyle = themed("--paper");
    pen.fillRect(0, 0, this.wide, this.high);
    const perMetre = this.zoom * Math.min((this.wide - 20) / (2 * extent.wide), (this.high - 40) / (extent.high - extent.low));
    const ground = this.high - 20 + extent.low * perMetre;
    const [sine, cosine] = [Math.sin(this.turn), Math.cos(this.turn)];
    const [up, deep] = [Math.cos(this.tilt), Math.sin(this.tilt)];
    const count = part.length;
    const [across, down, depth] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
    for (let i = 0; i < count; i++) {
      depth[i] = sine * x_m[i] + cosine * y_m[i];
      across[i] = this.wide / 2 + (cosine * x_m[i] - sine * y_m[i]) * perMetre;
      down[i] = ground - (up * z_m[i] + deep * depth[i]) * perMetre;
    }
    // The ground as a disc around the stem.
    pen.beginPath();
    pen.ellipse(this.wide / 2, ground, 0.6 * extent.wide * perMetre, Math.max(0.6 * extent.wide * perMetre * Math.abs(deep), 1), 0, 0, 2 * Math.PI);
    pen.fillStyle = themed("--ground");
    pen.fill();
    // What lies behind is drawn first, in slices of depth; in each one stroke a class of thickness, as thousands take long.
    const slices = 8;
    const layers = Array.from({ length: slices }, () => new Map());
    const leafy = Array.from({ length: slices }, () => []);
    for (let i = 1; i < count; i++) {
      if (part[i] === 3 && !this.roots) continue;
      const slice = Math.min(Math.max(Math.floor(((extent.wide - depth[i]) / (2 * extent.wide)) * slices), 0), slices - 1);
      // Classes of thickness a quarter apart.
      const thick = Math.max(2 * radius_m[i] * perMetre, 0.45);
      const kind = `${Math.round(4 * Math.log2(thick))} ${part[i] === 1 ? 0 : part[i]}`;
      if (!layers[slice].has(kind)) layers[slice].set(kind, { thick, part: part[i], segments: [] });
      layers[slice].get(kind).segments.push(i);
      if (part[i] === 1 && this.leaves) leafy[slice].push(i);
    }
    const inks = { 0: themed("--wood"), 1: themed("--wood"), 2: themed("--dead"), 3: themed("--root") };
    pen.lineCap = "round";
    const dot = Math.max(0.14 * perMetre, 1.2);
    for (let slice = 0; slice < slices; slice++) {
      for (const { thick, part: kind, segments } of layers[slice].values()) {
        pen.beginPath();
        for (const i of segments) {
          const from = i - back[i];
          pen.moveTo(across[from], down[from]);
          pen.lineTo(across[i], down[i]);
        }
        pen.lineWidth = thick;
        pen.strokeStyle = inks[kind];
        pen.stroke();
      }
      pen.fillStyle = themed(`--leaf-${slice < slices / 2 ? "far" : "near"}`);
      for (const i of leafy[slice]) pen.fillRect(across[i] - dot / 2, down[i] - dot / 2, dot, dot);
    }
    this.paintScale(pen, perMetre);
  }

  paintScale(pen, perMetre) {
    const aim = 90 / perMetre;
    const power = 10 ** Math.floor(Math.log10(aim));
    const length = power * [5, 2, 1].find((times) => times * power <= aim);
    const wide = length * perMetre;
    pen.font = "13px system-ui, sans-serif";
    pen.fillStyle = themed("--ink");
    pen.textAlign = "right";
    pen.fillRect(this.wide - 14 - wide, this.high - 12, wide, 2);
    pen.fillText(`${words.short(length)} m`, this.wide - 14, this.high - 18);
  }

  turnBy(across, down) {
    this.turn += across;
    this.tilt = Math.min(Math.max(this.tilt + down, -0.2), 1.4);
    this.draw();
  }

  zoomBy(times) {
    this.zoom = Math.min(Math.max(this.zoom * times, 0.5), 12);
    this.draw();
  }

  listen() {
    const turn = (across, down) => () => this.turnBy(across, down);
    const zoom = (times) => () => this.zoomBy(times);
    listenTo(this.canvas, {
      slack: 0,
      drag: ([dx, dy]) => this.turnBy(dx / 120, dy / 200),
      wheel: (times) => this.zoomBy(times),
      keys: {
        ArrowLeft: turn(-0.15, 0), ArrowRight: turn(0.15, 0), ArrowUp: turn(0, 0.08), ArrowDown: turn(0, -0.08),
        "+": zoom(1.25), "=": zoom(1.25), "-": zoom(0.8),
        0: () => { this.zoom = 1; this.draw(); },
      },
    });
  }
}
