import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { cardsRecommendations, getRecommendations, notInterested, type Recommendation } from '#models/contract/analytics';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';
import { hear, heardSoFar } from '@/lib/heard';
import { i18n } from '@/lib/i18n';
import { onMessage } from '@/lib/live';
import { askAnew, queryClient } from '@/lib/query';
import { toast } from '@/lib/toasts';

const shown = 3;
const key = ['recommendations'];

/** What was refused here, and when the server took it: an answer that was asked for after that knows it by itself. */
const useRefused = create<{ byId: Readonly<Record<string, number>> }>(() => ({ byId: {} }));
onClear(() => useRefused.setState({ byId: {} }));

const notTaken = Number.POSITIVE_INFINITY;
const setRefused = (id: string, taken: number): void => useRefused.setState(({ byId }) => ({ byId: { ...byId, [id]: taken } }));
const forget = (isOver: (id: string, taken: number) => boolean): void =>
  useRefused.setState(({ byId }) => ({ byId: Object.fromEntries(Object.entries(byId).filter(([id, taken]) => !isOver(id, taken))) }));

async function fetchRecommendations(signal: AbortSignal): Promise<Recommendation[]> {
  const asked = heardSoFar();
  const { data } = await api(getRecommendations, { limit: shown }, { signal });
  forget((_id, taken) => taken <= asked);
  return data;
}

/** What is recommended to the reader, without what they have just refused. */
export function useRecommendations() {
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchRecommendations(signal), meta: { failure: false } });
  useEffect(() => onMessage(cardsRecommendations, () => void askAnew(key)), []);
  const refused = useRefused(({ byId }) => byId);
  return { query, items: query.data?.filter(({ id }) => refused[id] === undefined) };
}

/** Not to be recommended any more: gone at once, with a way back; it stays where the server does not take it. */
export async function refuse(item: Recommendation): Promise<void> {
  const { id, type, title } = item;
  setRefused(id, notTaken);
  try {
    await api(notInterested, { type, id });
  } catch (error) {
    forget((other) => other === id);
    reportFailure(error);
    return;
  }
  setRefused(id, hear());
  const t = i18n.getFixedT(null, 'cards');
  const undo = { label: t('recommended.undo'), run: () => void takeBack(item) };
  toast('info', t('recommended.refused', { title: `\u2068${title}\u2069` }), { id: `refused-${id}`, undo });
  await askAnew(key);
}

async function takeBack({ id, type }: Recommendation): Promise<void> {
  try {
    await api(notInterested, { type, id, undo: true });
  } catch (error) {
    reportFailure(error);
    return;
  }
  forget((other) => other === id);
  await queryClient.invalidateQueries({ queryKey: key });
}
