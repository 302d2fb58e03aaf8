import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import type { LiveMessage } from '#models/bus/live-stream';
import { specOf } from '#models/bus/verbs/index';
import { memberJoinedVerb } from '#models/bus/verbs/members';
import { messages } from '#models/contract/index';
import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { getAllSocieties, getSocietyInfo } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import { type Id, toId } from '#models/db/model';
import * as build from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(async () => {
  log.close();
});

/** Messages published since the last call, by name; each is checked against its contract. */
async function publishedByName(): Promise<Map<string, LiveMessage>> {
  const found = await log.published();
  for (const { message, payload } of found)
    expect(messages.find(({ name }) => name === message)?.payload.safeParse(payload).success).toBe(true);
  return new Map(found.map((each) => [each.message, each]));
}

/** A society whose admin is connected, and an outsider. */
async function scene(joinApproval = true) {
  const society = await build.buildSociety({ privacy: { joinApproval } });
  const user = await build.buildUser();
  const [admin, own] = [await test.tokenFor({ _id: society.creator }), await test.tokenFor(user)];
  const id = String(society._id);
  const rooms = [`society:${id}:admins`, `user:${user._id}`];
  const requests = async () => (await test.call(getJoinRequests, { society_id: id }, admin)).data;
  await publishedByName();
  return { society, id, user, admin, own, rooms, requests };
}

describe('live messages about join requests', () => {
  it('a new request is what a refetch gives', async () => {
    const { id, own, rooms, requests } = await scene();
    await test.call(askToJoin, { society_id: id, answer: 'Please' }, own);
    const found = await publishedByName();
    const [request] = await requests();
    expect(found.get('join-request:created')).toEqual({ rooms, message: 'join-request:created', payload: { society_id: id, request } });
  });

  it('a decision is what a refetch gives, and the new member too', async () => {
    const { id, user, admin, own, rooms, requests } = await scene();
    const asked = await test.call(askToJoin, { society_id: id }, own);
    await publishedByName();
    await test.call(approveRequest, { request_id: asked.data.Request_ID ?? '' }, admin);
    const found = await publishedByName();
    const [request] = await requests();
    const { Request_ID, Status, Reason, Decided_By, Decided_At, version } = request!;
    expect(found.get('join-request:decided')).toEqual({
      rooms,
      message: 'join-request:decided',
      payload: { society_id: id, request_id: Request_ID, Status, Reason, Decided_By, Decided_At, version },
    });
    const info = (await test.call(getSocietyInfo, { society_id: id }, own)).data;
    const counts = { society_id: id, Member_Count: info.Member_Count, Event_Count: 0, Post_Count: 0, rev: info.rev };
    expect(found.get('membership:changed')).toMatchObject({
      rooms: [`user:${user._id}`, `society:${id}`],
      payload: { ...counts, user_id: String(user._id), Role: info.Role, member: { ID: String(user._id), Name: user.name, Role: 'member' } },
    });
    expect(JSON.stringify(found.get('membership:changed'))).not.toContain(user.email);
    expect(found.get('society:counts')).toMatchObject({ rooms: [`society:${id}:public`, 'societies'], payload: counts });
  });

  it('a rejection and a withdrawal reach both sides', async () => {
    const { id, admin, own, rooms } = await scene();
    const asked = await test.call(askToJoin, { society_id: id }, own);
    await publishedByName();
    await test.call(rejectRequest, { request_id: asked.data.Request_ID ?? '', reason: 'Full' }, admin);
    expect((await publishedByName()).get('join-request:decided')).toMatchObject({
      rooms,
      payload: { Status: 'rejected', Reason: 'Full', version: 2 },
    });
    await test.call(askToJoin, { society_id: id }, own);
    await publishedByName();
    const { data } = await test.call(withdrawRequest, { society_id: id }, own);
    expect((await publishedByName()).get('join-request:withdrawn')).toMatchObject({
      rooms,
      payload: { society_id: id, request_id: data.Request_ID, version: 2 },
    });
  });

  it('joining at once publishes a member and no request', async () => {
    const { id, own } = await scene(false);
    await test.call(askToJoin, { society_id: id }, own);
    expect([...(await publishedByName()).keys()].sort()).toEqual(['membership:changed', 'society:counts']);
    await test.call(askToJoin, { society_id: id }, own);
    expect(await publishedByName()).toEqual(new Map());
  });

  it.each([
    ['public', true],
    ['private', true],
    ['invite-only', false],
  ] as const)('a new %s society is announced in the lists: %s', async (visibility, isListed) => {
    const user = await build.buildUser();
    const token = await test.tokenFor(user);
    const input = { name: `Live ${user._id}`, description: 'A society that is announced.', category: 'Social' as const, visibility };
    const { data: id } = await test.call(createSociety, input, token);
    const found = await publishedByName();
    expect(found.get('membership:changed')).toMatchObject({ rooms: [`user:${user._id}`, `society:${id}`], payload: { Role: 'admin' } });
    expect(found.has('society:created')).toBe(isListed);
    if (!isListed) return;
    const [listed] = (await test.call(getAllSocieties, { q: String(user._id) })).data;
    expect(listed).toMatchObject(found.get('society:created')?.payload as object);
  });
});

describe('notifications about join requests', () => {
  const recorded = async (object: Id | string, verb: Verb) => {
    const doc = (await Activities.findOne({ object: toId(String(object)), verb }).lean<ActivityDoc>())!;
    return specOf({ kind: 'activity', doc });
  };
  const audienceOf = async (audience: () => AsyncIterable<Id[]>) => {
    const found: string[] = [];
    for await (const batch of audience()) found.push(...batch.map(String));
    return found;
  };

  it('go to admins about a request and a new member, and to the requester about the decision', async () => {
    const { society, id, user, admin, own } = await scene();
    const second = await build.buildMember(society, 'admin');
    const { data } = await test.call(askToJoin, { society_id: id }, own);
    const [asked] = await (await recorded(data.Request_ID!, 'request.created')).notifications();
    expect(asked).toMatchObject({ type: 'join_requested', why: 'admin', link: `/societies/${id}/join-requests` });
    expect(new Set(await audienceOf(asked!.audience))).toEqual(new Set([String(society.creator), String(second._id)]));
    await test.call(approveRequest, { request_id: data.Request_ID! }, admin);
    const [decided] = await (await recorded(data.Request_ID!, 'request.decided')).notifications();
    expect(decided).toMatchObject({ type: 'request_approved', params: { society: society.name, reason: '' }, society: null });
    expect(await audienceOf(decided!.audience)).toEqual([String(user._id)]);
    const [joined] = await (await recorded(user._id, 'member.joined')).notifications();
    expect(joined).toMatchObject({ type: 'member_joined', why: 'admin' });
    expect(await audienceOf(joined!.audience)).toEqual([String(second._id)]);
  });

  it('go to no admin where the society turned them off', async () => {
    const society = await build.buildSociety({ notifications: { newMemberNotifications: false } });
    const user = await build.buildUser();
    const { data } = await test.call(askToJoin, { society_id: String(society._id) }, await test.tokenFor(user));
    expect(await (await recorded(data.Request_ID!, 'request.created')).notifications()).toEqual([]);
    await test.call(approveRequest, { request_id: data.Request_ID! }, await test.tokenFor({ _id: society.creator }));
    expect(await (await recorded(user._id, 'member.joined')).notifications()).toEqual([]);
    expect(memberJoinedVerb.isInFeed).not.toBe(true);
  });
});
