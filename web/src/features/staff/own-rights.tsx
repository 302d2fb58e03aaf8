import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StaffScope } from '#models/contract/staff-scopes';
import { lazyDialog } from '@/components/lazy-dialog';
import { useUser } from '@/lib/session';
import { ScopeBadges } from './scope-badges';
import css from './staff.module.css';

const useGiveUpDialog = lazyDialog(() => import('./give-up-dialog'));

/** The viewer's own scopes, and the button to give them up. */
export function OwnRights() {
  const { t } = useTranslation('staff');
  const user = useUser();
  const scopes: StaffScope[] = [...(user?.Scopes ?? []), ...(user?.Role === 'admin' ? (['all'] as const) : [])];
  const [dialog, open] = useGiveUpDialog({ scopes });
  return (
    <section className={`card ${css.part}`} aria-label={t('own.title')}>
      <h2 className="h3">{t('own.title')}</h2>
      <ScopeBadges scopes={scopes} />
      <div>
        <Button data-online variant="default" aria-haspopup="dialog" onClick={open}>
          {t('own.open')}
        </Button>
      </div>
      {dialog}
    </section>
  );
}
