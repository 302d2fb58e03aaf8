import { useTranslation } from 'react-i18next';
import { Count } from '@/components/count';
import { SideCard } from '@/components/side-card';
import { useOwnSocietiesQuery } from './own-societies';
import css from './statistics-panel.module.css';

/** Number of societies that the viewer belongs to and manages, counted in the complete list. */
export function ImpactCard() {
  const { t } = useTranslation('societies');
  const { query, own } = useOwnSocietiesQuery();
  const loaded = query.data && own;
  const figures = [
    [t('mySocieties.membershipCount'), loaded?.length],
    [t('mySocieties.managedCount'), loaded?.filter(({ Role }) => Role === 'admin').length],
  ] as const;
  return (
    <SideCard title={t('mySocieties.impact')}>
      <dl className={css.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="micro dim">{label}</dt>
            <dd>
              <Count value={value} isFailed={query.isError} />
            </dd>
          </div>
        ))}
      </dl>
    </SideCard>
  );
}
