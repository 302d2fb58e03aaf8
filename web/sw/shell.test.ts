import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrecacheManifest } from './precache-manifest';

/** What the browser keeps, by the name of the cache, in the order in which they were made. */
let stores: Map<string, Map<string, string>>;
/** What the network has; undefined: it is away. */
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
const worker: { KEPT?: PrecacheManifest; location: { origin: string } } = { location: { origin } };
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
/** A build is installed. */
async function installs(version: string): Promise<void> {
  worker.KEPT = manifestOf(version);
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

describe('a page', () => {
  const id = 'a'.repeat(24);

  it.each(['/', '/events', `/events/${id}`, `/events/${id}/check-in`])('%s comes from the network where there is one', async (path) => {
    network?.set(path, `fresh ${path}`);
    expect(await textOf(opens(path))).toBe(`fresh ${path}`);
  });

  it.each(['/', '/events', `/events/${id}`, `/events/${id}/check-in`])('%s is the kept app without one', async (path) => {
    network = undefined;
    expect(await textOf(opens(path))).toBe('the app one');
  });

  it('is the kept app where a proxy says that the server is away', async () => {
    network?.set('/', '502');
    expect(await textOf(opens('/'))).toBe('the app one');
  });

  it('is the kept app where the answer takes longer than three seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const answer = textOf(opens('/events'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await answer).toBe('the app one');
    vi.useRealTimers();
  });

  it('is that of the newest build', async () => {
    await installs('two');
    network = undefined;
    expect(await textOf(opens('/'))).toBe('the app two');
  });

  it.each(['/docs/', '/admin/queues', '/events/calendar.ics', '/notice-board.html'])(
    'that is not the app is never taken for it: %s',
    async (path) => {
      network?.set(path, 'its own');
      expect(await textOf(opens(path))).toBe('its own');
      network = undefined;
      expect(await textOf(opens(path))).toBe('/offline.html of one');
    },
  );
});

describe('a part of a build', () => {
  it('is never asked for twice', async () => {
    expect(await textOf(asksFor('/assets/later-1.js'))).toBe('later');
    expect(await textOf(asksFor('/assets/later-1.js'))).toBe('later');
    expect(asked).toEqual(['/assets/later-1.js']);
  });

  it('is not kept where it is not there', async () => {
    await asksFor('/assets/gone.js');
    expect([...(stores.get('nadi-one')?.keys() ?? [])]).not.toContain('/assets/gone.js');
  });

  it('is there for who still has the build before open, not for the one before that', async () => {
    await installs('two');
    expect(await textOf(asksFor('/assets/index-one.js'))).toBe('/assets/index-one.js of one');
    await installs('three');
    expect([...stores.keys()]).toEqual(['nadi-two', 'nadi-three']);
  });
});

describe('the rest of the build', () => {
  const cachedPaths = (name: string): string[] => [...(stores.get(name)?.keys() ?? [])];

  it('is not loaded before a page asks for it', () => {
    expect(cachedPaths('nadi-one')).not.toContain('/assets/about-1.js');
  });

  it('is kept once asked for, so that every part answers without a network', async () => {
    await keepParts();
    network = undefined;
    for (const part of manifestOf('one').parts) expect(await textOf(asksFor(part))).toBe(`${part} of one`);
  });

  it('is loaded once, however many pages ask', async () => {
    await Promise.all([keepParts(), keepParts()]);
    await keepParts();
    expect(asked.toSorted()).toEqual(manifestOf('one').parts.toSorted());
  });

  it('goes on where it stopped when the network went away', async () => {
    network = new Map([['/assets/about-1.js', 'about']]);
    await expect(keepParts()).rejects.toThrow();
    network = built('one');
    asked = [];
    await keepParts();
    expect(asked).not.toContain('/assets/about-1.js');
    expect(cachedPaths('nadi-one')).toEqual(expect.arrayContaining(manifestOf('one').parts));
  });

  it('takes over from the build before what is the same, which outlives that build', async () => {
    await keepParts();
    await installs('two');
    await keepParts();
    expect(asked).toEqual(['/assets/account-two.js']);
    await installs('three');
    network = undefined;
    expect(await textOf(asksFor('/assets/about-1.js'))).toBe('/assets/about-1.js of one');
  });
});

it('a file that keeps its name is the newest, or the kept one', async () => {
  network?.set('/boot.js', 'newer');
  expect(await textOf(asksFor('/boot.js'))).toBe('newer');
  network = undefined;
  expect(await textOf(asksFor('/boot.js'))).toBe('/boot.js of one');
});

describe('everything else is left alone', () => {
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

  it('all of it in development, where nothing is kept', async () => {
    delete worker.KEPT;
    stores = new Map();
    await keepShell();
    expect([opens('/'), asksFor('/assets/later-1.js'), stores.size]).toEqual([undefined, undefined, 0]);
  });
});

it('a build of which a part is missing does not take over', async () => {
  worker.KEPT = { ...manifestOf('two'), files: ['/assets/index-two.js'] };
  await expect(keepShell()).rejects.toThrow();
});
