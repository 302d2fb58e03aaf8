import { useTranslation } from 'react-i18next';
import { LiveCount } from '@/components/live-count';
import { SideCard } from '@/components/side-card';
import { useOwnList } from './own-societies';
import css from './statistics-panel.module.css';

/** How many societies the reader belongs to, and how many of them they manage: of the whole list, which is never cut. */
export function ImpactCard() {
  const { t } = useTranslation('societies');
  const { own } = useOwnList();
  const figures = [
    [t('mySocieties.membershipCount'), own.length],
    [t('mySocieties.managedCount'), own.filter(({ Role }) => Role === 'admin').length],
  ] as const;
  return (
    <SideCard title={t('mySocieties.impact')}>
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
    </SideCard>
  );
}
