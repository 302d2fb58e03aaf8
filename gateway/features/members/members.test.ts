import { expect } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { checkAdmin, checkMembership } from '#models/contract/members';
import { buildSociety } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, isSocietyRole, managers, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

const rows = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
  testRoles.map((testRole) => {
    const isSeen = visibility !== 'invite-only' || insiders.includes(testRole) || testRole === 'invited';
    const status = testRole === 'visitor' || testRole === 'suspended' ? 401 : isSeen ? 200 : 404;
    return { visibility, testRole, status };
  }),
);

testCells(rows, ({ testRole, status }) => [testRole, status])(
  '$visibility: $testRole gets $status, and their own role',
  async ({ visibility, testRole, status }) => {
    const society = await buildSociety({ privacy: { visibility } });
    const user = await buildPersonInRole(testRole, society);
    const token = user ? await test.tokenFor(user) : undefined;
    const input = { society_id: String(society._id) };
    const [member, admin] = [await test.call(checkMembership, input, token), await test.call(checkAdmin, input, token)];
    expect([member.status, admin.status]).toEqual([status, status]);
    if (status === 200) expect([member.data, admin.data]).toEqual([isSocietyRole(testRole), managers.includes(testRole)]);
  },
);
