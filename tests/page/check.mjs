// Looks at pages of results in a browser: `npm ci`, then `node check.mjs [--pictures FOLDER] RUN_FOLDER...`.
//
// Headless Chromium opens `report.html` of each folder from disk, with the network off. What the page shows is compared with
// the tables beside it: the numbers of every recorded year, a tree that is clicked on the map and in 3D, the numbers of a chart, the
// table of methods, the metrics of a tree, the counts of a world. A frame in 3D has so many draw calls and triangles at most; without WebGL the
// page says so and shows the map. No request may leave the page, nothing may stand in the console as an error, no page may be wider than its window, and axe-core may find
// no violation, on a desktop, on a phone, in light and dark. Of a folder with a page alone, which the example `odd_names` of
// `crates/page` writes, the names must be text and nothing else. With --pictures each is also left as a picture.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOOKS, fits, given, isAccessible, launch } from './browser.mjs';

const BYTES_AT_MOST = 8e6;
const STEP_MS = 100;
// Frames in 3D that wait for a processor to draw them hold up what is clicked next.
const WAIT_MS = 180_000;
const DRAWS_AT_MOST = 40;
const TRIANGLES_AT_MOST = 2e6;

const { pictures, rest: folders } = given();
assert(folders.length > 0, 'name one or more folders of results');
// Without a graphics card WebGL is drawn by SwiftShader, which a browser must be told to take.
const browser = await launch('--enable-unsafe-swiftshader');
let [passed, failed] = [0, 0];
try {
  for (const folder of folders) {
    for (const look of LOOKS) {
      const name = `${basename(resolve(folder))} ${look.name}`;
      try {
        await looked(resolve(folder), look);
        passed += 1;
      } catch (error) {
        failed += 1;
        console.log(`${name}: ${error.stack}`);
      }
    }
  }
  await withoutWebgl(folders.map((folder) => resolve(folder)));
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function looked(folder, look) {
  const { name, ...options } = look;
  const file = join(folder, 'report.html');
  assert(statSync(file).size <= BYTES_AT_MOST, `the page has ${statSync(file).size} bytes`);
  const isAlone = !existsSync(join(folder, 'manifest.json'));
  const manifest = isAlone ? { command: 'run', recorded_years: [0, 7] } : JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const context = await browser.newContext({ ...options, offline: true });
  try {
    context.setDefaultTimeout(WAIT_MS);
    const page = await context.newPage();
    const faults = [];
    const address = pathToFileURL(file).href;
    // A picture of the page is read back from the graphics, which the driver calls slow.
    const isFault = (message) => ['error', 'warning'].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text());
    page.on('console', (message) => isFault(message) && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.stack));
    page.on('request', (request) => request.url().split('#')[0] === address || faults.push(`asked for ${request.url()}`));
    page.on('dialog', (dialog) => faults.push(`opened a dialog: ${dialog.message()}`));
    const recorded = manifest.recorded_years ?? [];
    const opened = recorded[Math.floor(recorded.length / 2)];
    await page.goto(recorded.length > 0 ? `${address}#year=${opened}` : address);
    await page.waitForFunction(() => document.body.dataset.ready);
    assert.equal(await page.evaluate(() => document.body.dataset.ready), '1', await page.textContent('#fault'));
    if (isAlone) {
      await oddNames(page);
    } else if (recorded.length > 0) {
      assert.equal(await page.evaluate(() => window.understory.year), opened);
      await years(page, folder, recorded, name);
      await slider(page, recorded);
      await clicked(page, folder, recorded);
      await chart(page, folder, recorded);
      // Without a graphics card a frame takes long: in 3D each is looked at on a desktop, the smallest in all ways.
      if (name === 'desktop' || basename(folder) === 'crowns') await stand(page, folder, recorded, name);
    }
    if (manifest.command === 'grow') await plant(page, folder, name);
    if (manifest.command === 'place') await world(page, folder, manifest);
    if (existsSync(join(folder, 'methods.csv'))) await methods(page, folder);
    await fits(page, options.viewport);
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, folder, name);
    if (recorded.length > 0) {
      await page.click('#as-map');
      await picture(page, folder, `map-${name}`);
    }
    await isAccessible(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

async function picture(page, folder, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${basename(folder)}-${name}.png`), fullPage: true });
}

// Every recorded year: the trees of its table, the census of all species.
async function years(page, folder, recorded, look) {
  const census = table(join(folder, 'census.csv'));
  const times = [];
  for (const year of recorded) {
    // What a step of the slider takes, with the map painted.
    times.push(await page.evaluate((year) => {
      const { view } = window.understory;
      const step = () => {
        const start = performance.now();
        view.show(year);
        view.map.paint();
        return performance.now() - start;
      };
      window.understory.year = year;
      // The least of some, as other programs are at work.
      return Math.min(step(), step(), step());
    }, year));
    const trees = table(treesOf(folder, year));
    assert.equal(await page.textContent('#trees'), `${trees.length}`);
    const shown = await page.$$eval('#census-table td[data-species]', (cells) => cells.map((cell) => ({ ...cell.dataset })));
    assert(shown.length > 0);
    for (const { species, column, value } of shown) {
      const row = census.find((row) => row.species === species && row.year === `${year}`);
      assert.equal(value === '' ? '' : `${Number(value)}`, row[column] === '' ? '' : `${Number(row[column])}`, `${column} of ${species} in ${year}`);
    }
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  console.log(`${basename(folder)} ${look}: a year takes ${median.toFixed(1)} ms, at most ${times.at(-1).toFixed(1)} ms`);
  assert(median <= STEP_MS, `a step of the slider takes ${median} ms`);
}

// The slider by keys, and play.
async function slider(page, recorded) {
  const first = recorded[0];
  const last = recorded.at(-1);
  if (first === last) {
    assert(await page.isDisabled('#year') && await page.isDisabled('#play'));
    return;
  }
  await page.focus('#year');
  await page.keyboard.press('Home');
  assert.equal(await page.evaluate(() => window.understory.year), first);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.textContent('#shown'), `${first + 1}`);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.waitForFunction((year) => window.understory.year > year, first);
  if (last > first + 1) await page.keyboard.press('Space');
  const paused = await page.evaluate(() => window.understory.year);
  await page.waitForTimeout(1200);
  assert.equal(await page.evaluate(() => window.understory.year), paused);
  assert.equal(await page.textContent('#play'), 'Play');
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => window.understory.year), last);
  await page.waitForFunction((year) => location.hash === `#year=${year}`, last);
}

// The tallest tree of the last recorded year, clicked at its place; and again by its number.
async function clicked(page, folder, recorded) {
  const trees = table(treesOf(folder, recorded.at(-1)));
  if (trees.length === 0) {
    assert.match(await page.textContent('#map-says'), /no tree stands/);
    return;
  }
  const tallest = trees.reduce((best, tree) => (Number(tree.height_m) > Number(best.height_m) ? tree : best));
  await page.locator('#map').scrollIntoViewIfNeeded();
  const [x, y] = await page.evaluate(([x, y]) => window.understory.view.map.toScreen(x, y), [Number(tallest.x_m), Number(tallest.y_m)]);
  await page.click('#map', { position: { x, y } });
  // Of a forest of which some trees are drawn the tallest may not be: then another is that stands there.
  const isThinned = await page.isVisible('#thinned');
  const number = await page.textContent('#tree td[data-column=tree]');
  const picked = isThinned ? trees.find((tree) => tree.tree === number) : tallest;
  assert(picked, `there is no tree ${number}`);
  await sameRow(page, picked);
  const births = await page.$$eval('#life circle', (marks) => marks.length);
  const lived = recorded.filter((year) => table(treesOf(folder, year)).some((tree) => tree.tree === picked.tree)).length;
  assert.equal(births, 2 * lived, 'the life has a mark for each recorded year and line');
  const thickest = trees.reduce((best, tree) => (Number(tree.dbh_cm) > Number(best.dbh_cm) ? tree : best));
  const other = isThinned ? picked : thickest;
  await page.fill('#number', other.tree);
  await page.press('#number', 'Enter');
  await sameRow(page, other);
}

async function sameRow(page, tree) {
  const shown = await page.$$eval('#tree td[data-column]', (cells) => Object.fromEntries(cells.map((cell) => [cell.dataset.column, cell.textContent])));
  assert.equal(shown.tree, tree.tree);
  assert.equal(shown.species, tree.species);
  for (const [column, step] of Object.entries({ x_m: 0.01, y_m: 0.01, age_yr: 0, dbh_cm: 0.1, height_m: 0.01, crown_radius_m: 0.01, vigour: 0.001 })) {
    const difference = Math.abs(parseFloat(shown[column]) - Number(tree[column]));
    assert(difference <= step / 2 + 1e-9, `${column} of ${tree.tree}: ${shown[column]} in place of ${tree[column]}`);
  }
}

// The last recorded year in 3D: what a frame draws, a tree that is clicked, the sun, and what the state of the year has.
async function stand(page, folder, recorded, look) {
  await page.click('#as-3d');
  assert(await page.isHidden('#map') && await page.isVisible('#stand'));
  await page.locator('#stand').scrollIntoViewIfNeeded();
  await frames(page, 'window.understory.view.stand.view', `${basename(folder)} ${look}`);
  const trees = table(treesOf(folder, recorded.at(-1)));
  // A tree that nothing hides where the middle of its crown is.
  const seen = await page.evaluate(() => {
    const { view } = window.understory;
    const space = view.stand.view;
    const { place, count } = view.layer(view.snapshot);
    const { trees, middle } = space;
    for (let i = count - 1; i >= 0; i--) {
      const at = [trees.x[i] - middle[0], trees.y[i] - middle[1], trees.z[i] - middle[2] + (trees.base[i] + trees.height[i]) / 2];
      const [x, y] = space.camera.toScreen(at);
      if (space.treeAt(x, y) === i) return { x, y, tree: `${view.about.snapshots.trees.tree[place[i]]}` };
    }
    return null;
  });
  assert.equal(seen === null, trees.length === 0, 'one tree is seen where there is any');
  if (seen) {
    await page.click('#stand', { position: { x: seen.x, y: seen.y } });
    await sameRow(page, trees.find(({ tree }) => tree === seen.tree));
  }
  const says = () => page.textContent('#stand-says');
  const before = await says();
  await page.focus('#day');
  await page.keyboard.press('Home');
  assert.match(await says(), /On 1 January/);
  await page.focus('#stand');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('+');
  assert.notEqual(await says(), before);
  await page.keyboard.press('0');
  const state = join(folder, 'state', `year-${`${recorded.at(-1)}`.padStart(4, '0')}`, 'wood.csv');
  if (existsSync(state)) {
    await page.check('#deadwood');
    const dead = table(state).length;
    assert.match(await page.textContent('#rest-says'), new RegExp(`wood of ${dead.toLocaleString('en-GB')} dead`));
  }
  if (await page.isVisible('#roots')) await page.check('#roots');
  await frames(page, 'window.understory.view.stand.view', `${basename(folder)} ${look}, with all that there is`);
}

// What a frame takes: counts are held to, times are told, as other programs are at work.
async function frames(page, view, name) {
  await page.waitForFunction(`${view}.counts.draws > 0`);
  const [first, next, script_ms] = await page.evaluate(`(() => {
    const view = ${view};
    view.isShadowOld = true;
    view.paint();
    const first = view.counts;
    const times = [];
    for (let i = 0; i < 5; i++) {
      view.camera.turnBy(0.02, 0);
      view.paint();
      times.push(view.counts.script_ms);
    }
    view.camera.goHome();
    return [first, view.counts, times.sort((a, b) => a - b)[2]];
  })()`);
  console.log(`${name}: in 3D ${next.draws} draw calls, ${next.triangles} triangles, ${script_ms.toFixed(2)} ms of script a frame; with shadows ${first.draws}, ${first.triangles}`);
  assert(first.draws <= DRAWS_AT_MOST && first.draws > 1, `${first.draws} draw calls`);
  assert(first.triangles <= TRIANGLES_AT_MOST, `${first.triangles} triangles`);
}

// A tree that grew alone: its metrics as the file has them, its wood in 3D, younger, without leaves, with roots.
async function plant(page, folder, look) {
  const metrics = JSON.parse(readFileSync(join(folder, 'metrics.json'), 'utf8'));
  const shown = await page.$$eval('#metrics td[data-metric]', (cells) => cells.map((cell) => ({ ...cell.dataset })));
  assert(shown.length > 8);
  for (const { metric, value } of shown) {
    const own = metric === 'strahler_order' ? metrics.strahler_counts.length : metrics[metric];
    const expected = own?.median ?? own ?? '';
    assert.equal(value, `${expected}`, metric);
  }
  const view = 'window.understory.view.view';
  if (look === 'desktop') await frames(page, view, `${basename(folder)} ${look}`);
  const pieces = () => page.evaluate(`${view}.woods.count`);
  const whole = await pieces();
  const isOf = (row) => row.parent !== '' && row.part === 'shoot';
  const shoots = table(join(folder, 'skeleton.csv')).filter(isOf).length;
  assert(whole > 0 && whole <= shoots, `${whole} of ${shoots}`);
  if (await page.isVisible('#roots')) {
    await page.check('#roots');
    assert(await pieces() > whole);
    await page.uncheck('#roots');
  }
  if (await page.isVisible('#leaves')) {
    const cards = await page.evaluate(`${view}.foliage.count`);
    assert.equal(cards, Math.min(table(join(folder, 'leaves.csv')).length, cards));
    await page.uncheck('#leaves');
    assert.equal(await page.evaluate(`${view}.foliage.count`), 0);
    await page.check('#leaves');
  }
  if (await page.isVisible('#age')) {
    await page.focus('#age');
    await page.keyboard.press('Home');
    assert.equal(await pieces(), 0);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    const young = await pieces();
    assert(young > 0 && young < whole, `${young} at five years`);
    await page.keyboard.press('End');
    assert.equal(await pieces(), whole);
  }
}

// A painted world: the counts of rules.csv, a thing that is clicked, layers, tiles and rings.
async function world(page, folder, manifest) {
  const rules = table(join(folder, 'rules.csv'));
  const shown = await page.$$eval('#counts td[data-layer]', (cells) => Object.fromEntries(cells.map(({ dataset }) => [dataset.layer, dataset.value])));
  for (const { rule, instances } of rules) assert.equal(shown[rule], instances, rule);
  assert.equal(shown.all, `${manifest.instances}`);
  const all = await page.textContent('#world-says');
  await page.uncheck('#layers input[data-layer="0"]');
  assert.notEqual(await page.textContent('#world-says'), all);
  await page.check('#layers input[data-layer="0"]');
  await page.check('#tiles');
  if (manifest.lod.length > 0) {
    await page.check('#rings');
    assert.equal(await page.locator('#ring-table thead th').count(), manifest.lod.length + 1);
  }
  await page.locator('#world').scrollIntoViewIfNeeded();
  const at = await page.evaluate(() => {
    const { map } = window.understory.view;
    return map.toScreen(map.trees.x[0], map.trees.y[0]);
  });
  await page.click('#world', { position: { x: at[0], y: at[1] } });
  const place = await page.$$eval('#thing tbody tr', (rows) => rows.map((row) => row.children[1].textContent));
  const near = (text, value) => Math.abs(parseFloat(text) - Number(value)) < 0.006;
  const found = table(join(folder, 'instances.csv')).find((row) => row.asset && near(place[1], row.x_m) && near(place[2], row.y_m));
  assert(found, `nothing stands at ${place[1]}, ${place[2]}`);
}

// A browser without WebGL says so and shows the map.
async function withoutWebgl(folders) {
  const runs = folders.filter((folder) => /<canvas id="map"/.test(readFileSync(join(folder, 'report.html'), 'utf8')));
  if (runs.length === 0) return;
  const plain = await launch('--disable-3d-apis');
  try {
    const page = await plain.newPage();
    await page.goto(pathToFileURL(join(runs[0], 'report.html')).href);
    await page.waitForFunction(() => document.body.dataset.ready);
    await page.click('#as-3d');
    assert(await page.isVisible('#no-3d') && await page.isVisible('#map') && await page.isHidden('#stand'));
    assert.match(await page.textContent('#no-3d'), /no WebGL 2/);
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`without WebGL: ${error.stack}`);
  } finally {
    await plain.close();
  }
}

