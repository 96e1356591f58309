// The years: a slider over all of them, buttons to the recorded ones, play and pause, and the address.

class Years {
  constructor({ first, last, recorded, changed }) {
    Object.assign(this, { first, last, recorded, changed, year: null, playing: null });
    this.slider = byId("year");
    Object.assign(this.slider, { min: first, max: last, value: first });
    this.slider.disabled = first === last;
    byId("recorded").replaceChildren(...recorded.map((year) => element("option", { value: year })));
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber, { stops: true }));
    byId("before").addEventListener("click", () => this.go(recorded.findLast((year) => year < this.year) ?? first, { stops: true }));
    byId("after").addEventListener("click", () => this.go(recorded.find((year) => year > this.year) ?? last, { stops: true }));
    byId("play").addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    byId("play").disabled = first === last;
    addEventListener("hashchange", () => this.go(this.ofAddress() ?? this.year, { stops: true }));
    // The space bar plays and pauses wherever it does nothing else.
    addEventListener("keydown", (event) => {
      const busy = event.target.closest("button, select, a, summary, input:not([type=range])");
      if (event.key !== " " || busy || first === last) return;
      event.preventDefault();
      byId("play").click();
    });
    this.go(this.ofAddress() ?? last);
  }

  // The year that the address names, as in report.html#year=100.
  ofAddress() {
    const named = /(?:^#|&)year=(\d+)(?:&|$)/.exec(location.hash);
    return named && Number(named[1]);
  }

  go(asked, { stops = false } = {}) {
    const year = Math.min(Math.max(Math.round(asked), this.first), this.last);
    if (stops) this.pause();
    if (year === this.year) return;
    this.year = year;
    this.slider.value = year;
    this.slider.setAttribute("aria-valuetext", `year ${year}`);
    byId("before").disabled = year <= this.first;
    byId("after").disabled = year >= this.last;
    this.changed(year);
    clearTimeout(this.naming);
    // Browsers refuse too many changes of the address in a short time.
    this.naming = setTimeout(() => history.replaceState(null, "", `#year=${year}`), 300);
  }

  // From the year that is shown, or again from the first; the whole in some 15 s, at most ten steps a second.
  play() {
    const years = this.last - this.first;
    const step = Math.max(1, Math.ceil(years / 150));
    const pause_ms = Math.min(Math.max((15000 * step) / years, 100), 1000);
    if (this.year >= this.last) this.go(this.first);
    this.playing = setInterval(() => {
      this.go(this.year + step);
      if (this.year >= this.last) this.pause();
    }, pause_ms);
    this.name("Pause", "pause the years");
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    this.name("Play", "play the years");
  }

  name(text, label) {
    byId("play").textContent = text;
    byId("play").setAttribute("aria-label", label);
  }
}
