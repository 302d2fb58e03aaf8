import type { Kept } from './kept';

declare const self: ServiceWorkerGlobalScope & { KEPT?: Kept };

const prefix = 'nadi-';
const page = '/index.html';
const offline = '/offline.html';
/** As long a page's answer is waited for before the kept app opens in its place. */
const patience = 3000;
/** Of the build before, whoever still has it open may need a part. */
const versions = 2;
/** Parts that are fetched in the background at the same time: few, so that the page's own calls do not wait for them. */
const atOnce = 2;

/** In development nothing is kept. */
const kept = (): Kept | undefined => self.KEPT;
const nameOf = ({ version }: Kept): string => prefix + version;

/** The page and what it needs; a build's file keeps its name only as long as its content, so the browser's own copy will do. */
const requestsOf = ({ files }: Kept): Request[] =>
  [page, ...files].map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' }));

/** Keeps the app of this build. Rejects where a part cannot be had: then the worker before stays at work, with its own. */
export async function keepShell(): Promise<void> {
  const what = kept();
  if (!what) return;
  const cache = await caches.open(nameOf(what));
  await cache.addAll(requestsOf(what));
}

/** Keeps one part of the build; one that an earlier build had too is copied, since that build's cache is deleted some day. */
async function keepPart(file: string, what: Kept, cache: Cache): Promise<void> {
  if (await keptFile(file, what)) return;
  const answer = (await caches.match(file, { ignoreVary: true })) ?? (await fetch(new Request(file, { priority: 'low' })));
  if (!answer.ok) throw new TypeError(`${file} answered ${answer.status}`);
  await cache.put(file, answer);
}

let keeping: Promise<void> | undefined;

/** Keeps the rest of the build, few parts at a time. Rejects where one cannot be had; what was kept until then stays. */
export function keepParts(): Promise<void> {
  keeping ??= keepMissing().finally(() => {
    keeping = undefined;
  });
  return keeping;
}

async function keepMissing(): Promise<void> {
  const what = kept();
  if (!what) return;
  const cache = await caches.open(nameOf(what));
  const rest = what.parts.values();
  const keepNext = async (): Promise<void> => {
    for (const file of rest) await keepPart(file, what, cache);
  };
  await Promise.all(Array.from({ length: atOnce }, keepNext));
}

/** The builds before the last two are forgotten. */
export async function forgetOldShells(): Promise<void> {
  const what = kept();
  if (!what) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== nameOf(what));
  for (const name of names.slice(0, 1 - versions)) await caches.delete(name);
}

/** An id is 24 hex digits, which no part of a call's path is. */
const isPage = (path: string, { pages }: Kept): boolean =>
  pages.some((each) => new RegExp(`^${each.replace(/:id/g, '[0-9a-f]{24}')}/?$`).test(path));

/** As this build has it: another build's would look for other parts. */
const keptFile = (file: string | Request, what: Kept): Promise<Response | undefined> =>
  caches.match(file, { cacheName: nameOf(what), ignoreVary: true });

async function networkOr(file: string | Request, request: Request, what: Kept): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await keptFile(file, what);
    if (known) return known;
    throw error;
  }
}

const late = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, patience));

/** A page comes from the network; where that fails or takes long, the kept app opens, which says itself what it cannot reach. */
async function answerPage(request: Request, what: Kept): Promise<Response> {
  const answer = fetch(request);
  const soon = await Promise.race([answer.catch(() => undefined), late()]);
  if (soon && soon.status < 500) return soon;
  return (await keptFile(page, what)) ?? answer;
}

/** Another page of ours, which is not the app: its place is held until there is a network. */
const answerOther = (request: Request, what: Kept): Promise<Response> => networkOr(offline, request, what);

/** A part of a build never changes: what was had once is not asked for again. */
async function answerPart(request: Request, what: Kept): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(nameOf(what));
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** A file that keeps its name: the newest, or the kept one. */
const answerFile = (request: Request, what: Kept): Promise<Response> => networkOr(request, request, what);

/** What the worker answers itself; undefined for what it leaves alone: every call, and what people have sent. */
export function answerOf(request: Request): Promise<Response> | undefined {
  const what = kept();
  const { origin, pathname } = new URL(request.url);
  if (!what || request.method !== 'GET' || origin !== self.location.origin) return undefined;
  if (request.mode === 'navigate') return isPage(pathname, what) ? answerPage(request, what) : answerOther(request, what);
  if (pathname.startsWith('/assets/')) return answerPart(request, what);
  return what.files.includes(pathname) ? answerFile(request, what) : undefined;
}
