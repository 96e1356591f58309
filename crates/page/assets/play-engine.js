// Asks the program that serves the page. One thing is asked at a time: what is asked meanwhile waits.

// What the program refused, in its own words.
class Refused extends Error {}

class Engine {
  constructor() {
    this.token = new URLSearchParams(location.search).get("token") ?? "";
    this.last = Promise.resolve();
  }

  // Asks when all that was asked before is answered.
  ask(what) {
    const asked = this.last.then(() => this.send(what));
    this.last = asked.catch(() => {});
    return asked;
  }

  // A connection that was refused or cut, as when others ask a thousand things at once, is tried again for some seconds: asking
  // twice does no harm.
  async send(what) {
    for (let tries = 0; ; tries++) {
      try {
        const reply = await fetch("/do", {
          method: "POST", body: JSON.stringify(what), cache: "no-store",
          headers: { "content-type": "application/json", "x-understory-token": this.token },
        });
        if (reply.status !== 503) return await this.read(reply);
      } catch (error) {
        if (error instanceof Refused || tries >= 40) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50 + 10 * tries));
    }
  }

  async read(reply) {
    if (!reply.ok) throw new Refused((await reply.text()).trim());
    const kind = reply.headers.get("content-type");
    if (kind === "application/octet-stream") return unpacked(await reply.arrayBuffer());
    return kind === "application/json" ? reply.json() : reply.text();
  }
}

// Says what was refused, until something is answered again.
function tellRefusal(error) {
  byId("refused").textContent = error
    ? error instanceof Refused ? error.message : `The program does not answer (${error.message}); it may have been stopped.`
    : "";
  byId("refused").hidden = !error;
}
