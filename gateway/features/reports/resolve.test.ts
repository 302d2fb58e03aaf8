import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { deleteEvent } from '#models/contract/event-changes';
import { getNotifications } from '#models/contract/notifications';
import { getPost } from '#models/contract/posts';
import { getReports, reportPost, reportResolved, reportTaken, reportThing, resolveReport, takeReport } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import { Activities } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import { Events } from '#models/db/events';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { Reports } from '#models/db/reports';
import { Sessions } from '#models/db/sessions';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import { buildComment, buildEvent, buildMember, buildPost, buildReport, buildSociety, buildUser } from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { testSettings } from '#models/testing/settings';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(async () => {
  log.close();
});

const platformAdmin = async () => test.tokenFor(await buildUser({ role: 'admin' }));

describe('reporting', () => {
  it.each(['comment', 'event', 'society', 'user'] as const)('stores one open report of a %s', async (kind) => {
    const society = await buildSociety();
    const made = {
      comment: () => buildComment({}),
      event: () => buildEvent({ society }),
      society: async () => society,
      user: () => buildUser(),
    };
    const { _id } = await made[kind]();
    const token = await test.tokenFor(await buildUser());
    const input = { kind, id: String(_id), message: 'Not right' };
    const first = await test.call(reportThing, input, token);
    expect(first.status).toBe(200);
    expect((await test.call(reportThing, input, token)).data.ID).toBe(first.data.ID);
    expect(await Reports.countDocuments({ object: _id })).toBe(1);
    const all = await test.call(getReports, {}, await platformAdmin());
    expect(all.data.find(({ ID }) => ID === first.data.ID)).toMatchObject({ kind, object: String(_id), message: 'Not right' });
  });

  it.each(['post', 'comment', 'event', 'user'] as const)('is refused for an own %s, with a message', async (kind) => {
    const society = await buildSociety();
    const me = await buildMember(society);
    const token = await test.tokenFor(me);
    const made = {
      post: () => buildPost({ society, author: me }),
      comment: async () => buildComment({ post: await buildPost({ society }), author: me }),
      event: () => buildEvent({ society, creator: me }),
      user: async () => me,
    };
    const id = String((await made[kind]())._id);
    const answer =
      kind === 'post'
        ? await test.call(reportPost, { post_id: id, message: 'Mine' }, token)
        : await test.call(reportThing, { kind, id, message: 'Mine' }, token);
    expect([answer.status, answer.error.error_message]).toEqual([403, 'You cannot report your own content.']);
    expect(await Reports.countDocuments({ by: me._id })).toBe(0);
    if (kind === 'post') expect((await test.call(getPost, { post_id: id }, token)).data.Can.report).toBe(false);
  });

  it('of an invisible object is 404, without a reason 400', async () => {
    const society = await buildSociety({ privacy: { visibility: 'invite-only' } });
    const event = await buildEvent({ society });
    const token = await test.tokenFor(await buildUser());
    const report = async (kind: string, id: unknown, message = 'No') =>
      (await test.call(reportThing, { kind, id: String(id), message }, token)).status;
    expect(await report('society', society._id)).toBe(404);
    expect(await report('event', event._id)).toBe(404);
    expect(await report('user', event._id)).toBe(404);
    expect(await report('user', (await buildUser())._id, ' ')).toBe(400);
    expect(await report('post', event._id)).toBe(400);
  });
});

describe('the list of reports', () => {
  it("is for the society's moderators and admins, without reports about themselves", async () => {
    const society = await buildSociety();
    const [moderator, author] = [await buildMember(society, 'moderator'), await buildMember(society)];
    const reporter = await test.tokenFor(await buildUser());
    const posts = [await buildPost({ society, author }), await buildPost({ society, author: moderator })];
    for (const post of posts) await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, reporter);
    const read = async (token: string) => test.call(getReports, { society_id: String(society._id) }, token);
    const seen = await read(await test.tokenFor(moderator));
    expect(seen.data.map(({ About }) => About)).toEqual([String(author._id)]);
    expect(seen.counts.open).toBe(1);
    expect(seen.data[0]).toMatchObject({ kind: 'post', Society_ID: String(society._id), status: 'open', link: `/posts/${posts[0]!._id}` });
    expect((await read(await test.tokenFor(await buildMember(society, 'admin')))).data).toHaveLength(2);
    expect((await read(await platformAdmin())).counts).toEqual({ open: 2, appealed: 0, dismissed: 0, removed: 0, noted: 0 });
    expect((await read(await test.tokenFor(author))).status).toBe(403);
    expect((await test.call(getReports, {}, await test.tokenFor(moderator))).status).toBe(403);
  });
});

