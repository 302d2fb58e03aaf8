import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressReader, type TrustProxy } from './address.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each<[string, TrustProxy, string, string | undefined, string]>([
  ['nobody is trusted', false, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
  ['everybody is', true, '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['one proxy is', 1, '10.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  ['two are', 2, '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['a list is, and the sender is on it', ['10.0.0.0/8'], '::ffff:10.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  ['a list is, and the sender is not on it', ['10.0.0.0/8'], '9.9.9.9', '1.1.1.1', '9.9.9.9'],
  ['a list is, and the next proxy too', ['10.0.0.0/8', '2.2.2.2'], '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['nothing was forwarded', true, '10.0.0.1', undefined, '10.0.0.1'],
])('the address of who connects, when %s', (_name, trust, remote, forwarded, expected) => {
  expect(addressReader(trust)(from(remote, forwarded))).toBe(expected);
});
