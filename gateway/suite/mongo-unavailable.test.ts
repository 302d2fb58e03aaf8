import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startEmbeddedMongo } from '#embedded/mongo-process';
import { stopProcess } from '#embedded/store-process';
import { openSocket } from '#gateway/testing/sockets';
import { closeBus, openBus } from '#models/bus/open';
import { calls } from '#models/contract/index';
import { likePost, postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { Likes } from '#models/db/likes';
import { buildPost, buildSession, buildUser } from '#models/testing/builders';
import { skipOnGivenMongo } from '#models/testing/skip-on-given';
import { testRedis, withDatabase } from '#models/testing/stores';
import { buildApp } from '../app.js';
import { loggerOptions } from '../plugins/log.js';

const dir = mkdtempSync(path.join(tmpdir(), 'nadi-db-'));
const where = { dataDir: path.join(dir, 'data'), socketDir: dir, logFile: path.join(dir, 'log') };
/** Server selection takes 5 s at most; the rest is work on a busy machine. */
const patienceMs = 12_000;
/** A call without an answer after this is named as one, before the test's own limit. */
const unansweredMs = 60_000;

/** Reasons in the log's lines of calls that found no database. */
const reasons: string[] = [];
const stream = new Writable({
  write(line, _encoding, done) {
    const { msg, reason } = JSON.parse(String(line));
    if (msg === 'db.connection unavailable') reasons.push(reason);
    done();
  },
});

let app: FastifyInstance;
let url: string;
let pid: number;
beforeAll(async () => {
  const mongo = await startEmbeddedMongo(where);
  pid = mongo.pid;
  await connect(withDatabase(mongo.uri, 'away'));
  await createIndexes();
  const redisUrl = await testRedis();
  openBus(redisUrl);
  app = await buildApp({
    redisUrl,
    webDir: 'none',
    rateLimits: true,
    trustProxy: false,
    emailDomains: [],
    emailVerification: false,
    timeZone: 'Asia/Amman',
    supportEmail: 'support@uni.example',
    publicUrl: 'http://nadi.example',
    logger: { ...loggerOptions('warn'), stream },
    readiness: [],
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await closeBus();
  await disconnect();
  await stopProcess(pid);
  rmSync(dir, { recursive: true });
});

beforeEach((context) => skipOnGivenMongo(context, 'it kills the store'));

it('the database is killed: every call answers 503 with Retry-After in time; back again everything works, and sockets have stayed', async () => {
  const [user, post] = [await buildUser(), await buildPost()];
  const token = await buildSession(user);
  const socket = await openSocket(url, { token });
  await socket.join(roomOf('post', String(post._id)));
  const like = () =>
    app.inject({
      method: 'POST',
      url: likePost.path,
      payload: { post_id: String(post._id) },
      headers: { authorization: `Bearer ${token}` },
    });
  process.kill(pid, 'SIGKILL');
  await stopProcess(pid);
  const begun = Date.now();
  const answers = await Promise.all(
    calls
      .filter((call) => call.auth === 'required')
      .map(async (call) => {
        const headers = { authorization: `Bearer ${token}` };
        const asked = app.inject({ method: call.method as 'GET', url: call.path, headers });
        const answer = await Promise.race([asked, sleep(unansweredMs, null, { ref: false })]);
        if (answer === null) return [call.name, 'no answer'];
        return [call.name, answer.statusCode, answer.json().code, Number(answer.headers['retry-after']) > 0];
      }),
  );
  expect(answers.filter(([, status, code, hasRetry]) => status !== 503 || code !== 'unavailable' || !hasRetry)).toEqual([]);
  expect(Date.now() - begun).toBeLessThan(patienceMs);
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect(reason).toMatch(/^\w*Error: \S/);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
  expect(await socket.ask('join', 'events').catch(() => ({ ok: false }))).toMatchObject({ ok: false });

  pid = (await startEmbeddedMongo(where)).pid;
  await expect.poll(async () => (await like()).statusCode, { timeout: 10_000 }).toBe(200);
  expect((await socket.next(postLikes)).payload.Likes).toBe(1);
  expect([await Likes.countDocuments({ post: post._id, on: true }), socket.closedBy]).toEqual([1, null]);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  socket.close();
}, 120_000);
