import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the processor. */
const tickMs = 10;

/** Milliseconds of processor time that a process has used until now, in all its threads. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold anything; the 14th and the 15th field count time in the program and in the kernel.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
