import { run, tail, which } from './commands.mjs';
import { Refusal, say, step } from './say.mjs';

let updated = false;

/**
 * The path of a program; where it is missing, apt installs it if it is there and may.
 * @param {string} name the program, and its Debian package
 * @param {string} otherwise what else a person can do
 */
export async function ensureProgram(name, otherwise) {
  const found = which(name);
  if (found !== undefined) return found;
  const apt = which('apt-get');
  if (apt === undefined) throw new Refusal(`${name} is missing and there is no apt to install it: install ${name}${otherwise}.`);
  if (process.getuid?.() !== 0) throw new Refusal(`${name} is missing: run 'sudo apt-get install ${name}'${otherwise}.`);
  say(`${name} is missing: installing Debian's package with apt-get.`);
  await step(`Installing ${name}`, () => install(apt, name, otherwise));
  const installed = which(name);
  if (installed === undefined) throw new Refusal(`apt installed ${name}, but it is not on the PATH: install ${name} by hand${otherwise}.`);
  return installed;
}

/** @param {string} apt @param {string} name @param {string} otherwise */
async function install(apt, name, otherwise) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!updated) await run(apt, ['update', '-q'], { env });
  updated = true;
  const { code, output } = await run(apt, ['install', '-y', '-q', '--no-install-recommends', name], { env });
  if (code !== 0) throw new Refusal(`apt-get could not install ${name}: install it by hand${otherwise}. apt said:\n${tail(output, 3)}`);
}

/** The browser of the journeys: whichever of its kind is there, else Debian's. */
export async function ensureChromium() {
  return which('chromium') ?? which('chromium-browser') ?? which('google-chrome') ?? ensureProgram('chromium', '');
}
