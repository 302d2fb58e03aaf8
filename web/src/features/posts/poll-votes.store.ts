import { getPollVoters, type Voter, votePoll } from '#models/contract/polls';
import { api } from '@/lib/api';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { posts } from './posts.store';

/** A voter; masked ones have no id of their own. */
type VoterEntity = Voter & { key: string };

const voters = createEntities<VoterEntity>({ key: 'key' });
let masked = 0;

const voterList = defineList({
  key: ['poll-voters'],
  call: getPollVoters,
  input: (of: { post_id: string; choice: number }) => of,
  entities: voters,
  toEntities: (data) => data.map((voter) => ({ ...voter, key: voter.ID || `masked-${++masked}` })),
  persist: false,
  access: true,
});

/** People who chose an option of an open poll. */
export const useVoters = (post_id: string, choice: number) => voterList.useItems({ post_id, choice });

/** Votes, or changes the vote. */
export async function voteInPoll(post_id: string, choices: number[]): Promise<void> {
  const { data } = await api(votePoll, { post_id, choices });
  posts.patch(post_id, data);
}
