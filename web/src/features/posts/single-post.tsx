import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { Notice } from '@/components/notice';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { ThingGate } from '@/components/thing-gate';
import { onMessage, useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useShownName } from '@/lib/use-shown-name';
import { PostCard } from './post-card';
import { onePost } from './posts.store';

interface MissingPostProps {
  id: string;
  is: 'missing' | 'removed';
  /** Society of a post that was shown before. */
  society: string | undefined;
}

/**
 * Shown for a missing or invisible post. Its room tells when a society opens to the viewer, and the post is refetched. A removed
 * one may be restored: visitors are in no room of its society's posts, but the society's counts change with it.
 */
function MissingPost({ id, is, society }: MissingPostProps) {
  const { t } = useTranslation(['posts', 'common']);
  useRooms([roomOf('societies')]);
  useEffect(
    () =>
      onMessage(societyCounts, ({ society_id }) => {
        if (society_id === society) void onePost.refetch(id);
      }),
    [id, society],
  );
  const title = t(`posts:${is}.title`);
  return (
    <Notice tab={title} title={title} text={t(`posts:${is}.text`)} to="/" action={t('common:notFound.home')} isNews={is === 'removed'} />
  );
}

const skeleton = (
  <Placeholder>
    <PostSkeleton />
  </Placeholder>
);

/** Content of the post page: one post with its comments, or the reason why it cannot be shown. */
export function SinglePost({ id }: { id: string }) {
  const { t } = useTranslation(['posts', 'common']);
  const navigate = useNavigate();
  const nameOf = useShownName();
  const isVisitor = useUser() === null;
  const view = onePost.useThing(id);
  const [society, setSociety] = useState<string>();
  const current = view.thing?.Society_ID;
  useEffect(() => {
    if (current) setSociety(current);
  }, [current]);
  return (
    <ThingGate view={view} skeleton={skeleton} missing={(is) => <MissingPost id={id} is={is} society={society} />}>
      {({ User, User_Name }) => {
        const title = t('posts:cardOf', { name: nameOf(User, User_Name) });
        return (
          <div className="stack">
            <title>{`${title} · ${t('common:name')}`}</title>
            <h1 className="vh">{title}</h1>
            <PostCard id={id} isOpened onDeleted={() => void navigate('/', { replace: true })} />
            {isVisitor && (
              <Button component={Link} to="/login" state={{ from: `/posts/${id}` }} style={{ justifySelf: 'start', alignSelf: 'start' }}>
                {t('posts:comment.login')}
              </Button>
            )}
          </div>
        );
      }}
    </ThingGate>
  );
}
