// Must come first: React looks for the hook when it loads.
import './rerenders';
import './inline-styles';
import './owner-stacks';

import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { chooseLanguage, startTexts } from '@/lib/i18n';
import { clearUserState } from '@/lib/user-change';
import { serveClaims, serveDemotions } from './fake-claims';
import { serveConsents } from './fake-consents';
import { serveFollowed } from './fake-follows';
import { serveInvitations } from './fake-invitations';
import { serveNoQuestions } from './fake-questions';
import { serveSecondFactors } from './fake-second-factors';
import { resetServer } from './fake-server';
import { serveTermDates } from './fake-term-dates';

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Node's function: the tests run in Node. */
declare const setImmediate: (then: () => void) => void;
// Captured before a test fakes the timers.
const soon = setImmediate;
const { asyncWrapper } = getConfig();

/** Prints the page only when the message is read: `findBy…` throws many of these errors while it waits for its element. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  let whole: string | undefined;
  Object.defineProperty(error, 'message', {
    configurable: true,
    get() {
      whole ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
      return whole;
    },
    set(text: string) {
      whole = text;
    },
  });
  return error;
}

configure({
  getElementError: elementError,
  // Long enough at low priority on a busy machine: see scripts/lib/test-steps.mjs.
  asyncUtilTimeout: 15_000,
  // An element that was just found may not have run its effects yet on a busy machine, so it is not subscribed to stores.
  asyncWrapper: async (wait) => {
    const found = await asyncWrapper(wait);
    await new Promise<void>((resolve) => soon(resolve));
    return found;
  },
});

vi.stubGlobal('ResizeObserver', Observer);
vi.stubGlobal('IntersectionObserver', Observer);
// The simulated browser has no `document.fonts`, which autosizing text areas use.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
vi.mock('socket.io-client', () => ({ io: vi.fn() }));

const complaints: unknown[][] = [];
console.error = (...what: unknown[]) => complaints.push(what);

await startTexts(['common', 'shell', 'errors', 'auth']);

beforeEach(async () => {
  complaints.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  resetServer();
  // No invitations, followed societies, term dates, consents, questions, claims, requests about admins and second factors by default.
  serveInvitations();
  serveFollowed();
  serveTermDates();
  serveClaims();
  serveDemotions();
  serveConsents();
  serveNoQuestions();
  serveSecondFactors();
  clearUserState();
  await chooseLanguage('en');
});

afterEach(() => {
  cleanup();
  // Files share one document: elements that a test added itself would be found by the tests of the next file.
  document.body.replaceChildren();
  expect(complaints, 'console.error').toEqual([]);
});

// Files share one browser: a stub or fake timers that a file leaves behind would change the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
