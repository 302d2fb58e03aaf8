import { expect } from 'vitest';
import { type Actor, type Actors, deletion, describePairs, type PairSetup } from '#gateway/testing/overlapping-calls';
import { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import { invite } from '#models/contract/invitations';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { removeMember, stepDown, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { setRoleTerm } from '#models/contract/role-terms';
import { createSociety } from '#models/contract/society-creation';
import { deleteSociety, restoreSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { suspendUser } from '#models/contract/users';
import { Memberships } from '#models/db/memberships';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { buildInvitation, buildJoinRequest } from '#models/testing/builders';

const open = { privacy: { visibility: 'public', joinApproval: false } } as const;
const closed = { privacy: { visibility: 'public', joinApproval: true } } as const;

const leave = (who: Actor, { _id }: SocietyDoc) => who.ask(leaveSociety, { society_id: String(_id) });
const step = (who: Actor, { _id }: SocietyDoc) => who.ask(stepDown, { society_id: String(_id), role: 'member' });
const join = (who: Actor, { _id }: SocietyDoc) => who.ask(askToJoin, { society_id: String(_id) });
const remove = (who: Actor, { _id }: SocietyDoc, whom: Actor, ban = true) =>
  who.ask(removeMember, { society_id: String(_id), user_id: whom.id, ban: ban ? 'true' : 'false' });
const appoint = (who: Actor, { _id }: SocietyDoc, whom: Actor, role: 'admin' | 'moderator' | 'member' = 'admin') =>
  who.ask(updateMemberRole, { society_id: String(_id), member: whom.id, role });
const inviting = (who: Actor, { _id }: SocietyDoc, whom: Actor) => who.ask(invite, { society_id: String(_id), user_id: whom.id });
const removal = (who: Actor, { _id, name }: SocietyDoc) => who.ask(deleteSociety, { society_id: String(_id), confirm: name });

/** A society with two admins. */
async function twoAdmins(actors: Actors) {
  const { society, admin } = await actors.society();
  return { society, admin, other: await actors.member(society, 'admin') };
}

/** A society with join requests, and a person with a pending one. */
async function asked(actors: Actors) {
  const { society, admin } = await actors.society(closed);
  const person = await actors.person();
  const request = await buildJoinRequest({ society, user: person.user });
  const request_id = String(request._id);
  const approve = (who: Actor) => who.ask(approveRequest, { request_id });
  const reject = (who: Actor) => who.ask(rejectRequest, { request_id, reason: '' });
  const withdraw = person.ask(withdrawRequest, { society_id: String(society._id) });
  return { society, admin, person, approve, reject, withdraw };
}

/** An invite-only society, and an invited person. */
async function invited(actors: Actors) {
  const { society, admin } = await actors.society({ privacy: { visibility: 'invite-only' } });
  const person = await actors.person();
  const invitation_id = String((await buildInvitation({ society, user: person.user, by: admin.user }))._id);
  return { society, admin, person, accept: person.ask(acceptInvitation, { invitation_id }), invitation_id };
}

const admins: Record<string, PairSetup> = {
  'two admins leave: one of them stays': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [leave(admin, society), leave(other, society)], expectedSuccesses: 1 };
  },
  'one admin leaves and one steps down: one of them stays': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [leave(admin, society), step(other, society)], expectedSuccesses: 1 };
  },
  'two admins step down: one of them stays': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [step(admin, society), step(other, society)], expectedSuccesses: 1 };
  },
  'one admin leaves and one deletes their account: one of them stays': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [leave(admin, society), deletion(other)], expectedSuccesses: 1 };
  },
  'one admin steps down and one deletes their account: one of them stays': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [step(admin, society), deletion(other)], expectedSuccesses: 1 };
  },
  'two admins delete their accounts: one of them stays': async (actors) => {
    const { admin, other } = await twoAdmins(actors);
    return { calls: [deletion(admin), deletion(other)], expectedSuccesses: 1 };
  },
  'an admin hands over to two people, and leaves': async (actors) => {
    const { society, admin } = await actors.society();
    const [one, two] = [await actors.member(society), await actors.member(society)];
    return {
      calls: [appoint(admin, society, one), appoint(admin, society, two)],
      expectedSuccesses: 2,
      after: async () => void (await leave(admin, society)()),
    };
  },
  'somebody who deletes their account is handed a society, and its admin leaves': async (actors) => {
    const { society, admin } = await actors.society();
    const heir = await actors.member(society);
    // Before the deletion's clean-up job has run.
    return { calls: [appoint(admin, society, heir), deletion(heir, 0)], after: async () => void (await leave(admin, society)()) };
  },
  'somebody creates a society and deletes their account': async (actors) => {
    const person = await actors.person();
    const input = { name: 'Kites of spring', description: 'Paper, string and a good wind.', category: 'Social' } as const;
    return { calls: [person.ask(createSociety, input), deletion(person)] };
  },
  'a society is restored while the account of its only admin is deleted': async (actors) => {
    const { society, society_id, admin } = await actors.society();
    const platform = await actors.person({ role: 'admin' });
    await removal(admin, society)();
    return { calls: [platform.ask(restoreSociety, { society_id }), deletion(admin)] };
  },
};

