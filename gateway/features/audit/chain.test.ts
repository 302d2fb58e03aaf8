import { beforeEach, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { auditHead, auditRowOf, ChainVerifier, deleteAuditBefore, sealBatch, verifyAuditChain } from '#models/db/audit-chain';
import { recordAuditEntry } from '#models/db/audit-draft';
import { AuditEntries } from '#models/db/audit-entries';
import { Meta } from '#models/db/meta';
import { newId } from '#models/db/model';

setUpTestApp();
beforeEach(() => Promise.all([AuditEntries.deleteMany({}), Meta.deleteMany({})]));

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** One entry on each of the last days, sealed; the oldest first. */
async function buildChain(days = 5) {
  for (let ago = days - 1; ago >= 0; ago--) {
    const facts = {
      call: 'updateMemberRole',
      actor: newId(),
      staff: false,
      society: null,
      subject: null,
      address: '10.0.0.1',
      device: 'Test',
    };
    await recordAuditEntry({ ...facts, details: { role: 'admin', before: 'member' } });
    const last = await AuditEntries.findOne().sort({ _id: -1 }).lean().orFail();
    await AuditEntries.updateOne({ _id: last._id }, { $set: { at: daysAgo(ago) } });
  }
  await sealBatch();
  return AuditEntries.find().sort({ seq: 1 }).lean();
}

it('a chain of entries fits, from the first to its head', async () => {
  const built = await buildChain();
  expect(built.map(({ seq, unsealed }) => [seq, unsealed])).toEqual([1, 2, 3, 4, 5].map((seq) => [seq, undefined]));
  const { checked, last, fault } = await verifyAuditChain();
  expect([checked, last, fault]).toEqual([5, await auditHead(), null]);
});

it.each([
  ['a changed address', { $set: { address: '10.0.0.2' } }],
  ['another outcome', { $set: { outcome: 'forbidden' } }],
  ['a changed detail', { $set: { 'details.role': 'Admin' } }],
  ['a later time', { $set: { at: new Date() } }],
  ['a new hash', { $set: { hash: 'f'.repeat(64) } }],
])('%s is found, with the day of the entry', async (_name, change) => {
  const built = await buildChain();
  await AuditEntries.updateOne({ seq: 3 }, change);
  const { fault } = await verifyAuditChain();
  const changed = await AuditEntries.findOne({ seq: 3 }).lean();
  expect(fault).toEqual({ day: dayOf(changed!.at), seq: 3, reason: 'changed' });
  expect(built).toHaveLength(5);
});

it('a deleted entry, and deleted last entries, are found', async () => {
  const built = await buildChain();
  await AuditEntries.deleteOne({ seq: 5 });
  expect((await verifyAuditChain()).fault).toEqual({ day: dayOf(built[3]!.at), seq: 5, reason: 'cut off' });
  await AuditEntries.deleteOne({ seq: 2 });
  expect((await verifyAuditChain()).fault).toMatchObject({ seq: 2, reason: 'missing' });
});

it('a chain that was made anew from a changed entry on is found by a head from the log', async () => {
  await buildChain();
  const logged = await auditHead();
  await AuditEntries.updateOne({ seq: 3 }, { $set: { 'details.role': 'moderator' } });
  await AuditEntries.updateMany({}, { $unset: { seq: 1, before: 1, hash: 1 }, $set: { unsealed: true } });
  await Meta.deleteMany({});
  await sealBatch();
  expect((await verifyAuditChain()).fault).toBeNull();
  expect((await verifyAuditChain([logged])).fault).toMatchObject({ seq: 5, reason: 'changed' });
});

it('concurrent workers seal each entry once', async () => {
  await buildChain(1);
  for (let i = 0; i < 20; i++) await buildUnsealed();
  const sealed = await Promise.all([1, 2, 3].map(() => sealBatch()));
  expect(sealed.reduce((sum, each) => sum + each.sealed, 0)).toBe(20);
  expect(await verifyAuditChain()).toMatchObject({ checked: 21, fault: null });
});

async function buildUnsealed(): Promise<void> {
  await recordAuditEntry({
    call: 'login',
    actor: newId(),
    staff: false,
    society: null,
    subject: null,
    details: {},
    address: '',
    device: '',
  });
}

it('retention deletes old entries, and the rest still fits', async () => {
  await buildChain();
  expect(await deleteAuditBefore(daysAgo(2.5))).toBe(2);
  expect(await verifyAuditChain()).toMatchObject({ checked: 3, fault: null });
  expect(await deleteAuditBefore(daysAgo(2.5))).toBe(0);
  await AuditEntries.deleteOne({ seq: 3 });
  expect((await verifyAuditChain()).fault).toMatchObject({ seq: 3, reason: 'missing' });
});

it('an exported part with gaps fits by itself, and a changed row is found', async () => {
  const built = await buildChain();
  const rows = built
    .filter(({ seq }) => seq !== 3)
    .map((entry) => ({ row: auditRowOf(entry), seq: entry.seq ?? 0, before: entry.before ?? '', hash: entry.hash ?? '' }));
  const whole = new ChainVerifier({ hasGaps: true });
  for (const each of rows) whole.add(each);
  expect(whole.end()).toMatchObject({ checked: 4, gaps: 1, fault: null });
  const changed = new ChainVerifier({ hasGaps: true });
  for (const each of rows) changed.add({ ...each, row: { ...each.row, ...(each.seq === 4 ? { address: '10.9.9.9' } : {}) } });
  expect(changed.end().fault).toMatchObject({ seq: 4, reason: 'changed' });
});
