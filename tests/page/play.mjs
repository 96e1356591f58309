// Plays with scenarios in a browser: `npm ci`, then `node play.mjs [--pictures FOLDER] PROGRAM SCENARIO...`.
//
// PROGRAM is the built `understory`. Of each scenario the page is served and opened in headless Chromium. A forest is let grow,
// its keys are turned, it is saved, and what the page shows is compared with the tables of the saved run and of `understory run` of the
// saved scenario. A tree is dragged at; of points the method and, of Kerr's, the rounds are changed. No request may go elsewhere, nothing may
// stand in the console as an error, no page may be wider than its window, and axe-core may find no violation.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { LOOKS, fits, given, isAccessible, launch } from './browser.mjs';

const { pictures, rest: [program, ...scenarios] } = given();
assert(program && scenarios.length > 0, 'name the program and one or more scenarios');
const browser = await launch();
let [passed, failed] = [0, 0];
try {
  for (const scenario of scenarios) {
    const name = basename(scenario, '.toml');
    const place = mkdtempSync(join(tmpdir(), 'play-'));
    const served = spawn(resolve(program), ['play', resolve(scenario), '--no-open', '--quiet'], { cwd: place, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((end) => served.on('exit', (code) => end(code)));
    try {
      const address = await new Promise((found, fail) => {
        served.stdout.once('data', (line) => found(String(line).trim()));
        ended.then((code) => fail(new Error(`it ended with ${code}`)));
      });
      for (const look of LOOKS) {
        try {
          await looked(name, address, place, look);
          passed += 1;
        } catch (error) {
          failed += 1;
          console.log(`${name} ${look.name}: ${error.stack}`);
        }
      }
    } finally {
      served.kill('SIGINT');
      assert.equal(await ended, 130);
      rmSync(place, { recursive: true });
    }
  }
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function looked(name, address, place, look) {
  const { name: lookName, ...options } = look;
  const context = await browser.newContext({ ...options, acceptDownloads: true });
  try {
    const page = await context.newPage();
    const faults = [];
    const origin = new URL(address).origin;
    // What the program refuses is an answer, which browsers write into the console too.
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/status of 422/.test(message.text()) && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.stack));
    page.on('request', (request) => ['blob:', 'data:'].includes(new URL(request.url()).protocol) || new URL(request.url()).origin === origin || faults.push(`asked for ${request.url()}`));
    await page.goto(address);
    await page.waitForFunction(() => document.body.dataset.ready);
    assert.equal(await page.evaluate(() => document.body.dataset.ready), '1', await page.textContent('#fault'));
    const kind = await page.evaluate(() => (document.getElementById('tree-picture') ? 'tree' : document.getElementById('rounds') ? 'points' : 'forest'));
    const say = (what) => console.log(`${name} ${lookName}: ${what}`);
    // What was turned in an earlier look.
    if (await page.isEnabled('#unturn')) {
      await page.click('#unturn');
      await page.waitForSelector('#unturn:disabled');
    }
    await { forest, tree, points }[kind](page, { say, place, isFirst: look === LOOKS[0] });
    await refusal(page);
    await fits(page, options.viewport);
    await page.evaluate(() => scrollTo(0, 0));
    if (pictures) await page.screenshot({ path: join(pictures, `play-${name}-${lookName}.png`), fullPage: true });
    await isAccessible(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

// A forest: year by year, played, changed, saved.
async function forest(page, { say, place, isFirst }) {
  await page.click('#restart');
  await page.waitForFunction(() => window.understory.year === 0);
  await page.click('#step');
  await page.waitForFunction(() => window.understory.year === 1);
  assert.equal(await page.textContent('#shown'), '1');
  // How many years come in three seconds, each of them drawn.
  await page.click('#play');
  const rate = await page.evaluate(async () => {
    const [from, begun] = [window.understory.year, performance.now()];
    await new Promise((done) => setTimeout(done, 3000));
    return (window.understory.year - from) / ((performance.now() - begun) / 1000);
  });
  await page.click('#play');
  say(`${rate.toFixed(1)} years a second, ${await page.textContent('#trees')} trees in year ${await page.textContent('#shown')}`);
  assert(rate > 0);
  await page.waitForTimeout(600);
  const paused = await page.evaluate(() => window.understory.year);
  await page.waitForTimeout(600);
  assert.equal(await page.evaluate(() => window.understory.year), paused);
  // The map draws what is shown.
  assert.match(await page.textContent('#map-says'), new RegExp(`^Year ${paused}: `));
  // A key is turned: the forest is there as it is planted, and grows again to where it was.
  const took = await turned(page, 'species\\.[^.]+\\.growth\\.basal_area_cm2_per_m2', 0.3);
  say(`a turn of a slider is seen after ${took.toFixed(0)} ms`);
  await page.waitForFunction((year) => window.understory.year === year, paused, { timeout: 60000 });
  if (!isFirst) return;
  await page.click('#restart');
  await page.waitForFunction(() => window.understory.year === 0);
  assert(await page.isDisabled('#save-run'));
  for (const year of [1, 2, 3]) {
    await page.click('#step');
    await page.waitForFunction((year) => window.understory.year === year, year);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-scenario')]);
  const saved = join(place, 'saved.toml');
  await download.saveAs(saved);
  await page.click('#save-run');
  await page.waitForFunction(() => /^(Saved|Not saved)/.test(document.getElementById('saved').textContent), null, { timeout: 120000 });
  const folder = /^Saved in (.*)\.$/.exec(await page.textContent('#saved'))?.[1];
  assert(folder, await page.textContent('#saved'));
  execFileSync(resolve(program), ['run', saved, '--years', '3', '--quiet', '--out', join(place, 'again')], { cwd: place });
  for (const table of ['census.csv', 'spacing.csv', join('trees', 'year-0003.csv'), 'scenario.toml', 'report.html']) {
    assert(readFileSync(join(place, folder, table)).equals(readFileSync(join(place, 'again', table))), `${table} differs`);
  }
  const last = readFileSync(join(place, folder, 'census.csv'), 'utf8').trimEnd().split('\n').at(-1).split(',');
  assert.deepEqual(last.slice(0, 2), ['3', 'all']);
  assert.equal(await page.textContent('#trees'), last[2]);
}

// A tree: coarse while a slider is dragged, whole when it is let go.
async function tree(page, { say }) {
  const nodes = () => page.evaluate(() => window.understory.view.frame.part.length);
  const before = await nodes();
  const slider = page.locator('.dial[data-path="tree.age_yr"] input[type=range]');
  await open(slider);
  const times = await slider.evaluate(async (range) => {
    const { view } = window.understory;
    const shown = (coarse) => new Promise((found) => {
      const take = view.take;
      view.take = function (frame) {
        take.call(this, frame);
        this.view.paint();
        if (frame.coarse !== coarse) return;
        view.take = take;
        found(performance.now());
      };
    });
    const times = [];
    for (let step = 0; step < 5; step++) {
      const begun = performance.now();
      const seen = shown(true);
      range.valueAsNumber = Math.round(range.valueAsNumber * 0.97);
      range.dispatchEvent(new Event('input', { bubbles: true }));
      times.push((await seen) - begun);
    }
    const begun = performance.now();
    const seen = shown(false);
    range.dispatchEvent(new Event('change', { bubbles: true }));
    return { coarse: Math.min(...times), whole: (await seen) - begun };
  });
  say(`a coarse tree after ${times.coarse.toFixed(0)} ms, the whole one after ${times.whole.toFixed(0)} ms, ${await nodes()} nodes`);
  assert.notEqual(await nodes(), before);
  await page.focus('#tree-picture');
  await page.keyboard.press('ArrowLeft');
  await page.check('#roots');
  const site = page.locator('.dial[data-path="tree.site"] select');
  await open(site);
  const was = await page.evaluate(() => window.understory.view.frame);
  await site.selectOption((await site.inputValue()) === 'open' ? 'closed' : 'open');
  await page.waitForFunction((height) => {
    const { frame } = window.understory.view;
    return !frame.coarse && frame.numbers[0][1] !== height;
  }, was.numbers[0][1], { timeout: 60000 });
}

// Points: the rounds of a raster, another density, another method.
async function points(page, { say }) {
  const count = () => page.evaluate(() => window.understory.view.frame.x_m.length);
  if (await page.isVisible('#rounds')) {
    await page.focus('#round');
    await page.keyboard.press('Home');
    assert.match(await page.textContent('#round-shown'), /^0 of \d+/);
    await page.click('#play-rounds');
    await page.waitForFunction(() => document.getElementById('round').valueAsNumber > 2);
    await page.click('#play-rounds');
    await page.focus('#round');
    await page.keyboard.press('End');
  }
  const before = await count();
  const took = await turned(page, 'scatter\\.per_ha', 0.5);
  say(`a turn of a slider is seen after ${took.toFixed(0)} ms, ${await count()} points`);
  assert.notEqual(await count(), before);
  const method = page.locator('.dial[data-path="scatter.method"] select');
  await open(method);
  const was = await method.inputValue();
  const other = was === 'uniform' ? 'jittered-grid' : 'uniform';
  await method.selectOption(other);
  await page.waitForFunction((other) => document.getElementById('layers').textContent.includes(other), other);
  await page.waitForSelector('#neighbours svg path');
  await open(method);
  await method.selectOption(was);
  await page.waitForFunction((was) => document.getElementById('layers').textContent.includes(was), was);
}

// Turns the first slider of a path like this to a share of its value, and lets it go: how long until that is seen, ms.
async function turned(page, path, share) {
  const at = await page.evaluate((path) => [...document.querySelectorAll('.dial')].find((dial) => new RegExp(`^${path}$`).test(dial.dataset.path))?.dataset.path, path);
  assert(at, `no key is like ${path}`);
  const range = page.locator(`.dial[data-path='${at}'] input[type=range]`).first();
  await open(range);
  return range.evaluate(async (range, share) => {
    const { view } = window.understory;
    const times = [];
    for (const by of [1, 1.05, 0.95]) {
      const begun = performance.now();
      const seen = new Promise((found) => {
        const take = view.take;
        view.take = function (frame) {
          take.call(this, frame);
          this.map.paint();
          view.take = take;
          found(performance.now());
        };
      });
      range.valueAsNumber = share * by * range.max;
      range.dispatchEvent(new Event('input', { bubbles: true }));
      times.push((await seen) - begun);
    }
    range.dispatchEvent(new Event('change', { bubbles: true }));
    // The least of some, as other programs are at work.
    return Math.min(...times);
  }, share);
}

// Opens the group of keys in which something is.
async function open(locator) {
  await locator.evaluate((inner) => {
    for (let group = inner.closest('details'); group; group = group.parentElement?.closest('details')) group.open = true;
  });
  await locator.scrollIntoViewIfNeeded();
}

// A number that the scenario refuses is told, and what was shown stays.
async function refusal(page) {
  const seed = await page.inputValue('#seed');
  const number = page.locator('.dial[data-path^="world"] input[type=text], .dial[data-path^="tree.age"] input[type=text], .dial[data-path="scatter.per_ha"] input[type=text]').first();
  await open(number);
  await number.fill('-7');
  await number.press('Enter');
  await page.waitForSelector('#refused:not([hidden])');
  assert.match(await page.textContent('#refused'), /-7/);
  await page.fill('#seed', `${Number(seed) + 1}`);
  await page.press('#seed', 'Enter');
  await page.waitForSelector('#refused', { state: 'hidden' });
}
