import { Agent, request } from 'node:https';
import webPush from 'web-push';
import type { PushSubscriptionDoc } from '#models/db/push-subscriptions';
import { type VapidKeys, vapidKeys } from '#models/db/vapid';
import { hasPrivateAddress, lookupPublic, privateAddressCode } from '#models/ssrf-guard';

type Browser = Pick<PushSubscriptionDoc, 'endpoint' | 'keys'>;

/** Failed push: `unsent` may be retried, `gone` is a browser that unsubscribed, the rest is given up. */
export class PushFault extends Error {
  readonly outcome: 'unsent' | 'gone' | 'refused' | 'unknown';
  constructor(outcome: PushFault['outcome'], code: string) {
    // The endpoint is the browser's secret, so keep it out of every log.
    super(`The push service did not take it (${code}).`);
    this.name = 'PushFault';
    this.outcome = outcome;
  }
}

export interface Pusher {
  /** Sends to the browser's push service, which stores the newest of a topic for a day. Throws a PushFault. */
  send(browser: Browser, payload: string, topic: string): Promise<void>;
}

export interface PusherSettings {
  /** Contact for push services: an https or mailto address. */
  subject: string;
  /** For tests: agent that reaches the push services. */
  agent?: Agent;
  keys?: () => Promise<VapidKeys>;
}

const ttlSeconds = 24 * 3600;
const deadlineMs = 15_000;

const statusFault = (status: number): PushFault => {
  if (status === 404 || status === 410) return new PushFault('gone', String(status));
  const isCertain = status === 429 || status === 503;
  return new PushFault(isCertain ? 'unsent' : status >= 500 ? 'unknown' : 'refused', String(status));
};

interface Request {
  endpoint: string;
  method: string;
  headers: NodeJS.Dict<string | number>;
  body: Buffer | null;
}

/** Returns the status, within a deadline. Ignores the response's body. */
function sendRequest({ endpoint, method, headers, body }: Request, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const outgoing = request(endpoint, { method, headers, agent, signal: AbortSignal.timeout(deadlineMs) }, (response) => {
      response.on('error', () => {});
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on('socket', (socket) => socket.once('secureConnect', () => (isConnected = true)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.name;
      // Before the TLS connection nothing was sent.
      reject(new PushFault(code === privateAddressCode ? 'refused' : isConnected ? 'unknown' : 'unsent', code));
    });
    outgoing.end(body ?? undefined);
  });
}

/** Encrypts for one browser, and signs with the server's VAPID keys. */
export function makePusher({ subject, agent: given, keys = vapidKeys }: PusherSettings): Pusher {
  const agent = given ?? new Agent({ lookup: lookupPublic });
  return {
    send: async (browser, payload, topic) => {
      if (!given && hasPrivateAddress(browser.endpoint)) throw new PushFault('refused', privateAddressCode);
      const options = { vapidDetails: { subject, ...(await keys()) }, TTL: ttlSeconds, topic, urgency: 'normal' as const };
      const status = await sendRequest(detailsOf(browser, payload, options), agent);
      if (status < 200 || status > 299) throw statusFault(status);
    },
  };
}

/** Fails for a browser with invalid keys. */
function detailsOf(browser: Browser, payload: string, options: webPush.RequestOptions): Request {
  try {
    return webPush.generateRequestDetails(browser, payload, options) as Request;
  } catch {
    throw new PushFault('refused', 'keys');
  }
}

/** Contact for push services: the public address if it is https, else the e-mail address of the support team. */
export const contactOf = (publicUrl: string, support: string): string => (publicUrl.startsWith('https:') ? publicUrl : `mailto:${support}`);
