import { readText, writeText } from './local-storage';

/** Values that the browser remembers for an account: the society last posted in, and the place where the feed was left. */
type Remembered = 'last-society' | 'feed-visit';

const keyOf = (what: Remembered, user: string): string => `nadi-${what}-${user}`;

/** The value remembered for an account; null without one, or if the browser forbids storage. */
export const remembered = (what: Remembered, user: string): string | null => readText(keyOf(what, user));

/** Remembers a value for an account in this browser, also after it signed out: ids and times only. */
export const remember = (what: Remembered, user: string, value: string): void => void writeText(keyOf(what, user), value);
