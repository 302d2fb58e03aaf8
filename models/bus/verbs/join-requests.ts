import { type JoinRequest, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { joinRequestsToWire, ownRequestsToWire } from '#models/db/join-requests.loaders';
import { viewerInSocieties } from '#models/db/naming.loaders';
import { loadSociety } from '#models/db/societies';
import { askerFor } from '#models/policies/index';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { escalationRetraction, nudgeRetraction } from '../nudges.js';
import { audienceOf, type Retraction, type VerbSpec } from '../verb.js';
import { adminsOf } from './members.js';

/** Rooms of the society's admins and of the requester. */
const roomsOf = (request: JoinRequestDoc): string[] => [
  roomOf('societyAdmins', String(request.society)),
  roomOf('user', String(request.user)),
];

const load = (activity: ActivityDoc) => JoinRequests.findById(activity.object).lean();

/** The request's nudge and escalation, also if they are being delivered and are not marked yet. */
async function nudgeRetractions(activity: ActivityDoc): Promise<Retraction[]> {
  const { object, society } = activity;
  const request = await load(activity);
  return [...(society ? [nudgeRetraction({ _id: object, society })] : []), ...(request ? [escalationRetraction(request)] : [])];
}

const isDecided = ({ status }: JoinRequestDoc): boolean => status === 'approved' || status === 'rejected';

/** Whether no later decision followed, after this one was undone. */
async function isLastDecision({ _id, object }: ActivityDoc): Promise<boolean> {
  const last = await Activities.findOne({ object, verb: 'request.decided' }, { _id: 1 }).sort({ at: -1 }).lean();
  return last?._id.equals(_id) ?? false;
}

/** The request in wire form with its rooms: one form for all, or two if the requester may not be shown who decided. */
async function wiresFor(request: JoinRequestDoc): Promise<[wire: JoinRequest, rooms: string[]][]> {
  const rooms = roomsOf(request);
  const requester = askerFor(viewerInSocieties(String(request.user), new Map()));
  const [[wire], [own]] = await Promise.all([joinRequestsToWire([request]), ownRequestsToWire(requester, [request])]);
  if (!wire || !own) return [];
  if (JSON.stringify(own) === JSON.stringify(wire)) return [[wire, rooms]];
  return [wire, own].map((shown, at) => [shown, rooms.slice(at, at + 1)]);
}

/** The request as it is now: open, decided or withdrawn, whatever the record says. */
async function currentMessages(activity: ActivityDoc): Promise<LiveMessage[]> {
  const request = await load(activity);
  return request ? (await wiresFor(request)).map(([wire, rooms]) => messageOf(request, wire, rooms)) : [];
}

/** The message of a request's status, as the people in these rooms see it. */
function messageOf(request: JoinRequestDoc, wire: JoinRequest, rooms: string[]): LiveMessage {
  const society_id = String(request.society);
  const { Request_ID: request_id, Status, Reason, Decided_By, Decided_At, version } = wire;
  if (request.status === 'pending') return liveMessage(joinRequestCreated, rooms, { society_id, request: wire });
  if (request.status === 'withdrawn') return liveMessage(joinRequestWithdrawn, rooms, { society_id, request_id, version });
  return liveMessage(joinRequestDecided, rooms, { society_id, request_id, Status, Reason, Decided_By, Decided_At, version });
}

/** The record's object is the request, as in all verbs of this file. */
export const requestCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const request = await load(activity);
    if (!request || request.status === 'withdrawn') return [];
    const society_id = String(request.society);
    return (await wiresFor(request)).map(([wire, rooms]) => liveMessage(joinRequestCreated, rooms, { society_id, request: wire }));
  },
  async notifications(activity) {
    const [request, society] = await Promise.all([load(activity), loadSociety(activity.society)]);
    if (request?.status !== 'pending' || !society || society.removedAt || !society.notifications.newMemberNotifications) return [];
    return [
      {
        key: `request:${society._id}`,
        type: 'join_requested',
        params: { society: society.name, request: String(request._id) },
        link: `/societies/${society._id}/join-requests`,
        why: 'admin',
        audience: () => adminsOf(society._id),
        society: society._id,
      },
    ];
  },
  retractionOfGone: (record) => ({
    record,
    audience: async function* () {
      const request = await load(record);
      if (request?.status === 'withdrawn') yield* adminsOf(request.society);
    },
  }),
  affectedCounters: () => [],
};

export const requestWithdrawnVerb: VerbSpec<ActivityDoc> = {
  messages: currentMessages,
  async retractions(activity) {
    const { object, society } = activity;
    const created = await Activities.find({ object, verb: 'request.created' }, { actor: 1 }).lean();
    return society
      ? [...created.map((record) => ({ record, audience: () => adminsOf(society) })), ...(await nudgeRetractions(activity))]
      : [];
  },
  affectedCounters: () => [],
};

export const requestDecidedVerb: VerbSpec<ActivityDoc> = {
  messages: currentMessages,
  async notifications(activity) {
    const [request, society] = await Promise.all([load(activity), loadSociety(activity.society)]);
    if (!request || !isDecided(request) || !society || society.removedAt || !(await isLastDecision(activity))) return [];
    return [
      {
        key: `decided:${activity._id}`,
        type: request.status === 'approved' ? 'request_approved' : 'request_rejected',
        params: { society: society.name, reason: request.reason },
        link: `/societies/${society._id}`,
        why: 'asked',
        audience: () => audienceOf(request.user),
        society: null,
      },
    ];
  },
  retractions: nudgeRetractions,
  affectedCounters: () => [],
};

/** Newest record of the membership that an approval made. */
const lastJoining = ({ user, society }: JoinRequestDoc) =>
  Activities.find({ object: user, society, verb: 'member.joined' }, { actor: 1 }).sort({ at: -1 }).limit(1).lean();

/**
 * `params.undone` is the status before. Retracts the decision from the requester and, after an approval, the new member from the
 * admins.
 */
export const requestReopenedVerb: VerbSpec<ActivityDoc> = {
  messages: currentMessages,
  async retractions(activity) {
    const request = await load(activity);
    if (!request) return [];
    const decided = await Activities.find({ object: request._id, verb: 'request.decided', at: { $lte: activity.at } }, { actor: 1 }).lean();
    const joined = activity.params?.undone === 'approved' ? await lastJoining(request) : [];
    return [
      ...decided.map((record) => ({ record, audience: () => audienceOf(request.user) })),
      ...joined.map((record) => ({ record, audience: () => adminsOf(request.society) })),
    ];
  },
  affectedCounters: () => [],
};
