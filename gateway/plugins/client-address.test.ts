import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { addressReader, type TrustProxy } from './client-address.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

const cases: [name: string, trust: TrustProxy, remote: string, forwarded: string | undefined, expected: string][] = [
  ['nobody is trusted', false, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
  ['no proxy is trusted', 0, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
  ['everybody is trusted', true, '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['one proxy is trusted', 1, '10.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  ['two proxies are trusted', 2, '10.0.0.1', '9.9.9.9, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['a list is trusted and the sender is on it', ['10.0.0.0/8'], '::ffff:10.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  ['a list is trusted and the sender is not on it', ['10.0.0.0/8'], '9.9.9.9', '1.1.1.1', '9.9.9.9'],
  ['a list is trusted and the next proxy is on it', ['10.0.0.0/8', '2.2.2.2'], '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['nothing was forwarded', true, '10.0.0.1', undefined, '10.0.0.1'],
  ['the proxy names a port', 1, '10.0.0.1', '1.1.1.1:5678', '1.1.1.1'],
];

test.each(cases)('the address of a client when %s', (_name, trust, remote, forwarded, expected) => {
  expect(addressReader(trust)(from(remote, forwarded))).toBe(expected);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the IPv6 address %s counts as its /64 network', (address, expected) => {
  expect(addressReader(false)(from(address))).toBe(expected);
});

describe.each<[string, TrustProxy, string, string]>([
  ['one proxy', 1, '66.66.66.66, 10.20.30.40', '10.20.30.40'],
  ['two proxies', 2, '66.66.66.66, 10.20.30.40, 10.0.0.2', '10.20.30.40'],
  ['everybody', true, '10.20.30.40, 10.0.0.2', '10.20.30.40'],
  ['a list', ['127.0.0.1', '10.0.0.0/24'], '66.66.66.66, 10.20.30.40, 10.0.0.2', '10.20.30.40'],
])('a gateway that trusts %s', (_name, trustProxy, forwarded, expected) => {
  let gateway: TestApp;
  beforeAll(async () => {
    gateway = await startTestApp({ trustProxy });
  });
  afterAll(() => gateway.close());

  it('counts calls and sockets by the same address', async () => {
    const seen: string[] = [];
    gateway.app.server.on('upgrade', (request) => seen.push(gateway.app.addressOf(request)));
    gateway.app.server.on('request', (request) => seen.push(gateway.app.addressOf(request)));
    await fetch(`${gateway.url}/healthz`, { headers: { 'x-forwarded-for': forwarded } });
    const socket = await openSocket(gateway.url, {}, { 'x-forwarded-for': forwarded });
    socket.close();
    expect(seen).toEqual([expected, expected]);
  });
});
