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
/** The English texts of errors. */
const errorCodes = '../models/contract/error-codes.ts';
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

const isStyle = (file: string): boolean => file.endsWith('.css');

const preloadOf = (file: string): string => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`;
/** The app's own scripts: a rendered page is read without them, so its font and pictures come first. */
const ownScript = /<(?=script type="module"|link rel="modulepreload")(script|link) /g;

/** JSON that cannot end the script element it is in. */
const embedded = (json: string): string =>
  json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

/** Variables that hold in the dark only, in a stylesheet. */
const darkVariables = (css: string): string =>
  [...css.matchAll(/:root\[data-mantine-color-scheme=(?:"dark"|dark)\][^{]*\{([^}]*)\}/g)].map(([, variables = '']) => variables).join(';');

/** Puts rendered pages into the app's page, with the styles and scripts that they need at first. */
export class PageTemplate {
  readonly #html: string;
  readonly #manifest: Manifest;
  readonly #webDir: string;
  readonly #styles = new Map<string, string>();
  /** Mantine's variables of the dark scheme, as far as they are in the first stylesheets. */
  readonly #dark: string;

  /** @param webDir folder of the browser's build */
  constructor(webDir: string) {
    this.#webDir = webDir;
    const html = readFileSync(path.join(webDir, 'index.html'), 'utf8');
    this.#html = html.replace(noScript, '').replace(ownScript, '<$1 fetchpriority="low" ');
    this.#manifest = JSON.parse(readFileSync(path.join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest;
    for (const needed of [rootElement, plainRoot]) if (!this.#html.includes(needed)) throw new Error(`index.html has no ${needed}`);
    const styles = this.#manifest['index.html'] ? [...filesOf(this.#manifest, ['index.html'])].filter(isStyle) : [];
    this.#dark = styles.map((file) => darkVariables(this.#readStyle(file))).join(';');
  }

  #readStyle(file: string): string {
    const read = this.#styles.get(file) ?? readFileSync(path.join(this.#webDir, file), 'utf8').trim();
    this.#styles.set(file, read);
    return read;
  }

  /** A stylesheet inside the page, which need not wait for it; the disabled link keeps Vite from loading it again. */
  #inlined(file: string): string {
    return `<style>${this.#readStyle(file)}</style><link rel="stylesheet" disabled href="/${file}" />`;
  }

  /** Makes a page dark where the system is, until boot.js has set the scheme, and without JavaScript. */
  #darkStyle(body: string): string {
    return `<style>@media (prefers-color-scheme: dark){:root[data-auto][data-mantine-color-scheme]{${this.#dark};${darkVariables(body)}}}</style>`;
  }

  /** The font of a language, so that the text does not move when it comes. */
  #fontOf(language: string): string[] {
    const subset = language === 'ar' ? 'arabic' : 'latin';
    const file = this.#manifest[`../node_modules/@fontsource-variable/readex-pro/files/readex-pro-${subset}-wght-normal.woff2`]?.file;
    return file ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`] : [];
  }

  /** Styles are in the page, so that its first paint waits for nothing else. */
  #linksOf({ page, view }: PageRequest): string[] {
    const texts = [...firstTexts, ...page.texts].map((area) => `../models/texts/${view.language}/${area}.json`);
    if (view.language === 'en') texts.push(errorCodes);
    const isNew = (file: string): boolean => !this.#html.includes(file);
    const files = [...filesOf(this.#manifest, [takeOver, ...page.modules, ...texts])].filter(isNew);
    const laterFiles = [...filesOf(this.#manifest, page.later ?? [])].filter(isNew);
    const styles = [...new Set([...files, ...laterFiles].filter(isStyle))];
    const scripts = files.filter((file) => !isStyle(file));
    return [...styles.map((file) => this.#inlined(file)), ...this.#fontOf(view.language), ...scripts.map(preloadOf)];
  }

  /** The whole document. `head`: title, description and share card. */
  compose(request: PageRequest, { body, state }: RenderedPage, head: string): string {
    const { language } = request.view;
    const scheme = request.scheme === 'dark' ? 'dark' : 'light';
    const isAuto = request.scheme === 'auto';
    const marks = `data-mantine-color-scheme="${scheme}"${isAuto ? ' data-auto' : ''} data-rendered`;
    const root = `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}" ${marks}>`;
    const lines = [head, ...this.#linksOf(request), ...(isAuto ? [this.#darkStyle(body)] : [])].join('\n    ');
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
