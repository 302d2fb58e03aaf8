import { beforeEach, describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { Verb } from '#models/db/activities';
import { CardStamps } from '#models/db/card-stamps';
import { type Id, newId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import {
  buildAttendance,
  buildBlock,
  buildBookmark,
  buildEvent,
  buildFollow,
  buildLike,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { markCardsStale } from './stale-cards.js';

setUpTestBus();
beforeEach(() => CardStamps.deleteMany({}) as never);

const stamps = async () => (await CardStamps.find().lean()).map(({ _id }) => _id).toSorted();
const idOf = ({ _id }: { _id: Id }) => String(_id);

/** Marks what the record of an activity changes. */
async function mark(verb: Verb, fields: { object: Id; society: Id; actor?: Id; params?: Record<string, string> }): Promise<void> {
  const record = await transaction((session) => recordActivity(session, { actor: newId(), open: true, ...fields, verb }));
  await markCardsStale(record);
}

describe('stale recommendations', () => {
  it.each(['event.created', 'event.updated', 'event.cancelled', 'event.removed'] as const)(
    'of a society’s members are one stamp and no job after %s, however many they are',
    async (verb) => {
      const society = await buildSociety();
      await Societies.updateOne({ _id: society._id }, { $set: { members: 10_000 } });
      const before = await queue('cards').getJobCountByTypes('wait', 'delayed', 'active', 'prioritized');
      await mark(verb, { object: (await buildEvent({ society }))._id, society: society._id });
      expect(await stamps()).toEqual([`society:${society._id}`]);
      expect(await queue('cards').getJobCountByTypes('wait', 'delayed', 'active', 'prioritized')).toBe(before);
    },
  );

  it('of the society’s members follow the last seat and the first free one, but no other', async () => {
    const society = await buildSociety();
    /** `seatsBefore` of five are free before a person goes or leaves. */
    const seatsStamp = async (state: 'going' | 'none', seatsBefore: number) => {
      await CardStamps.deleteMany({});
      const event = await buildEvent({ society, seats: 5, seatsLeft: seatsBefore });
      const attendance = await buildAttendance({ event, state });
      await mark('attendance.changed', { object: attendance._id, society: society._id, actor: attendance.user });
      const own = [`going:${attendance.user}`, `own:${attendance.user}`];
      const found = await stamps();
      expect(found).toEqual(expect.arrayContaining(own));
      return found.includes(`society:${society._id}`);
    };
    expect(await seatsStamp('going', 1)).toBe(true);
    expect(await seatsStamp('going', 3)).toBe(false);
    expect(await seatsStamp('none', 1)).toBe(true);
    expect(await seatsStamp('none', 3)).toBe(false);
  });

  it('follow one’s own attendance, like, bookmark, follow and block, and the attendance of followed people', async () => {
    const user = await buildUser();
    const own = `own:${idOf(user)}`;
    const [going, like, bookmark] = [await buildAttendance({ user }), await buildLike({ user }), await buildBookmark({ user })];
    const [follow, block] = [await buildFollow({ from: user }), await buildBlock({ from: user })];
    const expected = [
      ['attendance', going, [`going:${idOf(user)}`, own]],
      ['like', like, [own]],
      ['bookmark', bookmark, [own]],
      ['follow', follow, [own]],
      ['block', block, [own, `own:${block.to}`].toSorted()],
    ] as const;
    for (const [kind, doc, topics] of expected) {
      await CardStamps.deleteMany({});
      await markCardsStale({ kind, doc } as RecordDoc);
      expect(await stamps(), kind).toEqual(topics);
    }
  });
});
