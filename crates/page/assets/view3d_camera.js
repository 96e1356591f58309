// The camera of the 3D view: it turns about a place that it looks at. Lengths are metres, x to the east, y to the north, z up; matrices
// are columns one after the other, as WebGL takes them.

const FIELD = (40 * Math.PI) / 180;
// The camera never looks straight down, where it could not tell which way is up, and hardly from below the ground.
const [LOWEST, HIGHEST] = [(-4 * Math.PI) / 180, (89 * Math.PI) / 180];

// Arithmetic of vectors of three.
const v3 = {
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  minus: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  along: (from, direction, far) => [from[0] + direction[0] * far, from[1] + direction[1] * far, from[2] + direction[2] * far],
  unit: (a) => v3.along([0, 0, 0], a, 1 / (Math.hypot(...a) || 1)),
};

function times(a, b) {
  const product = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return product;
}

// To the right, up and backwards of one who stands at a place and looks along a direction.
function axesOf(direction) {
  const back = direction.map((part) => -part);
  const right = Math.abs(back[2]) > 0.9999 ? [1, 0, 0] : v3.unit(v3.cross([0, 0, 1], back));
  return [right, v3.cross(back, right), back];
}

function seenFrom(place, axes) {
  const [right, up, back] = axes;
  return new Float32Array([
    right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    -v3.dot(right, place), -v3.dot(up, place), -v3.dot(back, place), 1,
  ]);
}

// What lies in a box, seen from far along a direction without perspective: as the sun sees it.
function seenByTheSun(towards, corners) {
  const axes = axesOf(towards.map((part) => -part));
  const view = seenFrom([0, 0, 0], axes);
  const ranges = axes.map((axis) => {
    const at = corners.map((corner) => v3.dot(axis, corner));
    return [Math.min(...at) - 0.5, Math.max(...at) + 0.5];
  });
  const scale = ranges.map(([low, high]) => 2 / (high - low));
  const shift = ranges.map(([low, high]) => -(high + low) / (high - low));
  return times(new Float32Array([scale[0], 0, 0, 0, 0, scale[1], 0, 0, 0, 0, -scale[2], 0, shift[0], shift[1], -shift[2], 1]), view);
}

class OrbitCamera {
  // `home` is { target, distance, azimuth, elevation }: the camera stands in the direction `azimuth` (clockwise from the north) of what it
  // looks at. `reach` is how far what it looks at may be moved from home.
  constructor(canvas, { home, reach, changed, picked }) {
    Object.assign(this, { canvas, home, reach, changed, picked });
    this.reset();
    this.listen();
  }

  reset() {
    Object.assign(this, this.home, { target: [...this.home.target] });
  }

  goHome() {
    this.reset();
    this.changed();
  }

  // Another home, from which all corners of a box are seen in the middle; taken at once unless the reader has moved the camera.
  setHome(home, reach, corners) {
    const isHome = ["distance", "azimuth", "elevation"].every((name) => this[name] === this.home[name]) &&
      this.target.every((at, axis) => at === this.home.target[axis]);
    const target = [...home.target];
    // The near side looks larger: the target moves towards it until as much is free above as below.
    for (let i = 0; i < 6; i++) {
      const distance = this.farEnough({ ...home, target }, corners);
      const { up, back } = this.axesAt(home);
      const seen = corners.map((corner) => v3.dot(up, v3.minus(corner, target)) / (distance - v3.dot(back, v3.minus(corner, target))));
      const above = ((Math.max(...seen) + Math.min(...seen)) / 2) * distance;
      const level = Math.hypot(back[0], back[1]) || 1;
      for (const axis of [0, 1]) target[axis] -= (back[axis] / level) * (above / Math.max(back[2], 0.3)) * 0.8;
    }
    Object.assign(this, { home: { ...home, target, distance: this.farEnough({ ...home, target }, corners) }, reach });
    if (isHome) this.reset();
  }

  axesAt({ azimuth, elevation }) {
    const level = Math.cos(elevation);
    const [right, up, back] = axesOf([-Math.sin(azimuth) * level, -Math.cos(azimuth) * level, -Math.sin(elevation)]);
    return { right, up, back };
  }

  // How far from its target a camera sees all of a box.
  farEnough({ target, azimuth, elevation }, corners) {
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    const shorter = Math.min(wide, high) || 1;
    const half = [wide / shorter || 1, high / shorter || 1].map((share) => share * Math.tan(FIELD / 2) * 0.96);
    const { right, up, back } = this.axesAt({ azimuth, elevation });
    const needed = corners.map((corner) => {
      const at = v3.minus(corner, target);
      return v3.dot(back, at) + Math.max(Math.abs(v3.dot(right, at)) / half[0], Math.abs(v3.dot(up, at)) / half[1]);
    });
    return Math.max(...needed);
  }

