import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { closeDrafted, DraftNote } from '@/components/draft';
import { NativeSelect, Textarea } from '@/components/fields';
import { FormButtons } from '@/components/form-buttons';
import { ImageField } from '@/components/image-field';
import { useDraftedForm } from '@/lib/use-drafted-form';
import css from './composer.module.css';
import { ComposerExtras } from './composer-extras';
import { ComposerPlan } from './composer-plan';
import { type Draft, postDraft, useRestoreCount } from './post-draft';
import { areComplete } from './post-extras';
import { useCreatePost } from './use-create-post';
import { useDefaultSociety } from './use-default-society';

export interface SocietyOption {
  id: string;
  name: string;
}

interface ComposerFormProps {
  /** Societies that the viewer may post in; the first is the default. */
  societies: readonly SocietyOption[];
  /** Hides the choice of a society, on a society's own page. */
  isFixed?: boolean;
  /** A photo chosen before the form opened. */
  photo?: File | undefined;
  onDone: () => void;
}

function Form({ societies, isFixed = false, photo, onDone }: ComposerFormProps) {
  const { t } = useTranslation('posts');
  const name = postDraft(isFixed ? societies[0]?.id : undefined);
  const form = useDraftedForm<Draft>(name, { society: '', content: '', image: '', extras: {} });
  const draft = form.values;
  const [isUploading, setUploading] = useState(false);
  const [isTimed, setTimed] = useState(false);
  const { run, isBusy } = useCreatePost();
  const preset = useDefaultSociety(societies);
  const society = societies.find(({ id }) => id === draft.society)?.id ?? preset.id;
  const canSend = draft.content.trim() !== '' && society !== '' && !isUploading && areComplete(draft.extras);
  const canPost = canSend && !isTimed;
  const finish = () => {
    preset.used(society);
    form.sent();
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (canPost && (await run({ ...draft, society }))) finish();
  };
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)}>
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      {!isFixed && (
        <NativeSelect
          required
          label={t('composer.society')}
          className={css.society ?? ''}
          radius="xl"
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
      <Textarea
        data-autofocus
        autoFocus
        aria-label={t('composer.prompt')}
        placeholder={t('composer.prompt')}
        value={draft.content}
        maxLength={lengths.post}
        maxRows={12}
        dir={draft.content ? 'auto' : undefined}
        onChange={(event) => form.set('content', event.target.value)}
      />
      <ImageField isPhotoFirst photo={photo} value={draft.image} onChange={(image) => form.set('image', image)} onBusy={setUploading} />
      <ComposerExtras society={society} value={draft.extras} onChange={(extras) => form.set('extras', extras)} />
      <ComposerPlan draft={{ ...draft, society }} isDisabled={!canSend} onTime={setTimed} onPlanned={finish} />
      <FormButtons
        action={t('composer.post')}
        busyLabel={t('composer.posting')}
        isBusy={isBusy}
        isDisabled={!canPost}
        worksOffline
        onCancel={() => void closeDrafted(name, onDone)}
      />
    </form>
  );
}

/** Form for a new post: text, society, optional picture. Remounts when a refused post is restored as its draft. */
export default function ComposerForm(props: ComposerFormProps) {
  return <Form key={useRestoreCount()} {...props} />;
}
