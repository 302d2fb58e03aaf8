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

/** Figures of many days cost something: they are asked for again once for whatever happens in this time. */
const restFor = 5000;

/** How a society has done in so many days, kept about true while one looks. */
export function useInsights(societyId: string, span: Span) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = (id: string): void => {
      if (id !== societyId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void cancelAndInvalidate(['insights', societyId]);
      }, restFor);
    };
    return combineStops([
      onMessage(societyCounts, ({ society_id }) => changed(society_id)),
      onMessage(postCreated, ({ Society_ID }) => changed(Society_ID)),
      () => clearTimeout(timer),
    ]);
  }, [societyId]);
  return useQuery({
    queryKey: ['insights', societyId, span],
    queryFn: async ({ signal }) => (await api(getInsights, { society_id: societyId, days: Number(span) }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { failure: false },
  });
}
