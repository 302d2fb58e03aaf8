import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

/** The setting `TRUST_PROXY`: everybody, nobody, a number of proxies, or their addresses. */
export type TrustProxy = boolean | number | string[];

/** Whether the proxy at this address, so many hops away, may name the address before it. */
type Trust = (address: string, hop: number) => boolean;

declare module 'fastify' {
  interface FastifyInstance {
    /** Address by which HTTP requests and sockets are rate-limited. */
    addressOf(request: IncomingMessage): string;
  }
}

/** Turns the setting into a function. Fastify itself trusts no proxy when it is given a number. */
export function trustOf(setting: TrustProxy): Trust {
  if (Array.isArray(setting)) return proxyAddr.compile(setting);
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return () => setting;
}

/** Longest address used as a key; a trusted proxy may pass on anything. */
const longest = 64;
const groupsOfNetwork = 4;

/** Returns the /64 network of an IPv6 address: one connection at home or on a phone owns all of its addresses. */
function ipv6Network(address: string): string {
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const hidden = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(0, hidden)).fill('0'), ...back].slice(0, groupsOfNetwork);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Normalizes an address: IPv4 without a port or an IPv6 prefix, IPv6 as its network. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return isIPv6(plain) ? ipv6Network(plain) : plain.slice(0, longest);
}

/** Makes a function that returns the address by which a request is rate-limited. */
export function addressReader(setting: TrustProxy): (request: IncomingMessage) => string {
  const trust = trustOf(setting);
  return (request) => networkOf(proxyAddr(request, trust) ?? '');
}

/** Decorates the app with `addressOf`. */
export function registerClientAddress(app: FastifyInstance, setting: TrustProxy): void {
  app.decorate('addressOf', addressReader(setting));
}
