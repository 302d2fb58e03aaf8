import type { PublicProfile, UserProfile } from '#models/contract/profiles';
import type { Asker } from '#models/policies/index';
import { countAttended } from './events.attended.js';
import { type Id, toId } from './model.js';
import type { FoundPerson } from './people.loaders.js';
import { Posts } from './posts.js';
import { shownSocieties } from './societies.profile.js';
import { userProfileToWire } from './users.js';

type Counters = Pick<UserProfile, 'Society_Count' | 'Event_Count' | 'Post_Count' | 'Likes_Count'>;

/**
 * Filters for the author's posts that the viewer may see: all for the author and platform admins, else open ones and those in the
 * viewer's societies.
 */
function postsOf({ viewer }: Asker, author: Id): Record<string, unknown>[] {
  const all = { author, removedAt: null };
  if (viewer?.id === String(author) || viewer?.role === 'admin') return [all];
  const inside = { ...all, open: false, society: { $in: [...(viewer?.roles.keys() ?? [])].map(toId) } };
  return [{ ...all, open: true }, inside];
}

/** Counters of a profile. They include only what the viewer may see. */
async function profileCounters(asker: Asker, found: Pick<FoundPerson, 'user' | 'facts'>): Promise<Counters> {
  const { _id } = found.user;
  const [societies, events, posts] = await Promise.all([
    shownSocieties(asker, found),
    countAttended(asker, found),
    Promise.all(postsOf(asker, _id).map((filter) => Posts.find(filter, { likes: 1 }).lean())),
  ]);
  const all = posts.flat();
  const likes = all.reduce((sum, post) => sum + post.likes, 0);
  return { Society_Count: societies.length, Event_Count: events, Post_Count: all.length, Likes_Count: likes };
}

/** The caller's own profile. */
export const ownProfile = async (asker: Asker, found: Pick<FoundPerson, 'user' | 'facts'>): Promise<UserProfile> => ({
  ...userProfileToWire(found.user),
  ...(await profileCounters(asker, found)),
});

const hidden = {
  Bio: null,
  Create_Date: null,
  Society_Count: null,
  Event_Count: null,
  Post_Count: null,
  Likes_Count: null,
  Followers: null,
  Following: null,
};

async function open(asker: Asker, found: FoundPerson) {
  const { bio, createdAt, followers, following } = found.user;
  const counters = await profileCounters(asker, found);
  return { Bio: bio, Create_Date: createdAt.toISOString(), ...counters, Followers: followers, Following: following };
}

/** A person as this viewer sees them; null where their privacy hides it. */
export async function publicProfileFor(asker: Asker, found: FoundPerson): Promise<PublicProfile> {
  const { user, facts, isFollowed, followVersion } = found;
  const see = asker.can('profile.see', facts);
  return {
    ID: facts.id,
    Name: user.name,
    Image: user.image,
    ...(see ? await open(asker, found) : hidden),
    Email: asker.can('profile.email', facts) ? user.email : null,
    Phone_Number: asker.can('profile.phone', facts) ? user.phone : null,
    Is_Following: isFollowed,
    Follow_Version: followVersion,
    Can: { see, follow: asker.can('person.follow', facts), block: asker.can('person.part', facts) },
    rev: user.rev,
    version: user.version,
  };
}
