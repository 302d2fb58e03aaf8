import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process and when it began: a process id alone may have been given to another one since.
 * @typedef {{ pid: number, began: string }} ProcessId
 */

/**
 * When a process began, as this system tells it; undefined when it does not live (or ended and nobody waited for it).
 * @param {number} pid
 * @returns {string | undefined}
 */
function beginningOf(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return state === 'Z' || state === 'X' ? undefined : `${boot}:${rest[18]}`;
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {ProcessId}
 */
export function identify(pid) {
  return { pid, began: beginningOf(pid) ?? '' };
}

/** @param {ProcessId | undefined} id */
export function lives(id) {
  return id !== undefined && id.began !== '' && beginningOf(id.pid) === id.began;
}

/**
 * Asks a process to end and waits for it; kills it when it has not ended in time.
 * @param {ProcessId | undefined} id
 * @param {number} [graceMs]
 */
export async function stop(id, graceMs = 15_000) {
  /** @type {[NodeJS.Signals, number][]} */
  const ways = [
    ['SIGTERM', graceMs],
    ['SIGKILL', 2_000],
  ];
  for (const [signal, patience] of ways) {
    if (id === undefined || !lives(id)) return;
    process.kill(id.pid, signal);
    for (const until = Date.now() + patience; lives(id) && Date.now() < until; ) await sleep(20);
  }
}
