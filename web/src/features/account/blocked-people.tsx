import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getBlocked, unblockUser } from '#models/contract/people';
import { ownChanged } from '#models/contract/users';
import { BusyButton } from '@/components/busy-button';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { PersonAvatar } from '@/components/person-avatar';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { toast } from '@/lib/toasts';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

const key = ['blocked'];

function useBlocked() {
  useEffect(() => onMessage(ownChanged, ({ kind }) => kind === 'block' && void cancelAndInvalidate(key)), []);
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => api(getBlocked, pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
}

function BlockedPersonRow({ person: { ID, Name, Image } }: { person: { ID: string; Name: string; Image: string } }) {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);
  const unblock = async () => {
    setBusy(true);
    try {
      await api(unblockUser, { user_id: ID });
      toast('success', t('blocked.done', { name: Name }));
      await cancelAndInvalidate(key);
    } catch (error) {
      reportFailure(error);
      setBusy(false);
    }
  };
  return (
    <li className={css.line}>
      <PersonAvatar id={ID} name={Name} image={Image} size={36} />
      <span className="grow cut">
        <bdi>{Name}</bdi>
      </span>
      <BusyButton
        variant="default"
        size="compact-md"
        aria-label={t('blocked.unblockOne', { name: Name })}
        busy={busy}
        busyLabel={t('blocked.busy')}
        onClick={() => void unblock()}
      >
        {t('blocked.unblock')}
      </BusyButton>
    </li>
  );
}

/** People the viewer has blocked, each with a button to unblock; their profiles cannot be opened. */
export function BlockedPeople() {
  const { t } = useTranslation('account');
  const query = useBlocked();
  const people = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <SettingsCard title={t('blocked.title')} lead={query.data && people.length === 0 ? t('blocked.none') : t('blocked.lead')}>
      {query.isPending && <RowSkeletons rows={2} />}
      {query.isError && !query.data && <ErrorLine onRetry={() => void query.refetch()} />}
      {people.length > 0 && (
        <LongList className={css.lines} items={people} idOf={({ ID }) => ID} hasMore={query.hasNextPage}>
          {(person) => <BlockedPersonRow person={person} />}
        </LongList>
      )}
      <InfiniteScroll query={query}>
        <RowSkeletons rows={1} />
      </InfiniteScroll>
    </SettingsCard>
  );
}
