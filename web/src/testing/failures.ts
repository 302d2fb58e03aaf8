import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Call } from '#models/contract/define';
import { onCall } from './fake-server';
import type { show } from './render';

/** Failures that any call may meet, each with its toast. */
const failures = [
  [
    '400',
    { status: 400, body: { error_message: 'Some fields are not valid.', code: 'validation_failed' } },
    'Error 400: Some fields are not valid.',
  ],
  ['401', { status: 401, body: { error_message: 'Please log in.', code: 'unauthorized' } }, 'Unauthorized - please log in again.'],
  [
    '403',
    { status: 403, body: { error_message: 'You cannot join this society.', code: 'banned' } },
    'Error 403: You cannot join this society.',
  ],
  ['404', { status: 404, body: { error_message: 'Not found.', code: 'not_found' } }, 'Error 404: Not found.'],
  [
    '409',
    { status: 409, body: { error_message: 'This request has already been decided.', code: 'already_decided' } },
    'This request has already been decided.',
  ],
  [
    '429',
    { status: 429, body: { error_message: 'Too many requests. Please try again later.', code: 'too_many_requests' } },
    'Too many requests. Please try again later.',
  ],
  ['500', { status: 500, body: { error_message: 'Boom', code: 'internal' } }, 'Server error. Please try again later.'],
  ['nothing', 'offline', 'Nadi cannot be reached. Please check your connection.'],
] as const;

type Failure = (typeof failures)[number];
/** One failure of each kind: the session's end, a refusal with its reason, no answer. */
const kinds: readonly Failure[0][] = ['401', '409', 'nothing'];

/** Declares a test for each failure; `npm test` runs one of each kind. */
export function testFailures(
  name: string,
  expectFailure: (status: Failure[0], reply: Failure[1], text: Failure[2]) => Promise<void>,
  except?: Failure[0],
): void {
  const isShort = ([status]: [Failure[0], ...unknown[]]): boolean => kinds.includes(status);
  const cells = failures.filter(([status]) => status !== except).map((cell): [Failure[0], Failure[1], Failure[2]] => [...cell]);
  it.each(cells.filter(isShort))(name, { tags: ['generated'] }, expectFailure);
  it.each(cells.filter((cell) => !isShort(cell)))(name, { tags: ['generated', 'long'] }, expectFailure);
}

type View = Pick<ReturnType<typeof show>, 'user'>;

interface Failing {
  /** The failing call. */
  call: Call;
  /** Renders the screen, ready for the action. If the screen makes the call before, `open` must serve it. */
  open: () => View | Promise<View>;
  /** The user action that makes the call. */
  act: (user: View['user']) => Promise<unknown>;
  /** Asserts the state after the failure: typed text is still there, optimistic changes are rolled back. */
  afterwards?: () => unknown;
  /** The area's own text, or a function of the global `text`; a 401 always shows the global warning. */
  text?: string | ((failure: { message: string; isAnswered: boolean; text: string }) => string);
}

/** Texts of the toasts on the screen. */
const toastTexts = (): (string | null)[] => {
  const place = document.querySelector<HTMLElement>('.Toastify');
  return place
    ? within(place)
        .queryAllByRole('alert')
        .map(({ textContent }) => textContent)
    : [];
};

/** Tests an action against the failures of its call: one toast with the right text, and no lost input. */
export function describeFailures(name: string, { call, open, act, afterwards, text }: Failing): void {
  describe(`${name}, when it fails`, () => {
    testFailures('shows one toast for %s, and loses nothing', async (status, reply, globalText) => {
      const { user } = await open();
      onCall(call, () => reply);
      await act(user);
      const message = reply === 'offline' ? '' : reply.body.error_message;
      const areaText = typeof text === 'function' ? text({ message, isAnswered: reply !== 'offline', text: globalText }) : text;
      const expectedText = status === '401' ? globalText : (areaText ?? globalText);
      await waitFor(() => expect(toastTexts().map((each) => each?.startsWith(expectedText))).toEqual([true]));
      await waitFor(() => afterwards?.());
    });
  });
}
