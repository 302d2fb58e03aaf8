import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, tail, which } from './commands.mjs';
import { Refusal, step } from './say.mjs';

/** @param {string} folder with a package.json and a lock of its own */
function marks(folder) {
  const modules = path.join(folder, 'node_modules');
  return {
    lock: path.join(folder, 'package-lock.json'),
    npm: path.join(modules, '.package-lock.json'),
    ours: path.join(modules, '.cache', 'nadi-lock'),
  };
}

/** @param {string} file */
function digest(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * Whether node_modules is missing, or was installed from another lock.
 * @param {string} folder
 */
export function needsInstall(folder) {
  const { lock, npm, ours } = marks(folder);
  if (!existsSync(npm)) return true;
  if (existsSync(ours)) return readFileSync(ours, 'utf8') !== digest(lock);
  return statSync(npm).mtimeMs < statSync(lock).mtimeMs;
}

/** @param {string} [folder] */
export async function installPackages(folder = root) {
  const { lock, ours } = marks(folder);
  if (needsInstall(folder)) {
    await step(folder === root ? 'Installing packages (npm ci)' : `Installing packages of ${path.relative(root, folder)} (npm ci)`, () =>
      npmCi(folder),
    );
  }
  noteInstalled(ours, digest(lock));
}

/**
 * Notes the installed lock in one step, and only if it changed: another command that starts at this moment must not read half a note.
 * @param {string} file
 * @param {string} installed
 */
function noteInstalled(file, installed) {
  if (existsSync(file) && readFileSync(file, 'utf8') === installed) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, installed);
  renameSync(own, file);
}

/** @param {string} folder */
async function npmCi(folder) {
  // npm ci would empty the folder that a link points to, which is somebody else's.
  if (lstatSync(path.join(folder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Refusal('node_modules is a link to another folder, whose packages are not those of package-lock.json: remove the link.');
  }
  const npm = process.env.npm_execpath ?? which('npm');
  if (npm === undefined) throw new Refusal('npm is missing: install Node together with npm.');
  const [command, ...first] = npm.endsWith('.js') ? [process.execPath, npm] : [npm];
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run(command ?? npm, args, { cwd: folder });
  if (code !== 0) throw new Refusal(`npm ci failed; is the package registry reachable? It said:\n${tail(output)}`);
}
