import { readText, writeText } from './local-storage';

/** What the browser remembers for an account: the society last posted in, and where the feed was left. */
type Remembered = 'last-society' | 'feed-visit';

const keyOf = (what: Remembered, user: string): string => `nadi-${what}-${user}`;

/** What was remembered for an account; null if nothing was, or the browser forbids storage. */
export const remembered = (what: Remembered, user: string): string | null => readText(keyOf(what, user));

/** Remembers a value for an account in this browser, also after it signed out: ids and times only. */
export const remember = (what: Remembered, user: string, value: string): void => void writeText(keyOf(what, user), value);
