import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { postCreated } from '#models/contract/posts';
import { societyCounts } from '#models/contract/societies';
import { getInsights } from '#models/contract/society-insights';
import { api } from '@/lib/api';
import { cancelAndInvalidate } from '@/lib/query';
import { on, registerEffects } from '@/sync/effects';

export const spans = ['7', '30', '90', '365'] as const;
export type Span = (typeof spans)[number];

/** Milliseconds to collect changes before a refetch, since figures of many days are expensive. */
const refetchDelay = 5000;
/** Societies with a refetch due. */
const due = new Set<string>();

function refetchSoon(societyId: string): void {
  if (due.has(societyId)) return;
  due.add(societyId);
  setTimeout(() => {
    due.delete(societyId);
    void cancelAndInvalidate(['insights', societyId]);
  }, refetchDelay);
}

/** A society's figures of the last days. */
export const useInsights = (societyId: string, span: Span) =>
  useQuery({
    queryKey: ['insights', societyId, span],
    queryFn: async ({ signal }) => (await api(getInsights, { society_id: societyId, days: Number(span) }, { signal })).data,
    placeholderData: keepPreviousData,
  });

registerEffects('insights', [
  on(societyCounts, ({ society_id }) => refetchSoon(society_id)),
  on(postCreated, ({ Society_ID }) => refetchSoon(Society_ID)),
]);
