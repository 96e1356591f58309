// A tree that grows anew with each change: coarsely while a slider is dragged, whole when it is let go. It is seen in 3D where the browser
// has WebGL 2, else drawn as it is seen from a side.

const PLAYED_LEAF = [92, 128, 58];

class PlayedTree {
  constructor() {
    for (const id of ["leaves", "roots"]) byId(id).addEventListener("change", () => this.draw());
  }

  take(frame) {
    this.frame = frame;
    this.wood = { ...frame, is_root: frame.part.map((part) => (part === 3 ? 1 : 0)), of: new Uint8Array(frame.part.length) };
    this.draw();
    fillTable(byId("numbers-table"), frame.coarse ? "Of the coarse tree, while you drag" : "Of the tree", ["quantity", "value"], numberRows(frame.numbers));
    const height = frame.numbers.find(([name]) => name === "height")?.[1];
    byId("tree-says").textContent = `${frame.coarse ? "A coarse tree" : "The tree"}, ${words.number(height, 2)} m high, grown in ${words.number(frame.took_s, 2)} s.`;
    byId("tree-picture").setAttribute("aria-label", `Picture of the tree. ${byId("tree-says").textContent}`);
  }

  // The view, whose ground is wide enough for the tree; a tree that outgrows it gets another.
  open() {
    const { x_m, y_m, part } = this.frame;
    let reach = 0.5;
    for (let i = 0; i < part.length; i++) if (part[i] !== 3) reach = Math.max(reach, 1.15 * Math.abs(x_m[i]), 1.15 * Math.abs(y_m[i]));
    if (this.view && (!this.reach || (reach <= this.reach && reach > 0.4 * this.reach))) return this.view;
    if (this.reach) byId("tree-picture").replaceWith(byId("tree-picture").cloneNode());
    this.view = View3d.open(byId("tree-picture"), { low: [-reach, -reach], high: [reach, reach], forms: [], colours: [], elevation: 12 });
    this.reach = this.view ? reach : null;
    this.view ??= new TreeView(byId("tree-picture"));
    return this.view;
  }

  draw() {
    if (!this.frame) return;
    const [leaves, roots] = [byId("leaves").checked, byId("roots").checked];
    const view = this.open();
    if (view instanceof TreeView) {
      view.show(this.frame, { leaves, roots });
      return;
    }
    const { wood } = this;
    const hasLeaves = leaves && this.frame.part.includes(1);
    view.setGround(null, { glass: roots });
    view.setWood(woodPieces(wood, { isShown: (i) => roots || !wood.is_root[i] }));
    view.setLeaves(hasLeaves ? spraysAtEnds(wood, () => PLAYED_LEAF) : NO_LEAVES);
  }
}
