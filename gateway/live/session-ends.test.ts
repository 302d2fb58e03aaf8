import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRedis } from '#embedded/redis';
import { stopProcess } from '#embedded/store-process';
import { hashToken } from '#gateway/plugins/context';
import { anotherGateway, openPlain, openSocket, type StartedGateway } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { closeBus, openBus } from '#models/bus/open';
import { drain } from '#models/bus/publish';
import { logout, sessionEnded } from '#models/contract/auth';
import { endSession } from '#models/contract/sessions';
import { Sessions } from '#models/db/sessions';
import { buildUser } from '#models/testing/builders';

const dir = mkdtempSync(path.join(tmpdir(), 'nadi-ends-'));
const redisUrl = path.join(dir, 'redis.sock');
const longMs = 3_600_000;
let app: TestApp;
let redis: Redis;
let pid = 0;
beforeAll(async () => {
  pid = (await startRedis({ socketDir: dir, logFile: path.join(dir, 'log') })).pid;
  redis = new Redis(redisUrl);
  app = await startTestApp({ redisUrl, liveTiming: { sessionsEveryMs: longMs } });
  await closeBus();
  openBus(redisUrl);
});
beforeEach(() => takesMore(true));
afterAll(async () => {
  await takesMore(true);
  redis.disconnect();
  await app.close();
  await stopProcess(pid);
  rmSync(dir, { recursive: true });
});

/** A full Redis refuses appends, while gateways continue reading. */
const takesMore = async (yes: boolean): Promise<void> => void (await redis.config('SET', 'maxmemory', yes ? '0' : '1'));

async function signedIn(url: string) {
  const user = await buildUser();
  const [token, elsewhere] = [await app.tokenFor(user), await app.tokenFor(user)];
  const socket = await openSocket(url, { token });
  const { client } = await openPlain(url, { token });
  return { token, elsewhere, socket, client };
}

describe('a session whose end cannot be published', () => {
  test.each(['signing out', 'from another device'] as const)('by %s: the end is published once Redis accepts it', async (how) => {
    const { token, elsewhere, socket, client } = await signedIn(app.url);
    await takesMore(false);
    if (how === 'signing out') expect((await app.call(logout, {}, token)).status).toBe(200);
    else expect((await app.call(endSession, { session_id: 'all' }, elsewhere)).status).toBe(200);
    await drain();
    expect([socket.closedBy, client.closedBy]).toEqual([null, null]);
    await takesMore(true);
    for (const inbox of [socket, client]) {
      expect((await inbox.next(sessionEnded)).payload.reason).toBe('signed_out');
      await inbox.closed();
    }
  });

  test('expired after a month: an open socket is told at its next join', async () => {
    const { token, socket, client } = await signedIn(app.url);
    const session = hashToken(token);
    await Sessions.updateOne({ _id: session }, { $set: { lastSeenAt: new Date(Date.now() - 30 * 86_400_000) } });
    await expect(socket.ask('join', 'feed')).rejects.toThrow('disconnected');
    expect((await socket.next(sessionEnded)).payload).toEqual({ reason: 'signed_out', session_ids: [session] });
    await socket.closed();
    client.close();
  });

  test('never published: each gateway finds out and disconnects only its sockets', async () => {
    const gateways: StartedGateway[] = [];
    for (let i = 0; i < 2; i++) gateways.push(await anotherGateway(app.app, { liveTiming: { sessionsEveryMs: 200 } }));
    const visitor = await openSocket(gateways[0]!.url);
    for (const { url } of gateways) {
      const { token, elsewhere, socket, client } = await signedIn(url);
      const other = await openSocket(url, { token: elsewhere });
      const session = hashToken(token);
      await Sessions.deleteOne({ _id: session });
      for (const inbox of [socket, client]) {
        expect((await inbox.next(sessionEnded)).payload).toEqual({ reason: 'signed_out', session_ids: [session] });
        await inbox.closed();
      }
      expect(await other.ask('join', 'feed')).toMatchObject({ ok: true });
      expect(other.count(sessionEnded)).toBe(0);
      for (const each of [socket, client, other]) each.close();
    }
    expect(visitor.closedBy).toBeNull();
    visitor.close();
    for (const gateway of gateways) await gateway.close();
  });
});
