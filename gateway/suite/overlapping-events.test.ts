import { expect } from 'vitest';
import { type Actor, type Actors, deletion, describePairs, type PairSetup, type PendingCall } from '#gateway/testing/overlapping-calls';
import { toggleAttendance } from '#models/contract/attendance';
import { checkIn } from '#models/contract/check-in';
import { cancelEvent, deleteEvent, updateEvent } from '#models/contract/event-changes';
import { cancelSeries, updateSeries } from '#models/contract/event-series';
import { removeMember } from '#models/contract/member-list';
import { suspendUser } from '#models/contract/users';
import { Attendances } from '#models/db/attendances';
import { type EventDoc, Events } from '#models/db/events';
import { toId } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import { buildAttendance, buildEvent, buildEventSeries, buildMeeting } from '#models/testing/builders';
import { revokeAccess } from '#workers/activity/on-access-revoked';
import { lapseOffers } from '#workers/events/lapse-offers';

type Status = 'attending' | 'waiting' | 'not_attending';

const set = (who: Actor, { _id }: EventDoc, status: Status) => who.ask(toggleAttendance, { event_id: String(_id), status });
const limit = (who: Actor, { _id }: EventDoc, max_attendees: number | null) =>
  who.ask(updateEvent, { event_id: String(_id), max_attendees });
const enter = (who: Actor, { _id }: EventDoc, whom: Actor) => who.ask(checkIn, { event_id: String(_id), user_id: whom.id });

/** Removes a member, and runs the job that follows. */
const removal =
  (admin: Actor, society: SocietyDoc, whom: Actor): PendingCall =>
  async () => {
    const answer = await admin.ask(removeMember, { society_id: String(society._id), user_id: whom.id, ban: 'false' })();
    await revokeAccess(society._id, toId(whom.id));
    return answer;
  };

/** An event with seats, some of them taken, and a waiting list. */
async function seated(actors: Actors, { seats, taken = 0, waiting = 0 }: { seats: number | null; taken?: number; waiting?: number }) {
  const { society, admin } = await actors.society({ privacy: { visibility: 'private' } });
  const event = await buildEvent({ society, seats, seatsLeft: seats });
  const several = async (count: number, state: 'going' | 'waiting'): Promise<Actor[]> => {
    const people: Actor[] = [];
    for (let i = 0; i < count; i++) {
      const person = await actors.member(society);
      await buildAttendance({ event, user: person.user, state, at: new Date(Date.now() - 60_000 + people.length * 1000) });
      people.push(person);
    }
    return people;
  };
  const [going, queue] = [await several(taken, 'going'), await several(waiting, 'waiting')];
  return { society, admin, event, going, queue, member: () => actors.member(society) };
}
/** Person at this index of a list that the setup filled. */
const at = (people: readonly Actor[], place: number): Actor => {
  const found = people[place];
  if (!found) throw new Error(`Nobody is at place ${place}.`);
  return found;
};