const memberships: Record<string, PairSetup> = {
  'a person joins from two devices: one membership': async (actors) => {
    const { society } = await actors.society(open);
    const person = await actors.person();
    return { calls: [join(person, society), join(person, society)], expectedSuccesses: 2 };
  },
  'a person asks from two devices: one request': async (actors) => {
    const { society } = await actors.society(closed);
    const person = await actors.person();
    return { calls: [join(person, society), join(person, society)], expectedSuccesses: 2 };
  },
  'two people join: both count': async (actors) => {
    const { society } = await actors.society(open);
    return { calls: [join(await actors.person(), society), join(await actors.person(), society)], expectedSuccesses: 2 };
  },
  'a person joins and accepts an invitation: one membership': async (actors) => {
    const { society, person, accept } = await invited(actors);
    return { calls: [join(person, society), accept] };
  },
  'a person joins a society that opened, and is approved: one membership': async (actors) => {
    const { society, admin, person, approve } = await asked(actors);
    await admin.ask(updateInfo, { society_id: String(society._id), privacy: { joinApproval: false } })();
    return { calls: [join(person, society), approve(admin)] };
  },
  'a person asks to join and accepts an invitation: no request stays open': async (actors) => {
    const { society, admin } = await actors.society(closed);
    const person = await actors.person();
    const invitation_id = String((await buildInvitation({ society, user: person.user, by: admin.user }))._id);
    return { calls: [join(person, society), person.ask(acceptInvitation, { invitation_id })] };
  },
  'a person leaves and is removed: counted once': async (actors) => {
    const { society, admin } = await actors.society();
    const person = await actors.member(society);
    return { calls: [leave(person, society), remove(admin, society, person, false)], expectedSuccesses: 2 };
  },
  'a member is made an admin and removed: one of the two': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    const person = await actors.member(society);
    return { calls: [appoint(admin, society, person), remove(other, society, person)] };
  },
  'a member is made moderator and leaves': async (actors) => {
    const { society, admin } = await actors.society();
    const person = await actors.member(society);
    return { calls: [appoint(admin, society, person, 'moderator'), leave(person, society)] };
  },
  'a person joins and deletes their account': async (actors) => {
    const { society } = await actors.society(open);
    const person = await actors.person();
    return { calls: [join(person, society), deletion(person)] };
  },
  'a person asks to join and deletes their account': async (actors) => {
    const { society } = await actors.society(closed);
    const person = await actors.person();
    return { calls: [join(person, society), deletion(person)] };
  },
  'a request is approved and its requester deletes their account': async (actors) => {
    const { admin, person, approve } = await asked(actors);
    return { calls: [approve(admin), deletion(person)] };
  },
  'a person is invited and deletes their account': async (actors) => {
    const { society, admin } = await actors.society();
    const person = await actors.person();
    return { calls: [inviting(admin, society, person), deletion(person)] };
  },
  'a person is banned and deletes their account': async (actors) => {
    const { society, admin } = await actors.society();
    const person = await actors.member(society);
    return { calls: [remove(admin, society, person), deletion(person)] };
  },
  'a person creates a society and is suspended': async (actors) => {
    const [person, platform] = [await actors.person(), await actors.person({ role: 'admin' })];
    const input = { name: 'Kites of autumn', description: 'Paper, string and a good wind.', category: 'Social' } as const;
    return {
      calls: [person.ask(createSociety, input), platform.ask(suspendUser, { user_id: person.id, suspended: true, reason: 'Spam' })],
      after: async () => {
        // The suspended person wrote nothing after the suspension.
        const [account, founded] = [
          await platform.ask(suspendUser, { user_id: person.id, suspended: true, reason: 'Spam' })(),
          await Societies.findOne({}).lean(),
        ];
        const at = (account.data as { Suspended_At: string }).Suspended_At;
        if (founded) expect(founded.createdAt.getTime()).toBeLessThanOrEqual(Date.parse(at));
      },
    };
  },
};

/** The only admin names a member as successor. */
async function naming(actors: Actors) {
  const { society, society_id, admin } = await actors.society();
  const heir = await actors.member(society);
  const until = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  return {
    society,
    heir,
    name: admin.ask(setRoleTerm, { society_id, member: admin.id, role: 'admin', until, successor_id: heir.id }),
    after: async () => expect(await Memberships.countDocuments({ successor: heir.user._id })).toBe(0),
  };
}

const successors: Record<string, PairSetup> = {
  'a member is named as successor and leaves: nobody who left is a successor': async (actors) => {
    const { society, heir, name, after } = await naming(actors);
    return { calls: [name, leave(heir, society)], after };
  },
  'a member is named as successor and suspended: no successor is suspended': async (actors) => {
    const { heir, name, after } = await naming(actors);
    const platform = await actors.person({ role: 'admin' });
    return { calls: [name, platform.ask(suspendUser, { user_id: heir.id, suspended: true, reason: 'Spam' })], after };
  },
};

