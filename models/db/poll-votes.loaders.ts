import { maskedPerson } from '#models/contract/masked';
import type { Voter } from '#models/contract/polls';
import type { Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { paginate } from './paginate.js';
import { type PollVoteDoc, PollVotes } from './poll-votes.js';
import type { FoundPost } from './posts.loaders.js';
import { loadPeople, personImage, personName } from './users.js';

/** A person's vote, as answers have it. */
interface OwnVote {
  My_Vote: number[];
  Vote_Version: number;
}
const noVote: OwnVote = { My_Vote: [], Vote_Version: 0 };

export const voteToWire = ({ choices, version }: Pick<PollVoteDoc, 'choices' | 'version'>): OwnVote => ({
  My_Vote: choices,
  Vote_Version: version,
});

/** Loads the viewer's votes in the polls of these posts, to look up by post. */
export async function loadOwnVotes(viewer: Viewer | null, posts: readonly string[]): Promise<(post: string) => OwnVote> {
  if (!viewer || posts.length === 0) return () => noVote;
  const found = await PollVotes.find({ post: { $in: posts.map(toId) }, user: toId(viewer.id) }, { post: 1, choices: 1, version: 1 }).lean();
  const byPost = new Map(found.map((vote) => [String(vote.post), voteToWire(vote)]));
  return (post) => byPost.get(post) ?? noVote;
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