const seats: Record<string, PairSetup> = {
  'two people take the last seat: one has it': async (actors) => {
    const { event, member } = await seated(actors, { seats: 2, taken: 1 });
    return { calls: [set(await member(), event, 'attending'), set(await member(), event, 'attending')], expectedSuccesses: 1 };
  },
  'one person takes a seat from two devices: one seat': async (actors) => {
    const { event, member } = await seated(actors, { seats: 1 });
    const person = await member();
    return { calls: [set(person, event, 'attending'), set(person, event, 'attending')], expectedSuccesses: 2 };
  },
  'somebody gives their seat up and somebody starts to wait: the seat is taken': async (actors) => {
    const { event, going, member } = await seated(actors, { seats: 1, taken: 1 });
    return { calls: [set(at(going, 0), event, 'not_attending'), set(await member(), event, 'waiting')], expectedSuccesses: 2 };
  },
  'two seats are given up: two who wait have them': async (actors) => {
    const { event, going } = await seated(actors, { seats: 2, taken: 2, waiting: 3 });
    return { calls: [set(at(going, 0), event, 'not_attending'), set(at(going, 1), event, 'not_attending')], expectedSuccesses: 2 };
  },
  'a seat is given up and the first who waits gives up waiting: the next has it': async (actors) => {
    const { event, going, queue } = await seated(actors, { seats: 1, taken: 1, waiting: 2 });
    return { calls: [set(at(going, 0), event, 'not_attending'), set(at(queue, 0), event, 'not_attending')], expectedSuccesses: 2 };
  },
  'there are more seats and one is given up': async (actors) => {
    const { admin, event, going } = await seated(actors, { seats: 2, taken: 2, waiting: 3 });
    return { calls: [limit(admin, event, 3), set(at(going, 0), event, 'not_attending')], expectedSuccesses: 2 };
  },
  'there are fewer seats and one is taken': async (actors) => {
    const { admin, event, member } = await seated(actors, { seats: 3, taken: 1 });
    return { calls: [limit(admin, event, 1), set(await member(), event, 'attending')] };
  },
  'seats are limited and one is taken': async (actors) => {
    const { admin, event, member } = await seated(actors, { seats: null, taken: 1 });
    return { calls: [limit(admin, event, 2), set(await member(), event, 'attending')] };
  },
  'seats are no longer limited and one more waits': async (actors) => {
    const { admin, event, member } = await seated(actors, { seats: 1, taken: 1, waiting: 1 });
    return { calls: [limit(admin, event, null), set(await member(), event, 'waiting')] };
  },
  'two admins set other numbers of seats': async (actors) => {
    const { admin, event, society } = await seated(actors, { seats: 1, taken: 1, waiting: 3 });
    return { calls: [limit(admin, event, 2), limit(await actors.member(society, 'admin'), event, 3)], expectedSuccesses: 2 };
  },
  'an event is cancelled and a seat is given up: nobody moves up afterwards': async (actors) => {
    const { admin, event, going } = await seated(actors, { seats: 1, taken: 1, waiting: 1 });
    return { calls: [admin.ask(cancelEvent, { event_id: String(event._id), reason: '' }), set(at(going, 0), event, 'not_attending')] };
  },
  'an event is deleted and a seat is taken': async (actors) => {
    const { admin, event, member } = await seated(actors, { seats: 1 });
    return { calls: [admin.ask(deleteEvent, { event_id: String(event._id) }), set(await member(), event, 'attending')] };
  },
  'two admins delete an event: deleted once': async (actors) => {
    const { admin, event, society } = await seated(actors, { seats: 1 });
    const other = await actors.member(society, 'admin');
    const event_id = String(event._id);
    return { calls: [admin.ask(deleteEvent, { event_id }), other.ask(deleteEvent, { event_id })], expectedSuccesses: 1 };
  },
};

/** An event that offers its one seat to the first of those who wait. */
async function offered(actors: Actors, { until = new Date(Date.now() + 3_600_000), waiting = 2 } = {}) {
  const setup = await seated(actors, { seats: 1, waiting });
  await Events.updateOne({ _id: setup.event._id }, { seatsLeft: 0, offerZone: 'Asia/Amman' });
  await Attendances.updateOne({ event: setup.event._id, user: at(setup.queue, 0).user._id }, { offeredUntil: until });
  return setup;
}
/** The job that ends offers whose time is over. */
const lapse: PendingCall = async () => {
  await lapseOffers();
  return { status: 200 } as Awaited<ReturnType<PendingCall>>;
};
/** Checks that exactly this person of the queue has an offer. */
const expectOffer = async ({ event, queue }: Awaited<ReturnType<typeof seated>>, place: number) => {
  const held = await Attendances.find({ event: event._id, offeredUntil: { $exists: true } }).lean();
  expect(held.map(({ user }) => String(user))).toEqual([at(queue, place).id]);
};

