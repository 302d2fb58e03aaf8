import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SpecOutcome } from './run.js';

/** Tests of one specification that do not pass, and why: what the store refuses, or what the driver itself does otherwise. */
export interface Group {
  kind: 'refused' | 'driver';
  reason: string;
  /** Expected answer of the store, as `code message`; for the driver's own, the difference that the runner finds. */
  says: string;
  /** By file, without its ending: the descriptions of tests, or `all` that apply. */
  tests: Record<string, string[] | 'all'>;
}

/** Reads what is listed of the tests of one specification. */
export function readListed(specification: string): Group[] {
  const file = path.join(import.meta.dirname, 'listed', `${specification}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Group[]) : [];
}

export function findListed(groups: Group[], file: string, description: string): Group | undefined {
  return groups.find(({ tests }) => tests[file] === 'all' || tests[file]?.includes(description));
}

/** Names listed tests that are not among those that apply, by file. */
export function staleNames(groups: Group[], applicable: Map<string, string[]>): string[] {
  return groups.flatMap(({ tests }) =>
    Object.entries(tests).flatMap(([file, names]) => {
      const there = applicable.get(file) ?? [];
      if (names === 'all') return there.length > 0 ? [] : [file];
      return names.filter((name) => !there.includes(name)).map((name) => `${file}: ${name}`);
    }),
  );
}

export type Verdict = 'passed' | Group['kind'] | 'wrong';

/** Holds what came of a test to what is listed of it; says what is wrong. */
export function judge({ mismatches, errors }: SpecOutcome, listed: Group | undefined): { verdict: Verdict; fault?: string } {
  const found = [...mismatches, ...errors.map((error) => `the store answered ${error}`)].join('; ');
  if (listed === undefined) return mismatches.length === 0 ? { verdict: 'passed' } : { verdict: 'wrong', fault: found };
  if (mismatches.length === 0) return { verdict: 'wrong', fault: `passes, but is listed: ${listed.reason}` };
  const isListed = (each: string): boolean => new RegExp(listed.says).test(each);
  const holds = listed.kind === 'driver' ? mismatches.every(isListed) : errors.some(isListed);
  if (holds) return { verdict: listed.kind };
  return { verdict: 'wrong', fault: `is listed for another reason (${listed.reason}) than it fails: ${found}` };
}
