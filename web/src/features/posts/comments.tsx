import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import type { User } from '#models/contract/users';
import { AsyncCard } from '@/components/async-card';
import { NextPageFailure } from '@/components/next-page-failure';
import { RowSkeletons } from '@/components/skeletons';
import { formatNumber } from '@/lib/format';
import { CommentForm } from './comment-form';
import { CommentRow } from './comment-row';
import css from './comments.module.css';
import { useTypist } from './typing.store';
import { useShownComments } from './use-shown-comments';

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

/** Moves the focus to the list when its element is gone, so that keyboard users keep their position; at once with `takesFocus`. */
function useFocusOnList(takesFocus: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const restoreFocus = useCallback(() => {
    requestAnimationFrame(() => {
      if (!document.activeElement || document.activeElement === document.body) list.current?.focus();
    });
  }, []);
  return { list, restoreFocus };
}

interface CommentsProps {
  post: Post;
  me: User;
  /** Opened by an element that is gone since. */
  takesFocus?: boolean;
}

/** Comments of a post: one at first, three more at each press, and a field for a new one. */
export default function Comments({ post, me, takesFocus = false }: CommentsProps) {
  const { t } = useTranslation('posts');
  const { shown, rest, more, query } = useShownComments(post);
  const { list, restoreFocus } = useFocusOnList(takesFocus);
  const before = useRef(rest);
  useEffect(() => {
    // The pressed "View more" button disappears when every comment is shown.
    if (before.current > 0 && rest === 0) restoreFocus();
    before.current = rest;
  }, [rest, restoreFocus]);
  return (
    <section className={css.comments} aria-label={t('comment.section')}>
      <AsyncCard query={query} data={shown} skeleton={<RowSkeletons rows={1} />}>
        {() => <NextPageFailure query={query} onRetry={more} />}
      </AsyncCard>
      <ul ref={list} tabIndex={-1} className={css.list}>
        {shown.map((comment) => (
          <CommentRow key={comment.ID} comment={comment} postId={post.ID} mine={comment.User === me.ID} onDialogClosed={restoreFocus} />
        ))}
      </ul>
      {query.isFetchingNextPage && <RowSkeletons rows={1} />}
      <div className={css.foot}>
        {rest > 0 && (
          <button type="button" className={`${css.plain} small link`} onClick={more}>
            {t('comment.more')} <span className="dim">({formatNumber(rest)})</span>
          </button>
        )}
        <Typing postId={post.ID} />
      </div>
      <CommentForm postId={post.ID} me={me} />
    </section>
  );
}
