import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { coverSvg } from '#models/art/cover';
import { Picture } from '@/components/art/picture';
import css from './welcome-card.module.css';

/** Introduction for visitors, with links to the sign-up and to public pages. */
export function VisitorHero() {
  const { t } = useTranslation(['home', 'common']);
  const cloth = useMemo(() => coverSvg({ seed: 'nadi 19', category: 'Academic', width: 420, height: 150 }), []);
  return (
    <section className={css.welcome}>
      <Picture svg={cloth} className={css.cloth} />
      <div className={css.words}>
        <h1 className="h1">{t('home:visitor.title')}</h1>
        <p>{t('home:visitor.text')}</p>
        <div className={css.ways}>
          <Button component={Link} to="/signup" className={`${css.main} ${css.join}`}>
            {t('common:signUp')}
          </Button>
          <Button component={Link} to="/societies" className={css.other ?? ''}>
            {t('home:visitor.societies')}
          </Button>
          <Button component={Link} to="/events" className={css.other ?? ''}>
            {t('home:visitor.events')}
          </Button>
        </div>
      </div>
    </section>
  );
}
