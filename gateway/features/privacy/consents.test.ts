import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { exportData } from '#models/contract/account';
import { getConsents, giveConsent, withdrawConsent } from '#models/contract/consents';
import { acceptInvitation } from '#models/contract/invitation-answers';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { leaveSociety } from '#models/contract/members';
import { register } from '#models/contract/sign-up';
import { Consents } from '#models/db/consents';
import { Memberships } from '#models/db/memberships';
import { Users } from '#models/db/users';
import { buildInvitation, buildMembership, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
const agreed = { version: 1, language: 'ar' } as const;
const subject = 'sensitive-membership';
/** Ends a request of `own`, to `admin`. */
type End = (input: { society_id: string; request_id: string }, own: string, admin: string) => Promise<unknown>;

async function someone() {
  const user = await buildUser();
  return { user, token: await test.tokenFor(user) };
}
const consentsOf = async (token: string) => {
  const { data, counts } = await test.call(getConsents, {}, token);
  return {
    data: data.map(({ Subject, Society_ID, Version, Language, Is_In_Force }) => ({ Subject, Society_ID, Version, Language, Is_In_Force })),
    counts,
  };
};
const inForce = (Society_ID: string) => ({ Subject: subject, Society_ID, Version: 1, Language: 'ar', Is_In_Force: true });

describe('consents', () => {
  it('to the terms and the privacy policy are stored with the account', async () => {
    const email = 'agreed@uni.example';
    const input = { name: 'Noor Agreed', email, password: 'a-long-password', student_id: 'C-1', photo: 'drawn' };
    expect((await test.call(register, { ...input, consents: { terms: agreed, privacy: agreed } })).status).toBe(201);
    const user = await Users.findOne({ emailFolded: email }).lean();
    const stored = await Consents.find({ user: user?._id }).lean();
    expect(stored.map(({ subject: of, version, language, active }) => [of, version, language, active]).toSorted()).toEqual([
      ['privacy', 1, 'ar', true],
      ['terms', 1, 'ar', true],
    ]);
  });

  it('are given once, withdrawn once, listed and exported', async () => {
    const { token } = await someone();
    for (const _time of [1, 2]) expect((await test.call(giveConsent, { subject: 'terms', ...agreed }, token)).data.Is_Given).toBe(true);
    expect((await consentsOf(token)).data).toHaveLength(1);
    for (const _time of [1, 2]) expect((await test.call(withdrawConsent, { subject: 'terms' }, token)).data.Is_Given).toBe(false);
    expect((await consentsOf(token)).data).toEqual([
      { Subject: 'terms', Society_ID: null, Version: 1, Language: 'ar', Is_In_Force: false },
    ]);
    const { collections } = (await test.call(exportData, {}, token)).data;
    expect(collections.consents).toEqual([expect.objectContaining({ subject: 'terms', version: 1, language: 'ar' })]);
  });

  it('to an older text are asked for again', async () => {
    const { user, token } = await someone();
    await test.call(giveConsent, { subject: 'privacy', ...agreed }, token);
    await test.call(giveConsent, { subject: 'terms', ...agreed }, token);
    await Consents.updateOne({ user: user._id, subject: 'privacy' }, { $set: { version: 0 } });
    expect((await consentsOf(token)).counts.outdated).toEqual(['privacy']);
    await test.call(giveConsent, { subject: 'privacy', ...agreed }, token);
    const { data, counts } = await consentsOf(token);
    expect([data.map(({ Is_In_Force }) => Is_In_Force), counts.outdated]).toEqual([[true, true, false], []]);
  });

  it.each([
    [{ subject: 'terms', version: 2, language: 'en' }, 400],
    [{ subject: 'terms', society_id: 'a'.repeat(24), ...agreed }, 400],
    [{ subject, ...agreed }, 400],
    [{ subject, society_id: 'a'.repeat(24), ...agreed }, 404],
  ])('%j is refused with %i', async (input, status) => {
    expect((await test.call(giveConsent, input, (await someone()).token)).status).toBe(status);
  });
});

describe('a consent to be named', () => {
  it('is given with joining, and ends with the membership', async () => {
    const { token } = await someone();
    const society_id = String((await buildSociety({ category: 'Political', privacy: { joinApproval: false } }))._id);
    await test.call(askToJoin, { society_id, consent: agreed }, token);
    const { data, counts } = await consentsOf(token);
    expect([data, counts.societies.map(({ ID, Is_Named }) => [ID, Is_Named])]).toEqual([[inForce(society_id)], [[society_id, true]]]);
    await test.call(leaveSociety, { society_id }, token);
    expect(await consentsOf(token)).toMatchObject({ data: [{ Is_In_Force: false }], counts: { societies: [] } });
  });

  it('that is given with a request comes into force with its approval', async () => {
    const [{ token }, admin] = [await someone(), await someone()];
    const society = await buildSociety({ category: 'Religious', admin: admin.user, privacy: { joinApproval: true } });
    const society_id = String(society._id);
    const request_id = (await test.call(askToJoin, { society_id, consent: agreed }, token)).data.Request_ID as string;
    expect((await consentsOf(token)).data).toEqual([]);
    await test.call(approveRequest, { request_id }, admin.token);
    expect((await consentsOf(token)).data).toEqual([inForce(society_id)]);
  });

  it.each<[string, End]>([
    ['was withdrawn', ({ society_id }, own) => test.call(withdrawRequest, { society_id }, own)],
    ['was rejected', ({ request_id }, _own, admin) => test.call(rejectRequest, { request_id, reason: '' }, admin)],
    ['is sent again without it', ({ society_id }, own) => test.call(askToJoin, { society_id }, own)],
    ['waits, while the consent is withdrawn', ({ society_id }, own) => test.call(withdrawConsent, { subject, society_id }, own)],
  ])('given with a request that %s does not come into force', async (_name, end) => {
    const [{ token }, admin] = [await someone(), await someone()];
    const society = await buildSociety({ category: 'Religious', admin: admin.user, privacy: { joinApproval: true } });
    const society_id = String(society._id);
    const request_id = (await test.call(askToJoin, { society_id, consent: agreed }, token)).data.Request_ID as string;
    await end({ society_id, request_id }, token, admin.token);
    expect(await Consents.countDocuments({ society: society._id, pending: true })).toBe(0);
    const again = (await test.call(askToJoin, { society_id }, token)).data.Request_ID as string;
    expect((await test.call(approveRequest, { request_id: again }, admin.token)).status).toBe(200);
    expect((await consentsOf(token)).data).toEqual([]);
  });

  it('given with a request does not come into force by an invitation that is accepted without it', async () => {
    const { user, token } = await someone();
    const society = await buildSociety({ category: 'Religious', privacy: { joinApproval: true } });
    await test.call(askToJoin, { society_id: String(society._id), consent: agreed }, token);
    const invitation = await buildInvitation({ society, user, by: society.creator });
    expect((await test.call(acceptInvitation, { invitation_id: String(invitation._id) }, token)).status).toBe(200);
    expect((await consentsOf(token)).data).toEqual([]);
  });

  it('is given with accepting an invitation', async () => {
    const { user, token } = await someone();
    const society = await buildSociety({ category: 'Health & Wellness', privacy: { visibility: 'invite-only' } });
    const invitation = await buildInvitation({ society, user, by: society.creator });
    await test.call(acceptInvitation, { invitation_id: String(invitation._id), consent: agreed }, token);
    expect((await consentsOf(token)).data).toEqual([inForce(String(society._id))]);
  });

  it('is stored in no other society', async () => {
    const { user, token } = await someone();
    const [open, own] = [await buildSociety({ privacy: { joinApproval: false } }), await buildSociety()];
    await buildMembership({ society: own, user });
    await test.call(askToJoin, { society_id: String(open._id), consent: agreed }, token);
    const given = await test.call(giveConsent, { subject, society_id: String(own._id), ...agreed }, token);
    expect([given.status, (await consentsOf(token)).data]).toEqual([404, []]);
  });
});

describe('a consent to a text that there is not', () => {
  const unknown = { version: 999, language: 'en' } as const;

  it('is refused with joining and with accepting an invitation, and nothing is done', async () => {
    const { user, token } = await someone();
    const society = await buildSociety({ category: 'Political', privacy: { visibility: 'invite-only' } });
    const open = await buildSociety({ privacy: { joinApproval: false } });
    const invitation = await buildInvitation({ society, user, by: society.creator });
    const refused = [
      await test.call(askToJoin, { society_id: String(society._id), consent: unknown }, token),
      await test.call(askToJoin, { society_id: String(open._id), consent: unknown }, token),
      await test.call(acceptInvitation, { invitation_id: String(invitation._id), consent: unknown }, token),
    ];
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [400, 'validation_failed']));
    expect([await Memberships.countDocuments({ user: user._id }), await Consents.countDocuments({ user: user._id })]).toEqual([0, 0]);
  });

  it.each(['terms', 'privacy'] as const)('is refused with a sign-up: %s', async (which) => {
    const email = `unknown-${which}@uni.example`;
    const input = { name: 'Noor Agreed', email, password: 'a-long-password', student_id: `U-${which}`, photo: 'drawn' };
    const consents = { terms: agreed, privacy: agreed, [which]: unknown };
    const answer = await test.call(register, { ...input, consents });
    expect([answer.status, answer.error.code]).toEqual([400, 'validation_failed']);
    expect(await Users.countDocuments({ emailFolded: email })).toBe(0);
  });
});

describe('texts that everybody is asked to agree to', () => {
  it('are to be asked of an account that never was, as one that the university signed in', async () => {
    const { token } = await someone();
    expect((await consentsOf(token)).counts.outdated).toEqual(['terms', 'privacy']);
    await test.call(giveConsent, { subject: 'terms', ...agreed }, token);
    expect((await consentsOf(token)).counts.outdated).toEqual(['privacy']);
  });

  it('are not asked again of who withdrew the consent', async () => {
    const { token } = await someone();
    for (const of of ['terms', 'privacy'] as const) await test.call(giveConsent, { subject: of, ...agreed }, token);
    await test.call(withdrawConsent, { subject: 'terms' }, token);
    expect((await consentsOf(token)).counts.outdated).toEqual([]);
  });
});