const entries: Record<string, PairSetup> = {
  'a person joins and is banned': async (actors) => {
    const { society, admin } = await actors.society(open);
    const person = await actors.person();
    return { calls: [join(person, society), remove(admin, society, person)] };
  },
  'a person asks to join and is banned': async (actors) => {
    const { society, admin } = await actors.society(closed);
    const person = await actors.person();
    return { calls: [join(person, society), remove(admin, society, person)] };
  },
  'a person accepts an invitation and is banned': async (actors) => {
    const { society, admin, person, accept } = await invited(actors);
    return { calls: [accept, remove(admin, society, person)] };
  },
  'a person is invited and banned': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    const person = await actors.person();
    return { calls: [inviting(admin, society, person), remove(other, society, person)] };
  },
  'a person is invited by their address and banned': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    const person = await actors.person();
    const byAddress = admin.ask(invite, { society_id: String(society._id), email: person.user.email });
    return { calls: [byAddress, remove(other, society, person)] };
  },
  'a person is banned by two admins: one ban': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    const person = await actors.member(society);
    return { calls: [remove(admin, society, person), remove(other, society, person)], expectedSuccesses: 2 };
  },
  'a person is invited by two members: one invitation': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    const person = await actors.person();
    return { calls: [inviting(admin, society, person), inviting(other, society, person)], expectedSuccesses: 2 };
  },
  'a person is invited and joins': async (actors) => {
    const { society, admin } = await actors.society(open);
    const person = await actors.person();
    return { calls: [inviting(admin, society, person), join(person, society)] };
  },
  'an invitation is accepted and declined: one answer': async (actors) => {
    const { person, accept, invitation_id } = await invited(actors);
    return { calls: [accept, person.ask(declineInvitation, { invitation_id })], expectedSuccesses: 1 };
  },
  'a request is approved and its requester banned': async (actors) => {
    const { society, admin, person, approve } = await asked(actors);
    const other = await actors.member(society, 'admin');
    return { calls: [approve(admin), remove(other, society, person)] };
  },
  'a request is approved and withdrawn: one of the two': async (actors) => {
    const { admin, approve, withdraw } = await asked(actors);
    return { calls: [approve(admin), withdraw], expectedSuccesses: 1 };
  },
  'a request is approved and rejected: one of the two': async (actors) => {
    const { society, admin, approve, reject } = await asked(actors);
    return { calls: [approve(admin), reject(await actors.member(society, 'admin'))], expectedSuccesses: 1 };
  },
  'a request is approved by two admins: decided once': async (actors) => {
    const { society, admin, approve } = await asked(actors);
    return { calls: [approve(admin), approve(await actors.member(society, 'admin'))], expectedSuccesses: 2 };
  },
};

const ends: Record<string, PairSetup> = {
  'somebody joins and it is deleted': async (actors) => {
    const { society, admin } = await actors.society(open);
    return { calls: [join(await actors.person(), society), removal(admin, society)] };
  },
  'somebody accepts an invitation and it is deleted': async (actors) => {
    const { society, admin, accept } = await invited(actors);
    return { calls: [accept, removal(admin, society)] };
  },
  'a request is approved and it is deleted': async (actors) => {
    const { society, admin, approve } = await asked(actors);
    return { calls: [approve(await actors.member(society, 'admin')), removal(admin, society)] };
  },
  'somebody is invited and it is deleted': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [inviting(admin, society, await actors.person()), removal(other, society)] };
  },
  'two admins delete it: removed once': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [removal(admin, society), removal(other, society)] };
  },
  'it is deleted, and its last but one admin leaves': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    return { calls: [removal(admin, society), leave(other, society)] };
  },
  'its name is taken by another while it is restored': async (actors) => {
    const { society, society_id, admin } = await actors.society();
    const [platform, person] = [await actors.person({ role: 'admin' }), await actors.person()];
    await removal(admin, society)();
    const input = { name: society.name, description: 'Paper, string and a good wind.', category: 'Social' } as const;
    return { calls: [platform.ask(restoreSociety, { society_id }), person.ask(createSociety, input)] };
  },
  'two societies take one name: one has it': async (actors) => {
    const [one, two] = [await actors.society(), await actors.society()];
    const rename = ({ admin, society_id }: typeof one) => admin.ask(updateInfo, { society_id, name: 'The Kites of Irbid' });
    return { calls: [rename(one), rename(two)], expectedSuccesses: 1 };
  },
  'two admins change different settings: both are stored': async (actors) => {
    const { society, admin, other } = await twoAdmins(actors);
    const society_id = String(society._id);
    return {
      calls: [
        admin.ask(updateInfo, { society_id, rules: 'Bring string.' }),
        other.ask(updateInfo, { society_id, website: 'https://kites.example' }),
      ],
      after: async () =>
        expect(await Societies.findById(society._id).lean()).toMatchObject({ rules: 'Bring string.', website: 'https://kites.example' }),
    };
  },
};

describePairs({
  'the last admin': admins,
  memberships,
  successors,
  'bans, requests and invitations': entries,
  'the end of a society': ends,
});
