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
import type { FollowList } from './profile-head';
import { profileKey } from './profiles.store';

const calls = { followers: getFollowers, following: getFollowing };

function usePeople(id: string, list: FollowList) {
  return useInfiniteQuery({
    queryKey: [...profileKey(id), list],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api(calls[list], { user_id: id, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
}

interface PeopleDialogProps {
  of: { ID: string; Name: string };
  list: FollowList;
  onClose: () => void;
}

/** List of a person's followers, or of the people they follow, newest first. Opening a profile closes it. */
export default function PeopleDialog({ of: { ID, Name }, list, onClose }: PeopleDialogProps) {
  const { t } = useTranslation(['profiles', 'common']);
  const query = usePeople(ID, list);
  const people = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const empty = list === 'followers' ? t('profiles:people.noFollowers', { name: Name }) : t('profiles:people.noFollowing', { name: Name });
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="h2">{t(`profiles:people.${list}`)}</span>}
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
