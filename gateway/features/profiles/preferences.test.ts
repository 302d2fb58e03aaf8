import { expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getUserProfileInfo, updatePreferences } from '#models/contract/profiles';
import { getUserInfo, ownChanged } from '#models/contract/users';
import { buildMember, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

it('preferences: given values are stored, others stay', async () => {
  const me = await buildUser();
  const token = await test.tokenFor(me);
  const first = await test.call(updatePreferences, { locale: 'ar', digits: 'arab', quiet_hours: { start: '22:00', end: '07:00' } }, token);
  expect(first.data.preferences).toMatchObject({
    locale: 'ar',
    digits: 'arab',
    theme: null,
    quiet_hours: { start: '22:00', end: '07:00' },
  });
  const then = await test.call(
    updatePreferences,
    { theme: 'dark', quiet_hours: null, types: { post_liked: { app: false, mail: false } } },
    token,
  );
  expect(then.data.preferences).toMatchObject({ locale: 'ar', digits: 'arab', theme: 'dark', quiet_hours: null });
  expect(then.data.preferences.types.post_liked).toEqual({ app: false, mail: false, push: true });
  const back = await test.call(updatePreferences, { types: { post_liked: { app: true } } }, token);
  expect(back.data.preferences.types.post_liked).toEqual({ app: true, mail: false, push: true });
  expect(back.data.version).toBe(me.version + 3);
  expect((await test.call(getUserProfileInfo, {}, token)).data.preferences).toEqual(back.data.preferences);
  expect((await test.call(getUserInfo, {}, token)).data.Locale).toBe('ar');
});

it('preferences: only own societies can be muted, and changes are published to the own screens', async () => {
  const [first, second, foreign] = [await buildSociety(), await buildSociety(), await buildSociety()];
  const me = await buildMember(first);
  const { Memberships } = await import('#models/db/memberships');
  const { membershipFields } = await import('#models/testing/fields');
  await Memberships.create(membershipFields(me.name, { society: second._id, user: me._id }));
  const token = await test.tokenFor(me);
  const socket = await openSocket(test.url, { token });
  const [one, two] = [String(first._id), String(second._id)];
  const mute = async (muted_societies: string[]) =>
    (await test.call(updatePreferences, { muted_societies }, token)).data.preferences.muted_societies;
  expect(await mute([one, one, String(foreign._id)])).toEqual([one]);
  expect((await socket.next(ownChanged)).payload).toMatchObject({ kind: 'mute', id: one, on: true });
  expect(await mute([two])).toEqual([two]);
  expect((await socket.next(ownChanged, ({ id }) => id === one)).payload).toMatchObject({ on: false });
  expect((await socket.next(ownChanged, ({ id }) => id === two)).payload).toMatchObject({ on: true });
  socket.close();
});

it('preferences: one society is muted or unmuted beside another screen’s change', async () => {
  const [first, second] = [await buildSociety(), await buildSociety()];
  const me = await buildMember(first);
  const { Memberships } = await import('#models/db/memberships');
  const { membershipFields } = await import('#models/testing/fields');
  await Memberships.create(membershipFields(me.name, { society: second._id, user: me._id }));
  const token = await test.tokenFor(me);
  const [one, two, foreign] = [String(first._id), String(second._id), String((await buildSociety())._id)];
  const change = (input: { mute?: string; unmute?: string }) => test.call(updatePreferences, input, token);
  const muted = async () => (await test.call(getUserProfileInfo, {}, token)).data.preferences.muted_societies;
  await Promise.all([change({ mute: one }), change({ mute: two })]);
  expect((await muted()).toSorted()).toEqual([one, two].toSorted());
  await Promise.all([change({ mute: foreign }), change({ unmute: one }), change({ mute: two })]);
  expect(await muted()).toEqual([two]);
});

it('preferences: parallel updates of two screens lose nothing', async () => {
  const token = await test.tokenFor(await buildUser());
  await Promise.all([
    test.call(updatePreferences, { theme: 'dark' }, token),
    test.call(updatePreferences, { locale: 'ar' }, token),
    test.call(updatePreferences, { types: { followed: { push: false } } }, token),
  ]);
  const { data } = await test.call(getUserProfileInfo, {}, token);
  expect(data.preferences).toMatchObject({ theme: 'dark', locale: 'ar' });
  expect(data.preferences.types.followed.push).toBe(false);
});

it.each([
  ['a locale', { locale: 'fr' }],
  ['a type', { types: { nothing: { app: true } } }],
  ['hours', { quiet_hours: { start: '25:00', end: '07:00' } }],
  ['a society', { muted_societies: ['x'] }],
  ['a society to mute', { mute: 'x' }],
])('preferences: an invalid %s is refused', async (_name, input) => {
  expect((await test.call(updatePreferences, input, await test.tokenFor(await buildUser()))).status).toBe(400);
});
