// The bar of the page: play and pause, one year, restart, the seed, and what is saved.

class PlayBar {
  // `shown(frame)` draws what was answered.
  constructor(engine, about, shown) {
    Object.assign(this, { engine, shown, name: about.name, playing: false, target: 0, year: 0, last: about.years, generation: 0 });
    for (const part of document.querySelectorAll(".of-years")) part.hidden = about.kind !== "forest";
    byId("play").addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    byId("step").addEventListener("click", () => {
      this.pause();
      this.growTo(this.year + 1);
    });
    byId("restart").addEventListener("click", () => {
      this.pause();
      this.target = 0;
      this.begin({ do: "restart" });
    });
    byId("seed").addEventListener("change", () => this.seed(Number(byId("seed").value.trim() || NaN)));
    byId("other-seed").addEventListener("click", () => this.seed(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000));
    byId("save-scenario").addEventListener("click", () => this.saveScenario());
    byId("save-run").addEventListener("click", () => this.saveRun());
    if (about.kind === "tree") byId("save-run").textContent = "save tree";
    if (about.kind === "points") byId("save-run").textContent = "save points";
    // The space bar plays and pauses wherever it does nothing else.
    addEventListener("keydown", (event) => {
      const busy = event.target.closest("button, select, a, summary, input:not([type=range])");
      if (event.key !== " " || busy || about.kind !== "forest") return;
      event.preventDefault();
      byId("play").click();
    });
  }

  // Takes over what a frame says of year, seed and last year.
  take(frame) {
    this.year = frame.year;
    this.last = frame.years;
    byId("last").textContent = frame.years;
    if (document.activeElement !== byId("seed")) byId("seed").value = frame.seed;
    byId("step").disabled = byId("play").disabled = frame.year >= frame.years;
    byId("save-run").disabled = frame.kind === "forest" && frame.year === 0;
    if (frame.year >= frame.years) this.pause();
  }

  play() {
    this.playing = true;
    this.name_("Pause", "pause");
    this.grow();
  }

  pause() {
    this.playing = false;
    this.target = Math.min(this.target, this.year);
    this.name_("Play", "let it grow");
  }

  name_(text, label) {
    byId("play").textContent = text;
    byId("play").setAttribute("aria-label", label);
  }

  // Lets it grow to a year, as after a change of a key.
  growTo(year) {
    this.target = Math.min(year, this.last);
    this.grow();
  }

  // Year after year while it plays or has not come to where it is to be. The next year is asked for before this one is drawn, so
  // that both are at work.
  async grow() {
    if (this.growing) return;
    this.growing = true;
    const wanted = () => (this.playing || this.year < this.target) && this.year < this.last;
    const ask = (after) => {
      const { generation } = this;
      return this.engine.ask({ do: "year", after }).then((frame) => ({ frame, generation }));
    };
    let next = null;
    try {
      while (wanted() || next) {
        const begun = performance.now();
        const { frame, generation } = await (next ?? ask(this.year));
        next = null;
        // What was asked of a forest that has been begun anew since.
        if (generation !== this.generation) continue;
        this.year = frame.year;
        const pace = Number(byId("pace").value);
        if (pace === 0 && wanted()) next = ask(frame.year);
        tellRefusal(null);
        this.shown(frame);
        const rest = pace > 0 && this.playing ? 1000 / pace - (performance.now() - begun) : 0;
        await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), Math.max(rest, 0)));
      }
    } catch (error) {
      this.pause();
      tellRefusal(error);
    } finally {
      this.growing = false;
    }
  }

  // Begins anew by what is asked, and shows it.
  async begin(what) {
    this.generation += 1;
    try {
      const frame = await this.engine.ask(what);
      tellRefusal(null);
      this.shown(frame);
      return true;
    } catch (error) {
      tellRefusal(error);
      return false;
    }
  }

  async seed(seed) {
    const fits = Number.isSafeInteger(seed) && seed >= 0;
    byId("seed").setCustomValidity(fits ? "" : "a whole number, 0 or more");
    if (!byId("seed").reportValidity()) return;
    const year = this.year;
    byId("seed").value = seed;
    if (await this.begin({ do: "change", set: { "world.seed": seed } })) this.growTo(year);
  }

  async saveScenario() {
    try {
      const text = await this.engine.ask({ do: "scenario" });
      const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
      element("a", { href: address, download: `${this.name}.toml` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
      byId("saved").textContent = `${this.name}.toml was given to the browser; files that it names are sought beside it.`;
      tellRefusal(null);
    } catch (error) {
      tellRefusal(error);
    }
  }

  async saveRun() {
    try {
      let saving = await this.engine.ask({ do: "save" });
      tellRefusal(null);
      while (saving.state === "working") {
        byId("saved").textContent = `Saving: ${saving.what}${saving.of > 1 ? ` ${saving.done} of ${saving.of}` : ""} …`;
        await new Promise((resolve) => setTimeout(resolve, 250));
        saving = await this.engine.ask({ do: "saving" });
      }
      byId("saved").textContent = saving.state === "saved" ? `Saved in ${saving.folder}.` : `Not saved: ${saving.why ?? "it was stopped"}`;
    } catch (error) {
      tellRefusal(error);
    }
  }
}
