/** Top-level names of private networks. */
const privateName = /\.(?:local|localhost|localdomain|internal|intranet|private|corp|home|home\.arpa|lan|svc|cluster)$/i;

/**
 * Whether a URL's host can be a public server: a name with a dot, not of a private network, and no IP address. Its address is
 * checked after the DNS lookup.
 */
export const isPublicHostname = (hostname: string): boolean =>
  /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/i.test(hostname) && !hostname.includes('..') && !privateName.test(hostname);
