import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { Memberships } from '#models/db/memberships';
import { Societies } from '#models/db/societies';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

it('a hundred people who join a society at once all become members, and are counted', async () => {
  const people = 100;
  const society = await build.buildSociety({ privacy: { visibility: 'public', joinApproval: false } });
  const before = await Memberships.countDocuments({ society: society._id });
  const tokens = await Promise.all(Array.from({ length: people }, async () => test.tokenFor(await build.buildUser())));
  const answers = await Promise.all(tokens.map((token) => test.call(askToJoin, { society_id: String(society._id) }, token)));
  expect(new Set(answers.map(({ status, data }) => `${status} ${data?.status}`))).toEqual(new Set(['200 approved']));
  expect(await Memberships.countDocuments({ society: society._id })).toBe(before + people);
  expect(await Societies.findById(society._id).lean()).toMatchObject({ members: before + people });
});

it('an admin who approves forty requests at once gets every answer', async () => {
  const admin = await build.buildUser();
  const society = await build.buildSociety({ admin });
  const requests = await Promise.all(Array.from({ length: 40 }, () => build.buildJoinRequest({ society })));
  const token = await test.tokenFor(admin);
  const answers = await Promise.all(requests.map(({ _id }) => test.call(approveRequest, { request_id: String(_id) }, token)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await Societies.findById(society._id).lean()).toMatchObject({ members: 1 + requests.length });
});
