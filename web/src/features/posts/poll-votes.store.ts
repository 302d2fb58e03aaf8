import { getPollVoters, type Voter, votePoll } from '#models/contract/polls';
import { api } from '@/lib/api';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { posts } from './posts.store';

const voters = createEntities<Voter>({});

const voterList = defineList({
  key: ['poll-voters'],
  call: getPollVoters,
  input: (of: { post_id: string; choice: number }) => of,
  entities: voters,
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
