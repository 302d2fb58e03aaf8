import { vi } from 'vitest';
import type { Call, DataOf } from '#models/contract/define';

export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  // Tests compare bodies of any type.
  // biome-ignore lint/suspicious/noExplicitAny: a body may be anything.
  body: any;
  authorization: string | null;
  idempotencyKey: string | null;
}

type Reply = { status: number; body: unknown } | 'offline' | Promise<{ status: number; body: unknown }>;
type Handler = (asked: ReceivedRequest) => Reply;

const handlers = new Map<string, { call: Call; handler: Handler }>();

/** A form's fields, or the parsed JSON. */
function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return body ? JSON.parse(String(body)) : undefined;
}
/** All requests, in order. */
export const requests: ReceivedRequest[] = [];

let gate: Promise<void> | null = null;

/**
 * Holds back answers from now on; each has the content of the time of its request. `pass`: answers later requests at once;
 * `give`: releases the held answers.
 */
export function holdAnswers(): { pass(): void; give(): void } {
  let give: () => void = () => {};
  gate = new Promise((resolve) => {
    give = resolve;
  });
  return {
    pass: () => {
      gate = null;
    },
    give,
  };
}

/** Fakes the gateway: a request without a handler fails the test. */
export function resetServer(): void {
  handlers.clear();
  gate = null;
  requests.length = 0;
  vi.stubGlobal('fetch', answer);
}

async function answer(input: string, init: RequestInit): Promise<Response> {
  const url = new URL(input, 'http://nadi.test');
  const headers = new Headers(init.headers);
  const asked: ReceivedRequest = {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: bodyOf(init.body),
    authorization: headers.get('authorization'),
    idempotencyKey: headers.get('idempotency-key'),
  };
  requests.push(asked);
  const registered = handlers.get(`${asked.method} ${asked.path}`);
  if (!registered) {
    console.error(`No answer for ${asked.method} ${asked.path}`);
    throw new TypeError('Failed to fetch');
  }
  const answered = registered.handler(asked);
  if (gate) await gate;
  const reply = await answered;
  if (init.signal?.aborted) throw init.signal.reason;
  if (reply === 'offline') throw new TypeError('Failed to fetch');
  const { body } = reply;
  const isRaw = registered.call.media !== undefined && (typeof body === 'string' || body instanceof Uint8Array);
  return new Response(reply.status === 204 ? null : isRaw ? (body as BodyInit) : JSON.stringify(body), {
    status: reply.status,
    headers: { date: new Date().toUTCString(), ...(body instanceof Uint8Array ? { 'content-type': 'application/pdf' } : {}) },
  });
}

/** Sets the handler of a call. */
export function onCall(call: Call, handler: Handler): void {
  handlers.set(`${call.method} ${call.path}`, { call, handler });
}

/** The call's success answer; `extra` fields are added next to the data. */
export const yes = <C extends Call>(call: C, data: DataOf<C>, extra: Record<string, unknown> = {}) => ({
  status: call.status,
  body: call.media ? data : { data, ...extra },
});

export const no = (status: number, code: string, error_message: string, fields?: Record<string, string>) => ({
  status,
  body: { error_message, code, ...(fields ? { fields } : {}) },
});
