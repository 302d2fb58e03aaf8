import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { renderedView } from '@/lib/rendered-view';
import { setAppearance } from '@/sync/preferences';

/** Switches between the two languages; the label is in the other one. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const { t, i18n } = useTranslation('shell');
  const other = i18n.language === 'ar' ? 'en' : 'ar';
  const change = () => setAppearance({ locale: other });
  if (className) {
    return (
      <button type="button" className={className} lang={other} onClick={change}>
        <IconLanguage aria-hidden="true" />
        {t('otherLanguage')}
      </button>
    );
  }
  return (
    <Button variant="subtle" color="gray" lang={other} leftSection={<IconLanguage size={18} aria-hidden="true" />} onClick={change}>
      {t('otherLanguage')}
    </Button>
  );
}

/** Switches between the light and dark theme; before the first choice the system decides. */
export function SchemeSwitch({ className, labelled = false }: { className?: string | undefined; labelled?: boolean }) {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: renderedView() !== null });
  // The gateway knows neither the visitor's choice nor the system's: a rendered page gets the right label after it is taken over.
  const isTakenOver = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const night = isTakenOver && scheme === 'dark';
  const change = () => {
    const theme = night ? 'light' : 'dark';
    setColorScheme(theme);
    setAppearance({ theme });
  };
  const Icon = night ? IconSun : IconMoon;
  if (labelled) {
    return (
      <button type="button" className={className} onClick={change}>
        <Icon aria-hidden="true" />
        {night ? t('lightLook') : t('darkLook')}
      </button>
    );
  }
  return (
    <ActionIcon className={className} aria-label={night ? t('toLight') : t('toDark')} onClick={change}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
