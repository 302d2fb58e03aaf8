import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import type { Call } from '#models/contract/define';
import { createPost, likePost } from '#models/contract/posts';
import { createSociety } from '#models/contract/society-creation';
import { claimMs, IdempotencyKeys } from '#models/db/idempotency-keys';
import { newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
let author: UserDoc;
let token: string;
let society: SocietyDoc;
beforeAll(async () => {
  author = await buildUser();
  token = await test.tokenFor(author);
  society = await buildSociety({ admin: author });
});

async function send(call: Call, input: object, key: string, as = token) {
  const response = await fetch(`${test.url}${call.path}`, {
    method: call.method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as { code?: string; data: { ID: string } };
  return { status: response.status, body, code: body.code };
}

const draft = (content: string) => ({ society_id: String(society._id), content });
const madeOf = (content: string): Promise<number> => Posts.countDocuments({ society: society._id, content });
/** State that another process left when it was killed in between. */
const leftBehind = async (content: string, over: { until: Date; createdAt?: Date }) => {
  const key = randomUUID();
  await send(createPost, draft(content), key);
  await Posts.deleteMany({ society: society._id, content });
  await IdempotencyKeys.updateOne({ key }, { $set: { made: null, answer: null, holder: newId(), createdAt: new Date(), ...over } });
  return key;
};

describe('a creating call with an Idempotency-Key', () => {
  it('repeats the first answer, and creates one object', async () => {
    const key = randomUUID();
    const first = await send(createPost, draft('Once'), key);
    const again = await send(createPost, { ...draft('Once'), unknown: 'field' }, key);
    expect([first.status, again]).toEqual([201, first]);
    expect(await madeOf('Once')).toBe(1);
  });

  it('refuses another body under the same key', async () => {
    const key = randomUUID();
    await send(createPost, draft('One body'), key);
    const other = await send(createPost, draft('Another body'), key);
    expect([other.status, other.code]).toEqual([409, 'idempotency_mismatch']);
    expect(await madeOf('Another body')).toBe(0);
  });

  it('creates one object for many simultaneous calls; the later ones get in_progress', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(createPost, draft('A storm'), key)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body }) => body.data.ID)).size).toBe(1);
    for (const { status, code } of answers) expect(status === 201 || (status === 409 && code === 'in_progress')).toBe(true);
    expect(await madeOf('A storm')).toBe(1);
    expect(await send(createPost, draft('A storm'), key)).toEqual(made[0]);
  });

  it('scopes a key to its user and its call', async () => {
    const other = await buildUser();
    const key = randomUUID();
    const input = (name: string) => ({ name, description: 'Long enough to be a description.', category: 'Social' });
    const mine = await send(createSociety, input(`Mine ${key}`), key);
    const theirs = await send(createSociety, input(`Theirs ${key}`), key, await test.tokenFor(other));
    const post = await send(createPost, draft('Under a key of another call'), key);
    expect([mine.status, theirs.status, post.status]).toEqual([201, 201, 201]);
  });

  it('frees the key when it fails', async () => {
    const key = randomUUID();
    const refused = await send(createPost, { ...draft('Elsewhere'), society_id: String(newId()) }, key);
    const invalid = await send(createPost, draft(' '), key);
    const taken = await send(createPost, draft('Elsewhere'), key);
    expect([refused.status, invalid.status, taken.status]).toEqual([404, 400, 201]);
  });

  it('is answered 409 while the first is in progress, also one of a process that has just died', async () => {
    const key = await leftBehind('Held', { until: new Date(Date.now() + claimMs) });
    const answer = await send(createPost, draft('Held'), key);
    expect([answer.status, answer.code]).toEqual([409, 'in_progress']);
    expect((await send(createPost, draft('Other than held'), key)).code).toBe('idempotency_mismatch');
    expect(await madeOf('Held')).toBe(0);
  });

  it('takes the key over once after its process died', async () => {
    const key = await leftBehind('Left', { until: new Date(Date.now() - 1) });
    const answers = await Promise.all([send(createPost, draft('Left'), key), send(createPost, draft('Left'), key)]);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(await madeOf('Left')).toBe(1);
  });

  it('accepts the key again after a day, for another body too', async () => {
    const long = new Date(Date.now() - 25 * 3_600_000);
    const key = await leftBehind('Yesterday', { until: long, createdAt: long });
    expect((await send(createPost, draft('Today'), key)).status).toBe(201);
    expect((await send(createPost, draft('Today'), key)).status).toBe(201);
    expect(await madeOf('Today')).toBe(1);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(201)],
    ['of several words', 'a key'],
  ])('refuses a key that is %s', async (_name, key) => {
    const answer = await send(createPost, draft('A bad key'), key);
    expect([answer.status, answer.code]).toEqual([400, 'validation_failed']);
    expect(await madeOf('A bad key')).toBe(0);
  });

  it('stores nothing for a call that creates nothing', async () => {
    const [key, post] = [randomUUID(), await buildPost({ society })];
    const like = { post_id: String(post._id) };
    const other = { post_id: String((await buildPost({ society }))._id) };
    expect([(await send(likePost, like, key)).status, (await send(likePost, other, key)).status]).toEqual([200, 200]);
    expect(await IdempotencyKeys.countDocuments({ key })).toBe(0);
  });
});
