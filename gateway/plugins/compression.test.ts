import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { login } from '#models/contract/auth';
import { getAllPosts } from '#models/contract/posts';
import { buildPost, buildUser } from '#models/testing/builders';

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp();
  token = await test.tokenFor(await buildUser());
  for (let i = 0; i < 5; i++) await buildPost();
});
afterAll(() => test.close());

const feed = (accepted: string) =>
  test.app.inject({ url: getAllPosts.path, headers: { authorization: `Bearer ${token}`, 'accept-encoding': accepted } });

describe('an answer', () => {
  it('is packed by what a browser takes best, and says so', async () => {
    const packed = await feed('gzip, deflate, br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') });
    expect(JSON.parse(String(brotliDecompressSync(packed.rawPayload))).data).toHaveLength(5);
  });

  it('goes as it is to who takes nothing else', async () => {
    const plain = await feed('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json().data).toHaveLength(5);
  });

  it('goes as it is where packing it would gain nothing', async () => {
    const small = await test.app.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } });
    expect(small.headers['content-encoding']).toBeUndefined();
  });
});

it('a packed body, which could unfold to any size, is not taken', async () => {
  const answer = await test.app.inject({
    method: 'POST',
    url: login.path,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{"email":"a@b.c","password":"12345678"}'),
  });
  expect(answer.statusCode).toBe(400);
});
