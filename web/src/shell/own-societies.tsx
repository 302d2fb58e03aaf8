import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { Nuqta } from '@/components/nuqta';
import { SocietyTile } from '@/components/society-tile';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { formatNumber } from '@/lib/format';
import { NavItem } from './nav-item';
import css from './shell.module.css';

function News({ count }: { count: number }) {
  const { t } = useTranslation('shell');
  return (
    <span className={`${css.unread} micro`}>
      <Nuqta size={7} />
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="vh">{t('newPosts', { count })}</span>
    </span>
  );
}

interface OwnSocietiesProps {
  onChoose?: (() => void) | undefined;
}

const OwnSociety = memo(function OwnSociety({ society, onChoose }: OwnSocietiesProps & { society: Society }) {
  const { ID, Name, Category, Image, New_Count } = society;
  return (
    <NavItem
      to={`/societies/${ID}`}
      icon={<SocietyTile id={ID} category={Category} image={Image} size={28} />}
      label={Name}
      badge={New_Count ? <News count={New_Count} /> : null}
      onClick={onChoose}
    />
  );
});

/** The user's societies, with the number of new posts in each. */
export function OwnSocieties({ onChoose }: OwnSocietiesProps) {
  const { t } = useTranslation('shell');
  const own = useOwnSocieties();
  if (own.length === 0) return null;
  return (
    <>
      <h2 className={`${css.head} micro`}>{t('yourSocieties')}</h2>
      <nav aria-label={t('yourSocieties')} className={css.list}>
        {own.map((society) => (
          <OwnSociety key={society.ID} society={society} onChoose={onChoose} />
        ))}
      </nav>
    </>
  );
}
