import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import { getInvitations, invitationNew, invitationRemoved, invite } from '#models/contract/invitations';
import { controls } from '#models/contract/live';
import { removeMember } from '#models/contract/member-list';
import { roomOf } from '#models/contract/rooms';
import { Activities } from '#models/db/activities';
import { Notifications } from '#models/db/notifications';
import { Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();

async function scene() {
  const society = await build.buildSociety({ privacy: { visibility: 'invite-only' } });
  const guest = await build.buildUser();
  const [admin, own] = [await test.tokenFor({ _id: society.creator }), await test.tokenFor(guest)];
  return { society, society_id: String(society._id), guest, user_id: String(guest._id), admin, own };
}

it('a new invitation is what a refetch gives, and opens the header’s room', async () => {
  const { society_id, user_id, admin, own } = await scene();
  const socket = await openSocket(test.url, { token: own });
  const header = roomOf('societyPublic', society_id);
  expect(await socket.ask('join', [header])).toMatchObject({ refused: [{ room: header }] });
  await test.call(invite, { society_id, user_id }, admin);
  const { payload } = await socket.next(invitationNew);
  expect([payload.invitation]).toEqual((await test.call(getInvitations, {}, own)).data);
  await socket.join(header);
  socket.close();
});

it.each(['yes', 'no', 'a ban'] as const)('after %s an invitation disappears, and with it the access to the header', async (what) => {
  const { society_id, user_id, admin, own } = await scene();
  const { data } = await test.call(invite, { society_id, user_id }, admin);
  const invitation_id = data.Invitation_ID;
  const socket = await openSocket(test.url, { token: own });
  const header = roomOf('societyPublic', society_id);
  await socket.join(header);
  if (what === 'yes') await test.call(acceptInvitation, { invitation_id }, own);
  if (what === 'no') await test.call(declineInvitation, { invitation_id }, own);
  if (what === 'a ban') await test.call(removeMember, { society_id, user_id, ban: 'true' }, admin);
  expect((await socket.next(invitationRemoved)).payload).toEqual({ invitation_id, version: 2 });
  if (what === 'yes') expect(socket.count(controls.roomLeft)).toBe(0);
  else expect((await socket.next(controls.roomLeft)).payload.rooms).toEqual([header]);
  socket.close();
});

describe('the notification of an invitation', () => {
  async function notificationsOf(guest: { _id: unknown }, society: { _id: unknown }) {
    await drain();
    for (const { _id } of await Activities.find({ society: society._id as never, verb: 'invitation.created' }).lean())
      await dispatch({ kind: 'activity', id: String(_id), version: 1 });
    return (await Notifications.find({ user: guest._id as never }).lean()).map(({ type, link }) => ({ type, link }));
  }

  it('is sent even with all types off', async () => {
    const { society, society_id, guest, user_id, admin } = await scene();
    await Users.updateOne(
      { _id: guest._id },
      { $set: { 'preferences.offTypes': ['invited'], 'preferences.mutedSocieties': [society_id] } },
    );
    await test.call(invite, { society_id, user_id }, admin);
    expect(await notificationsOf(guest, society)).toEqual([{ type: 'invited', link: `/societies/${society_id}` }]);
  });

  it('is not sent for one that was already declined', async () => {
    const { society, society_id, guest, user_id, admin, own } = await scene();
    const { data } = await test.call(invite, { society_id, user_id }, admin);
    await test.call(declineInvitation, { invitation_id: data.Invitation_ID }, own);
    expect(await notificationsOf(guest, society)).toEqual([]);
  });
});
