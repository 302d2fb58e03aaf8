import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import {
  exportSocietyReport,
  exportSocietyReportTable,
  exportUniversityReport,
  exportUniversityReportTable,
} from '#models/contract/term-reports';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import { addDays } from '#models/db/local-time';
import { Memberships } from '#models/db/memberships';
import { newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { demoAccounts, loadDemo } from '#models/testing/demo';

const test = setUpTestApp();
const today = new Date().toISOString().slice(0, 10);
const term = { from: addDays(today, -90), to: addDays(today, 1) };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const platformAdmin = async () => test.tokenFor(await build.buildUser({ role: 'admin' }));

const keys = ['Joined', 'Left', 'Posts', 'Events', 'Going', 'Came', 'No-shows', 'Gave up'] as const;
type Sums = Record<(typeof keys)[number], number>;
const rowsOf = (table: string): Record<string, string>[] => parse(table, { columns: true, bom: true });
const sumsOf = (row: Record<string, string> | undefined): Sums =>
  Object.fromEntries(keys.map((key) => [key, Number(row?.[key] || 0)])) as Sums;

async function leave(society: SocietyDoc, verb: 'member.left' | 'member.removed', at = daysAgo(5)): Promise<void> {
  const user = await build.buildUser();
  await Activities.collection.insertOne({
    _id: newId(),
    actor: user._id,
    verb,
    object: user._id,
    society: society._id,
    open: false,
    at,
  } as never);
}

/** A society with something of everything, and things that do not count. */
async function busySociety(): Promise<SocietyDoc> {
  const society = await build.buildSociety({ createdAt: daysAgo(200) });
  await build.buildMembership({ society, joinedAt: daysAgo(20) });
  await build.buildMembership({ society, joinedAt: daysAgo(120) });
  await leave(society, 'member.left');
  await leave(society, 'member.removed');
  await leave(society, 'member.left', daysAgo(100));
  await build.buildPost({ society, author: society.creator, createdAt: daysAgo(3) });
  await build.buildPost({ society, author: society.creator, createdAt: daysAgo(3), removedAt: new Date() });
  const event = await build.buildEvent({ society, title: 'Open lab', startsAt: daysAgo(7) });
  await build.buildAttendance({ event, checkedInAt: daysAgo(7) });
  await build.buildAttendance({ event });
  await build.buildAttendance({ event });
  await build.buildAttendance({ event, state: 'none' });
  await build.buildAttendance({ event, state: 'waiting' });
  const withoutDoor = await build.buildEvent({ society, title: 'Walk', startsAt: daysAgo(8) });
  await build.buildAttendance({ event: withoutDoor });
  await build.buildAttendance({ event: await build.buildEvent({ society, startsAt: daysAgo(6), cancelledAt: new Date() }) });
  await build.buildAttendance({ event: await build.buildEvent({ society }) });
  return society;
}

const isBetween = (time: Date, zoneHours = 3): boolean => {
  const local = new Date(time.getTime() + zoneHours * 3_600_000).toISOString().slice(0, 10);
  return local >= term.from && local <= term.to;
};

/** Counts everything again, document by document, from all documents of the store. */
async function recount(): Promise<Sums> {
  const active = new Set((await Societies.find({ removedAt: null }).lean()).map(({ _id }) => String(_id)));
  const isOf = ({ society }: { society: unknown }) => active.has(String(society));
  const memberships = (await Memberships.find({}).lean()).filter(isOf);
  const activities = (await Activities.find({}).lean()).filter(isOf);
  const posts = (await Posts.find({}).lean()).filter(isOf);
  const all = (await Events.find({}).lean()).filter(isOf);
  const events = all.filter((each) => !each.removedAt && !each.cancelledAt && isBetween(each.startsAt) && each.startsAt < new Date());
  const attendances = await Attendances.find({}).lean();
  const sums = { Going: 0, Came: 0, 'No-shows': 0, 'Gave up': 0 };
  for (const event of events) {
    const own = attendances.filter((each) => each.event.equals(event._id));
    const going = own.filter(({ state }) => state === 'going');
    const came = going.filter(({ checkedInAt }) => checkedInAt);
    sums.Going += going.length;
    sums.Came += came.length;
    sums['No-shows'] += came.length > 0 && event.endsAt <= new Date() ? going.length - came.length : 0;
    sums['Gave up'] += own.filter(({ state }) => state === 'none').length;
  }
  const present = new Set(memberships.map((each) => `${each.society}/${each.user}`));
  const leaves = activities.filter(({ verb, at }) => ['member.left', 'member.removed'].includes(verb) && isBetween(at));
  const graces = new Set((await Users.find({ grace: { $exists: true } }).lean()).map(({ _id }) => String(_id)));
  const final = leaves.filter(({ object, params }) => !params?.undone && !graces.has(String(object)));
  const leavers = new Set(final.map((each) => `${each.society}/${each.object}`));
  return {
    Joined: memberships.filter(({ joinedAt }) => isBetween(joinedAt)).length,
    Left: [...leavers].filter((each) => !present.has(each)).length,
    Posts: posts.filter((post) => !post.removedAt && isBetween(post.createdAt)).length,
    Events: events.length,
    ...sums,
  };
}

describe("a society's term report", () => {
  it('counts members, posts, events and who came, and lists the events', async () => {
    const society = await busySociety();
    const input = { society_id: String(society._id), ...term };
    const token = await test.tokenFor({ _id: society.creator });
    const { data, headers } = await test.call(exportSocietyReportTable, input, token);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="term-${term.from}-${term.to}.csv"`);
    const [total, ...events] = rowsOf(data);
    expect(total).toMatchObject({ Row: 'Total', Name: society.name });
    expect(sumsOf(total)).toEqual({ Joined: 1, Left: 2, Posts: 1, Events: 2, Going: 4, Came: 1, 'No-shows': 2, 'Gave up': 1 });
    expect(events.map(({ Name }) => Name)).toEqual(['Walk', 'Open lab']);
    expect(sumsOf(events[1])).toMatchObject({ Going: 3, Came: 1, 'No-shows': 2, 'Gave up': 1 });
  });

  it('has the feedback of the events after which five people answered, and no other in its sums', async () => {
    const society = await build.buildSociety();
    const [rated, hidden] = [
      await build.buildEvent({ society, title: 'Rated', startsAt: daysAgo(7) }),
      await build.buildEvent({ society, title: 'Hidden', startsAt: daysAgo(6) }),
    ];
    for (const rating of [5, 4, 4, 4, 4]) await build.buildFeedback({ event: rated, rating });
    for (let at = 0; at < 4; at++) await build.buildFeedback({ event: hidden, rating: 1 });
    const token = await test.tokenFor({ _id: society.creator });
    const { data } = await test.call(exportSocietyReportTable, { society_id: String(society._id), ...term }, token);
    const figures = rowsOf(data).map((row) => [row.Row, row['Feedback answers'], row['Average rating']]);
    expect(figures).toEqual([
      ['Total', '5', '4.2'],
      ['Event', '5', '4.2'],
      ['Event', '', ''],
    ]);
  });

  it('is a PDF and a table in both languages', async () => {
    const society = await build.buildSociety();
    const input = { society_id: String(society._id), ...term };
    const token = await test.tokenFor({ _id: society.creator });
    for (const lang of ['en', 'ar'] as const) {
      const pdf = Buffer.from((await test.call(exportSocietyReport, { ...input, lang }, token)).data).toString('latin1');
      expect([pdf.startsWith('%PDF-'), pdf.includes(`/Lang (${lang})`)]).toEqual([true, true]);
      const table = (await test.call(exportSocietyReportTable, { ...input, lang }, token)).data;
      expect(table).toContain(lang === 'en' ? 'No-shows' : 'لم يصلوا');
    }
  }, 60_000);
});

describe('people who left in a term', () => {
  it('are those who did not come back, nor are in the grace of a deleted account, nor had joined by a mistake', async () => {
    const society = await build.buildSociety({ createdAt: daysAgo(200) });
    const left = async (user: UserDoc, verb: 'member.left' | 'member.removed', params?: object) =>
      Activities.collection.insertOne({
        _id: newId(),
        actor: user._id,
        verb,
        object: user._id,
        society: society._id,
        open: false,
        at: daysAgo(5),
        ...(params && { params }),
      } as never);
    const back = await build.buildMember(society);
    await left(back, 'member.left');
    await left(await build.buildUser(), 'member.removed', { undone: String(newId()) });
    const deleted = await build.buildUser();
    await Users.collection.updateOne({ _id: deleted._id }, { $set: { grace: { until: daysAgo(-5) } } });
    await left(deleted, 'member.left');
    const gone = await build.buildUser();
    for (const _time of [1, 2]) await left(gone, 'member.left');
    const token = await test.tokenFor({ _id: society.creator });
    const [total] = rowsOf((await test.call(exportSocietyReportTable, { society_id: String(society._id), ...term }, token)).data);
    expect(sumsOf(total).Left).toBe(1);
  });
});

describe("the university's term report", () => {
  it("has sums that equal the store's, and those of its rows", async () => {
    await loadDemo({ scale: 'small' });
    await busySociety();
    await build.buildPost({ society: await build.buildSociety({ removedAt: new Date() }), createdAt: daysAgo(2) });
    const token = await test.tokenFor(await Users.findOne({ emailFolded: demoAccounts.platformAdmin.email }).lean().orFail());
    const [total, ...societies] = rowsOf((await test.call(exportUniversityReportTable, term, token)).data);
    expect(societies).toHaveLength(await Societies.countDocuments({ removedAt: null }));
    expect(sumsOf(total)).toEqual(await recount());
    for (const key of keys) expect(societies.reduce((sum, row) => sum + sumsOf(row)[key], 0)).toBe(sumsOf(total)[key]);
    expect(sumsOf(total).Came).toBeGreaterThan(0);
  }, 60_000);

  it('is a PDF in both languages, for platform admins alone', async () => {
    const token = await platformAdmin();
    for (const lang of ['en', 'ar'] as const) {
      const { status, data } = await test.call(exportUniversityReport, { ...term, lang }, token);
      expect([status, Buffer.from(data).toString('latin1', 0, 5)]).toEqual([200, '%PDF-']);
    }
    const other = await test.tokenFor(await build.buildUser());
    expect((await test.call(exportUniversityReport, term, other)).status).toBe(403);
  }, 60_000);
});
