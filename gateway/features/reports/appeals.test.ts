import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { postRemovedVerb } from '#models/bus/verbs/posts';
import { deleteAccount } from '#models/contract/account';
import { getNotifications } from '#models/contract/notifications';
import { getPost, postCreated, postRemoved } from '#models/contract/posts';
import { appealRemoval, resolveAppeal } from '#models/contract/report-appeals';
import { getReports, reportPost, resolveReport } from '#models/contract/reports';
import { getWaiting } from '#models/contract/waiting';
import { Activities } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import { Events } from '#models/db/events';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { Reports } from '#models/db/reports';
import { Societies } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildComment, buildEvent, buildMember, buildPost, buildReport, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';

const test = setUpTestApp();
const password = 'knafeh-2026';

/** Runs the jobs of every record of a report. */
async function dispatch(report_id: string): Promise<void> {
  await drain();
  for (const record of await Activities.find({ object: report_id }).sort({ at: 1 }).lean())
    await handlers['activity.dispatch']({ kind: 'activity', id: String(record._id), version: 1 }, silent, testSettings);
}

/** A post that its society's first moderator removed by a report. */
async function removedPost() {
  const society = await buildSociety();
  const [author, first, second] = [
    await buildMember(society, 'member', { password } as Partial<UserDoc>),
    await buildMember(society, 'moderator'),
    await buildMember(society, 'moderator'),
  ];
  const post = await buildPost({ society, author, content: 'Buy my watches' });
  const reporter = await buildUser();
  const tokens = {
    author: await test.tokenFor(author),
    first: await test.tokenFor(first),
    second: await test.tokenFor(second),
    reporter: await test.tokenFor(reporter),
  };
  const report_id = (await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, tokens.reporter)).data.ID;
  await test.call(resolveReport, { report_id, action: 'remove', note: 'No selling' }, tokens.first);
  const appeal = (token = tokens.author) =>
    test.call(appealRemoval, { kind: 'post', id: String(post._id), message: 'They were a gift.' }, token);
  const decide = (action: 'uphold' | 'restore', token: string, note = '') => test.call(resolveAppeal, { report_id, action, note }, token);
  return { society, author, first, second, post, tokens, report_id, appeal, decide };
}

const typesOf = async (user: { _id: unknown }) => (await Notifications.find({ user: user._id as never }).lean()).map(({ type }) => type);

describe('an appeal against a removal', () => {
  it('waits for other judges, who are notified, with a clock', async () => {
    const { society, author, first, second, tokens, report_id, appeal } = await removedPost();
    const { status, data } = await appeal();
    expect([status, Object.keys(data)]).toEqual([200, ['Due_At']]);
    expect(Date.parse(data.Due_At)).toBeGreaterThan(Date.now() + 23 * 3600_000);
    await dispatch(report_id);
    expect(await typesOf(second)).toContain('appeal_opened');
    expect(await typesOf(first)).not.toContain('appeal_opened');
    expect(await typesOf(author)).not.toContain('appeal_opened');
    const listed = await test.call(getReports, { society_id: String(society._id), status: 'appealed' }, tokens.second);
    expect(listed.counts).toMatchObject({ open: 0, appealed: 1, removed: 1 });
    expect(listed.data).toMatchObject([
      { ID: report_id, status: 'removed', Due_At: data.Due_At, Appeal: { message: 'They were a gift.', status: 'open' } },
    ]);
    expect((await test.call(getWaiting, {}, tokens.second)).data.societies).toMatchObject([{ open: 1 }]);
    expect((await test.call(getWaiting, {}, tokens.first)).data.societies).toEqual([]);
  });

  it('is made once: a second one, also at the same time or after the decision, is 409', async () => {
    const { report_id, appeal, decide, tokens } = await removedPost();
    const answers = await Promise.all([appeal(), appeal()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await appeal()).error.code).toBe('already_appealed');
    await decide('uphold', tokens.second);
    expect((await appeal()).status).toBe(409);
    expect(await Activities.countDocuments({ object: report_id as never, verb: 'report.appealed' })).toBe(1);
  });

  it('is only for its author, and only for what a report removed', async () => {
    const { appeal, tokens } = await removedPost();
    for (const other of [tokens.reporter, tokens.first]) expect((await appeal(other)).status).toBe(404);
    const author = await buildUser();
    const post = await buildPost({ author, removedAt: new Date() });
    const id = String(post._id);
    expect((await test.call(appealRemoval, { kind: 'post', id, message: 'Why?' }, await test.tokenFor(author))).status).toBe(404);
    expect((await test.call(appealRemoval, { kind: 'post', id, message: ' ' }, await test.tokenFor(author))).status).toBe(400);
  });

  it('is not decided by who decided the report, made it, or wrote the content', async () => {
    const { first, second, tokens, appeal, decide, report_id } = await removedPost();
    await appeal();
    expect((await decide('uphold', tokens.first)).error.code).toBe('own_decision');
    expect((await decide('uphold', tokens.author)).status).toBe(404);
    await Reports.updateOne({ _id: report_id }, { $set: { by: second._id } });
    expect((await decide('uphold', tokens.second)).error.code).toBe('own_report');
    await Reports.updateOne({ _id: report_id }, { $set: { by: first._id } });
    expect((await decide('uphold', tokens.second)).status).toBe(200);
  });

  it('goes to the platform admins where nobody else in the society may decide', async () => {
    const admin = await buildUser();
    const society = await buildSociety({ admin });
    const [author, staff] = [await buildMember(society), await buildUser({ role: 'admin' })];
    const post = await buildPost({ society, author, removedAt: new Date() });
    const decidedBy = admin._id;
    const report = await buildReport({ object: post, society, about: author, status: 'removed', decidedBy, decidedAt: new Date() });
    const input = { kind: 'post', id: String(post._id), message: 'Why?' } as const;
    expect((await test.call(appealRemoval, input, await test.tokenFor(author))).status).toBe(200);
    await dispatch(String(report._id));
    expect(await Notifications.findOne({ user: staff._id }).lean()).toMatchObject({ type: 'appeal_opened', link: '/admin/reports' });
  });
});

