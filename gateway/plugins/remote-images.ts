import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { fail } from '#models/contract/failure';
import { isPublicHostname } from '#models/contract/public-hostname';
import { largestImage } from '#models/contract/uploads';
import { Semaphore } from '#models/semaphore';
import { lookupPublic } from '#models/ssrf-guard';

const mostRedirects = 3;
const deadlineMs = 4000;
const headers = { accept: 'image/webp,image/png,image/jpeg,image/gif', 'accept-encoding': 'identity', 'user-agent': 'Nadi' };

const guarded = { http: new HttpAgent({ lookup: lookupPublic }), https: new HttpsAgent({ lookup: lookupPublic }) };
const unguarded = { http: new HttpAgent(), https: new HttpsAgent() };

/** Limit fetches so that slow servers cannot keep the gateway's sockets. */
const fetchSemaphore = new Semaphore(4, { most: 16, longestMs: 1500, refuse: () => fail('pictures_busy') });

/** Any failure to fetch a picture. The caller does not learn which, so that nobody can map a network by it. */
class Unreachable extends Error {}

/** Allows only public host names, at the port of their protocol, without credentials. */
function check(url: URL, insideHost: string | undefined): void {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const isOutside = url.host === insideHost || (url.port === '' && isPublicHostname(url.hostname));
  if (!isWeb || !isOutside || url.username !== '' || url.password !== '') throw new Unreachable(url.hostname);
}

function requestImage(url: URL, insideHost: string | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  check(url, insideHost);
  const agents = url.host === insideHost ? unguarded : guarded;
  return new Promise((answered, failed) => {
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { headers, signal, agent: agents.https }, answered)
        : requestHttp(url, { headers, signal, agent: agents.http }, answered);
    request.on('error', failed);
    request.end();
  });
}

async function bytesOf(response: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > largestImage) throw new Unreachable('too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function fetchFollowing(address: string, insideHost: string | undefined): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(deadlineMs);
  let url = new URL(address);
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const response = await requestImage(url, insideHost, signal);
    const { statusCode = 0 } = response;
    if (statusCode === 200) return await bytesOf(response);
    response.destroy();
    const { location } = response.headers;
    if (statusCode < 300 || statusCode > 399 || location === undefined) break;
    url = new URL(location, url);
  }
  throw new Unreachable(url.hostname);
}

/**
 * Fetches a picture from another server, from public names alone: a few seconds, a few redirects and 5 MiB at most; each redirect
 * is checked again. Null on any failure. `insideHost` is for tests: host and port of a local server.
 */
export const fetchRemoteImage = (address: string, insideHost?: string): Promise<Uint8Array | null> =>
  fetchSemaphore.run(() => fetchFollowing(address, insideHost).catch(() => null));
