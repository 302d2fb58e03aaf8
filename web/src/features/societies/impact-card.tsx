import { useTranslation } from 'react-i18next';
import { Count } from '@/components/count';
import { SideCard } from '@/components/side-card';
import { useOwnList } from './own-societies';
import css from './statistics-panel.module.css';

/** How many societies the reader belongs to, and how many of them they manage: of the whole list, which is never cut. */
export function ImpactCard() {
  const { t } = useTranslation('societies');
  const { query, own } = useOwnList();
  const known = query.data && own;
  const figures = [
    [t('mySocieties.membershipCount'), known?.length],
    [t('mySocieties.managedCount'), known?.filter(({ Role }) => Role === 'admin').length],
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