describe('the decision of an appeal', () => {
  it('restores the post with the counters, and tells its author', async () => {
    const { society, author, second, post, tokens, appeal, decide, report_id } = await removedPost();
    const before = (await Societies.findById(society._id).lean())?.posts ?? 0;
    await appeal();
    await dispatch(report_id);
    const { status, data } = await decide('restore', tokens.second, 'Sorry');
    expect([status, data.Appeal?.status, data.Appeal?.Decided_By?.Name, data.Due_At]).toEqual([200, 'restored', second.name, null]);
    expect((await test.call(getPost, { post_id: String(post._id) })).status).toBe(200);
    expect((await Societies.findById(society._id).lean())?.posts).toBe(before + 1);
    await dispatch(report_id);
    const [notified] = (await test.call(getNotifications, {}, tokens.author)).data;
    expect(notified).toMatchObject({
      type: 'appeal_granted',
      actors: [],
      link: `/posts/${post._id}`,
      message: 'What you posted is shown again: Buy my watches (Sorry)',
    });
    expect(await typesOf(second)).not.toContain('appeal_opened');
    expect(await typesOf(author)).toContain('content_removed');
  });

  it('upholds the removal, and tells its author without the report', async () => {
    const { post, tokens, appeal, decide, report_id } = await removedPost();
    await appeal();
    await decide('uphold', tokens.second);
    await dispatch(report_id);
    expect((await test.call(getPost, { post_id: String(post._id) })).status).toBe(404);
    const [notified] = (await test.call(getNotifications, {}, tokens.author)).data;
    expect(notified).toMatchObject({ type: 'appeal_rejected', message: 'What you posted stays removed: Buy my watches' });
    expect(JSON.stringify(notified)).not.toContain(report_id);
  });

  it('is made once: a repeat is the same, another decision 409', async () => {
    const { tokens, appeal, decide } = await removedPost();
    await appeal();
    expect((await decide('uphold', tokens.second)).status).toBe(200);
    expect((await decide('uphold', tokens.second)).status).toBe(200);
    const { status, error } = await decide('restore', tokens.second);
    expect([status, error.code]).toEqual([409, 'already_resolved']);
  });

  it.each([
    ['comment', 'moderator', 200],
    ['event', 'moderator', 403],
    ['event', 'admin', 200],
  ] as const)('restores a %s: a %s gets %i', async (kind, role, expected) => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const post = await buildPost({ society });
    const removedAt = new Date();
    const object =
      kind === 'comment' ? await buildComment({ post, author, removedAt }) : await buildEvent({ society, creator: author, removedAt });
    const decidedBy = (await buildMember(society, 'admin'))._id;
    const report = await buildReport({ kind, object, society, about: author, status: 'removed', decidedBy, decidedAt: removedAt });
    const input = { kind, id: String(object._id), message: 'Why?' } as const;
    expect((await test.call(appealRemoval, input, await test.tokenFor(author))).status).toBe(200);
    const judge = await test.tokenFor(await buildMember(society, role));
    const { status } = await test.call(resolveAppeal, { report_id: String(report._id), action: 'restore' }, judge);
    expect(status).toBe(expected);
    const found = kind === 'comment' ? await Comments.findById(object._id).lean() : await Events.findById(object._id).lean();
    expect(found?.removedAt === null).toBe(expected === 200);
    if (kind === 'comment') expect((await Posts.findById(post._id).lean())?.comments).toBe(1);
  });
});

