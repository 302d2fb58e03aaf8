import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getFollowers, getFollowing } from '#models/contract/people';
import { Badge } from '@/components/badge';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { Modal } from '@/components/modal';
import { PersonRow } from '@/components/person-row';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { api } from '@/lib/api';
import css from './profile.module.css';
import type { People } from './profile-head';
import { keyOf } from './profiles.store';

const calls = { followers: getFollowers, following: getFollowing };

function usePeople(id: string, which: People) {
  return useInfiniteQuery({
    queryKey: [...keyOf(id), which],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api(calls[which], { user_id: id, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
}

interface PeopleDialogProps {
  of: { ID: string; Name: string };
  which: People;
  onClose: () => void;
}

/** Who follows a person, or whom they follow, the newest first. Opening somebody's page closes it. */
export default function PeopleDialog({ of: { ID, Name }, which, onClose }: PeopleDialogProps) {
  const { t } = useTranslation(['profiles', 'common']);
  const query = usePeople(ID, which);
  const people = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const empty = which === 'followers' ? t('profiles:people.noFollowers', { name: Name }) : t('profiles:people.noFollowing', { name: Name });
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="h2">{t(`profiles:people.${which}`)}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && <ErrorState title={t('profiles:people.failed')} onRetry={() => void query.refetch()} />}
      {query.data && people.length === 0 && <EmptyState title={empty} />}
      <LongList
        className={css.people}
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
        items={people}
        idOf={(person) => person.ID}
        hasMore={query.hasNextPage}
      >
        {({ ID: id, Name: name, Image: image, Is_Following }) => (
          <li>
            <PersonRow id={id} name={name} image={image}>
              {Is_Following && <Badge>{t('profiles:people.mutual')}</Badge>}
            </PersonRow>
          </li>
        )}
      </LongList>
      <InfiniteScroll query={query}>
        <RowSkeletons rows={2} />
      </InfiniteScroll>
    </Modal>
  );
}
