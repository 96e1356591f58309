// Trees in 3D on a canvas, by WebGL 2: many at once as models of a few forms, or as they grew, wood and leaves; the ground, the sun and its
// shadows. Turned, zoomed and moved by pointer, fingers and keys; a click says which tree is there.
//
// It takes plain arrays (typed or not), in metres, x to the east, y to the north, z up:
//   trees  { count, x, y, z, height, base, radius, stem, form, colour, turn, opacity }; `base` is where the crown begins and `stem` the stem's
//          radius; `form` is a number of `forms`, `colour` a number of `colours`; `turn` is any angle, one for each tree; a tree of `form` −1
//          is a dead stem, one of −2 is drawn by its wood and leaves alone; `opacity` (one for all, or an array) lets it fade
//   wood   { count, from, to, colour }: of each piece `x, y, z, radius` of both ends, and red, green, blue, opacity to 255
//   leaves { count, stalk, tip, width, colour, sprays }: of each leaf two places, its width and a colour as of wood; `sprays` where each is
//          a spray of leaves
//   ground { columns, rows, low, cell, heights } at the crossings of a grid; without, the ground is level
// Nothing is drawn unless something changed.

const MESH_LAYOUT = [["shape", 3], ["normal", 3], ["part", 1]];
const TREE_LAYOUT = [["place", 3], ["size", 4], ["turn", 1], ["colour", 4, "bytes"]];
const WOOD_LAYOUT = [["from", 4], ["to", 4], ["colour", 4, "bytes"]];
const LEAF_LAYOUT = [["stalk", 3], ["tip", 3], ["width", 1], ["colour", 4, "bytes"]];
// So many of the largest trees are drawn finely, and so many less so; all others are specks.
const FINE_AT_MOST = 4500;
const MIDDLING_AT_MOST = 7000;
const SHADOW_SIDE = 2048;
const DEAD_COLOUR = [92, 86, 80];

class View3d {
  // A view on a canvas; null where the browser has no WebGL 2. `low` and `high` are the corners of the plot. `picked` is called with
  // the number of the tree that was clicked, −1 for none; `moved` whenever the camera did.
  static open(canvas, options) {
    const gl = openWebgl(canvas);
    return gl && new View3d(canvas, gl, options);
  }

