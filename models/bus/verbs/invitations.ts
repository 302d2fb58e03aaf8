import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type InvitationDoc, Invitations } from '#models/db/invitations';
import { invitationsToWire } from '#models/db/invitations.loaders';
import type { Id } from '#models/db/model';
import { loadSociety } from '#models/db/societies';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type VerbSpec } from '../verb.js';

const removedLive = ({ _id, user, version }: InvitationDoc): LiveMessage[] =>
  user ? [liveMessage(invitationRemoved, [roomOf('user', String(user))], { invitation_id: String(_id), version })] : [];

/** Removal messages of the invitations that a membership accepted. */
export async function acceptedInvitationMessages(society: Id, user: Id): Promise<LiveMessage[]> {
  return (await Invitations.find({ user, status: 'accepted', society }).lean()).flatMap(removedLive);
}

/** The record's object is the invitation, in both verbs. An invitation of an address without an account has no record. */
export const invitationCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await Invitations.findById(activity.object).lean();
    if (!found?.user || found.status !== 'pending') return [];
    const [invitation] = await invitationsToWire([found]);
    return invitation ? [liveMessage(invitationNew, [roomOf('user', String(found.user))], { invitation })] : [];
  },
  async notifications(activity) {
    const [found, society] = await Promise.all([Invitations.findById(activity.object).lean(), loadSociety(activity.society)]);
    const guest = found?.user;
    if (!guest || found.status !== 'pending' || !society || society.removedAt) return [];
    return [
      {
        key: `invitation:${found._id}`,
        type: 'invited',
        params: { society: society.name },
        link: `/societies/${society._id}`,
        why: 'person',
        audience: () => audienceOf(guest),
        society: null,
      },
    ];
  },
  retractionOfGone: (record) => ({
    record,
    audience: async function* () {
      const found = await Invitations.findById(record.object).lean();
      if (found?.user && found.status === 'ended') yield [found.user];
    },
    deleteAlways: true,
  }),
  affectedCounters: () => [],
};

export const invitationClosedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await Invitations.findById(activity.object).lean();
    return found && found.status !== 'pending' ? removedLive(found) : [];
  },
  // Retract the notification of an invitation that a ban or a block ended: its page is not there for them any more.
  async retractions(activity) {
    const found = await Invitations.findById(activity.object).lean();
    const guest = found?.user;
    if (!guest || found.status !== 'ended') return [];
    const created = await Activities.find({ object: found._id, verb: 'invitation.created' }, { actor: 1 }).lean();
    return created.map((record) => ({ record, audience: () => audienceOf(guest), deleteAlways: true }));
  },
  affectedCounters: () => [],
};
