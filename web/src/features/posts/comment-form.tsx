import { ActionIcon } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { typingEveryMs } from '#models/contract/live';
import type { User } from '#models/contract/users';
import { PersonAvatar } from '@/components/person-avatar';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { sendTyping } from '@/lib/live';
import css from './comments.module.css';
import { addComment, commentDraft } from './write-comment';

/** Field for a new comment. Enter sends; blank text is ignored; the text of a failed comment comes back. */
export function CommentForm({ postId, me }: { postId: string; me: User }) {
  const { t } = useTranslation('posts');
  const draft = commentDraft(postId);
  const text = useDraftText(draft);
  const typingSentAt = useRef(0);
  const type = (value: string) => {
    writeDraftText(draft, value);
    if (!value.trim() || Date.now() - typingSentAt.current < typingEveryMs) return;
    typingSentAt.current = Date.now();
    sendTyping(postId);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const content = text.trim();
    if (!content) return;
    writeDraftText(draft, '');
    typingSentAt.current = 0;
    void addComment(postId, content, me);
  };
  return (
    <form className={css.reply} onSubmit={send}>
      <PersonAvatar id={me.ID} name={me.Name} image={me.Image} size={34} />
      <input
        value={text}
        onChange={(event) => type(event.target.value)}
        maxLength={lengths.comment}
        dir={text ? 'auto' : undefined}
        placeholder={t('comment.placeholder')}
        aria-label={t('comment.write')}
        enterKeyHint="send"
        autoComplete="off"
      />
      <ActionIcon
        type="submit"
        className={css.send ?? ''}
        variant="filled"
        color="evergreen"
        disabled={!text.trim()}
        aria-label={t('comment.send')}
      >
        <IconSend2 size={18} className="flip" aria-hidden="true" />
      </ActionIcon>
    </form>
  );
}
