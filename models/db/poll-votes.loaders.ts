import { maskedPerson } from '#models/contract/masked';
import type { Voter } from '#models/contract/polls';
import type { Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { loadNaming } from './naming.loaders.js';
import { paginate } from './paginate.js';
import { pairLoader } from './pair-loader.js';
import { type PollVoteDoc, PollVotes } from './poll-votes.js';
import type { FoundPost } from './posts.loaders.js';
import { loadPeople, personImage, personName } from './users.js';

/** A person's vote, as answers have it. */
interface OwnVote {
  My_Vote: number[];
  Vote_Version: number;
}
/** Own fields of a post with a poll, for a viewer without a vote. */
export const noVote: OwnVote = { My_Vote: [], Vote_Version: 0 };

export const voteToWire = ({ choices, version }: Pick<PollVoteDoc, 'choices' | 'version'>): OwnVote => ({
  My_Vote: choices,
  Vote_Version: version,
});

type FoundVote = Pick<PollVoteDoc, 'post' | 'user' | 'choices' | 'version'>;
const loadVotes = pairLoader<FoundVote, OwnVote>(
  ({ users, things }) =>
    PollVotes.find({ post: { $in: things }, user: { $in: users } }, { _id: 0, post: 1, user: 1, choices: 1, version: 1 })
      .lean<FoundVote[]>()
      .exec(),
  (vote) => ({ thing: vote.post, value: voteToWire(vote) }),
);

/** Loads the viewer's votes in the polls of these posts, to look up by post. */
export async function loadOwnVotes(viewer: Viewer | null, posts: readonly string[]): Promise<(post: string) => OwnVote> {
  if (!viewer) return () => noVote;
  const votes = (await loadVotes([viewer.id], posts))(viewer.id);
  return (post) => votes?.get(post) ?? noVote;
}

/** One page of the people who chose an option, the newest vote first, without those with a block between them and the viewer; masks who may not be named. */
export async function votersPage(
  asker: Asker,
  { post, society }: Pick<FoundPost, 'post' | 'society'>,
  choice: number,
  cursor: string | undefined,
  limit: number,
) {
  const order: [string, -1, 'date'][] = [['at', -1, 'date']];
  const { items, next } = await paginate({ model: PollVotes, reads: [{ post: post._id, choices: choice }], order, cursor, limit });
  const seen = items.filter(({ user }) => !asker.viewer?.blocked.has(String(user)));
  const [people, mayName] = await Promise.all([
    loadPeople(seen.map(({ user }) => user)),
    loadNaming(
      asker,
      seen.map(({ user }) => ({ society, user })),
    ),
  ]);
  const voters = seen.map(({ user }): Voter => {
    if (!mayName(society, user)) return maskedPerson;
    const person = people.get(String(user));
    return { ID: String(user), Name: personName(person), Image: personImage(person) };
  });
  return { voters, next };
}
