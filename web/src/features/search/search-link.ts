import type { SearchKind } from '#models/contract/search';

/** Where the results for a text are; of one kind, or of all. */
export const searchLink = (q: string, kind?: SearchKind): string => `/search?${new URLSearchParams({ q, ...(kind ? { kind } : {}) })}`;
