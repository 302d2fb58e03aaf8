import type { SearchKind } from '#models/contract/search';

/** Path of the search page for a text, of one kind or all. */
export const searchLink = (q: string, kind?: SearchKind): string => `/search?${new URLSearchParams({ q, ...(kind ? { kind } : {}) })}`;
