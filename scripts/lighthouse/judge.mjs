import { readFileSync } from 'node:fs';
import lighthouse, { desktopConfig } from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';
import puppeteer from 'puppeteer-core';

/**
 * Judges pages of a running Nadi: `judge PLAN`, a file of JSON:
 * { address, chromium, times, visits: [{ page, path, who, token, isHeld, sight, slowdown }] }.
 * A held page is judged in both forms, `times` times each, its performance too, and every other one once, on a phone; of a first
 * sight ('first' or 'second'), the second finds what the first left in the browser. Without `slowdown`, that of a phone is worked out. Prints one line of JSON a
 * page and form: { page, form, sight, accessibility, bestPractices, performance, paints, faults }; the first two are the worst of all
 * times, performance and paints their medians.
 */
const { address, chromium, times, visits } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
/** Milliseconds in which a page has stored its data, two seconds after they changed, and itself, ten after it was opened. */
const storedWithin = 12_000;
const perfect = ['accessibility', 'best-practices'];
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * How much slower than this machine Lighthouse's phone is, by the machine's benchmarkIndex: the curve of Lighthouse's CPU
 * throttling calculator, up to the 10 where its documentation ends.
 */
function slowdownOf(index) {
  if (index >= 1300) return Math.min(3 + (index - 1300) / 233, 10);
  if (index >= 800) return 2 + (index - 800) / 500;
  return Math.max(1 + (index - 150) / 650, 1);
}

/** A first visit: whatever an earlier one left in the browser is gone, but for who is signed in. */
async function forget(page) {
  const session = await page.createCDPSession();
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'service_workers,cache_storage' });
  await session.detach();
}

/** Opens a page until the browser has stored the build in the background, and what it shows. */
async function visitBefore(page, path) {
  await page.goto(address + path, { waitUntil: 'networkidle0' });
  await new Promise((resolve) => setTimeout(resolve, storedWithin));
}

/** The report on a page; once more where Lighthouse itself failed, which leaves a category without a score. */
async function reportOn(page, { path, sight }, form, categories, slowdown, again = true) {
  if (sight !== 'second') await forget(page);
  const slowed = { throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown } };
  const flags = { onlyCategories: categories, disableStorageReset: true, logLevel: 'error', ...(form === 'mobile' ? slowed : {}) };
  const { lhr } = await lighthouse(address + path, flags, form === 'desktop' ? desktopConfig : undefined, page);
  const isWhole = categories.every((name) => lhr.categories[name].score !== null);
  return isWhole || !again ? lhr : reportOn(page, { path, sight }, form, categories, slowdown, false);
}

/** The first elements of a finding, as selectors. */
const placesOf = ({ details }) =>
  (details?.items ?? [])
    .slice(0, 3)
    .map(({ node }) => (node === undefined ? '' : ` [${node.selector}]`))
    .join('');

/** What is wrong by name: where the page led elsewhere, what was judged is not what was asked for. */
function faultsOf(lhr, path) {
  const ended = new URL(lhr.finalDisplayedUrl).pathname;
  const failed = perfect
    .flatMap((name) => lhr.categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && ((lhr.audits[id].score ?? 1) < 1 || lhr.audits[id].scoreDisplayMode === 'error'))
    .map(({ id }) => `${id}: ${lhr.audits[id].errorMessage ?? lhr.audits[id].title}${placesOf(lhr.audits[id])}`);
  return ended === path.split('?')[0] ? failed : [`led to ${ended}`, ...failed];
}

const scoreOf = (lhr, name) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Milliseconds of Lighthouse's audits, but layout shift. */
const paints = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  blocking: 'total-blocking-time',
  speedIndex: 'speed-index',
  layoutShift: 'cumulative-layout-shift',
};
const paintsOf = (reports) =>
  Object.fromEntries(
    Object.entries(paints).map(([name, audit]) => [name, median(reports.map((lhr) => lhr.audits[audit]?.numericValue ?? null))]),
  );

async function judge(page, visit, form, measuredSlowdown) {
  const { page: name, path, who, isHeld, sight = null, slowdown = measuredSlowdown } = visit;
  if (sight === 'second') await visitBefore(page, path);
  const categories = isHeld ? [...perfect, 'performance'] : perfect;
  const reports = [];
  for (let i = 0; i < (isHeld ? times : 1); i++) reports.push(await reportOn(page, visit, form, categories, slowdown));
  const worst = (category) => Math.min(...reports.map((lhr) => scoreOf(lhr, category)));
  const performances = isHeld ? reports.map((lhr) => scoreOf(lhr, 'performance')) : [];
  const faults = [...new Set(reports.flatMap((lhr) => faultsOf(lhr, path)))];
  return {
    page: `${name}, ${who}`,
    form,
    sight,
    accessibility: worst('accessibility'),
    bestPractices: worst('best-practices'),
    performance: isHeld ? median(performances) : null,
    performances,
    paints: isHeld ? paintsOf(reports) : null,
    faults,
  };
}

/** A browser of its own for whoever opens pages, signed in before the first. */
async function pageOf(browser, token) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${address}/login`);
  if (token !== undefined) await page.evaluate((kept) => localStorage.setItem('token', kept), token);
  return page;
}

async function main() {
  const browser = await puppeteer.launch({ executablePath: chromium, args });
  try {
    const first = await reportOn(await pageOf(browser), { path: '/login' }, 'mobile', ['best-practices'], 1);
    const slowdown = slowdownOf(first.environment.benchmarkIndex);
    process.stdout.write(`${JSON.stringify({ slowdown, benchmarkIndex: first.environment.benchmarkIndex })}\n`);
    const opened = new Map();
    for (const visit of visits) {
      const page = opened.get(visit.who) ?? (await pageOf(browser, visit.token));
      opened.set(visit.who, page);
      for (const form of visit.isHeld ? ['desktop', 'mobile'] : ['mobile']) {
        process.stdout.write(`${JSON.stringify(await judge(page, visit, form, slowdown))}\n`);
      }
    }
  } finally {
    await browser.close();
  }
}

await main();
