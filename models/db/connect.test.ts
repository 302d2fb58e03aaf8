import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type NetworkProxy, openNetworkProxy } from '#models/testing/network-proxy';
import { skipOnGivenMongo } from '#models/testing/skip-on-given';
import { withDatabase } from '#models/testing/stores';
import { connect, disconnect } from './connect.js';

let proxy: NetworkProxy | undefined;
beforeEach((context) => skipOnGivenMongo(context, 'it closes the connections of a Unix socket'));
beforeAll(async () => {
  const [, socket, query = ''] = /^mongodb:\/\/(%2F[^/?]*)\/?(\?.*)?$/i.exec(inject('stores').mongoUri) ?? [];
  if (socket === undefined) return;
  proxy = await openNetworkProxy(path.join(tmpdir(), `nadi-proxy-${process.pid}.sock`), decodeURIComponent(socket));
  await connect(withDatabase(`mongodb://${encodeURIComponent(proxy.path)}/${query}`, 'connect-test'));
});
afterAll(async () => {
  await disconnect();
  await proxy?.close();
});

const outcomeOf = () =>
  mongoose.connection
    .collection('things')
    .findOne({})
    .then(
      () => 'answered',
      () => 'failed',
    );

it.each([0, 1, 2, 3, 4, 5])(
  'a command that starts %i turns of the event loop after the server closed its connection gets an outcome',
  async (turns) => {
    // Fill the pool; connections that an earlier case closed may fail first.
    await expect.poll(() => Promise.all(Array.from({ length: 20 }, outcomeOf))).not.toContain('failed');
    proxy?.drop();
    for (let n = 0; n < turns; n++) await turn();
    const outcomes = await Promise.race([Promise.all(Array.from({ length: 3 }, outcomeOf)), sleep(10_000, ['none'], { ref: false })]);
    expect(outcomes).not.toContain('none');
  },
  20_000,
);
