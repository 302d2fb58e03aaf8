import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import type { SocietyFollowDoc } from '#models/db/society-follows';
import { liveMessage } from '../live-stream.js';
import { staleTopic, type VerbSpec } from '../verb.js';

/** Notifies nobody: the follow is for the follower's own screens. */
export const societyFollowed: VerbSpec<SocietyFollowDoc> = {
  messages: async ({ user, society, on, version }) => [
    liveMessage(ownChanged, [roomOf('user', String(user))], { kind: 'followSociety', id: String(society), on, version }),
  ],
  affectedCounters: () => [],
  staleTopics: ({ user }) => staleTopic('own', user),
};
