import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { PostCard } from './post-card';
import { onePost } from './posts.store';

function PostNotice({ is }: { is: 'missing' | 'removed' }) {
  const { t } = useTranslation(['posts', 'common']);
  const home = (
    <Button component={Link} to="/">
      {t('common:notFound.home')}
    </Button>
  );
  return (
    <div className="card" role={is === 'removed' ? 'status' : undefined}>
      <title>{`${t(`posts:${is}.title`)} · ${t('common:name')}`}</title>
      <EmptyState titleAs="h1" title={t(`posts:${is}.title`)} text={t(`posts:${is}.text`)} seed="nowhere" action={home} />
    </div>
  );
}

const rooms = [roomOf('societies')];

/** Shown for a missing or invisible post; its room tells when a society opens to the viewer, and the post is refetched. */
function MissingPost() {
  useRooms(rooms);
  return <PostNotice is="missing" />;
}

/** Content of the post page: one post with its comments, or the reason why it cannot be shown. */
export function SinglePost({ id }: { id: string }) {
  const { t } = useTranslation(['posts', 'common']);
  const navigate = useNavigate();
  const isVisitor = useUser() === null;
  const { state, retry } = onePost.useThing(id);
  if (state.is === 'missing') return <MissingPost />;
  if (state.is === 'removed') return <PostNotice is="removed" />;
  if (state.is === 'loading')
    return (
      <Placeholder>
        <PostSkeleton />
      </Placeholder>
    );
  if (state.is === 'failed')
    return (
      <div className="card">
        <ErrorState titleAs="h1" onRetry={retry} />
      </div>
    );
  const title = t('posts:cardOf', { name: state.thing.User_Name || t('common:unknownUser') });
  return (
    <div className="stack">
      <title>{`${title} · ${t('common:name')}`}</title>
      <h1 className="vh">{title}</h1>
      <PostCard id={id} isOpened onDeleted={() => void navigate('/', { replace: true })} />
      {isVisitor && (
        <Link className="link small" to="/login" state={{ from: `/posts/${id}` }}>
          {t('posts:comment.login')}
        </Link>
      )}
    </div>
  );
}
