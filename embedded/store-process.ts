import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A store that runs in a process of its own, and where it is reached. */
export interface StoreProcess {
  pid: number;
  uri: string;
}

/** Launch of a store's process: in a process group of its own if it must outlive a Ctrl-C, with its output in a file. */
export interface Launch {
  command: string;
  args: readonly string[];
  outFile: string;
  detached: boolean;
  /** Called with the process id at once, so that a caller killed before the store serves leaves a note of it. */
  onSpawn?: ((pid: number) => void) | undefined;
}

/** Polled until the store serves; `undefined` means not yet. */
export type Probe = () => Promise<string | undefined>;

const START_TIMEOUT = 60_000;

/** Begins a process and waits until `probe` gives its address; a process that ends first is an error with its last words. */
export async function startProcess(launch: Launch, probe: Probe): Promise<StoreProcess> {
  const child = begin(launch);
  if (child.pid !== undefined) launch.onSpawn?.(child.pid);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `ended with ${signal ?? code}`;
  });
  const uri = await settle(probe, () => ended);
  if (uri === undefined || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`${launch.command} did not start: ${ended ?? 'no answer in time'}\n${lastLines(launch.outFile)}`);
  }
  child.unref();
  return { pid: child.pid, uri };
}

function begin(launch: Launch): ChildProcess {
  const out = openSync(launch.outFile, 'a', 0o600);
  try {
    return spawn(launch.command, launch.args, { stdio: ['ignore', out, out], detached: launch.detached });
  } finally {
    closeSync(out);
  }
}

async function settle(probe: Probe, ended: () => string | undefined): Promise<string | undefined> {
  const until = Date.now() + START_TIMEOUT;
  for (let wait = 3; Date.now() < until && ended() === undefined; wait = Math.min(wait * 1.3, 25)) {
    await sleep(wait);
    const uri = await probe();
    if (uri !== undefined) return uri;
  }
  return undefined;
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}

/** Whether a process with this id lives. One that ended but that nobody waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Asks a process to end and waits for it; kills it when it has not ended in time. */
export async function stopProcess(pid: number, graceMs = 15_000): Promise<void> {
  for (const [signal, patience] of [['SIGTERM', graceMs] as const, ['SIGKILL', 2_000] as const]) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = Date.now() + patience;
    while (isAlive(pid) && Date.now() < until) await sleep(10);
  }
}
