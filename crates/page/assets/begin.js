// The page begins: the numbers are unpacked, and what there is of them is shown.

function aboutResults({ size_m: [width, height], torus, years, seed, version, command, tree, world }) {
  const made = `Made by understory ${version} (${command}) from the tables beside this file.`;
  if (tree) return `One tree, seed ${seed}. ${made}`;
  const edge = torus ? "opposite edges meet" : "open edges";
  const grew = world ? "" : `, ${edge}; ${words.plural(years, "year", "years")}`;
  return `${words.short(width)} × ${words.short(height)} m${grew}, seed ${seed}. ${made}`;
}

function tellFault(text) {
  byId("fault").textContent = text;
  byId("fault").hidden = false;
  document.body.dataset.ready = "fault";
}

async function begin() {
  if (typeof DecompressionStream === "undefined") {
    tellFault("This browser is too old for this page (it has no DecompressionStream). The same numbers stand in the tables beside it.");
    return;
  }
  const about = await unpack();
  byId("about").textContent = aboutResults(about);
  // For programs that look at the page.
  window.understory = about.run ? showRun(about, about.run) : {};
  if (about.tree) window.understory.view = new PlantView(about.tree);
  if (about.world) window.understory.view = new WorldView(about, about.world);
  if (about.comparison) window.understory.comparison = new CompareView(about, about.comparison);
  // Two frames, so that what was asked to be drawn is drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => { document.body.dataset.ready = "1"; }));
}

begin().catch((error) => {
  tellFault(`This page cannot be shown: ${error.message}. The same numbers stand in the tables beside it.`);
  throw error;
});
