// The shapes of the 3D view: crowns and stems of a few forms at three levels of detail, a piece of wood, a leaf, the ground.
//
// A tree's shape is drawn once and stretched for each tree: of a vertex of the crown the first two numbers are shares of the crown's
// radius, the third of its length from base to top; of the stem, shares of its radius and of the tree's height.

// The outline of a crown, base to top: radius as a share of the greatest, at shares of the length.
const OUTLINES = {
  // Rising limbs and a rounded crown.
  beech: (t) => 0.25 + 0.75 * bulge(t, 0.42, 2.2),
  // Wide and full.
  oak: (t) => 0.3 + 0.7 * bulge(t, 0.48, 3.2),
  // Light and long, widest low.
  birch: (t) => 0.2 + 0.8 * bulge(t, 0.32, 1.7),
  // One spire; its whorls are steps.
  spruce: (t) => (1 - t) ** 0.85 * (0.78 + 0.3 * (1 - ((t * 5.999) % 1))),
  // A flat crown on a clear stem.
  pine: (t) => 0.3 + 0.7 * bulge(t, 0.62, 2.6),
  // From the ground on.
  shrub: (t) => 0.55 + 0.45 * bulge(t, 0.45, 2.4),
};

function bulge(t, middle, power) {
  const share = t < middle ? (middle - t) / middle : (t - middle) / (1 - middle);
  return Math.max(1 - share ** power, 0) ** (1 / power);
}

// Other forms that ship take the outline that is most like theirs.
const outlineOf = (form) => OUTLINES[form] ?? { willow: OUTLINES.birch, ivy: OUTLINES.shrub }[form] ?? OUTLINES.beech;

// Rings of a crown, sides of crown and stem, from fine to coarse.
const MODEL_LEVELS = [{ rings: 6, sides: 9, stem: 6, lumps: 0.16 }, { rings: 4, sides: 6, stem: 4, lumps: 0.1 }, { rings: 2, sides: 4, stem: 0, lumps: 0 }];
// How high in its crown a stem ends, as a share of the tree's height.
const STEM_TOP = 0.86;

// A triangle mesh of vertices `[x, y, z, part]` as it is put together; `part` is 1 for the crown and 0 for the stem.
class Shape {
  constructor() {
    this.points = [];
    this.triangles = [];
  }

  // A ring of points at a height; gives the number of the first.
  ring(sides, radiusAt, height, part, turned = 0) {
    const first = this.points.length;
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * (i + turned)) / sides;
      const radius = radiusAt(angle);
      this.points.push([radius * Math.cos(angle), radius * Math.sin(angle), height, part]);
    }
    return first;
  }

  // Triangles between two rings of as many points, the lower one first.
  band(low, high, sides) {
    for (let i = 0; i < sides; i++) {
      const next = (i + 1) % sides;
      this.triangles.push(low + i, low + next, high + i, low + next, high + next, high + i);
    }
  }

  // A fan from a ring to a point above or below it.
  close(ring, sides, height, part, isAbove) {
    const tip = this.points.push([0, 0, height, part]) - 1;
    for (let i = 0; i < sides; i++) {
      const next = (i + 1) % sides;
      this.triangles.push(...(isAbove ? [ring + i, ring + next, tip] : [ring + next, ring + i, tip]));
    }
  }

  // Position, normal and part of each vertex, as numbers; normals are those of the faces around, by area.
  numbers() {
    const normals = this.points.map(() => [0, 0, 0]);
    for (let i = 0; i < this.triangles.length; i += 3) {
      const corners = this.triangles.slice(i, i + 3);
      const [a, b, c] = corners.map((corner) => this.points[corner]);
      const face = v3.cross(v3.minus(b, a), v3.minus(c, a));
      for (const corner of corners) normals[corner] = v3.along(normals[corner], face, 1);
    }
    return new Float32Array(this.points.flatMap(([x, y, z, part], i) => [x, y, z, ...v3.unit(normals[i]), part]));
  }

  mesh() {
    return { vertices: this.numbers(), triangles: new Uint32Array(this.triangles) };
  }
}

