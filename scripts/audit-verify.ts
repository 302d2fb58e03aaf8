import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { type AuditRow, auditFields, type ChainCheck, type ChainLink, ChainVerifier, verifyAuditChain } from '#models/db/audit-chain';
import { connect, disconnect } from '#models/db/connect';
import { storeUris } from '#models/env';

const [file = '', ...given] = process.argv.slice(2);
const heads = given.map((head): ChainLink => ({ seq: Number(head.split(':')[0]), hash: head.split(':')[1] ?? '' }));

/** Undoes the quote that an export puts before a formula. */
const withoutQuote = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '');

/** Checks an exported table. Entries may be missing in between: those that its filters left out. */
function verifyTable(table: string): ChainCheck {
  const rows = parse(table, { columns: true, bom: true }) as Record<string, string>[];
  const verifier = new ChainVerifier({ heads, hasGaps: true });
  for (const cells of rows) {
    const row = Object.fromEntries(auditFields.map((field) => [field, withoutQuote(cells[field] ?? '')])) as AuditRow;
    const link = { seq: Number(cells.seq), before: cells.before ?? '', hash: cells.hash ?? '' };
    if (!verifier.add({ row, ...link })) break;
  }
  return verifier.end();
}

async function verifyStore(): Promise<ChainCheck> {
  await connect(storeUris().mongoUri);
  try {
    return await verifyAuditChain(heads);
  } finally {
    await disconnect();
  }
}

/** Reason of a fault, for people. */
const reasons = {
  changed: 'The entry does not fit its hash.',
  missing: 'The entry is missing.',
  'cut off': 'Entries are missing at the end.',
};

const { checked, gaps, last, fault } = file === '' ? await verifyStore() : verifyTable(readFileSync(file, 'utf8'));
if (fault) {
  console.log(`The audit trail does not fit on ${fault.day || 'its first day'}, at entry ${fault.seq}. ${reasons[fault.reason]}`);
  process.exitCode = 1;
} else {
  const omitted = gaps > 0 ? `, ${gaps} gaps between them` : '';
  console.log(`${checked} entries fit${omitted}. Head: ${last.seq}:${last.hash}`);
}
