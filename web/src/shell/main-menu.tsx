import { IconCalendarEvent, IconCompass, IconHome, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavItem } from './nav-item';
import css from './shell.module.css';

/** Links of the main menu, in the side bar and in the drawer. */
export function MainMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  return (
    <nav aria-label={t('mainMenu')} className={css.list}>
      <NavItem to="/" isExact icon={<IconHome aria-hidden="true" />} label={t('home')} onClick={onChoose} />
      <NavItem to="/events" icon={<IconCalendarEvent aria-hidden="true" />} label={t('events')} onClick={onChoose} />
      <NavItem to="/societies" isExact icon={<IconCompass aria-hidden="true" />} label={t('societies')} onClick={onChoose} />
      <NavItem to="/about" isExact icon={<IconInfoCircle aria-hidden="true" />} label={t('about')} onClick={onChoose} />
    </nav>
  );
}
