import type { SocietyRole } from '#models/contract/societies';
import type { DemotionFacts, OwnRequestFacts, SocietyFacts, Viewer } from './facts.js';
import { hasScope } from './scopes.js';

/** The viewer's role in a society; null for non-members. */
export const roleIn = (viewer: Viewer | null, society: SocietyFacts): SocietyRole | null => viewer?.roles.get(society.id) ?? null;

/** Whether the viewer may write at all: signed in, not suspended, address verified if required. */
export const mayWrite = (viewer: Viewer | null): viewer is Viewer => viewer !== null && !viewer.suspended && viewer.verified;

/** A member, or staff who moderate, who see the same. */
const isInside = (viewer: Viewer | null, society: SocietyFacts): boolean =>
  roleIn(viewer, society) !== null || hasScope(viewer, 'moderate');

export const isModerator = (viewer: Viewer | null, society: SocietyFacts): boolean => {
  const role = roleIn(viewer, society);
  return role === 'admin' || role === 'moderator' || hasScope(viewer, 'all');
};
/** Whether the viewer may see what was reported and delete content: a moderator, or staff who moderate. */
export const moderates = (viewer: Viewer | null, society: SocietyFacts): boolean =>
  isModerator(viewer, society) || hasScope(viewer, 'moderate');
export const isAdmin = (viewer: Viewer | null, society: SocietyFacts): boolean =>
  roleIn(viewer, society) === 'admin' || hasScope(viewer, 'all');

const isAllowed = (viewer: Viewer | null, society: SocietyFacts, who: SocietyFacts['whoCanPost']): boolean => {
  if (who === 'admins') return isAdmin(viewer, society);
  return who === 'moderators' ? isModerator(viewer, society) : roleIn(viewer, society) !== null || hasScope(viewer, 'all');
};

/** Header of a society: hidden only if it is invite-only. Staff who report on societies see it, too. */
const seeSociety = (viewer: Viewer | null, society: SocietyFacts): boolean => {
  if (society.removed) return false;
  if (isInside(viewer, society) || society.visibility !== 'invite-only') return true;
  return viewer?.invited.has(society.id) === true || hasScope(viewer, 'report');
};

/** Everything below the header is open to all in a public society. */
const isOpen = (society: SocietyFacts): boolean => !society.removed && society.visibility === 'public';

export const seePosts = (viewer: Viewer | null, society: SocietyFacts): boolean =>
  !society.removed && (isOpen(society) || isInside(viewer, society));
export const seeEvents = (viewer: Viewer | null, society: SocietyFacts): boolean =>
  !society.removed && (isInside(viewer, society) || (isOpen(society) && society.eventsVisible));

/** One's own undecided request stays visible, even after the society was closed. */
const seeOwnRequest = (viewer: Viewer | null, { society, undecided }: OwnRequestFacts): boolean =>
  seeSociety(viewer, society) || (viewer !== null && undecided && !society.removed);

/** An admin by their own role, not as a platform admin. */
const isOwnAdmin = (viewer: Viewer | null, society: SocietyFacts): boolean =>
  mayWrite(viewer) && !society.removed && roleIn(viewer, society) === 'admin';

