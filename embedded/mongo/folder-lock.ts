import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export interface FolderLock {
  /** False once another process took the folder, which must then be left alone. */
  isHeld(): boolean;
  release(): void;
}

/** Takes the folder for this process alone. The lock of a process that is gone is moved aside; of two that try it, one wins. */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'store.lock');
  const mine = `${path}.${process.pid}`;
  const text = `${process.pid} ${startOf(process.pid)}\n`;
  const lock = { isHeld: () => read(path) === text, release: () => lock.isHeld() && rmSync(path, { force: true }) };
  try {
    writeFileSync(mine, text);
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        linkSync(mine, path);
        return lock;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const found = read(path);
      if (found === undefined) continue;
      const [pid, start] = found.trim().split(' ');
      if (isAlive(Number(pid), start ?? '')) throw new Error(`The data folder ${folder} is in use by the running process ${pid}.`);
      moveAside(path, found);
    }
    throw new Error(`The data folder ${folder} could not be locked.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes the lock that was judged, and puts it back where another process has just replaced it. */
function moveAside(path: string, judged: string): void {
  const aside = `${path}.aside.${process.pid}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== judged) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
