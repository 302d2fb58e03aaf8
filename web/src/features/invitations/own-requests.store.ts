import {
  getOwnRequests,
  joinRequestCreated,
  joinRequestDecided,
  joinRequestWithdrawn,
  type OwnJoinRequest,
} from '#models/contract/join-requests';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

/** The viewer's own open requests, newest first. */
export const ownRequestList = defineList({
  key: ['join-requests', 'sent'],
  call: getOwnRequests,
  input: () => ({}),
  entities: createEntities<OwnJoinRequest>({ name: 'own-requests', key: 'Request_ID' }),
});

const refetch = (): Promise<void> => ownRequestList.refetch();
// Admins also receive messages about others' requests, which only cost a refetch.
registerEffects('own-requests', [on(joinRequestCreated, refetch), on(joinRequestDecided, refetch), on(joinRequestWithdrawn, refetch)]);
