import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { cardsRecommendations, getRecommendations, notInterested, type Recommendation } from '#models/contract/analytics';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { onMessage } from '@/lib/live';
import { advanceClock, readClock } from '@/lib/logical-clock';
import { useNow } from '@/lib/now';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { toast } from '@/lib/toasts';
import { withFallback } from '@/lib/with-fallback';

/** How many the card of the home page has, and how many the page. */
export const shownOnCard = 3;
export const shownOnPage = 20;
const key = ['recommendations'];

/** Refused items, with the moment when the server took each: an answer that was asked for later leaves them out by itself. */
const useRefused = create<{ byId: Readonly<Record<string, number>> }>(() => ({ byId: {} }));
onClear(() => useRefused.setState({ byId: {} }));

const notTaken = Number.POSITIVE_INFINITY;
const setRefused = (id: string, taken: number): void => useRefused.setState(({ byId }) => ({ byId: { ...byId, [id]: taken } }));
const forget = (id: string): void => useRefused.setState(({ byId: { [id]: _gone, ...rest } }) => ({ byId: rest }));

interface Answered {
  items: Recommendation[];
  /** The place in the order of what was heard, as of when they were asked for. */
  asked: number;
}

async function fetchRecommendations(shown: number, signal: AbortSignal): Promise<Answered> {
  const asked = readClock();
  const recommended = api(getRecommendations, { limit: shown }, { signal }).then(({ data }) => ({ items: data, asked }));
  return withFallback(recommended, signal, async () => {
    const { popularOnes } = await import('./recommendations-fallback');
    const isRefused = (id: string): boolean => useRefused.getState().byId[id] !== undefined;
    return { items: await popularOnes(signal, isRefused), asked };
  });
}

/** So many of what is recommended to the reader, without what they have refused, or what has begun, since it was asked for. */
export function useRecommendations(shown: typeof shownOnCard | typeof shownOnPage) {
  const query = useQuery({
    queryKey: [...key, shown],
    queryFn: ({ signal }) => fetchRecommendations(shown, signal),
    meta: { failure: false },
  });
  useEffect(() => onMessage(cardsRecommendations, () => void cancelAndInvalidate(key)), []);
  const refused = useRefused(({ byId }) => byId);
  const now = useNow();
  const { items, asked = 0 } = query.data ?? {};
  const hasBegun = ({ starts_at }: Recommendation): boolean => starts_at !== null && Date.parse(starts_at) <= now;
  return { query, items: items?.filter((item) => (refused[item.id] ?? 0) <= asked && !hasBegun(item)) };
}

/** Not to be recommended any more: gone at once, with a way back; it stays where the server does not take it. */
export async function refuse(item: Recommendation): Promise<void> {
  const { id, type, title } = item;
  setRefused(id, notTaken);
  try {
    await api(notInterested, { type, id });
  } catch (error) {
    forget(id);
    reportFailure(error);
    return;
  }
  setRefused(id, advanceClock());
  const t = i18n.getFixedT(null, 'cards');
  const undo = { label: t('recommended.undo'), run: () => void takeBack(item) };
  toast('info', t('recommended.refused', { title: `\u2068${title}\u2069` }), { id: `refused-${id}`, undo });
  await cancelAndInvalidate(key);
}

async function takeBack({ id, type }: Recommendation): Promise<void> {
  try {
    await api(notInterested, { type, id, undo: true });
  } catch (error) {
    reportFailure(error);
    return;
  }
  forget(id);
  await queryClient.invalidateQueries({ queryKey: key });
}
