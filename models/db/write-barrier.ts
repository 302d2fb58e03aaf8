import type { ClientSession } from 'mongoose';

/**
 * Asked before a transaction begins its work, and before a single write that rests on what was read before it (then with
 * null). Tests set it, to have two calls read before either writes; nothing is set in production.
 */
export const writeBarrier: { wait?: ((session: ClientSession | null) => Promise<void>) | undefined } = {};
