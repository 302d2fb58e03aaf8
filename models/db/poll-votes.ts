import { byUser, deleteAndRecount, describeCollection, ofUser } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, ref, version } from './model.js';

/** One person's vote in the poll of a post: its own outbox record. Only the last choices count. */
export interface PollVoteDoc {
  _id: Id;
  post: Id;
  user: Id;
  choices: number[];
  version: number;
  at: Date;
  due?: Date;
}

export const PollVotes = defineModel<PollVoteDoc>('pollVotes', { post: ref, user: ref, choices: [Number], version, at: date, due }, [
  [{ post: 1, user: 1 }, { unique: true }],
  [{ post: 1, choices: 1, at: -1, _id: -1 }],
  [{ user: 1 }],
  dueIndex,
]);

describeCollection(PollVotes, {
  isInternal: true,
  description: 'Votes in polls. Deleted.',
  exportFilter: ofUser,
  erase: deleteAndRecount(PollVotes, ['post', 'post', byUser]),
});
