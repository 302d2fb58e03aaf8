import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { Post } from '#models/contract/posts';
import { BusyButton } from '@/components/busy-button';
import { closeDrafted, DraftNote } from '@/components/draft';
import { Textarea } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { Modal } from '@/components/modal';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { useAction } from '@/sync/mutations';
import css from './composer.module.css';
import { savePost } from './edit-post';

/** Dialog to edit a post; a failure keeps the typed text. */
export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  const name = `post-edit:${post.ID}`;
  const form = useDraftedForm(name, { content: post.Content, image: post.Image });
  const draft = form.values;
  const close = () => void closeDrafted(name, onClose);
  const { run, isBusy } = useAction(() => savePost(post, draft));
  const [isUploading, setUploading] = useState(false);
  const canSave = draft.content.trim() !== '' && !isUploading;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSave || !(await run())) return;
    form.sent();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<span className="h2">{t('posts:edit.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={css.form} onSubmit={(event) => void save(event)}>
        <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
        <Textarea
          data-autofocus
          aria-label={t('posts:edit.text')}
          value={draft.content}
          maxLength={lengths.post}
          maxRows={14}
          dir={draft.content ? 'auto' : undefined}
          onChange={(event) => form.set('content', event.target.value)}
        />
        <ImageField value={draft.image} onChange={(image) => form.set('image', image)} onBusy={setUploading} />
        <div className={css.buttons}>
          <Button variant="default" onClick={close}>
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
