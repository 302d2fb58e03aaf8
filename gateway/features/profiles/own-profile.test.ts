import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { controls } from '#models/contract/live';
import { getAllPosts } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { getUserProfileInfo, userUpdated } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { Mails } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { type UserDoc, Users } from '#models/db/users';
import { buildAttendance, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';

const test = setUpTestApp({ emailDomains: ['uni.example'] });

const idOf = (user: UserDoc) => String(user._id);
const asStored = async (user: UserDoc) => (await Users.findById(user._id).lean())!;

describe('the own profile', () => {
  it('has all own data, with counts', async () => {
    const me = await buildUser({ bio: 'Third year', phone: '079' });
    const society = await buildSociety({ privacy: { visibility: 'invite-only' }, admin: me });
    await buildPost({ society, author: me, likes: 3 });
    await buildPost({ author: me, likes: 4 });
    await buildAttendance({ user: me });
    const { data } = await test.call(getUserProfileInfo, {}, await test.tokenFor(me));
    expect(data).toMatchObject({
      ID: idOf(me),
      Email: me.email,
      Pending_Email: null,
      Phone_Number: '079',
      Bio: 'Third year',
      Society_Count: 1,
      Event_Count: 1,
      Post_Count: 2,
      Likes_Count: 7,
      Followers: 0,
      notifications: { emailNotifications: true, pushNotifications: true, societyUpdates: true, eventReminders: true },
      privacy: { profileVisibility: 'public', showEmail: false, showPhone: false, allowMessages: true, showSensitive: false },
      preferences: { locale: null, digits: null, theme: null, quiet_hours: null, muted_societies: [] },
    });
    expect(data.preferences.types.followed).toEqual({ app: true, mail: true, push: true });
  });

  it('changes given fields, and no others', async () => {
    const me = await buildUser({ name: 'Lina', bio: 'First year' });
    const token = await test.tokenFor(me);
    const input = { name: ' Lina Haddad ', phone: '079 1', notifications: { societyUpdates: false }, privacy: { showEmail: true } };
    const { status, data } = await test.call(updateProfile, input, token);
    expect(status).toBe(200);
    expect(data).toMatchObject({ Name: 'Lina Haddad', Phone_Number: '079 1', Bio: 'First year', version: me.version + 1 });
    expect(data.notifications).toMatchObject({ societyUpdates: false, eventReminders: true });
    expect(data.privacy).toMatchObject({ showEmail: true, profileVisibility: 'public' });
    expect((await test.call(updateProfile, input, token)).data).toEqual(data);
    expect(await Activities.countDocuments({ actor: me._id })).toBe(1);
  });

  it.each([
    ['no name', { name: ' ' }, { name: 'Name is required' }],
    ['a bio that is too long', { bio: 'x'.repeat(501) }, { bio: 'This is too long' }],
    ['an invalid address', { email: 'nobody' }, { email: 'Email is invalid' }],
    ['an address from elsewhere', { email: 'lina@elsewhere.example' }, { email: 'Please use your university email address' }],
    ['an invalid image', { image: 'javascript:alert(1)' }, { image: 'Please enter an image address' }],
    [
      'an invalid visibility',
      { privacy: { profileVisibility: 'all' } },
      { 'privacy.profileVisibility': 'Please choose one of the options' },
    ],
  ])('refuses %s', async (_name, input, fields) => {
    const answer = await test.call(updateProfile, input, await test.tokenFor(await buildUser()));
    expect([answer.status, answer.error.fields]).toEqual([400, fields]);
  });

  it('cannot be changed by others, nor without a verified address', async () => {
    expect((await test.call(updateProfile, { bio: 'x' })).status).toBe(401);
  });
});

describe('a new name or picture', () => {
  it('shows on posts at once, is published to viewers, fellow members and own screens, and reaches the lists of members', async () => {
    const society = await buildSociety();
    const [me, other] = [await buildMember(society, 'member', { name: 'Old Name' }), await buildMember(society)];
    const post = await buildPost({ society, author: me });
    const [visitor, fellow, mine] = [
      await openSocket(test.url),
      await openSocket(test.url, { token: await test.tokenFor(other) }),
      await openSocket(test.url, { token: await test.tokenFor(me) }),
    ];
    const sockets = [visitor, fellow, mine];
    await visitor.join(roomOf('profile', idOf(me)));
    await fellow.join('mine');
    const { data } = await test.call(
      updateProfile,
      { name: 'New Name', image: '/uploads/0123456789abcdef01234567' },
      await test.tokenFor(me),
    );
    const payload = { user_id: idOf(me), Name: 'New Name', Image: '/uploads/0123456789abcdef01234567', version: data.version };
    for (const socket of sockets) expect((await socket.next(userUpdated)).payload).toEqual(payload);
    const shown = (await test.call(getAllPosts, {}, await test.tokenFor(other))).data.find(({ ID }) => ID === String(post._id));
    expect(shown).toMatchObject({ User_Name: 'New Name', User_Image: '/uploads/0123456789abcdef01234567' });
    await drain();
    const record = (await Activities.findOne({ actor: me._id, verb: 'profile.updated' }).lean())!;
    await handlers['activity.dispatch']({ kind: 'activity', id: String(record._id), version: 1 }, silent, testSettings);
    await handlers['activity.rename']({ user: idOf(me) }, silent, testSettings);
    expect(await Memberships.findOne({ user: me._id }).lean()).toMatchObject({ nameFolded: 'new name' });
    expect((await asStored(me)).nameGrams).toContain('new');
    for (const socket of sockets) socket.close();
  });
});

describe('a new privacy setting', () => {
  it('evicts people from the profile room who may no longer see it, and is published to the own screens', async () => {
    const me = await buildUser();
    const token = await test.tokenFor(me);
    const mine = await openSocket(test.url, { token });
    const visitor = await openSocket(test.url);
    await visitor.join(roomOf('profile', idOf(me)));
    const { data } = await test.call(updateProfile, { privacy: { profileVisibility: 'friends' } }, token);
    expect((await visitor.next(controls.roomLeft)).payload).toEqual({ rooms: [roomOf('profile', idOf(me))], code: 'not_found' });
    expect((await mine.next(ownChanged)).payload).toEqual({ kind: 'privacy', id: idOf(me), on: true, version: data.version });
    visitor.close();
    mine.close();
  });
});

describe('a new address', () => {
  it('applies at once where verification is off, and is refused where it is taken', async () => {
    const password = 'a-long-password';
    const [me, other] = [await buildUser({ password }), await buildUser()];
    const token = await test.tokenFor(me);
    const email = `New.${me._id}@uni.example`;
    expect((await test.call(updateProfile, { email, password }, token)).data).toMatchObject({ Email: email, Pending_Email: null });
    expect((await asStored(me)).emailFolded).toBe(email.toLowerCase());
    const taken = await test.call(updateProfile, { email: other.email.toUpperCase(), password }, token);
    expect([taken.status, taken.error.code]).toEqual([409, 'email_taken']);
    expect(await Mails.find({ user: me._id }).lean()).toMatchObject([{ kind: 'email_changed', address: me.email, params: { email } }]);
  });
});
