/** Names that only a network's own DNS knows. */
const privateName = /\.(?:local|localhost|localdomain|internal|intranet|private|corp|home|home\.arpa|lan|svc|cluster)$/i;

/**
 * Whether a URL's host can be a server out there: a name with a dot, none of an inner network, and no IP address. Where the
 * name leads is judged when it is looked up.
 */
export const isPublicHostname = (hostname: string): boolean =>
  /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/i.test(hostname) && !hostname.includes('..') && !privateName.test(hostname);
