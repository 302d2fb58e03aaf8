import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { Excerpt } from '@/components/excerpt';
import { Nuqta } from '@/components/nuqta';
import { SocietyTile } from '@/components/society-tile';
import css from './society-rail.module.css';

const size = 60;

const Tile = memo(function Tile({ society: { ID, Name, Category, Image, New_Count } }: { society: Society }) {
  const { t } = useTranslation('shell');
  const newCount = New_Count ?? 0;
  return (
    <Link to={`/societies/${ID}`} className={css.tile}>
      <span className={css.picture}>
        <SocietyTile id={ID} category={Category} image={Image} size={size} />
        {newCount > 0 && (
          <span className={css.news}>
            <Nuqta size={11} />
          </span>
        )}
      </span>
      <Excerpt lines={2} className={`${css.name} micro`}>
        {Name}
      </Excerpt>
      {newCount > 0 && <span className="vh">{t('newPosts', { count: newCount })}</span>}
    </Link>
  );
});

interface SocietyRailProps {
  societies: readonly Society[];
  /** The link to more, which follows the societies, keeps its room meanwhile. */
  isComing: boolean;
}

/** Row of the user's societies for phones, with a dot on those with new posts, and a link to more. */
export function SocietyRail({ societies, isComing }: SocietyRailProps) {
  const { t } = useTranslation('home');
  return (
    <nav aria-label={t('rail')} className={css.rail} data-coming={isComing || undefined}>
      {societies.map((society) => (
        <Tile key={society.ID} society={society} />
      ))}
      <Link to="/societies" className={css.tile}>
        <span className={`${css.picture} ${css.more}`}>
          <IconPlus size={24} stroke={1.75} aria-hidden="true" />
        </span>
        <Excerpt lines={2} className={`${css.name} micro`}>
          {t('discover')}
        </Excerpt>
      </Link>
    </nav>
  );
}
