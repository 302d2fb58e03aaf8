import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AdminClaim } from '#models/contract/admin-claims';
import { roomOf } from '#models/contract/rooms';
import { AsyncList } from '@/components/async-list';
import { lazyDialog } from '@/components/lazy-dialog';
import { PersonRow } from '@/components/person-row';
import { EmptyState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { WrittenText } from '@/components/written-text';
import { useRooms } from '@/lib/live';
import css from './claims.module.css';
import { useClaims } from './claims.store';

const useDecideDialog = lazyDialog(() => import('./decide-dialog'));

function DecideButton({ claim, decision }: { claim: AdminClaim; decision: 'confirm' | 'decline' }) {
  const { t } = useTranslation('members');
  const [dialog, open] = useDecideDialog({ claim, decision });
  return (
    <>
      <Button data-online variant={decision === 'confirm' ? 'filled' : 'default'} aria-haspopup="dialog" onClick={open}>
        {t(`claim.${decision}`)}
      </Button>
      {dialog}
    </>
  );
}

function ClaimRow({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation(['members', 'common']);
  const nameOf = (name: string) => name || t('common:unknownUser');
  const note = (
    <>
      <span>{t('members:claim.absent', { name: nameOf(claim.Admin_Name) })}</span> · <TimeAgo time={claim.CreatedAt} />
    </>
  );
  return (
    <li className={css.row} aria-label={t('members:claim.label', { society: claim.Society_Name })}>
      <Link to={`/societies/${claim.Society_ID}`} className="link tap">
        <bdi>{claim.Society_Name}</bdi>
      </Link>
      <PersonRow id={claim.User} name={claim.User_Name} image={claim.User_Photo} size={44} note={note} />
      <WrittenText text={claim.Words} />
      <div className={css.buttons}>
        <DecideButton claim={claim} decision="decline" />
        <DecideButton claim={claim} decision="confirm" />
      </div>
    </li>
  );
}

/** Claims of members to societies whose only admin is away, for platform admins. */
export function ClaimQueue() {
  const { t } = useTranslation('members');
  const list = useClaims();
  useRooms([roomOf('staff')]);
  return (
    <section className={`card ${css.queue}`} aria-labelledby="claims-title">
      <h2 id="claims-title" className="h3">
        {t('claim.list')}
      </h2>
      <AsyncList
        view={list}
        frame="none"
        failed={t('claim.failed')}
        empty={<EmptyState title={t('claim.none')} text={t('claim.noneText')} />}
      >
        {(claim) => <ClaimRow claim={claim} />}
      </AsyncList>
    </section>
  );
}
