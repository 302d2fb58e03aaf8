import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { Excerpt } from '@/components/excerpt';
import { SocietyTile } from '@/components/society-tile';
import css from './poster.module.css';
import { PosterName, Scan, Sheet } from './sheet';

/** Printable poster of a society; `category` is translated. */
export function SocietyPoster({ society, category }: { society: Society; category: string }) {
  const { t } = useTranslation('poster');
  const { ID, Name, Category, Image, Description, Privacy } = society;
  return (
    <>
      {Privacy?.visibility === 'invite-only' && <p className={`${css.note} small`}>{t('byInvitation')}</p>}
      <Sheet title={Name} seed={ID} category={Category} image={Image}>
        <div className={css.words}>
          <span className={css.tile}>
            <SocietyTile id={ID} category={Category} image={Image} size="100%" />
          </span>
          {category && <p className={css.kicker}>{category}</p>}
          <PosterName>{Name}</PosterName>
          <Excerpt as="p" lines={6} className={css.about}>
            {Description}
          </Excerpt>
        </div>
        <Scan path={`/societies/${ID}`} call={t('join')} />
      </Sheet>
    </>
  );
}