// A tree of a form; without a stem for shadows and what is small.
function treeShape(form, { rings, sides, stem, lumps }) {
  const shape = new Shape();
  const outline = outlineOf(form);
  const isSpire = form === "spruce";
  // Whorls need two rings each.
  const heights = isSpire && rings > 4
    ? Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? i / 12 : (i + 0.9) / 12))
    : Array.from({ length: rings }, (_, i) => (isSpire ? 0.85 : 1) * ((i + 0.15) / rings));
  let last = -1;
  heights.forEach((t, i) => {
    // Lumps that are the same all round, so that the crown is closed.
    const lump = (angle) => 1 + lumps * (Math.sin(3 * angle + 7 * t) + 0.7 * Math.sin(5 * angle - 11 * t + 1)) * (isSpire ? 0.6 : 1);
    const ring = shape.ring(sides, (angle) => outline(t) * lump(angle), t, 1, i / 2);
    if (i === 0) shape.close(ring, sides, isSpire ? 0.04 : -0.02, 1, false);
    else shape.band(last, ring, sides);
    last = ring;
  });
  shape.close(last, sides, 1, 1, true);
  if (stem > 0) {
    const low = shape.ring(stem, () => 1, -0.02, 0);
    const high = shape.ring(stem, () => 0.25, STEM_TOP, 0);
    shape.band(low, high, stem);
  }
  return shape.mesh();
}

// A stem without a crown: what stands of the dead.
function snagShape() {
  const shape = new Shape();
  const low = shape.ring(5, () => 1, -0.02, 0);
  const high = shape.ring(5, () => 0.35, 0.97, 0);
  shape.band(low, high, 5);
  shape.close(high, 5, 1, 0, true);
  return shape.mesh();
}

// A piece of wood from one end (0) to the other (1), five-sided; its normals are its sides' directions.
function woodShape() {
  const shape = new Shape();
  const low = shape.ring(5, () => 1, 0, 0);
  const high = shape.ring(5, () => 1, 1, 0);
  shape.band(low, high, 5);
  return { vertices: new Float32Array(shape.points.flatMap(([x, y, end]) => [x, y, end])), triangles: new Uint32Array(shape.triangles) };
}

// A leaf, or a spray of them: across from -1 to 1, from its stalk (0) to its tip (1).
function leafShape() {
  return { vertices: new Float32Array([-1, 0, 1, 0, -1, 1, 1, 1]), triangles: new Uint32Array([0, 1, 2, 1, 3, 2]) };
}

// The ground as a slab: heights at the crossings of a grid, then its four sides down to `foot`. Vertices are `x, y, z, normal`, with an upright
// normal for the top as its slope says.
function groundShape({ columns, rows, low, cell, heights }, foot) {
  const vertices = [];
  const triangles = [];
  const at = (column, row) => heights[Math.min(Math.max(row, 0), rows - 1) * columns + Math.min(Math.max(column, 0), columns - 1)];
  const place = (column, row) => [low[0] + column * cell[0], low[1] + row * cell[1], at(column, row)];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const across = (at(column + 1, row) - at(column - 1, row)) / (cell[0] * (Math.min(column + 1, columns - 1) - Math.max(column - 1, 0)));
      const up = (at(column, row + 1) - at(column, row - 1)) / (cell[1] * (Math.min(row + 1, rows - 1) - Math.max(row - 1, 0)));
      vertices.push(...place(column, row), ...v3.unit([-across, -up, 1]));
    }
  }
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const first = row * columns + column;
      triangles.push(first, first + 1, first + columns, first + 1, first + columns + 1, first + columns);
    }
  }
  const wall = (places, normal) => {
    for (let i = 0; i < places.length; i++) {
      const first = vertices.length / 6;
      vertices.push(...places[i], ...normal, places[i][0], places[i][1], foot, ...normal);
      if (i > 0) triangles.push(first - 2, first - 1, first, first, first - 1, first + 1);
    }
  };
  const [east, north] = [Array.from({ length: columns }, (_, i) => i), Array.from({ length: rows }, (_, i) => i)];
  wall(east.map((column) => place(column, 0)), [0, -1, 0]);
  wall(north.map((row) => place(columns - 1, row)), [1, 0, 0]);
  wall(east.map((column) => place(columns - 1 - column, rows - 1)), [0, 1, 0]);
  wall(north.map((row) => place(0, rows - 1 - row)), [-1, 0, 0]);
  return { vertices: new Float32Array(vertices), triangles: new Uint32Array(triangles) };
}
