import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { event, getCalendar } from '#models/contract/events';
import { post } from '#models/contract/posts';
import { markShared, sharedFieldsOf } from '#models/contract/shared-fields';
import { society as societySchema } from '#models/contract/societies';
import { trendingPost } from '#models/contract/trending';
import { loadTrending } from '#models/db/cards.loaders';
import type { EventDoc } from '#models/db/events';
import { eventsForViewer } from '#models/db/events.loaders';
import { newPoll } from '#models/db/polls';
import type { PostDoc } from '#models/db/posts';
import { postsForViewer } from '#models/db/posts.loaders';
import type { SocietyDoc } from '#models/db/societies';
import { societiesForViewer } from '#models/db/societies.loaders';
import { loadViewer } from '#models/db/viewer';
import { type Asker, askerFor } from '#models/policies/index';
import { buildAttendance, buildEvent, buildLike, buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { testStores } from '#models/testing/stores';
import { encoderOf } from './answer-encoder.js';

let society: SocietyDoc;
let posts: PostDoc[];
let events: EventDoc[];
let [admin, member]: Asker[] = [];

async function memberWith(role: 'admin' | 'member'): Promise<Asker> {
  const user = await buildMember(society, role);
  await buildLike({ user, post: posts[0] });
  await buildAttendance({ user, event: events[0] });
  return askerFor(await loadViewer(user._id));
}

beforeAll(async () => {
  await mongoose.connect((await testStores()).mongoUri);
  society = await buildSociety({ name: 'نادي "القراءة"' });
  const poll = newPoll({
    options: ['Tea', 'Coffee'],
    multiple: false,
    secret: false,
    changeable: true,
    ends_at: '2027-01-01T10:00:00.000Z',
  });
  posts = [await buildPost({ society, content: 'A "quoted" line\nand \u2028 another' }), await buildPost({ society, poll })];
  events = [await buildEvent({ society, onlineLink: 'https://meet.uni.example/a' }), await buildEvent({ society, seats: 3 })];
  [admin, member] = [await memberWith('admin'), await memberWith('member')];
});
afterAll(() => mongoose.disconnect());

const whole = (schema: z.ZodMiniType, value: unknown): string => JSON.stringify(z.parse(schema, value));

/** The same fields and values, in any order and none of them twice. */
function expectSame(encoded: string | undefined, expected: string): void {
  expect(JSON.parse(`${encoded}`)).toEqual(JSON.parse(expected));
  expect(encoded).toHaveLength(expected.length);
}

describe('a list of items with shared fields', () => {
  it.each([
    ['posts', post, (asker: Asker) => postsForViewer(asker, posts)],
    ['events', event, (asker: Asker) => eventsForViewer(asker, events)],
    ['trending posts', trendingPost, (asker: Asker) => loadTrending(asker, 3, 7)],
    ['societies', societySchema, (asker: Asker) => societiesForViewer(asker, [society])],
  ] as const)('of %s is encoded for each viewer as it would be whole', async (_name, item, load) => {
    const schema = z.object({ data: z.array(item), next: z.nullable(z.string()) });
    const encode = encoderOf(schema);
    const encoded = [];
    for (const asker of [admin, member, askerFor(null), admin] as Asker[]) {
      const answer = { data: await load(asker), next: null };
      expect(answer.data.length).toBeGreaterThan(0);
      expect(answer.data.every(sharedFieldsOf)).toBe(true);
      encoded.push(encode(answer));
      expectSame(encoded.at(-1), whole(schema, answer));
    }
    expect(new Set(encoded).size).toBe(3);
  });

  it('inside another list is encoded as it would be whole', async () => {
    const data = [{ date: '2026-11-30', count: 2, events: await eventsForViewer(member as Asker, events), going: true }];
    const schema = z.object({ data: getCalendar.data });
    expect(encoderOf(schema)({ data })).toBe(whole(schema, { data }));
  });
});

describe('an item with shared fields', () => {
  it('that was copied and changed is encoded with the change', async () => {
    const [found] = await eventsForViewer(member as Asker, events);
    const encode = encoderOf(event);
    encode(found);
    expect(JSON.parse(`${encode({ ...found, Title: 'Moved indoors' })}`).Title).toBe('Moved indoors');
  });

  it('is stripped of fields that its schema does not have, shared ones too', async () => {
    const [found] = await eventsForViewer(member as Asker, events);
    const secret = { ...found, stewards: ['hidden'], Can: { ...found?.Can, hidden: true } };
    expect(encoderOf(event)(markShared(secret, { ...secret }))).toBe(whole(event, found));
  });

  it.each([{ Title: 1 }, { Faces: null }])('is refused with the field %j', async (wrong) => {
    const [found] = await eventsForViewer(member as Asker, events);
    const item = { ...found, ...wrong };
    expect(() => encoderOf(z.object({ data: z.array(event) }))({ data: [markShared(item, { ...item })] })).toThrow();
  });
});

test.each([{ data: null }, { data: {} }, null, {}])('the answer %j without its list is refused', (answer) => {
  expect(() => encoderOf(z.object({ data: z.array(event) }))(answer)).toThrow();
});
