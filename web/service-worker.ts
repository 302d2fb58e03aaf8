import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pages } from '../models/contract/pages.js';
import type { PrecacheManifest } from './sw/precache-manifest.js';

const source = path.join(import.meta.dirname, 'sw/sw.ts');
const publicDir = path.join(import.meta.dirname, 'public');
const address = '/sw.js';

/** Modules precached at install, besides the entry: home, an event, a door, comments and a ticket. The rest of the build follows in the background. */
const needed = [
  /\/pages\/(home|event|check-in)-page\.tsx$/,
  /\/pages\/member-home\.tsx$/,
  /\/event-page\/later-cards\.ts$/,
  /\/notifications\/load-unread\.tsx$/,
  /\/shell\/member-links\.tsx$/,
  /\/attendance\/ticket-card\.tsx$/,
  /\/societies\/membership\.live\.ts$/,
  /\/contract\/error-codes\.ts$/,
  /\/features\/posts\/comments\.tsx$/,
  /\/attendance\/(ticket|qr-code|scanner|doors)\.tsx?$/,
  /\/shell\/toast-container\.tsx$/,
  /\/lib\/register-service-worker\.ts$/,
  /\/sync\/(last-seen|offline|offline-cache|offline-restore|offline-rights)\.ts$/,
  /\/shell\/offline-since\.tsx$/,
  /\/posts\/(composer-form|queued-posts)\.tsx$/,
  /\/socket\.io-client\//,
];
const neededTexts = /\/models\/texts\/(en|ar)\/(common|shell|errors|home|posts|cards|notifications|events?|check-in)\.json$/;
const neededFont = /readex-pro-(latin|arabic)-wght.*\.woff2$/;
/** Files of web/public that belong to the app, not to a separate page. */
const ofApp = /^(boot\.js|icon\.svg|icon-192\.png|manifest\.webmanifest|offline\.html)$/;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === 'chunk');

/** A chunk, its static imports, and their styles. */
function graphOf(bundle: Bundle, chunk: Chunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') graphOf(bundle, imported, found);
  }
  return found;
}

const isNeeded = ({ isEntry, name, facadeModuleId }: Chunk): boolean => {
  const id = facadeModuleId ?? '';
  return (isEntry && name !== 'sw') || neededTexts.test(id) || needed.some((pattern) => pattern.test(id));
};

/** All scripts and styles of the app: pages, dialogs, the texts of both languages. */
const partsOf = (bundle: Bundle): string[] =>
  chunksOf(bundle)
    .filter(({ isEntry }) => !isEntry)
    .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);

const addressesOf = (names: Iterable<string>): string[] => [...new Set(names)].sort().map((name) => `/${name}`);

/** The service worker's precache manifest, with a version that changes with any of its files. */
export function precacheManifestOf(bundle: Bundle): PrecacheManifest {
  const built = chunksOf(bundle)
    .filter(isNeeded)
    .flatMap((chunk) => [...graphOf(bundle, chunk)]);
  const fonts = Object.keys(bundle).filter((name) => neededFont.test(name));
  const own = readdirSync(publicDir).filter((name) => ofApp.test(name));
  const hash = createHash('sha256');
  const page = bundle['index.html'];
  hash.update(page?.type === 'asset' ? page.source : '');
  for (const name of own) hash.update(readFileSync(path.join(publicDir, name)));
  const files = addressesOf([...built, ...fonts, ...own]);
  const parts = addressesOf(partsOf(bundle)).filter((name) => !files.includes(name));
  hash.update([...files, ...parts].join());
  return { version: hash.digest('hex').slice(0, 12), files, parts, pages: [...pages] };
}

/** Builds the service worker as one file at a fixed address. In development it is transformed on request and caches nothing. */
export function serviceWorker(): Plugin {
  return {
    name: 'nadi:service-worker',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: path.join(import.meta.dirname, 'index.html'), sw: source },
          output: { entryFileNames: ({ name }) => (name === 'sw' ? address.slice(1) : 'assets/[name]-[hash].js') },
        },
      },
    }),
    configureServer: ({ middlewares, transformRequest }) => {
      middlewares.use(address, (_request, response, next) => {
        transformRequest(source).then((made) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(made?.code);
        }, next);
      });
    },
    generateBundle: {
      // Runs after Vite has generated index.html.
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[address.slice(1)];
        if (worker?.type !== 'chunk' || worker.imports.length > 0)
          throw new Error(`${address} must be one file: a browser loads no part of it.`);
        worker.code = `self.PRECACHE=${JSON.stringify(precacheManifestOf(bundle))};${worker.code}`;
      },
    },
  };
}
