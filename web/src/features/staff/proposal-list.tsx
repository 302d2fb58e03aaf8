import { useTranslation } from 'react-i18next';
import { confirmStaffChange, type StaffProposal, withdrawStaffChange } from '#models/contract/staff';
import { BusyButton } from '@/components/busy-button';
import { confirm } from '@/components/confirm';
import { PersonRow } from '@/components/person-row';
import { EmptyState } from '@/components/states';
import { api } from '@/lib/api';
import { exactTime } from '@/lib/format';
import { useUser } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { ScopeBadges } from './scope-badges';
import css from './staff.module.css';
import { refetchStaff } from './staff.store';

/** Buttons of the viewer: to confirm as the second person, and to withdraw or reject. */
function Decision({ proposal: { ID, Kind, Person, Proposed_By }, me }: { proposal: StaffProposal; me: string }) {
  const { t } = useTranslation(['staff', 'common']);
  const isOwn = Proposed_By.ID === me;
  const name = Person.Name || t('common:unknownUser');
  const settled = async (words: string) => {
    toast('success', words);
    await refetchStaff();
  };
  const end = useAction(
    async () => {
      await api(withdrawStaffChange, { proposal_id: ID });
      await settled(t(isOwn ? 'staff:proposals.withdrawn' : 'staff:proposals.rejected'));
    },
    { onError: refetchStaff },
  );
  const accept = useAction(
    async () => {
      await api(confirmStaffChange, { proposal_id: ID });
      await settled(t('staff:proposals.confirmed'));
    },
    { onError: refetchStaff },
  );
  const ask = () =>
    void confirm({
      title: t(Kind === 'give' ? 'staff:proposals.confirmGive' : 'staff:proposals.confirmTake', { name }),
      text: t('staff:proposals.confirmText', { name }),
      action: t('staff:proposals.confirm'),
      busy: t('staff:proposals.confirming'),
      run: () => accept.run(),
    });
  const isAboutMe = Person.ID === me;
  if (isAboutMe && Kind === 'take' && !isOwn) return <TakenFromMe onConfirm={ask} isBusy={accept.isBusy} />;
  if (isAboutMe) return <p className="small soft">{t('staff:proposals.aboutYou')}</p>;
  return (
    <>
      {isOwn && <p className="small soft">{t('staff:proposals.waitForOther')}</p>}
      <div className={css.buttons}>
        <BusyButton
          variant="default"
          busy={end.isBusy}
          busyLabel={t(isOwn ? 'staff:proposals.withdrawing' : 'staff:proposals.rejecting')}
          onClick={() => void end.run()}
        >
          {t(isOwn ? 'staff:proposals.withdraw' : 'staff:proposals.reject')}
        </BusyButton>
        {!isOwn && (
          <BusyButton busy={accept.isBusy} busyLabel={t('staff:proposals.confirming')} onClick={ask}>
            {t('staff:proposals.confirm')}
          </BusyButton>
        )}
      </div>
    </>
  );
}

/** A proposal to take the viewer's own scopes: they may agree, and not reject it. */
function TakenFromMe({ onConfirm, isBusy }: { onConfirm: () => void; isBusy: boolean }) {
  const { t } = useTranslation('staff');
  return (
    <>
      <p className="small soft">{t('proposals.aboutYou')}</p>
      <div className={css.buttons}>
        <BusyButton busy={isBusy} busyLabel={t('proposals.confirming')} onClick={onConfirm}>
          {t('proposals.confirm')}
        </BusyButton>
      </div>
    </>
  );
}

function Proposal({ proposal }: { proposal: StaffProposal }) {
  const { t } = useTranslation(['staff', 'common']);
  const me = useUser()?.ID;
  const { Person, Kind, Scopes, Proposed_By, Expires_At } = proposal;
  return (
    <li className={css.row}>
      <article className={css.proposal} aria-label={t('staff:proposals.of', { name: Person.Name || t('common:unknownUser') })}>
        <PersonRow
          id={Person.ID}
          name={Person.Name}
          image={Person.Image}
          note={
            <>
              {t('staff:proposals.by')} <bdi>{Proposed_By.Name}</bdi> · {t('staff:proposals.until')}{' '}
              <time dateTime={Expires_At}>{exactTime(Expires_At)}</time>
            </>
          }
        />
        <p className={css.what}>
          <span className="small">{t(`staff:proposals.${Kind}`)}</span> <ScopeBadges scopes={Scopes} />
        </p>
        {me && <Decision proposal={proposal} me={me} />}
      </article>
    </li>
  );
}

/** Open proposals, the newest first. */
export function ProposalList({ proposals }: { proposals: readonly StaffProposal[] }) {
  const { t } = useTranslation('staff');
  return (
    <section className={`card ${css.part}`} aria-label={t('proposals.title')}>
      <h2 className="h3">{t('proposals.title')}</h2>
      {proposals.length === 0 ? (
        <EmptyState title={t('proposals.none')} text={t('proposals.noneText')} />
      ) : (
        <ul className={css.list}>
          {proposals.map((proposal) => (
            <Proposal key={proposal.ID} proposal={proposal} />
          ))}
        </ul>
      )}
    </section>
  );
}
