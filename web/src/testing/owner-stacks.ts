import * as React from 'react';

/**
 * Leaves out the stack trace that React's development build takes of each element, to name the owner in a debugger: it took a sixth
 * of the time. React stops by itself after 10,000 a second; here it starts above that.
 */
const internals = (React as unknown as Record<string, object>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (!internals || !('recentlyCreatedOwnerStacks' in internals)) throw new Error('React counts its owner stacks elsewhere now');
// React increments it and sets it back to 0 each second.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => {} });
