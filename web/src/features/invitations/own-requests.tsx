import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type OwnJoinRequest, withdrawRequest } from '#models/contract/join-requests';
import { AsyncList } from '@/components/async-list';
import { BusyButton } from '@/components/busy-button';
import { EmptyState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { useAction } from '@/sync/mutations';
import css from './invitations.module.css';
import { ownRequestList } from './own-requests.store';
import { SocietyLine } from './society-line';

function Withdraw({ request: { Society_ID, Society } }: { request: OwnJoinRequest }) {
  const { t } = useTranslation(['invitations', 'common']);
  const { run, isBusy } = useAction(
    async () => {
      await api(withdrawRequest, { society_id: Society_ID });
      await ownRequestList.refetch();
    },
    { onError: () => ownRequestList.refetch() },
  );
  return (
    <BusyButton
      variant="default"
      busy={isBusy}
      busyLabel={t('invitations:sent.withdrawing')}
      aria-label={isBusy ? undefined : t('invitations:sent.withdrawOf', { society: Society?.Name ?? t('common:unknownSociety') })}
      onClick={() => void run()}
    >
      {t('invitations:sent.withdraw')}
    </BusyButton>
  );
}

function Note({ request: { CreatedAt, Answer } }: { request: OwnJoinRequest }) {
  const { t } = useTranslation('invitations');
  return (
    <>
      <span>
        {t('sent.asked')} <TimeAgo time={CreatedAt} />
      </span>
      {Answer && (
        <span className={css.wrote}>
          {t('sent.wrote')} <bdi>{Answer}</bdi>
        </span>
      )}
    </>
  );
}

/** The viewer's open join requests, each with a button to withdraw it. */
export function OwnRequests() {
  const { t } = useTranslation('invitations');
  const list = ownRequestList.useItems({});
  const discover = (
    <Button component={Link} to="/societies" variant="light">
      {t('sent.discover')}
    </Button>
  );
  return (
    <section className={`card ${css.section}`} aria-labelledby="requests-sent">
      <h2 id="requests-sent" className="h3">
        {t('sent.title')}
      </h2>
      <AsyncList
        view={list}
        idOf={({ Request_ID }) => Request_ID}
        className={css.lines}
        frame="none"
        failed={t('sent.failed')}
        empty={<EmptyState title={t('sent.none')} text={t('sent.noneText')} seed="sent" action={discover} />}
      >
        {(request) => (
          <SocietyLine society={request.Society} note={<Note request={request} />}>
            <Withdraw request={request} />
          </SocietyLine>
        )}
      </AsyncList>
    </section>
  );
}
