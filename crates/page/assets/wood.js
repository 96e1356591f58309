// Wood that grew as the 3D view takes it: a piece from each node to the one that it grew from, and leaves.
//
// `nodes` are columns { back, is_root, x_m, y_m, z_m, radius_m, of }; `back` is how far before it the node stands from which it grew, 0 at
// the foot of a tree.

const NO_WOOD = { count: 0, from: [], to: [], colour: [] };
const NO_LEAVES = { count: 0, stalk: [], tip: [], width: [], colour: [], sprays: true };
const ROOT_COLOUR = [196, 160, 112];
const BARK_COLOUR = [118, 98, 78];

// The pieces of those nodes that `isShown` (by their place) lets through; `barkOf` gives the colour of a shoot.
function woodPieces(nodes, { isShown = () => true, barkOf = () => BARK_COLOUR } = {}) {
  const rows = [];
  for (let i = 0; i < nodes.back.length; i++) if (nodes.back[i] > 0 && isShown(i)) rows.push(i);
  const pieces = { count: rows.length, from: new Float64Array(4 * rows.length), to: new Float64Array(4 * rows.length), colour: new Uint8Array(4 * rows.length) };
  rows.forEach((i, row) => {
    const parent = i - nodes.back[i];
    // A fork's branch begins as thick as it is itself, and not as the stem.
    const thick = Math.min(nodes.radius_m[parent], nodes.radius_m[i] * 1.3);
    pieces.from.set([nodes.x_m[parent], nodes.y_m[parent], nodes.z_m[parent], thick], 4 * row);
    pieces.to.set([nodes.x_m[i], nodes.y_m[i], nodes.z_m[i], nodes.radius_m[i]], 4 * row);
    pieces.colour.set([...(nodes.is_root[i] ? ROOT_COLOUR : barkOf(i)), 255], 4 * row);
  });
  return pieces;
}

// Sprays of leaves at the ends of twigs, two crossed ones each, as large as is needed for a closed crown; `colourOf` gives a colour by what
// a node is `of`.
function spraysAtEnds(nodes, colourOf) {
  const bears = new Uint8Array(nodes.back.length);
  for (let i = 0; i < nodes.back.length; i++) if (nodes.back[i] > 0 && !nodes.is_root[i]) bears[i - nodes.back[i]] = 1;
  const ends = [];
  const crowns = new Map();
  for (let i = 0; i < nodes.back.length; i++) {
    if (bears[i] || nodes.is_root[i] || nodes.back[i] === 0) continue;
    ends.push(i);
    const crown = crowns.get(nodes.of[i]) ?? { ends: 0, low: [Infinity, Infinity], high: [-Infinity, -Infinity] };
    crown.ends += 1;
    [nodes.x_m[i], nodes.y_m[i]].forEach((at, axis) => {
      crown.low[axis] = Math.min(crown.low[axis], at);
      crown.high[axis] = Math.max(crown.high[axis], at);
    });
    crowns.set(nodes.of[i], crown);
  }
  const leaves = { count: 2 * ends.length, sprays: true, stalk: new Float64Array(6 * ends.length), tip: new Float64Array(6 * ends.length), width: new Float64Array(2 * ends.length), colour: new Uint8Array(8 * ends.length) };
  ends.forEach((i, row) => {
    const parent = i - nodes.back[i];
    const { ends: many, low, high } = crowns.get(nodes.of[i]);
    const radius = (high[0] - low[0] + high[1] - low[1]) / 4;
    const size = Math.min(Math.max((1.9 * radius) / Math.sqrt(many), 0.12), 1.2);
    const at = [nodes.x_m[i], nodes.y_m[i], nodes.z_m[i]];
    const ahead = v3.unit(v3.minus(at, [nodes.x_m[parent], nodes.y_m[parent], nodes.z_m[parent]]));
    const aside = v3.unit(v3.cross(ahead, [Math.sin(i), Math.cos(i), 0.3]));
    [ahead, v3.unit(v3.along(aside, ahead, 0.4))].forEach((direction, k) => {
      leaves.stalk.set(v3.along(at, direction, -0.4 * size), 6 * row + 3 * k);
      leaves.tip.set(v3.along(at, direction, 0.6 * size), 6 * row + 3 * k);
      leaves.width[2 * row + k] = size;
      leaves.colour.set([...colourOf(nodes.of[i]), 255], 8 * row + 4 * k);
    });
  });
  return leaves;
}