  get outwards() {
    const level = Math.cos(this.elevation);
    return [Math.sin(this.azimuth) * level, Math.cos(this.azimuth) * level, Math.sin(this.elevation)];
  }

  get place() {
    return v3.along(this.target, this.outwards, this.distance);
  }

  get axes() {
    return axesOf(this.outwards.map((part) => -part));
  }

  matrix(wide, high) {
    const near = this.distance / 50;
    const far = this.distance + 3 * this.reach + 1;
    const scale = 1 / Math.tan(FIELD / 2);
    const shape = Math.min(wide / high, 1);
    const lens = new Float32Array([
      (scale * shape * high) / wide, 0, 0, 0, 0, scale * shape, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0,
    ]);
    return times(lens, seenFrom(this.place, this.axes));
  }

  // The direction of what is seen at a place of the canvas.
  ray(across, down) {
    const { width, height } = this.canvas.getBoundingClientRect();
    const [right, up, back] = this.axes;
    const wide = (2 * Math.tan(FIELD / 2)) / Math.min(width, height);
    const [x, y] = [(across - width / 2) * wide, (height / 2 - down) * wide];
    return v3.unit([0, 1, 2].map((i) => right[i] * x + up[i] * y - back[i]));
  }

  // Where on the canvas a place is seen.
  toScreen(place) {
    const { width, height } = this.canvas.getBoundingClientRect();
    const from = v3.minus(place, this.place);
    const [right, up, back] = this.axes;
    const wide = (2 * Math.tan(FIELD / 2)) / Math.min(width, height);
    const far = -v3.dot(back, from);
    return [width / 2 + v3.dot(right, from) / far / wide, height / 2 - v3.dot(up, from) / far / wide];
  }

  turnBy(azimuth, elevation) {
    this.azimuth = (this.azimuth + azimuth) % (2 * Math.PI);
    this.elevation = Math.min(Math.max(this.elevation + elevation, LOWEST), HIGHEST);
    this.changed();
  }

  zoomBy(factor) {
    this.distance = Math.min(Math.max(this.distance / factor, this.reach / 60), this.home.distance * 2);
    this.changed();
  }

  // Moves what is looked at by shares of what is seen, to the right and away from the reader, along the ground.
  moveBy(across, away) {
    const seen = 2 * this.distance * Math.tan(FIELD / 2);
    const [east, north] = [Math.sin(this.azimuth), Math.cos(this.azimuth)];
    const moved = [this.target[0] + (-north * across - east * away) * seen, this.target[1] + (east * across - north * away) * seen];
    for (const axis of [0, 1]) {
      const middle = this.home.target[axis];
      this.target[axis] = Math.min(Math.max(moved[axis], middle - this.reach), middle + this.reach);
    }
    this.changed();
  }

  listen() {
    const { canvas } = this;
    // Until the view has the focus a finger that moves up or down over it scrolls the page, and so does the wheel.
    canvas.style.touchAction = "pan-y";
    canvas.addEventListener("focus", () => { canvas.style.touchAction = "none"; });
    canvas.addEventListener("blur", () => { canvas.style.touchAction = "pan-y"; });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    const shares = ([dx, dy]) => {
      const side = Math.min(canvas.clientWidth, canvas.clientHeight);
      return [dx / side, dy / side];
    };
    const zoom = (times) => () => this.zoomBy(times);
    // With the shift key what is looked at is moved, without it is turned.
    const step = (x, y) => ({ shiftKey }) => (shiftKey ? this.moveBy(0.08 * x, 0.08 * y) : this.turnBy((-x * Math.PI) / 24, (y * Math.PI) / 24));
    listenTo(canvas, {
      click: (at, event) => event.button === 0 && this.picked(...at),
      drag: (by, event) => {
        const [dx, dy] = shares(by);
        if (event.shiftKey || event.buttons > 1) this.moveBy(-dx, dy);
        else this.turnBy(dx * 3, dy * 2);
      },
      pinch: ({ times, by, moved }) => {
        if (moved <= 4) return;
        const [dx, dy] = shares(by);
        this.zoomBy(times);
        this.moveBy(-dx / 2, dy / 2);
      },
      wheel: (times) => this.zoomBy(times),
      keys: {
        "+": zoom(1.25), "=": zoom(1.25), "-": zoom(1 / 1.25),
        0: () => this.goHome(),
        ArrowLeft: step(-1, 0), ArrowRight: step(1, 0), ArrowUp: step(0, 1), ArrowDown: step(0, -1),
        Enter: () => this.picked(canvas.clientWidth / 2, canvas.clientHeight / 2),
      },
    });
  }
}
