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

/** Channels by which to send a notification. */
export interface Channels {
  mail: boolean;
  push: boolean;
}

/** Fields of a notification that decide its channels. */
export type ChannelFacts = Pick<
  NotificationDoc,
  '_id' | 'user' | 'key' | 'type' | 'society' | 'why' | 'version' | 'seenVersion' | 'params'
>;
export const channelFactFields = { user: 1, key: 1, type: 1, society: 1, why: 1, version: 1, seenVersion: 1, params: 1 } as const;

type Owner = Pick<UserDoc, '_id' | 'notifications' | 'preferences' | 'verifiedAt' | 'suspendedAt'>;

/** Decides the channels of each notification. */
export interface ChannelChooser {
  quietHoursOf(user: Id): UserDoc['preferences']['quietHours'];
  channelsOf(each: ChannelFacts): Channels;
}

/**
 * Loads once what decides the channels of these notifications. Called before they are claimed, and again as they are sent:
 * hours later they may be muted, seen, or no longer relevant.
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

/** News goes only to people who want mail, at a verified address. */
export const wantsMail = ({ notifications, verifiedAt, suspendedAt }: Omit<Owner, '_id' | 'preferences'>): boolean =>
  notifications.emailNotifications && verifiedAt !== null && suspendedAt === null;

/** Whether muting its society stops mail and push of it. */
export const followsSocietyMute = ({ type, society }: Pick<NotificationDoc, 'type' | 'society'>): boolean =>
  society !== null && isMutedWithSociety(type);

/** Whether its current version reached a screen of its owner: published live, or replayed within two minutes. */
const wasSeen = ({ seenVersion, version }: ChannelFacts): boolean => seenVersion >= version;

/** Whether it is a reminder of something that has begun. */
const isPast = ({ params }: ChannelFacts, now: Date): boolean => params?.startsAt !== undefined && new Date(params.startsAt) <= now;

/** Whether its society is gone or muted. */
const isMuted = (each: ChannelFacts, { preferences }: Owner, society: SocietyDoc | undefined): boolean =>
  each.society !== null &&
  (!society ||
    society.removedAt !== null ||
    (followsSocietyMute(each) && preferences.mutedSocieties.some((muted) => muted.equals(society._id))));

/** Event of a notification to an attendee, a waiting person or somebody who bookmarked it; the id is part of the key. */
function eventOf({ why, key }: Pick<ChannelFacts, 'why' | 'key'>): Id | null {
  const id = key.split(':')[1] ?? '';
  return why === 'attending' && isValidObjectId(id) ? toId(id) : null;
}

/** Whether the reason for the notification still applies: membership, the admin role, or attendance. */
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
    if (followsSocietyMute(each)) return hasAccess(requiredAccess(each.type), role);
    const event = eventOf(each);
    return event === null || concern.has(`${event} ${each.user}`);
  };
}

/** Whether a member's role is enough for a type that follows the society's mute. */
function hasAccess(required: ReturnType<typeof requiredAccess>, role: SocietyRole | undefined): boolean {
  if (required === 'admins') return role === 'admin';
  return required === 'moderators' ? role === 'admin' || role === 'moderator' : role !== undefined;
}

/** One query for each society or event about its notified people, so that an index is used for both. */
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
