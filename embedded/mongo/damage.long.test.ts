import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildStore, damages, isSafe, layOut, openEach, seeded } from './damage-for-tests.js';

vi.setConfig({ testTimeout: 600_000 });

const parent = mkdtempSync(join(tmpdir(), 'store-damage-'));
let whole: Awaited<ReturnType<typeof buildStore>>;

beforeAll(async () => {
  whole = await buildStore(join(parent, 'whole'));
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

test.each(Object.entries(damages))('60 %s files are each refused in words, or start with every document', async (kind, damage) => {
  const random = seeded(20_261_124);
  const files = Array.from({ length: 60 }, () => damage(whole.file, random));
  const outcomes = await openEach(layOut(join(parent, kind), files));
  expect(outcomes.filter((outcome) => !isSafe(outcome, whole.contents))).toEqual([]);
  expect(outcomes.filter((outcome) => 'refused' in outcome).length).toBeGreaterThan(15);
});
