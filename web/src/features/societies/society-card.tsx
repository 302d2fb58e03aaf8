import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { Cover } from '@/components/cover';
import { Excerpt } from '@/components/excerpt';
import { LiveCount } from '@/components/live-count';
import { Nuqta } from '@/components/nuqta';
import { SocietyTile } from '@/components/society-tile';
import { formatNumber } from '@/lib/format';
import { societies } from '@/sync/societies';
import { useCategoryName } from './category-name';
import css from './society-card.module.css';

/** Weekly growth in members above which it is shown. */
const minGrowth = 20;

function CardFacts({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  return (
    <div className={`${css.facts} small dim`}>
      <Excerpt isSentence>
        <b className="soft">
          <LiveCount value={society.Member_Count} />
        </b>{' '}
        {t('card.members', { count: society.Member_Count })}
      </Excerpt>
      {society.Week_Growth > minGrowth && (
        <span className={`${css.week} micro`}>
          <Nuqta size={7} />
          {t('card.week', { n: formatNumber(society.Week_Growth) })}
        </span>
      )}
    </div>
  );
}

/** Card of a society in discovery; the whole card is a link. */
export const SocietyCard = memo(function SocietyCard({ id }: { id: string }) {
  const { t } = useTranslation('societies');
  const categoryName = useCategoryName();
  const society = societies.useOne(id);
  if (!society) return null;
  const { Name, Category, Image, Description, Role } = society;
  return (
    <article className={`card ${css.card}`}>
      <Cover seed={id} category={Category} image={Image} width={360} height={110} className={css.cover ?? ''} />
      <span className={css.tile}>
        <SocietyTile id={id} category={Category} image={Image} size={56} />
      </span>
      {Role && (
        <span className={`${css.mine} micro`}>
          <IconCheck size={13} stroke={2.5} aria-hidden="true" />
          {t(`role.${Role}`)}
        </span>
      )}
      <Excerpt isSentence className={`${css.kind} micro dim`}>
        {categoryName(Category)}
      </Excerpt>
      <div className={css.body}>
        <h2 className="h3">
          <Link to={`/societies/${id}`} className={css.whole}>
            <bdi>{Name}</bdi>
          </Link>
        </h2>
        <Excerpt as="p" lines={2} className={`${css.about} small soft`}>
          {Description}
        </Excerpt>
        <CardFacts society={society} />
      </div>
    </article>
  );
});
