import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { checkAdmin, checkMembership } from '#models/contract/members';
import { buildSociety } from '#models/testing/builders';
import { buildStanding, insiders, isRole, managers, stands } from '#models/testing/stands';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const rows = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
  stands.map((stand) => {
    const isSeen = visibility !== 'invite-only' || insiders.includes(stand) || stand === 'invited';
    const status = stand === 'visitor' || stand === 'suspended' ? 401 : isSeen ? 200 : 404;
    return { visibility, stand, status };
  }),
);

it.each(rows)('$visibility: $stand gets $status, and what they are', async ({ visibility, stand, status }) => {
  const society = await buildSociety({ privacy: { visibility } });
  const user = await buildStanding(stand, society);
  const token = user ? await test.tokenFor(user) : undefined;
  const input = { society_id: String(society._id) };
  const [member, admin] = [await test.call(checkMembership, input, token), await test.call(checkAdmin, input, token)];
  expect([member.status, admin.status]).toEqual([status, status]);
  if (status === 200) expect([member.data, admin.data]).toEqual([isRole(stand), managers.includes(stand)]);
});
