import { describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '#models/contract/account';
import { login } from '#models/contract/auth';
import { getCalendarFile } from '#models/contract/calendar-feeds';
import { rejectRequest } from '#models/contract/join-request-queue';
import { getAllPosts, likePost } from '#models/contract/posts';
import { uploadImage } from '#models/contract/uploads';
import { getUserInfo } from '#models/contract/users';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser, newId } from '@/testing/fixtures';
import { ApiError, api } from './api';
import { readToken, saveToken } from './token';

describe('a call', () => {
  it('sends the token as a header, never in the URL', async () => {
    saveToken('secret', false);
    onCall(getUserInfo, () => yes(getUserInfo, aUser()));
    await api(getUserInfo, {});
    expect(requests[0]).toMatchObject({ authorization: 'Bearer secret' });
    expect(requests[0]?.query.toString()).toBe('');
  });
  it('sends the input of a GET as a query, without missing fields', async () => {
    onCall(getAllPosts, () => yes(getAllPosts, [], { next: 'more' }));
    const { data, next } = await api(getAllPosts, { limit: 5, cursor: undefined });
    expect(requests[0]?.query.toString()).toBe('limit=5');
    expect({ data, next }).toEqual({ data: [], next: 'more' });
  });
  it('sends the input of a POST as a JSON body', async () => {
    const id = newId();
    onCall(likePost, () => yes(likePost, { Likes: 1, CommentsCount: 0, Is_Liked: true, rev: 2, version: 1 }));
    await api(likePost, { post_id: id });
    expect(requests[0]?.body).toEqual({ post_id: id });
  });
  it('accepts an answer without a body', async () => {
    onCall(rejectRequest, () => ({ status: 204, body: null }));
    expect((await api(rejectRequest, { request_id: newId() })).data).toBeNull();
  });
  it('sends the input of a DELETE as a body if the call declares so', async () => {
    onCall(deleteAccount, () => yes(deleteAccount, {}));
    await api(deleteAccount, { password: 'secret', keep_posts: true });
    expect(requests[0]?.query.toString()).toBe('');
    expect(requests[0]?.body).toEqual({ password: 'secret', keep_posts: true });
  });
  it('sends a file as a form, and lets the browser set the boundary', async () => {
    const image = new File(['x'], 'a.png', { type: 'image/png' });
    onCall(uploadImage, () => yes(uploadImage, { ID: newId(), Image: '/uploads/1', Width: 1, Height: 1 }));
    const asked = vi.spyOn(globalThis, 'fetch');
    await api(uploadImage, { image });
    expect(requests[0]?.body.image).toBeInstanceOf(Blob);
    expect(new Headers(asked.mock.calls[0]?.[1]?.headers).has('content-type')).toBe(false);
  });
  it('returns the text of an answer that is not JSON', async () => {
    onCall(getCalendarFile, () => yes(getCalendarFile, 'BEGIN:VCALENDAR'));
    expect((await api(getCalendarFile, {})).data).toBe('BEGIN:VCALENDAR');
  });
  it("fails with the server's message if a non-JSON call is refused", async () => {
    onCall(getCalendarFile, () => no(404, 'not_found', 'Not found.'));
    await expect(api(getCalendarFile, {})).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'Not found.' });
  });
  it('uses the given timeout', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: RequestInit) => new Promise((_yes, stop) => signal?.addEventListener('abort', () => stop(signal.reason))),
    );
    await expect(api(likePost, { post_id: newId() }, { timeout: 1 })).rejects.toMatchObject({ status: 0, code: 'timeout' });
  });
  it('waits ten seconds for an answer if no timeout is given', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onCall(likePost, () => no(404, 'not_found', 'Not found.'));
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 404 });
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
  });
  it('sends no token to a call without authentication', async () => {
    saveToken('secret', false);
    onCall(login, () => yes(login, 'new'));
    await api(login, { email: 'a@b.c', password: 'x' });
    expect(requests[0]?.authorization).toBeNull();
  });
});

describe('a call that fails', () => {
  it('throws status, code, message and fields', async () => {
    onCall(likePost, () => no(400, 'validation_failed', 'Some fields are not valid.', { post_id: 'This id is not valid' }));
    const error = await api(likePost, { post_id: 'x' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Some fields are not valid.',
      fields: { post_id: 'This id is not valid' },
    });
  });
  it('throws `offline` without an answer', async () => {
    onCall(likePost, () => 'offline');
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 0, code: 'offline' });
  });
  it('throws `unexpected` for an undeclared status', async () => {
    onCall(likePost, () => ({ status: 202, body: { data: {} } }));
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 202, code: 'unexpected' });
  });
});

describe('an expired token', () => {
  it('is dropped, and a call open to visitors is repeated without it', async () => {
    saveToken('dead', true);
    onCall(getAllPosts, ({ authorization }) => (authorization ? no(401, 'unauthorized', 'Please log in.') : yes(getAllPosts, [])));
    expect((await api(getAllPosts, {})).data).toEqual([]);
    expect(readToken()).toBeNull();
    expect(requests).toHaveLength(2);
  });
  it('is dropped, and a call that needs a token fails', async () => {
    saveToken('dead', false);
    onCall(likePost, () => no(401, 'unauthorized', 'Please log in.'));
    await expect(api(likePost, { post_id: newId() })).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBeNull();
    expect(requests).toHaveLength(1);
  });
});
