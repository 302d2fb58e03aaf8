import { ActionIcon } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, type Ref, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#models/contract/users';
import { PersonAvatar } from '@/components/person-avatar';
import { useHasDraft } from '@/lib/drafts';
import { pictureTypes } from '@/lib/picture-types';
import css from './composer.module.css';
import { postDraft } from './post-draft';

interface ComposerBarProps {
  me: User;
  isDisabled: boolean;
  /** The button that opens the form. */
  opener?: Ref<HTMLButtonElement>;
  preload: () => void;
  /** Opens the form, with a photo if one was chosen. */
  onOpen: (photo?: File) => void;
}

/** One line that opens the form for a new post: a prompt, and a button to begin with a photo. */
export function ComposerBar({ me, isDisabled, opener, preload, onOpen }: ComposerBarProps) {
  const { t } = useTranslation(['posts', 'common']);
  const hasDraft = useHasDraft(postDraft());
  const file = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (photo) onOpen(photo);
  };
  return (
    <div className="row">
      <PersonAvatar id={me.ID} name={me.Name} image={me.Image} size={40} />
      <button ref={opener} type="button" className={css.prompt} disabled={isDisabled} onPointerEnter={preload} onClick={() => onOpen()}>
        {t(hasDraft ? 'posts:composer.continue' : 'posts:composer.prompt')}
      </button>
      <ActionIcon
        size={44}
        disabled={isDisabled}
        aria-label={t('common:image.photo')}
        title={t('common:image.photo')}
        onClick={() => file.current?.click()}
      >
        <IconPhoto size={22} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <input ref={file} type="file" accept={pictureTypes.join()} hidden tabIndex={-1} aria-hidden="true" onChange={choose} />
    </div>
  );
}
