import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readTestEnv } from '#models/env';

const root = path.resolve(import.meta.dirname, '../..');

/** Data folder with the demo community, which each app starts on a copy of; undefined where the stores were given. */
export const demoFolder = (): string | undefined => process.env.NADI_DEMO_FOLDER;

/**
 * Loads the demo community once for all apps of a run: loading it takes several times as long as starting on it. Playwright's global
 * setup; returns its teardown.
 */
export default function loadDemo(): () => void {
  const { TEST_MONGODB_URI, TEST_REDIS_URL } = readTestEnv();
  if (TEST_MONGODB_URI !== undefined || TEST_REDIS_URL !== undefined) return () => {};
  const folder = mkdtempSync(path.join(tmpdir(), 'nadi-demo-'));
  const env = { ...process.env, DATA_DIR: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/seed.mjs'], { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm run seed failed:\n${stdout}${stderr}`);
  // As a start notes it: the next one starts the gateway at once.
  const memory = path.join(folder, 'store.json');
  writeFileSync(memory, JSON.stringify({ ...JSON.parse(readFileSync(memory, 'utf8')), demo: true }));
  process.env.NADI_DEMO_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
