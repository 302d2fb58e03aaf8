import { IconAlertTriangle, IconBell, IconHistory, IconId, IconKey, IconLock } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import css from './settings.module.css';

const icons = {
  general: IconId,
  privacy: IconLock,
  permissions: IconKey,
  notifications: IconBell,
  history: IconHistory,
  danger: IconAlertTriangle,
};
export type SectionName = keyof typeof icons;
const names = Object.keys(icons) as SectionName[];

/** Section by the URL's parameter; the first by default. */
export const sectionOf = (param: string | null): SectionName => names.find((name) => name === param) ?? 'general';
export const searchOf = (name: SectionName): string => (name === 'general' ? '' : `?section=${name}`);

/** Links to the sections, in a column beside them or in a scrolling row. */
export function SectionMenu({ active }: { active: SectionName }) {
  const { t } = useTranslation('society-settings');
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) menu.current?.querySelector('[aria-current]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' });
  }, [active]);
  return (
    <nav ref={menu} className={css.menu} aria-label={t('menu')}>
      {names.map((name) => {
        const Icon = icons[name];
        return (
          <Link key={name} to={{ search: searchOf(name) }} className={css.entry} aria-current={name === active ? 'page' : undefined}>
            <Icon size={19} stroke={1.75} aria-hidden="true" />
            {t(`section.${name}`)}
          </Link>
        );
      })}
    </nav>
  );
}
