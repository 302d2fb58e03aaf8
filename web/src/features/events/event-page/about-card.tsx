import { useTranslation } from 'react-i18next';
import { useTagName } from '@/components/event-names';
import { WrittenText } from '@/components/written-text';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

/** Description and tags of an event. */
export function AboutCard({ event: { Description, Tags } }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const tagName = useTagName();
  return (
    <section className={`card ${css.box}`} aria-label={t('about.title')}>
      <h2 className="h2">{t('about.title')}</h2>
      <WrittenText text={Description || t('about.empty')} />
      {Tags.length > 0 && (
        <ul className={css.tags} aria-label={t('about.tags')}>
          {Tags.map((tag) => (
            <li key={tag} className={`${css.tag} micro`}>
              <bdi>{tagName(tag)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
