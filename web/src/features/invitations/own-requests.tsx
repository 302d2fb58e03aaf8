import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type OwnJoinRequest, withdrawRequest } from '#models/contract/join-requests';
import { BusyButton } from '@/components/busy-button';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { cancelAndInvalidate } from '@/lib/query';
import css from './invitations.module.css';
import { refetchOwnRequests, useOwnRequests } from './own-requests.store';
import { SocietyLine } from './society-line';

function Withdraw({ request: { Society_ID, Society } }: { request: OwnJoinRequest }) {
  const { t } = useTranslation(['invitations', 'common']);
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await api(withdrawRequest, { society_id: Society_ID });
    } catch (error) {
      reportFailure(error);
    }
    await Promise.all([refetchOwnRequests(), cancelAndInvalidate(['societies', 'info', Society_ID])]);
    setBusy(false);
  };
  return (
    <BusyButton
      variant="default"
      busy={isBusy}
      busyLabel={t('invitations:sent.withdrawing')}
      aria-label={isBusy ? undefined : t('invitations:sent.withdrawOf', { society: Society?.Name ?? t('common:unknownSociety') })}
      onClick={() => void withdraw()}
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
  const { query, items } = useOwnRequests();
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
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && <ErrorState title={t('sent.failed')} onRetry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && (
        <EmptyState title={t('sent.none')} text={t('sent.noneText')} seed="sent" action={discover} />
      )}
      <LongList className={css.lines} items={items} idOf={({ Request_ID }) => Request_ID} hasMore={query.hasNextPage}>
        {(request) => (
          <SocietyLine society={request.Society} note={<Note request={request} />}>
            <Withdraw request={request} />
          </SocietyLine>
        )}
      </LongList>
      <InfiniteScroll query={query}>
        <RowSkeletons rows={2} />
      </InfiniteScroll>
    </section>
  );
}
