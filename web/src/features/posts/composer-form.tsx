import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { BusyButton } from '@/components/busy-button';
import { closeDrafted, DraftNote } from '@/components/draft';
import { NativeSelect, Textarea } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { useDraftedForm } from '@/lib/use-drafted-form';
import css from './composer.module.css';
import { type Draft, postDraft, useRestoreCount } from './post-draft';
import { useCreatePost } from './use-create-post';

export interface SocietyOption {
  id: string;
  name: string;
}

interface ComposerFormProps {
  /** Societies that the viewer may post in; the first is the default. */
  societies: readonly SocietyOption[];
  /** Hides the choice of a society, on a society's own page. */
  isFixed?: boolean;
  onDone: () => void;
}

function Form({ societies, isFixed = false, onDone }: ComposerFormProps) {
  const { t } = useTranslation(['posts', 'common']);
  const name = postDraft(isFixed ? societies[0]?.id : undefined);
  const form = useDraftedForm<Draft>(name, { society: '', content: '', image: '' });
  const draft = form.values;
  const [isUploading, setUploading] = useState(false);
  const { run, isBusy } = useCreatePost();
  const society = (societies.find(({ id }) => id === draft.society) ?? societies[0])?.id ?? '';
  const canSend = draft.content.trim() !== '' && society !== '' && !isUploading;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSend || !(await run({ ...draft, society }))) return;
    form.sent();
    onDone();
  };
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)}>
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <Textarea
        data-autofocus
        autoFocus
        aria-label={t('posts:composer.prompt')}
        placeholder={t('posts:composer.prompt')}
        value={draft.content}
        maxLength={lengths.post}
        maxRows={12}
        dir={draft.content ? 'auto' : undefined}
        onChange={(event) => form.set('content', event.target.value)}
      />
      {!isFixed && (
        <NativeSelect
          required
          label={t('posts:composer.society')}
          value={society}
          onChange={(event) => form.set('society', event.target.value)}
        >
          {societies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      <ImageField value={draft.image} onChange={(image) => form.set('image', image)} onBusy={setUploading} />
      <div className={css.buttons}>
        <Button variant="default" onClick={() => void closeDrafted(name, onDone)}>
          {t('common:cancel')}
        </Button>
        <BusyButton type="submit" worksOffline busy={isBusy} busyLabel={t('posts:composer.posting')} disabled={!canSend && !isBusy}>
          {t('posts:composer.post')}
        </BusyButton>
      </div>
    </form>
  );
}

/** Form for a new post: text, society, optional picture. Remounts when a refused post is restored as its draft. */
export default function ComposerForm(props: ComposerFormProps) {
  return <Form key={useRestoreCount()} {...props} />;
}
