import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { BusyButton } from '@/components/busy-button';
import { NativeSelect, Textarea } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import css from './composer.module.css';
import { type Draft, useCreatePost } from './use-create-post';

export interface Target {
  id: string;
  name: string;
}

interface ComposerFormProps {
  /** Where one may post; the first is the default. */
  societies: readonly Target[];
  /** On a society's own page there is nothing to choose. */
  isFixed?: boolean;
  onDone: () => void;
}

/** Writes a post: its words, its society, a picture if one likes. */
export default function ComposerForm({ societies, isFixed = false, onDone }: ComposerFormProps) {
  const { t } = useTranslation(['posts', 'common']);
  const [draft, setDraft] = useState<Draft>({ society: '', content: '', image: '' });
  const [isUploading, setUploading] = useState(false);
  const { send, isBusy } = useCreatePost();
  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }));
  const society = (societies.find(({ id }) => id === draft.society) ?? societies[0])?.id ?? '';
  const canSend = draft.content.trim() !== '' && society !== '' && !isUploading;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !canSend) return;
    if (await send({ ...draft, society })) onDone();
  };
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)}>
      <Textarea
        data-autofocus
        autoFocus
        aria-label={t('posts:composer.prompt')}
        placeholder={t('posts:composer.prompt')}
        value={draft.content}
        maxLength={lengths.post}
        maxRows={12}
        dir={draft.content ? 'auto' : undefined}
        onChange={(event) => change({ content: event.target.value })}
      />
      {!isFixed && (
        <NativeSelect
          required
          label={t('posts:composer.society')}
          value={society}
          onChange={(event) => change({ society: event.target.value })}
        >
          {societies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      <ImageField value={draft.image} onChange={(image) => change({ image })} onBusy={setUploading} />
      <div className={css.buttons}>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <BusyButton type="submit" busy={isBusy} busyLabel={t('posts:composer.posting')} disabled={!canSend && !isBusy}>
          {t('posts:composer.post')}
        </BusyButton>
      </div>
    </form>
  );
}
