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

/** A page that led elsewhere is a fault: what was judged is not what was asked for. */
async function judge(page, path, form, who) {
  const flags = { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' };
  const { lhr } = await lighthouse(address + path, flags, form === 'desktop' ? desktopConfig : undefined, page);
  const ended = new URL(lhr.finalDisplayedUrl).pathname;
  const [accessibility, bestPractices, performance] = categories.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100));
  const faults = perfect.flatMap((name) =>
    lhr.categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
      .map(({ id }) => `${id}: ${lhr.audits[id].title}`),
  );
  if (ended !== path) faults.unshift(`led to ${ended}`);
  return { page: `${path.replace(/[0-9a-f]{24}/g, '{id}')} ${who}`, form, accessibility, bestPractices, performance, faults };
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
