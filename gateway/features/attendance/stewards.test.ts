import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { toggleAttendance } from '#models/contract/attendance';
import { checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { Call } from '#models/contract/define';
import { getDoorCode, getStewards, setSteward, stewardChanged } from '#models/contract/door';
import { updateEvent } from '#models/contract/event-changes';
import { getEventMessages, sendEventMessage } from '#models/contract/event-messages';
import { getEventInfo } from '#models/contract/events';
import { mostStewards } from '#models/contract/limits';
import { controls } from '#models/contract/live';
import { removeMember } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { reportCreated, reportPost } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import { AuditEntries } from '#models/db/audit-entries';
import { Bans } from '#models/db/bans';
import { type EventDoc, Events } from '#models/db/events';
import { type Id, newId } from '#models/db/model';
import {
  buildAttendance,
  buildBan,
  buildEvent,
  buildMember,
  buildMembership,
  buildPost,
  buildSociety,
  buildStaff,
  buildUser,
} from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';

const test = setUpTestApp({ liveTiming: { sessionsEveryMs: 200 } });
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(() => {
  log.close();
});

const hour = 3_600_000;
const at = ({ _id }: EventDoc) => ({ event_id: String(_id) });

type Door = Awaited<ReturnType<typeof door>>;

/** An event with its organizer, a member who can be its steward, and a guest. */
async function door(over: Parameters<typeof buildEvent>[0] = {}, ofSociety: Parameters<typeof buildSociety>[0] = {}) {
  const society = await buildSociety(ofSociety);
  const event = await buildEvent({ society, ...over });
  const [organizer, helper] = [await buildMember(society, 'moderator'), await buildMember(society)];
  const { user: guest } = await buildAttendance({ event });
  const [token, helperToken] = [await test.tokenFor(organizer), await test.tokenFor(helper)];
  const adminToken = await test.tokenFor({ _id: society.creator });
  const set = (user: { _id: Id }, steward = true) => test.call(setSteward, { ...at(event), user_id: String(user._id), steward }, token);
  const letIn = (as = helperToken) => test.call(checkIn, { ...at(event), user_id: String(guest) }, as);
  return { society, event, organizer, helper, guest, token, helperToken, adminToken, set, letIn };
}

describe('a steward', () => {
  it('may check in, see the list and the door screen of this event, and nothing else', async () => {
    const { society, event, helper, helperToken, set, letIn } = await door();
    expect((await letIn()).status).toBe(403);
    await set(helper);
    const ask = <C extends Call>(call: C, input: object) => test.call(call, { ...at(event), ...input }, helperToken);
    expect((await letIn()).status).toBe(200);
    expect((await ask(getAttendees, {})).status).toBe(200);
    expect((await ask(getAttendees, { state: 'unconfirmed' })).status).toBe(200);
    expect((await ask(getDoorCode, {})).status).toBe(200);
    const refused = [
      await ask(getAttendees, { state: 'waiting' }),
      await ask(getEventMessages, {}),
      await ask(sendEventMessage, { to: 'going', text: 'Come in.' }),
      await ask(updateEvent, { title: 'Another title' }),
      await ask(getStewards, {}),
      await ask(setSteward, { user_id: String(helper._id), steward: true }),
      await test.call(getDoorCode, at(await buildEvent({ society })), helperToken),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    const { Can } = (await ask(getEventInfo, {})).data;
    expect(Can).toMatchObject({ edit: false, delete: false, checkIn: true });
  });

  it('stays one until two hours after the end', async () => {
    const { event, helper, set, letIn } = await door({
      startsAt: new Date(Date.now() - 4 * hour),
      endsAt: new Date(Date.now() - 1.9 * hour),
    });
    await set(helper);
    expect((await letIn()).status).toBe(200);
    await Events.updateOne({ _id: event._id }, { endsAt: new Date(Date.now() - 2 * hour) });
    expect((await letIn()).status).toBe(403);
    expect((await set(await buildMember({ _id: event.society }))).error.code).toBe('event_over');
  });

  it('is one no longer when the organizers end it, or when the society bans them', async () => {
    const { society, helper, set, letIn } = await door();
    await set(helper);
    await set(helper, false);
    expect((await letIn()).status).toBe(403);
    await set(helper);
    await buildBan({ society, user: helper });
    expect((await letIn()).status).toBe(403);
  });

  it('of a private society loses the door with the membership', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const event = await buildEvent({ society });
    const helper = await buildMember(society);
    const [admin, helperToken] = [await test.tokenFor({ _id: society.creator }), await test.tokenFor(helper)];
    await test.call(setSteward, { ...at(event), user_id: String(helper._id), steward: true }, admin);
    expect((await test.call(getDoorCode, at(event), helperToken)).status).toBe(200);
    await test.call(removeMember, { society_id: String(society._id), user_id: String(helper._id) }, admin);
    expect((await test.call(getDoorCode, at(event), helperToken)).status).toBe(404);
  });
});

describe('a steward of a public society', () => {
  /** Ways in which a member loses the membership. */
  const ends = {
    'leaves it': ({ society, helperToken }: Door) => test.call(leaveSociety, { society_id: String(society._id) }, helperToken),
    'is removed': ({ society, helper, adminToken }: Door) =>
      test.call(removeMember, { society_id: String(society._id), user_id: String(helper._id) }, adminToken),
    'is banned': ({ society, helper, adminToken }: Door) =>
      test.call(removeMember, { society_id: String(society._id), user_id: String(helper._id), ban: 'true' }, adminToken),
  };

  it.each(Object.keys(ends) as (keyof typeof ends)[])('who %s loses the role at once: calls, room, list and message', async (how) => {
    const place = await door();
    const { event, helper, helperToken, token, set, letIn } = place;
    await set(helper);
    expect((await letIn()).status).toBe(200);
    const [socket, other] = [await openSocket(test.url, { token: helperToken }), await openSocket(test.url, { token })];
    for (const each of [socket, other]) await each.join(roomOf('eventDoor', String(event._id)));
    expect((await ends[how](place)).status).toBeLessThan(300);
    expect((await letIn()).status).toBe(403);
    expect((await test.call(getAttendees, at(event), helperToken)).status).toBe(403);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toContain(roomOf('eventDoor', String(event._id)));
    const announced = { ...at(event), user_id: String(helper._id), steward: false, version: 2 };
    expect((await other.next(stewardChanged)).payload).toEqual(announced);
    expect((await test.call(getStewards, at(event), token)).data).toEqual([]);
    for (const each of [socket, other]) each.close();
  });

  it('who comes back is none until named again', async () => {
    const { society, helper, helperToken, set, letIn } = await door();
    await set(helper);
    await test.call(leaveSociety, { society_id: String(society._id) }, helperToken);
    await buildMembership({ society, user: helper });
    expect((await letIn()).status).toBe(403);
    await set(helper);
    expect((await letIn()).status).toBe(200);
  });

  it('who only goes there loses the role by a ban, also for the time after it', async () => {
    const { society, guest, adminToken, set, letIn } = await door();
    await set({ _id: guest });
    const guestToken = await test.tokenFor({ _id: guest });
    const banned = { society_id: String(society._id), user_id: String(guest) };
    await test.call(removeMember, { ...banned, ban: 'true' }, adminToken);
    await Bans.deleteMany({ society: society._id, user: guest });
    expect((await letIn(guestToken)).status).toBe(403);
  });

  it('stays one without a seat', async () => {
    const { event, guest, set, letIn } = await door();
    await set({ _id: guest });
    const guestToken = await test.tokenFor({ _id: guest });
    await test.call(toggleAttendance, { ...at(event), status: 'none' }, guestToken);
    expect((await test.call(getAttendees, at(event), guestToken)).status).toBe(200);
    expect((await letIn(guestToken)).status).not.toBe(403);
  });

  it('keeps the role at events of other societies', async () => {
    const { society, helper, helperToken, set } = await door();
    const elsewhere = await buildEvent({ stewards: [helper._id] });
    await set(helper);
    await test.call(leaveSociety, { society_id: String(society._id) }, helperToken);
    expect((await test.call(getDoorCode, at(elsewhere), helperToken)).status).toBe(200);
  });

  it('cannot be named while leaving: of both at once, no steward remains who is no member', async () => {
    const { society, event, helper, helperToken, set } = await door();
    await Promise.all([set(helper), test.call(leaveSociety, { society_id: String(society._id) }, helperToken)]);
    expect((await Events.findById(event._id).lean())?.stewards ?? []).toEqual([]);
  });
});

describe('a steward of an open sensitive society', () => {
  const sensitiveDoor = () => door({}, { category: 'Religious', privacy: { visibility: 'public' } });

  it('is a member: whoever only goes there cannot be named', async () => {
    const { guest, helper, set, letIn } = await sensitiveDoor();
    expect((await set({ _id: guest })).status).toBe(404);
    expect((await set(helper)).status).toBe(200);
    expect((await letIn()).status).toBe(200);
  });

  it('loses the door and its room with the membership', async () => {
    const { society, event, helper, helperToken, set, letIn } = await sensitiveDoor();
    await set(helper);
    const socket = await openSocket(test.url, { token: helperToken });
    await socket.join(roomOf('eventDoor', String(event._id)));
    await test.call(leaveSociety, { society_id: String(society._id) }, helperToken);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toContain(roomOf('eventDoor', String(event._id)));
    expect((await letIn()).status).toBe(403);
    expect((await test.call(getAttendees, at(event), helperToken)).status).toBe(403);
    socket.close();
  });
});

describe('a check-in', () => {
  it('is told to the door, and not to staff who moderate, whom the list refuses', async () => {
    const { society, event, helper, helperToken, set, letIn } = await door();
    const staffToken = await test.tokenFor(await buildStaff('moderate'));
    await set(helper);
    const moderators = roomOf('societyModerators', String(society._id));
    const [steward, staff] = [await openSocket(test.url, { token: helperToken }), await openSocket(test.url, { token: staffToken })];
    await steward.join(roomOf('eventDoor', String(event._id)));
    await staff.join(moderators);
    expect(JSON.stringify(await staff.ask('join', [roomOf('eventDoor', String(event._id))]))).toContain('forbidden');
    expect((await test.call(getAttendees, at(event), staffToken)).status).toBe(403);
    await letIn();
    await steward.next(eventCheckedIn);
    const post = await buildPost({ society });
    await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, await test.tokenFor(await buildUser()));
    await staff.next(reportCreated);
    expect(JSON.stringify(staff.received)).not.toContain(eventCheckedIn.name);
    for (const each of [steward, staff]) each.close();
  });
});

