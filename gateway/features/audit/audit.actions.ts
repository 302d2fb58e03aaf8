import { stringify } from 'csv-stringify/sync';
import type { Action } from '#gateway/plugins/calls';
import { type exportAudit, type getAuditEntries, type getSocietyHistory, maxExportedEntries } from '#models/contract/audit';
import { fail } from '#models/contract/failure';
import { auditFields, auditRowOf } from '#models/db/audit-chain';
import { auditEntryToHistory, auditEntryToWire } from '#models/db/audit-entries';
import { auditNames, auditPage, historyPage, sealedEntries } from '#models/db/audit-entries.loaders';
import { societyFacts, societyLoader } from '#models/db/societies';

export const getAuditEntriesAction: Action<typeof getAuditEntries> = async ({ cursor, limit, ...filter }, ctx) => {
  ctx.require('audit.see');
  const { items, next } = await auditPage(filter, cursor, limit);
  const names = await auditNames(items);
  return { data: items.map((entry) => auditEntryToWire(entry, names)), next };
};

const columns = ['seq', 'before', 'hash', ...auditFields];

/** Exports the sealed entries as CSV; device and address come from the caller, so nothing can become a formula. */
export const exportAuditAction: Action<typeof exportAudit> = async (filter, ctx) => {
  ctx.require('audit.see');
  const entries = await sealedEntries(filter, maxExportedEntries);
  const rows = entries.map((entry) => ({ seq: entry.seq, before: entry.before, hash: entry.hash, ...auditRowOf(entry) }));
  return { data: stringify(rows, { header: true, columns, bom: true, escape_formulas: true }), filename: 'audit.csv' };
};

/** History of a society, also after it was deleted. */
export const getSocietyHistoryAction: Action<typeof getSocietyHistory> = async ({ society_id, cursor, limit }, ctx) => {
  const society = (await societyLoader.cached(society_id)) ?? fail('not_found');
  const facts = societyFacts(society);
  ctx.require('society.history', facts, ctx.can('society.see', facts) ? 'forbidden' : 'not_found');
  const { items, next } = await historyPage(society._id, cursor, limit);
  const names = await auditNames(items);
  return { data: items.map((entry) => auditEntryToHistory(entry, names)), next };
};
