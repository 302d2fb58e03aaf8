import type { NotificationSpec } from '#models/bus/verb';
import { type NotificationType, newsTypes } from '#models/contract/notifications';
import { personalTypes } from '#models/contract/personal-types';
import { blockedLoader } from '#models/db/blocks.loaders';
import { Loader } from '#models/db/loader';
import { Memberships, roleKey, roleLoader } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { isOpenInside, loadSociety, type SocietyDoc } from '#models/db/societies';
import { holdersOf } from '#models/db/staff-rights';
import { Users } from '#models/db/users';
import { smallBatch } from './batches.js';

/** Rules of recipients by notification type; their own settings and the society's decide (contract.md, notifications). */
interface Rule {
  /** Notifies the actor too: the record is about something that happened to them. */
  includesActor?: true;
  /** For nobody but the society's admins. */
  isAdminsOnly?: true;
  /** As `isAdminsOnly`, unless the society has newMemberNotifications off. */
  isForAdmins?: true;
  /** For those who judge in the society: its moderators and admins, or platform admins outside of any. */
  isForJudges?: true;
  /** Shows content inside the society: in one that is not public, for members only. */
  isInside?: true;
  /** About an event: if the society hides events, for members only. */
  isOfEvent?: true;
  /** Off with eventReminders, the person's or the society's. */
  isReminder?: true;
}

const rules: Record<NotificationType, Rule> = {
  post_liked: { isInside: true },
  post_commented: { isInside: true },
  comment_answered: { isInside: true },
  post_created: { isInside: true },
  announcement: { isInside: true },
  event_created: { isOfEvent: true },
  event_changed: { isOfEvent: true },
  event_cancelled: { isOfEvent: true },
  event_removed: { isOfEvent: true },
  event_reminder: { isReminder: true, isOfEvent: true },
  event_message: { isOfEvent: true },
  question_asked: { isOfEvent: true },
  question_answered: { isOfEvent: true },
  join_requested: { isForAdmins: true, isInside: true },
  requests_waiting: { isForAdmins: true, isInside: true },
  requests_overdue: { isInside: true },
  member_joined: { isForAdmins: true, isInside: true },
  request_approved: {},
  request_rejected: {},
  invited: {},
  role_admin: {},
  role_moderator: {},
  role_member: {},
  role_ending: {},
  member_role_ending: { isInside: true },
  role_ended: {},
  member_removed: {},
  demotion_asked: { isAdminsOnly: true, isInside: true },
  society_claimed: {},
  claim_opened: { isForJudges: true },
  claim_declined: {},
  claim_closed: {},
  report_outcome: {},
  seat_given: { includesActor: true },
  seat_offered: { includesActor: true },
  steward_named: { isOfEvent: true },
  post_refused: { includesActor: true },
  content_removed: {},
  content_noted: {},
  appeal_granted: {},
  appeal_rejected: {},
  staff_given: {},
  staff_taken: {},
  staff_proposed: {},
  followed: {},
  ticket_answered: {},
  report_opened: { isForJudges: true },
  appeal_opened: { isForJudges: true },
  ticket_opened: { isForJudges: true },
  answer_waiting: { isForJudges: true },
  escalated: { isForJudges: true },
};

/** Whether a type is personal: sent whoever the actor is, and whatever the settings are. */
export const isPersonal = (type: NotificationType): boolean => personalTypes.includes(type);

/** Whether news in an unread notification that was mailed or pushed are sent again: not for one more like, but for a new time. */
export const notifiesAgain = (type: NotificationType): boolean => isPersonal(type) || rules[type].isReminder === true;

/** Whether muting the society stops mail and push of a type: news for members, which others cannot mute. */
export const isMutedWithSociety = (type: NotificationType): boolean =>
  newsTypes.includes(type) || rules[type].isForAdmins === true || rules[type].isForJudges === true;

/** Page that offers to mute the notification's society or, if that does not affect it, its type. Opening it changes nothing. */
export const mutePath = ({ type, society }: { type: NotificationType; society: Id | null }): string =>
  society && isMutedWithSociety(type) ? `/societies/${society}?mute=1` : `/?mute=${type}`;

/** Access that a type requires in its society: a role, seeing events, seeing posts, or none (null). */
export function requiredAccess(type: NotificationType): 'admins' | 'moderators' | 'events' | 'posts' | null {
  const { isAdminsOnly, isForAdmins, isForJudges, isOfEvent, isInside } = rules[type];
  if (isAdminsOnly || isForAdmins) return 'admins';
  if (isForJudges) return 'moderators';
  return isOfEvent ? 'events' : isInside ? 'posts' : null;
}

/** Filters a batch of an audience down to its recipients. */
export type RecipientFilter = (users: readonly Id[]) => Promise<Id[]>;

/**
 * Filter of an audience. Reads the society, and the blocks of the actor (null for a reminder), anew for each batch: they may change
 * during a long delivery.
 */
