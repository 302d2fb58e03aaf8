import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getSocietyHistory } from '#models/contract/audit';
import { getEventFeedback, getMyFeedback, giveFeedback } from '#models/contract/event-feedback';
import { getInsights } from '#models/contract/society-insights';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { AuditEntries } from '#models/db/audit-entries';
import { EventFeedbacks } from '#models/db/event-feedback';
import { type EventDoc, Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildAttendance, buildBan, buildEvent, buildFeedback, buildMember, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const daysAgo = (days: number) => hoursAgo(days * 24);

let society: SocietyDoc;
let event: EventDoc;
beforeEach(async () => {
  society = await buildSociety();
  event = await buildEvent({ society, title: 'Night of stars', startsAt: daysAgo(2) });
});

async function guest(of = event, over: Partial<{ checkedInAt: Date; state: 'going' | 'waiting' | 'none' }> = {}): Promise<UserDoc> {
  const user = await buildUser();
  await buildAttendance({ event: of, user, ...over });
  return user;
}
const idOf = (of: EventDoc) => ({ event_id: String(of._id) });
const give = async (user: Pick<UserDoc, '_id'>, fields: { rating?: number; text?: string } = {}, of = event) =>
  test.call(giveFeedback, { ...idOf(of), rating: 4, ...fields }, await test.tokenFor(user));
const mine = async (user: UserDoc, of = event) => test.call(getMyFeedback, idOf(of), await test.tokenFor(user));
const admin = () => test.tokenFor({ _id: society.creator });
const summary = async () => (await test.call(getEventFeedback, idOf(event), await admin())).data;
const nothing = () => ({ ...idOf(event), Answers: null, Average: null, Ratings: null, Texts: null });

describe('an answer to the questions after an event', () => {
  it('is one of each person, which they can change', async () => {
    const user = await guest();
    expect((await mine(user)).data).toMatchObject({ Rating: null, Text: '', Can: { answer: true } });
    const first = await give(user, { rating: 3, text: ' More chairs. ' });
    expect([first.status, first.data]).toEqual([200, expect.objectContaining({ Rating: 3, Text: 'More chairs.', version: 1 })]);
    expect((await give(user, { rating: 5 })).data).toMatchObject({ Rating: 5, Text: '', version: 2 });
    expect((await mine(user)).data).toMatchObject({ Rating: 5, Text: '', version: 2, Can: { answer: true } });
    expect(await EventFeedbacks.countDocuments({ event: event._id })).toBe(1);
  });

  it('is one, also when two of one person come at once', async () => {
    const user = await guest();
    const answers = await Promise.all([give(user, { rating: 1 }), give(user, { rating: 2 })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await EventFeedbacks.countDocuments({ event: event._id })).toBe(1);
  });

  it('is for those who were checked in, where somebody was', async () => {
    const [came, absent] = [await guest(event, { checkedInAt: daysAgo(2) }), await guest()];
    expect((await give(came)).status).toBe(200);
    expect([(await give(absent)).status, (await mine(absent)).data.Can]).toEqual([403, { answer: false }]);
  });

  it.each(['waiting', 'none'] as const)('is refused to people without a seat: %s', async (state) => {
    expect((await give(await guest(event, { state }))).status).toBe(403);
    expect((await give(await buildUser())).status).toBe(403);
  });

  it('waits for the end of the event, and is closed 14 days after it', async () => {
    const running = await buildEvent({ society, startsAt: hoursAgo(1) });
    const early = await give(await guest(running), {}, running);
    expect([early.status, early.error.code]).toEqual([409, 'event_not_over']);
    const user = await guest();
    await give(user);
    await Events.updateOne({ _id: event._id }, { endsAt: daysAgo(14.01) });
    const late = await give(user, { rating: 1 });
    expect([late.status, late.error.code]).toEqual([409, 'feedback_closed']);
    expect((await mine(user)).data).toMatchObject({ Rating: 4, Can: { answer: false } });
  });

  it('is refused for a cancelled event', async () => {
    const user = await guest();
    await Events.updateOne({ _id: event._id }, { cancelledAt: new Date() });
    expect((await give(user)).status).toBe(403);
  });

  it.each([0, 6, 2.5, '4', null])('is refused with the rating %s', async (rating) => {
    expect((await give(await guest(), { rating: rating as number })).status).toBe(400);
  });

  it('is neither written nor read by people who were banned', async () => {
    const user = await guest();
    await give(user);
    await buildBan({ society, user });
    expect([(await give(user)).status, (await mine(user)).status]).toEqual([403, 403]);
  });

  it('is neither written nor read by people who left a private society', async () => {
    const closed = await buildSociety({ privacy: { visibility: 'private' } });
    const past = await buildEvent({ society: closed, startsAt: daysAgo(2) });
    const user = await buildMember(closed);
    await buildAttendance({ event: past, user });
    expect((await give(user, {}, past)).status).toBe(200);
    await Memberships.deleteOne({ society: closed._id, user: user._id });
    expect([(await give(user, {}, past)).status, (await mine(user, past)).status]).toEqual([404, 404]);
  });

  it('leaves no trace of who gave it: no activity, and an audit entry without caller, place and content', async () => {
    const user = await guest();
    await give(user, { text: 'More chairs.' });
    expect(await Activities.countDocuments({ actor: user._id })).toBe(0);
    const entries = await AuditEntries.find({ call: giveFeedback.name, subject: String(event._id) }).lean();
    expect(entries).toMatchObject([{ actor: null, address: '', device: '', details: {}, society: society._id, outcome: 'ok' }]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${user._id}|More chairs`));
    const { data } = await test.call(getSocietyHistory, { society_id: String(society._id) }, await admin());
    expect(data.map(({ Call }) => Call)).not.toContain(giveFeedback.name);
  });
});

describe('what organizers see of the answers', () => {
  const rate = async (ratings: number[], texts: string[] = []) => {
    for (const [at, rating] of ratings.entries()) await buildFeedback({ event, user: await guest(), rating, text: texts[at] ?? '' });
  };

  it('is nothing until five people have answered', async () => {
    await rate([1, 2, 3, 4], ['One', 'Two']);
    expect(await summary()).toEqual(nothing());
    await rate([5]);
    expect(await summary()).toMatchObject({ Answers: 5, Average: 3, Ratings: [1, 1, 1, 1, 1] });
  });

  it('is nothing again when one of five deletes their answer with the account', async () => {
    await rate([1, 2, 3, 4, 5]);
    await EventFeedbacks.deleteOne({ event: event._id, rating: 5 });
    expect(await summary()).toEqual(nothing());
  });

  it('has no names, and the texts in alphabetical order, whoever wrote first', async () => {
    const texts = ['Longer breaks.', '', 'A bigger room.', 'كراسٍ أكثر', 'Coffee!', 'A bigger room.'];
    await rate([5, 5, 4, 4, 2, 5], texts);
    const answer = await summary();
    expect(answer).toEqual({
      ...idOf(event),
      Answers: 6,
      Average: 4.2,
      Ratings: [0, 1, 0, 2, 3],
      Texts: ['A bigger room.', 'A bigger room.', 'Coffee!', 'Longer breaks.', 'كراسٍ أكثر'],
    });
    for (const { user } of await Attendances.find({ event: event._id }).lean()) expect(JSON.stringify(answer)).not.toContain(String(user));
  });

  it('is refused to members and to those who answered', async () => {
    const user = await guest();
    await give(user);
    for (const person of [user, await buildMember(society)])
      expect((await test.call(getEventFeedback, idOf(event), await test.tokenFor(person))).status).toBe(403);
  });

  it('is in the insights for each event that somebody attended, by the same rule of five', async () => {
    await rate([5, 4, 4, 4, 4]);
    const few = await buildEvent({ society, title: 'Walk', startsAt: daysAgo(3) });
    await buildFeedback({ event: few, user: await guest(few) });
    await buildEvent({ society, title: 'Empty', startsAt: daysAgo(3) });
    const { data } = await test.call(getInsights, { society_id: String(society._id), days: 7 }, await admin());
    expect(data.feedback).toMatchObject([
      { ...idOf(event), title: 'Night of stars', answers: 5, average: 4.2 },
      { ...idOf(few), title: 'Walk', answers: null, average: null },
    ]);
  });
});
