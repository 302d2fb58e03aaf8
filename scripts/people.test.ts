import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AuditEntries } from '#models/db/audit-entries';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { RosterEntries } from '#models/db/roster-entries';
import { Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';
import { program } from '#models/testing/processes';
import { testStores } from '#models/testing/stores';

vi.setConfig({ testTimeout: 120_000 });

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'nadi-people-'));
let stores: Awaited<ReturnType<typeof testStores>>;
beforeAll(async () => {
  stores = await testStores();
  await connect(stores.mongoUri);
  await createIndexes();
});
afterAll(async () => {
  await disconnect();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program on a file with these lines. */
function people(lines: string[], ...options: string[]): { status: number | null; output: string } {
  const file = path.join(folder, 'people.csv');
  writeFileSync(file, `\ufeff${lines.join('\r\n')}`);
  const { VITEST: _vitest, NODE_ENV: _env, ...clean } = process.env;
  const env = { ...clean, MONGODB_URI: stores.mongoUri, REDIS_URL: stores.redisUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program('scripts/people'), file, ...options], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

test('npm run people shows the plan, applies it once, and then finds nothing to change', { tags: ['long'] }, async () => {
  const user = await buildUser();
  const lines = ['id;name;email;status', `S-1;لينا حداد;${user.email};active`, 'S-2;Omar;;'];
  const dry = people(lines);
  expect([dry.status, await RosterEntries.countDocuments()]).toEqual([0, 0]);
  expect(dry.output).toContain('new       S-1  لينا حداد');
  expect(dry.output).toContain('2 new, 0 changed, 0 back, 0 gone, 0 the same, 0 missing from the file.');
  expect(dry.output).toContain('Nothing is changed yet: add --apply.');
  expect(people(lines, '--apply')).toMatchObject({ status: 0, output: expect.stringContaining('Imported.') });
  expect(await RosterEntries.findOne({ key: 's-1' }).lean()).toMatchObject({ account: user._id });
  expect(people(lines, '--apply').output).toContain('0 new, 0 changed, 0 back, 0 gone, 2 the same');
  const audited = await AuditEntries.find({ call: 'applyRoster' }).sort({ at: 1 }).lean();
  expect(audited.map(({ actor, staff, device, details }) => [actor, staff, device, details.new])).toEqual([
    [null, true, 'npm run people', '2'],
    [null, true, 'npm run people', '0'],
  ]);
  const missing = people(lines.slice(0, 1), '--apply');
  expect([missing.status, missing.output]).toEqual([1, expect.stringContaining('add --confirm-missing; nothing is changed.')]);
  expect(people(lines.slice(0, 1), '--apply', '--confirm-missing').status).toBe(0);
  expect(await Users.findById(user._id).lean()).toMatchObject({ suspendedBy: 'roster' });
});

test('npm run people names wrong lines, and what is no roster', () => {
  const wrong = people(['id,email', 'S-1,nobody'], '--apply');
  expect([wrong.status, wrong.output]).toEqual([1, expect.stringContaining('Line 2: email is no address.')]);
  const none = people(['name', 'Lina']);
  expect([none.status, none.output.trim()]).toEqual([1, 'The first line needs a column named id, and each name once']);
});
