import { clockOf, type DemoClock } from './clock.js';
import { type IdOf, idsOf } from './ids.js';
import { type Random, seeded } from './random.js';
import { type Scale, scales } from './scale.js';

/** Shared input of all parts of the generator. */
export interface Context {
  clock: DemoClock;
  scale: Scale;
  idOf: IdOf;
  /** Random numbers of one part. */
  random(part: string): Random;
  passwordHash: string;
}

export interface DemoOptions {
  seed?: number;
  /** Moment of loading. The same seed and day give the same community; its newest hours are counted back from this moment. */
  today?: Date;
  scale?: 'full' | 'small';
  timeZone?: string;
}

export const demoSeed = 20_261_121;

export function contextOf(
  { seed = demoSeed, today = new Date(), scale = 'full', timeZone = 'Asia/Amman' }: DemoOptions,
  passwordHash: string,
): Context {
  return {
    clock: clockOf(today, timeZone),
    scale: scales[scale],
    idOf: idsOf(seed),
    random: (part) => seeded(seed, part),
    passwordHash,
  };
}
