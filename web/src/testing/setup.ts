// First: React looks for it as it is loaded.
import './rerenders';

import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { clearEntities } from '@/lib/entities';
import { chooseLanguage, startTexts } from '@/lib/i18n';
import { serveInvitations } from './fake-invitations';
import { resetServer } from './fake-server';

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** The tests run in Node, which has this beside what browsers have. */
declare const setImmediate: (then: () => void) => void;
// Taken before a test stops the clock.
const soon = setImmediate;
const { asyncWrapper } = getConfig();
configure({
  // A busy machine is slow, not wrong.
  asyncUtilTimeout: 10_000,
  // What was just found stands in the page, but on a busy machine React has not run its effects yet: it hears no store before.
  asyncWrapper: async (wait) => {
    const found = await asyncWrapper(wait);
    await new Promise<void>((resolve) => soon(resolve));
    return found;
  },
});

vi.stubGlobal('ResizeObserver', Observer);
vi.stubGlobal('IntersectionObserver', Observer);
// The simulated browser has no fonts; a growing text field measures itself again when they have come.
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
  // Nobody is invited anywhere, unless a test says so.
  serveInvitations();
  clearEntities();
  await chooseLanguage('en');
});

afterEach(() => {
  cleanup();
  expect(complaints, 'console.error').toEqual([]);
});
