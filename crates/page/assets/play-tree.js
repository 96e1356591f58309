// A tree that grows anew with each change: coarsely while a slider is dragged, whole when it is let go.

class PlayedTree {
  constructor() {
    this.view = new TreeView(byId("tree-picture"));
    for (const id of ["leaves", "roots"]) byId(id).addEventListener("change", () => this.draw());
  }

  take(frame) {
    this.frame = frame;
    this.draw();
    fillTable(byId("numbers-table"), frame.coarse ? "Of the coarse tree, while you drag" : "Of the tree", ["quantity", "value"], numberRows(frame.numbers));
    const height = frame.numbers.find(([name]) => name === "height")?.[1];
    byId("tree-says").textContent = `${frame.coarse ? "A coarse tree" : "The tree"}, ${words.number(height, 2)} m high, grown in ${words.number(frame.took_s, 2)} s.`;
    byId("tree-picture").setAttribute("aria-label", `Picture of the tree. ${byId("tree-says").textContent}`);
  }

  draw() {
    if (this.frame) this.view.show(this.frame, { leaves: byId("leaves").checked, roots: byId("roots").checked });
  }
}
