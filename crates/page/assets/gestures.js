// What pointers, the wheel and keys do over a canvas. A pointer that moves by no more than `slack` pixels clicks: `click(at, event)`; one that
// moves further drags: `drag(by, event)`; of two fingers the one that moves pinches: `pinch({ times, middle, by, moved })`, where `moved` is how
// far they have come, in pixels. The wheel zooms, `wheel(times, at)`, once the canvas has the focus; else it scrolls the page. `keys` has a
// function for each key by its name.
const listenTo = (canvas, { click, drag, pinch, wheel, keys, slack = 4 }) => {
  const fingers = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (fingers.size === 1) moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const here = [event.offsetX, event.offsetY];
    const by = [here[0] - last[0], here[1] - last[1]];
    moved += Math.hypot(...by);
    fingers.set(event.pointerId, here);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other && pinch) {
      const apart = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]);
      pinch({ times: apart(here) / Math.max(apart(last), 1), middle: [(here[0] + other[0]) / 2, (here[1] + other[1]) / 2], by, moved });
    } else if (moved > slack) {
      drag(by, event);
    }
  });
  const lift = (event) => {
    if (event.type === "pointerup" && fingers.has(event.pointerId) && moved <= slack) click?.([event.offsetX, event.offsetY], event);
    fingers.delete(event.pointerId);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    wheel(2 ** (-event.deltaY / 300), [event.offsetX, event.offsetY]);
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key](event);
  });
};
