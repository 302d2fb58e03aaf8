import type { ClientSession } from 'mongoose';

/**
 * Test hook, called before a transaction starts its work (with its session) and before a single write that depends on an earlier
 * read (with null). Tests use it to let two calls read before either writes; unset in production.
 */
export const writeBarrier: { wait?: ((session: ClientSession | null) => Promise<void>) | undefined } = {};
