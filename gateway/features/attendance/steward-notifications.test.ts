import { describe, expect, it } from 'vitest';
import { dispatchAll, dispatchDue } from '#gateway/testing/event-tests';
import { setUpTestApp } from '#gateway/testing/test-app';
import { setSteward } from '#models/contract/door';
import { deleteEvent } from '#models/contract/event-changes';
import { leaveSociety } from '#models/contract/members';
import { Notifications } from '#models/db/notifications';
import { Users } from '#models/db/users';
import { buildBlock, buildEvent, buildMember, buildSociety } from '#models/testing/builders';
import { sendUnread, sendUnreadDefaults } from '#workers/mail/send-unread';

const test = setUpTestApp();

/** An event, with a member whom its organizer names, or no longer. */
async function door() {
  const society = await buildSociety();
  const event = await buildEvent({ society, title: 'Night of stars' });
  const event_id = String(event._id);
  const [organizer, helper] = [await buildMember(society, 'moderator'), await buildMember(society)];
  const token = await test.tokenFor(organizer);
  const set = (steward: boolean, user = helper) => test.call(setSteward, { event_id, user_id: String(user._id), steward }, token);
  const settle = () => dispatchDue(society._id);
  const notified = (user = helper) => Notifications.find({ user: user._id, type: 'steward_named' }).lean();
  return { society, event, event_id, organizer, helper, set, settle, notified };
}

describe('the notification of a new steward', () => {
  it('goes to the person once, with a link to the event', async () => {
    const { society, event, event_id, helper, set, settle, notified } = await door();
    await set(true);
    await set(true);
    await settle();
    await dispatchAll({ object: event._id });
    expect(await notified()).toMatchObject([
      { params: { title: 'Night of stars' }, link: `/events/${event_id}`, why: 'person', society: society._id, count: 1 },
    ]);
    expect(await Notifications.countDocuments({ type: 'steward_named', user: { $ne: helper._id } })).toBe(0);
  });

  it('does not go to organizers who name themselves', async () => {
    const { organizer, set, settle, notified } = await door();
    expect((await set(true, organizer)).status).toBe(200);
    await settle();
    expect(await notified(organizer)).toEqual([]);
  });

  it('is shown across a block and whatever the settings are, and mailed only as they say', async () => {
    const { organizer, helper, set, settle, notified } = await door();
    await buildBlock({ from: helper, to: organizer });
    await Users.updateOne({ _id: helper._id }, { 'preferences.offTypes': ['steward_named'], 'preferences.offMail': ['steward_named'] });
    await set(true);
    await settle();
    const [found] = await notified();
    await sendUnread('Asia/Amman', { ...sendUnreadDefaults, now: () => found!.due! });
    expect(await notified()).toMatchObject([{ unread: true, claimed: false }]);
  });

  it.each(['unread', 'read', 'mailed'] as const)('is gone when the person is no steward any more, also if it was %s', async (state) => {
    const { set, settle, notified } = await door();
    await set(true);
    await settle();
    const change = { unread: {}, read: { $unset: { unread: 1, open: 1 } }, mailed: { claimed: true } }[state];
    await Notifications.updateMany({ type: 'steward_named' }, change);
    await set(false);
    await settle();
    expect(await notified()).toEqual([]);
  });

  it('is one after the person was named, removed and named again, in whatever order the records are dispatched', async () => {
    const { event, set, settle, notified } = await door();
    for (const steward of [true, false, true]) await set(steward);
    await settle();
    await dispatchAll({ object: event._id });
    expect(await notified()).toHaveLength(1);
  });

  it('of others stays when one of two stewards is removed', async () => {
    const { society, set, settle, notified } = await door();
    const other = await buildMember(society);
    for (const [steward, user] of [[true], [true, other], [false]] as const) await set(steward, user);
    await settle();
    expect([await notified(), await notified(other)]).toMatchObject([[], [{ unread: true }]]);
  });

  it('is gone when the person leaves the society', async () => {
    const { society, helper, set, settle, notified } = await door();
    await set(true);
    await settle();
    expect(await notified()).toHaveLength(1);
    await test.call(leaveSociety, { society_id: String(society._id) }, await test.tokenFor(helper));
    await settle();
    expect(await notified()).toEqual([]);
  });

  it('is retracted with a deleted event', async () => {
    const { society, event_id, set, settle, notified } = await door();
    await set(true);
    await settle();
    await test.call(deleteEvent, { event_id }, await test.tokenFor({ _id: society.creator }));
    await settle();
    expect(await notified()).toEqual([]);
  });
});
