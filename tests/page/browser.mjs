// What both tests of pages need: how they are looked at, the browser, where pictures go, and what holds for every page.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const LOOKS = [
  { name: 'desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 2, hasTouch: true, isMobile: true },
];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// The arguments of the command, without `--pictures FOLDER`, and that folder or null.
export function given() {
  const rest = process.argv.slice(2);
  if (rest[0] !== '--pictures') return { pictures: null, rest };
  const [, pictures] = rest.splice(0, 2);
  mkdirSync(pictures, { recursive: true });
  return { pictures, rest };
}

// Headless Chromium with these switches beside the usual one.
export function launch(...switches) {
  const executablePath = BROWSERS.find(existsSync);
  assert(executablePath, `none of ${BROWSERS.join(', ')} is there: apt-get install chromium-headless-shell`);
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...switches] });
}

// No page is wider than its window.
export async function fits(page, { width }) {
  const [whole, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  // A phone makes its window as wide as what does not fit, so that the two are alike.
  assert(window <= width, `the page is ${window} wide`);
  assert(whole <= window, `the page is ${whole} px wide in a window of ${window}`);
}

// axe-core finds no violation.
export async function isAccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`), []);
}
