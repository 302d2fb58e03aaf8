import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SideCard } from '@/components/side-card';
import css from './quick-links.module.css';

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
        <Button component={Link} to="/societies" variant={isSignedIn ? 'light' : 'default'}>
          {t('quick.discover')}
        </Button>
      </div>
    </SideCard>
  );
}
