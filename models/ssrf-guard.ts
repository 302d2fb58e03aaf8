import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address lies inside some network, or leads there by a translation (mapped, NAT64, 6to4): no server that people
 * may name does. What cannot be read counts as inside.
 */
export const isPrivateAddress = (address: string): boolean => !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast';

/** Whether a URL's host is itself an address inside: no name is looked up for it. */
export function hasPrivateAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isPrivateAddress(host);
}

/** The code of the error for a name that leads inside. */
export const privateAddressCode = 'EINSIDE';

/**
 * Looks a name up, and gives only addresses that lie outside. As the `lookup` of an agent it guards against DNS rebinding too: the
 * connection goes to the address that was judged.
 */
export const lookupPublic: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, found) => {
    const outside = (found ?? []).filter(({ address }) => !isPrivateAddress(address));
    const [first] = outside;
    if (error || !first) return done(error ?? Object.assign(new Error('The name leads inside.'), { code: privateAddressCode }), []);
    return options.all ? done(null, outside) : done(null, first.address, first.family);
  });
