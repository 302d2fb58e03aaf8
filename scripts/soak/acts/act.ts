import type { ApiResult } from '#models/testing/api-client';
import type { SimulatedUser } from '#models/testing/simulated-user';
import type { SoakSociety, SoakWorld } from '../world.js';

/** One thing that a person does. Returns the answers that it got. */
export type Act = (person: SimulatedUser, world: SoakWorld) => Promise<ApiResult<unknown>[]>;

/** An answer to a person, unless they were refused because they are being suspended. */
export const unlessSuspended = <R extends ApiResult<unknown>>(person: SimulatedUser, { suspended }: SoakWorld, answer: R): R[] =>
  answer.status === 401 && suspended.has(person.options.user) ? [] : [answer];

/** Schedules an act to be undone after a while; `isReturn` if a person comes back by it. */
export function undoLater(
  { undoings, random }: SoakWorld,
  [least, most]: readonly [number, number],
  run: () => Promise<ApiResult<unknown>[]>,
  isReturn = false,
): void {
  undoings.push({ at: Date.now() + random.int(least, most), isReturn, run });
}

/** Societies in which the person has a role, by their page. */
export const ownSocieties = (person: SimulatedUser, { societies }: SoakWorld): SoakSociety[] =>
  societies.filter(({ id }) => person.screen.societies.roleIn(id) !== null);

/** A post that the person may have in view. */
export function somePost({ options: { pages } }: SimulatedUser, { random, societies }: SoakWorld): string {
  const cards = pages.flatMap((page) => (page.kind === 'home' || page.kind === 'society' ? page.cards : []));
  return random.pick(cards.length > 0 ? cards : random.pick(societies).posts);
}

/** An event that the person may have open. */
export function someEvent({ options: { pages } }: SimulatedUser, { random, societies }: SoakWorld): string {
  const open = pages.flatMap((page) => (page.kind === 'event' ? [page.id] : []));
  return random.pick(open.length > 0 ? open : random.pick(societies).events);
}

/** Whether the person runs nothing that others need. */
export const isOrdinary = (person: SimulatedUser, { societies, platformAdmin }: SoakWorld): boolean =>
  person !== platformAdmin && societies.every(({ admin }) => admin !== person);
