import { Parts } from '@/components/part-boundary';
import { QuickLinks } from '@/features/home/quick-links';
import { VisitorHero } from '@/features/home/visitor-hero';
import css from './home.module.css';
import { SocietiesCard, UpcomingCard } from './public-cards';

/** Home of a visitor: an introduction, links to join, and public cards. */
export function VisitorHome() {
  return (
    <div className={`page stack ${css.visitor}`}>
      <VisitorHero />
      <div className={css.cards}>
        <Parts>
          <SocietiesCard />
          <UpcomingCard />
        </Parts>
      </div>
      <QuickLinks isSignedIn={false} />
    </div>
  );
}
