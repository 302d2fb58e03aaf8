import { Agent, request } from 'node:https';
import webPush from 'web-push';
import type { PushSubscriptionDoc } from '#models/db/push-subscriptions';
import { type VapidKeys, vapidKeys } from '#models/db/vapid';
import { hasPrivateAddress, lookupPublic, privateAddressCode } from '#models/ssrf-guard';

export type Browser = Pick<PushSubscriptionDoc, 'endpoint' | 'keys'>;

/** What a push that did not get through came to: `unsent` may be tried again; `gone` is a browser that is told no more; the rest is given up. */
export class PushFault extends Error {
  readonly outcome: 'unsent' | 'gone' | 'refused' | 'unknown';
  constructor(outcome: PushFault['outcome'], code: string) {
    // The address is the browser's secret, and is left out of every log.
    super(`The push service did not take it (${code}).`);
    this.name = 'PushFault';
    this.outcome = outcome;
  }
}

export interface Pusher {
  /** Hands it to the browser's push service, which keeps the newest of a topic for a day. Throws a PushFault. */
  send(browser: Browser, payload: string, topic: string): Promise<void>;
}

export interface PusherSettings {
  /** Who is to be asked about these pushes: an https or mailto address. */
  subject: string;
  /** For tests: how push services are reached. */
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

/** Answers the status. What the service says beside it is not kept, and it may not take for ever. */
function sendRequest({ endpoint, method, headers, body }: Request, agent: Agent): Promise<number> {
  return new Promise((answered, failed) => {
    let isConnected = false;
    const asking = request(endpoint, { method, headers, agent, signal: AbortSignal.timeout(deadlineMs) }, (response) => {
      response.on('error', () => {});
      response.resume();
      answered(response.statusCode ?? 0);
    });
    asking.on('socket', (socket) => socket.once('secureConnect', () => (isConnected = true)));
    asking.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.name;
      // Before it could hear anything, it certainly was not sent.
      failed(new PushFault(code === privateAddressCode ? 'refused' : isConnected ? 'unknown' : 'unsent', code));
    });
    asking.end(body ?? undefined);
  });
}

/** Encrypts for one browser, and signs by the server's own keys. */
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

/** A browser whose keys are no keys cannot be told. */
function detailsOf(browser: Browser, payload: string, options: webPush.RequestOptions): Request {
  try {
    return webPush.generateRequestDetails(browser, payload, options) as Request;
  } catch {
    throw new PushFault('refused', 'keys');
  }
}

let opened: Pusher | undefined;

/** Says who sends pushes, once a process: people are reached over `publicUrl`, or else by `support`, an e-mail address. */
export function openPusher({ publicUrl, support }: { publicUrl: string; support: string }): void {
  opened = makePusher({ subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${support}` });
}

/** The pusher of this process. Throws before openPusher. */
export function pusher(): Pusher {
  if (!opened) throw new Error('The pusher is not open.');
  return opened;
}
