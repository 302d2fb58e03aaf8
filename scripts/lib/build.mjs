import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bin, root, run, tail } from './commands.mjs';
import { Refusal, step } from './say.mjs';

/**
 * @typedef {{ name: string, title: string, sources: string[], command: () => [string, string[]] }} Part
 * @type {Record<'server' | 'web', Part>}
 */
const parts = {
  server: {
    name: 'server',
    title: 'Building the server',
    sources: ['models', 'gateway', 'workers', 'embedded', 'scripts', 'bench', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'],
    command: () => [bin('tsc'), ['-p', 'tsconfig.build.json']],
  },
  web: {
    name: 'web',
    title: 'Building the web app',
    sources: ['web', 'scripts/lib/build-web.mjs', 'models/art', 'models/contract', 'models/policies', 'models/texts', 'package-lock.json'],
    command: () => [process.execPath, ['scripts/lib/build-web.mjs']],
  },
};

const skipped = /(^|\/)(node_modules|dist|\.vite)(\/|$)|\.test\.tsx?$/;

/**
 * Says which files there are and when each was changed: another state of the sources gives another text.
 * @param {string} folder
 * @param {readonly string[]} sources
 */
export function fingerprint(folder, sources) {
  const hash = createHash('sha256');
  /** @param {string} relative */
  const visit = (relative) => {
    const full = path.join(folder, relative);
    if (skipped.test(relative) || !existsSync(full)) return;
    const stat = statSync(full);
    if (stat.isDirectory()) for (const name of readdirSync(full).sort()) visit(`${relative}/${name}`);
    else hash.update(`${relative}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const source of sources) visit(source);
  return hash.digest('hex');
}

/** @param {Part} part */
function stampFile(part) {
  return path.join(root, 'dist', `.${part.name}-build`);
}

/** @param {Part} part @param {boolean} lowPriority */
async function build(part, lowPriority) {
  const before = fingerprint(root, part.sources);
  rmSync(stampFile(part), { force: true });
  const [command, args] = part.command();
  const options = { env: { ...process.env, NODE_ENV: 'production' }, lowPriority };
  const { code, output } = await step(part.title, () => run(command, args, options));
  if (code !== 0) throw new Refusal(`${part.title} failed:\n${tail(output, 30)}`);
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile(part), before);
}

/** @param {Part} part */
function isFresh(part) {
  const file = stampFile(part);
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(root, part.sources);
}

/**
 * Builds what is older than its sources into dist/, or all of it.
 * @param {{ force?: boolean, only?: ('server' | 'web')[], lowPriority?: boolean }} [options]
 */
export async function buildApp({ force = false, only = ['server', 'web'], lowPriority = false } = {}) {
  const stale = only.map((name) => parts[name]).filter((part) => force || !isFresh(part));
  await Promise.all(stale.map((part) => build(part, lowPriority)));
}
