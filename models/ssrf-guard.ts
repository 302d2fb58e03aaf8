import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address is private, or translates to a private one (mapped, NAT64, 6to4). Unreadable ones count as private. */
export const isPrivateAddress = (address: string): boolean => !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast';

/** Whether a URL's host is itself a private address, so that no DNS lookup would check it. */
export function hasPrivateAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isPrivateAddress(host);
}

/** Error code for a name that resolves to a private address. */
export const privateAddressCode = 'EINSIDE';

/**
 * Resolves a name to public addresses only. As an agent's `lookup` it also guards against DNS rebinding, since the connection
 * uses the checked address.
 */
export const lookupPublic: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, found) => {
    const outside = (found ?? []).filter(({ address }) => !isPrivateAddress(address));
    const [first] = outside;
    if (error || !first)
      return done(error ?? Object.assign(new Error('The name resolves to a private address.'), { code: privateAddressCode }), []);
    return options.all ? done(null, outside) : done(null, first.address, first.family);
  });
