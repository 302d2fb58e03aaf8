import { IconClock, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '@/components/confirm';
import { PersonAvatar } from '@/components/person-avatar';
import { ProfileLink } from '@/components/profile-link';
import { TimeAgo } from '@/components/time-ago';
import { useShownName } from '@/lib/use-shown-name';
import css from './comments.module.css';
import type { ShownComment } from './comments.store';
import { ReportComment } from './report-comment';
import { deleteCommentById } from './write-comment';

interface CommentRowProps {
  comment: ShownComment;
  postId: string;
  mine: boolean;
  /** Called when the dialog has closed; the row may be gone. */
  onDialogClosed: () => void;
}

/** Time of a comment, or that it is being sent or queued. */
function CommentStatus({ comment }: { comment: ShownComment }) {
  const { t } = useTranslation('posts');
  if (comment.pending === 'sending') return <span>{t('comment.sending')}</span>;
  if (!comment.pending) return <TimeAgo time={comment.CreatedAt} />;
  return (
    <span className={css.waiting}>
      <IconClock size={14} aria-hidden="true" />
      {t('waiting')}
    </span>
  );
}

/** One comment. Deleting asks for confirmation. */
export const CommentRow = memo(function CommentRow({ comment, postId, mine, onDialogClosed }: CommentRowProps) {
  const { t } = useTranslation(['posts', 'common']);
  const nameOf = useShownName();
  const remove = async () => {
    await confirm({
      title: t('posts:comment.delete'),
      text: t('posts:comment.deleteText'),
      busy: t('posts:comment.deleting'),
      danger: true,
      run: () => deleteCommentById(postId, comment.ID),
      // A queued comment is deleted without the server.
      worksOffline: comment.pending === 'waiting',
    });
    onDialogClosed();
  };
  return (
    <li className={css.comment} data-pending={comment.pending || undefined}>
      <ProfileLink id={comment.User} tabIndex={-1} aria-hidden="true">
        <PersonAvatar id={comment.User || comment.ID} name={comment.User_Name} image={comment.User_Photo} size={34} />
      </ProfileLink>
      <div className="grow">
        <div className={css.bubble}>
          <b className="small">
            <ProfileLink className={`${css.author} tap`} id={comment.User}>
              <bdi>{mine ? t('common:you') : nameOf(comment.User, comment.User_Name)}</bdi>
            </ProfileLink>
          </b>
          <p className={`${css.say} auto`} dir="auto">
            {comment.Content}
          </p>
        </div>
        <div className={`${css.under} micro dim`}>
          <CommentStatus comment={comment} />
          {comment.Can.delete && (
            <button
              type="button"
              className={css.plain}
              data-online={comment.pending !== 'waiting' || undefined}
              onClick={() => void remove()}
            >
              <IconTrash size={14} aria-hidden="true" />
              {t('posts:comment.deleteShort')}
            </button>
          )}
          {comment.Can.report && !mine && !comment.pending && <ReportComment id={comment.ID} />}
        </div>
      </div>
    </li>
  );
});
