import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Logo } from '@/components/logo';
import { LanguageSwitch, SchemeSwitch } from '@/components/preferences';
import { AccountBlock } from './account-block';
import { MainMenu } from './main-menu';
import { MemberMenu } from './member-menu';
import css from './shell.module.css';
import { SideSearch } from './side-search';

/** The side bar on phones. Closes on Escape, on its overlay, and when a link is chosen. */
export default function SideDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<Logo />}
      closeButtonProps={{ 'aria-label': t('closeMenu'), size: 44 }}
      classNames={{ body: css.drawer ?? '' }}
    >
      <SideSearch onChoose={onClose} />
      <h2 className={`${css.head} micro`}>{t('mainMenu')}</h2>
      <MainMenu onChoose={onClose} />
      <MemberMenu onChoose={onClose} />
      <div className="grow" />
      <div className={`${css.list} ${css.switches}`}>
        <LanguageSwitch className={css.nav} />
        <SchemeSwitch className={css.nav} labelled />
      </div>
      <AccountBlock onChoose={onClose} />
    </Drawer>
  );
}
