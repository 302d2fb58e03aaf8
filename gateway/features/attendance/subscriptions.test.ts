import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getCalendarFile, getCalendarKeys, makeCalendarKey, revokeCalendarKey } from '#models/contract/calendar-feeds';
import { changePassword } from '#models/contract/credentials';
import { cancelEvent, updateEvent } from '#models/contract/event-changes';
import { leaveSociety } from '#models/contract/members';
import { CalendarKeys } from '#models/db/calendar-keys';
import { Events } from '#models/db/events';
import { addDays, localOf } from '#models/db/local-time';
import { newId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { buildAttendance, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';

const app = setUpTestApp();

const password = 'a-long-password';
const idOf = ({ _id }: { _id: unknown }) => String(_id);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const file = (key: string) => app.call(getCalendarFile, { key });

/** Events of a feed as a calendar client reads them, by title. */
async function readBy(key: string): Promise<Map<string, ICAL.Event>> {
  const { status, data } = await file(key);
  expect(status).toBe(200);
  const events = new ICAL.Component(ICAL.parse(data)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return new Map(events.map((event) => [event.summary, event]));
}
const titlesOf = async (key: string): Promise<string[]> => [...(await readBy(key)).keys()].toSorted();

async function subscriber(over: Parameters<typeof buildUser>[0] = {}) {
  const user = await buildUser(over);
  const token = await app.tokenFor(user);
  const subscribe = async (input: object = {}) => (await app.call(makeCalendarKey, input as never, token)).data;
  return { user, token, subscribe, list: async () => (await app.call(getCalendarKeys, {}, token)).data };
}

describe('a calendar subscription', () => {
  it('of one society has its events, also where only members see them', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const me = await buildMember(society);
    await buildEvent({ society, title: 'Inside', startsAt: inDays(3) });
    await buildEvent({ title: 'Elsewhere', startsAt: inDays(3) });
    const { key } = (await app.call(makeCalendarKey, { kind: 'society', society_id: idOf(society) }, await app.tokenFor(me))).data;
    expect(await titlesOf(key)).toEqual(['Inside']);
  });

  it('of own societies follows joining and leaving', async () => {
    const [society, other] = [await buildSociety(), await buildSociety()];
    const me = await buildMember(society);
    const token = await app.tokenFor(me);
    await buildEvent({ society, title: 'Ours', startsAt: inDays(3) });
    await buildEvent({ society: other, title: 'Theirs', startsAt: inDays(3) });
    const { key } = (await app.call(makeCalendarKey, { kind: 'societies' }, token)).data;
    expect(await titlesOf(key)).toEqual(['Ours']);
    await app.call(leaveSociety, { society_id: idOf(society) }, token);
    expect(await titlesOf(key)).toEqual([]);
  });

  it('of a category has its public events', async () => {
    const { subscribe } = await subscriber();
    const closed = await buildSociety({ privacy: { visibility: 'private' } });
    await buildEvent({ title: 'Open workshop', category: 'Workshop', startsAt: inDays(3) });
    await buildEvent({ title: 'Open talk', category: 'Seminar', startsAt: inDays(3) });
    await buildEvent({ society: closed, open: false, title: 'Closed workshop', category: 'Workshop', startsAt: inDays(3) });
    const { key } = await subscribe({ kind: 'category', category: 'Workshop' });
    const titles = await titlesOf(key);
    expect(titles).toContain('Open workshop');
    expect(titles).not.toEqual(expect.arrayContaining(['Open talk']));
    expect(titles).not.toEqual(expect.arrayContaining(['Closed workshop']));
  });

  it('of a society with very many events has all coming ones, and the latest past ones', async () => {
    const society = await buildSociety();
    const me = await buildMember(society);
    const { _id, ...event } = await buildEvent({ society, title: 'Coming', startsAt: inDays(3) });
    const past = Array.from({ length: 501 }, (_none, at) => ({ ...event, title: `Past ${at}`, startsAt: inDays(-1 - at / 10) }));
    await Events.insertMany(past.map((each) => ({ ...each, _id: newId() })));
    const { key } = (await app.call(makeCalendarKey, { kind: 'society', society_id: idOf(society) }, await app.tokenFor(me))).data;
    const titles = await titlesOf(key);
    expect(titles).toEqual(expect.arrayContaining(['Coming', 'Past 0', 'Past 498']));
    expect(titles).toHaveLength(500);
  });

  it('shows a moved event at its new time and a cancelled one as cancelled, with a higher sequence each', async () => {
    const society = await buildSociety();
    const token = await app.tokenFor({ _id: society.creator });
    const { timeZone } = testSettings;
    const date = localOf(inDays(10), timeZone).date;
    const event = await buildEvent({ society, title: 'Tournament', date, time: '17:00', startsAt: inDays(10) });
    const { user, subscribe } = await subscriber();
    await buildAttendance({ event, user });
    const { key } = await subscribe();
    const first = (await readBy(key)).get('Tournament')!;
    await app.call(updateEvent, { event_id: idOf(event), date: addDays(date, 1), time: '18:30' }, token);
    const moved = (await readBy(key)).get('Tournament')!;
    expect(moved.startDate.toString()).toBe(`${addDays(date, 1)}T18:30:00`);
    expect(moved.uid).toBe(first.uid);
    expect(moved.sequence).toBeGreaterThan(first.sequence);
    expect((await app.call(cancelEvent, { event_id: idOf(event) }, token)).status).toBe(200);
    const cancelled = (await readBy(key)).get('Tournament')!;
    expect(cancelled.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(cancelled.sequence).toBeGreaterThan(moved.sequence);
  });

  it('has a cancelled event for at least ninety days after its day', async () => {
    const { user, subscribe } = await subscriber();
    await buildAttendance({ user, event: await buildEvent({ title: 'Called off', startsAt: inDays(-90), cancelledAt: inDays(-95) }) });
    const event = (await readBy((await subscribe()).key)).get('Called off')!;
    expect(event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it('is not found once its owner may no longer see the society, or is suspended', async () => {
    const society = await buildSociety();
    const { user, token, subscribe } = await subscriber();
    const { key } = await subscribe({ kind: 'society', society_id: idOf(society) });
    expect((await file(key)).status).toBe(200);
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'private' } });
    expect((await file(key)).status).toBe(404);
    expect((await app.call(makeCalendarKey, { kind: 'society', society_id: idOf(society) }, token)).status).toBe(403);
    expect(await CalendarKeys.countDocuments({ user: user._id })).toBe(1);
  });
});

describe('the keys of calendar subscriptions', () => {
  it('are listed without themselves, and each can be revoked alone', async () => {
    const society = await buildSociety({ name: 'Chess Club' });
    const { subscribe, list, token } = await subscriber();
    const [mine, ofSociety] = [await subscribe(), await subscribe({ kind: 'society', society_id: idOf(society) })];
    const listed = await list();
    expect(listed.map(({ Kind, Society_Name }) => [Kind, Society_Name]).toSorted()).toEqual([
      ['mine', null],
      ['society', 'Chess Club'],
    ]);
    expect(JSON.stringify(listed)).not.toContain(mine.key);
    await app.call(revokeCalendarKey, { subscription_id: ofSociety.ID }, token);
    expect([(await file(ofSociety.key)).status, (await file(mine.key)).status]).toEqual([404, 200]);
    expect((await list()).map(({ Used_At }) => Used_At)).toEqual([expect.any(String)]);
  });

  it('are one for each subscription: a new one replaces the earlier', async () => {
    const { subscribe, list } = await subscriber();
    const [first, second] = [await subscribe({ kind: 'societies' }), await subscribe({ kind: 'societies' })];
    expect([(await file(first.key)).status, (await file(second.key)).status]).toEqual([404, 200]);
    expect(await list()).toHaveLength(1);
  });

  it('of others cannot be revoked', async () => {
    const [me, other] = [await subscriber(), await subscriber()];
    const { ID, key } = await me.subscribe();
    await app.call(revokeCalendarKey, { subscription_id: ID }, other.token);
    expect((await file(key)).status).toBe(200);
  });

  it('all end with the password', async () => {
    const { subscribe, token } = await subscriber({ password });
    const keys = [await subscribe(), await subscribe({ kind: 'societies' }), await subscribe({ kind: 'category', category: 'Workshop' })];
    expect((await app.call(changePassword, { password, new_password: 'another-long-password' }, token)).status).toBe(200);
    for (const { key } of keys) expect((await file(key)).status).toBe(404);
  });

  it.each([
    [{ kind: 'society' }, 400],
    [{ kind: 'category' }, 400],
    [{ kind: 'category', category: 'Nonsense' }, 400],
    [{ kind: 'all' }, 400],
    [{ kind: 'society', society_id: '0123456789abcdef01234567' }, 404],
  ])('%j is %i', async (input, status) => {
    const { token } = await subscriber();
    expect((await app.call(makeCalendarKey, input as never, token)).status).toBe(status);
  });
});
