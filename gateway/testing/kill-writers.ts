import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { toggleAttendance } from '#models/contract/attendance';
import type { Call } from '#models/contract/define';
import { invite } from '#models/contract/invitations';
import { likePost, unlikePost } from '#models/contract/posts';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Uploads } from '#models/db/uploads';
import { type ApiResult, callApi } from '#models/testing/api-client';
import type { Random } from '#models/testing/demo/random';
import { type Creation, type CreationMaker, creationKinds, creationMakers } from './kill-creations.js';
import type { KillFixture, TestWriter } from './kill-fixture.js';

/** People who write with an `Idempotency-Key`, retry unanswered calls, and count what must exist in the end. */

const giveUpMs = 90_000;

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
