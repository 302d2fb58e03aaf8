import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { joinRequestsToWire } from '#models/db/join-requests.loaders';
import { Societies } from '#models/db/societies';
import { liveMessage } from '../live-stream.js';
import { nudgeRetraction } from '../nudges.js';
import { audienceOf, type Retraction, type VerbSpec } from '../verb.js';
import { adminsOf } from './members.js';

/** Rooms of the society's admins and of the requester. */
const roomsOf = (request: JoinRequestDoc): string[] => [
  roomOf('societyAdmins', String(request.society)),
  roomOf('user', String(request.user)),
];

const load = (activity: ActivityDoc) => JoinRequests.findById(activity.object).lean();

/** The request's nudge, also if it is being delivered and is not marked yet. */
const nudgeRetractions = ({ object, society }: ActivityDoc): Retraction[] => (society ? [nudgeRetraction({ _id: object, society })] : []);

/** The record's object is the request, as in all verbs of this file. */
export const requestCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const request = await load(activity);
    if (!request || request.status === 'withdrawn') return [];
    const [wire] = await joinRequestsToWire([request]);
    return wire ? [liveMessage(joinRequestCreated, roomsOf(request), { society_id: String(request.society), request: wire })] : [];
  },
  async notifications(activity) {
    const [request, society] = await Promise.all([load(activity), Societies.findById(activity.society).lean()]);
    if (request?.status !== 'pending' || !society || society.removedAt || !society.notifications.newMemberNotifications) return [];
    return [
      {
        key: `request:${society._id}`,
        type: 'join_requested',
        params: { society: society.name },
        link: `/societies/${society._id}/join-requests`,
        why: 'admin',
        audience: () => adminsOf(society._id),
        society: society._id,
      },
    ];
  },
  affectedCounters: () => [],
};

export const requestWithdrawnVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const request = await load(activity);
    if (!request) return [];
    const { society, _id, version } = request;
    return [liveMessage(joinRequestWithdrawn, roomsOf(request), { society_id: String(society), request_id: String(_id), version })];
  },
  async retractions(activity) {
    const { object, society } = activity;
    const created = await Activities.find({ object, verb: 'request.created' }, { actor: 1 }).lean();
    return society ? [...created.map((record) => ({ record, audience: () => adminsOf(society) })), ...nudgeRetractions(activity)] : [];
  },
  affectedCounters: () => [],
};

export const requestDecidedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const request = await load(activity);
    const [wire] = request ? await joinRequestsToWire([request]) : [];
    if (!request || !wire) return [];
    const { Request_ID, Status, Reason, Decided_By, Decided_At, version } = wire;
    const payload = { society_id: String(request.society), request_id: Request_ID, Status, Reason, Decided_By, Decided_At, version };
    return [liveMessage(joinRequestDecided, roomsOf(request), payload)];
  },
  async notifications(activity) {
    const [request, society] = await Promise.all([load(activity), Societies.findById(activity.society).lean()]);
    if (!request || !society || society.removedAt) return [];
    return [
      {
        key: `decided:${request._id}`,
        type: request.status === 'approved' ? 'request_approved' : 'request_rejected',
        params: { society: society.name, reason: request.reason },
        link: `/societies/${society._id}`,
        why: 'asked',
        audience: () => audienceOf(request.user),
        society: null,
      },
    ];
  },
  retractions: async (activity) => nudgeRetractions(activity),
  affectedCounters: () => [],
};