const offers: Record<string, PairSetup> = {
  'an offered seat is taken, and somebody else wants it: it is held': async (actors) => {
    const { event, queue, member } = await offered(actors);
    return { calls: [set(at(queue, 0), event, 'attending'), set(await member(), event, 'attending')], expectedSuccesses: 1 };
  },
  'an offered seat is taken from two devices: one seat': async (actors) => {
    const { event, queue } = await offered(actors);
    return { calls: [set(at(queue, 0), event, 'attending'), set(at(queue, 0), event, 'attending')], expectedSuccesses: 2 };
  },
  'an offered seat is declined, and the next gives up waiting: the last has the offer': async (actors) => {
    const setup = await offered(actors, { waiting: 3 });
    const { event, queue } = setup;
    const calls: [PendingCall, PendingCall] = [set(at(queue, 0), event, 'not_attending'), set(at(queue, 1), event, 'not_attending')];
    return { calls, expectedSuccesses: 2, after: () => expectOffer(setup, 2) };
  },
  'an offer is over, and two workers end it: the next has one': async (actors) => {
    const setup = await offered(actors, { until: new Date(Date.now() - 1), waiting: 3 });
    return { calls: [lapse, lapse], expectedSuccesses: 2, after: () => expectOffer(setup, 1) };
  },
  'an offer is over, and is declined meanwhile: the next has one': async (actors) => {
    const setup = await offered(actors, { until: new Date(Date.now() - 1), waiting: 3 });
    const { event, queue } = setup;
    return { calls: [lapse, set(at(queue, 0), event, 'not_attending')], expectedSuccesses: 2, after: () => expectOffer(setup, 1) };
  },
  'an offered seat is taken, and there are no limits: one seat each': async (actors) => {
    const { admin, event, queue } = await offered(actors);
    return { calls: [set(at(queue, 0), event, 'attending'), limit(admin, event, null)], expectedSuccesses: 2 };
  },
  'an offered seat is taken, and the event is cancelled': async (actors) => {
    const { admin, event, queue } = await offered(actors);
    return { calls: [set(at(queue, 0), event, 'attending'), admin.ask(cancelEvent, { event_id: String(event._id), reason: '' })] };
  },
  'an offer is over, and the event is cancelled': async (actors) => {
    const { admin, event } = await offered(actors, { until: new Date(Date.now() - 1) });
    return { calls: [lapse, admin.ask(cancelEvent, { event_id: String(event._id), reason: '' })], expectedSuccesses: 2 };
  },
  'an offered seat is taken, and the account is deleted: the seat goes on': async (actors) => {
    const { event, queue } = await offered(actors);
    return { calls: [set(at(queue, 0), event, 'attending'), deletion(at(queue, 0))] };
  },
};

const places: Record<string, PairSetup> = {
  'a member takes a seat and is removed: nobody outside has one': async (actors) => {
    const { society, admin, event, member } = await seated(actors, { seats: 1 });
    const person = await member();
    return { calls: [set(person, event, 'attending'), removal(admin, society, person)] };
  },
  'a member attends what has no limit and is removed: nobody outside attends': async (actors) => {
    const { society, admin, event, member } = await seated(actors, { seats: null });
    const person = await member();
    return { calls: [set(person, event, 'attending'), removal(admin, society, person)] };
  },
  'a seat is given up while the first who waits is removed: the next has it': async (actors) => {
    const { society, admin, event, going, queue } = await seated(actors, { seats: 1, taken: 1, waiting: 2 });
    return { calls: [set(at(going, 0), event, 'not_attending'), removal(admin, society, at(queue, 0))] };
  },
  'somebody takes a seat and deletes their account: the seat goes on': async (actors) => {
    const { event, member, queue } = await seated(actors, { seats: 1, waiting: 1 });
    const person = await member();
    await set(at(queue, 0), event, 'not_attending')();
    return { calls: [set(person, event, 'attending'), deletion(person)] };
  },
  'a seat is given up while the first who waits deletes their account: the next has it': async (actors) => {
    const { event, going, queue } = await seated(actors, { seats: 1, taken: 1, waiting: 2 });
    return { calls: [set(at(going, 0), event, 'not_attending'), deletion(at(queue, 0))] };
  },
  'a seat is given up while the first who waits is suspended: the seat is taken': async (actors) => {
    const { event, going, queue } = await seated(actors, { seats: 1, taken: 1, waiting: 2 });
    const platform = await actors.person({ role: 'admin' });
    const suspension = platform.ask(suspendUser, { user_id: at(queue, 0).id, suspended: true, reason: 'Spam' });
    return { calls: [set(at(going, 0), event, 'not_attending'), suspension], expectedSuccesses: 2 };
  },
};

