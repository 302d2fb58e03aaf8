import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { useUser } from '@/lib/session';
import { useRefetchOnOpening } from '@/lib/use-refetch-on-opening';
import { PostCard } from './post-card';
import { postQuery } from './post-room';
import { usePostsLive } from './posts.live';
import { usePost } from './posts.queries';

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

/** Shown for a missing or invisible post; refetches when a society opens to the viewer. */
function MissingPost({ id }: { id: string }) {
  useRefetchOnOpening(postQuery(id).queryKey);
  return <PostNotice is="missing" />;
}

/** Content of the post page: one post with its comments, or the reason why it cannot be shown. */
export function SinglePost({ id }: { id: string }) {
  const { t } = useTranslation(['posts', 'common']);
  const navigate = useNavigate();
  const isVisitor = useUser() === null;
  const { state, retry } = usePost(id);
  usePostsLive();
  if (state.is === 'missing') return <MissingPost id={id} />;
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
  const title = t('posts:cardOf', { name: state.post.User_Name || t('common:unknownUser') });
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
