import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { postCreated } from '#models/contract/posts';
import { societyCounts } from '#models/contract/societies';
import { getInsights } from '#models/contract/society-insights';
import { api } from '@/lib/api';
import { on, registerEffects } from '@/sync/effects';
import { refetchSoon } from '@/sync/refetch-soon';

export const spans = ['7', '30', '90', '365'] as const;
export type Span = (typeof spans)[number];

/** Milliseconds to collect changes before a refetch, since figures of many days are expensive. */
const refetchDelay = 5000;
const refetchLater = (societyId: string): void => refetchSoon(['insights', societyId], refetchDelay);

/** A society's figures of the last days. */
export const useInsights = (societyId: string, span: Span) =>
  useQuery({
    queryKey: ['insights', societyId, span],
    queryFn: async ({ signal }) => (await api(getInsights, { society_id: societyId, days: Number(span) }, { signal })).data,
    placeholderData: keepPreviousData,
  });

registerEffects('insights', [
  on(societyCounts, ({ society_id }) => refetchLater(society_id)),
  on(postCreated, ({ Society_ID }) => refetchLater(Society_ID)),
]);
