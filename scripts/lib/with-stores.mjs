import { readSettings } from './app.mjs';
import { buildApp } from './build.mjs';
import { runAttached } from './commands.mjs';
import { DataDir } from './data-dir.mjs';
import { checkNode } from './node-version.mjs';
import { installPackages } from './packages.mjs';
import { Refusal } from './say.mjs';
import { program } from './seed-demo.mjs';
import { Stores } from './stores.mjs';

/** @typedef {import('./stores.mjs').StoreSettings} StoreSettings */

/**
 * @typedef {object} Use
 * @property {boolean} [alone] refused while Nadi runs on the same folder
 * @property {boolean} [own] the store in DATA_DIR, whatever MONGODB_URI says and whichever mongod has come since
 */

/**
 * Runs one of our TypeScript scripts on the stores of DATA_DIR: those of the running Nadi, or started for as long as it takes.
 * @param {string} name its file in scripts/, without the ending
 * @param {string[]} args
 * @param {Use} [use]
 * @returns {Promise<number>} its exit status
 */
export async function runOnStores(name, args, use = {}) {
  checkNode();
  const dataDir = new DataDir().open();
  await installPackages();
  await buildApp({ only: ['server'] });
  const given = await readSettings();
  const settings = use.own ? ownStore(dataDir, given) : given;
  /** @param {{ mongoUri: string, redisUrl: string }} uris */
  const work = ({ mongoUri, redisUrl }) => {
    const env = { ...process.env, SEED: given.SEED, DATA_DIR: dataDir.path, MONGODB_URI: mongoUri, REDIS_URL: redisUrl };
    return runAttached(process.execPath, [...program(`scripts/${name}`), ...args], env);
  };
  const holder = dataDir.holder();
  const uris = dataDir.readState().uris;
  if (holder === undefined) return alone(dataDir, settings, work);
  if (use.alone || uris === undefined) throw new Refusal(`Nadi runs on ${dataDir.path} (process ${holder.pid}): stop it first.`);
  return work(uris);
}

/**
 * @param {DataDir} dataDir
 * @param {StoreSettings} settings
 * @param {(uris: { mongoUri: string, redisUrl: string }) => Promise<number>} work
 */
async function alone(dataDir, settings, work) {
  const unlock = dataDir.lock();
  const stores = new Stores(dataDir, settings);
  try {
    return await work(await stores.open());
  } finally {
    await stores.close();
    unlock();
  }
}

/**
 * @param {DataDir} dataDir
 * @param {StoreSettings} given
 * @returns {StoreSettings}
 */
function ownStore(dataDir, given) {
  const memory = dataDir.readMemory();
  if (memory === undefined) throw new Refusal(`${dataDir.path} holds no community.`);
  return { ...given, MONGODB_URI: undefined, ...(memory.mongo === 'embedded' ? { MONGOD: 'off' } : {}) };
}
