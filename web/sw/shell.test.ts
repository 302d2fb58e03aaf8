import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrecacheManifest } from './precache-manifest';

/** The browser's caches by name, in order of creation. */
let stores: Map<string, Map<string, string>>;
/** Files on the network; undefined while offline. */
let network: Map<string, string> | undefined;
let asked: string[];
const origin = 'https://nadi.example';
const pathOf = (what: string | { url: string }): string => (typeof what === 'string' ? what : new URL(what.url).pathname);

class AskedFor {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
  constructor(path: string, { method = 'GET', mode = 'cors' }: { method?: string; mode?: string } = {}) {
    this.url = new URL(path, origin).href;
    this.method = method;
    this.mode = mode;
  }
}

async function fetchIt(what: AskedFor): Promise<Response> {
  asked.push(pathOf(what));
  const found = network?.get(pathOf(what));
  if (!network) throw new TypeError('Failed to fetch');
  return new Response(found ?? 'Not found', { status: found === undefined ? 404 : found.startsWith('5') ? Number(found) : 200 });
}

const cacheOf = (name: string) => {
  const store = stores.get(name) ?? new Map<string, string>();
  stores.set(name, store);
  return {
    addAll: async (requests: AskedFor[]) => {
      const answers = await Promise.all(requests.map(fetchIt));
      if (answers.some(({ ok }) => !ok)) throw new TypeError('A part is missing');
      for (const [i, request] of requests.entries()) store.set(pathOf(request), await (answers[i] as Response).text());
    },
    put: async (what: string | AskedFor, response: Response) => void store.set(pathOf(what), await response.text()),
  };
};
const worker: { PRECACHE?: PrecacheManifest; location: { origin: string } } = { location: { origin } };
vi.stubGlobal('self', worker);
vi.stubGlobal('Request', AskedFor);
vi.stubGlobal('caches', {
  open: async (name: string) => cacheOf(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (what: string | AskedFor, { cacheName }: { cacheName?: string } = {}) => {
    for (const [name, store] of stores) {
      const found = cacheName === undefined || name === cacheName ? store.get(pathOf(what)) : undefined;
      if (found !== undefined) return new Response(found);
    }
    return undefined;
  },
});
const { answerOf, deleteOldShells: forgetOldShells, precacheParts: keepParts, precacheShell: keepShell } = await import('./shell');

const manifestOf = (version: string): PrecacheManifest => ({
  version,
  files: [`/assets/index-${version}.js`, '/boot.js', '/offline.html'],
  parts: ['/assets/about-1.js', '/assets/about-1.css', `/assets/account-${version}.js`],
  pages: ['/', '/events', '/events/:id', '/events/:id/check-in'],
});
const built = (version: string): Map<string, string> =>
  new Map([
    ['/index.html', `the app ${version}`],
    ...[...manifestOf(version).files, ...manifestOf(version).parts].map((file) => [file, `${file} of ${version}`] as const),
    ['/assets/later-1.js', 'later'],
  ]);
/** Installs a build. */
async function installs(version: string): Promise<void> {
  worker.PRECACHE = manifestOf(version);
  network = built(version);
  await keepShell();
  await forgetOldShells();
  asked = [];
}
const opens = (path: string) => answerOf(new AskedFor(path, { mode: 'navigate' }) as unknown as Request);
const asksFor = (path: string, method = 'GET') => answerOf(new AskedFor(path, { method }) as unknown as Request);
const textOf = async (answer: Promise<Response> | undefined): Promise<string | undefined> => (await answer)?.text();

beforeEach(async () => {
  vi.stubGlobal('fetch', fetchIt);
  stores = new Map();
  asked = [];
  await installs('one');
});

describe("a page's request", () => {
  const id = 'a'.repeat(24);

  it.each(['/', '/events', `/events/${id}`, `/events/${id}/check-in`])('%s is answered by the network if online', async (path) => {
    network?.set(path, `fresh ${path}`);
    expect(await textOf(opens(path))).toBe(`fresh ${path}`);
  });

  it.each(['/', '/events', `/events/${id}`, `/events/${id}/check-in`])('%s is answered by the cached app if offline', async (path) => {
    network = undefined;
    expect(await textOf(opens(path))).toBe('the app one');
  });

  it('gets the cached app if a proxy answers that the server is unavailable', async () => {
    network?.set('/', '502');
    expect(await textOf(opens('/'))).toBe('the app one');
  });

  it('gets the cached app if the answer takes longer than three seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const answer = textOf(opens('/events'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await answer).toBe('the app one');
    vi.useRealTimers();
  });

  it('gets the page of the newest build', async () => {
    await installs('two');
    network = undefined;
    expect(await textOf(opens('/'))).toBe('the app two');
  });

  it.each(['/docs/', '/admin/queues', '/events/calendar.ics', '/notice-board.html'])(
    'gets the offline page, not the app, if its path is outside the app: %s',
    async (path) => {
      network?.set(path, 'its own');
      expect(await textOf(opens(path))).toBe('its own');
      network = undefined;
      expect(await textOf(opens(path))).toBe('/offline.html of one');
    },
  );
});

