import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anotherGateway } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('a call that is under way when the gateway stops is answered, and its connection does not hold up the stop', async () => {
  let reached = () => {};
  let release = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = async () => {
    reached();
    await isReleased;
    return null;
  };
  const gateway = await anotherGateway(test.app, { readiness: [slow] });
  const answer = fetch(`${gateway.url}/readyz`);
  await isReached;
  const begun = Date.now();
  const closed = gateway.close();
  // Long enough for the stop to have come to waiting for connections.
  await sleep(500);
  release();
  expect((await answer).status).toBe(200);
  await closed;
  expect(Date.now() - begun).toBeLessThan(5000);
});

it('nor does a connection on which nothing was ever asked', async () => {
  const gateway = await anotherGateway(test.app);
  const { port } = new URL(gateway.url);
  const silent = connect(Number(port), '127.0.0.1');
  await once(silent, 'connect');
  const begun = Date.now();
  await gateway.close();
  expect(Date.now() - begun).toBeLessThan(5000);
  silent.destroy();
});
