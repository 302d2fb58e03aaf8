import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventAsOf, isAttendable } from '#models/contract/event-phase';
import { type Event, getEventsAttendedByUser } from '#models/contract/events';
import { getPostsByUser, type Post } from '#models/contract/posts';
import { getSocietiesByUserPublic, type Society } from '#models/contract/societies';
import { type ApiOptions, api } from '@/lib/api';
import { useNow } from '@/lib/now';
import { cancelAndInvalidate } from '@/lib/query';
import { useUser } from '@/lib/session';
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

/** The events that a person attended, the latest first. */
export const useShownEvents = (whose: Whose) =>
  useShown<Event>(whose, 'events', (options) => api(getEventsAttendedByUser, { user_id: whose.id, limit: shown.events }, options));

/** The events that a person goes to, the next first, until they end: then they are among those attended. Only for who is signed in. */
export function useShownPlans(whose: Whose): Event[] {
  const isAsked = useUser() !== null && !whose.asVisitor;
  const now = useNow();
  const { data } = useQuery({
    queryKey: [...keyOf(whose.id), 'plans'],
    queryFn: async ({ signal }) =>
      (await api(getEventsAttendedByUser, { user_id: whose.id, limit: shown.events, phase: 'coming' }, { signal })).data,
    enabled: isAsked,
    meta: { failure: false },
  });
  const known = isAsked ? (data ?? []) : [];
  const plans = known.map((event) => eventAsOf(event, now)).filter(isAttendable);
  const ended = known.length - plans.length;
  useEffect(() => {
    if (ended > 0) void cancelAndInvalidate([...keyOf(whose.id), 'events']);
  }, [ended, whose.id]);
  return plans;
}

/** A person's newest posts. */
export const useShownPosts = (whose: Whose) =>
  useShown<Post>(whose, 'posts', (options) => api(getPostsByUser, { user_id: whose.id, limit: shown.posts }, options));
