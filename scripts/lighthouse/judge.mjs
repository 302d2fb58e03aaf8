import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

/**
 * Judges pages of a running Nadi: `judge ADDRESS CHROMIUM EMAIL PASSWORD SIGNED-OUT SIGNED-IN`, the last two a list of paths
 * with commas between. Prints one line of JSON a page and form: { page, form, accessibility, bestPractices, performance, faults }.
 */
const [, , address = '', chromium = '', email = '', password = '', signedOut = '', signedIn = ''] = process.argv;
const categories = ['accessibility', 'best-practices', 'performance'];
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

/** Signs in as the page's browser, and makes sure that its home page is a member's. */
async function signIn(page) {
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${address}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { data: token } = await answer.json();
  await page.goto(`${address}/login`);
  await page.evaluate((kept) => localStorage.setItem('token', kept), token);
  await page.goto(`${address}/`);
  await page.waitForSelector('article');
}

/** The report on a page; once more where Lighthouse itself failed, which leaves a category without a score. */
async function reportOn(page, path, form, again = true) {
  const flags = { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' };
  const { lhr } = await lighthouse(address + path, flags, form === 'desktop' ? desktopConfig : undefined, page);
  const isWhole = categories.every((name) => lhr.categories[name].score !== null);
  return isWhole || !again ? lhr : reportOn(page, path, form, false);
}

/** What is wrong by name: where the page led elsewhere, what was judged is not what was asked for. */
function faultsOf(lhr, path) {
  const ended = new URL(lhr.finalDisplayedUrl).pathname;
  const failed = perfect
    .flatMap((name) => lhr.categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && ((lhr.audits[id].score ?? 1) < 1 || lhr.audits[id].scoreDisplayMode === 'error'))
    .map(({ id }) => `${id}: ${lhr.audits[id].errorMessage ?? lhr.audits[id].title}`);
  return ended === path ? failed : [`led to ${ended}`, ...failed];
}

async function judge(page, path, form, who) {
  const lhr = await reportOn(page, path, form);
  const [accessibility, bestPractices, performance] = categories.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100));
  const where = `${path.replace(/[0-9a-f]{24}/g, '{id}')} ${who}`;
  return { page: where, form, accessibility, bestPractices, performance, faults: faultsOf(lhr, path) };
}

async function judgeAll(browser, paths, who) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  if (who === 'signed in') await signIn(page);
  for (const path of paths) {
    for (const form of ['desktop', 'mobile']) process.stdout.write(`${JSON.stringify(await judge(page, path, form, who))}\n`);
  }
  await context.close();
}

async function main() {
  const browser = await puppeteer.launch({ executablePath: chromium, args });
  try {
    await judgeAll(browser, signedOut.split(','), 'signed out');
    await judgeAll(browser, signedIn.split(','), 'signed in');
  } finally {
    await browser.close();
  }
}

await main();
