import { type Call, type CountsOf, type DataOf, type InputOf, readsQuery } from '#models/contract/define';
import { positionHeader } from '#models/contract/live';
import { ApiError, errorOf } from './api-error';
import { answeredData, fillDefaults } from './fill-defaults';
import { noteCallStatus } from './reachability';
import { initStreamIdFromDate, lastReceivedId } from './stream-id';
import { expireToken, readToken } from './token';

export { ApiError, fieldErrorsOf, hasCode, isAnswered } from './api-error';

/** Longest wait for an answer, with every retry (specification, section 9). */
const TIMEOUT = 10_000;

type Transport = (url: string, init: RequestInit) => Promise<Response>;
let transport: Transport = (url, init) => fetch(url, init);

/** Makes every call go another way than over the network, as where the gateway renders a page. */
export const callThrough = (next: Transport): void => {
  transport = next;
};

export interface ApiOptions {
  signal?: AbortSignal;
  /** Used instead of the stored token; null calls as a visitor. */
  token?: string | null;
  /** For calls that create: a repeat with the same key returns the first answer. */
  idempotencyKey?: string;
  /** Milliseconds to wait, for large requests that may take longer than the default. */
  timeout?: number;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

export interface ApiAnswer<C> {
  data: DataOf<C>;
  next: string | null;
  counts: CountsOf<C> | undefined;
}

function queryOf(input: unknown): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input as Record<string, unknown>)) {
    if (value !== undefined && value !== null) query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** Files and texts as `multipart/form-data`; the browser sets the boundary. */
function formOf(input: unknown): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(input as Record<string, unknown>)) {
    if (value !== undefined && value !== null) form.append(key, value instanceof Blob ? value : String(value));
  }
  return form;
}

/**
 * Deadlines by the caller's signal. A query uses one signal for all retries, so they share ten seconds; a successful answer
 * resets the deadline.
 */
const deadlines = new WeakMap<AbortSignal, number>();

function timeLeft({ signal, timeout = TIMEOUT }: ApiOptions): number {
  const deadline = (signal && deadlines.get(signal)) ?? Date.now() + timeout;
  if (signal) deadlines.set(signal, deadline);
  return Math.max(0, deadline - Date.now());
}

function requestOf(call: Call, input: unknown, token: string | null, options: ApiOptions): [string, RequestInit] {
  const headers: Record<string, string> = { accept: call.media ? `${call.media}, application/json` : 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const position = lastReceivedId();
  if (position) headers[positionHeader] = position;
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const signals = [AbortSignal.timeout(timeLeft(options)), ...(options.signal ? [options.signal] : [])];
  const init: RequestInit = { method: call.method, headers, signal: AbortSignal.any(signals), keepalive: options.keepalive ?? false };
  if (readsQuery(call)) return [call.path + queryOf(input), init];
  if (call.isForm) return [call.path, { ...init, body: formOf(input) }];
  headers['content-type'] = 'application/json';
  return [call.path, { ...init, body: JSON.stringify(input) }];
}

async function send(
  url: string,
  init: RequestInit,
  caller: AbortSignal | undefined,
): Promise<{ status: number; ok: boolean; text: string; bytes?: Uint8Array }> {
  const begun = Date.now();
  try {
    const response = await transport(url, init);
    initStreamIdFromDate(response.headers.get('date'), Date.now() - begun);
    noteCallStatus(response.status);
    const { status, ok } = response;
    if (response.headers.get('content-type') === 'application/pdf')
      return { status, ok, text: '', bytes: new Uint8Array(await response.arrayBuffer()) };
    return { status, ok, text: status === 204 ? '' : await response.text() };
  } catch (error) {
    if (caller?.aborted) throw error;
    noteCallStatus(0);
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ApiError(0, late ? 'timeout' : 'offline', '');
  }
}

/** Resets the deadline after an answer, so the caller's next call has ten seconds again. */
const endWait = ({ signal }: ApiOptions): void => {
  if (signal) deadlines.delete(signal);
};

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Reads a success body and fills in defaults. A single thing that was read and is missing becomes a 404, whatever the status. */
function answerOf<C extends Call>(call: C, body: unknown): ApiAnswer<C> {
  const { data = null, next, counts } = (body ?? {}) as { data?: unknown; next?: unknown; counts?: unknown };
  const answered = call.media ? data : answeredData(call, data);
  if (answered === undefined) throw new ApiError(404, 'not_found', '');
  return {
    data: answered as DataOf<C>,
    next: typeof next === 'string' && next ? next : null,
    counts: call.counts && counts ? (fillDefaults(call.counts, counts) as CountsOf<C>) : undefined,
  };
}

/**
 * Makes a declared call. Returns its data (with `next` and `counts` for a list; the body's text, or a PDF's bytes, for a call that is not JSON), or
 * throws an ApiError.
 * If the token has expired, drops it and repeats calls that visitors may make without it.
 */
export async function api<C extends Call>(call: C, input: InputOf<C>, options: ApiOptions = {}): Promise<ApiAnswer<C>> {
  const token = options.token === undefined ? readToken() : options.token;
  const { status, ok, text, bytes } = await send(...requestOf(call, input, call.auth === 'none' ? null : token, options), options.signal);
  if (ok) endWait(options);
  const body = ok && call.media ? { data: bytes ?? text } : parse(text);
  const isTokenDead = status === 401 && (body as { code?: string } | null)?.code !== 'wrong_password';
  if (isTokenDead && token && call.auth !== 'none' && token === readToken()) expireToken();
  if (status === 401 && token && call.auth === 'optional') return api(call, input, { ...options, token: null });
  if (!ok) throw errorOf(status, body);
  if (status !== call.status) throw new ApiError(status, 'unexpected', '');
  return answerOf(call, body);
}
