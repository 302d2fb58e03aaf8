import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EJSON } from 'bson';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTestEnv } from '#models/env';
import { type MongoStore, startMongoStore } from '../server.js';
import { notApplicable, runTest, type Specification } from './run.js';
import { findListed, judge, readListed, staleNames, type Verdict } from './verdicts.js';

const repository = path.resolve(import.meta.dirname, '../../..');
const folder = path.resolve(repository, readTestEnv().MONGODB_SPECIFICATIONS);
const names = [
  'crud',
  'transactions',
  'transactions-convenient-api',
  'retryable-writes',
  'retryable-reads',
  'sessions',
  'causal-consistency',
];
const specifications = existsSync(folder) ? names : [];
const missing = `MONGODB_SPECIFICATIONS leads to ${folder}, where there are no specifications of MongoDB: their tests are not run`;

/** Reads the files of one specification by their names, without folders and ending. */
function readSpecification(name: string): Map<string, Specification> {
  const tests = path.join(folder, name, 'tests');
  const paths = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.json'));
  const read = (each: string) => EJSON.parse(readFileSync(path.join(tests, each), 'utf8')) as Specification;
  const files = paths.sort().map((each): [string, Specification] => [path.basename(each, '.json'), read(each)]);
  return new Map(files.filter(([, file]) => Array.isArray(file.tests)));
}

describe.runIf(specifications.length > 0)("MongoDB's specification tests", () => {
  const count: Record<Verdict | 'notApplicable', number> = { passed: 0, refused: 0, driver: 0, notApplicable: 0, wrong: 0 };
  let data: string;
  let store: MongoStore;

  beforeAll(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'store-spec-'));
    store = await startMongoStore({ folder: data });
  });

  afterAll(async () => {
    await store.stop();
    rmSync(data, { recursive: true });
    const { passed, refused, driver, notApplicable, wrong } = count;
    const listed = `${refused} refused and ${driver} of the driver's own doing, as listed`;
    console.log(`MongoDB's specification tests: ${passed} passed, ${listed}, ${notApplicable} not applicable, ${wrong} wrong`);
  });

  describe.each(specifications)('%s', { tags: ['generated'] }, (name) => {
    const files = readSpecification(name);
    const groups = readListed(name);
    const applicable = new Map([...files].map(([at, file]) => [at, file.tests.filter((each) => notApplicable(file, each) === undefined)]));

    test('the list names only tests that are there', () => {
      const there = new Map([...applicable].map(([at, tests]) => [at, tests.map(({ description }) => description)]));
      expect(staleNames(groups, there)).toEqual([]);
    });

    test.each([...files])('%s', { timeout: 300_000 }, async (at, file) => {
      const tests = applicable.get(at) ?? [];
      count.notApplicable += file.tests.length - tests.length;
      const faults: string[] = [];
      for (const each of tests) {
        const { verdict, fault } = judge(await runTest(store.uri, file, each), findListed(groups, at, each.description));
        count[verdict] += 1;
        if (fault !== undefined) faults.push(`${each.description}: ${fault}`);
      }
      expect(faults).toEqual([]);
    });
  });
});

test.runIf(specifications.length === 0)("MongoDB's specification tests", ({ skip }) => {
  console.log(missing);
  skip(missing);
});
