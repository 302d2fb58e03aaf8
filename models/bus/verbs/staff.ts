import { roomOf } from '#models/contract/rooms';
import { staffChanged } from '#models/contract/staff-scopes';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type Id, toId } from '#models/db/model';
import { staffWith } from '#models/db/staff.loaders';
import { isOpenProposal, StaffProposals } from '#models/db/staff-proposals';
import { Users } from '#models/db/users';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type FollowUp, type NotificationSpec, type Retraction, type VerbSpec } from '../verb.js';

/** Rooms of the message; the object of these records is the person whom the change concerns. */
const messageTo =
  (...kinds: ('staff' | 'user')[]) =>
  async ({ object }: ActivityDoc): Promise<LiveMessage[]> => {
    const user = await Users.findById(object, { version: 1 }).lean();
    if (!user) return [];
    const user_id = String(object);
    const rooms = kinds.map((kind) => roomOf(kind, kind === 'user' ? user_id : ''));
    return [liveMessage(staffChanged, rooms, { user_id, version: user.version })];
  };

const openProposalOf = async ({ params }: ActivityDoc) => {
  const found = params?.proposal ? await StaffProposals.findById(toId(params.proposal)).lean() : null;
  return found && isOpenProposal(found) ? found : null;
};

/** Everybody who may have been asked to confirm. */
const confirmers = async (except: Id[]): Promise<Id[]> => (await staffWith('all')).filter((id) => !except.some((each) => each.equals(id)));

/** Notifies those who can confirm: not the proposer, nor who would get scopes. */
export const staffProposedVerb: VerbSpec<ActivityDoc> = {
  messages: messageTo('staff'),
  async notifications(activity): Promise<NotificationSpec[]> {
    const proposal = await openProposalOf(activity);
    if (!proposal) return [];
    const people = await confirmers([proposal.by, ...(proposal.kind === 'give' ? [proposal.user] : [])]);
    return [
      {
        key: `staff:${proposal._id}`,
        type: 'staff_proposed',
        params: {},
        link: '/admin/staff',
        why: 'staff',
        audience: () => audienceOf(...people),
        society: null,
      },
    ];
  },
  affectedCounters: () => [],
};

/** Takes back the notifications that asked for a decision. */
async function retractions({ object, at, params }: ActivityDoc): Promise<Retraction[]> {
  if (!params?.proposal) return [];
  const asked = await Activities.find(
    { object, verb: 'staff.proposed', at: { $lte: at }, 'params.proposal': params.proposal },
    { _id: 1 },
  ).lean();
  const people = await confirmers([]);
  return asked.map(({ _id }) => ({ record: { _id, actor: null }, audience: () => audienceOf(...people) }));
}

export const staffWithdrawnVerb: VerbSpec<ActivityDoc> = {
  messages: messageTo('staff'),
  retractions,
  affectedCounters: () => [],
};

/** Whether the person lost a scope that shows the inside of every society. */
const closesSocieties = ({ params }: ActivityDoc): boolean =>
  params?.kind !== 'give' && (params?.scopes ?? '').split(',').some((scope) => scope === 'moderate' || scope === 'all');

const accessRechecked = ({ _id, object }: ActivityDoc): FollowUp => ({
  name: 'activity.recheck',
  data: { user: String(object) },
  jobId: `recheck-${_id}`,
});

/**
 * Re-authorizes the person's sockets by its message, and revokes what they had by a lost scope. Notifies them, unless they gave
 * scopes up themselves.
 */
export const staffChangedVerb: VerbSpec<ActivityDoc> = {
  messages: messageTo('staff', 'user'),
  async notifications({ _id, object, params }): Promise<NotificationSpec[]> {
    if (!params?.proposal) return [];
    const type = params.kind === 'give' ? 'staff_given' : 'staff_taken';
    const one = { params: {}, link: '/', society: null } as const;
    return [{ ...one, key: `${type}:${_id}`, type, why: 'person', audience: () => audienceOf(object) }];
  },
  retractions,
  affectedCounters: () => [],
  followUps: (activity) => (closesSocieties(activity) ? [accessRechecked(activity)] : []),
};
