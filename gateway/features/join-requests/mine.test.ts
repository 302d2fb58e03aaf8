import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { getOwnRequests } from '#models/contract/join-requests';
import type { Visibility } from '#models/contract/societies';
import { Societies } from '#models/db/societies';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

const dayMs = 86_400_000;
async function asked(over: { visibility?: Visibility } & Parameters<typeof build.buildJoinRequest>[0] = {}) {
  const { visibility = 'public', ...rest } = over;
  const society = await build.buildSociety({ privacy: { visibility } });
  const user = rest.user ?? (await build.buildUser());
  const request = await build.buildJoinRequest({ ...rest, society, user });
  const token = await test.tokenFor({ _id: request.user });
  return { society, request, token, admin: await test.tokenFor({ _id: society.creator }) };
}

describe('own join requests', () => {
  it('have every field that the admins see, and their society', async () => {
    const { society, request, token, admin } = await asked({ answer: 'I like robots' });
    const [seen] = (await test.call(getJoinRequests, { society_id: String(society._id) }, admin)).data;
    const { data, next } = await test.call(getOwnRequests, {}, token);
    const Society = { ID: String(society._id), Name: society.name, Image: society.image };
    expect([data, next]).toEqual([[{ ...seen, Society_ID: Society.ID, Society }], null]);
    expect(data[0]).toMatchObject({ Request_ID: String(request._id), Status: 'pending', Answer: 'I like robots' });
  });

  it('are the open ones, newest first, in pages', async () => {
    const user = await build.buildUser();
    const token = await test.tokenFor(user);
    const wanted: string[] = [];
    for (let day = 1; day <= 3; day++) {
      const { request } = await asked({ user, createdAt: new Date(Date.now() - day * dayMs) });
      wanted.push(String(request._id));
    }
    for (const status of ['approved', 'rejected', 'withdrawn'] as const) await asked({ user, status });
    await asked();
    const first = await test.call(getOwnRequests, { limit: 2 }, token);
    const rest = await test.call(getOwnRequests, { limit: 2, cursor: first.next ?? '' }, token);
    expect([...first.data, ...rest.data].map(({ Request_ID }) => Request_ID)).toEqual(wanted);
    expect(rest.next).toBeNull();
  });

  it('show who decided, when, and why', async () => {
    const { request, token, admin } = await asked();
    await test.call(rejectRequest, { request_id: String(request._id), reason: 'We are full' }, admin);
    expect((await test.call(getOwnRequests, {}, token)).data).toEqual([]);
    const [found] = (await test.call(getOwnRequests, { status: 'rejected' }, token)).data;
    expect(found).toMatchObject({ Status: 'rejected', Reason: 'We are full', Decided_By: expect.stringMatching(/./) });
    expect(found?.History.map(({ Status, Reason }) => [Status, Reason])).toEqual([
      ['pending', ''],
      ['rejected', 'We are full'],
    ]);
  });

  it.each(['pending', 'rejected'] as const)('of a society that is hidden since: %s', async (status) => {
    const { society, token } = await asked({ status, visibility: 'private' });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'invite-only' } });
    const { data } = await test.call(getOwnRequests, { status }, token);
    expect(data.map(({ Society }) => Society)).toEqual(status === 'pending' ? [null] : []);
    expect(JSON.stringify(data)).not.toContain(society.name);
  });

  it('of a society that was removed are gone', async () => {
    const { society, token } = await asked();
    await Societies.updateOne({ _id: society._id }, { $set: { removedAt: new Date() }, $unset: { active: 1 } });
    expect((await test.call(getOwnRequests, {}, token)).data).toEqual([]);
  });

  it.each([{ status: 'withdrawn' }, { status: 'nonsense' }, { cursor: 'nonsense' }])('refuse %o', async (input) => {
    const { token } = await asked();
    expect((await test.call(getOwnRequests, input, token)).status).toBe(400);
  });
});
