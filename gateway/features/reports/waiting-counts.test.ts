import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getReports, reportPost, resolveReport } from '#models/contract/reports';
import { getWaiting } from '#models/contract/waiting';
import { Reports } from '#models/db/reports';
import type { SocietyDoc } from '#models/db/societies';
import { SupportRequests } from '#models/db/support-requests';
import {
  buildMember,
  buildMembership,
  buildPost,
  buildReport,
  buildSociety,
  buildSupportRequest,
  buildUser,
} from '#models/testing/builders';

const test = setUpTestApp();
beforeEach(() => Promise.all([Reports, SupportRequests].map((model) => model.deleteMany({} as never))));

async function reportIn(society: SocietyDoc): Promise<string> {
  const post = await buildPost({ society });
  return (await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, await test.tokenFor(await buildUser()))).data.ID;
}

it('a report shows its due time until it is decided', async () => {
  const society = await buildSociety();
  const report_id = await reportIn(society);
  const moderator = await test.tokenFor(await buildMember(society, 'moderator'));
  const [open] = (await test.call(getReports, { society_id: String(society._id) }, moderator)).data;
  expect(Date.parse(open?.Due_At ?? '') - Date.parse(open?.CreatedAt ?? '')).toBe(24 * 3600_000);
  const { data } = await test.call(resolveReport, { report_id, action: 'dismiss' }, moderator);
  expect(data.Due_At).toBeNull();
});

describe('the numbers of what waits', () => {
  it('count what a moderator may decide by society, the earliest due time first', async () => {
    const [first, second] = [await buildSociety(), await buildSociety()];
    const moderator = await buildMember(first, 'moderator');
    await buildMembership({ society: second, user: moderator, role: 'admin' });
    const inSeconds = (seconds: number) => ({ dueAt: new Date(Date.now() + seconds * 1000) });
    await buildReport({ society: first, ...inSeconds(900) });
    await buildReport({ society: first, about: moderator });
    await buildReport({ society: first, by: moderator });
    await buildReport({ society: second, ...inSeconds(300) });
    await buildSupportRequest();
    const { data } = await test.call(getWaiting, {}, await test.tokenFor(moderator));
    expect(data).toEqual({
      societies: [
        { Society_ID: String(second._id), open: 1 },
        { Society_ID: String(first._id), open: 1 },
      ],
      platform: null,
      tickets: null,
    });
  });

  it('count everything open for a platform admin, who may decide it', async () => {
    const staff = await buildUser({ role: 'admin' });
    await buildReport();
    await buildReport({ about: staff });
    await buildReport({ status: 'dismissed' });
    await buildSupportRequest();
    await buildSupportRequest({ status: 'closed' });
    const { data } = await test.call(getWaiting, {}, await test.tokenFor(staff));
    expect(data).toEqual({ societies: [], platform: 1, tickets: 1 });
  });
});
