import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { Notice } from '@/components/notice';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { ThingGate } from '@/components/thing-gate';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { PostCard } from './post-card';
import { onePost } from './posts.store';

/** Shown for a missing or invisible post; its room tells when a society opens to the viewer, and the post is refetched. */
function MissingPost({ is }: { is: 'missing' | 'removed' }) {
  const { t } = useTranslation(['posts', 'common']);
  useRooms([roomOf('societies')]);
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
  const isVisitor = useUser() === null;
  return (
    <ThingGate view={onePost.useThing(id)} skeleton={skeleton} missing={(is) => <MissingPost is={is} />}>
      {({ User_Name }) => {
        const title = t('posts:cardOf', { name: User_Name || t('common:unknownUser') });
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
      }}
    </ThingGate>
  );
}
