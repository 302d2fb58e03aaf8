import { sessionEnded } from '#models/contract/auth';
import { getSessions, type SessionWire } from '#models/contract/sessions';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

/** The user's sessions, newest first. */
export const sessionList = defineList({
  key: ['sessions'],
  call: getSessions,
  input: () => ({}),
  entities: createEntities<SessionWire>({}),
  persist: false,
});

registerEffects('account', [on(sessionEnded, () => sessionList.refetch())]);
