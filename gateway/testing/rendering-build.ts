import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Behaviour of a page of the stub: the calls that it makes, and how long it takes. `needed`: it fails if a call is refused. */
interface StubPage {
  urls?: string[];
  waitMs?: number;
  needed?: boolean;
}

const shell = `<html lang="en" dir="ltr"><head><meta name="description" content="Nadi." /><title>Nadi</title><script>boot()</script>
<script type="module" src="/assets/index.js"></script></head><body><div id="root"></div><noscript><p>Reload it.</p></noscript></body></html>`;

const manifest = {
  'index.html': { file: 'assets/index.js' },
  'src/pages/events-page.tsx': { file: 'assets/events.js', css: ['assets/events.css'], imports: ['index.html', '_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  '../models/texts/ar/events.json': { file: 'assets/texts-ar.js' },
};

/** Shows the answers of the calls that `asked.json` lists for a path, and notes the page in `rendered.txt`. */
const entry = `
import { appendFileSync, readFileSync } from 'node:fs';
export async function renderPage({ path, view, scheme }, ask) {
  const { urls = [], waitMs = 0, needed = false } = JSON.parse(readFileSync(new URL('./asked.json', import.meta.url), 'utf8'))[path] ?? {};
  const answers = [];
  for (const url of urls) answers.push(await ask(url));
  if (needed && answers.some(({ status }) => status !== 200)) throw new Error('A call was refused');
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const page = [path, view.language, view.digits, view.isWide, scheme].join(' ');
  appendFileSync(new URL('./rendered.txt', import.meta.url), page + '\\n');
  const body = '<div id="root"><h1>' + page + '</h1><time>' + view.today + '</time></div>';
  return { body, title: 'A <b> & c · Nadi', description: 'All of "it".', state: JSON.stringify(answers) };
}`;

/** Makes a small build of the web app, which stands for the real one where pages are rendered. */
export function makeRenderingBuild() {
  const webDir = mkdtempSync(path.join(tmpdir(), 'nadi-rendered-'));
  for (const folder of ['.server', '.vite', 'assets']) mkdirSync(path.join(webDir, folder));
  const write = (file: string, text: string): void => writeFileSync(path.join(webDir, file), text);
  const setPages = (pages: Record<string, StubPage>): void => write('.server/asked.json', JSON.stringify(pages));
  write('index.html', shell);
  write('.vite/manifest.json', JSON.stringify(manifest));
  write('assets/events.css', 'h1{color:red}\n');
  write('.server/entry.js', entry);
  write('.server/package.json', '{"type":"module"}');
  setPages({});
  /** Every page that was rendered, in this order. */
  const rendered = (): string[] => {
    const file = path.join(webDir, '.server/rendered.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  return { webDir, setPages, rendered, remove: () => rmSync(webDir, { recursive: true }) };
}

/** Whether a page is the app's shell. */
export const isShell = (page: string): boolean => page.includes('<div id="root"></div>');

/** Answers of a page's calls, as they travel in it. */
export const stateOf = (page: string): { status: number; body: string }[] =>
  JSON.parse(/<script type="application\/json" id="rendered-state">(.*)<\/script>/.exec(page)?.[1] ?? 'null');
