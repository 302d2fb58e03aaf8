import { clockOf, type DemoClock } from './clock.js';
import { type IdOf, idsOf } from './ids.js';
import { type Random, seeded } from './random.js';
import { type Scale, scales } from './scale.js';

/** What every part of the community is made from. */
export interface Context {
  clock: DemoClock;
  scale: Scale;
  idOf: IdOf;
  /** The stream of chance of one part. */
  random(part: string): Random;
  passwordHash: string;
}

export interface DemoOptions {
  seed?: number;
  /** The moment of loading; the same seed and day give the same community, its newest hours counted back from here. */
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
