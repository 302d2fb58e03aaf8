import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pages } from '#models/contract/pages';
import { SideCard } from '@/components/side-card';
import css from './quick-links.module.css';

const newSociety = '/societies/new';
/** Compares the exact path, since the pattern of a society's page matches it too. */
const hasNewSocietyPage = (pages as readonly string[]).includes(newSociety);

/** Card of links to frequent actions; a link without its page is left out. */
export function QuickLinks({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation('home');
  return (
    <SideCard title={t('quick.title')}>
      <div className={css.links}>
        {!isSignedIn && (
          <Button component={Link} to="/login">
            {t('quick.loginToCreate')}
          </Button>
        )}
        {isSignedIn && hasNewSocietyPage && (
          <Button component={Link} to={newSociety} variant="light">
            {t('quick.create')}
          </Button>
        )}
        <Button component={Link} to="/events" variant="default">
          {t('quick.browse')}
        </Button>
        <Button component={Link} to="/societies" variant="default">
          {t('quick.discover')}
        </Button>
        <Button component={Link} to="/support" variant="default">
          {t('quick.help')}
        </Button>
      </div>
    </SideCard>
  );
}
