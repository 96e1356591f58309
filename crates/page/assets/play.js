// The page to play with begins: it asks for what there is, and from then on for what is changed.

const numberRows = (numbers) => numbers.filter(([, value]) => value !== null)
  .map(([name, value, unit]) => [name, { text: `${Number.isInteger(value) ? words.count(value) : words.short(value)}${unit ? ` ${unit}` : ""}`, "data-name": name, "data-value": value }]);

function tellFault(text) {
  byId("fault").textContent = text;
  byId("fault").hidden = false;
  document.body.dataset.ready = "fault";
}

async function begin() {
  const about = await unpack();
  const ground = about.size_m[0] > 0 ? `${words.short(about.size_m[0])} × ${words.short(about.size_m[1])} m, ${about.torus ? "opposite edges meet" : "open edges"}. ` : "";
  byId("about").textContent = `${about.about ? `${about.about}. ` : ""}${ground}Played with understory ${about.version}.`;
  const engine = new Engine();
  let view = null;
  const bar = new PlayBar(engine, about, (frame) => {
    view ??= { forest: () => new PlayedForest(frame), tree: () => new PlayedTree(), points: () => new PlayedPoints(frame) }[about.kind]();
    view.take(frame);
    bar.take(frame);
  });
  // What was turned since the last ask goes along with the next, so that of a drag the newest counts.
  let [pending, busy] = [null, false];
  const send = async () => {
    if (busy || !pending) return;
    busy = true;
    const { set, released, decides, year } = pending;
    pending = null;
    const isDone = await bar.begin({ do: "change", set, coarse: about.kind === "tree" && !released });
    busy = false;
    if (decides || !isDone) await engine.ask({ do: "dials" }).then((found) => dials.show(found), tellRefusal);
    if (pending) {
      pending.year = Math.max(pending.year, year);
      send();
    } else if (isDone && about.kind === "forest" && released) bar.growTo(year);
  };
  const dials = new Dials((set, { released, decides }) => {
    const year = Math.max(pending?.year ?? 0, bar.target, bar.year);
    bar.target = 0;
    pending = { set: { ...pending?.set, ...set }, released, decides: decides || (pending?.decides ?? false), year };
    // Of a drag the forest is shown as it is planted; it grows again when the slider is let go.
    send();
  });
  const first = await engine.ask({ do: "look" });
  bar.shown(first);
  dials.show(await engine.ask({ do: "dials" }));
  // For programs that look at the page.
  window.understory = { engine, bar, dials, get view() { return view; }, get year() { return bar.year; } };
  requestAnimationFrame(() => requestAnimationFrame(() => { document.body.dataset.ready = "1"; }));
}

begin().catch((error) => {
  tellFault(`This page cannot be shown: ${error.message}`);
  throw error;
});
