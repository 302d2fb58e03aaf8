import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditedCalls } from '#gateway/plugins/audited-calls';
import { setUpTestApp } from '#gateway/testing/test-app';
import { exportAudit, getAuditEntries, getSocietyHistory } from '#models/contract/audit';
import { login } from '#models/contract/auth';
import { updateMemberRole } from '#models/contract/member-list';
import { createPost, getPostsBySociety, likePost } from '#models/contract/posts';
import { decideRequests } from '#models/contract/request-desk';
import { deleteSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { auditFields, sealBatch } from '#models/db/audit-chain';
import { runAudited } from '#models/db/audit-draft';
import { AuditEntries } from '#models/db/audit-entries';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildJoinRequest, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import arabic from '#texts/ar/audit.json' with { type: 'json' };
import english from '#texts/en/audit.json' with { type: 'json' };

const test = setUpTestApp();
let staff: UserDoc;
let staffToken: string;
beforeAll(async () => {
  staff = await buildUser({ role: 'admin', name: 'Staff' });
  staffToken = await test.tokenFor(staff);
});
beforeEach(() => AuditEntries.deleteMany({}));

const entries = () => AuditEntries.find().sort({ _id: 1 }).lean();
const idOf = ({ _id }: { _id: unknown }): string => String(_id);
const device = { 'user-agent': 'Test browser 1.0' };

let clubs = 0;
/** A society with an admin and a member, and their tokens. */
async function buildClub(privacy: object = {}) {
  const [admin, name] = [await buildUser({ name: 'Hala' }), `Chess Club ${++clubs}`];
  const society = await buildSociety({ admin, name, privacy });
  const member = await buildMember(society);
  return { society, admin, member, adminToken: await test.tokenFor(admin), memberToken: await test.tokenFor(member) };
}

describe('the audit trail names', () => {
  it.each([
    ['English', english],
    ['Arabic', arabic],
  ])('every audited call and detail in %s', (_language, { calls, details }) => {
    const shown = Object.values(auditedCalls).flatMap(({ details: names = [], fields }) => (fields ? [...names, 'fields'] : names));
    expect(Object.keys(auditedCalls).filter((name) => !(name in calls))).toEqual([]);
    expect([...new Set(shown)].filter((name) => !(name in details))).toEqual([]);
  });
});

describe('the audit trail records', () => {
  it('a sign-in with address and browser, and a refused one with its reason and the account', async () => {
    const user = await buildUser({ password: 'a-long-password' });
    const credentials = { email: user.email, password: 'a-long-password' };
    expect((await test.call(login, credentials, undefined, device)).status).toBe(200);
    expect((await test.call(login, { ...credentials, password: 'wrong-password' }, undefined, device)).status).toBe(401);
    expect((await test.call(login, { ...credentials, email: 'nobody@uni.example' })).status).toBe(401);
    expect(await entries()).toMatchObject([
      { call: 'login', actor: user._id, subject: null, outcome: 'ok', address: '127.0.0.1', device: 'Test browser 1.0' },
      { call: 'login', actor: null, subjectKind: 'user', subject: idOf(user), outcome: 'wrong_credentials' },
      { call: 'login', actor: null, subject: null, outcome: 'wrong_credentials' },
    ]);
  });

  it('a new role with the society, the person and the role', async () => {
    const { society, admin, member, adminToken } = await buildClub();
    const input = { society_id: idOf(society), member: idOf(member), role: 'moderator' };
    expect((await test.call(updateMemberRole, input, adminToken)).status).toBe(200);
    expect(await entries()).toMatchObject([
      {
        call: 'updateMemberRole',
        actor: admin._id,
        society: society._id,
        subjectKind: 'user',
        subject: idOf(member),
        details: { role: 'moderator' },
      },
    ]);
  });

  it('changed settings by name and privacy by value, and no text that somebody wrote', async () => {
    const { society, adminToken } = await buildClub();
    const input = { society_id: idOf(society), description: 'For everybody who plays chess.', privacy: { visibility: 'private' } };
    expect((await test.call(updateInfo, input, adminToken)).status).toBe(204);
    const [entry] = await entries();
    expect(entry?.details).toEqual({ fields: 'description, privacy', privacy: '{"visibility":"private"}' });
  });

  it('what was created, by the activity of the call', async () => {
    const { society, memberToken } = await buildClub();
    const { data } = await test.call(createPost, { society_id: idOf(society), content: 'Hello' }, memberToken);
    expect(await entries()).toMatchObject([
      { call: 'createPost', society: society._id, subjectKind: 'post', subject: data.ID, details: {} },
    ]);
  });

  it('each decision of a batch, and none that was refused', async () => {
    const [club, other] = [await buildClub(), await buildClub()];
    const [one, two, elsewhere] = [
      await buildJoinRequest({ society: club.society }),
      await buildJoinRequest({ society: club.society }),
      await buildJoinRequest({ society: other.society }),
    ];
    const input = { request_ids: [one, elsewhere, two].map(idOf), decision: 'approve' };
    expect((await test.call(decideRequests, input, club.adminToken)).status).toBe(200);
    expect(await entries()).toMatchObject(
      [one, two].map((request) => ({
        call: 'decideRequests',
        society: club.society._id,
        subject: idOf(request),
        details: { decision: 'approve' },
      })),
    );
  });

  it('a repeated call with one key once', async () => {
    const { society, memberToken } = await buildClub();
    const input = { society_id: idOf(society), content: 'Hello' };
    for (const _again of [1, 2]) await test.call(createPost, input, memberToken, { 'idempotency-key': 'once' });
    expect(await entries()).toHaveLength(1);
  });

  it('no likes', async () => {
    const { memberToken } = await buildClub();
    expect((await test.call(likePost, { post_id: idOf(await buildPost()) }, memberToken)).status).toBe(200);
    expect(await entries()).toEqual([]);
  });

  it('a platform admin who reads inside a closed society, once an hour', async () => {
    const [closed, open] = [await buildClub({ visibility: 'private' }), await buildClub()];
    for (const { society } of [closed, closed, open])
      expect((await test.call(getPostsBySociety, { society_id: idOf(society) }, staffToken)).status).toBe(200);
    await test.call(getPostsBySociety, { society_id: idOf(closed.society) }, closed.memberToken);
    expect(await entries()).toMatchObject([
      { call: 'getPostsBySociety', actor: staff._id, staff: true, society: closed.society._id, details: { read: 'inside' } },
    ]);
  });

  it('a change and its entry both or neither', async () => {
    const user = await buildUser({ name: 'Before' });
    const facts = {
      call: 'updateProfile',
      actor: user._id,
      staff: false,
      society: null,
      subject: null,
      details: {},
      address: '',
      device: '',
    };
    let failures = 0;
    const change = (fault: unknown) =>
      runAudited(
        facts,
        () =>
          transaction(async (session) => {
            await Users.updateOne({ _id: user._id }, { $set: { name: 'After' } }, { session });
            if (!fault) return true;
            failures += 1;
            throw fault;
          }),
        () => null,
      );
    await expect(change(new Error('The process has a fault.'))).rejects.toThrow('fault');
    expect([await entries(), (await Users.findById(user._id).lean())?.name]).toEqual([[], 'Before']);
    await change(null);
    expect([(await entries()).length, (await Users.findById(user._id).lean())?.name, failures]).toEqual([1, 'After', 1]);
  });
});

describe('reading the audit trail', () => {
  it('finds entries by person, society, call, outcome and day, the newest first', async () => {
    const { society, admin, member, adminToken } = await buildClub();
    const society_id = idOf(society);
    for (const role of ['moderator', 'member']) await test.call(updateMemberRole, { society_id, member: idOf(member), role }, adminToken);
    await test.call(login, { email: member.email, password: 'wrong-password' });
    const find = async (filter: object) => {
      const { data } = await test.call(getAuditEntries, filter, staffToken);
      return data.map(({ Call, Details }) => [Call, Details.role].filter(Boolean).join(' '));
    };
    const roles = ['updateMemberRole member', 'updateMemberRole moderator'];
    const today = new Date().toISOString().slice(0, 10);
    expect(await find({})).toEqual(['login', ...roles]);
    expect(await find({ actor_id: idOf(admin) })).toEqual(roles);
    expect(await find({ society_id, from: today, to: today })).toEqual(roles);
    expect(await find({ subject_id: idOf(member), outcome: 'refused' })).toEqual(['login']);
    expect(await find({ call: 'updateMemberRole', outcome: 'ok' })).toEqual(roles);
    expect(await find({ to: '2020-01-01' })).toEqual([]);
    const first = await test.call(getAuditEntries, { limit: 2 }, staffToken);
    const second = await test.call(getAuditEntries, { limit: 2, cursor: first.next }, staffToken);
    expect([...first.data, ...second.data].map(({ ID }) => ID)).toEqual((await entries()).map(idOf).reverse());
  });

  it('shows names, and a society’s admins no addresses', async () => {
    const { society, admin, member, adminToken } = await buildClub();
    await test.call(updateMemberRole, { society_id: idOf(society), member: idOf(member), role: 'moderator' }, adminToken);
    const { data } = await test.call(getSocietyHistory, { society_id: idOf(society) }, adminToken);
    expect(data).toMatchObject([{ Actor_Name: admin.name, Subject_Name: member.name, Details: { role: 'moderator' } }]);
    expect(Object.keys(data[0] ?? {}).filter((field) => /Address|Device|Hash/.test(field))).toEqual([]);
    const all = await test.call(getAuditEntries, {}, staffToken);
    expect(all.data[0]).toMatchObject({ Society_Name: society.name, Address: '127.0.0.1', Seq: null });
  });

  it('has a society’s history after it was deleted, for platform admins', async () => {
    const { society, adminToken } = await buildClub();
    const input = { society_id: idOf(society), confirm: society.name };
    expect((await test.call(deleteSociety, input, adminToken)).status).toBe(200);
    const { data } = await test.call(getSocietyHistory, { society_id: idOf(society) }, staffToken);
    expect(data.map(({ Call }) => Call)).toEqual(['deleteSociety']);
  });

  it('exports sealed entries as a table in the order of the chain, without formulas', async () => {
    const { society, member, adminToken } = await buildClub();
    const input = { society_id: idOf(society), member: idOf(member) };
    await test.call(updateMemberRole, { ...input, role: 'moderator' }, adminToken, { 'user-agent': '=cmd()' });
    await sealBatch();
    await test.call(updateMemberRole, { ...input, role: 'member' }, adminToken);
    const { data, headers } = await test.call(exportAudit, {}, staffToken);
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    const rows = parse(data, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toMatchObject([{ call: 'updateMemberRole', details: '{"role":"moderator"}', device: "'=cmd()" }]);
    expect(Object.keys(rows[0] ?? {})).toEqual(['seq', 'before', 'hash', ...auditFields]);
  });
});