describe('taking a report', () => {
  async function scenario() {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const report = await buildReport({ object: post, society, about: await buildMember(society) });
    const [first, second] = [await buildMember(society, 'moderator'), await buildMember(society, 'admin')];
    const take = async (who: typeof first, taken: boolean) =>
      test.call(takeReport, { report_id: String(report._id), taken }, await test.tokenFor(who));
    return { society, report, first, second, take };
  }

  it('shows its taker to all moderators, once', async () => {
    const { society, report, first, take } = await scenario();
    await log.published();
    const { data } = await take(first, true);
    expect(data).toMatchObject({ Taken_By: { ID: String(first._id), Name: first.name }, version: report.version + 1 });
    expect((await take(first, true)).data.version).toBe(data.version);
    await drain();
    const published = (await log.published()).filter(({ message }) => message === reportTaken.name);
    expect(published.map(({ payload }) => payload)).toEqual([{ report_id: data.ID, Taken_By: data.Taken_By, version: data.version }]);
    expect(published[0]?.rooms.toSorted()).toEqual([roomOf('platform'), roomOf('societyModerators', String(society._id))].toSorted());
  });

  it('moves it from another moderator; only its taker puts it back', async () => {
    const { first, second, take } = await scenario();
    await take(first, true);
    expect((await take(second, true)).data.Taken_By?.ID).toBe(String(second._id));
    expect((await take(first, false)).data.Taken_By?.ID).toBe(String(second._id));
    expect((await take(second, false)).data.Taken_By).toBeNull();
  });

  it('is refused once it is decided, and the decision shows no taker', async () => {
    const { report, first, take } = await scenario();
    await take(first, true);
    const input = { report_id: String(report._id), action: 'dismiss', note: '' } as const;
    const { data } = await test.call(resolveReport, input, await test.tokenFor(first));
    expect(data.Taken_By).toBeNull();
    const { status, error } = await take(first, true);
    expect([status, error.code]).toEqual([409, 'already_resolved']);
  });
});

