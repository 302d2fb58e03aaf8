import { useTranslation } from 'react-i18next';
import { LiveCount } from '@/components/live-count';
import { SideCard } from '@/components/side-card';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

/** Live counts of attendees, bookmarks and shares. */
export function StatsCard({ event: { attendees, interested, shares } }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const figures = [
    { label: t('stats.attendees'), value: attendees },
    { label: t('stats.interested'), value: interested },
    { label: t('stats.shares'), value: shares },
  ];
  return (
    <SideCard title={t('stats.title')}>
      <dl className={css.figures}>
        {figures.map(({ label, value }) => (
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
