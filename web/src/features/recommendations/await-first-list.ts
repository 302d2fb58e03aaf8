import type { getRecommendations } from '#models/contract/recommendations';
import type { ApiAnswer } from '@/lib/api';

/** Time in ms for which a person's first list is waited for, before what is popular is shown. */
const patienceMs = 2000;

/**
 * Delays an answer of what is popular while a person's first list is being computed, so that the page does not show one list in
 * place of another under a reader's eyes. The message of the computed list cancels the request and sends it again.
 */
export async function awaitFirstList(answer: ApiAnswer<typeof getRecommendations>): Promise<typeof answer> {
  if (answer.counts?.computed_at === null) await new Promise((resolve) => setTimeout(resolve, patienceMs));
  return answer;
}
