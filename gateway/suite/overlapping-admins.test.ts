import { expect } from 'vitest';
import { type Actor, type Actors, deletion, describePairs, type PairSetup } from '#gateway/testing/overlapping-calls';
import { noteActive } from '#models/commands/admin-claims';
import { claimSociety, decideClaim } from '#models/contract/admin-claims';
import { answerDemotion, askDemotion, demoteAdmin } from '#models/contract/demotions';
import { stepDown } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { AdminClaims } from '#models/db/admin-claims';
import { Demotions } from '#models/db/demotions';
import { Memberships } from '#models/db/memberships';
import type { SocietyDoc } from '#models/db/societies';
import { buildAbandonedSociety, buildClaim, buildDemotion, buildOldMember } from '#models/testing/builders';

const reason = 'Away since spring.';
const countAdmins = ({ _id }: SocietyDoc) => Memberships.countDocuments({ society: _id, role: 'admin' });
const step = (who: Actor, { _id }: SocietyDoc) => who.ask(stepDown, { society_id: String(_id), role: 'member' });

/** A society with this many admins, of whom the first has asked that the last be demoted. */
async function asked(actors: Actors, count: number) {
  const { society, admin } = await actors.society();
  const admins = [admin];
  while (admins.length < count) admins.push(await actors.member(society, 'admin'));
  const subject = admins.at(-1) as Actor;
  const { _id } = await buildDemotion({ society, user: subject.user, by: admin.user });
  const answer = (who: Actor, agree = true) => who.ask(answerDemotion, { demotion_id: String(_id), agree });
  return { society, admins, subject, answer, id: _id };
}

const demotions: Record<string, PairSetup> = {
  'two admins ask for the same demotion: one request': async (actors) => {
    const { society, admin } = await actors.society();
    const [other, subject] = [await actors.member(society, 'admin'), await actors.member(society, 'admin')];
    const ask = (who: Actor) => who.ask(askDemotion, { society_id: String(society._id), user_id: subject.id, reason });
    return {
      calls: [ask(admin), ask(other)],
      expectedSuccesses: 1,
      after: async () => expect(await Demotions.countDocuments({ society: society._id, open: true })).toBe(1),
    };
  },
  'two admins agree, where one of them decides: both count': async (actors) => {
    const { society, admins, answer } = await asked(actors, 5);
    return {
      calls: [answer(admins[1] as Actor), answer(admins[2] as Actor)],
      expectedSuccesses: 2,
      after: async () => expect(await countAdmins(society)).toBe(4),
    };
  },
  'the deciding admin agrees while the one who asked withdraws: one of the two': async (actors) => {
    const { admins, answer } = await asked(actors, 3);
    return { calls: [answer(admins[1] as Actor), answer(admins[0] as Actor, false)], expectedSuccesses: 1 };
  },
  'the deciding admin agrees while the subject steps down: demoted once': async (actors) => {
    const { society, admins, subject, answer } = await asked(actors, 3);
    return {
      calls: [answer(admins[1] as Actor), step(subject, society)],
      after: async () => expect(await countAdmins(society)).toBe(2),
    };
  },
  'the deciding admin agrees and steps down elsewhere: an admin remains': async (actors) => {
    const { society, admins, answer } = await asked(actors, 3);
    return {
      calls: [answer(admins[1] as Actor), step(admins[0] as Actor, society)],
      after: async () => expect(await countAdmins(society)).toBeGreaterThan(0),
    };
  },
  'the platform demotes one of two admins while the other steps down: one remains': async (actors) => {
    const { society, society_id, admin } = await actors.society();
    const other = await actors.member(society, 'admin');
    const platform = await actors.person({ role: 'admin' });
    return {
      calls: [platform.ask(demoteAdmin, { society_id, user_id: admin.id, reason }), step(other, society)],
      expectedSuccesses: 1,
    };
  },
  'the platform names a successor who deletes their account': async (actors) => {
    const { society, society_id, admin } = await actors.society();
    const heir = await actors.member(society);
    const platform = await actors.person({ role: 'admin' });
    const input = { society_id, user_id: admin.id, reason, successor: heir.id };
    return { calls: [platform.ask(demoteAdmin, input), deletion(heir, 0)] };
  },
};

/** A society whose only admin is away, with the claim of a member. */
async function claimed(actors: Actors) {
  const society = await buildAbandonedSociety();
  const claimer = await actors.member(society);
  await Memberships.updateOne({ society: society._id, user: claimer.user._id }, { $set: { joinedAt: new Date(0) } });
  const claim = await buildClaim({ society, user: claimer.user });
  const decide = (who: Actor, decision: 'confirm' | 'decline') =>
    who.ask(decideClaim, { claim_id: String(claim._id), decision, former: 'member' });
  return { society, claimer, claim, decide, platform: await actors.person({ role: 'admin' }) };
}

const claims: Record<string, PairSetup> = {
  'two platform admins confirm and decline: one decision': async (actors) => {
    const { platform, decide } = await claimed(actors);
    const other = await actors.person({ role: 'admin' });
    return { calls: [decide(platform, 'confirm'), decide(other, 'decline')], expectedSuccesses: 1 };
  },
  'two claims are confirmed: one of them': async (actors) => {
    const { society, platform, decide } = await claimed(actors);
    const other = await buildClaim({ society });
    const second = platform.ask(decideClaim, { claim_id: String(other._id), decision: 'confirm' });
    return {
      calls: [decide(await actors.person({ role: 'admin' }), 'confirm'), second],
      expectedSuccesses: 1,
      after: async () => expect(await AdminClaims.countDocuments({ society: society._id, status: 'confirmed' })).toBe(1),
    };
  },
  'a claim is confirmed while the claimer leaves: an admin remains': async (actors) => {
    const { society, claimer, platform, decide } = await claimed(actors);
    const leave = claimer.ask(leaveSociety, { society_id: String(society._id) });
    return {
      calls: [decide(platform, 'confirm'), leave],
      after: async () => expect(await countAdmins(society)).toBe(1),
    };
  },
  'a claim is confirmed while the claimer deletes their account': async (actors) => {
    const { claimer, platform, decide } = await claimed(actors);
    return { calls: [decide(platform, 'confirm'), deletion(claimer)] };
  },
  'a claim is confirmed while the admin is back: the admin stays unless it was confirmed before': async (actors) => {
    const { society, claim, platform, decide } = await claimed(actors);
    const back = async () => {
      await noteActive(society.creator);
      return { status: 200, data: null, error: undefined as never };
    };
    return {
      calls: [decide(platform, 'confirm'), back],
      after: async () => {
        const found = await AdminClaims.findById(claim._id).lean();
        expect(found?.open).toBeUndefined();
        expect(await Memberships.countDocuments({ society: society._id, user: society.creator, role: 'admin' })).toBe(
          found?.status === 'returned' ? 1 : 0,
        );
      },
    };
  },
  'a person claims from two devices: one claim': async (actors) => {
    const society = await buildAbandonedSociety();
    const person = await actors.person();
    await buildOldMember(society, person.user);
    const claim = person.ask(claimSociety, { society_id: String(society._id), words: 'I ran the lab.' });
    return {
      calls: [claim, claim],
      expectedSuccesses: 2,
      after: async () => expect(await AdminClaims.countDocuments({ society: society._id })).toBe(1),
    };
  },
};

describePairs({ 'demotions of admins': demotions, 'claims to societies': claims });
