import { describe, expect, it } from 'vitest';
import { openSocket, type TestSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { activityNew } from '#models/contract/activity';
import { cancelEvent, createEvent, deleteEvent, eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { Activities } from '#models/db/activities';
import { Events } from '#models/db/events';
import { addDays, localOf } from '#models/db/local-time';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import * as build from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();

const connect = async (user: UserDoc | null): Promise<TestSocket> => openSocket(test.url, user ? { token: await test.tokenFor(user) } : {});

/** A visitor and an outsider, and a member, who gets every message. */
async function audience(society: SocietyDoc, ...rooms: string[]) {
  const [visitor, outsider, member] = [
    await connect(null),
    await connect(await build.buildUser()),
    await connect(await build.buildMember(society)),
  ];
  await visitor.ask('join', ['events', ...rooms]);
  await outsider.ask('join', ['events', 'feed', 'mine', roomOf('society', String(society._id)), ...rooms]);
  await member.join('events', 'feed', 'mine', ...rooms);
  const close = (): void => {
    for (const socket of [visitor, outsider, member]) socket.close();
  };
  return { visitor, outsider, member, close };
}
const adminOf = (society: SocietyDoc) => test.tokenFor({ _id: society.creator });
const plan = (society: SocietyDoc) => ({
  society_id: String(society._id),
  title: 'Kite evening',
  description: 'Paper, string and a good wind.',
  category: 'Social',
  date: addDays(localOf(new Date(), 'Asia/Amman').date, 9),
  time: '18:00',
  location: 'The hill',
});

describe('live messages about events', () => {
  it.each([
    ['public', true, true],
    ['public', false, false],
    ['private', true, false],
    ['invite-only', true, false],
  ] as const)('of a %s society, events visible %s, reach outsiders: %s', async (visibility, eventsVisible, isReceived) => {
    const society = await build.buildSociety({ privacy: { visibility, eventsVisible } });
    const token = await adminOf(society);
    const { visitor, outsider, member, close } = await audience(society);
    const { data: event_id } = await test.call(createEvent, plan(society), token);
    const record = await Activities.findOne({ object: event_id }).lean();
    await dispatch({ kind: 'activity', id: String(record?._id), version: 1 });
    await member.next(activityNew);
    await test.call(cancelEvent, { event_id, reason: 'Rain' }, token);
    await test.call(deleteEvent, { event_id }, token);
    await member.next(eventRemoved);
    for (const message of [eventCreated, eventUpdated]) expect(member.count(message)).toBe(1);
    const times = isReceived ? 1 : 0;
    await expect.poll(() => visitor.count(eventRemoved)).toBe(times);
    await expect.poll(() => outsider.count(eventRemoved)).toBe(times);
    for (const socket of [visitor, outsider])
      expect([eventCreated, eventUpdated].map((message) => socket.count(message))).toEqual([times, times]);
    expect([visitor.count(activityNew), outsider.count(activityNew)]).toEqual([0, times]);
    close();
  });

  it('do not reach outsiders while the society hides its events, though they are still marked open', async () => {
    const society = await build.buildSociety();
    const event = await build.buildEvent({ society });
    const { visitor, outsider, member, close } = await audience(society);
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.eventsVisible': false } });
    await test.call(cancelEvent, { event_id: String(event._id) }, await adminOf(society));
    await member.next(eventUpdated);
    expect((await Events.findById(event._id).lean())?.open).toBe(true);
    await drain();
    expect([visitor, outsider].map((socket) => socket.count(eventUpdated))).toEqual([0, 0]);
    close();
  });

  it('reach the room of one event, also its removal', async () => {
    const society = await build.buildSociety();
    const event = await build.buildEvent({ society });
    const event_id = String(event._id);
    const socket = await connect(null);
    await socket.join(roomOf('event', event_id), roomOf('societyPublic', String(society._id)));
    await test.call(deleteEvent, { event_id }, await adminOf(society));
    expect((await socket.next(eventRemoved)).payload).toEqual({ event_id, society_id: String(society._id), version: event.version + 1 });
    expect((await socket.next(societyCounts)).payload).toMatchObject({ Event_Count: 0 });
    expect((await socket.ask('join', roomOf('event', event_id))).ok).toBe(false);
    socket.close();
  });
});
