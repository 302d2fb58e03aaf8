import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#models/testing/processes';
import { type BenchOptions, type Figure, type Measurement, ratioFigure } from './measure.js';

const mostMs = 5000;
const withinMs = 5 * 60_000;

/** Starts it as `npm start` does, and says how long it was until it answers; then it is ended as by Ctrl-C. */
async function start(dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
  const begun = performance.now();
  const child = spawn('npm', ['start'], { env, stdio: 'ignore', detached: true });
  const ended = once(child, 'exit');
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200;
  while (!(await isUp())) {
    if (performance.now() - begun > withinMs || child.exitCode !== null) throw new Error('It does not start.');
    await sleep(10);
  }
  const ms = performance.now() - begun;
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  return ms;
}

async function run({ rounds }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nadi-bench-'));
  try {
    tell('the first start, with the demo community');
    await start(dataDir);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      tell(`round ${round + 1} of ${rounds}`);
      times.push((await start(dataDir)) / 1000);
    }
    return [ratioFigure({ what: 'seconds until it answers', target: '≤ 5' }, times, { most: mostMs / 1000 })];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const restart: Measurement = { id: 'B9', title: '`npm start` on data that exists', run };
