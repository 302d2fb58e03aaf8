import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { Post } from '#models/contract/posts';
import { DraftNote } from '@/components/draft';
import { Textarea } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { ImageField } from '@/components/image-field';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { useAction } from '@/sync/mutations';
import { savePost } from './edit-post';

/** Dialog to edit a post; a failure keeps the typed text. */
export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useTranslation('posts');
  const name = `post-edit:${post.ID}`;
  const form = useDraftedForm(name, { content: post.Content, image: post.Image });
  const draft = form.values;
  const { run, isBusy } = useAction(() => savePost(post, draft));
  const [isUploading, setUploading] = useState(false);
  const canSave = draft.content.trim() !== '' && !isUploading;
  const save = async () => {
    if (!(await run())) return;
    form.sent();
    onClose();
  };
  return (
    <FormDialog
      title={t('edit.title')}
      draft={name}
      action={t('edit.save')}
      busyLabel={t('edit.saving')}
      isBusy={isBusy}
      isDisabled={!canSave}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <Textarea
        data-autofocus
        aria-label={t('edit.text')}
        value={draft.content}
        maxLength={lengths.post}
        maxRows={14}
        dir={draft.content ? 'auto' : undefined}
        onChange={(event) => form.set('content', event.target.value)}
      />
      <ImageField value={draft.image} onChange={(image) => form.set('image', image)} onBusy={setUploading} />
    </FormDialog>
  );
}
