import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { getClaimState } from '#models/contract/admin-claims';
import type { DataOf } from '#models/contract/define';
import { lazyDialog } from '@/components/lazy-dialog';
import css from './claims.module.css';

const useClaimDialog = lazyDialog(() => import('./claim-dialog'));

/** Says that the only admin is away, with the button to claim the society, or that the own claim waits. */
export default function ClaimCard({ societyId, state: { own, may_claim } }: { societyId: string; state: DataOf<typeof getClaimState> }) {
  const { t } = useTranslation('members');
  const [dialog, open] = useClaimDialog({ societyId });
  return (
    <section className={`card ${css.notice}`} aria-label={t('claim.list')}>
      <p className={css.words}>
        {own ? t('claim.sentNotice') : t('claim.notice')} {!own && !may_claim && <span className="soft">{t('claim.new')}</span>}
      </p>
      {!own && may_claim && (
        <Button data-online aria-haspopup="dialog" onClick={open}>
          {t('claim.action')}
        </Button>
      )}
      {dialog}
    </section>
  );
}
