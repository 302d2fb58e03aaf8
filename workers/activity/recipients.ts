import type { NotificationSpec } from '#models/bus/verb';
import { type NotificationType, newsTypes, personalTypes } from '#models/contract/notifications';
import { blockedAmong } from '#models/db/blocks.loaders';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { isOpenInside, Societies, type SocietyDoc } from '#models/db/societies';
import { Users } from '#models/db/users';

/** Who is told decides by their own settings, and by the society's (contract.md, 'Who is told'). */
interface Rule {
  /** Happened to whom it is recorded of: they are told, too. */
  includesActor?: true;
  /** For the society's admins, unless it has newMemberNotifications off. */
  isForAdmins?: true;
  /** Shows what lies inside the society: in one that is not public, for its members only. */
  isInside?: true;
  /** Tells of an event: where these are hidden, for members only. */
  isOfEvent?: true;
  /** Off with eventReminders, the person's or the society's. */
  isReminder?: true;
}

const rules: Record<NotificationType, Rule> = {
  post_liked: { isInside: true },
  post_commented: { isInside: true },
  comment_answered: { isInside: true },
  post_created: { isInside: true },
  event_created: { isOfEvent: true },
  event_changed: { isOfEvent: true },
  event_cancelled: { isOfEvent: true },
  event_removed: { isOfEvent: true },
  event_reminder: { isReminder: true, isOfEvent: true },
  join_requested: { isForAdmins: true, isInside: true },
  requests_waiting: { isForAdmins: true, isInside: true },
  member_joined: { isForAdmins: true, isInside: true },
  request_approved: {},
  request_rejected: {},
  invited: {},
  role_admin: {},
  role_moderator: {},
  role_member: {},
  member_removed: {},
  report_outcome: {},
  seat_given: { includesActor: true },
  content_removed: {},
  content_noted: {},
  followed: {},
  ticket_answered: {},
};

/** Whether a type is of a person's own matters: told whoever did it. */
export const isPersonal = (type: NotificationType): boolean => personalTypes.includes(type);

/** Whether later news of it is mailed and pushed though the last of it, that was, is still unread: a like more is not, a new time is. */
export const notifiesAgain = (type: NotificationType): boolean => isPersonal(type) || rules[type].isReminder === true;

/** Whether mail and push of a type end with its society's being muted: what members hear as members, which others cannot mute. */
export const isMutedWithSociety = (type: NotificationType): boolean => newsTypes.includes(type) || rules[type].isForAdmins === true;

/** Where a reader is asked whether to mute its society or, where that has no effect on it, this type: opening it changes nothing. */
export const mutePath = ({ type, society }: { type: NotificationType; society: Id | null }): string =>
  society && isMutedWithSociety(type) ? `/societies/${society}?mute=1` : `/?mute=${type}`;

/** Whom of a society's people a type is for: its admins, who sees its events or its posts, or (null) whomever it concerns. */
export function requiredAccess(type: NotificationType): 'admins' | 'events' | 'posts' | null {
  const { isForAdmins, isOfEvent, isInside } = rules[type];
  if (isForAdmins) return 'admins';
  return isOfEvent ? 'events' : isInside ? 'posts' : null;
}

/** Chooses, batch by batch, those of a telling's audience who are to be told. */
export type RecipientFilter = (users: readonly Id[]) => Promise<Id[]>;

const nobody: RecipientFilter = async () => [];

/** Reads once what concerns the whole audience: the society, and the blocks of who did it; a reminder is nobody's doing (null). */
export async function loadRecipientFilter(spec: NotificationSpec, actor: Id | null): Promise<RecipientFilter> {
  const rule = rules[spec.type];
  const society = spec.society ? await Societies.findById(spec.society).lean() : null;
  if (spec.society && (!society || society.removedAt)) return nobody;
  if (rule.isForAdmins && society?.notifications.newMemberNotifications === false) return nobody;
  if (rule.isReminder && society?.notifications.eventReminders === false) return nobody;
  // A decision about a person is theirs to know, whoever made it.
  const authors = [actor, spec.author].filter((author) => author != null);
  const blocked = new Set(isPersonal(spec.type) ? [] : [...(await blockedAmong(authors)).values()].flatMap((people) => [...people]));
  const optOuts = optOutsOf(spec, rule);
  return async (users) => {
    const wanted = users.filter((user) => (rule.includesActor || !actor?.equals(user)) && !blocked.has(String(user)));
    if (wanted.length === 0) return [];
    const [optedOut, inside] = await Promise.all([idsOf({ _id: { $in: wanted }, $or: optOuts }), membersAmong(society, rule, wanted)]);
    const outside = inside ? wanted.filter((user) => !inside.has(String(user))) : [];
    const admins = outside.length > 0 ? await idsOf({ _id: { $in: outside }, role: 'admin' }) : new Set();
    const maySee = (user: string) => !inside || inside.has(user) || admins.has(user);
    return wanted.filter((user) => !optedOut.has(String(user)) && maySee(String(user)));
  };
}

const idsOf = async (filter: Record<string, unknown>): Promise<Set<string>> =>
  new Set((await Users.find(filter, { _id: 1 }).lean()).map(({ _id }) => String(_id)));

/** What a person's account or own settings say who is not told, any of it: those are few, however large the society is. */
function optOutsOf({ type, society }: NotificationSpec, rule: Rule): Record<string, unknown>[] {
  const gone = [{ deletedAt: { $ne: null } }, { suspendedAt: { $ne: null } }];
  if (isPersonal(type)) return gone;
  const off = [...gone, { 'preferences.offTypes': type }];
  if (rule.isReminder) return [...off, { 'notifications.eventReminders': { $ne: true } }];
  return newsTypes.includes(type)
    ? [...off, { 'notifications.societyUpdates': { $ne: true } }, { 'preferences.mutedSocieties': society }]
    : off;
}

/** The members among these people, where only members may see inside; null where all may. */
async function membersAmong(society: SocietyDoc | null, rule: Rule, users: readonly Id[]): Promise<Set<string> | null> {
  if (!society || !(rule.isInside || rule.isOfEvent)) return null;
  if (isOpenInside(society)[rule.isOfEvent ? 'events' : 'posts']) return null;
  const found = await Memberships.find({ society: society._id, user: { $in: users } }, { user: 1 }).lean();
  return new Set(found.map((membership) => String(membership.user)));
}
