import { describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '#models/contract/account';
import { login } from '#models/contract/auth';
import { getCalendarFile } from '#models/contract/calendar-feeds';
import { rejectRequest } from '#models/contract/join-requests';
import { getAllPosts, likePost } from '#models/contract/posts';
import { uploadImage } from '#models/contract/uploads';
import { getUserInfo } from '#models/contract/users';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser, newId } from '@/testing/fixtures';
import { ApiError, api } from './api';
import { readToken, saveToken } from './token';

describe('a call', () => {
  it('sends the token as a header, and never in the address', async () => {
    saveToken('secret', false);
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
  it('puts what a DELETE says into the body where the call wants it there', async () => {
    onCall(deleteAccount, () => yes(deleteAccount, {}));
    await api(deleteAccount, { password: 'secret', keep_posts: true });
    expect(requests[0]?.query.toString()).toBe('');
    expect(requests[0]?.body).toEqual({ password: 'secret', keep_posts: true });
  });
  it('sends a file as a form, whose boundary the browser names', async () => {
    const image = new File(['x'], 'a.png', { type: 'image/png' });
    onCall(uploadImage, () => yes(uploadImage, { ID: newId(), Image: '/uploads/1', Width: 1, Height: 1 }));
    const asked = vi.spyOn(globalThis, 'fetch');
    await api(uploadImage, { image });
    expect(requests[0]?.body.image).toBeInstanceOf(Blob);
    expect(new Headers(asked.mock.calls[0]?.[1]?.headers).has('content-type')).toBe(false);
  });
  it('answers the text of what is no JSON', async () => {
    onCall(getCalendarFile, () => yes(getCalendarFile, 'BEGIN:VCALENDAR'));
    expect((await api(getCalendarFile, {})).data).toBe('BEGIN:VCALENDAR');
  });
  it('fails with the words of the server where what is no JSON is refused', async () => {
    onCall(getCalendarFile, () => no(404, 'not_found', 'Not found.'));
    await expect(api(getCalendarFile, {})).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'Not found.' });
  });
  it('waits as long as it is told to', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: RequestInit) => new Promise((_yes, stop) => signal?.addEventListener('abort', () => stop(signal.reason))),
    );
    await expect(api(likePost, { post_id: newId() }, { timeout: 1 })).rejects.toMatchObject({ status: 0, code: 'timeout' });
  });
  it('sends no token where none is looked at', async () => {
    saveToken('secret', false);
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
    saveToken('dead', true);
    onCall(getAllPosts, ({ authorization }) => (authorization ? no(401, 'unauthorized', 'Please log in.') : yes(getAllPosts, [])));
    expect((await api(getAllPosts, {})).data).toEqual([]);
    expect(readToken()).toBeNull();
    expect(requests).toHaveLength(2);
  });
  it('is forgotten, and a call that needs one fails', async () => {
    saveToken('dead', false);
    onCall(likePost, () => no(401, 'unauthorized', 'Please log in.'));
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBeNull();
    expect(requests).toHaveLength(1);
  });
});
