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

const ownRequestList = defineList({
  key: ['join-requests', 'sent'],
  call: getOwnRequests,
  input: () => ({}),
  entities: createEntities<OwnJoinRequest>({ name: 'own-requests', key: 'Request_ID' }),
});

/** The viewer's own open requests, newest first. */
export const useOwnRequests = () => ownRequestList.useItems({});

export const refetchOwnRequests = (): Promise<void> => ownRequestList.refetch();

// Admins also receive messages about others' requests, which only cost a refetch.
registerEffects('own-requests', [
  on(joinRequestCreated, refetchOwnRequests),
  on(joinRequestDecided, refetchOwnRequests),
  on(joinRequestWithdrawn, refetchOwnRequests),
]);
