import type { FollowDoc } from '#models/db/follows';
import type { Club } from './clubs.js';
import type { Context } from './context.js';
import { type DemoPerson, memberIndex, platformAdminIndex, societyAdminIndex } from './people.js';
import type { Random } from './random.js';

const shareWithinSociety = 0.8;
const followedByMember = 12;

/** Follows, mostly within a society. Also sets the counters of the people. */
export function makeFollows(context: Context, people: readonly DemoPerson[], clubs: readonly Club[]): FollowDoc[] {
  const random = context.random('follows');
  const pairs = new Map<string, FollowDoc>();
  const follow = (from: DemoPerson | undefined, to: DemoPerson | undefined): void => {
    if (!from || !to || from === to || from.index === platformAdminIndex || to.index === platformAdminIndex) return;
    const key = `${from.index}-${to.index}`;
    if (pairs.has(key)) return;
    const since = from.doc.createdAt > to.doc.createdAt ? from.doc.createdAt : to.doc.createdAt;
    const days = context.clock.hoursSince(since) / 24;
    const at = new Date(since.getTime() + Math.floor(random.next() * days * 86_400_000));
    pairs.set(key, { _id: context.idOf('follow', pairs.size), from: from.doc._id, to: to.doc._id, on: true, version: 1, at });
    from.doc.following += 1;
    to.doc.followers += 1;
  };
  const member = people[memberIndex];
  follow(member, people[societyAdminIndex]);
  for (let tries = 0; tries < 200 && (member?.doc.following ?? 0) < followedByMember; tries++)
    follow(member, companion(random, clubs, member));
  while (pairs.size < context.scale.follows) {
    const from = random.pick(people);
    follow(from, random.chance(shareWithinSociety) ? companion(random, clubs, from) : random.pick(people));
  }
  return [...pairs.values()];
}

/** Picks a member of one of a person's societies, early members more often. */
function companion(random: Random, clubs: readonly Club[], person: DemoPerson | undefined): DemoPerson | undefined {
  const own = clubs.filter(({ indexes }) => person && indexes.has(person.index));
  const club = own[Math.floor(random.next() * own.length)];
  return club?.members[Math.floor(random.next() ** 1.6 * club.members.length)]?.person;
}
