import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Ban, getBans, unban } from '#models/contract/bans';
import { confirm } from '@/components/confirm';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { Modal } from '@/components/modal';
import { PersonRow } from '@/components/person-row';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { cancelAndInvalidate } from '@/lib/query';
import { toast } from '@/lib/toasts';
import css from './members.module.css';

const bansKey = (societyId: string) => ['bans', societyId];

const useBans = (society_id: string) =>
  useInfiniteQuery({
    queryKey: bansKey(society_id),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api(getBans, { society_id, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });

function BanRow({ societyId, ban: { ID, Name, Photo, Banned_At, Banned_By } }: { societyId: string; ban: Ban }) {
  const { t } = useTranslation(['members', 'common']);
  const name = Name || t('common:unknownUser');
  const confirmUnban = async () => {
    const run = async () => {
      try {
        await api(unban, { society_id: societyId, user_id: ID });
        toast('success', t('members:bans.done', { name }));
      } catch (error) {
        reportFailure(error);
      }
      await cancelAndInvalidate(bansKey(societyId));
    };
    const texts = { title: t('members:bans.ask', { name }), text: t('members:bans.askText') };
    await confirm({ ...texts, action: t('members:bans.letIn'), busy: t('members:bans.busy'), run });
  };
  const note = (
    <>
      {t('members:bans.when')} <TimeAgo time={Banned_At} />
      {Banned_By && <> · {t('members:bans.by', { name: Banned_By })}</>}
    </>
  );
  return (
    <li>
      <PersonRow id={ID} name={Name} image={Photo} note={note}>
        <Button
          variant="default"
          size="compact-md"
          data-online
          aria-haspopup="dialog"
          aria-label={t('members:bans.letInOf', { name })}
          onClick={() => void confirmUnban()}
        >
          {t('members:bans.letIn')}
        </Button>
      </PersonRow>
    </li>
  );
}

/** Lists banned people, each with a way to let them back in. */
export default function BansDialog({ societyId, onClose }: { societyId: string; onClose: () => void }) {
  const { t } = useTranslation(['members', 'common']);
  const query = useBans(societyId);
  const bans = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="h2">{t('members:bans.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && <ErrorState title={t('members:bans.failed')} onRetry={() => void query.refetch()} />}
      {query.data && bans.length === 0 && <EmptyState title={t('members:bans.none')} text={t('members:bans.noneText')} />}
      <LongList className={css.banned} items={bans} idOf={({ ID }) => ID} hasMore={query.hasNextPage}>
        {(ban) => <BanRow societyId={societyId} ban={ban} />}
      </LongList>
      <InfiniteScroll query={query}>
        <RowSkeletons rows={2} />
      </InfiniteScroll>
    </Modal>
  );
}
