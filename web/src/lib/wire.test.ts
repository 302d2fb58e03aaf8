import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getEventInfo } from '#models/contract/events';
import { getAllPosts, likePost, post, postCreated } from '#models/contract/posts';
import { userProfile } from '#models/contract/profiles';
import { user } from '#models/contract/users';
import { arrives, connectSocket } from '@/testing/live';
import { onCall } from '@/testing/server';
import { aPost, aUser, newId } from '@/testing/things';
import { api } from './api';
import { onMessage } from './live';
import { answeredData, complete } from './wire';

describe('a value without gaps', () => {
  const full = aPost({ Likes: 3 });

  it.each(Object.keys(full).filter((name) => name !== 'ID'))('has a %s, missing or null, of the kind that is declared', (name) => {
    const { [name as keyof typeof full]: good, ...without } = full;
    const missing = complete(post, without) as Record<string, unknown>;
    expect(complete(post, { ...without, [name]: null })).toEqual(missing);
    const kind = good === null ? null : typeof good;
    expect(missing[name] === null ? null : typeof missing[name]).toBe(kind === 'string' && name === 'User_Role' ? null : kind);
    expect({ ...missing, [name]: good }).toEqual(full);
  });

  it('is the same where nothing is missing, with what is not declared', () => {
    expect(complete(post, { ...full, Extra: 1 })).toEqual({ ...full, Extra: 1 });
  });

  it('takes a number for a text and a text for a number, and nothing else for either', () => {
    const schema = z.object({ text: z.string(), number: z.number() });
    expect(complete(schema, { text: 5, number: '7' })).toEqual({ text: '5', number: 7 });
    expect(complete(schema, { text: {}, number: 'many' })).toEqual({ text: '', number: 0 });
  });

  it('leaves what may be left out, and knows which flags are on by default', () => {
    expect(complete(z.object({ name: z.optional(z.string()) }), {})).toEqual({});
    expect(complete(user, { ID: 'a', Name: 'Rand', Role: 'user' })).toMatchObject({ Verified: true });
    expect(complete(userProfile, { ID: 'a' })).toMatchObject({
      privacy: { allowMessages: true, showEmail: false, profileVisibility: 'public' },
      notifications: { emailNotifications: true },
    });
  });

  it('drops what cannot be told apart from a list', () => {
    expect(complete(z.array(post), [full, null, 3, {}, { Content: 'no id' }])).toEqual([full]);
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
  const heard: unknown[] = [];
  onMessage(postCreated, (told) => heard.push(told));
  const { Content: _gone, ...told } = aPost({ User: aUser().ID });
  arrives(postCreated, told as never);
  arrives(postCreated, null as never);
  expect(heard).toEqual([{ ...told, Content: '' }]);
});
