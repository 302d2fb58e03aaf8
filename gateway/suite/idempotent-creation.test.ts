import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { anotherGateway, type StartedGateway } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { createComment } from '#models/contract/comments';
import { acceptsIdempotencyKey, type Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { invite } from '#models/contract/invitations';
import { askToJoin } from '#models/contract/join-requests';
import { createPost } from '#models/contract/posts';
import { createSociety } from '#models/contract/society-creation';
import { replyToTicket } from '#models/contract/support';
import { importImage } from '#models/contract/uploads';
import { Activities } from '#models/db/activities';
import { Bans } from '#models/db/bans';
import { EventMessages } from '#models/db/event-messages';
import { IdempotencyKeys } from '#models/db/idempotency-keys';
import { Memberships } from '#models/db/memberships';
import { models, newId } from '#models/db/model';
import { Users } from '#models/db/users';
import { writeBarrier } from '#models/db/write-barrier';
import { buildScenario, type SignedIn, type SocietyScenario } from '../testing/scenario.js';
import { requestOf, validInput } from '../testing/valid-inputs.js';

let test: TestApp;
let second: StartedGateway;
let place: SocietyScenario;
let closed: SocietyScenario;
/** A server with pictures that the gateway may fetch. */
let elsewhere: Server;
let elsewhereHost: string;
beforeAll(async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer();
  elsewhere = createServer((_request, response) => void response.end(picture));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  elsewhereHost = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  test = await startTestApp({ fetchInside: elsewhereHost });
  second = await anotherGateway(test.app);
  place = await buildScenario(test, 'public');
  closed = await buildScenario(test, 'private');
});
afterEach(async () => {
  vi.restoreAllMocks();
  // Three a day are allowed.
  await EventMessages.updateMany({}, { $set: { at: new Date(Date.now() - 2 * 86_400_000) } });
});
afterAll(async () => {
  await second.close();
  await test.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

const creating = calls.filter(acceptsIdempotencyKey);
/** Callers with the right; for every other call an admin of the society. */
const callers: Record<string, SignedIn> = { [askToJoin.name]: 'outsider', [replyToTicket.name]: 'author' };

interface Sent {
  call: Call;
  key: string;
  at?: SocietyScenario;
  role?: SignedIn;
  /** Address of the gateway. */
  url?: string;
}

/** A society's name can be used once; a remote picture is fetched, an existing upload is not. */
const over = (call: Call, key: string): object => {
  if (call === createSociety) return { name: `Kites ${key}` };
  return call === importImage ? { image: `http://${elsewhereHost}/${key}.png` } : {};
};

async function send({ call, key, at = place, role = callers[call.name] ?? 'admin', url = test.url }: Sent) {
  const {
    url: path,
    method,
    headers,
    payload,
  } = await requestOf(call, { ...validInput(call.name, at, role), ...over(call, key) }, at.tokens[role]);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(headers as Record<string, string>), 'idempotency-key': key },
    body: payload as string,
  });
  return { status: response.status, body: (await response.json()) as { data: unknown; code?: string } };
}

/** Number of documents in each collection, except the keys. */
async function counts(): Promise<Record<string, number>> {
  await drain();
  const kinds = [...models].filter(([name]) => name !== 'idempotencyKeys');
  return Object.fromEntries(await Promise.all(kinds.map(async ([name, model]) => [name, await model.countDocuments({})] as const)));
}

/**
 * Lets the next transaction commit, and then holds the answer to its process back until `end`. Waits for one that really commits: on
 * a store that fails now and then the first attempt may be aborted.
 */
function dieAfterCommit() {
  const { prototype } = mongoose.mongo.ClientSession;
  const commit = prototype.commitTransaction;
  let end = (_error: Error) => {};
  let committed = () => {};
  const done = new Promise<void>((resolve) => {
    committed = resolve;
  });
  const spy = vi.spyOn(prototype, 'commitTransaction').mockImplementation(async function (this: mongoose.mongo.ClientSession) {
    await commit.call(this);
    spy.mockImplementation(commit);
    committed();
    return new Promise((_resolve, reject) => {
      end = reject;
    });
  });
  return { committed: done, end: () => end(new mongoose.mongo.MongoNetworkError('The process has died.')) };
}

