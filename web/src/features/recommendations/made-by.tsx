import { WorkedOut } from '@/components/worked-out';
import { HowButton } from './how-button';
import css from './recommendations-card.module.css';

/** When the recommendations were computed, and how. */
export function MadeBy({ computedAt }: { computedAt: string | null }) {
  return (
    <div className={`${css.madeBy} micro dim`}>
      {computedAt && <WorkedOut time={computedAt} />}
      <HowButton />
    </div>
  );
}
