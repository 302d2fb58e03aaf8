import { claimChanged } from '#models/contract/admin-claims';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type AdminClaimDoc, AdminClaims } from '#models/db/admin-claims';
import { claimsToWire } from '#models/db/admin-claims.loaders';
import { Memberships } from '#models/db/memberships';
import { Societies } from '#models/db/societies';
import { staffWith } from '#models/db/staff.loaders';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type NotificationSpec, type Retraction, type VerbSpec } from '../verb.js';

async function claimsLive(found: readonly AdminClaimDoc[]): Promise<LiveMessage[]> {
  return (await claimsToWire(found)).map((claim) => liveMessage(claimChanged, [roomOf('staff'), roomOf('user', claim.User)], { claim }));
}

const load = async ({ object }: ActivityDoc): Promise<AdminClaimDoc | null> => AdminClaims.findById(object).lean();

async function messages(activity: ActivityDoc): Promise<LiveMessage[]> {
  const claim = await load(activity);
  return claim ? claimsLive([claim]) : [];
}

/** The society's name and page, for notifications of everyone concerned; null for a removed society. */
async function placeOf({ society: id }: AdminClaimDoc) {
  const society = await Societies.findOne({ _id: id, removedAt: null }, { name: 1 }).lean();
  return society && { params: { society: society.name }, link: `/societies/${id}`, isUnsigned: true as const, society: null };
}

/** Notifies the absent admin, who closes the claim by logging in, and the platform admins, who decide. */
async function notifyOfClaim(activity: ActivityDoc): Promise<NotificationSpec[]> {
  const claim = await load(activity);
  const place = claim?.open ? await placeOf(claim) : null;
  if (!claim || !place) return [];
  const staff = (await staffWith('all')).filter((admin) => !admin.equals(claim.user));
  return [
    // Several claims to one society are one notification while it is unread.
    { ...place, key: `claimed:${claim.society}`, type: 'society_claimed', why: 'admin', audience: () => audienceOf(claim.absent) },
    {
      ...place,
      key: `claim:${claim._id}`,
      type: 'claim_opened',
      link: '/admin/societies',
      why: 'staff',
      audience: () => audienceOf(...staff),
    },
  ];
}

/** The record's object is the claim, as in all verbs of this file. */
export const claimCreatedVerb: VerbSpec<ActivityDoc> = { messages, notifications: notifyOfClaim, affectedCounters: () => [] };

/** Takes the notifications of the claim back: nobody has to decide it any more. The claim may be deleted with an account. */
async function retractClaim(activity: ActivityDoc): Promise<Retraction[]> {
  const [claim, records, staff] = await Promise.all([
    load(activity),
    Activities.find({ object: activity.object, verb: 'claim.created', at: { $lte: activity.at } }, { _id: 1 }).lean(),
    staffWith('all'),
  ]);
  return records.map(({ _id }) => ({
    record: { _id, actor: null },
    audience: () => audienceOf(...(claim ? [claim.absent] : []), ...staff),
  }));
}

/** Whether the record of a new role, or of an ended membership, notifies the claimer. */
async function isNotifiedByRole({ status, society, user }: AdminClaimDoc): Promise<boolean> {
  if (status !== 'ended') return status === 'confirmed';
  return !(await Memberships.exists({ society, user, role: { $ne: 'admin' } }));
}

/** Notifies the claimer, unless the record of their membership does. */
export const claimClosedVerb: VerbSpec<ActivityDoc> = {
  messages,
  async notifications(activity) {
    const claim = await load(activity);
    const place = claim && !(await isNotifiedByRole(claim)) ? await placeOf(claim) : null;
    if (!claim || !place) return [];
    const isDeclined = claim.status === 'declined';
    const { reason } = claim;
    return [
      {
        ...place,
        params: { ...place.params, ...(isDeclined && { reason }) },
        key: `claim-closed:${claim._id}`,
        type: isDeclined ? 'claim_declined' : 'claim_closed',
        why: 'person',
        audience: () => audienceOf(claim.user),
      },
    ];
  },
  retractions: retractClaim,
  affectedCounters: () => [],
};
