import { describe, expect, it } from 'vitest';
import { isPublicHostname } from './contract/public-hostname.js';
import { hasPrivateAddress, isPrivateAddress, lookupPublic } from './ssrf-guard.js';

describe('isPrivateAddress', () => {
  it.each([
    ['0.1.2.3', 'this network'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'carrier NAT'],
    ['127.0.0.1', 'loopback'],
    ['169.254.169.254', 'cloud metadata'],
    ['172.31.0.1', 'private'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.168.7.7', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:10.0.0.1', 'mapped'],
    ['::ffff:a9fe:a9fe', 'mapped, in hexadecimal'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::7f00:1', 'local NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001::1', 'Teredo'],
    ['fc00::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['nonsense', 'no address'],
  ])('%s is a private address', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['172.32.0.1', '142.250.1.1', '8.8.8.8', '2a00:1450::1', '2606:4700::6810:84e5'])('%s is a public address', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});

it.each(['https://127.0.0.1/a', 'https://[::1]:8443/', 'https://0x7f.1/', 'https://[64:ff9b::7f00:1]/'])(
  'the host of %s is a private address',
  (url) => {
    expect(hasPrivateAddress(url)).toBe(true);
  },
);

describe('isPublicHostname', () => {
  it.each([
    'localhost',
    'mongo',
    'mongo.intranet',
    'redis.localdomain',
    'kubernetes.default.svc',
    'kubernetes.default.svc.cluster.local',
    'printer.local',
    'router.home.arpa',
    'metadata.google.internal',
    '127.0.0.1',
    '[::1]',
    'a..b',
    '',
  ])('%j is no public hostname', (name) => {
    expect(isPublicHostname(name)).toBe(false);
  });

  it.each(['push.example', 'fcm.googleapis.com', 'xn--mgbh0fb.xn--kgbechtv', 'web.push.apple.com'])('%s is a public hostname', (name) => {
    expect(isPublicHostname(name)).toBe(true);
  });

  it('a hostname that resolves to a private address is not looked up', async () => {
    const found = await new Promise((resolve) => lookupPublic('localhost', {}, (error, address) => resolve([error?.code, address])));
    expect(found).toEqual(['EINSIDE', []]);
  });
});
