import { beforeEach, describe, expect, it } from 'vitest';
import { recordActivity, refOf } from '#models/bus/records';
import { Activities } from '#models/db/activities';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { type ReportDoc, Reports } from '#models/db/reports';
import { SupportRequests } from '#models/db/support-requests';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { buildMember, buildReport, buildSociety, buildSupportRequest, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from '../activity/dispatch.js';
import { runClocks } from './clocks.js';

setUpTestBus();
beforeEach(() => Promise.all([Notifications, Reports, SupportRequests, Users, Activities].map((model) => model.deleteMany({} as never))));

const hourMs = 3600_000;
const of = (user: { _id: Id }) => Notifications.find({ user: user._id }).sort({ _id: 1 }).lean();
const typesOf = async (user: { _id: Id }) => (await of(user)).map(({ type }) => type);

/** Dispatches every record that is still due, as the sweeper does. */
async function dispatchDue(): Promise<void> {
  const due = await Activities.find({ due: { $exists: true } })
    .sort({ at: 1 })
    .lean();
  for (const doc of due) await dispatch(refOf({ kind: 'activity', doc }));
}

async function runAt(now: number): Promise<void> {
  await runClocks(now);
  await dispatchDue();
}

/** A society's report by an outsider about a member, which is due in some hours, and those whom it may concern. */
async function reported(dueInHours: number) {
  const society = await buildSociety();
  const [moderator, about, by, staff] = [
    await buildMember(society, 'moderator'),
    await buildMember(society, 'moderator'),
    await buildUser(),
    await buildUser({ role: 'admin' }),
  ];
  const dueAt = new Date(Date.now() + dueInHours * hourMs);
  const clockAt = new Date(dueAt.getTime() - 12 * hourMs);
  const report = await buildReport({ society, about, by, dueAt, clockAt });
  return { society, moderator, about, by, staff, report };
}

async function decide(report: ReportDoc, by: Id): Promise<void> {
  const record = await transaction(async (session) => {
    await Reports.updateOne({ _id: report._id }, { $set: { status: 'dismissed' }, $unset: { open: 1, dueAt: 1, clockAt: 1 } }, { session });
    const resolved = { actor: by, verb: 'report.resolved', object: report._id, society: report.society, open: false } as const;
    return recordActivity(session, resolved);
  });
  await dispatch(refOf(record));
}

describe('the clock of a report', () => {
  it('reminds those who may decide it at half of its time, once', async () => {
    const { society, moderator, about, by, staff, report } = await reported(11);
    for (const _again of [1, 2]) await runAt(Date.now());
    expect(await of(moderator)).toMatchObject([
      { type: 'answer_waiting', actors: [], why: 'judge', link: `/societies/${society._id}/reports`, params: { society: society.name } },
    ]);
    for (const other of [about, by, staff]) expect(await of(other)).toEqual([]);
    expect((await Reports.findById(report._id).lean())?.clockAt).toEqual(report.dueAt);
  });

  it('does nothing before', async () => {
    const { moderator } = await reported(13);
    await runAt(Date.now());
    expect(await of(moderator)).toEqual([]);
  });

  it('escalates it to the platform admins at the end, once, also by overlapping workers', async () => {
    const { moderator, staff, report } = await reported(11);
    await runAt(Date.now());
    const end = (report.dueAt?.getTime() ?? 0) + 1;
    await Promise.all([1, 2, 3].map(() => runClocks(end)));
    await dispatchDue();
    await runAt(end + hourMs);
    expect(await of(staff)).toMatchObject([{ type: 'escalated', why: 'staff', link: '/admin/reports', tellings: [expect.anything()] }]);
    expect(await typesOf(moderator)).toEqual(['answer_waiting']);
    expect(await Activities.countDocuments({ object: report._id, verb: 'report.escalated' })).toBe(1);
  });

  it('escalates after a kill between the record and the notifications, once', async () => {
    const { staff } = await reported(-1);
    await runClocks();
    // Killed here: the record is due, nobody is notified yet.
    expect(await of(staff)).toEqual([]);
    await runAt(Date.now());
    await runAt(Date.now());
    expect(await typesOf(staff)).toEqual(['escalated']);
  });

  it('does not escalate to who made the report, or to whom it is about', async () => {
    const [by, about, other] = await Promise.all([1, 2, 3].map(() => buildUser({ role: 'admin' })));
    await buildReport({ by: by!, about: about!, dueAt: new Date(), clockAt: new Date() });
    await runAt(Date.now() + 1);
    expect([await of(by!), await of(about!), await typesOf(other!)]).toEqual([[], [], ['escalated']]);
  });

  it('goes to the platform admins where nobody in the society may decide', async () => {
    const society = await buildSociety();
    const about = await buildMember(society, 'moderator');
    const staff = await buildUser({ role: 'admin' });
    await buildReport({ society, about, by: society.creator, dueAt: new Date(Date.now() + hourMs), clockAt: new Date() });
    await runAt(Date.now() + 1);
    expect(await of(staff)).toMatchObject([{ type: 'answer_waiting', society: null, link: '/admin/reports' }]);
    expect(await of(about)).toEqual([]);
  });

  it('is forgotten with the decision, which retracts what nobody has read', async () => {
    const { moderator, staff, report } = await reported(-1);
    await runAt((report.clockAt?.getTime() ?? 0) + 1);
    await runAt(Date.now());
    expect([await typesOf(moderator), await typesOf(staff)]).toEqual([['answer_waiting'], ['escalated']]);
    await decide(report, moderator._id);
    await runAt(Date.now());
    expect([await of(moderator), await of(staff)]).toEqual([[], []]);
  });
});

describe('the clock of a support request', () => {
  it('reminds the support team, then tells every platform admin, once each', async () => {
    const staff = [await buildUser({ role: 'admin' }), await buildUser({ role: 'admin' })];
    const asker = await buildUser();
    const now = Date.now();
    await buildSupportRequest({ user: asker, subject: 'The lab', clockAt: new Date(now - 1), dueAt: new Date(now + hourMs) });
    for (const at of [now, now, now + 2 * hourMs, now + 3 * hourMs]) await runAt(at);
    for (const each of staff)
      expect(await of(each)).toMatchObject([
        { type: 'answer_waiting', link: '/admin/support', params: { subject: 'The lab' } },
        { type: 'escalated', link: '/admin/support', params: { subject: 'The lab' } },
      ]);
    expect(await of(asker)).toEqual([]);
  });

  it('stops with an answer', async () => {
    const staff = await buildUser({ role: 'admin' });
    await buildSupportRequest({ status: 'answered' });
    await runAt(Date.now() + 100 * hourMs);
    expect(await of(staff)).toEqual([]);
  });
});
