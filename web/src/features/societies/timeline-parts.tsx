import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import css from './timeline-parts.module.css';

/** Heading of the timeline with the number of posts. */
export function ActivityTitle({ count }: { count: number }) {
  const { t } = useTranslation('societies');
  return (
    <div className={css.title}>
      <h2 className="h3">{t('timeline.title')}</h2>
      <span className="small dim">{t('timeline.posts', { count, n: formatNumber(count) })}</span>
    </div>
  );
}

/** Notice for outsiders in place of a private society's posts or events. */
export function ClosedSociety({ what = 'posts' }: { what?: 'posts' | 'events' }) {
  const { t } = useTranslation('societies');
  const isEvents = what === 'events';
  return (
    <section className={`card ${css.closed}`}>
      <span className={css.lock}>
        <IconLock size={24} stroke={1.75} aria-hidden="true" />
      </span>
      <h2 className="h3">{isEvents ? t('closed.eventsTitle') : t('closed.title')}</h2>
      <p className="small soft">{isEvents ? t('closed.eventsText') : t('closed.text')}</p>
    </section>
  );
}
