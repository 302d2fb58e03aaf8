import { X509Certificate } from 'node:crypto';
import { Certificate, ContentInfo, SignedData } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { documentWords } from '#gateway/plugins/documents/words';
import { setUpTestApp } from '#gateway/testing/test-app';
import { exportParticipation, getRecordCertificate } from '#models/contract/term-reports';
import { addDays } from '#models/db/local-time';
import { attendedInTerm } from '#models/db/participation';
import { type UserDoc, Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { identityFacts } from './participation.actions.js';

const test = setUpTestApp();
const zone = 'Asia/Amman';
const today = new Date().toISOString().slice(0, 10);
const term = { from: addDays(today, -90), to: today };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

interface SignedParts {
  content: Buffer;
  signature: Buffer;
}

/** What a signed PDF says of its signature: the bytes that it covers, and itself. */
function partsOf(pdf: Buffer): SignedParts {
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(pdf.toString('latin1'));
  const [start, length, next, rest] = (range ?? []).slice(1).map(Number) as [number, number, number, number];
  expect(next + rest).toBe(pdf.length);
  const hex = pdf.subarray(start + length + 1, next - 1).toString('latin1');
  return {
    content: Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(next, next + rest)]),
    signature: Buffer.from(hex.replace(/(00)+$/, ''), 'hex'),
  };
}

/** Whether the signature of a PDF covers it as it is, by this certificate. */
async function isSigned(pdf: Buffer, pem: string): Promise<boolean> {
  const { content, signature } = partsOf(pdf);
  const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(signature)).content });
  signed.certificates = [Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw))];
  return signed.verify({ signer: 0, data: new Uint8Array(content).buffer }).catch(() => false);
}

async function came(user: UserDoc, over: object, attendance: object = {}) {
  const event = await build.buildEvent({ startsAt: daysAgo(10), ...over });
  await build.buildAttendance({ event, user, checkedInAt: daysAgo(10), ...attendance });
  return event;
}

describe('the record of participation', () => {
  it('has a signature that checks, and that no longer checks after one byte was changed', async () => {
    const user = await build.buildUser({ name: 'Layla ليلى' });
    await came(user, {});
    const token = await test.tokenFor(user);
    const { data: pem } = await test.call(getRecordCertificate, {});
    for (const lang of ['en', 'ar'] as const) {
      const { status, data, headers } = await test.call(exportParticipation, { ...term, lang }, token);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pdf = Buffer.from(data);
      expect(pdf.toString('latin1')).toContain(`/Lang (${lang})`);
      expect(await isSigned(pdf, pem)).toBe(true);
      const changed = Buffer.from(pdf);
      changed[200] = (changed[200] ?? 0) ^ 1;
      expect(await isSigned(changed, pem)).toBe(false);
    }
  }, 60_000);

  it('is signed with one key, whoever asks first', async () => {
    const [first, second] = await Promise.all([test.call(getRecordCertificate, {}), test.call(getRecordCertificate, {})]);
    expect(first.data).toBe(second.data);
    expect(new X509Certificate(first.data).subject).toMatch(/^CN=/);
  });

  it('lists the events of the term at which the person was checked in, and no others', async () => {
    const user = await build.buildUser();
    const society = await build.buildSociety({ category: 'Technology' });
    const event = await came(user, { society });
    await came(user, { society, startsAt: daysAgo(200) });
    await came(user, { society, cancelledAt: new Date() });
    await came(user, { society }, { checkedInAt: null });
    await came(user, { society }, { state: 'none' });
    await came(await build.buildUser(), { society });
    expect(await attendedInTerm(user._id, term, zone)).toMatchObject([{ title: event.title, society: society.name }]);
  });

  it('lists no event before it is over, though the check-in was earlier', async () => {
    const user = await build.buildUser();
    const [now, later] = [new Date(), { from: term.from, to: addDays(today, 90) }];
    await came(user, { startsAt: new Date(now.getTime() - 600_000), endsAt: new Date(now.getTime() + 600_000) }, { checkedInAt: now });
    await came(user, { startsAt: daysAgo(-30) }, { checkedInAt: now });
    expect(await attendedInTerm(user._id, later, zone)).toEqual([]);
  });

  it('identifies the person by the verified address beside the name', () => {
    const me = { name: 'Layla', email: 'layla@uni.example', verified: true };
    const factsFor = (person: object) => identityFacts(documentWords('en'), { ...me, ...person });
    expect(factsFor({})).toEqual([
      ['Name', 'Layla'],
      ['Email address', 'layla@uni.example'],
    ]);
    expect(factsFor({ verified: false })).toEqual([['Name', 'Layla']]);
  });

  it('has events of a sensitive society only if the person shows it', async () => {
    const user = await build.buildUser();
    await came(user, { society: await build.buildSociety({ category: 'Religious' }) });
    expect(await attendedInTerm(user._id, term, zone)).toEqual([]);
    await Users.updateOne({ _id: user._id }, { $set: { 'privacy.showSensitive': true } });
    expect(await attendedInTerm(user._id, term, zone)).toHaveLength(1);
  });

  it('covers days in order, at most a year of them, and none that are older than what is stored', async () => {
    const token = await test.tokenFor(await build.buildUser());
    const errorOf = async (input: object) => (await test.call(exportParticipation, { ...term, ...input }, token)).error.fields;
    expect(await errorOf({ to: addDays(term.from, -1) })).toEqual({ to: 'The last day is before the first' });
    expect(await errorOf({ to: addDays(today, 400) })).toEqual({ to: 'Please choose at most 366 days' });
    expect(await errorOf({ from: '20' })).toEqual({ from: expect.any(String) });
    expect(await errorOf({ from: addDays(today, -370), to: addDays(today, -300) })).toEqual({
      from: 'Attendance is stored for a year. Please choose a later first day',
    });
  });
});
