import { type AttendanceDoc, Attendances } from './attendances.js';
import { attendanceWord } from './attendances.loaders.js';
import { type EventDoc, hasEnded } from './events.js';
import type { Id } from './model.js';
import { Users } from './users.js';

interface ExportedAttendee {
  name: string;
  state: ReturnType<typeof attendanceWord>;
  at: Date;
  cameAt: Date | null;
  noShow: boolean;
}

type FoundAttendance = Pick<AttendanceDoc, 'user' | 'state' | 'at' | 'checkedInAt'>;

const batch = 1000;

async function namesOf(users: readonly Id[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let at = 0; at < users.length; at += batch) {
    const wanted = { _id: { $in: users.slice(at, at + batch) }, deletedAt: null };
    for (const { _id, name } of await Users.find(wanted, { name: 1 }).lean()) names.set(String(_id), name);
  }
  return names;
}

/**
 * The people of an event in the order in which they signed up; those who gave up their place are `not_attending`. There are
 * no-shows once it is over, and only if somebody was checked in. For its organizers only.
 */
export async function exportedAttendees(event: Pick<EventDoc, '_id' | 'startsAt' | 'endsAt'>): Promise<ExportedAttendee[]> {
  const found = await Attendances.find({ event: event._id }, { _id: 0, user: 1, state: 1, at: 1, checkedInAt: 1 }).lean<
    FoundAttendance[]
  >();
  const names = await namesOf(found.map(({ user }) => user));
  const isCounted = hasEnded(event) && found.some(({ state, checkedInAt }) => state === 'going' && checkedInAt);
  return found
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap(({ user, state, at, checkedInAt }) => {
      const name = names.get(String(user));
      if (name === undefined) return [];
      return [{ name, state: attendanceWord({ state }), at, cameAt: checkedInAt, noShow: isCounted && state === 'going' && !checkedInAt }];
    });
}
