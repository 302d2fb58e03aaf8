import type { Load, Loaded } from './loader.js';
import { SideProcess } from './side-process.js';

/** Sends load from a process of its own, and says how it was answered. An answer that is no success fails the measurement. */
export async function load(what: Load): Promise<Loaded> {
  const loader = new SideProcess('loader');
  try {
    const done = await loader.ask<Loaded>(what);
    if (done.wrong > 0) throw new Error(`${done.wrong} of ${done.total} answers of ${[what.url].flat().join(' and ')} were no success.`);
    return done;
  } finally {
    await loader.end();
  }
}