// The numbers of a chart, as the table below it has them.
async function chart(page, folder, recorded) {
  const scope = await page.inputValue('#scope');
  const rows = table(join(folder, 'spacing.csv')).filter((row) => row.year === `${recorded.at(-1)}` && row.scope === scope && row.statistic === 'nnd_density');
  if (rows.length === 0) {
    assert.match(await page.textContent('#neighbours'), /too few trees|not in the tables/);
    return;
  }
  await page.click('#neighbours summary');
  await page.waitForSelector('#neighbours tbody tr');
  const shown = await page.$$eval('#neighbours tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const short = (text) => (text === '' ? '–' : `${Number(Number(Number(text).toPrecision(5)).toPrecision(3))}`);
  assert.deepEqual(shown, rows.map((row) => [short(row.r_m), short(row.observed), short(row.theoretical)]));
  await page.click('#neighbours summary');
}

// The methods: a map of each, the table as the file has it, sorted by a column, a curve more for a method that is picked.
async function methods(page, folder) {
  const rows = table(join(folder, 'methods.csv'));
  const first = rows.filter((row) => row.forest === rows[0].forest);
  assert.equal(await page.locator('#methods-maps canvas').count(), first.length);
  const shown = () => page.$$eval('#methods tbody tr', (rows) => rows.map((row) => [row.firstChild.textContent, row.querySelector('[data-column=g_ks]').textContent]));
  const expected = rows.map((row) => [row.method, row.g_ks === '' ? '–' : Number(row.g_ks).toFixed(3)]);
  assert.deepEqual(await shown(), expected);
  await page.click('#methods [data-column=g_ks] button');
  const sorted = (await shown()).map(([, value]) => value);
  assert.deepEqual(sorted, expected.map(([, value]) => value).sort((a, b) => (a === '–') - (b === '–') || Number(a) - Number(b)));
  const lines = () => page.locator('#compare-neighbours .legend li').count();
  const before = await lines();
  const button = page.locator('#methods-maps button[aria-pressed=false]').first();
  if (await button.count() > 0) {
    await button.click();
    assert.notEqual(await lines(), before);
  }
}

// Names that a careless page would run: they are shown, letter by letter, and nothing of them ran.
async function oddNames(page) {
  const title = await page.title();
  assert.match(title, /^<\/script><script>/);
  assert.equal(await page.textContent('h1'), title);
  assert.equal(await page.textContent('#species li'), title);
  await page.focus('#year');
  await page.keyboard.press('Home');
  await page.fill('#number', '1');
  await page.press('#number', 'Enter');
  assert.equal(await page.textContent('#tree [data-column=species]'), title);
  assert((await page.textContent('#chosen-title')).endsWith(`died in year 5 of ${title}`));
  await page.click('#as-3d');
  await page.focus('#year');
  await page.keyboard.press('End');
  await page.check('#deadwood');
  await page.check('#roots');
  await frames(page, 'window.understory.view.stand.view', 'odd names');
  assert.equal(await page.evaluate(() => window.understory.view.stand.view.woods.count), 3, 'a shoot, a root, a log');
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator('img').count(), 0);
}

function treesOf(folder, year) {
  return join(folder, 'trees', `year-${`${year}`.padStart(4, '0')}.csv`);
}

// The rows of a table as texts by column.
function table(file) {
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n').map(fields);
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [head[i], value])));
}

function fields(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}
