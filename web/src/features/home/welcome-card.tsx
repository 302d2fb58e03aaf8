import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { coverSvg } from '#models/art/cover';
import { Picture } from '@/components/art/picture';
import { Nuqta } from '@/components/nuqta';
import css from './welcome-card.module.css';

const greetingAt = (hour: number): 'morning' | 'afternoon' | 'evening' => (hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening');

/** Greeting by name on a drawn cover, with links to the user's societies and events. */
export function WelcomeCard({ name }: { name: string }) {
  const { t } = useTranslation('home');
  const cloth = useMemo(() => coverSvg({ seed: 'nadi 19', category: 'Academic', width: 420, height: 150 }), []);
  return (
    <section className={css.welcome}>
      <Picture svg={cloth} className={css.cloth} />
      <div className={css.words}>
        <h1 className="h1">
          {t(`greeting.${greetingAt(new Date().getHours())}`)} <bdi>{name}</bdi>
        </h1>
        <p className={css.line}>
          <Nuqta tone="spark" size={8} />
          {t('greeting.line')}
        </p>
        <div className={css.ways}>
          <Button component={Link} to="/my-societies" className={css.main ?? ''}>
            {t('mySocieties')}
          </Button>
          <Button component={Link} to="/events" className={css.other ?? ''}>
            {t('upcoming')}
          </Button>
        </div>
      </div>
    </section>
  );
}
