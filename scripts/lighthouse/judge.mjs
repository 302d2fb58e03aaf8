import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

/**
 * Judges the pages of a running Nadi: `judge ADDRESS CHROMIUM EMAIL PASSWORD`. Prints one line of JSON a page and form:
 * { page, form, accessibility, bestPractices, performance, faults }.
 */
const [, , address = '', chromium = '', email = '', password = ''] = process.argv;
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

/** @returns {Promise<{ signedOut: string[], signedIn: string[] }>} */
async function pages() {
  const societies = await call('/societies/get_all_societies?limit=1');
  const own = await call('/societies/get_societies_by_user', await signIn());
  const managed = own.find((society) => society.Role === 'admin') ?? own[0];
  return {
    signedOut: ['/login', '/signup', '/societies'],
    signedIn: ['/', '/societies', `/societies/${societies[0].ID}`, `/societies/${managed.ID}/join-requests`],
  };
}

async function signIn() {
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${address}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()).data;
}

async function call(path, token) {
  const answer = await fetch(address + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).data;
}

async function openSignedIn(page) {
  await page.goto(`${address}/login`);
  await page.waitForSelector('input[type="email"]');
  await page.type('input[type="email"]', email);
  await page.type('input[type="password"]', password);
  await Promise.all([page.waitForFunction(() => location.pathname !== '/login'), page.click('form button[type="submit"]')]);
}

async function judge(page, path, form) {
  const flags = { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' };
  const result = await lighthouse(address + path, flags, form === 'desktop' ? desktopConfig : undefined, page);
  const { lhr } = result;
  const score = (name) => Math.round((lhr.categories[name].score ?? 0) * 100);
  const faults = perfect.flatMap((name) =>
    lhr.categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
      .map(({ id }) => `${id}: ${lhr.audits[id].title}`),
  );
  const [accessibility, bestPractices, performance] = categories.map(score);
  return { page: path.replace(/[0-9a-f]{24}/g, '{id}'), form, accessibility, bestPractices, performance, faults };
}

async function main() {
  const browser = await puppeteer.launch({ executablePath: chromium, args });
  const { signedOut, signedIn } = await pages();
  for (const [group, isSignedIn] of [
    [signedOut, false],
    [signedIn, true],
  ]) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    if (isSignedIn) await openSignedIn(page);
    for (const path of group) {
      for (const form of ['desktop', 'mobile']) process.stdout.write(`${JSON.stringify(await judge(page, path, form))}\n`);
    }
    await context.close();
  }
  await browser.close();
}

await main();
