import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import type { User } from '#models/contract/users';
import { confirm } from '@/components/confirm';
import { PersonAvatar } from '@/components/person-avatar';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { CommentForm } from './comment-form';
import css from './comments.module.css';
import { dropComment, type ShownComment, comments as store } from './comments.store';
import { useTypist } from './typing.store';
import { useComments } from './use-comments';

const shownFirst = 1;
const shownMore = 3;

function CommentRow({ comment, postId, mine }: { comment: ShownComment; postId: string; mine: boolean }) {
  const { t } = useTranslation(['posts', 'common']);
  const remove = () =>
    confirm({
      title: t('posts:comment.delete'),
      text: t('posts:comment.deleteText'),
      busy: t('posts:comment.deleting'),
      danger: true,
      run: () => dropComment(postId, comment.ID),
    });
  return (
    <li className={css.comment} data-pending={comment.pending || undefined}>
      <PersonAvatar id={comment.User} name={comment.User_Name} image={comment.User_Photo} size={34} />
      <div className="grow">
        <div className={css.bubble}>
          <b className="small">
            <bdi>{mine ? t('common:you') : comment.User_Name || t('common:unknownUser')}</bdi>
          </b>
          <p className={`${css.say} auto`} dir="auto">
            {comment.Content}
          </p>
        </div>
        <div className={`${css.under} micro dim`}>
          {comment.pending ? <span>{t('posts:comment.sending')}</span> : <TimeAgo time={comment.CreatedAt} />}
          {comment.Can.delete && (
            <button type="button" className={css.plain} onClick={() => void remove()}>
              <IconTrash size={14} aria-hidden="true" />
              {t('posts:comment.deleteShort')}
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

function Typing({ postId }: { postId: string }) {
  const { t } = useTranslation('posts');
  const name = useTypist(postId);
  return (
    <span className={`${css.typing} micro dim`} aria-live="polite">
      {name && (
        <>
          <i />
          <i />
          <i />
          {t('typing', { name: name.split(' ')[0] })}
        </>
      )}
    </span>
  );
}

/** A post's comments: one first, three more at each press, and a line to write one's own. */
export function Comments({ post, me }: { post: Post; me: User }) {
  const { t } = useTranslation('posts');
  const [shown, setShown] = useState(shownFirst);
  const { ids, query } = useComments(post.ID);
  const found = store.useList(ids);
  const rest = Math.max(0, post.CommentsCount - shown, found.length - shown);
  useEffect(() => {
    if (found.length < shown && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  }, [found.length, shown, query]);
  return (
    <section className={css.comments} aria-label={t('comment.section')}>
      {query.isPending && <RowSkeletons rows={1} />}
      {query.isError && <ErrorState onRetry={() => void query.refetch()} />}
      <ul className={css.list}>
        {found.slice(0, shown).map((comment) => (
          <CommentRow key={comment.ID} comment={comment} postId={post.ID} mine={comment.User === me.ID} />
        ))}
        {found.slice(shown).map((comment) => comment.pending && <CommentRow key={comment.ID} comment={comment} postId={post.ID} mine />)}
      </ul>
      <div className={css.foot}>
        {rest > 0 && (
          <button type="button" className={`${css.plain} small link`} onClick={() => setShown(shown + shownMore)}>
            {t('comment.more')} <span className="dim">({rest})</span>
          </button>
        )}
        <Typing postId={post.ID} />
      </div>
      <CommentForm postId={post.ID} me={me} onAdded={() => setShown(Math.max(shown, found.length + 1))} />
    </section>
  );
}
