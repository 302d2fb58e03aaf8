import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isShell, makeRenderingBuild, stateOf } from '#gateway/testing/rendering-build';
import { buildScenarioIn, roles, type SocietyScenario } from '#gateway/testing/scenario';
import { planOf } from '#gateway/testing/society-surfaces';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { requestOf, validInput } from '#gateway/testing/valid-inputs';
import { createEvent, deleteEvent } from '#models/contract/event-changes';
import { calls } from '#models/contract/index';
import type { Visibility } from '#models/contract/societies';
import { localOf } from '#models/db/local-time';
import { buildSociety } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';

const build = makeRenderingBuild();
const { setPages } = build;
const scenarios = {} as Record<Visibility, SocietyScenario>;
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({
    webDir: build.webDir,
    publicUrl: 'https://nadi.example',
    rendering: { waiting: 2, renderMs: 60_000, prerendering: false },
  });
  for (const visibility of ['public', 'private', 'invite-only'] as const)
    scenarios[visibility] = await buildScenarioIn(test, await buildSociety({ privacy: { visibility } }));
  // The worker loads its code.
  await renderedPage('/login');
});
afterAll(async () => {
  await test.close();
  build.remove();
});

const open = (url: string, headers: Record<string, string> = {}) => fetch(test.url + url, { headers });
const pageOf = async (url: string, headers?: Record<string, string>): Promise<string> => (await open(url, headers)).text();
/** The page once it is rendered: on a busy machine, the first one who asks may get the shell. */
async function renderedPage(url: string, headers?: Record<string, string>): Promise<string> {
  let page = await pageOf(url, headers);
  for (let tries = 0; tries < 50 && isShell(page); tries++) page = await pageOf(url, headers);
  return page;
}
const asksAgain = (page: string): boolean => page.includes('http-equiv="refresh"');