describe('resolving a report', () => {
  /** Runs the jobs of a report's outcome. */
  const dispatch = async (ids: unknown[]) => {
    await drain();
    for (const record of await Activities.find({ object: { $in: ids as never[] }, verb: 'report.resolved' }).lean())
      await handlers['activity.dispatch']({ kind: 'activity', id: String(record._id), version: 1 }, silent, testSettings);
  };

  it('by removal removes the post, settles every report of it, and notifies reporters and the author once', async () => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const post = await buildPost({ society, author, content: 'Buy my watches' });
    const reporters = [await buildUser(), await buildUser()];
    const ids: string[] = [];
    for (const reporter of reporters)
      ids.push((await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, await test.tokenFor(reporter))).data.ID);
    const token = await test.tokenFor(await buildMember(society, 'moderator'));
    await log.published();
    const { status, data } = await test.call(resolveReport, { report_id: ids[0]!, action: 'remove', note: 'No selling' }, token);
    expect([status, data.status, data.note]).toEqual([200, 'removed', 'No selling']);
    const published = (await log.published()).filter(({ message }) => message === reportResolved.name);
    expect(published.map(({ payload }) => (payload as { report_id: string }).report_id).toSorted()).toEqual(ids.toSorted());
    expect(published[0]?.rooms.toSorted()).toEqual([roomOf('platform'), roomOf('societyModerators', String(society._id))].toSorted());
    expect((await test.call(getPost, { post_id: String(post._id) })).status).toBe(404);
    await dispatch([...ids]);
    for (const reporter of reporters) {
      const [notified, ...more] = await Notifications.find({ user: reporter._id, type: 'report_outcome' }).lean();
      expect([notified?.params, more]).toEqual([{ reason: 'No selling' }, []]);
    }
    const authorNotifications = await Notifications.find({ user: author._id }).lean();
    expect(authorNotifications.map(({ type, params }) => [type, params.excerpt, params.reason])).toEqual([
      ['content_removed', 'Buy my watches', 'No selling'],
    ]);
  });

  it.each([
    [undefined, 'spam', { rule: 'spam' }],
    ['harassment', 'harassment', { rule: 'harassment' }],
    ['something_else', 'something_else', {}],
  ] as const)('for the rule %s, reported as spam, is given to both as %s', async (reason, rule, params) => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const post = await buildPost({ society, author, content: 'Buy my watches' });
    const reporter = await buildUser();
    const input = { post_id: String(post._id), message: 'Again', reason: 'spam' } as const;
    const report_id = (await test.call(reportPost, input, await test.tokenFor(reporter))).data.ID;
    const token = await test.tokenFor(await buildMember(society, 'moderator'));
    const { data } = await test.call(resolveReport, { report_id, action: 'remove', ...(reason && { reason }) }, token);
    expect([data.reason, data.Rule]).toEqual(['spam', rule]);
    await dispatch([report_id as never]);
    expect(await Notifications.findOne({ user: reporter._id }).lean()).toMatchObject({
      type: 'report_outcome',
      params: { reason: '', ...params },
    });
    const [toAuthor] = (await test.call(getNotifications, {}, await test.tokenFor(author))).data;
    expect(toAuthor?.message).toBe(
      {
        spam: 'The moderators removed what you posted: Buy my watches. Broken rule: Spam.',
        harassment: 'The moderators removed what you posted: Buy my watches. Broken rule: Harassment.',
        something_else: 'The moderators removed what you posted: Buy my watches',
      }[rule],
    );
  });

  it('refuses a reason of its own', async () => {
    const post = await buildPost();
    const input = { post_id: String(post._id), message: 'Again', reason: 'boring' } as never;
    const { status, error } = await test.call(reportPost, input, await test.tokenFor(await buildUser()));
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['reason']]);
  });

  it('by removal removes a comment and decrements the count', async () => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const comment = await buildComment({ post });
    const report = await buildReport({ kind: 'comment', object: comment._id, society, about: comment.author });
    const token = await test.tokenFor(await buildMember(society, 'admin'));
    expect((await test.call(resolveReport, { report_id: String(report._id), action: 'remove' }, token)).status).toBe(200);
    expect((await Comments.findById(comment._id).lean())?.removedAt).not.toBeNull();
    expect((await Posts.findById(post._id).lean())?.comments).toBe(0);
  });

  it.each(['event', 'society', 'user'] as const)('by a platform admin’s removal ends a %s', async (kind) => {
    const society = await buildSociety();
    const user = await buildUser();
    await test.tokenFor(user);
    const object = { event: await buildEvent({ society }), society, user }[kind];
    const report = await buildReport({ kind, object: object._id, about: user });
    const { status } = await test.call(
      resolveReport,
      { report_id: String(report._id), action: 'remove', note: 'Enough' },
      await platformAdmin(),
    );
    expect(status).toBe(200);
    if (kind === 'event') expect((await Events.findById(object._id).lean())?.removedAt).not.toBeNull();
    if (kind === 'society') expect((await Societies.findById(object._id).lean())?.removedAt).not.toBeNull();
    if (kind !== 'user') return;
    expect(await Users.findById(user._id).lean()).toMatchObject({ suspendedFor: 'Enough' });
    expect(await Sessions.countDocuments({ user: user._id })).toBe(0);
  });

  it.each([
    ['moderator', 'post', 200],
    ['moderator', 'comment', 200],
    ['moderator', 'event', 403],
    ['admin', 'event', 200],
  ] as const)('by removal of a %s: a %s gets %i, as for deleting it', async (role, kind, expected) => {
    const society = await buildSociety();
    const token = await test.tokenFor(await buildMember(society, role));
    const post = await buildPost({ society });
    const event = await buildEvent({ society });
    const object = { post, event, comment: await buildComment({ post }) }[kind];
    const report = await buildReport({ kind, object: object._id, society });
    const answer = await test.call(resolveReport, { report_id: String(report._id), action: 'remove' }, token);
    expect(answer.status).toBe(expected);
    if (kind !== 'event') return;
    const isGone = (await Events.findById(event._id).lean())?.removedAt !== null;
    expect([isGone, (await Reports.findById(report._id).lean())?.status]).toEqual(expected === 200 ? [true, 'removed'] : [false, 'open']);
    expect((await test.call(deleteEvent, { event_id: String(event._id) }, token)).status).toBe(expected === 200 ? 404 : 403);
  });

  it.each([
    ['moderator', 'dismiss'],
    ['admin', 'remove'],
    ['platform admin', 'note'],
  ] as const)('is refused to a %s for their own report, to %s it', async (role, action) => {
    const society = await buildSociety();
    const by = role === 'platform admin' ? await buildUser({ role: 'admin' }) : await buildMember(society, role);
    const token = await test.tokenFor(by);
    const post = await buildPost({ society });
    const { data } = await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, token);
    const answer = await test.call(resolveReport, { report_id: data.ID, action, note: 'Mine' }, token);
    expect([answer.status, answer.error.code]).toEqual([403, 'own_report']);
    const other = await test.tokenFor(await buildMember(society, 'moderator'));
    expect((await test.call(resolveReport, { report_id: data.ID, action, note: 'Theirs' }, other)).status).toBe(200);
  });

  it('is refused to a platform admin about themselves', async () => {
    const about = await buildUser({ role: 'admin' });
    const report = await buildReport({ object: (await buildPost({ author: about }))._id, about });
    const { error } = await test.call(resolveReport, { report_id: String(report._id), action: 'dismiss' }, await test.tokenFor(about));
    expect(error.code).toBe('own_report');
  });

  it('does not suspend a platform admin: nothing is decided', async () => {
    const report = await buildReport({ kind: 'user', object: (await buildUser({ role: 'admin' }))._id });
    const { status } = await test.call(resolveReport, { report_id: String(report._id), action: 'remove' }, await platformAdmin());
    expect(status).toBe(403);
    expect((await Reports.findById(report._id).lean())?.status).toBe('open');
  });

  it('by dismissal keeps the post and notifies only the reporter; a repeat is the same, another decision 409', async () => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const post = await buildPost({ society, author });
    const report = await buildReport({ object: post._id, society, about: author });
    const token = await test.tokenFor(await buildMember(society, 'moderator'));
    const input = { report_id: String(report._id), action: 'dismiss' };
    expect((await test.call(resolveReport, input, token)).data.status).toBe('dismissed');
    expect((await test.call(resolveReport, input, token)).status).toBe(200);
    const other = await test.call(resolveReport, { ...input, action: 'remove' }, token);
    expect([other.status, other.error.code]).toEqual([409, 'already_resolved']);
    await dispatch([report._id]);
    expect((await Posts.findById(post._id).lean())?.removedAt).toBeNull();
    expect(await Notifications.countDocuments({ user: report.by, type: 'report_outcome' })).toBe(1);
    expect(await Notifications.countDocuments({ user: author._id })).toBe(0);
  });

  it('by two people at once: one decides, the other gets 409', async () => {
    const society = await buildSociety();
    const report = await buildReport({ object: (await buildPost({ society }))._id, society });
    const tokens = [await test.tokenFor(await buildMember(society, 'admin')), await test.tokenFor(await buildMember(society, 'admin'))];
    const answers = await Promise.all([
      test.call(resolveReport, { report_id: String(report._id), action: 'dismiss' }, tokens[0]),
      test.call(resolveReport, { report_id: String(report._id), action: 'note' }, tokens[1]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['a member', 404],
    ['the reported person', 404],
    ['an outsider', 404],
    ['a platform admin', 200],
  ] as const)('by %s answers %i', async (who, expected) => {
    const society = await buildSociety();
    const about = await buildMember(society, 'moderator');
    const report = await buildReport({ object: (await buildPost({ society, author: about }))._id, society, about });
    const users = {
      'a member': () => buildMember(society),
      'the reported person': async () => about,
      'an outsider': () => buildUser(),
      'a platform admin': () => buildUser({ role: 'admin' }),
    };
    const { status } = await test.call(
      resolveReport,
      { report_id: String(report._id), action: 'note', note: 'Please look again' },
      await test.tokenFor(await users[who]()),
    );
    expect(status).toBe(expected);
  });
});
