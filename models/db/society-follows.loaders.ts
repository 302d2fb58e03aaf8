import type { Viewer } from '#models/policies/facts';
import { type Id, toId } from './model.js';
import { isOpenInside, type SocietyDoc, societyLoader } from './societies.js';
import { type SocietyFollowDoc, SocietyFollows } from './society-follows.js';

/** Societies that one person can follow, so that a feed of them stays one read. */
const mostFollowedSocieties = 500;

interface Followed {
  follow: SocietyFollowDoc;
  society: SocietyDoc;
}

/** Societies that a person follows now, by name: public ones of which the person is no member. */
export async function followedSocieties(viewer: Pick<Viewer, 'id' | 'roles'>): Promise<Followed[]> {
  const follows = await SocietyFollows.find({ user: toId(viewer.id), on: true })
    .sort({ at: -1 })
    .limit(mostFollowedSocieties)
    .lean();
  const societies = await societyLoader.cachedMany(follows.map(({ society }) => society));
  return follows
    .flatMap((follow) => {
      const society = societies.get(String(follow.society));
      return society && !viewer.roles.has(String(society._id)) && isOpenInside(society).posts ? [{ follow, society }] : [];
    })
    .sort((a, b) => (a.society.nameFolded < b.society.nameFolded ? -1 : 1));
}

/** Notes that a follower read the newest posts of these societies, so that no mail has them. */
export async function markFollowedSeen(user: Id, societies: readonly Id[], now = new Date()): Promise<void> {
  await SocietyFollows.updateMany({ user, society: { $in: societies }, on: true }, { $set: { seenAt: now } });
}
