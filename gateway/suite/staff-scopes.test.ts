import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import type { Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import type { Visibility } from '#models/contract/societies';
import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import { buildStaff } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { readPermissions } from '../testing/permission-table.js';
import { buildScenario, type DatabaseSnapshot, roles, type SocietyScenario, snapshotDatabase } from '../testing/scenario.js';
import { requestOf, validHeaders, validInput } from '../testing/valid-inputs.js';

interface ScopeRow {
  call: string;
  visibility: Visibility;
  expected: number[];
}

/** The table 'Who may what' of docs/staff.md. */
function readScopes(): { columns: string[]; rows: ScopeRow[] } {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/staff.md'), 'utf8');
  const table = text.slice(text.indexOf('## Who may what'));
  const [head = [], ...rest] = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const rows = rest.map(([call = '', society = '', ...cells]) => ({
    call,
    visibility: (society === '—' ? 'public' : society) as Visibility,
    expected: cells.map(Number),
  }));
  return { columns: head.slice(2), rows };
}

const table = readScopes();
const permissions = readPermissions();
const statusFor = (expected: readonly number[], role: (typeof roles)[number]) => expected[roles.indexOf(role)];

describe('docs/staff.md', () => {
  it('has a column for each scope', () => {
    expect(table.columns).toEqual([...staffScopes]);
  });

  it('has every call in which a platform admin differs from an outsider', () => {
    const differing = permissions.rows.filter(({ expected }) => statusFor(expected, 'platform admin') !== statusFor(expected, 'outsider'));
    expect(table.rows.map(({ call }) => call)).toEqual([...new Set(differing.map(({ call }) => call))]);
  });

  it.each(table.rows)('$call: all is a platform admin', { tags: ['generated'] }, ({ call, visibility, expected }) => {
    const row = permissions.rows.find((each) => each.call === call && each.of.includes(visibility));
    expect(expected.at(-1)).toBe(row && statusFor(row.expected, 'platform admin'));
  });
});

const test = setUpTestApp();
const places = new Map<Visibility, SocietyScenario>();
const tokens = new Map<StaffScope, string>();
let snapshot: DatabaseSnapshot;
beforeAll(async () => {
  for (const visibility of new Set(table.rows.map((row) => row.visibility))) places.set(visibility, await buildScenario(test, visibility));
  for (const scope of staffScopes) tokens.set(scope, await test.tokenFor(await buildStaff(scope)));
  snapshot = await snapshotDatabase();
});

async function statusOf(call: Call, scope: StaffScope, visibility: Visibility): Promise<number> {
  const place = places.get(visibility)!;
  const input = validInput(call.name, place, 'outsider');
  return (await test.app.inject(await requestOf(call, input, tokens.get(scope), validHeaders(call.name, place)))).statusCode;
}

const cells = table.rows.flatMap(({ call, visibility, expected }) =>
  staffScopes.map((scope, i) => ({ call, visibility, scope, status: expected[i] ?? 0 })),
);

describe('answers to somebody with one scope match the table', () => {
  testCells(cells, ({ call, status }) => [call, status])('$call, $visibility society, $scope: $status', async (cell) => {
    const declared = calls.find(({ name }) => name === cell.call)!;
    try {
      expect(await statusOf(declared, cell.scope, cell.visibility)).toBe(cell.status);
    } finally {
      if (snapshot.isTouched()) await snapshot.restore();
    }
  });
});
