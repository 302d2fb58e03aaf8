import { type Club, membersAt } from './clubs.js';
import { type DemoPerson, platformAdminIndex } from './people.js';
import type { Random } from './random.js';

/** People who could see a society's content at a time. */
export interface Readers {
  count: number;
  /** Picks a random reader, members more often than others; undefined when the pick cannot read. */
  try(random: Random): DemoPerson | undefined;
  /** All readers, members first. */
  all(): DemoPerson[];
}

export function readersOf(people: readonly DemoPerson[], club: Club, at: Date): Readers {
  const present = membersAt(club, at);
  const members = (): DemoPerson[] => club.members.slice(0, present).map(({ person }) => person);
  const isThere = (person: DemoPerson): boolean => person.index !== platformAdminIndex && person.doc.createdAt <= at;
  if (!club.isOpen)
    return { count: present, try: (random) => (present > 0 ? club.members[random.int(0, present - 1)]?.person : undefined), all: members };
  return {
    count: countAt(people, at),
    try(random) {
      const isMember = present > 0 && random.chance(0.65);
      const person = isMember ? club.members[random.int(0, present - 1)]?.person : people[random.int(0, people.length - 1)];
      return person && isThere(person) ? person : undefined;
    },
    all: () => [...new Set([...members(), ...people.filter(isThere)])],
  };
}

const counted = new WeakMap<readonly DemoPerson[], number[]>();

/** Number of accounts at a time, without the platform admin. */
function countAt(people: readonly DemoPerson[], at: Date): number {
  const times = counted.get(people) ?? people.map(({ doc }) => doc.createdAt.getTime()).sort((a, b) => a - b);
  counted.set(people, times);
  const later = times.findIndex((time) => time > at.getTime());
  return (later < 0 ? times.length : later) - 1;
}

/** Picks distinct readers; fewer if there are not enough. */
export function pickReaders(random: Random, readers: Readers, count: number, first: readonly DemoPerson[] = []): DemoPerson[] {
  const chosen = new Set(first);
  for (let tries = 0; chosen.size < count && tries < count * 12; tries++) {
    const person = readers.try(random);
    if (person) chosen.add(person);
  }
  if (chosen.size < count) for (const person of readers.all()) chosen.add(person);
  return [...chosen].slice(0, count);
}
