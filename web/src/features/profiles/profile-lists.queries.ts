import { useQuery } from '@tanstack/react-query';
import { type Event, getEventsAttendedByUser } from '#models/contract/events';
import { getPostsByUser, type Post } from '#models/contract/posts';
import { getSocietiesByUserPublic, type Society } from '#models/contract/societies';
import { type ApiOptions, api } from '@/lib/api';
import { keyOf } from './profiles.store';

/** How many of each the specification shows. */
const shown = { societies: 6, events: 6, posts: 5 } as const;

/** Whose lists, and whether they are asked for as somebody sees them who is not signed in. */
export interface Whose {
  id: string;
  asVisitor: boolean;
}

function useShown<T>({ id, asVisitor }: Whose, what: keyof typeof shown, ask: (options: ApiOptions) => Promise<{ data: T[] }>) {
  return useQuery({
    queryKey: [...keyOf(id), what, asVisitor],
    queryFn: async ({ signal }) => (await ask({ signal, ...(asVisitor ? { token: null } : {}) })).data,
    meta: { failure: false },
  });
}

/** The first societies of a person's profile, by name. */
export const useShownSocieties = (whose: Whose) =>
  useShown<Society>(whose, 'societies', (options) => api(getSocietiesByUserPublic, { user_id: whose.id, limit: shown.societies }, options));

/** The events that a person goes or went to, the latest decision first. */
export const useShownEvents = (whose: Whose) =>
  useShown<Event>(whose, 'events', (options) => api(getEventsAttendedByUser, { user_id: whose.id, limit: shown.events }, options));

/** A person's newest posts. */
export const useShownPosts = (whose: Whose) =>
  useShown<Post>(whose, 'posts', (options) => api(getPostsByUser, { user_id: whose.id, limit: shown.posts }, options));
