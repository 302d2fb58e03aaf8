import fc from 'fast-check';
import { it } from 'vitest';

/** Number of examples of a property in `npm test`, and in `npm run test:all`. */
export interface Runs {
  seed: number;
  quick: number;
  all: number;
}

/** Declares two tests of a property: with some examples, and a long one with all. */
export function testProperty<T>(name: string, property: fc.IProperty<T>, { seed, quick, all }: Runs): void {
  it(name, () => fc.assert(property, { seed, numRuns: quick }));
  it(`${name}: ${all} examples`, { tags: ['long'] }, () => fc.assert(property, { seed, numRuns: all }));
}
