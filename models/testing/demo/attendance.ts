import type { AttendanceDoc } from '#models/db/attendances';
import type { BookmarkDoc } from '#models/db/bookmarks';
import { allot } from './allot.js';
import type { Context } from './context.js';
import type { MadeEvent } from './events.js';
import { type DemoPerson, memberIndex } from './people.js';
import type { Random } from './random.js';
import { pickReaders, type Readers, readersOf } from './readers.js';

const eventsOfMember = 4;
const fullWithin = { first: -20, last: 21 };

/** Attendances and bookmarks. Also sets the counters and seats of the events. */
export interface DemoAttendance {
  attendances: AttendanceDoc[];
  bookmarks: BookmarkDoc[];
}

export function makeAttendance(context: Context, events: readonly MadeEvent[], people: readonly DemoPerson[]): DemoAttendance {
  const random = context.random('attendance');
  const readers = events.map(({ club, doc }) => readersOf(people, club, doc.createdAt));
  const pull = events.map(
    ({ club, offset }) => Math.sqrt(club.text.size) * (0.4 + random.next()) * (offset > 14 ? Math.exp((14 - offset) / 16) : 1),
  );
  const room = readers.map(({ count }) => Math.floor(count * 0.6));
  const counts = allot(context.scale.attendances, pull, room);
  const interested = allot(
    context.scale.bookmarks,
    pull.map((weight) => weight * (0.5 + random.next())),
    room,
  );
  const full = chooseFull(random, events, counts);
  const wanted = new Set(eventsFor(events, people[memberIndex]));
  const made: DemoAttendance = { attendances: [], bookmarks: [] };
  events.forEach((event, i) => {
    const among = readers[i] as Readers;
    const first = wanted.has(event) ? people.slice(memberIndex, memberIndex + 1) : [];
    attend(context, random, event, pickReaders(random, among, counts[i] ?? 0, first), full.has(event), made.attendances);
    for (const person of pickReaders(random, among, interested[i] ?? 0)) {
      const at = context.clock.after(random, event.doc.createdAt, 20);
      made.bookmarks.push({
        _id: context.idOf('bookmark', made.bookmarks.length),
        event: event.doc._id,
        user: person.doc._id,
        on: true,
        version: 1,
        at,
      });
    }
    event.doc.interested = interested[i] ?? 0;
  });
  return made;
}

/** Coming events of the demo member's own societies. */
function eventsFor(events: readonly MadeEvent[], member: DemoPerson | undefined): MadeEvent[] {
  const own = events.filter(({ club, offset, doc }) => member && club.indexes.has(member.index) && offset > 0 && !doc.cancelledAt);
  return own.sort((a, b) => a.offset - b.offset).slice(0, eventsOfMember);
}

/** Picks about one event in eighteen to be full, some of them past. */
function chooseFull(random: Random, events: readonly MadeEvent[], counts: readonly number[]): Set<MadeEvent> {
  const able = events.filter(
    ({ offset, doc }, i) => offset >= fullWithin.first && offset <= fullWithin.last && !doc.isOnline && (counts[i] ?? 0) >= 6,
  );
  return new Set(random.shuffle(able).slice(0, Math.max(2, Math.floor(events.length / 18))));
}

function attend(
  { clock, idOf }: Context,
  random: Random,
  { doc, offset }: MadeEvent,
  people: readonly DemoPerson[],
  isFull: boolean,
  all: AttendanceDoc[],
): void {
  const waiting = isFull ? Math.max(1, people.length % 5) : 0;
  const going = people.length - waiting;
  const until = (doc.startsAt.getTime() - doc.createdAt.getTime()) / 86_400_000;
  const times = people.map(() => clock.after(random, doc.createdAt, until)).sort((a, b) => a.getTime() - b.getTime());
  people.forEach((person, i) => {
    const came = offset < 0 && i < going && !doc.cancelledAt && random.chance(0.82);
    all.push({
      _id: idOf('attendance', all.length),
      event: doc._id,
      user: person.doc._id,
      state: i < going ? 'going' : 'waiting',
      version: 1,
      at: times[i] ?? doc.createdAt,
      checkedInAt: came ? new Date(doc.startsAt.getTime() + random.int(-10, 20) * 60_000) : null,
      by: came ? doc.creator : null,
    });
  });
  const limited = !doc.isOnline && random.chance(0.4);
  doc.seats = isFull ? going : limited ? Math.ceil((going + random.int(3, 40)) / 5) * 5 : null;
  doc.registrationRequired = doc.seats !== null;
  doc.attendees = going;
  doc.seatsLeft = doc.seats === null ? null : doc.seats - going;
}
