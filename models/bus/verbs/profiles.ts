import { sessionEnded } from '#models/contract/auth';
import { userUpdated } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import type { ActivityDoc } from '#models/db/activities';
import { Memberships } from '#models/db/memberships';
import { type UserDoc, Users } from '#models/db/users';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import type { VerbSpec } from '../verb.js';

/** A person's name and picture, for their profile page, their own screens and their societies. */
async function faceLive({ _id, name, image, version }: UserDoc): Promise<LiveMessage> {
  const user_id = String(_id);
  const memberships = await Memberships.find({ user: _id }, { society: 1 }).lean();
  const rooms = [
    roomOf('profile', user_id),
    roomOf('user', user_id),
    ...memberships.map((each) => roomOf('society', String(each.society))),
  ];
  return liveMessage(userUpdated, rooms, { user_id, Name: name, Image: image, version }, user_id);
}

/** The record's object is the person; `params` says whether the face (name or picture) or the privacy changed. */
export const profileUpdatedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, params }) {
    const user = await Users.findById(object).lean();
    if (!user || user.deletedAt) return [];
    const composed: LiveMessage[] = [];
    const id = String(user._id);
    if (params?.privacy)
      composed.push(liveMessage(ownChanged, [roomOf('user', id)], { kind: 'privacy', id, on: true, version: user.version }));
    if (params?.face) composed.push(await faceLive(user));
    return composed;
  },
  affectedCounters: () => [],
  followUps: ({ _id, object, params }) =>
    params?.face ? [{ name: 'activity.rename', data: { user: String(object) }, jobId: `rename-${_id}` }] : [],
};

/** Disconnects the sockets of the suspended person, the record's object; `params` says whether they left the university. Nobody is notified. */
export const userSuspendedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object }) {
    const user = await Users.findById(object, { suspendedAt: 1 }).lean();
    if (!user?.suspendedAt) return [];
    return [liveMessage(sessionEnded, [roomOf('user', String(object))], { reason: 'suspended', session_ids: 'all' })];
  },
  affectedCounters: () => [],
  followUps: ({ _id, object, params }) =>
    params?.left ? [{ name: 'activity.leave', data: { user: String(object) }, jobId: `leave-${_id}` }] : [],
};
