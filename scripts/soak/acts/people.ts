import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#models/contract/auth';
import { blockUser, unblockUser } from '#models/contract/blocks';
import { followUser, unfollowUser } from '#models/contract/people';
import { getUserInfo, suspendUser } from '#models/contract/users';
import { type ApiResult, callApi } from '#models/testing/api-client';
import type { SimulatedUser } from '#models/testing/simulated-user';
import { password, type SoakWorld } from '../world.js';
import { type Act, isOrdinary, undoLater, unlessSuspended } from './act.js';

const suspendedMs = [2000, 10_000] as const;
/** Share of the people who may be suspended at a time. */
const mostSuspended = 0.05;
/** A suspended person is signed out within this time; the gateways look for ended sessions every 10 s. */
const signedOutWithinMs = 15_000;
/** Answers after which a person who cannot sign in gives up. */
const mostTries = 20;

/** Somebody else: often one whose profile is open or who wrote what everybody sees. */
function somebody(person: SimulatedUser, { random, people, societies }: SoakWorld): string {
  const profiles = person.options.pages.flatMap((page) => (page.kind === 'profile' ? [page.id] : []));
  const authors = societies.map(({ admin }) => admin.options.user);
  const among = [...profiles, ...profiles, random.pick(authors), random.pick(people).options.user];
  const others = among.filter((id) => id !== person.options.user);
  return others.length > 0 ? random.pick(others) : (people[0] as SimulatedUser).options.user;
}

export const follow: Act = async (person, world) => {
  const to = somebody(person, world);
  const answer = await person.ask(followUser, { user_id: to });
  if (answer.status !== 200) return [answer];
  person.screen.people.applyFollow(to, answer.data);
  world.follows.push({ from: person, to });
  return [answer];
};

/** Somebody takes back a follow of the run. */
export const unfollow: Act = async (_person, world) => {
  const old = world.follows.shift();
  if (old?.from.ended !== '') return [];
  const answer = await old.from.ask(unfollowUser, { user_id: old.to });
  if (answer.status === 200) old.from.screen.people.applyFollow(old.to, answer.data);
  return unlessSuspended(old.from, world, answer);
};

/** Blocks somebody, unless there are so many blocks that the first is taken back. */
export const block: Act = async (person, world) => {
  const { blocks, people } = world;
  if (blocks.length > people.length / 10) return unblock(person, world);
  const to = somebody(person, world);
  blocks.push({ from: person, to });
  return [await person.ask(blockUser, { user_id: to })];
};

/** Somebody takes back a block of the run. */
export const unblock: Act = async (_person, world) => {
  const old = world.blocks.shift();
  if (old?.from.ended !== '') return [];
  return unlessSuspended(old.from, world, await old.from.ask(unblockUser, { user_id: old.to }));
};

/** Waits until a suspended person is signed out, and nothing is answered any more. */
async function expectSignedOut(person: SimulatedUser): Promise<void> {
  const until = Date.now() + signedOutWithinMs;
  // A person who is away finds out on coming back.
  while (person.ended === '' && person.isConnected) {
    if (Date.now() > until) throw new Error('A suspended person stayed signed in.');
    await sleep(50);
  }
  if ((await person.ask(getUserInfo, {})).status !== 401) throw new Error('A suspended person was answered.');
}

/** A platform admin suspends an account; after a while it may sign in again, and does. */
export const suspend: Act = async (person, world) => {
  const { suspended, people, platformAdmin, emails } = world;
  const { user: user_id, urls } = person.options;
  if (!isOrdinary(person, world) || suspended.has(user_id) || suspended.size >= Math.ceil(people.length * mostSuspended)) return [];
  suspended.add(user_id);
  const answer = await platformAdmin.ask(suspendUser, { user_id, suspended: true, reason: 'Spam' });
  const letIn = async () => {
    const answers: ApiResult<unknown>[] = [];
    person.away();
    while (suspended.has(user_id) && answers.length < mostTries) {
      const reinstated = await platformAdmin.ask(suspendUser, { user_id, suspended: false });
      const signedIn = await callApi(urls[0] ?? '', login, { email: emails.get(user_id) ?? '', password });
      answers.push(reinstated, signedIn);
      if (signedIn.status !== 200) continue;
      await person.signIn(signedIn.data);
      suspended.delete(user_id);
    }
    return answers;
  };
  undoLater(world, suspendedMs, letIn, true);
  await expectSignedOut(person);
  return [answer];
};
