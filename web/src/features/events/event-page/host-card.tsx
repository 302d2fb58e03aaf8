import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SocietyTile } from '@/components/society-tile';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

/** Card of the society that hosts the event. */
export function HostCard({ event: { Society, Society_ID, Society_Name } }: { event: ShownEvent }) {
  const { t } = useTranslation(['event', 'common']);
  return (
    <section className={`card ${css.host}`} aria-label={t('event:host.title')}>
      <SocietyTile id={Society_ID} category={Society.Category} image={Society.Image} size={52} />
      <span className="grow">
        <span className="micro dim">{t('event:host.title')}</span>
        <b className={css.hostName}>
          <bdi>{Society_Name || t('common:unknownSociety')}</bdi>
        </b>
      </span>
      <Button component={Link} to={`/societies/${Society_ID}`} variant="light" size="sm">
        {t('event:host.visit')}
      </Button>
    </section>
  );
}
