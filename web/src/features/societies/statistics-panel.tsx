import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DataOf } from '#models/contract/define';
import type { getStatistics } from '#models/contract/societies';
import { AsyncCard } from '@/components/async-card';
import { Excerpt } from '@/components/excerpt';
import { LiveCount } from '@/components/live-count';
import { SideCard } from '@/components/side-card';
import { SocietyTile } from '@/components/society-tile';
import { formatNumber } from '@/lib/format';
import { societies } from '@/sync/societies';
import { useCategoryName } from './category-name';
import { useStatistics } from './societies.queries';
import css from './statistics-panel.module.css';

type Statistics = DataOf<typeof getStatistics>;
const maxShown = 3;

function Totals({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation('societies');
  const figures = [
    [t('stats.totalSocieties'), statistics.total_societies],
    [t('stats.totalMembers'), statistics.total_members],
    [t('stats.avgMembers'), Math.round(statistics.avg_members)],
    [t('stats.categories'), statistics.categories],
  ] as const;
  return (
    <dl className={css.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="micro dim">{label}</dt>
          <dd>
            <LiveCount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ActiveSociety({ place, society }: { place: number; society: Statistics['most_active'][number] }) {
  const entity = societies.useOne(society.ID);
  return (
    <li className={css.active}>
      <span className={`${css.place} small`}>{formatNumber(place)}</span>
      <SocietyTile id={society.ID} category={society.Category} image={society.Image} size={38} />
      <Link to={`/societies/${society.ID}`} className={`${css.name} grow small tap`}>
        <Excerpt>{society.Name}</Excerpt>
      </Link>
      <span className="small dim">
        <LiveCount value={entity?.Member_Count ?? society.Member_Count} />
      </span>
    </li>
  );
}

/** Largest categories by their share of all societies, and the number of others as large as the last one. */
function Categories({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation('societies');
  const categoryName = useCategoryName();
  const { top_categories: top, total_societies: total, tied_categories: tied } = statistics;
  return (
    <>
      <ul className={css.bars}>
        {top.slice(0, maxShown).map(({ category, count }) => (
          <li key={category}>
            <span className="row small">
              <Excerpt className="grow">{categoryName(category)}</Excerpt>
              <span className="dim">{formatNumber(count)}</span>
            </span>
            <span className={css.bar} aria-hidden="true">
              <span style={{ inlineSize: `${(count / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {tied > 0 && <p className="micro dim">{t('stats.tied', { count: tied, n: formatNumber(tied) })}</p>}
    </>
  );
}

/** Statistics of the community. */
export function StatisticsPanel() {
  const { t } = useTranslation('societies');
  const query = useStatistics();
  const { data } = query;
  return (
    <div className="stack">
      <SideCard title={t('stats.title')}>
        <AsyncCard query={query} data={data} failure="block">
          {(statistics) => <Totals statistics={statistics} />}
        </AsyncCard>
      </SideCard>
      {data && data.most_active.length > 0 && (
        <SideCard title={t('stats.mostActive')}>
          <p className="micro dim">{t('stats.byMembers')}</p>
          <ol className={css.list}>
            {data.most_active.slice(0, maxShown).map((society, index) => (
              <ActiveSociety key={society.ID} place={index + 1} society={society} />
            ))}
          </ol>
        </SideCard>
      )}
      {data && data.top_categories.length > 0 && (
        <SideCard title={t('stats.topCategories')}>
          <Categories statistics={data} />
        </SideCard>
      )}
    </div>
  );
}
