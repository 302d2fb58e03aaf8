import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { PlannedPost } from '#models/contract/planned-posts';
import { DraftNote } from '@/components/draft';
import { Textarea, TextInput } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { fromLocalInput, toLocalInput } from '@/lib/local-moment';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { useAction } from '@/sync/mutations';
import { savePlanned } from './planned-posts.store';

/** Dialog to edit the text and the time of a draft or scheduled post; without a time it is a draft. */
export default function PlannedPostDialog({ post, onClose }: { post: PlannedPost; onClose: () => void }) {
  const { t } = useTranslation(['drafts', 'posts']);
  const name = `planned:${post.ID}`;
  const form = useDraftedForm(name, { content: post.Content, at: toLocalInput(post.Publish_At) });
  const { content, at } = form.values;
  const { run, isBusy } = useAction(() => savePlanned(post.ID, content, fromLocalInput(at)));
  const save = async () => {
    if (!(await run())) return;
    form.sent();
    onClose();
  };
  return (
    <FormDialog
      title={t('drafts:edit.title')}
      draft={name}
      action={t('posts:edit.save')}
      busyLabel={t('posts:edit.saving')}
      isBusy={isBusy}
      isDisabled={content.trim() === ''}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <Textarea
        data-autofocus
        aria-label={t('posts:edit.text')}
        value={content}
        maxLength={lengths.post}
        maxRows={14}
        dir={content ? 'auto' : undefined}
        onChange={(event) => form.set('content', event.target.value)}
      />
      <TextInput
        type="datetime-local"
        label={t('drafts:plan.at')}
        description={t('drafts:plan.help')}
        value={at}
        onChange={(event) => form.set('at', event.target.value)}
      />
    </FormDialog>
  );
}
