import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { queue } from '#models/bus/jobs';
import { markDeleted } from '#models/commands/delete-account';
import { cardsRecommendations, getRecommendations, notInterested } from '#models/contract/recommendations';
import { stampTopics } from '#models/db/card-stamps';
import { type CardItem, Cards } from '#models/db/cards';
import { clearReadCache } from '#models/db/loader';
import { models, newId } from '#models/db/model';
import { exportPerson } from '#models/db/person-data.loaders';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { buildAttendance, buildBan, buildEvent, buildJoinRequest, buildMember, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp({ monitorCommands: true });
beforeEach(async () => {
  for (const name of ['cards', 'posts', 'activities', 'events', 'societies']) await models.get(name)?.deleteMany({});
});

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);

describe('recommendations', () => {
  it('are the card’s societies and events with a reason, without those that no longer apply', async () => {
    const [joined, asked, banned, hidden, good] = await Promise.all([
      buildSociety(),
      buildSociety(),
      buildSociety(),
      buildSociety({ privacy: { visibility: 'invite-only' } }),
      buildSociety({ name: 'Chess' }),
    ]);
    const me = await buildMember(joined);
    await buildJoinRequest({ society: asked, user: me });
    await buildBan({ society: banned, user: me });
    const [past, going, coming] = [
      await buildEvent({ society: good, startsAt: minutesAgo(60) }),
      await buildEvent({ society: good }),
      await buildEvent({ society: good, title: 'Open day' }),
    ];
    await buildAttendance({ event: going, user: me });
    const at = new Date();
    const societies = [joined, asked, banned, hidden, good].map(
      ({ _id }): CardItem => ({ id: _id, kind: 'society', score: 1, at, reason: 'follows_members', params: { count: '3' } }),
    );
    const events = [past, going, coming].map(({ _id }): CardItem => ({ id: _id, kind: 'event', score: 1, at, reason: 'soon' }));
    await Cards.create({ _id: `recommendations:${me._id}`, items: [...societies, ...events], computedAt: at });
    const { data } = await test.call(getRecommendations, { limit: 10 }, await test.tokenFor(me));
    expect(data).toMatchObject([
      {
        type: 'society',
        title: 'Chess',
        reason: '3 people you follow are members',
        reason_code: 'follows_members',
        params: { count: '3' },
      },
      { type: 'event', title: 'Open day', reason: 'Starting soon', members: null, date: expect.any(String) },
    ]);
  });

  it('give no reason that the viewer may not see any more', async () => {
    const me = await buildUser();
    const society = await buildSociety({ privacy: { memberListVisible: true } });
    const item: CardItem = {
      id: society._id,
      kind: 'society',
      score: 1,
      at: new Date(),
      reason: 'follows_members',
      params: { count: '3' },
    };
    await Cards.create({ _id: `recommendations:${me._id}`, items: [item], computedAt: new Date() });
    const token = await test.tokenFor(me);
    const reason = async () => (await test.call(getRecommendations, {}, token)).data[0];
    expect(await reason()).toMatchObject({ reason_code: 'follows_members', params: { count: '3' } });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.memberListVisible': false } });
    clearReadCache();
    expect(await reason()).toMatchObject({ reason_code: 'popular', params: {} });
  });

  it('are societies without the caller and the next event where there is no card, and request one', async () => {
    const me = await buildMember(await buildSociety());
    const other = await buildSociety({ members: 50 });
    await buildSociety({ privacy: { visibility: 'invite-only' }, members: 99 });
    const event = await buildEvent({ society: other });
    const { data } = await test.call(getRecommendations, { user_id: String(me._id) }, await test.tokenFor(me));
    expect(data.map((item) => item.id)).toEqual([String(other._id), String(event._id)]);
    await expect.poll(() => queue('cards').getDeduplicationJobId(`recommendations-${me._id}`)).toBeTruthy();
  });

  it('leave out a hidden item at once, publish it to the own screens, and show it again after an undo', async () => {
    const [society, other] = [await buildSociety({ members: 9 }), await buildSociety({ members: 5 })];
    const event = await buildEvent({ society });
    const me = await buildUser();
    const token = await test.tokenFor(me);
    const socket = await openSocket(test.url, { token });
    const ids = async () => (await test.call(getRecommendations, { limit: 10 }, token)).data.map(({ id }) => id);
    expect(await ids()).toEqual([String(society._id), String(other._id), String(event._id)]);
    const refused = { type: 'society', id: String(society._id) } as const;
    for (const input of [refused, refused, { type: 'event', id: String(event._id) } as const]) {
      expect((await test.call(notInterested, input, token)).data).toEqual({ not_interested: true });
      await socket.next(cardsRecommendations);
    }
    expect(await ids()).toEqual([String(other._id)]);
    expect((await Users.findById(me._id).lean())?.notInterested?.map(String)).toEqual([String(event._id), String(society._id)]);
    expect((await test.call(notInterested, { ...refused, undo: true }, token)).data).toEqual({ not_interested: false });
    expect(await ids()).toEqual([String(society._id), String(other._id)]);
    socket.close();
  });

  it('store the newest 500 hidden items, in the export too, and none of a deleted account', async () => {
    const me = await buildUser();
    const earlier = Array.from({ length: 500 }, newId);
    await Users.updateOne({ _id: me._id }, { $set: { notInterested: earlier } });
    const society = await buildSociety();
    const token = await test.tokenFor(me);
    await test.call(notInterested, { type: 'society', id: String(society._id) }, token);
    const expectedIds = [society._id, ...earlier.slice(0, 499)].map(String);
    expect((await Users.findById(me._id).lean())?.notInterested?.map(String)).toEqual(expectedIds);
    expect((await exportPerson(me._id)).users).toMatchObject([{ notInterested: expectedIds }]);
    await transaction((session) => markDeleted(session, me._id, false));
    expect((await Users.findById(me._id).lean())?.notInterested).toEqual([]);
  });

  it('of removed objects cannot be hidden, but an earlier hiding can be undone', async () => {
    const token = await test.tokenFor(await buildUser());
    const gone = { type: 'event', id: String(newId()) } as const;
    expect((await test.call(notInterested, gone, token)).status).toBe(404);
    expect((await test.call(notInterested, { ...gone, undo: true }, token)).data).toEqual({ not_interested: false });
  });

  it('are read by one look-up of the card, which is computed anew once a topic has a later stamp', async () => {
    const society = await buildSociety();
    const me = await buildMember(society);
    const token = await test.tokenFor(me);
    const computedAt = new Date();
    const item: CardItem = { id: (await buildSociety())._id, kind: 'society', score: 1, at: computedAt, reason: 'popular' };
    await Cards.create({ _id: `recommendations:${me._id}`, items: [item], computedAt });
    const found: string[] = [];
    mongoose.connection.getClient().on('commandStarted', ({ command }) => {
      if (command.find === 'cards') found.push('cards');
    });
    const job = () => queue('cards').getDeduplicationJobId(`recommendations-${me._id}`);
    const { data, counts } = await test.call(getRecommendations, {}, token);
    expect([data.length, found.length, counts.computed_at]).toEqual([1, 1, computedAt.toISOString()]);
    await sleep(300);
    expect(await job()).toBeFalsy();
    await stampTopics([{ kind: 'society', id: society._id }], new Date());
    found.length = 0;
    expect((await test.call(getRecommendations, {}, token)).data).toHaveLength(1);
    await expect.poll(job).toBeTruthy();
    expect(found.length).toBe(1);
  });

  it('of another person are refused', async () => {
    const { status } = await test.call(getRecommendations, { user_id: String(newId()) }, await test.tokenFor(await buildUser()));
    expect(status).toBe(403);
  });
});