describe('naming a steward', () => {
  it('is for members and people who are going', async () => {
    const { event, guest, helper, token, set } = await door();
    const outsider = await buildUser();
    const { user: waiting } = await buildAttendance({ event, state: 'waiting' });
    expect((await set({ _id: guest })).status).toBe(200);
    expect((await set(helper)).status).toBe(200);
    for (const user of [outsider, { _id: waiting }, { _id: newId() }]) expect((await set(user)).status).toBe(404);
    const list = await test.call(getStewards, at(event), token);
    expect(list.data.map(({ ID }) => ID)).toEqual([String(guest), String(helper._id)]);
  });

  it('twice changes nothing, and leaves an entry in the audit trail', async () => {
    const { event, organizer, helper, set } = await door();
    const answer = { ...at(event), user_id: String(helper._id), steward: true, version: 1 };
    expect((await set(helper)).data).toEqual(answer);
    expect((await set(helper)).data).toEqual(answer);
    expect(await Events.findById(event._id).lean()).toMatchObject({ stewards: [helper._id] });
    const entry = await AuditEntries.findOne({ call: 'setSteward', actor: organizer._id }).lean();
    expect(entry).toMatchObject({ subject: String(event._id), details: { user_id: String(helper._id), steward: 'true' } });
  });

  it('two at once names both', async () => {
    const { event, society, set } = await door();
    const people = [await buildMember(society), await buildMember(society), await buildMember(society)];
    await Promise.all(people.map((person) => set(person)));
    expect((await Events.findById(event._id).lean())?.stewards).toHaveLength(3);
  });

  it(`is refused beyond ${mostStewards}, and for a cancelled event`, async () => {
    const { event, helper, set } = await door({ stewards: Array.from({ length: mostStewards }, newId) });
    expect((await set(helper)).error.code).toBe('stewards_full');
    await Events.updateOne({ _id: event._id }, { stewards: [], cancelledAt: new Date() });
    expect((await set(helper)).error.code).toBe('event_cancelled');
  });

  it('is published to the person and to the door', async () => {
    const { event, helper, set } = await door();
    await log.published();
    await set(helper);
    expect(await log.published()).toEqual([
      {
        rooms: [`user:${helper._id}`, `event:${event._id}:door`],
        message: stewardChanged.name,
        payload: { ...at(event), user_id: String(helper._id), steward: true, version: 1 },
      },
    ]);
  });
});

