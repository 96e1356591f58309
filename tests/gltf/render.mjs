// Looks at trees in a browser: `npm ci`, then `node render.mjs [--pictures FOLDER] FILE.glb...`.
//
// three.js in headless Chromium draws every level of detail of each tree. Leaves are counted as a reader shows them,
// cut out by their picture and its mipmaps: in one flat colour, with the wood that hides them in black. From 1000 to
// 125 pixels the nearest level may lose no more than 15 % of its leaves; where one level gives way to the next (at 500,
// 250 and 125 pixels) they may differ by no more than 10 %. With --pictures each tree is also left as a picture, in the
// sun and from below.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const LOSS = 0.15;
const POP = 0.1;
// The pixels at which level 1, 2 and 3 take over.
const SWITCHES = [500, 250, 125];
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const here = dirname(fileURLToPath(import.meta.url));
const files = process.argv.slice(2);
let pictures = null;
if (files[0] === '--pictures') {
  pictures = files[1];
  files.splice(0, 2);
  mkdirSync(pictures, { recursive: true });
}
assert(files.length > 0, 'name one or more .glb files');

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://127.0.0.1');
  const file = pathname.startsWith('/file/') ? files[Number(pathname.slice(6))] : join(here, pathname);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const type = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' }[extname(file)];
  response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(readFileSync(file));
});
await new Promise((listens) => server.listen(0, '127.0.0.1', listens));

const executablePath = BROWSERS.find(existsSync);
assert(executablePath, `none of ${BROWSERS.join(', ')} is there: apt-get install chromium-headless-shell`);
const args = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox'];
const browser = await chromium.launch({ executablePath, args });
const faults = [];
try {
  const page = await browser.newPage();
  page.on('console', (message) => message.type() === 'error' && console.log(message.text()));
  page.on('pageerror', (error) => console.log(error.stack));
  await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
  await page.waitForFunction(() => window.ready);
  const keep = async (name, ...view) => {
    const png = await page.evaluate((view) => window.picture(...view), view);
    writeFileSync(join(pictures, `${name}-lod${view[0]}-${view[2]}.png`), Buffer.from(png.split(',')[1], 'base64'));
  };
  for (const [number, file] of files.entries()) {
    const name = basename(file) === 'tree.glb' ? basename(dirname(file)) : basename(file, '.glb');
    const { levels, leafy } = await page.evaluate((url) => window.open_tree(url), `/file/${number}`);
    const leaves = (level, pixels) => page.evaluate(([level, pixels]) => window.leaves(level, pixels), [level, pixels]);
    if (!leafy) {
      console.log(`${name}: no leaves`);
      if (pictures) await keep(name, 0, 250, 'front');
      continue;
    }
    const near = [];
    for (const pixels of [1000, ...SWITCHES]) near.push(await leaves(0, pixels));
    const kept = near.at(-1) / near[0];
    const percent = (share) => `${(100 * share).toFixed(1)} %`;
    console.log(`${name}: leaves cover ${near.map(percent).join(', ')} at 1000, ${SWITCHES.join(', ')} px: ${kept.toFixed(3)} are kept`);
    if (!(kept >= 1 - LOSS)) faults.push(`${name} keeps ${kept.toFixed(3)} of its leaves at 125 px, not ${1 - LOSS}`);
    for (let level = 1; level < levels; level++) {
      const pixels = SWITCHES[level - 1];
      const [before, after] = [await leaves(level - 1, pixels), await leaves(level, pixels)];
      const change = after / before - 1;
      console.log(`${name}: level ${level} instead of ${level - 1} at ${pixels} px: ${percent(before)} to ${percent(after)}, ${(100 * change).toFixed(1)} %`);
      if (!(Math.abs(change) <= POP)) faults.push(`${name}: level ${level} changes the leaves by ${(100 * change).toFixed(1)} % at ${pixels} px`);
    }
    if (pictures === null) continue;
    for (const [level, pixels, view] of [[0, 1000, 'front'], [0, 900, 'below'], [0, 900, 'base'], ...SWITCHES.map((pixels, at) => [at + 1, pixels, 'front'])]) {
      if (level >= levels) continue;
      await keep(name, level, pixels, view);
    }
  }
} finally {
  await browser.close();
  server.close();
}
faults.forEach((fault) => console.log(fault));
assert(faults.length === 0, `${faults.length} trees or levels lose their leaves`);
