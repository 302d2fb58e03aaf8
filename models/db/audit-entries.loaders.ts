import type { getAuditEntries } from '#models/contract/audit';
import type { ParsedOf } from '#models/contract/define';
import { AuditEntries, type AuditEntryDoc, type AuditNames } from './audit-entries.js';
import type { SortOrder } from './cursor.js';
import { type Id, toId } from './model.js';
import { paginate } from './paginate.js';
import { societyLoader } from './societies.js';
import { personLoader } from './users.js';

const order: SortOrder = [['at', -1, 'date']];

export type AuditQuery = Omit<ParsedOf<typeof getAuditEntries>, 'limit' | 'cursor'>;

const dayMs = 86_400_000;

/** Query of a filter; days are whole days in UTC. */
function queryOf({ actor_id, society_id, subject_id, call, outcome, from, to }: AuditQuery): Record<string, unknown> {
  const at = {
    ...(from === undefined ? {} : { $gte: new Date(from) }),
    ...(to === undefined ? {} : { $lt: new Date(Date.parse(to) + dayMs) }),
  };
  return {
    ...(actor_id === undefined ? {} : { actor: toId(actor_id) }),
    ...(society_id === undefined ? {} : { society: toId(society_id) }),
    ...(subject_id === undefined ? {} : { subject: subject_id }),
    ...(call === '' ? {} : { call }),
    ...(outcome === undefined ? {} : { outcome: outcome === 'ok' ? 'ok' : { $ne: 'ok' } }),
    ...(Object.keys(at).length === 0 ? {} : { at }),
  };
}

/** One page of the entries that match, the newest first. */
export const auditPage = (filter: AuditQuery, cursor: string | undefined, limit: number) =>
  paginate<AuditEntryDoc>({ model: AuditEntries, reads: [queryOf(filter)], order, cursor, limit });

/** Calls about an admin who does not know of them, and who reads the society's history, too; and answers, whose times may tell whose they are. */
const confidentialCalls = ['askDemotion', 'answerDemotion', 'giveFeedback'];

/** One page of a society's entries, the newest first, without refused and confidential calls. */
export const historyPage = (society: Id, cursor: string | undefined, limit: number) =>
  paginate<AuditEntryDoc>({
    model: AuditEntries,
    reads: [{ society, outcome: 'ok', call: { $nin: confidentialCalls } }],
    order,
    cursor,
    limit,
  });

/** The newest sealed entries that match, at most `limit`, in the order of the chain. */
export async function sealedEntries(filter: AuditQuery, limit: number): Promise<AuditEntryDoc[]> {
  const newest = await AuditEntries.find({ ...queryOf(filter), unsealed: { $exists: false } })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean();
  return newest.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

/** Present names of the people and societies of entries. */
export async function auditNames(entries: readonly AuditEntryDoc[]): Promise<AuditNames> {
  const people = entries.flatMap(({ actor, subjectKind, subject }) => [
    ...(actor ? [actor] : []),
    ...(subjectKind === 'user' && subject ? [toId(subject)] : []),
  ]);
  const [named, societies] = await Promise.all([
    personLoader.cachedMany(people),
    societyLoader.cachedMany(entries.flatMap(({ society }) => society ?? [])),
  ]);
  return { people: named, societies: new Map([...societies].map(([id, { name }]) => [id, name])) };
}
