import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { toggleAttendance } from '#models/contract/attendance';
import { createComment } from '#models/contract/comments';
import type { Call, DataOf, InputOf } from '#models/contract/define';
import { createEvent } from '#models/contract/event-changes';
import { createSeries } from '#models/contract/event-series';
import { invite } from '#models/contract/invitations';
import { askToJoin } from '#models/contract/join-requests';
import { createPost, likePost, unlikePost } from '#models/contract/posts';
import { reportPost, reportThing } from '#models/contract/reports';
import { createSociety } from '#models/contract/society-creation';
import { createTicket, replyToTicket } from '#models/contract/support';
import { uploadImage } from '#models/contract/uploads';
import { Activities, type Verb } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import { Events } from '#models/db/events';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { Reports } from '#models/db/reports';
import type { SocietyDoc } from '#models/db/societies';
import { Societies } from '#models/db/societies';
import { SupportRequests } from '#models/db/support-requests';
import { Uploads } from '#models/db/uploads';
import { type ApiResult, callApi } from '#models/testing/api-client';
import type { Random } from '#models/testing/demo/random';
import { type KillFixture, perPerson, type TestWriter } from './kill-fixture.js';

/** People who write with an `Idempotency-Key`, retry unanswered calls, and count what must exist in the end. */

const giveUpMs = 90_000;
const week = 7 * 24 * 3_600_000;
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** A creating call, and the count of what it created. */
interface Creation {
  call: Call;
  input: Record<string, unknown>;
  count(data: unknown): Promise<number>;
}

type CreationMaker = (fixture: KillFixture, writer: TestWriter, serial: number) => Creation;

const creation = <C extends Call>(call: C, input: InputOf<C>, count: (data: DataOf<C>) => Promise<number>): Creation => ({
  call,
  input: input as Record<string, unknown>,
  count: count as Creation['count'],
});
const nth = <T>(list: readonly T[], serial: number): T => list[serial % list.length] as T;
const marker = (): string => `Kept once ${randomUUID()}`;
const created: readonly Verb[] = ['comment.created', 'post.created', 'event.created', 'ticket.created', 'request.created'];
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

