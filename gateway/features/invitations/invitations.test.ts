import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { resetPassword, verifyEmail } from '#models/contract/credentials';
import { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import { getInvitations, invite } from '#models/contract/invitations';
import { removeMember } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { register } from '#models/contract/sign-up';
import { getSocietyInfo } from '#models/contract/societies';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Mails } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { type Id, newId, toId } from '#models/db/model';
import { makeToken } from '#models/db/one-time-tokens';
import { Societies } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, isSocietyRole, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

/** An invite-only society, a member, and a person to invite. */
async function scene(over: Partial<UserDoc> = {}) {
  const society = await build.buildSociety({ privacy: { visibility: 'invite-only' } });
  const [member, guest] = [await build.buildMember(society), await build.buildUser(over)];
  const society_id = String(society._id);
  const tokens = {
    member: await test.tokenFor(member),
    guest: await test.tokenFor(guest),
    admin: await test.tokenFor({ _id: society.creator }),
  };
  const own = async () => (await test.call(getInvitations, {}, tokens.guest)).data;
  return { society, society_id, member, guest, user_id: String(guest._id), tokens, own };
}
const offers = { profileVisibility: 'public', showEmail: false, showPhone: false, allowMessages: false, showSensitive: false } as const;

describe('who may invite', () => {
  const cells = (['admins', 'moderators', 'all-members'] as const).flatMap((whoCanInvite) =>
    testRoles.map((testRole) => ({ whoCanInvite, testRole })),
  );
  testCells(cells, ({ whoCanInvite, testRole }) => [whoCanInvite, testRole])(
    'where $whoCanInvite may: $testRole',
    async ({ whoCanInvite, testRole }) => {
      const society = await build.buildSociety({ permissions: { whoCanInvite } });
      const user = await buildPersonInRole(testRole, society);
      const may = { admins: ['admin'], moderators: ['admin', 'moderator'], 'all-members': ['admin', 'moderator', 'member'] }[whoCanInvite];
      const expected = testRole === 'visitor' || testRole === 'suspended' ? 401 : [...may, 'platform admin'].includes(testRole) ? 200 : 403;
      const input = { society_id: String(society._id), user_id: String((await build.buildUser())._id) };
      expect((await test.call(invite, input, user ? await test.tokenFor(user) : undefined)).status).toBe(expected);
      expect(isSocietyRole(testRole) && expected === 200).toBe(may.includes(testRole));
    },
  );
});

