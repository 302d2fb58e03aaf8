import { type Call, type CountsOf, type DataOf, type InputOf, readsQuery } from '#models/contract/define';

export interface ApiResult<C> {
  status: number;
  data: DataOf<C>;
  next: string | null;
  counts: CountsOf<C>;
  code: string | undefined;
  /** Seconds from the Retry-After header; 0 without one. */
  retryAfter: number;
  ms: number;
}

const toQuery = (input: object): string =>
  new URLSearchParams(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();

/** Encodes a body: as a form if it contains a file, else as JSON. */
export function bodyOf(call: Call, input: object): { body: FormData | string; type?: string } {
  const fields = Object.entries(input);
  if (!call.isForm || !fields.some(([, value]) => value instanceof Blob)) return { body: JSON.stringify(input), type: 'application/json' };
  const body = new FormData();
  for (const [name, value] of fields) body.set(name, value instanceof Blob ? value : String(value));
  return { body };
}

/** Longest wait for an answer; the gateway ends its own work after a third of it. */
const answerWithinMs = 30_000;

/** Calls a gateway's API. Rejects without an answer, also where it takes longer than 30 s. */
export async function callApi<C extends Call>(
  url: string,
  call: C,
  input: InputOf<C>,
  token?: string,
  headers: Record<string, string> = {},
): Promise<ApiResult<C>> {
  const begun = Date.now();
  const inQuery = readsQuery(call);
  const { body, type } = bodyOf(call, input as object);
  const response = await fetch(`${url}${call.path}${inQuery ? `?${toQuery(input as object)}` : ''}`, {
    method: call.method,
    signal: AbortSignal.timeout(answerWithinMs),
    headers: {
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(inQuery || !type ? {} : { 'content-type': type }),
    },
    ...(inQuery ? {} : { body }),
  });
  const text = await response.text();
  const { data, next = null, counts, code } = text === '' ? {} : JSON.parse(text);
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  return { status: response.status, data, next, counts, code, retryAfter, ms: Date.now() - begun };
}

/**
 * Calls a list page by page and returns all items, with the counters of the first page; null for 403 and 404. Rejects on any other
 * refusal. `urlOf` chooses the gateway of each page.
 */
export async function callAllPages<C extends Call>(
  urlOf: () => string,
  call: C,
  input: InputOf<C>,
  token?: string,
  headers: Record<string, string> = {},
): Promise<{ items: DataOf<C>; counts: CountsOf<C> } | null> {
  const items: unknown[] = [];
  let counts: CountsOf<C> | undefined;
  for (let cursor: string | undefined; ; ) {
    const part = { ...(input as object), limit: 50, ...(cursor ? { cursor } : {}) } as InputOf<C>;
    const page = await callApi(urlOf(), call, part, token, headers);
    if (page.status === 404 || page.status === 403) return null;
    if (page.status !== 200) throw new Error(`${call.name} answered ${page.status}`);
    items.push(...(page.data as unknown[]));
    counts ??= page.counts;
    if (page.next === null) return { items: items as DataOf<C>, counts: counts as CountsOf<C> };
    cursor = page.next;
  }
}
