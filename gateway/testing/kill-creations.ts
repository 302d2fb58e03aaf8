import { randomUUID } from 'node:crypto';
import { createComment } from '#models/contract/comments';
import type { Call, DataOf, InputOf } from '#models/contract/define';
import { createEvent } from '#models/contract/event-changes';
import { sendEventMessage } from '#models/contract/event-messages';
import { askEventQuestion } from '#models/contract/event-questions';
import { createSeries } from '#models/contract/event-series';
import { invite } from '#models/contract/invitations';
import { askToJoin } from '#models/contract/join-requests';
import { planPost } from '#models/contract/planned-posts';
import { createPost } from '#models/contract/posts';
import { reportPost, reportThing } from '#models/contract/reports';
import { createSociety } from '#models/contract/society-creation';
import { createTicket, replyToTicket } from '#models/contract/support';
import { uploadImage } from '#models/contract/uploads';
import { Activities, type Verb } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import { EventMessages } from '#models/db/event-messages';
import { EventQuestions } from '#models/db/event-questions';
import { Events } from '#models/db/events';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { toId } from '#models/db/model';
import { PlannedPosts } from '#models/db/planned-posts';
import { Posts } from '#models/db/posts';
import { Reports } from '#models/db/reports';
import type { SocietyDoc } from '#models/db/societies';
import { Societies } from '#models/db/societies';
import { SupportRequests } from '#models/db/support-requests';
import { Uploads } from '#models/db/uploads';
import { type KillFixture, perPerson, type TestWriter } from './kill-fixture.js';

/** Creations of the writers: each call that takes an `Idempotency-Key`, and the count of what it must have made once. */

const week = 7 * 24 * 3_600_000;
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

const members = (society: string, { user }: TestWriter): Promise<number> =>
  Memberships.countDocuments({ society: toId(society), user: user._id });

/** A creating call, and the count of what it created. */
export interface Creation {
  call: Call;
  input: Record<string, unknown>;
  count(data: unknown): Promise<number>;
}

export type CreationMaker = (fixture: KillFixture, writer: TestWriter, serial: number) => Creation;

const creation = <C extends Call>(call: C, input: InputOf<C>, count: (data: DataOf<C>) => Promise<number>): Creation => ({
  call,
  input: input as Record<string, unknown>,
  count: count as Creation['count'],
});
const nth = <T>(list: readonly T[], serial: number): T => list[serial % list.length] as T;
const marker = (): string => `Kept once ${randomUUID()}`;
const created: readonly Verb[] = [
  'comment.created',
  'post.created',
  'event.created',
  'question.asked',
  'ticket.created',
  'request.created',
];
/** The larger count: of the thing, or of its record. */
const withRecord = async (things: Promise<number>, object: string): Promise<number> =>
  Math.max(await things, await Activities.countDocuments({ object: toId(object), verb: { $in: [...created] } }));

const comment: CreationMaker = ({ posts }, _who, serial) => {
  const content = marker();
  return creation(createComment, { post_id: nth(posts, serial), content }, ({ ID }) =>
    withRecord(Comments.countDocuments({ content }), ID),
  );
};

/** Limits a creation to as often as its objects last; afterwards it creates comments. */
const limited =
  (maker: CreationMaker): CreationMaker =>
  (fixture, writer, serial) =>
    serial < perPerson ? maker(fixture, writer, serial) : comment(fixture, writer, serial);

const eventOf = ({ _id }: SocietyDoc) => ({
  society_id: String(_id),
  title: marker(),
  description: 'Paper, string and a good wind.',
  category: 'Social' as const,
  date: new Date(Date.now() + week).toISOString().slice(0, 10),
  time: '18:00',
  location: 'The hill',
});

