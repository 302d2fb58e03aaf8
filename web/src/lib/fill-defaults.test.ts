import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getEventInfo } from '#models/contract/events';
import { getAllPosts, likePost, post, postCreated } from '#models/contract/posts';
import { userProfile } from '#models/contract/profiles';
import { user } from '#models/contract/users';
import { onCall } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aUser, newId } from '@/testing/fixtures';
import { api } from './api';
import { answeredData, fillDefaults } from './fill-defaults';
import { onMessage } from './live';

describe('a value without gaps', () => {
  const full = aPost({ Likes: 3 });

  it.each(Object.keys(full).filter((name) => name !== 'ID'))('has a %s, missing or null, of the kind that is declared', (name) => {
    const { [name as keyof typeof full]: good, ...without } = full;
    const missing = fillDefaults(post, without) as Record<string, unknown>;
    expect(fillDefaults(post, { ...without, [name]: null })).toEqual(missing);
    const kind = good === null ? null : typeof good;
    expect(missing[name] === null ? null : typeof missing[name]).toBe(kind === 'string' && name === 'User_Role' ? null : kind);
    expect({ ...missing, [name]: good }).toEqual(full);
  });

  it('is the same where nothing is missing, with what is not declared', () => {
    expect(fillDefaults(post, { ...full, Extra: 1 })).toEqual({ ...full, Extra: 1 });
  });

  it('takes a number for a text and a text for a number, and nothing else for either', () => {
    const schema = z.object({ text: z.string(), number: z.number() });
    expect(fillDefaults(schema, { text: 5, number: '7' })).toEqual({ text: '5', number: 7 });
    expect(fillDefaults(schema, { text: {}, number: 'many' })).toEqual({ text: '', number: 0 });
  });

  it('leaves what may be left out, and knows which flags are on by default', () => {
    expect(fillDefaults(z.object({ name: z.optional(z.string()) }), {})).toEqual({});
    expect(fillDefaults(user, { ID: 'a', Name: 'Rand', Role: 'user' })).toMatchObject({ Verified: true });
    expect(fillDefaults(userProfile, { ID: 'a' })).toMatchObject({
      privacy: { allowMessages: true, showEmail: false, profileVisibility: 'public' },
      notifications: { emailNotifications: true },
    });
  });

  it('drops what cannot be told apart from a list', () => {
    expect(fillDefaults(z.array(post), [full, null, 3, {}, { Content: 'no id' }])).toEqual([full]);
  });
});

describe('an answer', () => {
  it('without its list is an empty list', async () => {
    for (const body of [null, {}, { data: null }, { data: {} }]) {
      onCall(getAllPosts, () => ({ status: 200, body }));
      expect(await api(getAllPosts, {})).toMatchObject({ data: [], next: null });
    }
  });
  it('without the one thing that was read says that it is not there', async () => {
    for (const body of [null, {}, { data: null }, { data: [] }, { data: { Title: 'No id' } }]) {
      onCall(getEventInfo, () => ({ status: 200, body }));
      await expect(api(getEventInfo, { event_id: newId() })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    }
  });
  it('to a write that was taken stays what it is', () => {
    expect(answeredData(likePost, null)).toBeNull();
  });
});

it('a live message has no gaps either', async () => {
  await connectSocket();
  const received: unknown[] = [];
  onMessage(postCreated, (payload) => received.push(payload));
  const { Content: _gone, ...payload } = aPost({ User: aUser().ID });
  arrives(postCreated, payload as never);
  arrives(postCreated, null as never);
  expect(received).toEqual([{ ...payload, Content: '' }]);
});