const describeCreation = (_name: string, call: Call): void => {
  it('creates once where the process dies right after the commit, and repeats get one answer', async () => {
    const key = randomUUID();
    const before = await counts();
    const death = dieAfterCommit();
    const lost = send({ call, key });
    await death.committed;
    const made = await counts();
    expect(made).not.toEqual(before);
    const again = await send({ call, key, url: second.url });
    expect([again.status, again.body.code]).toEqual([call.status, undefined]);
    death.end();
    expect((await lost).status).toBe(503);
    expect([await send({ call, key }), await send({ call, key, url: second.url })]).toEqual([again, again]);
    expect(await counts()).toEqual(made);
  });

  it('answers from the created object as it would have answered at first', async () => {
    const key = randomUUID();
    const at = await buildScenario(test, 'public');
    const first = await send({ call, key, at });
    expect(first.status).toBe(call.status);
    const made = await counts();
    await IdempotencyKeys.updateOne({ key }, { $set: { answer: null } });
    expect(await send({ call, key, at, url: second.url })).toEqual(first);
    expect(await send({ call, key, at })).toEqual(first);
    expect(await counts()).toEqual(made);
  });
};
/** One that also publishes, one that answers in two ways, one of a person's own; the others are long. */
const typical: readonly Call[] = [createPost, askToJoin, createSociety];
const named = (some: readonly Call[]) => some.map((call) => [call.name, call] as const);
const withKey = '%s with an Idempotency-Key';
describe.each(named(typical))(withKey, { tags: ['generated'] }, describeCreation);
describe.each(named(creating.filter((call) => !typical.includes(call))))(withKey, { tags: ['generated', 'long'] }, describeCreation);

describe('the key of a created object', () => {
  const transient = () => {
    const error = new mongoose.mongo.MongoServerError({ message: 'WriteConflict', code: 112 });
    error.addErrorLabel('TransientTransactionError');
    return error;
  };

  it('is stored by the attempt that commits, after a write conflict', async () => {
    const key = randomUUID();
    const before = await counts();
    vi.spyOn(Activities, 'create').mockRejectedValueOnce(transient());
    const first = await send({ call: createPost, key });
    expect(first.status).toBe(201);
    const { posts = 0, activities = 0 } = before;
    expect(await counts()).toMatchObject({ posts: posts + 1, activities: activities + 1 });
    expect(await send({ call: createPost, key })).toEqual(first);
  });

  it('aborts a transaction whose key another process took over', async () => {
    const key = randomUUID();
    const before = await counts();
    writeBarrier.wait = async () => {
      writeBarrier.wait = undefined;
      await IdempotencyKeys.updateOne({ key }, { $set: { holder: newId() } });
    };
    const late = await send({ call: createPost, key });
    expect([late.status, late.body.code]).toEqual([409, 'in_progress']);
    expect(await counts()).toEqual(before);
    expect(await IdempotencyKeys.countDocuments({ key, made: null })).toBe(1);
  });

  it('is free again after a call that failed before its commit', async () => {
    const key = randomUUID();
    vi.spyOn(Activities, 'create').mockRejectedValueOnce(new mongoose.mongo.MongoNetworkError('The database is away.'));
    const failed = await send({ call: createPost, key });
    expect([failed.status, await IdempotencyKeys.countDocuments({ key })]).toEqual([503, 0]);
    expect((await send({ call: createPost, key })).status).toBe(201);
  });
});

describe('a repeat by a person who has lost the right since', () => {
  const forgetAnswer = (key: string) => IdempotencyKeys.updateOne({ key }, { $set: { answer: null } });
  const ban = async (at: SocietyScenario, role: SignedIn) => {
    const pair = { society: at.society._id, user: at.people[role]._id };
    await Memberships.deleteOne(pair);
    await Bans.create({ ...pair, by: at.society.creator, at: new Date() });
  };

  it.each([
    ['was answered', async () => {}],
    ['was lost with its process', forgetAnswer],
  ])('is refused where the first answer %s', async (_name, lose) => {
    const at = await buildScenario(test, 'public');
    const inside = await buildScenario(test, 'private');
    const sent: [Sent, number][] = [
      [{ call: createPost, key: randomUUID(), at, role: 'admin' }, 403],
      [{ call: createComment, key: randomUUID(), at: inside, role: 'member' }, 404],
      [{ call: invite, key: randomUUID(), at, role: 'admin' }, 403],
      [{ call: askToJoin, key: randomUUID(), at, role: 'outsider' }, 403],
    ];
    for (const [one] of sent) {
      expect((await send(one)).status).toBe(one.call.status);
      await lose(one.key);
    }
    for (const [{ at: where = place, role = 'admin' }] of sent) await ban(where, role).catch(() => {});
    const made = await counts();
    for (const [one, status] of sent) expect([one.call.name, (await send(one)).status]).toEqual([one.call.name, status]);
    expect(await counts()).toEqual(made);
  });

  it('is refused where the account was suspended', async () => {
    const one = { call: createPost, key: randomUUID(), at: closed, role: 'moderator' } as const;
    expect((await send(one)).status).toBe(201);
    await Users.updateOne({ _id: closed.people.moderator._id }, { $set: { suspendedAt: new Date() } });
    expect((await send(one)).status).toBe(401);
  });
});