export function recipientFilter(spec: NotificationSpec, actor: Id | null): RecipientFilter {
  const rule = rules[spec.type];
  return async (users) => {
    const society = await loadSociety(spec.society);
    if (!notifiesAnybody(spec, rule, society)) return [];
    const blocked = await blockedBy(spec, actor);
    const wanted = users.filter((user) => (rule.includesActor || !actor?.equals(user)) && !blocked.has(String(user)));
    if (wanted.length === 0) return [];
    const [optedOut, inside] = await Promise.all([optedOutAmong(spec, wanted), membersAmong(society, rule, wanted)]);
    const outside = inside ? wanted.filter((user) => !inside.has(String(user))) : [];
    const staff = outside.length > 0 ? await idsOf({ _id: { $in: outside }, $or: holdersOf('moderate') }) : new Set();
    const maySee = (user: string) => !inside || inside.has(user) || staff.has(user);
    return wanted.filter((user) => !optedOut.has(String(user)) && maySee(String(user)));
  };
}

/** Whether the society of a notification, if any, still exists and has not turned it off. */
function notifiesAnybody(spec: NotificationSpec, rule: Rule, society: SocietyDoc | null): boolean {
  if (spec.society && (!society || society.removedAt)) return false;
  if (rule.isForAdmins && society?.notifications.newMemberNotifications === false) return false;
  return !(rule.isReminder && society?.notifications.eventReminders === false);
}

/** People in a block with the actor or the author. Decisions about a person reach them even across a block. */
async function blockedBy(spec: NotificationSpec, actor: Id | null): Promise<ReadonlySet<string>> {
  const authors = isPersonal(spec.type) ? [] : [actor, spec.author].filter((author) => author != null);
  return new Set([...(await blockedLoader.freshMany(authors)).values()].flatMap((people) => [...people]));
}

const idsOf = async (filter: Record<string, unknown>): Promise<Set<string>> =>
  new Set((await Users.find(filter, { _id: 1 }).lean()).map(({ _id }) => String(_id)));

/** Part of a spec that decides who opted out. */
type OptOut = Pick<NotificationSpec, 'type' | 'society'>;
const optOutKey = ({ type, society }: OptOut, user: Id): string => `${user}/${type}/${newsTypes.includes(type) ? society : ''}`;

/** People who opted out, by `optOutKey`: one query for each type, and for each society with news. */
const optOutLoader = new Loader<true>(async (keys) => {
  const kinds = [...new Set(keys.map((key) => key.slice(key.indexOf('/'))))];
  const found = kinds.map(async (kind): Promise<[string, true][]> => {
    const [, type = '', society = ''] = kind.split('/');
    const users = keys.filter((key) => key.endsWith(kind)).map((key) => toId(key.slice(0, -kind.length)));
    const optedOut = await queryOptedOut({ type: type as NotificationType, society: society ? toId(society) : null }, users);
    return [...optedOut].map((user) => [user + kind, true]);
  });
  return new Map((await Promise.all(found)).flat());
});

async function optedOutAmong(spec: OptOut, users: readonly Id[]): Promise<ReadonlySet<string>> {
  if (users.length > smallBatch) return queryOptedOut(spec, users);
  const found = await optOutLoader.freshMany(users.map((user) => optOutKey(spec, user)));
  return new Set(users.map(String).filter((_user, i) => found.has(optOutKey(spec, users[i] as Id))));
}

const queryOptedOut = (spec: OptOut, users: readonly Id[]): Promise<Set<string>> => idsOf({ _id: { $in: users }, $or: optOutsOf(spec) });

/** Query conditions of people who opted out, any of which applies. They are few, however large the society is. */
function optOutsOf({ type, society }: OptOut): Record<string, unknown>[] {
  const rule = rules[type];
  const gone = [{ deletedAt: { $ne: null } }, { suspendedAt: { $ne: null } }];
  if (isPersonal(type)) return gone;
  const off = [...gone, { 'preferences.offTypes': type }];
  if (rule.isReminder) return [...off, { 'notifications.eventReminders': { $ne: true } }];
  return newsTypes.includes(type)
    ? [...off, { 'notifications.societyUpdates': { $ne: true } }, { 'preferences.mutedSocieties': society }]
    : off;
}

/** Members among these people if only members may see inside; null if everybody may. */
async function membersAmong(society: SocietyDoc | null, rule: Rule, users: readonly Id[]): Promise<Set<string> | null> {
  if (!society || !(rule.isInside || rule.isOfEvent)) return null;
  if (isOpenInside(society)[rule.isOfEvent ? 'events' : 'posts']) return null;
  if (users.length <= smallBatch) {
    const roles = await roleLoader.freshMany(users.map((user) => roleKey(society._id, user)));
    return new Set(users.map(String).filter((user) => roles.has(roleKey(society._id, user))));
  }
  const found = await Memberships.find({ society: society._id, user: { $in: users } }, { user: 1 }).lean();
  return new Set(found.map((membership) => String(membership.user)));
}
