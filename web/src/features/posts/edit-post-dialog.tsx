import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { Post } from '#models/contract/posts';
import { BusyButton } from '@/components/busy-button';
import { Textarea } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { Modal } from '@/components/modal';
import { savePost } from './change-post';
import css from './composer.module.css';

/** Mends what one has written; a failure keeps what was typed. */
export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  const [draft, setDraft] = useState({ content: post.Content, image: post.Image });
  const [isBusy, setBusy] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const canSave = draft.content.trim() !== '' && !isUploading;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !canSave) return;
    setBusy(true);
    if (await savePost(post, draft)) onClose();
    setBusy(false);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="h2">{t('posts:edit.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={css.form} onSubmit={(event) => void save(event)}>
        <Textarea
          data-autofocus
          aria-label={t('posts:edit.text')}
          value={draft.content}
          maxLength={lengths.post}
          maxRows={14}
          dir={draft.content ? 'auto' : undefined}
          onChange={(event) => setDraft({ ...draft, content: event.target.value })}
        />
        <ImageField value={draft.image} onChange={(image) => setDraft((now) => ({ ...now, image }))} onBusy={setUploading} />
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <BusyButton type="submit" busy={isBusy} busyLabel={t('posts:edit.saving')} disabled={!canSave && !isBusy}>
            {t('posts:edit.save')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
