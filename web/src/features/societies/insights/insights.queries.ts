import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postCreated } from '#models/contract/posts';
import { societyCounts } from '#models/contract/societies';
import { getInsights } from '#models/contract/society-insights';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

export const spans = ['7', '30', '90', '365'] as const;
export type Span = (typeof spans)[number];

/** Milliseconds to collect changes before a refetch, since figures of many days are expensive. */
const refetchDelay = 5000;

/** Loads a society's figures of the last days, and refetches them after changes. */
export function useInsights(societyId: string, span: Span) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetchSoon = (id: string): void => {
      if (id !== societyId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void cancelAndInvalidate(['insights', societyId]);
      }, refetchDelay);
    };
    return combineStops([
      onMessage(societyCounts, ({ society_id }) => refetchSoon(society_id)),
      onMessage(postCreated, ({ Society_ID }) => refetchSoon(Society_ID)),
      () => clearTimeout(timer),
    ]);
  }, [societyId]);
  return useQuery({
    queryKey: ['insights', societyId, span],
    queryFn: async ({ signal }) => (await api(getInsights, { society_id: societyId, days: Number(span) }, { signal })).data,
    placeholderData: keepPreviousData,
  });
}
