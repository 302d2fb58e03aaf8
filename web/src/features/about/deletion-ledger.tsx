import { useTranslation } from 'react-i18next';
import type { LedgerLine } from '#models/contract/privacy';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { ThingGate } from '@/components/thing-gate';
import { exactTime, formatNumber } from '@/lib/format';
import { deletionLedger, theOne, wordsFor } from './data-register.store';
import css from './legal.module.css';
import { LegalFrame } from './legal-frame';

function LedgerTable({ lines }: { lines: readonly LedgerLine[] }) {
  const { t } = useTranslation('data-register');
  return (
    <table className={css.ledger}>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('lastRun')}</th>
          <th scope="col">{t('deleted')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ Collection, Last_Run, Deleted }) => (
          <tr key={Collection}>
            <th scope="row">{wordsFor(Collection).title}</th>
            <td>
              <time dateTime={Last_Run}>{exactTime(Last_Run)}</time>
            </td>
            <td>{formatNumber(Deleted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The deletion ledger: what each retention job deleted at its last run. */
export function DeletionLedger() {
  const { t } = useTranslation(['data-register', 'privacy']);
  const view = deletionLedger.useThing(theOne);
  return (
    <LegalFrame
      title={t('data-register:ledgerTitle')}
      lead={t('data-register:ledgerLead')}
      contents={t('data-register:contents')}
      back={t('privacy:back')}
      links={[
        { to: '/privacy', label: t('data-register:privacy') },
        { to: '/privacy/register', label: t('data-register:toRegister') },
      ]}
    >
      <ThingGate view={view} skeleton={<RowSkeletons />} missing={() => null} titleAs="p">
        {({ Lines }) =>
          Lines.length === 0 ? (
            <EmptyState title={t('data-register:none')} text={t('data-register:noneText')} />
          ) : (
            <LedgerTable lines={Lines} />
          )
        }
      </ThingGate>
    </LegalFrame>
  );
}
