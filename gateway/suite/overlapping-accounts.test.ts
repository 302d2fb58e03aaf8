import { expect } from 'vitest';
import {
  type Actor,
  type Actors,
  deletion,
  describePairs,
  type PairSetup,
  type PendingCall,
  password,
} from '#gateway/testing/overlapping-calls';
import { toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { login } from '#models/contract/auth';
import { blockUser } from '#models/contract/blocks';
import { createComment } from '#models/contract/comments';
import { resetPassword, undoEmail, verifyEmail } from '#models/contract/credentials';
import { invite } from '#models/contract/invitations';
import { removeMember } from '#models/contract/member-list';
import { followUser } from '#models/contract/people';
import { createPost, likePost } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { updatePreferences } from '#models/contract/profiles';
import { pushSubscribe } from '#models/contract/push';
import { resolveAppeal } from '#models/contract/report-appeals';
import { reportThing } from '#models/contract/reports';
import { register } from '#models/contract/sign-up';
import { createTicket } from '#models/contract/support';
import { suspendUser } from '#models/contract/users';
import { makeToken } from '#models/db/one-time-tokens';
import { Users } from '#models/db/users';
import { buildEvent, buildInvitation, buildPost, buildReport } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { erasePerson } from '#workers/accounts/erase-person';

/** A member of a society in which every member has all rights. */
async function buildFixture(actors: Actors) {
  const { society, society_id, admin } = await actors.society();
  return { society, society_id, admin, person: await actors.member(society), platform: await actors.person({ role: 'admin' }) };
}
type Fixture = Awaited<ReturnType<typeof buildFixture>>;

/** Calls that create in a transaction. */
const makes: Record<string, (fixture: Fixture) => Promise<PendingCall>> = {
  'writes a post': async ({ person, society_id }) => person.ask(createPost, { society_id, content: 'Kites at noon' }),
  'writes a comment': async ({ person, society }) =>
    person.ask(createComment, { post_id: String((await buildPost({ society }))._id), content: 'Bring string' }),
  'reports somebody': async ({ person, admin }) => person.ask(reportThing, { kind: 'user', id: admin.id, message: 'Spam' }),
  'writes to support': async ({ person }) => person.ask(createTicket, { category: 'general', subject: 'Locked', content: 'Locked out.' }),
};

/** Calls that change in a single write. */
const sets: Record<string, (fixture: Fixture) => Promise<PendingCall>> = {
  'likes a post': async ({ person, society }) => person.ask(likePost, { post_id: String((await buildPost({ society }))._id) }),
  'bookmarks an event': async ({ person, society }) =>
    person.ask(toggleBookmark, { event_id: String((await buildEvent({ society }))._id) }),
  'attends an event': async ({ person, society }) =>
    person.ask(toggleAttendance, { event_id: String((await buildEvent({ society }))._id), status: 'attending' }),
  'follows somebody': async ({ person, admin }) => person.ask(followUser, { user_id: admin.id }),
  'blocks somebody': async ({ person, admin }) => person.ask(blockUser, { user_id: admin.id }),
  'is followed by somebody': async ({ person, admin }) => admin.ask(followUser, { user_id: person.id }),
  'subscribes a browser to push': async ({ person }) =>
    person.ask(pushSubscribe, {
      endpoint: 'https://fcm.googleapis.com/fcm/send/kites',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    }),
};

const suspending = ({ person, platform }: Pick<Fixture, 'person' | 'platform'>): PendingCall =>
  platform.ask(suspendUser, { user_id: person.id, suspended: true, reason: 'Spam' });

const deletions: Record<string, PairSetup> = {
  ...Object.fromEntries(
    Object.entries(makes).map(([does, make]): [string, PairSetup] => [
      `somebody ${does} and deletes their account: nothing is left`,
      async (actors) => {
        const fixture = await buildFixture(actors);
        return { calls: [await make(fixture), deletion(fixture.person)] };
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(sets).map(([does, set]): [string, PairSetup] => [
      `somebody ${does} and deletes their account: the second round leaves nothing`,
      async (actors) => {
        const fixture = await buildFixture(actors);
        const after = () => erasePerson(fixture.person.id, testSettings.mailer);
        return { calls: [await set(fixture), deletion(fixture.person, 1)], after };
      },
    ]),
  ),
  'an account is deleted from two devices: once': async (actors) => {
    const { person } = await buildFixture(actors);
    return { calls: [deletion(person), deletion(person)] };
  },
  'an appeal is granted and its author deletes the account: it is decided or withdrawn': async (actors) => {
    const { person, admin, platform, society } = await buildFixture(actors);
    const removedAt = new Date();
    const post = await buildPost({ society, author: person.user, removedAt });
    const appeal = { message: 'Why?', at: removedAt, status: 'open', note: '', by: null, decidedAt: null } as const;
    const decided = { status: 'removed', decidedBy: admin.user._id, decidedAt: removedAt, appeal, appealed: true } as const;
    const { _id } = await buildReport({ object: post, society, about: person.user, ...decided });
    return { calls: [platform.ask(resolveAppeal, { report_id: String(_id), action: 'restore' }), deletion(person)] };
  },
  'somebody signs in and deletes their account: nobody is signed in': async (actors) => {
    const { person } = await buildFixture(actors);
    return { calls: [actors.anybody(login, { email: person.user.email, password }), deletion(person)] };
  },
};

const suspensions: Record<string, PairSetup> = {
  ...Object.fromEntries(
    Object.entries(makes).map(([does, make]): [string, PairSetup] => [
      `somebody ${does} and is suspended: nothing is made after it`,
      async (actors) => {
        const fixture = await buildFixture(actors);
        return { calls: [await make(fixture), suspending(fixture)] };
      },
    ]),
  ),
  'somebody signs in and is suspended: nobody is signed in': async (actors) => {
    const fixture = await buildFixture(actors);
    return { calls: [actors.anybody(login, { email: fixture.person.user.email, password }), suspending(fixture)] };
  },
  'somebody is suspended by two admins: once': async (actors) => {
    const fixture = await buildFixture(actors);
    const other = await actors.person({ role: 'admin' });
    return { calls: [suspending(fixture), suspending({ ...fixture, platform: other })], expectedSuccesses: 2 };
  },
  'somebody is suspended and deletes their account': async (actors) => {
    const fixture = await buildFixture(actors);
    return { calls: [suspending(fixture), deletion(fixture.person)] };
  },
};

const wanted = 'rand@uni.example';
const signUp = (actors: Actors, name: string): PendingCall =>
  actors.anybody(register, { name, email: wanted, password, student_id: `R-${name}-${Math.random()}`, photo: 'drawn' });
const moveTo = (who: Actor, email: string): PendingCall => who.ask(updateProfile, { email, password });

const addresses: Record<string, PairSetup> = {
  'two people sign up by one address: one has it': async (actors) => ({
    calls: [signUp(actors, 'One'), signUp(actors, 'Two')],
    expectedSuccesses: 1,
  }),
  'two people change to one address: one has it': async (actors) => {
    const [one, two] = [await actors.person(), await actors.person()];
    return { calls: [moveTo(one, wanted), moveTo(two, wanted)], expectedSuccesses: 1 };
  },
  'somebody gives an address up and another signs up by it: it stays theirs': async (actors) => {
    const person = await actors.person({ email: wanted });
    return { calls: [moveTo(person, 'rand.new@uni.example'), signUp(actors, 'Two')], expectedSuccesses: 1 };
  },
  'somebody undoes a change and another takes the newer address: each address is one account’s': async (actors) => {
    const [person, other] = [await actors.person(), await actors.person()];
    await moveTo(person, wanted)();
    const undo_token = await makeToken({ purpose: 'undo', user: person.user._id, emailFolded: person.user.emailFolded });
    return { calls: [actors.anybody(undoEmail, { undo_token }), moveTo(other, wanted)] };
  },
  'an address is invited and somebody signs up by it: they have the invitation': async (actors) => {
    const { society_id, admin } = await actors.society();
    return { calls: [admin.ask(invite, { society_id, email: wanted }), signUp(actors, 'One')], expectedSuccesses: 2 };
  },
  'an address is invited and somebody proves it: they have the invitation': async (actors) => {
    const { society_id, admin } = await actors.society();
    const person = await actors.person({ email: wanted, verifiedAt: null });
    const verify_token = await makeToken({ purpose: 'verify', user: person.user._id, emailFolded: wanted });
    return {
      calls: [admin.ask(invite, { society_id, email: wanted }), actors.anybody(verifyEmail, { verify_token })],
      expectedSuccesses: 2,
    };
  },
  'somebody is invited and proves an address that is invited: one invitation': async (actors) => {
    const { society, society_id, admin } = await actors.society();
    const person = await actors.person({ email: wanted, verifiedAt: null });
    await buildInvitation({ society, emailFolded: wanted, by: admin.user });
    const verify_token = await makeToken({ purpose: 'verify', user: person.user._id, emailFolded: wanted });
    return {
      calls: [admin.ask(invite, { society_id, user_id: person.id }), actors.anybody(verifyEmail, { verify_token })],
      expectedSuccesses: 2,
    };
  },
  'somebody proves an address that is invited and is banned: no invitation is left': async (actors) => {
    const { society, society_id, admin } = await actors.society();
    const person = await actors.person({ pendingEmail: wanted });
    await buildInvitation({ society, emailFolded: wanted, by: admin.user });
    const verify_token = await makeToken({ purpose: 'verify', user: person.user._id, emailFolded: wanted });
    const ban = admin.ask(removeMember, { society_id, user_id: person.id, ban: 'true' });
    return { calls: [actors.anybody(verifyEmail, { verify_token }), ban], expectedSuccesses: 2 };
  },
};

const own: Record<string, PairSetup> = {
  'a link sets two passwords: one of them': async (actors) => {
    const person = await actors.person();
    const reset_token = await makeToken({ purpose: 'reset', user: person.user._id, emailFolded: person.user.emailFolded });
    const reset = (chosen: string) => actors.anybody(resetPassword, { reset_token, password: chosen });
    return { calls: [reset('maqluba-2026'), reset('mansaf-2026')], expectedSuccesses: 1 };
  },
  'two links of a kind are made: one works': async (actors) => {
    const { _id: user, emailFolded } = (await actors.person()).user;
    const make: PendingCall = async () => {
      await makeToken({ purpose: 'reset', user, emailFolded });
      return { status: 200, data: {}, error: {} } as never;
    };
    return { calls: [make, make] };
  },
  'two screens change different preferences: both are stored': async (actors) => {
    const person = await actors.person();
    return {
      calls: [person.ask(updatePreferences, { theme: 'dark' }), person.ask(updatePreferences, { locale: 'ar' })],
      expectedSuccesses: 2,
      after: async () => expect((await Users.findById(person.id).lean())?.preferences).toMatchObject({ theme: 'dark', locale: 'ar' }),
    };
  },
  'two screens change different parts of the profile: both are stored': async (actors) => {
    const person = await actors.person();
    return {
      calls: [person.ask(updateProfile, { bio: 'Kites.' }), person.ask(updateProfile, { phone: '0790000000' })],
      expectedSuccesses: 2,
      after: async () => expect(await Users.findById(person.id).lean()).toMatchObject({ bio: 'Kites.', phone: '0790000000' }),
    };
  },
  'two people follow each other and block each other: each toggle is stored': async (actors) => {
    const [one, two] = [await actors.person(), await actors.person()];
    return { calls: [one.ask(followUser, { user_id: two.id }), two.ask(blockUser, { user_id: one.id })], expectedSuccesses: 2 };
  },
};

describePairs({ 'deleted accounts': deletions, 'suspended accounts': suspensions, addresses, 'an own account': own });
