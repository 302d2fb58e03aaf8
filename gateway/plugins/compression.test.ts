import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { login } from '#models/contract/auth';
import { getAllPosts } from '#models/contract/posts';
import { buildPost, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
let token: string;
beforeAll(async () => {
  token = await test.tokenFor(await buildUser());
  for (let i = 0; i < 5; i++) await buildPost();
});

const feed = (accepted: string) =>
  test.app.inject({ url: getAllPosts.path, headers: { authorization: `Bearer ${token}`, 'accept-encoding': accepted } });

describe('compression of an answer', () => {
  it('uses the best encoding that the browser accepts, and names it', async () => {
    const packed = await feed('gzip, deflate, br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') });
    expect(JSON.parse(String(brotliDecompressSync(packed.rawPayload))).data).toHaveLength(5);
  });

  it('is skipped for a client that accepts none', async () => {
    const plain = await feed('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json().data).toHaveLength(5);
  });

  it('is skipped where it would gain nothing', async () => {
    const small = await test.app.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } });
    expect(small.headers['content-encoding']).toBeUndefined();
  });
});

it('a compressed request body is refused, since it could inflate to any size', async () => {
  const answer = await test.app.inject({
    method: 'POST',
    url: login.path,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{"email":"a@b.c","password":"12345678"}'),
  });
  expect(answer.statusCode).toBe(400);
});
