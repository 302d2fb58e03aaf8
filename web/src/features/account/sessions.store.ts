import { sessionEnded } from '#models/contract/auth';
import { getSessions, type SessionWire } from '#models/contract/sessions';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

const sessionList = defineList({
  key: ['sessions'],
  call: getSessions,
  input: () => ({}),
  entities: createEntities<SessionWire>({}),
  persist: false,
});

/** The user's sessions, newest first. */
export const useSessions = () => sessionList.useItems({});

/** Removes a session that the user ended. */
export const removeSession = (id: string): void => sessionList.remove(id);

registerEffects('account', [on(sessionEnded, () => sessionList.refetch())]);
