import { type AuditEntry, getAuditEntries, getSocietyHistory, type SocietyHistoryEntry } from '#models/contract/audit';
import type { InputOf } from '#models/contract/define';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

/** Filters of the audit trail, as in the address of its page. */
export type AuditFilter = Pick<InputOf<typeof getAuditEntries>, 'actor_id' | 'society_id' | 'call' | 'outcome' | 'from' | 'to'>;

/** The audit trail, newest first. */
export const auditList = defineList({
  key: ['audit'],
  call: getAuditEntries,
  input: (filter: AuditFilter) => filter,
  entities: createEntities<AuditEntry>({}),
  persist: false,
});

/** History of a society, newest first. */
export const historyList = defineList({
  key: ['society-history'],
  call: getSocietyHistory,
  input: ({ society_id }: { society_id: string }) => ({ society_id }),
  entities: createEntities<SocietyHistoryEntry>({}),
  persist: false,
});
