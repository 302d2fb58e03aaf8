import { postPoll } from '#models/contract/polls';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import type { PollVoteDoc } from '#models/db/poll-votes';
import { type PollDoc, pollCountsToWire } from '#models/db/polls';
import { type PostDoc, Posts } from '#models/db/posts';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import type { VerbSpec } from '../verb.js';

/** The counts of a post's poll, for those who see the post. */
export function pollLive({ _id, poll }: Pick<PostDoc, '_id'> & { poll: PollDoc }): LiveMessage {
  return liveMessage(postPoll, [roomOf('post', String(_id))], { post_id: String(_id), ...pollCountsToWire(poll), rev: poll.rev });
}

/** Tells everybody the counts, and the voter's other screens that their vote changed. Notifies nobody. */
export const pollVoted: VerbSpec<PollVoteDoc> = {
  async messages({ post: id, user, version }, preloaded) {
    const own = liveMessage(ownChanged, [roomOf('user', String(user))], { kind: 'vote', id: String(id), on: true, version });
    const post = preloaded.post ?? (await Posts.findById(id).lean());
    return post?.poll && !post.removedAt ? [pollLive({ ...post, poll: post.poll }), own] : [own];
  },
  affectedCounters: ({ post }) => [{ kind: 'post', id: post }],
};