export const creationMakers: Record<string, CreationMaker> = {
  comment,
  post: ({ society }) => {
    const content = marker();
    return creation(createPost, { society_id: String(society._id), content }, ({ ID }) =>
      withRecord(Posts.countDocuments({ content }), ID),
    );
  },
  plannedPost: ({ society }) => {
    const content = marker();
    return creation(planPost, { society_id: String(society._id), content }, () => PlannedPosts.countDocuments({ content }));
  },
  eventMessage: limited((_stage, { events }, serial) => {
    const text = marker();
    const event_id = nth(events, serial);
    return creation(sendEventMessage, { event_id, to: 'going', text }, () => EventMessages.countDocuments({ text }));
  }),
  eventQuestion: (_stage, { events }, serial) => {
    const text = marker();
    return creation(askEventQuestion, { event_id: nth(events, serial), text }, ({ ID }) =>
      withRecord(EventQuestions.countDocuments({ text }), ID),
    );
  },
  event: ({ society }) => {
    const input = eventOf(society);
    return creation(createEvent, input, (id) => withRecord(Events.countDocuments({ title: input.title }), id));
  },
  series: ({ society }) => {
    const input = { ...eventOf(society), repeat: { every: 'week', count: 2 } } as const;
    return creation(createSeries, input, async () => (await Events.countDocuments({ title: input.title })) / 2);
  },
  society: (_stage, writer) => {
    const name = marker();
    const input = { name, description: 'Paper, string and a good wind.', category: 'Social' } as const;
    return creation(createSociety, input, async (id) => Math.max(await Societies.countDocuments({ name }), await members(id, writer)));
  },
  ticket: () => {
    const subject = marker();
    return creation(createTicket, { category: 'general', subject, content: 'Locked out.' }, (id) =>
      withRecord(SupportRequests.countDocuments({ subject }), id),
    );
  },
  reply: limited((_stage, { tickets }, serial) => {
    const ticket_id = nth(tickets, serial);
    const replies = async () => (await SupportRequests.findById(ticket_id).lean())?.replies.length ?? 0;
    return creation(replyToTicket, { ticket_id, content: marker() }, replies);
  }),
  reportPost: limited(({ posts }, writer, serial) => {
    const post = nth(posts, serial);
    const one = { object: toId(post), by: writer.user._id };
    return creation(reportPost, { post_id: post, message: 'Spam' }, () => Reports.countDocuments(one));
  }),
  report: limited(({ strangers }, writer, serial) => {
    const id = nth(strangers, serial);
    const one = { object: toId(id), by: writer.user._id };
    return creation(reportThing, { kind: 'user', id, message: 'Spam' }, () => Reports.countDocuments(one));
  }),
  invitation: limited(({ society, strangers }, _who, serial) => {
    const user_id = nth(strangers, serial);
    const one = { society: society._id, user: toId(user_id) };
    return creation(invite, { society_id: String(society._id), user_id }, () => Invitations.countDocuments(one));
  }),
  membership: limited(({ open }, writer, serial) => {
    const society_id = nth(open, serial);
    return creation(askToJoin, { society_id }, () => members(society_id, writer));
  }),
  request: limited(({ closed }, writer, serial) => {
    const society_id = nth(closed, serial);
    const one = { society: toId(society_id), user: writer.user._id };
    return creation(askToJoin, { society_id }, ({ Request_ID }) => withRecord(JoinRequests.countDocuments(one), String(Request_ID)));
  }),
  upload: (_stage, writer) => {
    // Uploads are counted by owner, since all files are equal.
    const image = new File([onePixel], 'pixel.png', { type: 'image/png' });
    return creation(uploadImage, { image }, async ({ ID }) => Uploads.countDocuments({ _id: toId(ID), owner: writer.user._id }));
  },
};

export const creationKinds = Object.keys(creationMakers);
/** Calls that the writers make. */
export const killTestedCalls: readonly Call[] = [
  createComment,
  createPost,
  planPost,
  sendEventMessage,
  askEventQuestion,
  createEvent,
  createSeries,
  createSociety,
  createTicket,
  replyToTicket,
  reportPost,
  reportThing,
  invite,
  askToJoin,
  uploadImage,
];
