import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CardList } from '@/components/card-list';
import { Excerpt } from '@/components/excerpt';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { formatNumber } from '@/lib/format';
import { societies } from '@/sync/societies';
import { noFilter } from './discovery-filter';
import { useSocietyList } from './societies.queries';
import css from './societies-card.module.css';

const shown = 4;

/** Card with the largest societies, for users who are in none yet. */
export function SocietiesCard() {
  const { t } = useTranslation(['societies', 'common']);
  const { query, ids } = useSocietyList(noFilter);
  const found = societies.useList(ids.slice(0, shown));
  return (
    <SideCard title={t('societies:largest.title')} link={{ to: '/societies', label: t('societies:largest.all') }}>
      <CardList query={query} items={found} className={css.list} skeleton={<RowSkeletons rows={shown} />} empty={t('societies:empty')}>
        {({ ID, Name, Category, Image, Member_Count }) => (
          <li>
            <Link to={`/societies/${ID}`} className={css.line}>
              <SocietyTile id={ID} category={Category} image={Image} />
              <span className="grow">
                <Excerpt className={css.name}>{Name || t('common:unknownSociety')}</Excerpt>
                <span className="micro dim">{t('societies:largest.members', { count: Member_Count, n: formatNumber(Member_Count) })}</span>
              </span>
            </Link>
          </li>
        )}
      </CardList>
    </SideCard>
  );
}
