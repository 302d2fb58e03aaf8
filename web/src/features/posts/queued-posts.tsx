import { IconClock, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '@/components/confirm';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { useUser } from '@/lib/session';
import { dequeue, useQueuedOf } from '@/sync/offline-queue';
import type { OfKind } from '@/sync/offline-queue-storage';
import css from './post-card.module.css';
import { PostText } from './post-text';
import type { PostSource } from './posts.store';
import { usePostableSocieties } from './use-postable-societies';

/** A queued post: its text, that it waits, and a button to discard it. */
function QueuedPostCard({ post }: { post: OfKind<'post'> }) {
  const { t } = useTranslation('posts');
  const user = useUser();
  const { societies } = usePostableSocieties();
  const discard = () =>
    confirm({
      title: t('waitingPost.title'),
      text: t('waitingPost.text'),
      action: t('waitingPost.discard'),
      danger: true,
      run: async () => dequeue(post.id),
    });
  if (!user) return null;
  return (
    <article className={`card ${css.post}`} aria-label={t('cardOf', { name: user.Name })}>
      <header className={css.head}>
        <PersonAvatar id={user.ID} name={user.Name} image={user.Image} size={44} />
        <div className="grow">
          <b className={css.name}>
            <bdi>{user.Name}</bdi>
          </b>
          <Excerpt className="small dim">{societies?.find(({ id }) => id === post.society)?.name}</Excerpt>
        </div>
      </header>
      <PostText text={post.content} />
      <div className={css.actions}>
        <span className={`${css.waits} small`}>
          <IconClock size={18} stroke={1.75} aria-hidden="true" />
          {t('waiting')}
        </span>
        <span className="grow" />
        <button type="button" className={css.action} onClick={() => void discard()}>
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
          {t('waitingPost.discard')}
        </button>
      </div>
    </article>
  );
}

/** The viewer's queued posts of a list, newest first; shown above it. */
export default function QueuedPosts({ source }: { source: PostSource }) {
  const mine = useQueuedOf('post').filter(({ society }) => (source.kind === 'feed' ? source.part !== 'followed' : society === source.id));
  return (
    <div className={css.waiting}>
      {mine.toReversed().map((post) => (
        <QueuedPostCard key={post.id} post={post} />
      ))}
    </div>
  );
}
