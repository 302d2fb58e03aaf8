import { ActionIcon } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { User } from '#models/contract/users';
import { PersonAvatar } from '@/components/person-avatar';
import { sendTyping } from '@/lib/live';
import css from './comments.module.css';
import { addComment } from './comments.store';

const typingEvery = 2000;

/** Enter sends; blank text is ignored; what could not be sent comes back. */
export function CommentForm({ postId, me, onAdded }: { postId: string; me: User; onAdded: () => void }) {
  const { t } = useTranslation('posts');
  const [text, setText] = useState('');
  const toldAt = useRef(0);
  const type = (value: string) => {
    setText(value);
    if (!value.trim() || Date.now() - toldAt.current < typingEvery) return;
    toldAt.current = Date.now();
    sendTyping(postId);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const content = text.trim();
    if (!content) return;
    setText('');
    onAdded();
    if (!(await addComment(postId, content, me))) setText((typed) => typed || content);
  };
  return (
    <form className={css.reply} onSubmit={(event) => void send(event)}>
      <PersonAvatar id={me.ID} name={me.Name} image={me.Image} size={34} />
      <input
        value={text}
        onChange={(event) => type(event.target.value)}
        maxLength={lengths.comment}
        dir={text ? 'auto' : undefined}
        placeholder={t('comment.placeholder')}
        aria-label={t('comment.write')}
      />
      <ActionIcon type="submit" variant="filled" color="evergreen" disabled={!text.trim()} aria-label={t('comment.send')}>
        <IconSend2 size={18} className="flip" aria-hidden="true" />
      </ActionIcon>
    </form>
  );
}
