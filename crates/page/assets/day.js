// The sun of the 3D view: sliders for the latitude, the day of the year and the hour, and what it then does in words.

class Day {
  constructor({ latitude_deg, changed }) {
    this.sliders = ["latitude", "day", "hour"].map((id) => byId(id));
    const [latitude] = this.sliders;
    latitude.value = latitude_deg ?? 50;
    // Midsummer, where the sun is high.
    byId("day").value = latitude.valueAsNumber < 0 ? 355 : 172;
    for (const slider of this.sliders) {
      slider.addEventListener("input", () => {
        this.tell();
        changed(this.sun);
      });
    }
    this.tell();
  }

  get sun() {
    return sunAt(...this.sliders.map((slider) => slider.valueAsNumber));
  }

  tell() {
    const [latitude, day, hour] = this.sliders.map((slider) => slider.valueAsNumber);
    const minutes = Math.round((hour % 1) * 60);
    const at = { latitude: `${Math.abs(latitude)}° ${latitude < 0 ? "south" : "north"}`, day: dateOf(day), hour: `${Math.floor(hour)}:${`${minutes}`.padStart(2, "0")}` };
    for (const slider of this.sliders) {
      slider.setAttribute("aria-valuetext", at[slider.id]);
      byId(`${slider.id}-says`).textContent = at[slider.id];
    }
    this.words = `On ${at.day} at ${at.hour} of solar time, ${at.latitude}, ${sunInWords(this.sun)}`;
  }
}

// From where a camera looks, in words.
function cameraInWords({ azimuth, elevation }) {
  return `Seen from the ${quarterOf(Math.sin(azimuth), Math.cos(azimuth))}, ${Math.round((elevation * 180) / Math.PI)}° above the ground`;
}
