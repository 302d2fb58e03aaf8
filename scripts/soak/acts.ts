import type { ApiResult } from '#models/testing/api-client';
import type { SimulatedUser } from '#models/testing/simulated-user';
import type { Act } from './acts/act.js';
import { comment, edit, like, pin, post, uncomment, unpost, vote } from './acts/content.js';
import { approve, changeVisibility, followOne, join, leave, remove, removeSociety, role } from './acts/membership.js';
import { attend, checkSomebodyIn, decide, report } from './acts/moderation.js';
import { block, follow, suspend, unblock, unfollow } from './acts/people.js';
import { breakOff, read, sleep, type } from './acts/presence.js';
import type { SoakWorld } from './world.js';

/** How often each comes, among two hundred or so. */
const deck: [act: Act, share: number][] = [
  [like, 52],
  [vote, 20],
  [pin, 4],
  [comment, 24],
  [uncomment, 10],
  [post, 6],
  [edit, 4],
  [unpost, 4],
  [join, 14],
  [leave, 6],
  [followOne, 8],
  [approve, 8],
  [role, 5],
  [remove, 3],
  [attend, 16],
  [checkSomebodyIn, 6],
  [report, 5],
  [decide, 5],
  [follow, 5],
  [unfollow, 3],
  [block, 3],
  [unblock, 2],
  [suspend, 1],
  [changeVisibility, 2],
  [removeSociety, 1],
  [read, 10],
  [type, 12],
  [breakOff, 9],
  [sleep, 6],
];
const acts = deck.flatMap(([act, share]) => Array.from({ length: share }, () => act));

/** Somebody does something, by chance. */
export const doSomething = (person: SimulatedUser, world: SoakWorld): Promise<ApiResult<unknown>[]> =>
  world.random.pick(acts)(person, world);
