import { IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavItem } from './nav-item';
import css from './shell.module.css';

/** In place of the links for staff, while their session has proved no second factor. */
export default function HeldAdminLink({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation(['shell', 'second-step']);
  return (
    <>
      <h2 className={`${css.head} micro`}>{t('shell:admin.title')}</h2>
      <nav aria-label={t('shell:admin.title')} className={css.list}>
        <NavItem
          to="/account?tab=security"
          icon={<IconUserShield aria-hidden="true" />}
          label={t('second-step:staff.add')}
          onClick={onChoose}
        />
      </nav>
    </>
  );
}
