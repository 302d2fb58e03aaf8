import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getReports, reportCreated, reportPost, reportThing, resolveReport } from '#models/contract/reports';
import { Reports } from '#models/db/reports';
import { buildPost, buildSociety, buildStaff, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

describe('reporting a post', () => {
  it('stores one open report per user and post', async () => {
    const post = await buildPost();
    const token = await test.tokenFor(await buildUser());
    const input = { post_id: String(post._id), message: 'This is spam' };
    const answers = await Promise.all([test.call(reportPost, input, token), test.call(reportPost, input, token)]);
    expect(answers.map((each) => each.status)).toEqual([200, 200]);
    expect(answers[0]?.data.ID).toBe(answers[1]?.data.ID);
    expect(await Reports.countDocuments({ object: post._id })).toBe(1);
  });

  it('accepts the token in the body field user_id', async () => {
    const post = await buildPost();
    const token = await test.tokenFor(await buildUser());
    expect((await test.call(reportPost, { post_id: String(post._id), message: 'Spam', user_id: token })).status).toBe(200);
  });

  it.each([
    ['a blank message', { message: '  ' }, 400],
    ['an invisible post', {}, 404],
  ])('refuses %s', async (_name, over, expected) => {
    const hidden = await buildPost({ society: await buildSociety({ privacy: { visibility: 'private' } }) });
    const { status } = await test.call(
      reportPost,
      { post_id: String(hidden._id), message: 'Spam', ...over },
      await test.tokenFor(await buildUser()),
    );
    expect(status).toBe(expected);
  });
});

describe('a report about staff', () => {
  /** Somebody with the scope, reported once. */
  async function reported(scope: 'moderate' | 'report' | 'all') {
    await Reports.deleteMany({});
    const person = await buildStaff(scope);
    const socket = await openSocket(test.url, { token: await test.tokenFor(person) });
    await socket.join('platform');
    const report = async (about: typeof person) =>
      (await test.call(reportThing, { kind: 'user', id: String(about._id), message: 'Rude' }, await test.tokenFor(await buildUser()))).data
        .ID;
    const own = await report(person);
    const other = await report(await buildUser());
    const token = await test.tokenFor(person);
    return { socket, own, other, token, list: await test.call(getReports, {}, token) };
  }

  it.each(['moderate', 'report'] as const)('is hidden from the person with the scope %s whom it is about', async (scope) => {
    const { socket, own, other, token, list } = await reported(scope);
    expect(list.data.map(({ ID }) => ID)).toEqual([other]);
    expect(list.counts.open).toBe(1);
    expect((await test.call(resolveReport, { report_id: own, action: 'dismiss' }, token)).status).toBe(404);
    expect((await socket.next(reportCreated)).payload.report.ID).toBe(other);
    socket.close();
  });

  it('is shown to a platform admin, who cannot decide it', async () => {
    const { socket, own, other, token, list } = await reported('all');
    expect(list.data.map(({ ID }) => ID).toSorted()).toEqual([own, other].toSorted());
    expect(list.counts.open).toBe(2);
    expect((await test.call(resolveReport, { report_id: own, action: 'dismiss' }, token)).error.code).toBe('own_report');
    expect((await socket.next(reportCreated)).payload.report.ID).toBe(own);
    socket.close();
  });
});
