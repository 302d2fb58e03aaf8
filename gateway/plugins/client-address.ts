import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type TrustProxy = boolean | number | string[];

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = '', bits] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** The client's address of a request that Fastify does not see, by the same setting as its `trustProxy`. */
export function addressReader(trust: TrustProxy): (request: IncomingMessage) => string {
  const trusted = Array.isArray(trust) ? listOf(trust) : null;
  const isTrusted = (address: string, hop: number): boolean => {
    if (trusted) return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return typeof trust === 'number' ? hop < trust : trust === true;
  };
  return (request) => {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
    const chain = [plainAddress(request.socket.remoteAddress ?? ''), ...forwarded.reverse()];
    const hop = chain.findIndex((address, index) => index === chain.length - 1 || !isTrusted(address, index));
    return chain[hop] ?? '';
  };
}
