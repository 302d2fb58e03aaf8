import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Logo } from '@/components/logo';
import { AccountBlock } from './account-block';
import { MainMenu } from './main-menu';
import { MemberMenu } from './member-menu';
import css from './shell.module.css';
import { SideSearch } from './side-search';

/** Side bar of wide screens; an icon rail between 64em and 80em. The menus scroll by themselves above the account. */
export function Sidebar() {
  const { t } = useTranslation('shell');
  return (
    <aside className={css.side}>
      <Link to="/" className={css.brand} aria-label={t('homeLink')}>
        <Logo />
      </Link>
      <SideSearch />
      <div className={css.menus}>
        <h2 className={`${css.head} micro`}>{t('mainMenu')}</h2>
        <MainMenu />
        <MemberMenu />
      </div>
      <AccountBlock />
    </aside>
  );
}
