import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { coverSvg } from '@/components/art/cover';
import { Picture } from '@/components/art/picture';
import css from './welcome-card.module.css';

const greetingAt = (hour: number): 'morning' | 'afternoon' | 'evening' => (hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening');

/** Greets by name, on Nadi's own cloth. */
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
        <p>{t('greeting.line')}</p>
      </div>
    </section>
  );
}
