import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pages } from '#models/contract/pages';
import { SideCard } from '@/components/side-card';
import css from './quick-links.module.css';

const newSociety = '/societies/new';
/** The pattern of a society's page fits this path too, so it is looked for by its own name. */
const hasNewSociety = (pages as readonly string[]).includes(newSociety);

/** The short ways; a link stands here as soon as its page exists. */
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
        {isSignedIn && hasNewSociety && (
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
