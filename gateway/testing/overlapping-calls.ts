import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallResult, startTestApp, type TestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { deleteAccount } from '#models/contract/account';
import type { Call, InputOf } from '#models/contract/define';
import type { SocietyRole } from '#models/contract/societies';
import { Events } from '#models/db/events';
import { clearReadCache } from '#models/db/loader';
import { models } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildMember, buildSociety, buildUser } from '#models/testing/builders';
import type { SocietyOver } from '#models/testing/fields';
import { overlap, type WriteOrder } from '#models/testing/overlap';
import { testSettings } from '#models/testing/settings';
import { erasePerson } from '#workers/accounts/erase-person';
import { recomputeMarked } from '#workers/sweeper/recompute-counters';
import { sweepDefaults } from '#workers/sweeper/sweeper';
import { brokenInvariants } from './invariants.js';

export type PendingCall = () => Promise<Pick<CallResult<Call>, 'status' | 'data' | 'error'>>;

export const password = 'knafeh-2026';

/** A person who calls. */
export interface Actor {
  user: UserDoc;
  id: string;
  ask<C extends Call>(call: C, input: InputOf<C>, headers?: Record<string, string>): PendingCall;
}

/** Creates people and societies. */
export interface Actors {
  test: TestApp;
  person(over?: Partial<UserDoc>): Promise<Actor>;
  member(society: SocietyDoc, role?: SocietyRole, over?: Partial<UserDoc>): Promise<Actor>;
  /** A call without a session. */
  anybody<C extends Call>(call: C, input: InputOf<C>): PendingCall;
  society(over?: SocietyOver): Promise<{ society: SocietyDoc; society_id: string; admin: Actor }>;
}

/** Two calls, and their expected outcome. */
interface CallPair {
  calls: [PendingCall, PendingCall];
  /** Number of the two that succeed, where it is the same in any order; the others are refused. */
  expectedSuccesses?: 0 | 1 | 2;
  after?(): Promise<void>;
}

export type PairSetup = (actors: Actors) => Promise<CallPair>;

function actorsOf(test: TestApp): Actors {
  const actor = async (user: UserDoc): Promise<Actor> => {
    const token = await test.tokenFor(user);
    return { user, id: String(user._id), ask: (call, input, headers) => () => test.call(call, input, token, headers) };
  };
  return {
    test,
    anybody: (call, input) => () => test.call(call, input),
    person: async (over = {}) => actor(await buildUser({ password, ...over })),
    member: async (society, role = 'member', over = {}) =>
      actor(await buildMember(society, role, { password, ...over } as Partial<UserDoc>)),
    society: async (over = {}) => {
      const user = await buildUser({ password });
      const society = await buildSociety({ ...over, admin: user });
      return { society, society_id: String(society._id), admin: await actor(user) };
    },
  };
}

/** Deletes an account, and runs the clean-up job, by default both its rounds. */
export const deletion =
  (actor: Actor, rounds = 2): PendingCall =>
  async () => {
    const answer = await actor.ask(deleteAccount, { password, keep_posts: false })();
    for (let round = 0; round < rounds; round++) await erasePerson(actor.id, testSettings.mailer);
    return answer;
  };

/** Recomputes the counters of events, which without a seat limit are a second write. */
export async function settleCounters(): Promise<void> {
  await drain();
  await Events.updateMany({}, { $set: { recount: true } });
  await recomputeMarked({ ...sweepDefaults, freshMs: 0, rounds: 3, roundMs: 1 });
}

const retained = ['meta', 'locks'];
const typical = 4;

/** Empties the store. */
export async function clearStore(): Promise<void> {
  await drain();
  for (const [name, model] of models) if (!retained.includes(name)) await model.deleteMany({});
  clearReadCache();
}

/**
 * Declares a test for each pair and order: both calls read before either writes, and no invariant is violated afterwards. The first
 * pairs of each area are quick, with the first call writing first; the rest is long.
 */
export function describePairs(areas: Record<string, Record<string, PairSetup>>): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());
  describe.each(Object.entries(areas))('two overlapping calls about %s', (_area, rows) => {
    const inOrder = (order: WriteOrder) => Object.entries(rows).map(([name, setUp]) => [name, order, setUp] as const);
    const expectConsistent = async (_name: string, order: WriteOrder, setUp: PairSetup) => {
      await clearStore();
      const { calls, expectedSuccesses, after } = await setUp(actorsOf(test));
      const answers = await overlap(...calls, order);
      for (const { status, error } of answers) expect(status, JSON.stringify(error)).toBeLessThan(500);
      if (expectedSuccesses !== undefined) expect(answers.filter(({ status }) => status < 300).length).toBe(expectedSuccesses);
      await after?.();
      await settleCounters();
      expect(await brokenInvariants()).toEqual([]);
    };
    const first = inOrder('first');
    it.each(first.slice(0, typical))('%s (%s)', expectConsistent);
    it.each(first.slice(typical))('%s (%s)', { tags: ['long'] }, expectConsistent);
    it.each(inOrder('second'))('%s (%s)', { tags: ['generated', 'long'] }, expectConsistent);
  });
}