describe('inviting a person', () => {
  it('shows them the invitation once, with every field', async () => {
    const { society, society_id, member, user_id, tokens, own } = await scene();
    expect((await test.call(getSocietyInfo, { society_id }, tokens.guest)).status).toBe(404);
    const first = await test.call(invite, { society_id, user_id }, tokens.member);
    const again = await test.call(invite, { society_id, user_id }, tokens.admin);
    expect([again.status, again.data]).toEqual([200, first.data]);
    const { _id, name, image, category } = society;
    expect(await own()).toEqual([
      {
        ID: first.data.Invitation_ID,
        Society: { ID: String(_id), Name: name, Image: image, Category: category, Member_Count: 2 },
        Invited_By: { ID: String(member._id), Name: member.name, Image: member.image },
        CreatedAt: first.data.CreatedAt,
        version: 1,
      },
    ]);
    expect((await test.call(getSocietyInfo, { society_id }, tokens.guest)).status).toBe(200);
  });

  it.each([1, 2, 3])('by two people at once creates one invitation (%i)', async () => {
    const { society, society_id, user_id, tokens } = await scene();
    const answers = await Promise.all([tokens.member, tokens.admin].map((token) => test.call(invite, { society_id, user_id }, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await Invitations.countDocuments({ society: society._id })).toBe(1);
  });

  type On = Awaited<ReturnType<typeof scene>>;
  it.each<[string, (on: On) => Promise<unknown>, number, string]>([
    ['of a member is refused', ({ society, guest }) => build.buildMembership({ society, user: guest }), 409, 'person_is_member'],
    ['of a banned person is refused', ({ society, guest }) => build.buildBan({ society, user: guest }), 403, 'not_invitable'],
    ['of a blocked person is refused', ({ member, guest }) => build.buildBlock({ from: member, to: guest }), 404, 'not_found'],
    [
      'of a person who blocks the caller is refused',
      ({ member, guest }) => build.buildBlock({ from: guest, to: member }),
      404,
      'not_found',
    ],
  ])('%s', async (_name, prepare, status, code) => {
    const on = await scene();
    await prepare(on);
    const { society_id, user_id, tokens } = on;
    const answer = await test.call(invite, { society_id, user_id }, tokens.member);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
    expect(await Invitations.countDocuments({ society: on.society._id })).toBe(0);
  });

  it('with allowMessages off is allowed only to people whom they follow', async () => {
    const { society_id, member, guest, user_id, tokens } = await scene({ privacy: offers });
    await build.buildFollow({ from: member, to: guest });
    const refused = await test.call(invite, { society_id, user_id }, tokens.member);
    expect([refused.status, refused.error.code]).toEqual([403, 'not_invitable']);
    await build.buildFollow({ from: guest, to: member });
    expect((await test.call(invite, { society_id, user_id }, tokens.member)).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ['an unknown person', { user_id: String(newId()) }, 404],
    ['neither person nor address', { user_id: undefined }, 400],
    ['a malformed address', { user_id: undefined, email: 'nonsense' }, 400],
    ['a malformed id', { user_id: 'nonsense' }, 400],
  ])('%s', async (_name, over, expected) => {
    const { society_id, user_id, tokens } = await scene();
    expect((await test.call(invite, { society_id, user_id, ...over }, tokens.member)).status).toBe(expected);
  });
});

describe('inviting an address', () => {
  const mailsAbout = (by: { _id: Id }) => Mails.find({ about: by._id }).lean();

  it('without an account mails a link to sign up, once', async () => {
    const { society, society_id, member, tokens } = await scene();
    const email = `New.${newId()}@uni.example`;
    const first = await test.call(invite, { society_id, email }, tokens.member);
    const again = await test.call(invite, { society_id, email: email.toUpperCase() }, tokens.member);
    expect([again.status, again.data]).toEqual([200, first.data]);
    const mails = await mailsAbout(member);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      kind: 'invitation',
      user: null,
      address: email,
      params: { by: member.name, society: society.name, path: '/signup' },
    });
  });

  it('with an earlier invitation that the account refused gets the later one that it accepts', async () => {
    const { society_id, member, guest, tokens, own } = await scene();
    await Users.updateOne({ _id: guest._id }, { $set: { 'privacy.allowMessages': false } });
    const first = await test.call(invite, { society_id, email: guest.email }, tokens.admin);
    expect(await own()).toEqual([]);
    await build.buildFollow({ from: guest, to: member });
    const { data } = await test.call(invite, { society_id, email: guest.email }, tokens.member);
    expect(data).toEqual(first.data);
    expect(await own()).toMatchObject([{ ID: first.data.Invitation_ID, Invited_By: { ID: String(member._id) } }]);
  });

  it('of an account invites the person, without a mail', async () => {
    const { society_id, member, guest, tokens, own } = await scene();
    const { data } = await test.call(invite, { society_id, email: guest.email.toUpperCase() }, tokens.member);
    expect((await own()).map(({ ID }) => ID)).toEqual([data.Invitation_ID]);
    expect(await mailsAbout(member)).toEqual([]);
  });

  type On = Awaited<ReturnType<typeof scene>>;
  it.each<[string, (on: On) => Promise<unknown>]>([
    ['a member', ({ society, guest }) => build.buildMembership({ society, user: guest })],
    ['banned', ({ society, guest }) => build.buildBan({ society, user: guest })],
    ['that blocks the inviter', ({ member, guest }) => build.buildBlock({ from: guest, to: member })],
    ['invited already', ({ society, guest }) => build.buildInvitation({ society, user: guest })],
  ])('of an account %s is answered like any other, and invites nobody', async (_name, prepare) => {
    const on = await scene();
    await prepare(on);
    const before = (await on.own()).length;
    const { status, data } = await test.call(invite, { society_id: on.society_id, email: on.guest.email }, on.tokens.member);
    expect([status, Object.keys(data)]).toEqual([200, ['Invitation_ID', 'CreatedAt']]);
    expect(await on.own()).toHaveLength(before);
    expect(await mailsAbout(on.member)).toEqual([]);
  });

  it('turns into the invitation of the person who signs up with it', async () => {
    const { society_id, tokens } = await scene();
    const email = `later.${newId()}@uni.example`;
    const { data } = await test.call(invite, { society_id, email }, tokens.member);
    const person = {
      name: 'Late Comer',
      email: email.toUpperCase(),
      password: 'a-long-password',
      student_id: String(newId()),
      photo: 'drawn',
    };
    const { data: account } = await test.call(register, person);
    const own = await test.call(getInvitations, {}, await test.tokenFor({ _id: toId(account.ID) }));
    expect(own.data.map(({ ID }) => ID)).toEqual([data.Invitation_ID]);
  });

  it('turns into the invitation of the person who verifies it, and only then', async () => {
    const { society_id, guest, tokens, own } = await scene({ verifiedAt: null });
    await test.call(invite, { society_id, email: guest.email }, tokens.member);
    expect(await own()).toEqual([]);
    const verify_token = await makeToken({ purpose: 'verify', user: guest._id, emailFolded: guest.emailFolded });
    expect((await test.call(verifyEmail, { verify_token })).status).toBe(200);
    expect((await own()).map(({ Society }) => Society.ID)).toEqual([society_id]);
  });
});

describe('an address that is verified later', () => {
  it('by a new password claims its invitation too', async () => {
    const { society_id, guest, tokens } = await scene({ verifiedAt: null });
    await test.call(invite, { society_id, email: guest.email }, tokens.member);
    const reset_token = await makeToken({ purpose: 'reset', user: guest._id, emailFolded: guest.emailFolded });
    expect((await test.call(resetPassword, { reset_token, password: 'another-long-password' })).status).toBe(200);
    expect(await Invitations.countDocuments({ user: guest._id, society: toId(society_id), open: true })).toBe(1);
  });

  it('claims none of a person with a block: it ends', async () => {
    const { society_id, guest, member, tokens } = await scene({ verifiedAt: null });
    await test.call(invite, { society_id, email: guest.email }, tokens.member);
    await build.buildBlock({ from: member, to: guest });
    const verify_token = await makeToken({ purpose: 'verify', user: guest._id, emailFolded: guest.emailFolded });
    await test.call(verifyEmail, { verify_token });
    const found = await Invitations.find({ society: toId(society_id), emailFolded: guest.emailFolded }).lean();
    expect(found.map(({ status, user }) => [status, user])).toEqual([['ended', null]]);
  });
});

describe('the list of invitations', () => {
  it('has own open ones, newest first, in pages, without removed societies and blocked inviters', async () => {
    const guest = await build.buildUser();
    const token = await test.tokenFor(guest);
    const at = (day: number) => ({ createdAt: new Date(Date.now() - day * 86_400_000) });
    const wanted = [];
    for (let day = 1; day <= 3; day++) wanted.push(String((await build.buildInvitation({ user: guest, ...at(day) }))._id));
    await build.buildInvitation();
    await build.buildInvitation({ user: guest, status: 'declined' });
    await build.buildInvitation({ user: guest, society: await build.buildSociety({ removedAt: new Date() }) });
    const blocked = await build.buildInvitation({
      user: guest,
      society: await build.buildSociety({ privacy: { visibility: 'invite-only' } }),
    });
    await build.buildBlock({ from: guest, to: { _id: blocked.by } });
    const first = await test.call(getInvitations, { limit: 2 }, token);
    const rest = await test.call(getInvitations, { limit: 2, cursor: first.next ?? '' }, token);
    expect([...first.data, ...rest.data].map(({ ID }) => ID)).toEqual(wanted);
    expect(rest.next).toBeNull();
    expect((await test.call(getSocietyInfo, { society_id: String(blocked.society) }, token)).status).toBe(404);
    expect((await test.call(acceptInvitation, { invitation_id: String(blocked._id) }, token)).status).toBe(404);
  });
});

describe('an answer to an invitation', () => {
  async function invited() {
    const on = await scene();
    const invitation = await build.buildInvitation({ society: on.society, user: on.guest, by: on.member });
    const state = async () => ({
      status: (await Invitations.findById(invitation._id).lean())?.status,
      isMember: (await Memberships.countDocuments({ society: on.society._id, user: on.guest._id })) === 1,
      members: (await Societies.findById(on.society._id).lean())?.members,
    });
    return { ...on, invitation, input: { invitation_id: String(invitation._id) }, state };
  }

  it('accepting makes a member at once, once', async () => {
    const { society_id, input, tokens, state, own } = await invited();
    const first = await test.call(acceptInvitation, input, tokens.guest);
    expect([first.status, first.data]).toEqual([200, { society_id, Role: 'member', version: 2 }]);
    const again = await test.call(acceptInvitation, input, tokens.guest);
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await state()).toEqual({ status: 'accepted', isMember: true, members: 3 });
    expect(await own()).toEqual([]);
    expect((await test.call(declineInvitation, input, tokens.guest)).error.code).toBe('invitation_closed');
  });

  it('declining changes nothing else, and the society is hidden again', async () => {
    const { society_id, input, tokens, state } = await invited();
    for (let i = 0; i < 2; i++) expect((await test.call(declineInvitation, input, tokens.guest)).data).toEqual({ society_id, version: 2 });
    expect(await state()).toEqual({ status: 'declined', isMember: false, members: 2 });
    expect((await test.call(getSocietyInfo, { society_id }, tokens.guest)).status).toBe(404);
    const late = await test.call(acceptInvitation, input, tokens.guest);
    expect([late.status, late.error.code]).toEqual([409, 'invitation_closed']);
  });

  it('is refused to anybody else', async () => {
    const { input, tokens, state } = await invited();
    for (const call of [acceptInvitation, declineInvitation])
      for (const token of [tokens.member, tokens.admin]) expect((await test.call(call, input, token)).status).toBe(404);
    expect(await state()).toMatchObject({ status: 'pending' });
  });

  it('accepting settles an open request too', async () => {
    const society = await build.buildSociety({ privacy: { visibility: 'private' } });
    const user = await build.buildUser();
    const request = await build.buildJoinRequest({ society, user });
    const { _id } = await build.buildInvitation({ society, user });
    expect((await test.call(acceptInvitation, { invitation_id: String(_id) }, await test.tokenFor(user))).status).toBe(200);
    expect((await JoinRequests.findById(request._id).lean())?.status).toBe('approved');
  });

  it.each([1, 2, 3])('accepting and declining at once ends in one of the two (%i)', async () => {
    const { input, tokens, state } = await invited();
    const [yes, no] = await Promise.all([acceptInvitation, declineInvitation].map((call) => test.call(call, input, tokens.guest)));
    const isIn = yes!.status === 200;
    expect([yes!.status, no!.status]).toEqual(isIn ? [200, 409] : [409, 200]);
    expect(await state()).toEqual({ status: isIn ? 'accepted' : 'declined', isMember: isIn, members: isIn ? 3 : 2 });
  });

  it.each([1, 2, 3])('accepting during a ban never leaves a banned member (%i)', async () => {
    const { society_id, user_id, input, tokens, state } = await invited();
    await Promise.all([
      test.call(acceptInvitation, input, tokens.guest),
      test.call(removeMember, { society_id, user_id, ban: 'true' }, tokens.admin),
    ]);
    expect(await state()).toMatchObject({ isMember: false, members: 2 });
    expect((await test.call(acceptInvitation, input, tokens.guest)).status).toBeGreaterThanOrEqual(404);
  });

  it('accepting again does not let a person in who has left since', async () => {
    const { society_id, input, tokens, state } = await invited();
    await test.call(acceptInvitation, input, tokens.guest);
    await test.call(leaveSociety, { society_id }, tokens.guest);
    const again = await test.call(acceptInvitation, input, tokens.guest);
    expect([again.status, again.error.code]).toEqual([409, 'invitation_closed']);
    expect(await state()).toMatchObject({ isMember: false });
  });
});
