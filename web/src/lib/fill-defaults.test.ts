import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getBlocked } from '#models/contract/blocks';
import { getEventInfo } from '#models/contract/events';
import { getAllMembers } from '#models/contract/member-list';
import { personCard } from '#models/contract/people';
import { getAllPosts, likePost, post, postCreated } from '#models/contract/posts';
import { publicProfile, userProfile } from '#models/contract/profiles';
import { society } from '#models/contract/societies';
import { user } from '#models/contract/users';
import { onCall } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aUser, newId } from '@/testing/fixtures';
import { api } from './api';
import { answeredData, fillDefaults } from './fill-defaults';
import { onMessage } from './live';

describe('fillDefaults', () => {
  const full = aPost({ Likes: 3 });

  it.each(Object.keys(full).filter((name) => name !== 'ID'))(
    'gives a missing or null %s the declared type',
    { tags: ['generated'] },
    (name) => {
      const { [name as keyof typeof full]: good, ...without } = full;
      const missing = fillDefaults(post, without) as Record<string, unknown>;
      expect(fillDefaults(post, { ...without, [name]: null })).toEqual(missing);
      const kind = good === null ? null : typeof good;
      expect(missing[name] === null ? null : typeof missing[name]).toBe(kind === 'string' && name === 'User_Role' ? null : kind);
      expect({ ...missing, [name]: good }).toEqual(full);
    },
  );

  it('leaves a complete value unchanged, with undeclared fields', () => {
    expect(fillDefaults(post, { ...full, Extra: 1 })).toEqual({ ...full, Extra: 1 });
  });

  it('converts between numbers and strings, and nothing else', () => {
    const schema = z.object({ text: z.string(), number: z.number() });
    expect(fillDefaults(schema, { text: 5, number: '7' })).toEqual({ text: '5', number: 7 });
    expect(fillDefaults(schema, { text: {}, number: 'many' })).toEqual({ text: '', number: 0 });
  });

  it('leaves optional fields out, and applies default flags', () => {
    expect(fillDefaults(z.object({ name: z.optional(z.string()) }), {})).toEqual({});
    expect(fillDefaults(user, { ID: 'a', Name: 'Rand', Role: 'user' })).toMatchObject({ Verified: true });
    expect(fillDefaults(userProfile, { ID: 'a' })).toMatchObject({
      privacy: { allowMessages: true, showEmail: false, profileVisibility: 'public' },
      notifications: { emailNotifications: true },
    });
  });

  it('gives missing versions of own state 0, and a missing request null', () => {
    const missing = { ID: 'a' };
    expect(fillDefaults(post, missing)).toMatchObject({ Is_Liked: false, Like_Version: 0 });
    expect(fillDefaults(publicProfile, missing)).toMatchObject({ Is_Following: false, Follow_Version: 0 });
    expect(fillDefaults(personCard, missing)).toMatchObject({ Is_Following: false, Follow_Version: 0 });
    expect(fillDefaults(society, missing)).toMatchObject({ Request_Status: null, Request_ID: null, Request_Version: 0 });
    expect(fillDefaults(getAllMembers.data, [missing])).toMatchObject([{ rev: 0 }]);
    expect(fillDefaults(getBlocked.data, [missing])).toMatchObject([{ Block_Version: 0 }]);
  });

  it('drops list items without an id', () => {
    expect(fillDefaults(z.array(post), [full, null, 3, {}, { Content: 'no id' }])).toEqual([full]);
  });
});

describe('an answer', () => {
  it('without its list becomes an empty list', async () => {
    for (const body of [null, {}, { data: null }, { data: {} }]) {
      onCall(getAllPosts, () => ({ status: 200, body }));
      expect(await api(getAllPosts, {})).toMatchObject({ data: [], next: null });
    }
  });
  it('without the thing that was read becomes a 404', async () => {
    for (const body of [null, {}, { data: null }, { data: [] }, { data: { Title: 'No id' } }]) {
      onCall(getEventInfo, () => ({ status: 200, body }));
      await expect(api(getEventInfo, { event_id: newId() })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    }
  });
  it('to a successful write is returned unchanged', () => {
    expect(answeredData(likePost, null)).toBeNull();
  });
});

it('a live message gets the defaults too', async () => {
  await connectSocket();
  const received: unknown[] = [];
  onMessage(postCreated, (payload) => received.push(payload));
  const { Content: _gone, ...payload } = aPost({ User: aUser().ID });
  arrives(postCreated, payload as never);
  arrives(postCreated, null as never);
  expect(received).toEqual([{ ...payload, Content: '' }]);
});
