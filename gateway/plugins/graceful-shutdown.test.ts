import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { anotherGateway } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';

const test = setUpTestApp();

it('a call in progress is answered during a shutdown, and its connection does not delay it', async () => {
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
  // Long enough for the stop to reach the wait for connections.
  await sleep(500);
  release();
  expect((await answer).status).toBe(200);
  await closed;
  expect(Date.now() - begun).toBeLessThan(5000);
});

it('an unused connection does not delay the shutdown', async () => {
  const gateway = await anotherGateway(test.app);
  const { port } = new URL(gateway.url);
  const silent = connect(Number(port), '127.0.0.1');
  await once(silent, 'connect');
  const begun = Date.now();
  await gateway.close();
  expect(Date.now() - begun).toBeLessThan(5000);
  silent.destroy();
});