/** The table 'Who sees what of a society' and the toggles of its settings (contract.md). */
export const societyRules = {
  'society.list': () => true,
  'society.create': (viewer: Viewer | null) => mayWrite(viewer),
  'society.see': seeSociety,
  'society.posts': seePosts,
  'society.events': seeEvents,
  'society.members': (viewer: Viewer | null, society: SocietyFacts) =>
    !society.removed && (isInside(viewer, society) || (viewer !== null && isOpen(society) && society.memberListVisible)),
  'society.inside': (viewer: Viewer | null, society: SocietyFacts) => !society.removed && isInside(viewer, society),
  'society.join': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) &&
    !society.removed &&
    !viewer.banned.has(society.id) &&
    (society.visibility !== 'invite-only' || viewer.invited.has(society.id)),
  /** Members get what the society has anyway. */
  'society.follow': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && isOpen(society) && roleIn(viewer, society) === null,
  'society.unfollow': (viewer: Viewer | null, society: SocietyFacts) => mayWrite(viewer) && !society.removed,
  'society.post': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && !society.removed && isAllowed(viewer, society, society.whoCanPost),
  /** Posts of a kind, for all members. */
  'society.announce': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && !society.removed && isModerator(viewer, society),
  'society.createEvents': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && !society.removed && isAllowed(viewer, society, society.whoCanCreateEvents),
  'society.invite': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && !society.removed && isAllowed(viewer, society, society.whoCanInvite),
  'society.moderate': (viewer: Viewer | null, society: SocietyFacts) => !society.removed && moderates(viewer, society),
  'society.manage': (viewer: Viewer | null, society: SocietyFacts) => !society.removed && isAdmin(viewer, society),
  'society.edit': (viewer: Viewer | null, society: SocietyFacts) => mayWrite(viewer) && !society.removed && isAdmin(viewer, society),
  /** Includes a removed society, so that repeating the call gets the same answer. */
  'society.delete': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && (isAdmin(viewer, society) || hasScope(viewer, 'moderate')),
  'society.leave': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && !society.removed && roleIn(viewer, society) !== null,
  /** Being left out of the list of members: only oneself. */
  'member.hide': (viewer: Viewer | null, society: SocietyFacts) => mayWrite(viewer) && !society.removed && roleIn(viewer, society) !== null,
  /** Needs the role itself: a platform admin without it has nothing to step down from. */
  'society.stepDown': isOwnAdmin,
  /** Roles, removals and bans. */
  'member.manage': (viewer: Viewer | null, society: SocietyFacts) => mayWrite(viewer) && !society.removed && isAdmin(viewer, society),
  /** Hidden from the admin it is about. */
  'demotion.see': (viewer: Viewer | null, { society, user }: DemotionFacts) =>
    !society.removed && isAdmin(viewer, society) && viewer?.id !== user,
  /** Needs the role itself: a platform admin demotes at once. */
  'demotion.ask': isOwnAdmin,
  'demotion.answer': (viewer: Viewer | null, { society, user }: DemotionFacts) => isOwnAdmin(viewer, society) && viewer?.id !== user,
  'admin.demote': (viewer: Viewer | null, society: SocietyFacts) => mayWrite(viewer) && !society.removed && hasScope(viewer, 'all'),
  /** Members who are not admins. */
  'claim.make': (viewer: Viewer | null, society: SocietyFacts) =>
    mayWrite(viewer) && !society.removed && ['member', 'moderator'].includes(roleIn(viewer, society) ?? ''),
  'claim.decide': (viewer: Viewer | null) => mayWrite(viewer) && hasScope(viewer, 'all'),
  /** Includes a removed society. */
  'society.history': (viewer: Viewer | null, society: SocietyFacts) => isAdmin(viewer, society),
  'society.insights': (viewer: Viewer | null, society: SocietyFacts) =>
    !society.removed && (isAdmin(viewer, society) || hasScope(viewer, 'report')),
  'society.export': (viewer: Viewer | null, society: SocietyFacts) => !society.removed && isAdmin(viewer, society),
  'invitation.answer': (viewer: Viewer | null, invitation: { user: string }) => mayWrite(viewer) && viewer.id === invitation.user,
  'joinRequest.list': (viewer: Viewer | null, society: SocietyFacts) => !society.removed && isAdmin(viewer, society),
  'joinRequest.seeOwn': seeOwnRequest,
  'joinRequest.withdraw': (viewer: Viewer | null, request: OwnRequestFacts) => mayWrite(viewer) && seeOwnRequest(viewer, request),
  'joinRequest.decide': (viewer: Viewer | null, society: SocietyFacts) => mayWrite(viewer) && !society.removed && isAdmin(viewer, society),
};
