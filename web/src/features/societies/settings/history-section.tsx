import { useTranslation } from 'react-i18next';
import { RowSkeletons } from '@/components/skeletons';
import { lazyOptional } from '@/lib/lazy-optional';
import css from './settings.module.css';

const SocietyHistory = lazyOptional(() => import('@/features/audit/society-history'), { areas: ['audit'], fallback: <RowSkeletons /> });

/** Settings section with the society's history. */
export function HistorySection({ societyId }: { societyId: string }) {
  const { t } = useTranslation('society-settings');
  return (
    <section className={`card ${css.box}`} aria-label={t('section.history')}>
      <header>
        <h3 className="h2">{t('section.history')}</h3>
        <p className="small soft">{t('lead.history')}</p>
      </header>
      <SocietyHistory societyId={societyId} />
    </section>
  );
}
