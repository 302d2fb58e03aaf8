import { expect, it } from 'vitest';
import { openSocket, type TestSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getAllMembers, updateMemberRole } from '#models/contract/member-list';
import { membershipChanged } from '#models/contract/members';
import { namesChanged } from '#models/contract/names-changed';
import { hideOnRoster } from '#models/contract/naming';
import { roomOf } from '#models/contract/rooms';
import { buildMember, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

it('a member who hides is on the list only of moderators, admins and themselves, at once and live', async () => {
  const society = await buildSociety();
  const [hidden, plain, moderator] = [await buildMember(society), await buildMember(society), await buildMember(society, 'moderator')];
  const tokens = await Promise.all([hidden, plain, moderator, await buildUser()].map(test.tokenFor));
  const [own, plains, moderators, outsiders] = tokens as [string, string, string, string];
  const society_id = String(society._id);
  const listed = async (token: string, more: object = {}) => {
    const { data, counts } = await test.call(getAllMembers, { society_id, ...more }, token);
    const row = data.find(({ ID }) => ID === String(hidden._id));
    return [row && (row.Is_Hidden ?? false), counts.total, counts.own_hidden];
  };
  const socket = await openSocket(test.url, { token: outsiders });
  await socket.join(roomOf('societyPublic', society_id));
  expect((await test.call(hideOnRoster, { society_id, hidden: true }, own)).data).toEqual({ society_id, Is_Hidden: true });
  expect((await socket.next(namesChanged)).payload).toEqual({ society_id, user_id: null });
  for (const more of [{}, { sort: 'role' }, { q: hidden.name }, { limit: 1 }, { role: 'member' }]) {
    expect(await listed(plains, more)).toEqual([undefined, 4, undefined]);
    expect(await listed(outsiders, more)).toEqual([undefined, 4, undefined]);
  }
  expect(await listed(moderators)).toEqual([true, 4, undefined]);
  expect(await listed(own)).toEqual([true, 4, true]);
  await test.call(hideOnRoster, { society_id, hidden: false }, own);
  expect(await listed(plains)).toEqual([false, 4, undefined]);
  socket.close();
});

it('a change of the role of a member who hides names them live only to themselves', async () => {
  const society = await buildSociety();
  const [hidden, plain] = [await buildMember(society), await buildMember(society)];
  const society_id = String(society._id);
  const user_id = String(hidden._id);
  const [own, plains] = [await test.tokenFor(hidden), await test.tokenFor(plain)];
  await test.call(hideOnRoster, { society_id, hidden: true }, own);
  const sockets = await Promise.all([own, plains].map((token) => openSocket(test.url, { token })));
  const [ownSocket, plainSocket] = sockets as [TestSocket, TestSocket];
  await ownSocket.join('mine', roomOf('society', society_id));
  await plainSocket.join(roomOf('society', society_id));
  await test.call(updateMemberRole, { society_id, member: user_id, role: 'moderator' }, await test.tokenFor({ _id: society.creator }));
  const theirs = (await ownSocket.next(membershipChanged)).payload;
  expect(theirs).toMatchObject({ user_id, Role: 'moderator', member: { ID: user_id, Name: hidden.name } });
  expect((await plainSocket.next(membershipChanged)).payload).not.toHaveProperty('member');
  expect(JSON.stringify(plainSocket.received)).not.toContain(hidden.name);
  expect(ownSocket.count(membershipChanged)).toBe(0);
  for (const socket of sockets) socket.close();
});