describe('a rendered page', () => {
  it('has the language, the direction and the scheme of the view, the title, the card, and the styles and scripts it needs', async () => {
    const page = await pageOf('/events', { cookie: 'nadi-view=ar..dark.' });
    expect(page).toContain('<html lang="ar" dir="rtl" data-mantine-color-scheme="dark" data-rendered>');
    expect(page).toContain('<h1>/events ar latn true dark</h1>');
    expect(page).toContain('<title>A &lt;b&gt; &amp; c · Nadi</title>');
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page).toContain('<meta name="description" content="All of &quot;it&quot;." />');
    expect(page).toContain('<meta property="og:url" content="https://nadi.example/events" />');
    expect(page).toContain('<style>h1{color:red}</style><link rel="stylesheet" disabled href="/assets/events.css" />');
    const preloads = [...page.matchAll(/modulepreload" fetchpriority="low" crossorigin href="([^"]+)"/g)].map(([, file]) => file);
    expect(page).toContain('<script fetchpriority="low" type="module" src="/assets/index.js">');
    expect(preloads.sort()).toEqual(['/assets/events.js', '/assets/shared.js', '/assets/texts-ar.js']);
  });

  it('is rendered for the day of the university, whatever the time zone of the process', async () => {
    expect(await renderedPage('/privacy')).toContain(`<time>${localOf(new Date(), testSettings.timeZone).date}</time>`);
  });

  it('is not stored by shared caches, and says what it depends on', async () => {
    const { headers } = await open('/events');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    for (const name of ['cookie', 'accept-language', 'user-agent', 'accept-encoding']) expect(headers.get('vary')).toContain(name);
  });

  it('may run the script inside it, by its hash, and no other', async () => {
    const policy = (await open('/about')).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update('boot()').digest('base64');
    expect(policy.split(';').find((part) => part.startsWith('script-src '))).toBe(`script-src 'self' 'sha256-${hash}'`);
  });

  it.each(['br', 'gzip', 'identity'])('is sent as %s', async (encoding) => {
    const answer = await open('/about', { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(await answer.text()).toContain('<h1>/about en latn true auto</h1>');
  });

  it('cannot be left by its data', async () => {
    const { society } = scenarios.public;
    const { data } = await test.call(createEvent, planOf(society, '</script><script>alert(1)'), scenarios.public.tokens.admin);
    setPages({ [`/events/${data}`]: { urls: [`/events/get_event_info?event_id=${data}`], needed: true } });
    const page = await renderedPage(`/events/${data}`);
    expect(stateOf(page)[0]?.status).toBe(200);
    expect(page).not.toContain('<script>alert');
  });

  describe('of a society with events', () => {
    const titled = async (title: string): Promise<string> => {
      const { society, tokens } = scenarios.public;
      return (await test.call(createEvent, planOf(society, title), tokens.admin)).data as string;
    };
    /** Makes the society's page list its events, and take this long. */
    const listEvents = (waitMs = 0): string => {
      const { society } = scenarios.public;
      const url = `/societies/${society._id}`;
      setPages({ [url]: { urls: [`/events/get_events_by_society?society_id=${society._id}&limit=20`], needed: true, waitMs } });
      return url;
    };

    it('is rendered again after a message about what it shows', async () => {
      const url = listEvents();
      const before = await renderedPage(url);
      expect(await pageOf(url)).toBe(before);
      await titled('A night of stars');
      await expect.poll(() => pageOf(url)).toContain('A night of stars');
    });

    it('is sent as it is while it is rendered with what was added', async () => {
      const url = listEvents();
      const before = await renderedPage(url);
      listEvents(1500);
      await titled('A late guest');
      for (const until = Date.now() + 1000; Date.now() < until; ) expect(await pageOf(url)).toBe(before);
      await expect.poll(() => pageOf(url), { timeout: 20_000 }).toContain('A late guest');
    });

    it('is not sent again once something on it was removed, and the shell asks again', async () => {
      const event = await titled('Not for long');
      const url = listEvents();
      await expect.poll(() => renderedPage(url)).toContain('Not for long');
      listEvents(1500);
      const { tokens } = scenarios.public;
      expect((await test.call(deleteEvent, { event_id: event }, tokens.admin)).status).toBe(200);
      let page = '';
      await expect
        .poll(async () => {
          page = await pageOf(url);
          return isShell(page);
        })
        .toBe(true);
      expect(asksAgain(page)).toBe(true);
      const after = await renderedPage(url);
      expect(isShell(after)).toBe(false);
      expect(after).not.toContain('Not for long');
    });
  });
});

describe('the app’s shell is sent', () => {
  it.each(roles.filter((role) => role !== 'visitor'))('to a browser of the role %s', async (role) => {
    expect(isShell(await pageOf('/about', { authorization: `Bearer ${scenarios.public.tokens[role]}` }))).toBe(true);
    expect(isShell(await pageOf('/about', { cookie: 'nadi-view=en...in' }))).toBe(true);
  });

  it('where a visitor may not see the thing of the page', async () => {
    const { society } = scenarios['invite-only'];
    const url = `/societies/${society._id}`;
    setPages({ [url]: { urls: [`/societies/get_society_info?society_id=${society._id}`], needed: true } });
    const page = await pageOf(url);
    expect(isShell(page)).toBe(true);
    expect(asksAgain(page)).toBe(false);
    expect(page).not.toContain(society.name);
  });

  it('while too many pages wait to be rendered, and the pages that waited follow', async () => {
    const urls = ['/terms', '/privacy', '/signup', '/societies', '/events', '/'];
    setPages(Object.fromEntries(urls.map((url) => [url, { waitMs: 400 }])));
    const view = { cookie: 'nadi-view=ar.arab.light.' };
    const pages = await Promise.all(urls.map((url) => pageOf(url, view)));
    expect(pages.filter(isShell).length).toBeGreaterThanOrEqual(3);
    for (const url of urls) expect(isShell(await renderedPage(url, view))).toBe(false);
  });

  it('where a page takes too long, and a browser without JavaScript asks again until it comes', async () => {
    setPages({ '/terms': { waitMs: 3000 } });
    const view = { cookie: 'nadi-view=en..dark.' };
    const page = await pageOf('/terms', view);
    expect(isShell(page)).toBe(true);
    expect(asksAgain(page)).toBe(true);
    expect(page).toContain('<title>Nadi</title>');
    const after = await renderedPage('/terms', view);
    expect(asksAgain(after)).toBe(false);
    expect(after).not.toContain('<noscript>');
  });
});

describe.each(['public', 'private', 'invite-only'] as const)('the calls of a page about a %s society', (visibility) => {
  it('are answered as a visitor’s, whoever asks for the page', async () => {
    const scenario = scenarios[visibility];
    const asked = calls.filter(({ method, rate }) => method === 'GET' && rate !== 'signIn');
    const requests = await Promise.all(asked.map((call) => requestOf(call, validInput(call.name, scenario, 'member'), undefined)));
    const key = { public: '/about', private: '/privacy', 'invite-only': '/login' }[visibility];
    setPages({ [key]: { urls: requests.map(({ url }) => String(url)) } });
    const answers = stateOf(await renderedPage(key, { cookie: `nadi-view=en.arab.${visibility === 'public' ? 'dark' : 'light'}.` }));
    const direct = await Promise.all(requests.map(({ url }) => open(String(url))));
    expect(answers.map(({ status }) => status)).toEqual(direct.map(({ status }) => status));
    const { society, post, comment, event, request } = scenario;
    const inside = visibility === 'public' ? [request] : [post, comment, event, request];
    const text = answers.map(({ body }) => body).join('\n');
    for (const { _id } of [...inside, ...(visibility === 'invite-only' ? [society] : [])]) expect(text).not.toContain(String(_id));
  });
});
