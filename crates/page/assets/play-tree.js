// A tree that grows anew with each change: coarsely while a slider is dragged, whole when it is let go. It is drawn as it is seen from a
// side, which any machine does at once, or in 3D where that is asked for.

const PLAYED_LEAF = [92, 128, 58];

class PlayedTree {
  constructor() {
    this.view = new TreeView(byId("tree-picture"));
    for (const id of ["leaves", "roots"]) byId(id).addEventListener("change", () => this.draw());
    byId("as-picture").addEventListener("click", () => this.show3d(false));
    byId("as-3d").addEventListener("click", () => this.show3d(true));
  }

  take(frame) {
    this.frame = frame;
    this.draw();
    fillTable(byId("numbers-table"), frame.coarse ? "Of the coarse tree, while you drag" : "Of the tree", ["quantity", "value"], numberRows(frame.numbers));
    const height = frame.numbers.find(([name]) => name === "height")?.[1];
    byId("tree-says").textContent = `${frame.coarse ? "A coarse tree" : "The tree"}, ${words.number(height, 2)} m high, grown in ${words.number(frame.took_s, 2)} s.`;
    for (const id of ["tree-picture", "stand"]) byId(id).setAttribute("aria-label", `Picture of the tree. ${byId("tree-says").textContent}`);
  }

  show3d(asked) {
    byId("stand").hidden = !asked;
    this.is3d = asked && this.open() !== null;
    byId("no-3d").hidden = !asked || this.is3d;
    byId("as-3d").disabled = asked && !this.is3d;
    byId("tree-picture").hidden = this.is3d;
    byId("stand").hidden = !this.is3d;
    byId("as-picture").setAttribute("aria-pressed", `${!this.is3d}`);
    byId("as-3d").setAttribute("aria-pressed", `${this.is3d}`);
    this.draw();
  }

  // The view in 3D, whose ground is wide enough for the tree; one that outgrows it gets another. None without WebGL 2.
  open() {
    const { x_m, y_m, part } = this.frame;
    let reach = 0.5;
    for (let i = 0; i < part.length; i++) if (part[i] !== 3) reach = Math.max(reach, 1.15 * Math.abs(x_m[i]), 1.15 * Math.abs(y_m[i]));
    if (this.view3d && reach <= this.reach && reach > 0.4 * this.reach) return this.view3d;
    // A canvas hears one view alone.
    if (this.view3d) byId("stand").replaceWith(byId("stand").cloneNode());
    this.view3d = View3d.open(byId("stand"), { low: [-reach, -reach], high: [reach, reach], forms: [], colours: [], elevation: 12 });
    this.reach = reach;
    return this.view3d;
  }

  draw() {
    const { frame } = this;
    if (!frame) return;
    const [leaves, roots] = [byId("leaves").checked, byId("roots").checked];
    if (!this.is3d) {
      this.view.show(frame, { leaves, roots });
      return;
    }
    const wood = { ...frame, is_root: frame.part.map((part) => (part === 3 ? 1 : 0)), of: new Uint8Array(frame.part.length) };
    const view = this.open();
    view.setGround(null, { glass: roots });
    view.setWood(woodPieces(wood, { isShown: (i) => roots || !wood.is_root[i] }));
    view.setLeaves(leaves && frame.part.includes(1) ? spraysAtEnds(wood, () => PLAYED_LEAF) : NO_LEAVES);
  }
}
