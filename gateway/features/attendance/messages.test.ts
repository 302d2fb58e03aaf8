import { beforeEach, describe, expect, it } from 'vitest';
import { dispatchAll, setUpEventTests } from '#gateway/testing/event-tests';
import { getEventMessages, sendEventMessage } from '#models/contract/event-messages';
import { Attendances } from '#models/db/attendances';
import { EventMessages } from '#models/db/event-messages';
import type { EventDoc } from '#models/db/events';
import { Notifications } from '#models/db/notifications';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildAttendance, buildBlock, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';

const { test } = setUpEventTests();

let society: SocietyDoc;
let event: EventDoc;
let organizer: UserDoc;
let token: string;
beforeEach(async () => {
  society = await buildSociety();
  organizer = await buildMember(society, 'moderator');
  token = await test.tokenFor(organizer);
  event = await buildEvent({ society, title: 'Night of stars' });
});

type To = 'going' | 'waiting' | 'came';
const send = (to: To = 'going', as = token) =>
  test.call(sendEventMessage, { event_id: String(event._id), to, text: 'We begin in the garden.' }, as);
const listed = async () => (await test.call(getEventMessages, { event_id: String(event._id) }, token)).data;
const dispatched = async () => {
  for (let i = 0; i < 2; i++) await dispatchAll({ object: event._id, verb: 'event.messaged' });
};
const notifiedUsers = async () => (await Notifications.find({ type: 'event_message' }).lean()).map(({ user }) => String(user)).toSorted();

describe('a message to the people of an event', () => {
  it('to 200 people who are going notifies exactly these, once each, however often its job runs', async () => {
    const people = await Promise.all(Array.from({ length: 200 }, () => buildUser()));
    for (const user of people) await buildAttendance({ event, user });
    await buildAttendance({ event, user: organizer });
    await buildAttendance({ event, user: await buildUser(), state: 'waiting' });
    const [blocked, blocking] = [await buildUser(), await buildUser()];
    for (const user of [blocked, blocking]) await buildAttendance({ event, user });
    await buildBlock({ from: organizer, to: blocked });
    await buildBlock({ from: blocking, to: organizer });
    const leaver = await buildAttendance({ event, user: await buildUser() });
    await Attendances.updateOne({ _id: leaver._id }, { $set: { state: 'none' } });
    await Notifications.deleteMany({});
    expect((await send()).status).toBe(201);
    await dispatched();
    expect(await notifiedUsers()).toEqual(people.map(({ _id }) => String(_id)).toSorted());
    expect(await Notifications.findOne({ user: people[0]!._id }).lean()).toMatchObject({
      type: 'event_message',
      link: `/events/${event._id}`,
      params: { title: 'Night of stars', text: 'We begin in the garden.' },
    });
    await Notifications.updateMany({ user: { $in: people.slice(0, 180).map(({ _id }) => _id) } }, { $unset: { unread: 1 } });
    expect(await listed()).toMatchObject([{ To: 'going', Text: 'We begin in the garden.', Notified: 200, Seen: 180 }]);
  });

  it.each<[string, To, number]>([
    ['wait', 'waiting', 0],
    ['checked in', 'came', 1],
  ])('goes to those who %s, and to nobody else', async (_name, to, index) => {
    const [waits, came, goes] = [await buildUser(), await buildUser(), await buildUser()];
    await buildAttendance({ event, user: waits, state: 'waiting' });
    await buildAttendance({ event, user: came, checkedInAt: new Date() });
    await buildAttendance({ event, user: goes });
    await Notifications.deleteMany({});
    await send(to);
    await dispatched();
    expect(await notifiedUsers()).toEqual([String([waits, came][index]!._id)]);
  });

  it('can be sent three times in a day, also by several organizers at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, async () => test.tokenFor(await buildMember(society, 'moderator'))));
    const answers = await Promise.all(tokens.map((each) => send('going', each)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
    expect((await send()).error.code).toBe('messages_full');
    await EventMessages.updateMany({ event: event._id }, { $set: { at: new Date(Date.now() - 86_400_001) } });
    expect((await send()).status).toBe(201);
  });

  it('is for organizers', async () => {
    expect((await send('going', await test.tokenFor(await buildMember(society)))).status).toBe(403);
    expect(await EventMessages.countDocuments({ event: event._id })).toBe(0);
  });
});
