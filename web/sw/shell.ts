import type { PrecacheManifest } from './precache-manifest';

declare const self: ServiceWorkerGlobalScope & { PRECACHE?: PrecacheManifest };

const prefix = 'nadi-';
const page = '/index.html';
const offline = '/offline.html';
/** Longest wait for a page's answer before the cached app opens instead (milliseconds). */
const maxWait = 3000;
/** Builds in the cache: open pages of the previous build may still need its parts. */
const versions = 2;
/** Parallel background fetches: few, so that the page's own calls do not wait for them. */
const parallelFetches = 2;

/** Undefined in development, so nothing is cached there. */
const precacheManifest = (): PrecacheManifest | undefined => self.PRECACHE;
const nameOf = ({ version }: PrecacheManifest): string => prefix + version;

/** Requests for the app shell. Names in /assets/ contain a content hash, so the HTTP cache may serve them. */
const requestsOf = ({ files }: PrecacheManifest): Request[] =>
  [page, ...files].map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' }));

/** Caches the app shell of this build. Rejects if a file cannot be fetched: the previous worker then stays active with its cache. */
export async function precacheShell(): Promise<void> {
  const manifest = precacheManifest();
  if (!manifest) return;
  const cache = await caches.open(nameOf(manifest));
  await cache.addAll(requestsOf(manifest));
}

/** Caches one part of the build; copies it if an earlier build has it, since that build's cache will be deleted. */
async function precachePart(file: string, manifest: PrecacheManifest, cache: Cache): Promise<void> {
  if (await cachedFile(file, manifest)) return;
  const answer = (await caches.match(file, { ignoreVary: true })) ?? (await fetch(new Request(file, { priority: 'low' })));
  if (!answer.ok) throw new TypeError(`${file} answered ${answer.status}`);
  await cache.put(file, answer);
}

let precaching: Promise<void> | undefined;

/** Caches the rest of the build, few parts at a time. Rejects if one cannot be fetched; parts cached until then stay. */
export function precacheParts(): Promise<void> {
  precaching ??= precacheMissing().finally(() => {
    precaching = undefined;
  });
  return precaching;
}

async function precacheMissing(): Promise<void> {
  const manifest = precacheManifest();
  if (!manifest) return;
  const cache = await caches.open(nameOf(manifest));
  const rest = manifest.parts.values();
  const precacheNext = async (): Promise<void> => {
    for (const file of rest) await precachePart(file, manifest, cache);
  };
  await Promise.all(Array.from({ length: parallelFetches }, precacheNext));
}

/** Deletes the caches of all but the last two builds. */
export async function deleteOldShells(): Promise<void> {
  const manifest = precacheManifest();
  if (!manifest) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== nameOf(manifest));
  for (const name of names.slice(0, 1 - versions)) await caches.delete(name);
}

/** Whether a path is one of the app's pages. An id is 24 hex digits, unlike any segment of a call's path. */
const isPage = (path: string, { pages }: PrecacheManifest): boolean =>
  pages.some((each) => new RegExp(`^${each.replace(/:id/g, '[0-9a-f]{24}')}/?$`).test(path));

/** The file in this build's cache: another build's version would load other parts. */
const cachedFile = (file: string | Request, manifest: PrecacheManifest): Promise<Response | undefined> =>
  caches.match(file, { cacheName: nameOf(manifest), ignoreVary: true });

async function networkOr(file: string | Request, request: Request, manifest: PrecacheManifest): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await cachedFile(file, manifest);
    if (cached) return cached;
    throw error;
  }
}

const late = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, maxWait));

/** Answers a page of the app: from the network, or with the cached app if that fails or is slow. The app shows itself that it is offline. */
async function answerPage(request: Request, manifest: PrecacheManifest): Promise<Response> {
  const answer = fetch(request);
  const soon = await Promise.race([answer.catch(() => undefined), late()]);
  if (soon && soon.status < 500) return soon;
  return (await cachedFile(page, manifest)) ?? answer;
}

/** Answers a page outside the app: from the network, or with the offline page. */
const answerOther = (request: Request, manifest: PrecacheManifest): Promise<Response> => networkOr(offline, request, manifest);

/** Answers a file of a build: cache first, since it never changes. */
async function answerPart(request: Request, manifest: PrecacheManifest): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(nameOf(manifest));
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** Answers a file with a fixed name: network first, else the cached one. */
const answerFile = (request: Request, manifest: PrecacheManifest): Promise<Response> => networkOr(request, request, manifest);

/** The worker's answer to a request; undefined for requests that it leaves alone: calls and uploads. */
export function answerOf(request: Request): Promise<Response> | undefined {
  const manifest = precacheManifest();
  const { origin, pathname } = new URL(request.url);
  if (!manifest || request.method !== 'GET' || origin !== self.location.origin) return undefined;
  if (request.mode === 'navigate') return isPage(pathname, manifest) ? answerPage(request, manifest) : answerOther(request, manifest);
  if (pathname.startsWith('/assets/')) return answerPart(request, manifest);
  return manifest.files.includes(pathname) ? answerFile(request, manifest) : undefined;
}
