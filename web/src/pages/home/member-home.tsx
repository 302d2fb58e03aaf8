import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import type { User } from '#models/contract/users';
import { Side } from '@/components/side';
import { EmptyState } from '@/components/states';
import { SocietyRail } from '@/features/home/society-rail';
import { WelcomeCard } from '@/features/home/welcome-card';
import { Composer } from '@/features/posts/composer';
import { Feed } from '@/features/posts/feed';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { useRooms } from '@/lib/live';
import { useWide } from '@/lib/use-wide';
import { cardsInFeed, SideCards } from './side-cards';

/** Rerenders alone when one of the societies changes. */
const OwnSocieties = () => <SocietyRail societies={useOwnSocieties()} />;

/** Home of a member: the composer over the feed, and cards beside it, or between its posts on phones. */
export function MemberHome({ me }: { me: User }) {
  const { t } = useTranslation('posts');
  const isWide = useWide();
  useRooms([roomOf('feed'), roomOf('mine')]);
  return (
    <div className="page split">
      <div className="stack">
        <WelcomeCard name={me.Name} />
        {!isWide && <OwnSocieties />}
        <Composer me={me} />
        <Feed me={me.ID} empty={<EmptyState title={t('empty')} />} {...(isWide ? {} : { insertions: cardsInFeed })} />
      </div>
      {isWide && (
        <Side>
          <SideCards />
        </Side>
      )}
    </div>
  );
}
