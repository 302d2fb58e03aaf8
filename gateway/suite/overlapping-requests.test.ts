import { type Actors, deletion, describePairs, type PairSetup } from '#gateway/testing/overlapping-calls';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { removeMember, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { decideRequests, reopenRequest } from '#models/contract/request-desk';
import { deleteSociety } from '#models/contract/society-removal';
import { buildJoinRequest } from '#models/testing/builders';

/** A decided request, which two admins may undo. */
async function decided(actors: Actors, as: 'approve' | 'reject') {
  const { society, society_id, admin } = await actors.society({ privacy: { visibility: 'public', joinApproval: true } });
  const other = await actors.member(society, 'admin');
  const person = await actors.person();
  const request_id = String((await buildJoinRequest({ society, user: person.user }))._id);
  await admin.ask(as === 'approve' ? approveRequest : rejectRequest, { request_id })();
  return { society, society_id, admin, other, person, request_id, reopen: admin.ask(reopenRequest, { request_id }) };
}

const undone: Record<string, PairSetup> = {
  'by two admins: open once': async (actors) => {
    const { other, request_id, reopen } = await decided(actors, 'approve');
    return { calls: [reopen, other.ask(reopenRequest, { request_id })], expectedSuccesses: 2 };
  },
  'while the member leaves': async (actors) => {
    const { society_id, person, reopen } = await decided(actors, 'approve');
    return { calls: [reopen, person.ask(leaveSociety, { society_id })] };
  },
  'while the member is banned': async (actors) => {
    const { society_id, other, person, reopen } = await decided(actors, 'approve');
    return { calls: [reopen, other.ask(removeMember, { society_id, user_id: person.id, ban: 'true' })] };
  },
  'while the member gets a role: one of the two': async (actors) => {
    const { society_id, other, person, reopen } = await decided(actors, 'approve');
    return { calls: [reopen, other.ask(updateMemberRole, { society_id, member: person.id, role: 'moderator' })], expectedSuccesses: 1 };
  },
  'while the member deletes their account': async (actors) => {
    const { person, reopen } = await decided(actors, 'approve');
    return { calls: [reopen, deletion(person)] };
  },
  'while the rejected person is banned': async (actors) => {
    const { society_id, other, person, reopen } = await decided(actors, 'reject');
    return { calls: [reopen, other.ask(removeMember, { society_id, user_id: person.id, ban: 'true' })] };
  },
  'while the rejected person asks again: one open request': async (actors) => {
    const { society_id, person, reopen } = await decided(actors, 'reject');
    return { calls: [reopen, person.ask(askToJoin, { society_id })] };
  },
  'while the society is deleted': async (actors) => {
    const { society, society_id, other, reopen } = await decided(actors, 'reject');
    return { calls: [reopen, other.ask(deleteSociety, { society_id, confirm: society.name })] };
  },
};

const batches: Record<string, PairSetup> = {
  'of two admins, one for and one against: decided once': async (actors) => {
    const { admin, other, request_id, reopen } = await decided(actors, 'reject');
    await reopen();
    const request_ids = [request_id];
    const calls = [admin, other].map((who, at) => who.ask(decideRequests, { request_ids, decision: at === 0 ? 'approve' : 'reject' }));
    return { calls: [calls[0]!, calls[1]!], expectedSuccesses: 2 };
  },
  'and a withdrawal: one of the two': async (actors) => {
    const { society_id, admin, person, request_id, reopen } = await decided(actors, 'reject');
    await reopen();
    const approve = admin.ask(decideRequests, { request_ids: [request_id], decision: 'approve' });
    return { calls: [approve, person.ask(withdrawRequest, { society_id })] };
  },
};

describePairs({ 'a decision is undone': undone, 'decisions of many requests': batches });
