import type { PublicProfile, UserProfile } from '#models/contract/profiles';
import type { Asker } from '#models/policies/index';
import { hasScope } from '#models/policies/scopes';
import { countAttended } from './events.attended.js';
import { SharedLoader } from './loader.js';
import { toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import type { FoundPerson } from './people.loaders.js';
import { Posts } from './posts.js';
import { societyLoader } from './societies.js';
import { shownSocieties } from './societies.profile.js';
import { userProfileToWire } from './users.js';

type Counters = Pick<UserProfile, 'Society_Count' | 'Event_Count' | 'Post_Count' | 'Likes_Count'>;

/** Fields that a profile counts of an author's posts, shared by all who look at it. */
const countedPosts = new SharedLoader(
  (author) => Posts.find({ author: toId(author), removedAt: null }, { _id: 0, open: 1, society: 1, likes: 1 }).lean(),
  'posts',
);

/**
 * The author's posts that the viewer may see: all for the author and platform admins, else open ones and those in the viewer's
 * societies.
 */
async function postsOf(asker: Asker, author: string) {
  const { viewer } = asker;
  const all = await countedPosts.cached(author);
  if (viewer?.id === author || hasScope(viewer, 'moderate')) return all;
  const seen = all.filter(({ open, society }) => open || viewer?.roles.has(String(society)));
  const societies = await societyLoader.cachedMany(seen.map(({ society }) => society));
  const societyOf = ({ society }: (typeof seen)[number]) => societies.get(String(society));
  const mayName = await loadNaming(
    asker,
    seen.map((post) => ({ society: societyOf(post), user: author })),
  );
  return seen.filter((post) => mayName(societyOf(post), author));
}

/** Counters of a profile. They include only what the viewer may see. */
async function profileCounters(asker: Asker, found: Pick<FoundPerson, 'user' | 'facts'>): Promise<Counters> {
  const [societies, events, posts] = await Promise.all([
    shownSocieties(asker, found),
    countAttended(asker, found),
    postsOf(asker, found.facts.id),
  ]);
  const likes = posts.reduce((sum, post) => sum + post.likes, 0);
  return { Society_Count: societies.length, Event_Count: events, Post_Count: posts.length, Likes_Count: likes };
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
