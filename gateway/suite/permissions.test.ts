import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import type { Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import type { Visibility } from '#models/contract/societies';
import { AuditEntries } from '#models/db/audit-entries';
import { testCells } from '#models/testing/cells';
import { auditedCalls, unauditedCalls } from '../plugins/audited-calls.js';
import { readPermissions } from '../testing/permission-table.js';
import {
  buildScenarios,
  type DatabaseSnapshot,
  type Role,
  roles,
  type SocietyScenarios,
  snapshotDatabase,
  visibilities,
} from '../testing/scenario.js';
import { requestOf, validHeaders, validInput } from '../testing/valid-inputs.js';

const table = readPermissions();

describe('docs/permissions.md', () => {
  it('has a column for each role', () => {
    expect(table.columns).toEqual([...roles]);
  });

  it.each(calls.map(({ name }) => name))('%s has a row, and a cell for each role', { tags: ['generated'] }, (name) => {
    const rows = table.rows.filter(({ call }) => call === name);
    const of = rows.flatMap((row) => row.of);
    expect([['public'], visibilities.toSorted()]).toContainEqual(of.toSorted());
    for (const { expected } of rows) expect(expected.map((status) => status >= 200 && status < 500)).toEqual(roles.map(() => true));
  });

  it('has no row without a call', () => {
    expect(table.rows.filter(({ call }) => !calls.some(({ name }) => name === call))).toEqual([]);
  });
});

describe('the audit trail', () => {
  it('covers every write and export, except those that name a reason', () => {
    const writes = calls
      .filter(({ name, method, rate }) => method !== 'GET' || rate === 'signIn' || name.startsWith('export'))
      .map(({ name }) => name);
    const listed = [...Object.keys(auditedCalls), ...Object.keys(unauditedCalls)];
    expect(listed.toSorted()).toEqual(writes.toSorted());
  });
});

const test = setUpTestApp();
let scenarios: SocietyScenarios;
let snapshot: DatabaseSnapshot;
beforeAll(async () => {
  scenarios = await buildScenarios(test);
  // Building a scenario makes calls, too.
  await AuditEntries.deleteMany({});
  snapshot = await snapshotDatabase();
});

/** Entries that a call leaves in the audit trail with this answer. */
function entriesDue(call: Call, status: number): number {
  const rule = auditedCalls[call.name];
  if (!rule) return 0;
  return Number(status === call.status || (status === 403 && rule.refusals?.includes('suspended') === true));
}
const countEntries = (call: Call) => AuditEntries.countDocuments({ call: call.name, 'details.read': { $exists: false } });

async function statusOf(call: Call, role: Role, visibility: Visibility): Promise<number> {
  const place = scenarios[visibility];
  const token = role === 'visitor' || call.auth === 'none' ? undefined : place.tokens[role];
  return (await test.app.inject(await requestOf(call, validInput(call.name, place, role), token, validHeaders(call.name, place))))
    .statusCode;
}

const cells = table.rows.flatMap(({ call, of, expected }) =>
  of.flatMap((visibility) => roles.map((role, i) => ({ call, visibility, role, status: expected[i] ?? 0 }))),
);

const byPower: readonly Role[] = [
  ...(['admin', 'moderator', 'member', 'author', 'blocked', 'admin elsewhere', 'invited', 'pending'] as const),
  ...(['outsider', 'banned', 'platform admin', 'suspended', 'visitor'] as const),
];
const powerOf = ({ role }: { role: Role }): number => -byPower.indexOf(role);
const isRefused = ({ status }: { status: number }): boolean => status >= 400;
/** Those at the edge of a rule first: the least powerful role that is allowed something, and the most powerful that is refused. */
const edgesFirst = [
  ...cells.filter((cell) => !isRefused(cell)).toSorted((a, b) => powerOf(a) - powerOf(b)),
  ...cells.filter(isRefused).toSorted((a, b) => powerOf(b) - powerOf(a)),
];

describe('answers match the table, and leave their entry in the audit trail', () => {
  testCells(edgesFirst, ({ call, status }) => [call, status])(
    '$call, $visibility society, $role: $status',
    async ({ call, visibility, role, status }) => {
      const declared = calls.find(({ name }) => name === call)!;
      try {
        expect(await statusOf(declared, role, visibility)).toBe(status);
        expect(await countEntries(declared)).toBe(entriesDue(declared, status));
      } finally {
        if (snapshot.isTouched()) await snapshot.restore();
      }
    },
  );
});
