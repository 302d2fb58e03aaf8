import { RowSkeletons } from '@/components/skeletons';
import { lazyOptional } from '@/lib/lazy-optional';
import css from './home.module.css';

/** Rows in place of a card whose script is being loaded. */
export const coming = {
  fallback: (
    <div className={`card ${css.coming}`}>
      <RowSkeletons />
    </div>
  ),
};
export const UpcomingCard = lazyOptional(async () => ({ default: (await import('@/features/events/upcoming-card')).UpcomingCard }), {
  ...coming,
  areas: ['events'],
});
export const SocietiesCard = lazyOptional(async () => ({ default: (await import('@/features/societies/societies-card')).SocietiesCard }), {
  ...coming,
  areas: ['societies'],
});