const creationMakers: Record<string, CreationMaker> = {
  comment,
  post: ({ society }) => {
    const content = marker();
    return creation(createPost, { society_id: String(society._id), content }, ({ ID }) =>
      withRecord(Posts.countDocuments({ content }), ID),
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
const creationKinds = Object.keys(creationMakers);
/** Calls that the writers make. */
export const killTestedCalls: readonly Call[] = [
  createComment,
  createPost,
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

const members = (society: string, { user }: TestWriter): Promise<number> =>
  Memberships.countDocuments({ society: toId(society), user: user._id });

/** Failures, and what must exist in the end. */
export interface Ledger {
  faults: string[];
  made: { what: string; count(): Promise<number> }[];
  uploads: Map<string, number>;
  /** State of each like, as last acknowledged. */
  likes: Map<string, boolean>;
  /** People whose invitation was acknowledged, by id. */
  invited: Set<string>;
  /** Calls that wait for an answer. */
  pending: Set<Call>;
}

/** Empty ledger of a round. */
export const newLedger = (): Ledger => ({
  faults: [],
  made: [],
  uploads: new Map(),
  likes: new Map(),
  invited: new Set(),
  pending: new Set(),
});

/** Calls once; null where the gateway ended the connection. A call that hangs is a fault. */
async function askOnce(url: string, call: Call, input: unknown, token: string, headers: Record<string, string>, ledger: Ledger) {
  ledger.pending.add(call);
  try {
    return await callApi(url, call, input as never, token, headers);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') ledger.faults.push(`${call.name} hung.`);
    return null;
  } finally {
    ledger.pending.delete(call);
  }
}

/** Retries a call until it succeeds or fails for good. */
async function askUntilAnswered(
  { url }: KillFixture,
  { call, input }: Pick<Creation, 'call' | 'input'>,
  { token }: TestWriter,
  headers: Record<string, string>,
  ledger: Ledger,
): Promise<ApiResult<Call>> {
  const until = Date.now() + giveUpMs;
  for (;;) {
    const answer = await askOnce(url, call, input, token, headers, ledger);
    if (answer && answer.status < 300) return answer;
    if (answer && answer.status !== 503 && answer.code !== 'in_progress') throw new Error(`${call.name}: ${answer.status} ${answer.code}`);
    if (Date.now() > until) throw new Error(`${call.name} was never answered.`);
    await sleep(150);
  }
}

const counters = ['Likes', 'CommentsCount', 'Member_Count', 'Event_Count', 'Post_Count', 'rev'];
/** The answer without counters: if the store dies before the first answer is stored, those of the repeat are newer. */
const withoutCounters = (data: unknown): object =>
  Object.fromEntries(Object.entries(data as object).filter(([name]) => !counters.includes(name)));

const commentShare = 0.5;
const againShare = 0.2;

/** Creates one thing after the other until `isOver`. */
export async function write(
  fixture: KillFixture,
  writer: TestWriter,
  random: Random,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  const serials = new Map<string, number>();
  while (!isOver()) {
    const kind = random.chance(commentShare) ? 'comment' : random.pick(creationKinds);
    const serial = serials.get(kind) ?? 0;
    serials.set(kind, serial + 1);
    const one = (creationMakers[kind] as CreationMaker)(fixture, writer, serial);
    const headers = { 'idempotency-key': randomUUID() };
    try {
      const { data } = await askUntilAnswered(fixture, one, writer, headers, ledger);
      ledger.made.push({ what: `${kind} ${serial} of ${writer.user._id}`, count: () => one.count(data) });
      if (one.call === invite) ledger.invited.add(one.input.user_id as string);
      if (kind === 'upload') ledger.uploads.set(String(writer.user._id), (ledger.uploads.get(String(writer.user._id)) ?? 0) + 1);
      if (!random.chance(againShare)) continue;
      const again = await askUntilAnswered(fixture, one, writer, headers, ledger);
      if (!isDeepStrictEqual(withoutCounters(again.data), withoutCounters(data)))
        ledger.faults.push(`${kind}: ${JSON.stringify(data)} and ${JSON.stringify(again.data)}`);
    } catch (error) {
      ledger.faults.push(String(error));
    }
  }
}

/** Likes and unlikes, and takes and gives back a seat, until `isOver`. */
export async function like(fixture: KillFixture, writer: TestWriter, random: Random, ledger: Ledger, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const post_id = random.pick(fixture.posts);
    const isLike = random.chance(0.6);
    const status = random.chance(0.6) ? 'attending' : 'not_attending';
    try {
      await askUntilAnswered(fixture, { call: isLike ? likePost : unlikePost, input: { post_id } }, writer, {}, ledger);
      ledger.likes.set(`${post_id}/${writer.user._id}`, isLike);
      // A refusal of a full event counts as an answer.
      await askOnce(fixture.url, toggleAttendance, { event_id: fixture.event, status }, writer.token, {}, ledger);
    } catch (error) {
      ledger.faults.push(String(error));
    }
    await sleep(random.int(50, 250));
  }
}

/** Lists the invited people without a notification. */
export async function findUnnotified({ invited }: Ledger): Promise<string[]> {
  const notified = new Set((await Notifications.distinct('user', { user: { $in: [...invited].map(toId) } })).map(String));
  return [...invited].filter((id) => !notified.has(id)).map((id) => `${id} was invited, and has no notification`);
}

/** Lists what does not exist exactly once, and likes that differ from the acknowledged state. */
export async function findLosses(ledger: Ledger, liked: ReadonlySet<string>): Promise<string[]> {
  const wrong = [...ledger.faults];
  for (const { what, count } of ledger.made) {
    const found = await count();
    if (found !== 1) wrong.push(`${what} is there ${found} times`);
  }
  for (const [owner, expected] of ledger.uploads) {
    const found = await Uploads.countDocuments({ owner: toId(owner) });
    if (found !== expected) wrong.push(`${expected} uploads of ${owner} are there ${found} times`);
  }
  for (const [key, on] of ledger.likes) if (liked.has(key) !== on) wrong.push(`the like ${key} is ${!on}`);
  return wrong;
}