describe('an appeal whose author deletes the account', () => {
  it('is withdrawn with it: nobody is asked or told any more, and nothing comes back', async () => {
    const { society, author, second, post, tokens, appeal, decide, report_id } = await removedPost();
    await appeal();
    await dispatch(report_id);
    expect(await typesOf(second)).toContain('appeal_opened');
    expect((await test.call(deleteAccount, { password }, tokens.author)).status).toBe(200);
    await dispatch(report_id);
    for (const action of ['restore', 'uphold'] as const) {
      const { status, error } = await decide(action, tokens.second);
      expect([status, error.code]).toEqual([409, 'appeal_withdrawn']);
    }
    expect((await test.call(getPost, { post_id: String(post._id) })).status).toBe(404);
    expect(await typesOf(second)).not.toContain('appeal_opened');
    expect((await test.call(getWaiting, {}, tokens.second)).data.societies).toEqual([]);
    const of = { society_id: String(society._id) };
    const listed = await test.call(getReports, { ...of, status: 'removed' }, tokens.second);
    expect(listed.counts).toMatchObject({ appealed: 0, removed: 1 });
    expect(listed.data).toMatchObject([{ ID: report_id, Due_At: null, Appeal: { status: 'withdrawn', Decided_By: null } }]);
    expect((await typesOf(author)).filter((type) => type.startsWith('appeal_'))).toEqual([]);
  });
});

describe('an appeal about something that is gone', () => {
  it('waits for the platform admins after its society was deleted, and restores only once the society is back', async () => {
    const { society, post, author, tokens, appeal, decide, report_id } = await removedPost();
    const staff = await test.tokenFor(await buildUser({ role: 'admin' }));
    await appeal();
    await Societies.updateOne({ _id: society._id }, { $set: { removedAt: new Date() } });
    expect((await decide('restore', tokens.second)).status).toBe(404);
    const { status, error } = await decide('restore', staff);
    expect([status, error.code]).toEqual([409, 'not_restorable']);
    expect(await Reports.findById(report_id).lean()).toMatchObject({ appealed: true, appeal: { status: 'open' } });
    await dispatch(report_id);
    expect(await typesOf(author)).not.toContain('appeal_granted');
    await Societies.updateOne({ _id: society._id }, { $set: { removedAt: null } });
    expect((await decide('restore', staff)).status).toBe(200);
    expect((await Posts.findById(post._id).lean())?.removedAt).toBeNull();
  });

  it.each(['comment', 'event'] as const)('can be upheld, but not restored: a %s', async (kind) => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const removedAt = new Date();
    const post = await buildPost({ society, removedAt });
    const object =
      kind === 'comment' ? await buildComment({ post, author, removedAt }) : await buildEvent({ society, creator: author, removedAt });
    if (kind === 'event') await Societies.updateOne({ _id: society._id }, { $set: { removedAt } });
    const report = await buildReport({ kind, object, society, about: author, status: 'removed', decidedAt: removedAt });
    await test.call(appealRemoval, { kind, id: String(object._id), message: 'Why?' }, await test.tokenFor(author));
    const staff = await test.tokenFor(await buildUser({ role: 'admin' }));
    const decide = (action: 'uphold' | 'restore') => test.call(resolveAppeal, { report_id: String(report._id), action }, staff);
    expect((await decide('restore')).error.code).toBe('not_restorable');
    expect((await decide('uphold')).data.Appeal?.status).toBe('upheld');
  });
});

describe('an open page', () => {
  it('gets restored content with a version above that of the removal, which is not sent again', async () => {
    const { society, post, tokens, appeal, decide } = await removedPost();
    await appeal();
    const page = await openSocket(test.url, { token: tokens.author });
    await page.join(`society:${society._id}`);
    await decide('restore', tokens.second);
    const { payload } = await page.next(postCreated, ({ ID }) => ID === String(post._id));
    page.close();
    expect(payload.version).toBe(post.version + 2);
    const record = await Activities.findOne({ verb: 'post.removed', object: post._id }).lean().orFail();
    expect(await postRemovedVerb.messages(record, {})).toEqual([]);
  });

  it('loses removed content with the version of the removal', async () => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const page = await openSocket(test.url, { token: await test.tokenFor(await buildMember(society)) });
    await page.join(`society:${society._id}`);
    const reporter = await test.tokenFor(await buildUser());
    const report_id = (await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, reporter)).data.ID;
    await test.call(resolveReport, { report_id, action: 'remove' }, await test.tokenFor(await buildMember(society, 'moderator')));
    const { payload } = await page.next(postRemoved);
    page.close();
    expect(payload).toEqual({ post_id: String(post._id), society_id: String(society._id), version: post.version + 1 });
  });
});
