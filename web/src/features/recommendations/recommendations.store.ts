import { cardsRecommendations, getRecommendations, notInterested, type Recommendation } from '#models/contract/recommendations';
import { api } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { useNow } from '@/lib/now';
import { toast } from '@/lib/toasts';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { orElse } from '@/sync/fallback';
import { defineList } from '@/sync/lists';
import { runAction } from '@/sync/mutations';

/** Number of recommendations on the home page's card, and on the page. */
export const shownOnCard = 3;
export const shownOnPage = 20;

/**
 * Time in ms for which the page waits for a first list that is being computed, so that it does not replace what is popular
 * under a reader's eyes. The message of the computed list cancels the request and sends it again.
 */
const firstListWait = 2000;

/** A recommendation, and whether the viewer has refused it: answers to later requests omit it. */
interface Suggestion extends Recommendation {
  isRefused: boolean;
}

const suggestions = createEntities<Suggestion>({ name: 'recommendations', key: 'id' });

const orPopular = orElse<typeof getRecommendations, unknown>(async (_args, signal) => {
  const { popularItems } = await import('./recommendations-fallback');
  return popularItems(signal, (id) => suggestions.get(id)?.isRefused === true);
});

const recommended = defineList({
  key: ['recommendations'],
  call: getRecommendations,
  input: ({ limit }: { limit: number }) => ({ limit }),
  entities: suggestions,
  toEntities: (data) => data.map((item) => ({ ...item, isRefused: false })),
  matches: ({ isRefused }) => !isRefused,
  fetch: async ({ limit }, cursor, signal, ask) => {
    const answer = await orPopular({}, cursor, signal, ask);
    const isFirstComing = limit === shownOnPage && answer.counts?.computed_at === null;
    if (isFirstComing) await new Promise((resolve) => setTimeout(resolve, firstListWait));
    return answer;
  },
});

/** The viewer's recommendations, without items refused or begun since the request, and when they were computed. */
export function useRecommendations(limit: typeof shownOnCard | typeof shownOnPage) {
  const { query, items, counts } = recommended.useItems({ limit });
  const now = useNow();
  const present = items.filter(({ starts_at }) => starts_at === null || Date.parse(starts_at) > now);
  return { query, items: present, computedAt: counts?.computed_at ?? null };
}

/** Tells the server whether an item is refused; refetches, since the next item takes its place. */
async function setRefused({ id, type }: Recommendation, isRefused: boolean): Promise<void> {
  await api(notInterested, { type, id, ...(!isRefused && { undo: true }) });
  suggestions.patch(id, { isRefused });
  void recommended.refetch();
}

/** Refuses an item: hides it at once, with an undo in the toast, and rolls back on failure. */
export async function refuse(item: Recommendation): Promise<void> {
  const rollback = suggestions.applyOptimistic(item.id, (shown) => ({ ...shown, isRefused: true }));
  if (!(await runAction(() => setRefused(item, true), [rollback]))) return;
  const t = i18n.getFixedT(null, 'cards');
  const undo = { label: t('recommended.undo'), run: () => void runAction(() => setRefused(item, false)) };
  toast('info', t('recommended.refused', { title: `\u2068${item.title}\u2069` }), { id: `refused-${item.id}`, undo });
}

registerEffects('recommendations', [
  // Computed again with the same result: only its time is new.
  on(cardsRecommendations, ({ computedAt, changed }) => {
    if (changed) void recommended.refetch();
    else recommended.updateCounts(() => ({ computed_at: computedAt }));
  }),
]);
