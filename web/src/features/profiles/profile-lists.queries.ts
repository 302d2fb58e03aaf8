import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventAsOf, isAttendable } from '#models/contract/event-phase';
import { type Event, getEventsAttendedByUser } from '#models/contract/events';
import type { Post } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { getSocietiesByUserPublic, type Society } from '#models/contract/societies';
import { type ApiOptions, api } from '@/lib/api';
import { useNow } from '@/lib/now';
import { cancelAndInvalidate } from '@/lib/query';
import { useUser } from '@/lib/session';
import { profileKey } from './profiles.store';

/** Number of items of each kind, by the specification. */
const limits = { societies: 6, events: 6, posts: 5 } as const;

/** Person whose lists are loaded; `asVisitor`: as seen by a visitor. */
export interface ListOwner {
  id: string;
  asVisitor: boolean;
}

function useProfileList<T>(
  { id, asVisitor }: ListOwner,
  kind: keyof typeof limits,
  fetch: (options: ApiOptions) => Promise<{ data: T[] }>,
) {
  return useQuery({
    queryKey: [...profileKey(id), kind, asVisitor],
    queryFn: async ({ signal }) => (await fetch({ signal, ...(asVisitor ? { token: null } : {}) })).data,
    meta: { access: true },
  });
}

/** Loads a person's first societies, by name. */
export const useProfileSocieties = (owner: ListOwner) =>
  useProfileList<Society>(owner, 'societies', (options) =>
    api(getSocietiesByUserPublic, { user_id: owner.id, limit: limits.societies }, options),
  );

/** Loads the events that a person attended, latest first. */
export const useAttendedEvents = (owner: ListOwner) =>
  useProfileList<Event>(owner, 'events', (options) => api(getEventsAttendedByUser, { user_id: owner.id, limit: limits.events }, options));

/** Loads the events that a person will attend, next first, until they end. Only for signed-in viewers. */
export function usePlannedEvents(owner: ListOwner): { plans: Event[]; isLoading: boolean } {
  const isEnabled = useUser() !== null && !owner.asVisitor;
  const now = useNow();
  const { data, isLoading } = useQuery({
    queryKey: [...profileKey(owner.id), 'plans'],
    queryFn: async ({ signal }) =>
      (await api(getEventsAttendedByUser, { user_id: owner.id, limit: limits.events, phase: 'coming' }, { signal })).data,
    enabled: isEnabled,
    meta: { access: true },
  });
  const loaded = isEnabled ? (data ?? []) : [];
  const plans = loaded.map((event) => eventAsOf(event, now)).filter(isAttendable);
  const ended = loaded.length - plans.length;
  useEffect(() => {
    if (ended > 0) void cancelAndInvalidate([...profileKey(owner.id), 'events']);
  }, [ended, owner.id]);
  return { plans, isLoading };
}

/** Loads a person's newest posts. */
export const useProfilePosts = (owner: ListOwner) =>
  useProfileList<Post>(owner, 'posts', (options) => api(getPostsByUser, { user_id: owner.id, limit: limits.posts }, options));
