import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { cardsRecommendations, getRecommendations, notInterested, type Recommendation } from '#models/contract/recommendations';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { onMessage } from '@/lib/live';
import { useNow } from '@/lib/now';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { toast } from '@/lib/toasts';
import { onUserChange } from '@/lib/user-change';
import { withFallback } from '@/lib/with-fallback';
import { advanceClock, readClock } from '@/sync/logical-clock';

/** Number of recommendations on the home page's card, and on the page. */
export const shownOnCard = 3;
export const shownOnPage = 20;
const key = ['recommendations'];

/** Refused items with the logical time at which the server confirmed each: later answers omit them. */
const useRefused = create<{ byId: Readonly<Record<string, number>> }>(() => ({ byId: {} }));
onUserChange(() => useRefused.setState({ byId: {} }));

const unconfirmed = Number.POSITIVE_INFINITY;
const setRefused = (id: string, confirmedAt: number): void => useRefused.setState(({ byId }) => ({ byId: { ...byId, [id]: confirmedAt } }));
const clearRefused = (id: string): void => useRefused.setState(({ byId: { [id]: _cleared, ...rest } }) => ({ byId: rest }));

interface RecommendationsAnswer {
  items: Recommendation[];
  /** Logical time of the request. */
  requestedAt: number;
}

async function fetchRecommendations(limit: number, signal: AbortSignal): Promise<RecommendationsAnswer> {
  const requestedAt = readClock();
  const recommended = api(getRecommendations, { limit }, { signal }).then(({ data }) => ({ items: data, requestedAt }));
  return withFallback(recommended, signal, async () => {
    const { popularItems } = await import('./recommendations-fallback');
    const isRefused = (id: string): boolean => useRefused.getState().byId[id] !== undefined;
    return { items: await popularItems(signal, isRefused), requestedAt };
  });
}

/** The viewer's recommendations, without items refused or begun since the request. */
export function useRecommendations(limit: typeof shownOnCard | typeof shownOnPage) {
  const query = useQuery({
    queryKey: [...key, limit],
    queryFn: ({ signal }) => fetchRecommendations(limit, signal),
  });
  useEffect(() => onMessage(cardsRecommendations, () => void cancelAndInvalidate(key)), []);
  const refused = useRefused(({ byId }) => byId);
  const now = useNow();
  const { items, requestedAt = 0 } = query.data ?? {};
  const hasBegun = ({ starts_at }: Recommendation): boolean => starts_at !== null && Date.parse(starts_at) <= now;
  return { query, items: items?.filter((item) => (refused[item.id] ?? 0) <= requestedAt && !hasBegun(item)) };
}

/** Refuses an item: hides it at once, with an undo in the toast, and rolls back on failure. */
export async function refuse(item: Recommendation): Promise<void> {
  const { id, type, title } = item;
  setRefused(id, unconfirmed);
  try {
    await api(notInterested, { type, id });
  } catch (error) {
    clearRefused(id);
    reportFailure(error);
    return;
  }
  setRefused(id, advanceClock());
  const t = i18n.getFixedT(null, 'cards');
  const undo = { label: t('recommended.undo'), run: () => void undoRefusal(item) };
  toast('info', t('recommended.refused', { title: `\u2068${title}\u2069` }), { id: `refused-${id}`, undo });
  await cancelAndInvalidate(key);
}

async function undoRefusal({ id, type }: Recommendation): Promise<void> {
  try {
    await api(notInterested, { type, id, undo: true });
  } catch (error) {
    reportFailure(error);
    return;
  }
  clearRefused(id);
  await queryClient.invalidateQueries({ queryKey: key });
}
