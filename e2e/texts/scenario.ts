import type { Page } from 'playwright/test';
import type { Call, CountsOf, DataOf } from '#models/contract/define';
import { type ErrorCode, errors } from '#models/contract/errors';
import { exampleBody } from './examples.js';

/** Answer of a call in one scenario. */
export interface MockedResponse {
  call: Call;
  /** null: nothing answers at all. */
  reply: { status: number; body: unknown } | null;
  /** It comes so late, in milliseconds: what is shown meanwhile is seen. */
  after?: number;
}

/** A place in the app as one way of coming there shows it, and the texts of the specification that it shows meanwhile. */
export interface Scenario {
  name: string;
  /** `member` is signed in, `admin` a platform admin; what they may do in a society is up to the answers. */
  who: 'visitor' | 'member' | 'admin';
  at: string;
  /** A call that is not among them is answered by its example in the API description. */
  answers?: readonly MockedResponse[];
  /** Actions of the person. The texts may come and go. */
  act?: (page: Page) => Promise<void>;
  /** Word for word as docs/spec/strings.json has them: N, {…} and (count) stand for values. */
  shows: readonly string[];
}

/** The success of a call. */
export const yes = <C extends Call>(
  call: C,
  data: DataOf<C>,
  { after, ...extra }: { after?: number; next?: string | null; counts?: CountsOf<C> } = {},
): MockedResponse => ({
  call,
  reply: { status: call.status, body: { data, ...(call.list ? { next: null } : {}), ...extra } },
  ...(after === undefined ? {} : { after }),
});

/** A refusal of a call. */
export function no(call: Call, code: ErrorCode, fields?: Record<string, string>): MockedResponse {
  const [status, error_message] = errors[code];
  return { call, reply: { status, body: { error_message, code, ...(fields ? { fields } : {}) } } };
}

/** A call that nothing answers, as without a network. */
export const nothing = (call: Call): MockedResponse => ({ call, reply: null });

/** The example that the API description gives of a call's data: to change a field of it in `yes`. */
export const exampleOf = <C extends Call>(call: C): DataOf<C> => exampleBody(call).data as DataOf<C>;

/** The times of an event to come: those of the examples are past. */
export const ahead = { Starts_At: '2030-11-26T14:30:00.000Z', Ends_At: '2030-11-26T16:30:00.000Z', Phase: 'upcoming' } as const;

/** The id that everything in the examples has, but for who is signed in. */
export const exampleId = '665f1c2ab4d5e6f708192a3b';
