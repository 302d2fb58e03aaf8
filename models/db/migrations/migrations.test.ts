import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { beforeEach, describe, expect, it } from 'vitest';
import * as build from '#models/testing/builders';
import { testStores } from '#models/testing/stores';
import { CalendarKeys } from '../calendar-keys.js';
import { connect, createIndexes, disconnect } from '../connect.js';
import { Events } from '../events.js';
import { addDays, localOf } from '../local-time.js';
import { Memberships } from '../memberships.js';
import { migrate, pendingMigrations } from '../migrate.js';
import { type Id, models } from '../model.js';
import { Notifications } from '../notifications.js';
import { Posts } from '../posts.js';
import { RolePeriods } from '../role-periods.js';
import { Users } from '../users.js';
import { calendarKeys } from './0006-calendar-keys.js';
import { migrations } from './index.js';
import type { Migration } from './migration.js';

const zone = { timeZone: 'Asia/Amman' };
const { EJSON } = mongoose.mongo.BSON;

beforeEach(async () => {
  await connect((await testStores()).mongoUri);
  return disconnect;
});

const collection = (name: string) => mongoose.connection.collection(name);

/** The indexes and some documents of a community as the release of 2026-11-21 stored them; one JSON value a line. */
async function loadFirstRelease(): Promise<void> {
  const lines = readFileSync(new URL('./fixtures/2026-11-21.ejson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const { in: name, index, document } = EJSON.parse(line);
    if (index === undefined) await collection(name).insertOne(document);
    else await collection(name).createIndexes([index]);
  }
}

/** Every document of every collection but the records of the migrations, by collection. */
async function everything(): Promise<Record<string, unknown[]>> {
  const entries = [...models.keys()].filter((name) => name !== 'meta' && name !== 'locks');
  return Object.fromEntries(
    await Promise.all(entries.map(async (name) => [name, await collection(name).find({}).sort({ _id: 1 }).toArray()])),
  );
}

/** As `everything`, with role periods by their people: a migration creates them, with new ids. */
async function everythingButNewIds(): Promise<Record<string, unknown[]>> {
  const { rolePeriods = [], ...rest } = await everything();
  const byPeople = (rolePeriods as { _id: unknown; society: Id; user: Id }[]).map(({ _id, ...period }) => period);
  return { ...rest, rolePeriods: byPeople.toSorted((a, b) => `${a.society}${a.user}`.localeCompare(`${b.society}${b.user}`)) };
}

/** Fields that a new document gets by itself and this one lacks, and fields that the schema refuses. */
async function faultsOf(name: string, document: Record<string, unknown>): Promise<string[]> {
  const model = models.get(name);
  if (model === undefined) return [`unknown collection ${name}`];
  const refused = await new model(document).validate().then(
    () => [],
    (error: Error) => [error.message],
  );
  const fresh = new model({ _id: document._id }).toObject({ minimize: false }) as Record<string, unknown>;
  const missing = Object.keys(fresh).filter((field) => fresh[field] !== undefined && !(field in document));
  return [...refused, ...missing.map((field) => `${field} is missing`)];
}

describe('a database of the first release', () => {
  it('has documents and indexes as today after the migrations', async () => {
    await loadFirstRelease();
    await createIndexes();
    expect((await migrate(zone)).map(({ id }) => id)).toEqual(migrations.map(({ id }) => id));
    const faults = new Set<string>();
    for (const [name, documents] of Object.entries(await everything())) {
      for (const document of documents) for (const fault of await faultsOf(name, document as never)) faults.add(`${name}: ${fault}`);
    }
    expect([...faults]).toEqual([]);
    const declared = [...models].flatMap(([name, { schema }]) =>
      schema.indexes().map(([key]) => `${name}.${Object.entries(key).flat().join('_')}`),
    );
    const listed = await Promise.all(
      [...models.keys()].map(async (name) => (await collection(name).indexes()).map((index) => `${name}.${index.name}`)),
    );
    expect(
      listed
        .flat()
        .filter((index) => !index.endsWith('._id_'))
        .toSorted(),
    ).toEqual(declared.toSorted());
  });

  it('gets a line in the history of roles for each admin and moderator', async () => {
    await loadFirstRelease();
    await createIndexes();
    await migrate(zone);
    const holders = await Memberships.find({ role: { $ne: 'member' } }).lean();
    expect(holders.length).toBeGreaterThan(1);
    const periods = await RolePeriods.find({}).lean();
    expect(periods.map(({ society, user, role, by, early, open }) => [`${society}/${user}`, role, by, early, open]).toSorted()).toEqual(
      holders.map(({ society, user, role }) => [`${society}/${user}`, role, null, true, true]).toSorted(),
    );
  });

  it('gets the society of every notification from its link', async () => {
    await loadFirstRelease();
    await createIndexes();
    await migrate(zone);
    const notifications = await Notifications.find({}).lean();
    expect(notifications.length).toBeGreaterThan(5);
    const ofPage: Record<string, (id: string) => Promise<Id | null | undefined> | string> = {
      societies: (id) => id,
      posts: async (id) => (await Posts.findById(id).lean())?.society ?? null,
    };
    for (const { link, society } of notifications) {
      const [, page = '', id = ''] = link.split('/');
      expect({ link, society: String(society) }).toEqual({ link, society: String(await ofPage[page]?.(id)) });
    }
    expect(notifications.filter(({ society }) => society !== null).length).toBeGreaterThan(0);
  });

  it('is unchanged by a second run and by concurrent runs of three processes', { tags: ['long'] }, async () => {
    await loadFirstRelease();
    await createIndexes();
    const applied = await Promise.all([migrate(zone), migrate(zone), migrate(zone)]);
    expect(applied.map((each) => each.length).toSorted()).toEqual([0, 0, migrations.length]);
    const after = await everything();
    expect(await migrate(zone)).toEqual([]);
    expect(await everything()).toEqual(after);
  });

  it('is the same after each migration was killed once after its work', { tags: ['long'] }, async () => {
    await loadFirstRelease();
    await createIndexes();
    const cutShort = migrations.map((each): Migration => {
      let isFirst = true;
      const up: Migration['up'] = async (context) => {
        const changed = await each.up(context);
        if (isFirst) {
          isFirst = false;
          throw new Error(`${each.id} is killed`);
        }
        return changed;
      };
      return { ...each, up };
    });
    for (const { id } of migrations) await expect(migrate(zone, cutShort)).rejects.toThrow(`${id} is killed`);
    expect((await migrate(zone, cutShort)).map(({ id }) => id)).toEqual([migrations.at(-1)?.id]);
    const repeated = await everythingButNewIds();
    await disconnect();
    await connect((await testStores()).mongoUri);
    await loadFirstRelease();
    await createIndexes();
    await migrate(zone);
    expect(repeated).toEqual(await everythingButNewIds());
  });
});

describe('migrations', () => {
  it('are numbered without gaps', () => {
    expect(migrations.map(({ id }) => Number(id.slice(0, 4)))).toEqual(migrations.map((_, n) => n + 1));
    for (const { id } of migrations) expect(id).toMatch(/^\d{4}(-[a-z]+)+$/);
  });

  it('run in a new database at its first start and change nothing there', async () => {
    await createIndexes();
    expect(await pendingMigrations()).toEqual(migrations.map(({ id }) => id));
    expect((await migrate(zone)).map(({ changed }) => changed)).toEqual(migrations.map(() => 0));
    expect(await pendingMigrations()).toEqual([]);
  });

  it('stop at one that fails, and resume with it at the next start', async () => {
    let fails = true;
    const ran: string[] = [];
    const make = (id: string, check: () => void = () => undefined): Migration => ({
      id,
      up: async () => {
        check();
        return ran.push(id);
      },
    });
    const failing = () => {
      if (fails) throw new Error('The disk is full');
    };
    const list = [make('0001-one'), make('0002-two', failing), make('0003-three')];
    await expect(migrate(zone, list)).rejects.toThrow('The disk is full');
    expect(await pendingMigrations(list)).toEqual(['0002-two', '0003-three']);
    fails = false;
    await migrate(zone, list);
    expect(ran).toEqual(['0001-one', '0002-two', '0003-three']);
  });
});

describe('the ends of events', () => {
  const minutes = (count: number): Date => new Date(Math.floor(Date.now() / 60_000 + count) * 60_000);
  const today = localOf(new Date(), zone.timeZone).date;

  it('are derived from the stored local times', async () => {
    await createIndexes();
    const society = await build.buildSociety();
    await build.buildEvent({ society, startsAt: minutes(-9000) });
    await build.buildEvent({ society, startsAt: minutes(-600), endDate: addDays(today, 5), endTime: '18:00' });
    await build.buildEvent({ society, date: today, time: '09:00', endTime: '17:30' });
    const before = await Events.find({}, { endsAt: 1, long: 1 }).sort({ _id: 1 }).lean();
    await Events.collection.updateMany({}, { $unset: { endsAt: 1, long: 1 } });
    await migrate(zone);
    expect(await Events.find({}, { endsAt: 1, long: 1 }).sort({ _id: 1 }).lean()).toEqual(before);
  });

  it('are set at the next start for events written by a process of an earlier release', async () => {
    await createIndexes();
    await migrate(zone);
    const event = await build.buildEvent({ startsAt: minutes(600) });
    await Events.collection.updateOne({ _id: event._id }, { $unset: { endsAt: 1 } });
    expect(await migrate(zone)).toEqual([]);
    expect((await Events.findById(event._id).lean())?.endsAt).toEqual(event.endsAt);
  });
});

describe('the keys of private calendar feeds', () => {
  it('become subscriptions of own events, once', async () => {
    await createIndexes();
    const user = await build.buildUser();
    await Users.collection.updateOne({ _id: user._id }, { $set: { calendarKey: 'hash of a key' } });
    await migrate(zone);
    await calendarKeys.up(zone);
    expect(await CalendarKeys.find({}).lean()).toMatchObject([{ user: user._id, kind: 'mine', hash: 'hash of a key' }]);
    expect(await Users.collection.findOne({ _id: user._id })).not.toHaveProperty('calendarKey');
  });
});