describe('the room of a door', () => {
  const joined = async (event: EventDoc, token?: string) => {
    const socket = await openSocket(test.url, { token });
    const answer = await socket.ask('join', roomOf('eventDoor', String(event._id)));
    return { socket, outcome: answer.ok ? 'ok' : answer.code };
  };

  it('is for organizers and stewards', async () => {
    const { event, helper, token, helperToken, set } = await door();
    const outcomes = async () => Promise.all([undefined, helperToken, token].map(async (each) => (await joined(event, each)).outcome));
    expect(await outcomes()).toEqual(['unauthorized', 'forbidden', 'ok']);
    await set(helper);
    expect(await outcomes()).toEqual(['unauthorized', 'ok', 'ok']);
  });

  it('has the check-ins, and a steward leaves it at once when the organizers end it', async () => {
    const { event, helper, helperToken, set, letIn } = await door();
    await set(helper);
    const { socket } = await joined(event, helperToken);
    await letIn();
    expect((await socket.next(eventCheckedIn)).payload).toMatchObject({ ...at(event), checked_in: 1 });
    await set(helper, false);
    expect((await socket.next(controls.roomLeft)).payload).toEqual({ rooms: [roomOf('eventDoor', String(event._id))], code: 'forbidden' });
    expect((await socket.next(stewardChanged, (payload) => payload?.steward === false)).payload).toMatchObject({ version: 2 });
    socket.close();
  });

  it('is left by stewards, not by organizers, two hours after the end', async () => {
    const { event, helper, helperToken, token, set } = await door();
    await set(helper);
    const [steward, organizer] = [await joined(event, helperToken), await joined(event, token)];
    await Events.updateOne({ _id: event._id }, { startsAt: new Date(Date.now() - 5 * hour), endsAt: new Date(Date.now() - 3 * hour) });
    expect((await steward.socket.next(controls.roomLeft)).payload).toMatchObject({ code: 'forbidden' });
    expect(organizer.socket.count(controls.roomLeft)).toBe(0);
    for (const { socket } of [steward, organizer]) socket.close();
  });
});
