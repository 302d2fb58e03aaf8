import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** When a process started, so that a number given out anew is not taken for the old process; empty where the system does not say. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startOf(pid) === start;
}

/**
 * Takes the folder for this process alone, and gives what releases it. Each process puts down a file of its own before it
 * looks for others, so that of two at the same time at least one sees the other; those of processes that are gone are removed.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mine = `lock.${process.pid}.${startOf(process.pid)}`;
  const remove = (name: string) => rmSync(join(folder, name), { force: true });
  const inUse = (pid: number) => new Error(`The data folder ${folder} is in use by the running process ${pid}.`);
  if (readdirSync(folder).includes(mine)) throw inUse(process.pid);
  writeFileSync(join(folder, mine), '');
  for (const name of readdirSync(folder)) {
    const [kind, pid, start = ''] = name.split('.');
    if (kind !== 'lock' || name === mine) continue;
    const isHeld = isAlive(Number(pid), start);
    remove(isHeld ? mine : name);
    if (isHeld) throw inUse(Number(pid));
  }
  return () => remove(mine);
}
