import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, startTestApp, type TestApp } from '#gateway/start-for-tests';
import { allTold } from '#models/bus/activity';
import { deleteAccount } from '#models/contract/account';
import type { Call, InputOf } from '#models/contract/define';
import type { SocietyRole } from '#models/contract/societies';
import { Events } from '#models/db/events';
import { forgetReads } from '#models/db/kept';
import { models } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildMember, buildSociety, buildUser } from '#models/testing/builders';
import type { SocietyOver } from '#models/testing/fields';
import { orders, overlap } from '#models/testing/overlap';
import { forgetPerson } from '#workers/accounts/forget';
import { openMailer } from '#workers/mail/mailer';
import { recountMarked } from '#workers/sweeper/recount';
import { sweepDefaults } from '#workers/sweeper/sweeper';
import { brokenInvariants } from './invariants-for-tests.js';

export type Ask = () => Promise<Pick<Answered<Call>, 'status' | 'data' | 'error'>>;

export const password = 'knafeh-2026';

/** Somebody who calls. */
export interface Actor {
  user: UserDoc;
  id: string;
  ask<C extends Call>(call: C, input: InputOf<C>, headers?: Record<string, string>): Ask;
}

/** Makes people and societies. */
export interface Cast {
  test: TestApp;
  person(over?: Partial<UserDoc>): Promise<Actor>;
  member(society: SocietyDoc, role?: SocietyRole, over?: Partial<UserDoc>): Promise<Actor>;
  /** A call of nobody who is signed in. */
  anybody<C extends Call>(call: C, input: InputOf<C>): Ask;
  society(over?: SocietyOver): Promise<{ society: SocietyDoc; society_id: string; admin: Actor }>;
}

/** Two calls, and what has to come of them. */
export interface Pair {
  calls: [Ask, Ask];
  /** How many of the two are done, where that is the same in any order; the others are refused. */
  done?: 0 | 1 | 2;
  after?(): Promise<void>;
}

export type Stage = (cast: Cast) => Promise<Pair>;

export function castOf(test: TestApp): Cast {
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

/** A gateway, and what the job needs that goes through a deleted account's mails. */
export async function startForPairs(): Promise<TestApp> {
  openMailer({ from: 'Nadi <nadi@uni.example>', dataDir: path.join(tmpdir(), 'nadi-no-mails'), publicUrl: 'http://nadi.example' });
  return startTestApp();
}

/** Deletes an account, and does the job that follows, with both its rounds unless told. */
export const deletion =
  (actor: Actor, rounds = 2): Ask =>
  async () => {
    const answer = await actor.ask(deleteAccount, { password, keep_posts: false })();
    for (let round = 0; round < rounds; round++) await forgetPerson(actor.id);
    return answer;
  };

/** The counters of events, which without a limit are a second write, come to rest. */
export async function settle(): Promise<void> {
  await allTold();
  await Events.updateMany({}, { $set: { recount: true } });
  await recountMarked({ ...sweepDefaults, freshMs: 0, rounds: 3, roundMs: 1 });
}

const kept = ['meta', 'locks'];

/** Empties the store of what earlier tests left. */
export async function clear(): Promise<void> {
  await allTold();
  for (const [name, model] of models) if (!kept.includes(name)) await model.deleteMany({});
  forgetReads();
}

/** One test a pair and order, by area: both calls read before either writes, and no invariant is broken afterwards. */
export function describePairs(areas: Record<string, Record<string, Stage>>): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startForPairs();
  });
  afterAll(() => test.close());
  describe.each(Object.entries(areas))('two overlapping calls about %s', (_area, rows) => {
    const named = Object.entries(rows).flatMap(([name, stage]) => orders.map((order) => [name, order, stage] as const));
    it.each(named)('%s (%s)', async (_name, order, stage) => {
      await clear();
      const { calls, done, after } = await stage(castOf(test));
      const answers = await overlap(...calls, order);
      for (const { status, error } of answers) expect(status, JSON.stringify(error)).toBeLessThan(500);
      if (done !== undefined) expect(answers.filter(({ status }) => status < 300).length).toBe(done);
      await after?.();
      await settle();
      expect(await brokenInvariants()).toEqual([]);
    });
  });
}
