import type { PrecacheManifest } from './precache-manifest';

declare const self: ServiceWorkerGlobalScope & { KEPT?: PrecacheManifest };

const prefix = 'nadi-';
const page = '/index.html';
const offline = '/offline.html';
/** As long a page's answer is waited for before the kept app opens in its place. */
const patience = 3000;
/** Of the build before, whoever still has it open may need a part. */
const versions = 2;
/** Parts that are fetched in the background at the same time: few, so that the page's own calls do not wait for them. */
const parallelFetches = 2;

/** In development nothing is kept. */
const precacheManifest = (): PrecacheManifest | undefined => self.KEPT;
const nameOf = ({ version }: PrecacheManifest): string => prefix + version;

/** The page and what it needs; a build's file keeps its name only as long as its content, so the browser's own copy will do. */
const requestsOf = ({ files }: PrecacheManifest): Request[] =>
  [page, ...files].map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' }));

/** Keeps the app of this build. Rejects where a part cannot be had: then the worker before stays at work, with its own. */
export async function precacheShell(): Promise<void> {
  const manifest = precacheManifest();
  if (!manifest) return;
  const cache = await caches.open(nameOf(manifest));
  await cache.addAll(requestsOf(manifest));
}

/** Keeps one part of the build; one that an earlier build had too is copied, since that build's cache is deleted some day. */
async function precachePart(file: string, manifest: PrecacheManifest, cache: Cache): Promise<void> {
  if (await cachedFile(file, manifest)) return;
  const answer = (await caches.match(file, { ignoreVary: true })) ?? (await fetch(new Request(file, { priority: 'low' })));
  if (!answer.ok) throw new TypeError(`${file} answered ${answer.status}`);
  await cache.put(file, answer);
}

let precaching: Promise<void> | undefined;

/** Keeps the rest of the build, few parts at a time. Rejects where one cannot be had; what was kept until then stays. */
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

/** The builds before the last two are forgotten. */
export async function deleteOldShells(): Promise<void> {
  const manifest = precacheManifest();
  if (!manifest) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== nameOf(manifest));
  for (const name of names.slice(0, 1 - versions)) await caches.delete(name);
}

/** An id is 24 hex digits, which no part of a call's path is. */
const isPage = (path: string, { pages }: PrecacheManifest): boolean =>
  pages.some((each) => new RegExp(`^${each.replace(/:id/g, '[0-9a-f]{24}')}/?$`).test(path));

/** As this build has it: another build's would look for other parts. */
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

const late = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, patience));

/** A page comes from the network; where that fails or takes long, the kept app opens, which says itself what it cannot reach. */
async function answerPage(request: Request, manifest: PrecacheManifest): Promise<Response> {
  const answer = fetch(request);
  const soon = await Promise.race([answer.catch(() => undefined), late()]);
  if (soon && soon.status < 500) return soon;
  return (await cachedFile(page, manifest)) ?? answer;
}

/** Another page of ours, which is not the app: its place is held until there is a network. */
const answerOther = (request: Request, manifest: PrecacheManifest): Promise<Response> => networkOr(offline, request, manifest);

/** A part of a build never changes: what was had once is not asked for again. */
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

/** A file that keeps its name: the newest, or the kept one. */
const answerFile = (request: Request, manifest: PrecacheManifest): Promise<Response> => networkOr(request, request, manifest);

/** What the worker answers itself; undefined for what it leaves alone: every call, and what people have sent. */
export function answerOf(request: Request): Promise<Response> | undefined {
  const manifest = precacheManifest();
  const { origin, pathname } = new URL(request.url);
  if (!manifest || request.method !== 'GET' || origin !== self.location.origin) return undefined;
  if (request.mode === 'navigate') return isPage(pathname, manifest) ? answerPage(request, manifest) : answerOther(request, manifest);
  if (pathname.startsWith('/assets/')) return answerPart(request, manifest);
  return manifest.files.includes(pathname) ? answerFile(request, manifest) : undefined;
}
