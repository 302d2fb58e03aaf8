import { isValidObjectId } from 'mongoose';
import type { SocietyRole } from '#models/contract/societies';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import type { NotificationDoc } from '#models/db/notifications';
import { PushSubscriptions } from '#models/db/push-subscriptions';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import { isMutedWithSociety, requiredAccess } from '../activity/recipients.js';

/** By which ways somebody is to be told. */
export interface Channels {
  mail: boolean;
  push: boolean;
}

/** What bears on it. */
export type ChannelFacts = Pick<
  NotificationDoc,
  '_id' | 'user' | 'key' | 'type' | 'society' | 'why' | 'version' | 'seenVersion' | 'params'
>;
export const channelFactFields = { user: 1, key: 1, type: 1, society: 1, why: 1, version: 1, seenVersion: 1, params: 1 } as const;

type Owner = Pick<UserDoc, '_id' | 'notifications' | 'preferences' | 'verifiedAt' | 'suspendedAt'>;

/** Says of each notification by which ways its owner is to be told of it now. */
export interface ChannelChooser {
  quietHoursOf(user: Id): UserDoc['preferences']['quietHours'];
  channelsOf(each: ChannelFacts): Channels;
}

/**
 * Reads once what bears on all of these. Asked before they are claimed, and again as they are sent: that may be hours later, when
 * they were muted, seen, or are no longer their owner's matter.
 */
export async function loadChannelChooser(users: readonly Id[], notifications: readonly ChannelFacts[], now: Date): Promise<ChannelChooser> {
  const [owners, societies, browsers, isRelevant] = await Promise.all([
    Users.find({ _id: { $in: users }, deletedAt: null }, { notifications: 1, preferences: 1, verifiedAt: 1, suspendedAt: 1 }).lean<
      Owner[]
    >(),
    Societies.find({ _id: { $in: notifications.flatMap(({ society }) => society ?? []) } }, { notifications: 1, removedAt: 1 }).lean<
      SocietyDoc[]
    >(),
    PushSubscriptions.find({ user: { $in: users } }, { user: 1 }).lean(),
    loadRelevance(notifications),
  ]);
  const ownerOf = new Map(owners.map((owner) => [String(owner._id), owner]));
  const withBrowser = new Set(browsers.map(({ user }) => String(user)));
  const societyOf = new Map(societies.map((society) => [String(society._id), society]));
  return {
    quietHoursOf: (user) => ownerOf.get(String(user))?.preferences.quietHours,
    channelsOf(each) {
      const owner = ownerOf.get(String(each.user));
      const society = each.society ? societyOf.get(String(each.society)) : undefined;
      const isDeliverable = owner && !owner.suspendedAt && !wasSeen(each) && !isPast(each, now) && !isMuted(each, owner, society);
      if (!isDeliverable || !isRelevant(each)) return { mail: false, push: false };
      const { offMail = [], offPush = [] } = owner.preferences;
      return {
        mail: wantsMail(owner) && !offMail.includes(each.type) && society?.notifications.emailNotifications !== false,
        push: owner.notifications.pushNotifications && !offPush.includes(each.type) && withBrowser.has(String(owner._id)),
      };
    },
  };
}

/** News goes only to who wants mail, at an address that they have shown to be theirs. */
export const wantsMail = ({ notifications, verifiedAt, suspendedAt }: Omit<Owner, '_id' | 'preferences'>): boolean =>
  notifications.emailNotifications && verifiedAt !== null && suspendedAt === null;

/** Whether muting its society stops mail and push of it. */
export const followsSocietyMute = ({ type, society }: Pick<NotificationDoc, 'type' | 'society'>): boolean =>
  society !== null && isMutedWithSociety(type);

/** Whether it came to a screen of its owner as it is now. It comes as it happens, or on coming back within two minutes: no later. */
const wasSeen = ({ seenVersion, version }: ChannelFacts): boolean => seenVersion >= version;

/** Whether it reminds of what has begun. */
const isPast = ({ params }: ChannelFacts, now: Date): boolean => params?.startsAt !== undefined && new Date(params.startsAt) <= now;

/** Whether its society is gone, or was muted. */
const isMuted = (each: ChannelFacts, { preferences }: Owner, society: SocietyDoc | undefined): boolean =>
  each.society !== null &&
  (!society ||
    society.removedAt !== null ||
    (followsSocietyMute(each) && preferences.mutedSocieties.some((muted) => muted.equals(society._id))));

/** The event that concerned somebody who goes to it, waits for a seat or bookmarked it; it stands in the key. */
function eventOf({ why, key }: Pick<ChannelFacts, 'why' | 'key'>): Id | null {
  const id = key.split(':')[1] ?? '';
  return why === 'attending' && isValidObjectId(id) ? toId(id) : null;
}

/** Whether why somebody was told still holds: they are a member, or an admin, or the event concerns them. */
async function loadRelevance(notifications: readonly ChannelFacts[]): Promise<(each: ChannelFacts) => boolean> {
  const [roles, concern] = [new Map<string, SocietyRole>(), new Set<string>()];
  const ofSociety = await lookUpByScope(
    notifications,
    (each) => (followsSocietyMute(each) ? each.society : null),
    (society, user) => Memberships.find({ society, user }, { user: 1, role: 1 }).lean(),
  );
  for (const [scope, { user, role }] of ofSociety) roles.set(`${scope} ${user}`, role);
  const ofEvent = await lookUpByScope(notifications, eventOf, async (event, user) => [
    ...(await Attendances.find({ event, user, state: { $in: ['going', 'waiting'] } }, { user: 1 }).lean()),
    ...(await Bookmarks.find({ event, user, on: true }, { user: 1 }).lean()),
  ]);
  for (const [scope, { user }] of ofEvent) concern.add(`${scope} ${user}`);
  return (each) => {
    const role = roles.get(`${each.society} ${each.user}`);
    if (followsSocietyMute(each)) return requiredAccess(each.type) === 'admins' ? role === 'admin' : role !== undefined;
    const event = eventOf(each);
    return event === null || concern.has(`${event} ${each.user}`);
  };
}

/** Asks once for each society or event about those who were told of it, so that an index holds both to points. */
async function lookUpByScope<T>(
  notifications: readonly ChannelFacts[],
  scopeOf: (each: ChannelFacts) => Id | null,
  ask: (scope: Id, user: { $in: Id[] }) => Promise<T[]>,
): Promise<[place: string, T][]> {
  const users = new Map<string, Id[]>();
  for (const each of notifications) {
    const scope = scopeOf(each);
    if (scope) users.set(String(scope), [...(users.get(String(scope)) ?? []), each.user]);
  }
  const asked = [...users].map(async ([scope, $in]) => (await ask(toId(scope), { $in })).map((found): [string, T] => [scope, found]));
  return (await Promise.all(asked)).flat();
}