const doors: Record<string, PairSetup> = {
  'somebody is checked in at two doors: once': async (actors) => {
    const { society, admin, event, going } = await seated(actors, { seats: 2, taken: 1 });
    const other = await actors.member(society, 'admin');
    return { calls: [enter(admin, event, at(going, 0)), enter(other, event, at(going, 0))], expectedSuccesses: 2 };
  },
  'somebody is checked in and gives their seat up': async (actors) => {
    const { admin, event, going } = await seated(actors, { seats: 1, taken: 1 });
    return { calls: [enter(admin, event, at(going, 0)), set(at(going, 0), event, 'not_attending')] };
  },
  'somebody is checked in and removed from the society': async (actors) => {
    const { society, admin, event, going } = await seated(actors, { seats: 1, taken: 1 });
    const other = await actors.member(society, 'admin');
    return { calls: [enter(admin, event, at(going, 0)), removal(other, society, at(going, 0))] };
  },
};

/** A series of two meetings with one seat each, which one person has and another waits for. */
async function seatedSeries(actors: Actors) {
  const { society, admin } = await actors.society();
  const series = await buildEventSeries({ society });
  const meetings = [
    await buildMeeting(series, { seats: 1, seatsLeft: 1 }),
    await buildMeeting(series, { seats: 1, seatsLeft: 1, seriesIndex: 1 }),
  ];
  const [goer, waiter] = [await actors.person(), await actors.person()];
  for (const event of meetings) {
    await buildAttendance({ event, user: goer.user });
    await buildAttendance({ event, user: waiter.user, state: 'waiting' });
  }
  const [first, last] = meetings as [EventDoc, EventDoc];
  const all = { event_id: String(first._id), scope: 'all' } as const;
  const of = () => Events.find({ series: series._id }).sort({ seriesIndex: 1 }).lean();
  return { society, admin, goer, last, all, of };
}

const seriesOfMeetings: Record<string, PairSetup> = {
  'a series is cancelled and a seat of one meeting is given up: nobody moves up afterwards': async (actors) => {
    const { admin, goer, last, all } = await seatedSeries(actors);
    return { calls: [admin.ask(cancelSeries, { ...all, reason: '' }), set(goer, last, 'not_attending')] };
  },
  'a series has more seats and a seat of one meeting is given up': async (actors) => {
    const { admin, goer, last, all } = await seatedSeries(actors);
    return {
      calls: [admin.ask(updateSeries, { ...all, max_attendees: 2 }), set(goer, last, 'not_attending')],
      expectedSuccesses: 2,
    };
  },
  'a series is changed and one meeting is changed on its own: the meeting has its own change': async (actors) => {
    const { admin, society, last, all, of } = await seatedSeries(actors);
    const other = await actors.member(society, 'admin');
    const alone = other.ask(updateEvent, { event_id: String(last._id), location: 'The valley' });
    return {
      calls: [admin.ask(updateSeries, { ...all, location: 'The beach' }), alone],
      expectedSuccesses: 2,
      after: async () => expect((await of()).map(({ location }) => location)).toEqual(['The beach', 'The valley']),
    };
  },
  'a series is cancelled by two admins: once, with one reason': async (actors) => {
    const { admin, society, all, of } = await seatedSeries(actors);
    const other = await actors.member(society, 'admin');
    return {
      calls: [admin.ask(cancelSeries, { ...all, reason: 'Rain' }), other.ask(cancelSeries, { ...all, reason: 'Snow' })],
      expectedSuccesses: 2,
      after: async () => expect(new Set((await of()).map(({ cancelReason }) => cancelReason)).size).toBe(1),
    };
  },
};

describePairs({ series: seriesOfMeetings, seats, 'offers of seats': offers, 'a person’s seat': places, doors });
