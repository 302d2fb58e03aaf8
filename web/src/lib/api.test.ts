import { describe, expect, it } from 'vitest';
import { login } from '#models/contract/auth';
import { rejectRequest } from '#models/contract/join-requests';
import { getAllPosts, likePost } from '#models/contract/posts';
import { getUserInfo } from '#models/contract/users';
import { no, onCall, requests, yes } from '@/testing/server';
import { aUser, newId } from '@/testing/things';
import { ApiError, api } from './api';
import { keepToken, readToken } from './token';

describe('a call', () => {
  it('sends the token as a header, and never in the address', async () => {
    keepToken('secret', false);
    onCall(getUserInfo, () => yes(getUserInfo, aUser()));
    await api(getUserInfo, {});
    expect(requests[0]).toMatchObject({ authorization: 'Bearer secret' });
    expect(requests[0]?.query.toString()).toBe('');
  });
  it('puts what a GET asks into the address, without what is not given', async () => {
    onCall(getAllPosts, () => yes(getAllPosts, [], { next: 'more' }));
    const { data, next } = await api(getAllPosts, { limit: 5, cursor: undefined });
    expect(requests[0]?.query.toString()).toBe('limit=5');
    expect({ data, next }).toEqual({ data: [], next: 'more' });
  });
  it('puts what a POST says into the body', async () => {
    const id = newId();
    onCall(likePost, () => yes(likePost, { Likes: 1, CommentsCount: 0, Is_Liked: true, rev: 2, version: 1 }));
    await api(likePost, { post_id: id });
    expect(requests[0]?.body).toEqual({ post_id: id });
  });
  it('takes an answer without a body', async () => {
    onCall(rejectRequest, () => ({ status: 204, body: null }));
    expect((await api(rejectRequest, { request_id: newId() })).data).toBeNull();
  });
  it('sends no token where none is looked at', async () => {
    keepToken('secret', false);
    onCall(login, () => yes(login, 'new'));
    await api(login, { email: 'a@b.c', password: 'x' });
    expect(requests[0]?.authorization).toBeNull();
  });
});

describe('a call that fails', () => {
  it('says status, code, message and fields', async () => {
    onCall(likePost, () => no(400, 'validation_failed', 'Some fields need another look.', { post_id: 'This id is not valid' }));
    const error = await api(likePost, { post_id: 'x' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Some fields need another look.',
      fields: { post_id: 'This id is not valid' },
    });
  });
  it('is offline where no answer comes', async () => {
    onCall(likePost, () => 'offline');
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 0, code: 'offline' });
  });
  it('is unexpected where the status is another than declared', async () => {
    onCall(likePost, () => ({ status: 202, body: { data: {} } }));
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 202, code: 'unexpected' });
  });
});

describe('a token that died', () => {
  it('is forgotten, and a call that visitors may make is made again as a visitor', async () => {
    keepToken('dead', true);
    onCall(getAllPosts, ({ authorization }) => (authorization ? no(401, 'unauthorized', 'Please log in.') : yes(getAllPosts, [])));
    expect((await api(getAllPosts, {})).data).toEqual([]);
    expect(readToken()).toBeNull();
    expect(requests).toHaveLength(2);
  });
  it('is forgotten, and a call that needs one fails', async () => {
    keepToken('dead', false);
    onCall(likePost, () => no(401, 'unauthorized', 'Please log in.'));
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBeNull();
    expect(requests).toHaveLength(1);
  });
});
