import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RenderedPage } from '#models/contract/rendering';
import type { Bodies } from './page-cache.js';
import type { PageRequest } from './view.js';

/** The part of Vite's manifest that is read here: what a module of `web/` was built into. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

const rootElement = '<div id="root"></div>';
/** Notes to browsers without JavaScript, of which a rendered page needs none. */
const noScript = /\s*<noscript>[\s\S]*?<\/noscript>/g;
const plainRoot = '<html lang="en" dir="ltr">';
/** Default head tags of the app's page, which those of a rendered page replace. */
export const plainHead = /<meta name="description"[^>]*>|<title>[^<]*<\/title>/g;
const firstTexts = ['common', 'shell', 'errors'];
/** Takes a rendered page over, in the browser. */
const takeOver = 'src/sync/rendered-page.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
/** The quality at which a page takes a few milliseconds. */
const brotliQuality = 5;

/** Files that modules need before they run: scripts and styles, with those of everything that they import. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const each of chunk.imports ?? []) visit(each);
  };
  for (const each of modules) visit(each);
  return files;
}

const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/${file}" />`;

/** JSON that cannot end the script element it is in. */
const embedded = (json: string): string =>
  json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

/** Puts rendered pages into the app's page, with the styles and scripts that they need at first. */
export class PageTemplate {
  readonly #html: string;
  readonly #manifest: Manifest;

  /** @param webDir folder of the browser's build */
  constructor(webDir: string) {
    this.#html = readFileSync(path.join(webDir, 'index.html'), 'utf8').replace(noScript, '');
    this.#manifest = JSON.parse(readFileSync(path.join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest;
    for (const needed of [rootElement, plainRoot]) if (!this.#html.includes(needed)) throw new Error(`index.html has no ${needed}`);
  }

  /** The font of a language, so that the text does not move when it comes. */
  #fontOf(language: string): string[] {
    const subset = language === 'ar' ? 'arabic' : 'latin';
    const file = this.#manifest[`../node_modules/@fontsource-variable/readex-pro/files/readex-pro-${subset}-wght-normal.woff2`]?.file;
    return file ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`] : [];
  }

  /** Styles first: the page is not shown before them. */
  #linksOf({ page, view }: PageRequest): string[] {
    const texts = [...firstTexts, ...page.texts].map((area) => `../models/texts/${view.language}/${area}.json`);
    const files = [...filesOf(this.#manifest, [takeOver, ...page.modules, ...texts])].filter((file) => !this.#html.includes(file));
    const styles = files.filter((file) => file.endsWith('.css'));
    const scripts = files.filter((file) => !styles.includes(file));
    return [...styles.map(linkTo), ...this.#fontOf(view.language), ...scripts.map(linkTo)];
  }

  /** The whole document. `head`: title, description and share card. */
  compose(request: PageRequest, { body, state }: RenderedPage, head: string): string {
    const { language } = request.view;
    const scheme = request.scheme === 'dark' ? 'dark' : 'light';
    const root = `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}" data-mantine-color-scheme="${scheme}" data-rendered>`;
    const lines = [head, ...this.#linksOf(request)].join('\n    ');
    const data = `<script type="application/json" id="rendered-state">${embedded(state)}</script>`;
    return this.#html
      .replace(plainHead, '')
      .replace(plainRoot, root)
      .replace('</head>', () => `  ${lines}\n  </head>`)
      .replace(rootElement, () => `${body}\n    ${data}`);
  }
}

/** Compresses a page once for all who get it. */
export async function compressPage(html: string): Promise<Bodies> {
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const [br, zipped] = await Promise.all([brotli(plain, { params }), gz(plain)]);
  return { '': plain, br, gzip: zipped };
}
