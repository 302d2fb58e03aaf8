import { afterEach, describe, expect, it, vi } from 'vitest';
import { bus as openedBus } from '#models/bus/connections';
import { type RecordDoc, recordActivity, refOf } from '#models/bus/records';
import type { Verb } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import { EventQuestions } from '#models/db/event-questions';
import { Events } from '#models/db/events';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { transaction } from '#models/db/transaction';
import {
  buildBookmark,
  buildComment,
  buildEvent,
  buildEventQuestion,
  buildInvitation,
  buildJoinRequest,
  buildMember,
  buildPost,
  buildSociety,
} from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch, dispatchDefaults } from './dispatch.js';

setUpTestBus();
afterEach(() => {
  vi.restoreAllMocks();
});

interface Happening {
  verb: Verb;
  object: Id;
  actor: Id;
  society: Id;
  params?: Record<string, string>;
}
const record = (happening: Happening): Promise<RecordDoc> =>
  transaction((session) => recordActivity(session, { open: true, ...happening }));

const refuseNextMessage = () => vi.spyOn(openedBus().redis, 'xadd').mockRejectedValueOnce(new Error('Command timed out'));

/** Replaces inserts of notifications by a function that gets the real one, and the number of inserts so far. */
function replaceInserts(replace: (insert: () => Promise<unknown>, nth: number) => Promise<unknown>): void {
  const { collection } = Notifications;
  const insert = collection.insertMany.bind(collection) as (...args: unknown[]) => Promise<unknown>;
  let nth = 0;
  vi.spyOn(collection, 'insertMany').mockImplementation(((...args: unknown[]) => replace(() => insert(...args), ++nth)) as never);
}

/** Runs a task before the next insert of notifications, and refuses its first message. */
function beforeInsert(task: () => Promise<unknown>): void {
  replaceInserts(async (insert, nth) => {
    if (nth === 1) {
      await task();
      refuseNextMessage();
    }
    return insert();
  });
}

const removed = { $set: { removedAt: new Date() } };

interface Removal {
  created: Happening;
  gone: Happening;
  /** Somebody who is notified of the record. */
  reader: { _id: Id };
  remove: () => Promise<unknown>;
}

const happenings = {
  post: async () => {
    const society = await buildSociety();
    const [author, reader] = [await buildMember(society), await buildMember(society)];
    const { _id: object } = await buildPost({ society, author });
    const about = { object, actor: author._id, society: society._id };
    return {
      created: { verb: 'post.created', ...about },
      gone: { verb: 'post.removed', ...about },
      reader,
      remove: () => Posts.updateOne({ _id: object }, removed),
    };
  },
  comment: async () => {
    const post = await buildPost();
    const { _id: object, author } = await buildComment({ post });
    const about = { object, actor: author, society: post.society, params: { post: String(post._id) } };
    return {
      created: { verb: 'comment.created', ...about },
      gone: { verb: 'comment.removed', ...about },
      reader: { _id: post.author },
      remove: () => Comments.updateOne({ _id: object }, removed),
    };
  },
  event: async () => {
    const society = await buildSociety();
    const reader = await buildMember(society);
    const { _id: object, creator } = await buildEvent({ society });
    const about = { object, actor: creator, society: society._id };
    return {
      created: { verb: 'event.created', ...about },
      gone: { verb: 'event.removed', ...about },
      reader,
      remove: () => Events.updateOne({ _id: object }, removed),
    };
  },
  'change of an event': async () => {
    const society = await buildSociety();
    const reader = await buildMember(society);
    const event = await buildEvent({ society });
    await buildBookmark({ event, user: reader._id });
    const about = { object: event._id, actor: event.creator, society: society._id };
    return {
      created: { verb: 'event.updated', ...about, params: { changed: 'time' } },
      gone: { verb: 'event.removed', ...about },
      reader,
      remove: () => Events.updateOne({ _id: event._id }, removed),
    };
  },
  question: async () => {
    const society = await buildSociety();
    const reader = await buildMember(society, 'admin');
    const event = await buildEvent({ society });
    const { _id: object, asker } = await buildEventQuestion({ event });
    const about = { object, actor: asker, society: society._id };
    return {
      created: { verb: 'question.asked', ...about },
      gone: { verb: 'question.removed', ...about },
      reader,
      remove: () => EventQuestions.updateOne({ _id: object }, removed),
    };
  },
  answer: async () => {
    const event = await buildEvent();
    const { _id: object, asker } = await buildEventQuestion({ event, answer: 'At eight.', answeredAt: new Date() });
    const about = { object, actor: event.creator, society: event.society };
    return {
      created: { verb: 'question.answered', ...about },
      gone: { verb: 'question.removed', ...about },
      reader: { _id: asker },
      remove: () => EventQuestions.updateOne({ _id: object }, removed),
    };
  },
  invitation: async () => {
    const { _id: object, user, by, society } = await buildInvitation();
    const about = { object, actor: by, society };
    return {
      created: { verb: 'invitation.created', ...about },
      gone: { verb: 'invitation.closed', ...about },
      reader: { _id: user as Id },
      remove: () => Invitations.updateOne({ _id: object }, { $set: { status: 'ended' }, $unset: { open: 1 } }),
    };
  },
  'request to join': async () => {
    const society = await buildSociety();
    const reader = await buildMember(society, 'admin');
    const { _id: object, user } = await buildJoinRequest({ society });
    const about = { object, actor: user, society: society._id };
    return {
      created: { verb: 'request.created', ...about },
      gone: { verb: 'request.withdrawn', ...about },
      reader,
      remove: () => JoinRequests.updateOne({ _id: object }, { $set: { status: 'withdrawn' } }),
    };
  },
} satisfies Record<string, () => Promise<Removal>>;

describe('an attempt that failed while its object was removed', () => {
  it.each(Object.keys(happenings) as (keyof typeof happenings)[])(
    'leaves no notification of the %s after the next attempt',
    async (what) => {
      const { created, gone, reader, remove } = (await happenings[what]()) as Removal;
      const ref = refOf(await record(created));
      beforeInsert(async () => {
        await remove();
        await dispatch(refOf(await record(gone)));
      });
      await expect(dispatch(ref)).rejects.toThrow('Command timed out');
      expect(await Notifications.countDocuments({ user: reader._id, tellings: ref.id })).toBe(1);
      await dispatch(ref);
      expect(await Notifications.countDocuments({ tellings: ref.id })).toBe(0);
    },
  );
});

it('no batch is written any more once an attempt has failed', async () => {
  const society = await buildSociety();
  const author = await buildMember(society);
  for (let i = 0; i < 3; i++) await buildMember(society);
  const post = await buildPost({ society, author });
  const ref = refOf(await record({ verb: 'post.created', object: post._id, actor: author._id, society: society._id }));
  let [begun, ended] = [0, 0];
  replaceInserts(async (insert, nth) => {
    begun = nth;
    // The first one ends at once; others are slow.
    if (nth > 1) await new Promise((resolve) => setTimeout(resolve, 500));
    const result = await insert();
    ended += 1;
    return result;
  });
  refuseNextMessage();
  await expect(dispatch(ref, { ...dispatchDefaults, batch: 1 })).rejects.toThrow('Command timed out');
  expect(begun).toBeGreaterThan(1);
  expect(ended).toBe(begun);
});
