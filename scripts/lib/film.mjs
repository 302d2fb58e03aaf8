import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium, devices } from 'playwright';
import sharp from 'sharp';
import { ensureChromium } from './apt.mjs';
import { root } from './commands.mjs';
import { visitsOf, withApp } from './lighthouse-step.mjs';
import { say } from './say.mjs';

/**
 * Films what a phone shows of a page that is opened on a slow line.
 * @typedef {'light' | 'dark'} Scheme
 * @typedef {{ page: string, path: string, who: string, token?: string }} Visit
 * @typedef {{ at: number, picture: Buffer }} Frame `at`: milliseconds after the navigation began
 * @typedef {{ visit: Visit, scheme: Scheme, frames: Frame[], textAt: number | null }} Film
 */

const folder = path.join(root, 'docs/screens/first-sight');
const pages = ['/', '/events', '/societies/:id'];
/** Times of the pictures (milliseconds). */
const times = [300, 600, 1000, 1500, 2000, 3000];
/** Latest time of text to read (milliseconds): on a visitor's first visit, on a member's second. */
const latest = { visitor: 1500, member: 2000 };
/** With the name of a phone's browser, by which the gateway chooses the page. */
const phone = { ...devices['Pixel 5'], viewport: { width: 412, height: 823 }, deviceScaleFactor: 1 };
/** Chrome's 'Slow 4G', and a processor four times slower. */
const slowLine = { offline: false, latency: 562.5, downloadThroughput: (1_474_560 / 8) | 0, uploadThroughput: (691_200 / 8) | 0 };
const slowdown = 4;
const frameWidth = 206;
/** Letters in the main part that are something to read. */
const fewest = 40;
/** Brightness from which a picture counts as white, of 255. */
const white = 140;

/** Runs in the page: notes when there is text to read, also in the page of the last visit that boot.js shows. */
const watchText = `{
  let last;
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const shadow = attachShadow.call(this, options);
    if (this.id === 'last-page') last = shadow;
    return shadow;
  };
  const textIn = (page) => (page?.querySelector('main')?.innerText ?? '').trim();
  const look = () => {
    if (Math.max(textIn(document).length, textIn(last).length) >= ${fewest}) window.textAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/**
 * Opens the page once at full speed, as on an earlier day, until the browser has stored what it shows.
 * @param {import('playwright').BrowserContext} context
 * @param {string} address
 * @param {Visit} visit
 */
async function visitBefore(context, address, { path: at, token = '' }) {
  const page = await context.newPage();
  await page.goto(`${address}/login`);
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  await page.goto(address + at, { waitUntil: 'networkidle' });
  await page.evaluate('navigator.serviceWorker?.ready.then(() => {})');
  // The build is cached in the background, data two seconds after they changed, and the page ten seconds after it was opened.
  await page.waitForTimeout(12_000);
  await page.close();
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} address
 * @param {Visit} visit
 * @param {Scheme} scheme
 * @returns {Promise<Film>}
 */
async function film(browser, address, visit, scheme) {
  const context = await browser.newContext({ ...phone, colorScheme: scheme, locale: 'en-GB' });
  if (visit.token) await visitBefore(context, address, visit);
  const page = await context.newPage();
  // A white page before would look like a flash.
  await page.goto(`data:text/html,<meta name="color-scheme" content="${scheme}">`);
  await page.addInitScript(watchText);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slowLine);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  /** @type {Frame[]} */
  const frames = [];
  const begun = Date.now();
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000 - begun, picture: Buffer.from(data, 'base64') });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(address + visit.path, { waitUntil: 'commit' });
  await page.waitForTimeout(Math.max(0, begun + (times.at(-1) ?? 0) + 1500 - Date.now()));
  const textAt = /** @type {number | null} */ (await page.evaluate('window.textAt ?? null'));
  await context.close();
  return { visit, scheme, frames: frames.toSorted((a, b) => a.at - b.at), textAt };
}

/**
 * Text and background that were on the screen at each of the times.
 * @param {Film} made
 * @returns {Buffer[]}
 */
const picturesOf = ({ frames }) => times.flatMap((time) => frames.findLast(({ at }) => at <= time)?.picture ?? frames[0]?.picture ?? []);

/** @param {Buffer} picture */
async function brightnessOf(picture) {
  const { channels } = await sharp(picture).greyscale().stats();
  return channels[0]?.mean ?? 0;
}

/** @param {Visit} visit */
const roleOf = ({ token }) => (token ? 'member' : 'visitor');
/** @param {Film} made */
const nameOf = ({ visit, scheme }) =>
  `${visit.page === '/' ? 'home' : visit.page.replace(/^\/|\/:id$/g, '').replace('societies', 'society')}-${roleOf(visit)}-${scheme}`;

/**
 * Writes the pictures of a film side by side.
 * @param {Film} made
 */
async function write(made) {
  const parts = await Promise.all(picturesOf(made).map((picture) => sharp(picture).resize({ width: frameWidth }).png().toBuffer()));
  const { height = 0 } = await sharp(parts[0]).metadata();
  const canvas = { create: { width: parts.length * (frameWidth + 4), height, channels: /** @type {const} */ (3), background: '#808080' } };
  const strip = sharp(canvas).composite(parts.map((input, nth) => ({ input, left: nth * (frameWidth + 4), top: 0 })));
  await strip.webp({ quality: 72, effort: 6 }).toFile(path.join(folder, `${nameOf(made)}.webp`));
}

/**
 * Faults of a first sight: text that comes too late, or white in the dark.
 * @param {Film} made
 * @returns {Promise<string[]>}
 */
async function faultsOf(made) {
  const name = nameOf(made);
  const limit = latest[roleOf(made.visit)];
  const brightest = Math.max(0, ...(await Promise.all(made.frames.map(({ picture }) => brightnessOf(picture)))));
  const isLate = made.textAt === null || made.textAt > limit;
  const isWhite = made.scheme === 'dark' && brightest > white;
  const text = made.textAt === null ? 'never' : `${Math.round(made.textAt)} ms`;
  say(`${name.padEnd(28)} text at ${text.padStart(8)} of ${limit} ms, brightest ${Math.round(brightest)}, ${made.frames.length} frames`);
  return [
    ...(isLate ? [`${name}: text to read at ${text}, wanted by ${limit} ms`] : []),
    ...(isWhite ? [`${name}: white in the dark`] : []),
  ];
}

/**
 * Films three pages on a slow line, as visitor and member, in both schemes; resolves to what is wrong with them.
 * @returns {Promise<string[]>}
 */
export async function filmFirstSights() {
  const executablePath = await ensureChromium();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return withApp(process.env, async (banner) => {
    const address = /Nadi runs at (\S+)/.exec(banner)?.[1] ?? '';
    const visits = (await visitsOf(address, process.env)).filter(({ page }) => pages.includes(page));
    const members = visits.find(({ who }) => who === 'member')?.token;
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
    /** @type {string[]} */
    const faults = [];
    try {
      for (const page of pages) {
        const found = visits.find((visit) => visit.page === page);
        if (!found || members === undefined) throw new Error(`No visit of ${page}`);
        for (const token of [undefined, members])
          for (const scheme of /** @type {const} */ (['light', 'dark'])) {
            const visit = { page, path: found.path, who: found.who, ...(token === undefined ? {} : { token }) };
            const made = await film(browser, address, visit, scheme);
            await write(made);
            faults.push(...(await faultsOf(made)));
          }
      }
    } finally {
      await browser.close();
    }
    return faults;
  });
}