describe('a part of a build', () => {
  it('is fetched only once', async () => {
    expect(await textOf(asksFor('/assets/later-1.js'))).toBe('later');
    expect(await textOf(asksFor('/assets/later-1.js'))).toBe('later');
    expect(asked).toEqual(['/assets/later-1.js']);
  });

  it('is not cached if it is missing', async () => {
    await asksFor('/assets/gone.js');
    expect([...(stores.get('nadi-one')?.keys() ?? [])]).not.toContain('/assets/gone.js');
  });

  it('stays for pages of the previous build, not for older ones', async () => {
    await installs('two');
    expect(await textOf(asksFor('/assets/index-one.js'))).toBe('/assets/index-one.js of one');
    await installs('three');
    expect([...stores.keys()]).toEqual(['nadi-two', 'nadi-three']);
  });
});

describe('the rest of the build', () => {
  const cachedPaths = (name: string): string[] => [...(stores.get(name)?.keys() ?? [])];

  it('is not fetched before a page asks for it', () => {
    expect(cachedPaths('nadi-one')).not.toContain('/assets/about-1.js');
  });

  it('is cached on request, so that every part is available offline', async () => {
    await keepParts();
    network = undefined;
    for (const part of manifestOf('one').parts) expect(await textOf(asksFor(part))).toBe(`${part} of one`);
  });

  it('is fetched once, however many pages ask', async () => {
    await Promise.all([keepParts(), keepParts()]);
    await keepParts();
    expect(asked.toSorted()).toEqual(manifestOf('one').parts.toSorted());
  });

  it('resumes after a lost network', async () => {
    network = new Map([['/assets/about-1.js', 'about']]);
    await expect(keepParts()).rejects.toThrow();
    network = built('one');
    asked = [];
    await keepParts();
    expect(asked).not.toContain('/assets/about-1.js');
    expect(cachedPaths('nadi-one')).toEqual(expect.arrayContaining(manifestOf('one').parts));
  });

  it('copies unchanged parts of the previous build, which outlive its cache', async () => {
    await keepParts();
    await installs('two');
    await keepParts();
    expect(asked).toEqual(['/assets/account-two.js']);
    await installs('three');
    network = undefined;
    expect(await textOf(asksFor('/assets/about-1.js'))).toBe('/assets/about-1.js of one');
  });
});

it('a file with a fixed name comes from the network, or from the cache offline', async () => {
  network?.set('/boot.js', 'newer');
  expect(await textOf(asksFor('/boot.js'))).toBe('newer');
  network = undefined;
  expect(await textOf(asksFor('/boot.js'))).toBe('/boot.js of one');
});

describe('requests that the worker does not answer', () => {
  it.each([
    ['GET', '/posts/get_all_posts'],
    ['GET', '/events/my_ticket'],
    ['POST', '/events/check_in'],
    ['GET', '/uploads/1'],
    ['GET', '/socket.io/'],
    ['GET', 'https://elsewhere.example/assets/index-one.js'],
  ])('%s %s', (method, path) => {
    expect(asksFor(path, method)).toBeUndefined();
  });

  it('everything in development', async () => {
    delete worker.PRECACHE;
    stores = new Map();
    await keepShell();
    expect([opens('/'), asksFor('/assets/later-1.js'), stores.size]).toEqual([undefined, undefined, 0]);
  });
});

it('a build with a missing file is not installed', async () => {
  worker.PRECACHE = { ...manifestOf('two'), files: ['/assets/index-two.js'] };
  await expect(keepShell()).rejects.toThrow();
});