  constructor(canvas, gl, { low, high, forms = ["beech"], colours = [[0, 158, 115]], picked = () => {}, moved = () => {}, azimuth = 200, elevation = 28 }) {
    Object.assign(this, { canvas, gl, low, high, forms, colours, picked, moved });
    this.middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 0];
    this.trees = { count: 0 };
    this.wood = { count: 0 };
    this.leaves = { count: 0, sprays: false };
    this.ground = null;
    this.glass = false;
    this.chosen = -1;
    this.top = 10;
    this.counts = { draws: 0, triangles: 0, script_ms: 0 };
    this.setSun(sunAt(50, 172, 10));
    this.camera = new OrbitCamera(canvas, {
      home: { target: [0, 0, 0], distance: 100, azimuth: (azimuth * Math.PI) / 180, elevation: (elevation * Math.PI) / 180 },
      reach: 100,
      changed: () => {
        this.draw();
        this.moved();
      },
      picked: (across, down) => this.picked(this.treeAt(across, down)),
    });
    this.begin();
    // A browser may take the graphics away for a while.
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => this.begin());
    new ResizeObserver(() => this.fit()).observe(canvas);
    this.fit();
  }

  // Everything that lies in the memory of the graphics.
  begin() {
    const { gl } = this;
    const program = (vertex, fragment) => webglProgram(gl, vertex, fragment);
    this.programs = {
      tree: program(TREE_VERTEX, TREE_FRAGMENT), treeShadow: program(TREE_VERTEX, FADED_SHADOW_FRAGMENT),
      wood: program(WOOD_VERTEX, WOOD_FRAGMENT), woodShadow: program(WOOD_VERTEX, FADED_SHADOW_FRAGMENT),
      leaf: program(LEAF_VERTEX, LEAF_FRAGMENT), leafShadow: program(LEAF_VERTEX, LEAF_SHADOW_FRAGMENT),
      ground: program(GROUND_VERTEX, GROUND_FRAGMENT), groundShadow: program(GROUND_VERTEX, SHADOW_FRAGMENT),
      sky: program(SKY_VERTEX, SKY_FRAGMENT),
    };
    this.shadows = webglShadows(gl, SHADOW_SIDE);
    // A form's models from fine to coarse, and one for the shadows of the large ones.
    const model = (shape) => new WebglMesh(gl, { ...shape, layout: MESH_LAYOUT, each: TREE_LAYOUT });
    this.models = this.forms.map((form) => MODEL_LEVELS.map((level) => model(treeShape(form, level))));
    this.shadowModels = this.forms.map((form) => model(treeShape(form, MODEL_LEVELS[1])));
    this.snags = model(snagShape());
    const wood = () => new WebglMesh(gl, { ...woodShape(), layout: [["shape", 3]], each: WOOD_LAYOUT });
    this.woods = wood();
    this.ring = wood();
    this.foliage = new WebglMesh(gl, { ...leafShape(), layout: [["shape", 2]], each: LEAF_LAYOUT });
    this.sky = new WebglMesh(gl, { vertices: new Float32Array([-1, -1, 3, -1, -1, 3]), layout: [["shape", 2]], triangles: new Uint32Array([0, 1, 2]) });
    this.land = null;
    this.setGround(this.ground);
    this.setTrees(this.trees);
    this.setWood(this.wood);
    this.setLeaves(this.leaves);
  }

  // The ground; null is level. `glass` lets what is below it be seen.
  setGround(ground, { glass = this.glass } = {}) {
    if (this.land && ground === this.ground) {
      this.glass = glass;
      this.draw();
      return;
    }
    const { gl, low, high, middle } = this;
    this.ground = ground;
    this.glass = glass;
    const grid = ground ?? { columns: 2, rows: 2, low, cell: [high[0] - low[0], high[1] - low[1]], heights: [0, 0, 0, 0] };
    const heights = Array.from(grid.heights);
    const [least, most] = heights.reduce(([a, b], at) => [Math.min(a, at), Math.max(b, at)], [Infinity, -Infinity]);
    this.middle[2] = least;
    this.relief = most - least;
    const side = Math.max(high[0] - low[0], high[1] - low[1]);
    const shape = groundShape({
      ...grid, low: [grid.low[0] - middle[0], grid.low[1] - middle[1]], heights: heights.map((at) => at - least),
    }, -side * 0.03);
    this.land?.free();
    this.land = new WebglMesh(gl, { ...shape, layout: [["shape", 3], ["normal", 3]] });
    this.look();
  }

  // The trees from now on: the largest finely, and all in as many lists as there are models.
  setTrees(trees) {
    this.trees = trees;
    const { count, height, radius, form } = trees;
    const order = Array.from({ length: count }, (_, i) => i).filter((i) => form[i] >= 0);
    const area = Float64Array.from({ length: count }, (_, i) => height[i] * radius[i]);
    if (order.length > FINE_AT_MOST) order.sort((a, b) => area[b] - area[a]);
    const lists = this.forms.map(() => MODEL_LEVELS.map(() => []));
    order.forEach((i, rank) => {
      const level = rank < FINE_AT_MOST ? 0 : rank < MIDDLING_AT_MOST ? 1 : 2;
      // A seedling is a speck from wherever all is seen.
      lists[form[i]][height[i] < 1.3 && count > 500 ? 2 : level].push(i);
    });
    const numbers = (rows) => this.numbersOf(rows);
    lists.forEach((levels, number) => {
      levels.forEach((rows, level) => this.models[number][level].setThings(numbers(rows), rows.length));
      const large = [...levels[0], ...levels[1]];
      this.shadowModels[number].setThings(numbers(large), large.length);
    });
    const dead = Array.from({ length: count }, (_, i) => i).filter((i) => form[i] === -1);
    this.snags.setThings(numbers(dead), dead.length);
    this.chosen = -1;
    this.ring.setThings(new Float32Array(0), 0);
    this.look();
  }

  numbersOf(rows) {
    const { trees, middle, colours } = this;
    const floats = new Float32Array(rows.length * 9);
    const bytes = new Uint8Array(floats.buffer);
    rows.forEach((i, row) => {
      const at = 9 * row;
      const crown = Math.max(trees.radius[i], 0.01);
      floats.set([
        trees.x[i] - middle[0], trees.y[i] - middle[1], trees.z[i] - middle[2],
        trees.height[i], Math.min(trees.base[i], trees.height[i] * 0.95), crown, Math.max(trees.stem[i], trees.height[i] * 0.004), trees.turn[i],
      ], at);
      const opacity = typeof trees.opacity === "number" ? trees.opacity : trees.opacity?.[i] ?? 1;
      bytes.set([...(trees.form[i] < 0 ? DEAD_COLOUR : colours[trees.colour[i]]), Math.round(255 * opacity)], 4 * (at + 8));
    });
    return floats;
  }

  setWood(wood) {
    this.wood = wood;
    const floats = new Float32Array(wood.count * 9);
    const bytes = new Uint8Array(floats.buffer);
    const { middle } = this;
    for (let i = 0; i < wood.count; i++) {
      for (const [offset, end] of [[0, wood.from], [4, wood.to]]) {
        for (let axis = 0; axis < 3; axis++) floats[9 * i + offset + axis] = end[4 * i + axis] - middle[axis];
        floats[9 * i + offset + 3] = end[4 * i + 3];
      }
      for (let part = 0; part < 4; part++) bytes[4 * (9 * i + 8) + part] = wood.colour[4 * i + part];
    }
    this.woods.setThings(floats, wood.count);
    this.look();
  }

  setLeaves(leaves) {
    this.leaves = leaves;
    const floats = new Float32Array(leaves.count * 8);
    const bytes = new Uint8Array(floats.buffer);
    const { middle } = this;
    for (let i = 0; i < leaves.count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        floats[8 * i + axis] = leaves.stalk[3 * i + axis] - middle[axis];
        floats[8 * i + 3 + axis] = leaves.tip[3 * i + axis] - middle[axis];
      }
      floats[8 * i + 6] = leaves.width[i];
      for (let part = 0; part < 4; part++) bytes[4 * (8 * i + 7) + part] = leaves.colour[4 * i + part];
    }
    this.foliage.setThings(floats, leaves.count);
    this.look();
  }

  // The direction to the sun, as of `sunAt`.
  setSun(sun) {
    this.sun = sun;
    this.light = lightOf(sun);
    this.isShadowOld = true;
    this.draw();
  }

  // Marks a tree by a ring round its crown; −1 marks none.
  choose(number) {
    this.chosen = number;
    if (number < 0) {
      this.ring.setThings(new Float32Array(0), 0);
      this.draw();
      return;
    }
    const { trees, middle } = this;
    const SIDES = 40;
    const floats = new Float32Array(SIDES * 9);
    const radius = Math.max(trees.radius[number] * 1.15, trees.height[number] * 0.05, 0.3);
    const thick = Math.max(radius * 0.05, 0.05);
    const up = trees.z[number] - middle[2] + (trees.base[number] + trees.height[number]) / 2;
    const at = (i) => {
      const angle = (2 * Math.PI * i) / SIDES;
      return [trees.x[number] - middle[0] + radius * Math.cos(angle), trees.y[number] - middle[1] + radius * Math.sin(angle), up, thick];
    };
    const bytes = new Uint8Array(floats.buffer);
    for (let i = 0; i < SIDES; i++) {
      floats.set([...at(i), ...at(i + 1)], 9 * i);
      bytes.set([255, 255, 255, 255], 4 * (9 * i + 8));
    }
    this.ring.setThings(floats, SIDES);
    this.draw();
  }

  // After what is seen changed: how large it is, from where it is seen whole, and shadows anew.
  look() {
    this.isShadowOld = true;
    if (!this.camera) return;
    const { trees, wood, leaves, low, high, middle } = this;
    let [top, deep] = [this.relief ?? 0, 0];
    for (let i = 0; i < trees.count; i++) top = Math.max(top, trees.z[i] - middle[2] + trees.height[i]);
    for (let i = 0; i < wood.count; i++) {
      top = Math.max(top, wood.to[4 * i + 2] - middle[2]);
      deep = Math.min(deep, wood.to[4 * i + 2] - middle[2]);
    }
    for (let i = 0; i < leaves.count; i++) top = Math.max(top, leaves.tip[3 * i + 2] - middle[2]);
    Object.assign(this, { top: Math.max(top, 1), deep });
    const [wide, long] = [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2];
    const corners = [deep, this.top].flatMap((z) => [[-wide, -long, z], [wide, -long, z], [-wide, long, z], [wide, long, z]]);
    this.camera.setHome({ ...this.camera.home, target: [0, 0, (this.top + deep) / 2] }, Math.hypot(wide, long, (this.top - deep) / 2), corners);
    this.draw();
  }

  fit() {
    const { width, height } = this.canvas.getBoundingClientRect();
    if (width === 0) return;
    const dots = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    this.look();
  }

  draw() {
    if (this.waiting || !this.camera) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.canvas.clientWidth > 0 && !this.gl.isContextLost()) this.paint();
    });
  }

  paint() {
    const begun = performance.now();
    const { gl, camera, canvas, programs, light, sun } = this;
    const counts = { draws: 0, triangles: 0 };
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.CULL_FACE);
    if (this.isShadowOld) this.paintShadows(counts);
    const matrix = camera.matrix(canvas.width, canvas.height);
    const [right, up, back] = camera.axes;
    const shared = {
      matrix, sun, ...light, eye: camera.place, sunMatrix: this.sunMatrix, haze: [camera.distance, 0.7 / camera.reach], glass: this.glass ? 1 : 0,
      sprays: this.leaves.sprays ? 1 : 0, plain: 0,
    };
    const use = (program, more = {}) => {
      gl.useProgram(program.program);
      setUniforms(gl, program, { ...shared, ...more });
    };
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.shadows.texture);
    use(programs.tree);
    for (const levels of this.models) for (const model of levels) model.draw(counts);
    this.snags.draw(counts);
    if (this.woods.count > 0) {
      use(programs.wood);
      this.woods.draw(counts);
    }
    if (this.foliage.count > 0) {
      use(programs.leaf);
      this.foliage.draw(counts);
    }
    use(programs.ground);
    this.land.draw(counts);
    const shorter = Math.min(canvas.width, canvas.height) / Math.tan(FIELD / 2);
    use(programs.sky, { right, up, back, lens: [canvas.width / shorter, canvas.height / shorter] });
    this.sky.draw(counts);
    if (this.ring.count > 0) {
      // Seen through all that is before it.
      gl.disable(gl.DEPTH_TEST);
      use(programs.wood, { plain: 1 });
      this.ring.draw(counts);
    }
    this.counts = { ...counts, script_ms: performance.now() - begun };
  }

  // What the sun sees, as far from it as it is; only where the sun or what stands there changed.
  paintShadows(counts) {
    const { gl, programs, sun, low, high } = this;
    const [wide, long] = [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2];
    const corners = [this.deep, this.top].flatMap((z) => [[-wide, -long, z], [wide, -long, z], [-wide, long, z], [wide, long, z]]);
    // Below the horizon it throws no shadow, but the map must be one.
    this.sunMatrix = seenByTheSun(v3.unit([sun[0], sun[1], Math.max(sun[2], 0.02)]), corners);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadows.frame);
    gl.viewport(0, 0, this.shadows.side, this.shadows.side);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    const use = (program) => {
      gl.useProgram(program.program);
      setUniforms(gl, program, { matrix: this.sunMatrix, sprays: this.leaves.sprays ? 1 : 0 });
    };
    use(programs.treeShadow);
    for (const model of this.shadowModels) model.draw(counts);
    for (const levels of this.models) levels[2].draw(counts);
    this.snags.draw(counts);
    if (this.woods.count > 0) {
      use(programs.woodShadow);
      this.woods.draw(counts);
    }
    if (this.foliage.count > 0) {
      use(programs.leafShadow);
      this.foliage.draw(counts);
    }
    if (this.relief > 0) {
      use(programs.groundShadow);
      this.land.draw(counts);
    }
    this.isShadowOld = false;
  }

  // The nearest tree at a place of the canvas, by its crown (an ellipsoid) or its stem; −1 where there is none.
  treeAt(across, down) {
    const { trees, middle, camera } = this;
    const [from, ray] = [camera.place, camera.ray(across, down)];
    // Stems are as wide as a finger.
    const reach = (12 * 2 * Math.tan(FIELD / 2)) / Math.min(this.canvas.clientWidth, this.canvas.clientHeight);
    let [best, nearest] = [-1, Infinity];
    for (let i = 0; i < trees.count; i++) {
      const foot = [trees.x[i] - middle[0] - from[0], trees.y[i] - middle[1] - from[1], trees.z[i] - middle[2] - from[2]];
      const base = trees.form[i] < 0 ? trees.height[i] : Math.min(trees.base[i], trees.height[i]);
      const crown = [foot[0], foot[1], foot[2] + (base + trees.height[i]) / 2];
      const distance = crownHit(ray, crown, trees.radius[i], (trees.height[i] - base) / 2) ?? stemHit(ray, foot, trees.height[i], reach);
      if (distance !== null && distance < nearest) [best, nearest] = [i, distance];
    }
    return best;
  }
}

// How far along a ray from the origin an upright ellipsoid is met; null where it is not.
function crownHit(ray, middle, radius, half) {
  if (!(radius > 0) || !(half > 0)) return null;
  const d = [ray[0] / radius, ray[1] / radius, ray[2] / half];
  const m = [middle[0] / radius, middle[1] / radius, middle[2] / half];
  const [a, b, c] = [v3.dot(d, d), v3.dot(d, m), v3.dot(m, m) - 1];
  const root = b * b - a * c;
  return root < 0 || b < 0 ? null : (b - Math.sqrt(root)) / a;
}

// The same of an upright line that is as wide as a share of its distance.
function stemHit(ray, foot, height, share) {
  const level = Math.hypot(ray[0], ray[1]);
  if (level < 1e-6) return null;
  const far = (foot[0] * ray[0] + foot[1] * ray[1]) / (level * level);
  if (far <= 0) return null;
  const aside = Math.abs(foot[0] * ray[1] - foot[1] * ray[0]) / level;
  const up = ray[2] * far - foot[2];
  return aside < share * far / 2 && up > -share * far && up < height + share * far ? far : null;
}
