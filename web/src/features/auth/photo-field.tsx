import { Button } from '@mantine/core';
import { IconPhoto, IconSparkles } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/fields';
import { PersonAvatar } from '@/components/person-avatar';
import css from './auth-frame.module.css';
import { resizePhoto } from './resize-photo';

/** Value for a drawn picture (contract.md, 'Envelope'). */
const DRAWN = 'drawn';

interface PhotoFieldProps {
  value: string;
  error?: string | undefined;
  onChange: (photo: string) => void;
}

/** Field for the photo's URL, with buttons for a drawn picture and a file. */
export function PhotoField({ value, error, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('auth');
  const file = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const isFile = value.startsWith('data:');
  const isUrl = /^https?:\/\//i.test(value.trim());
  const chosen = isFile ? t('photoFileChosen') : isUrl ? t('photoAddressChosen') : t('photoHelp');
  const note = value === DRAWN ? t('photoDrawnChosen') : chosen;
  const change = (photo: string) => {
    setUnreadable(false);
    onChange(photo);
  };
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    if (!chosen) return;
    try {
      change(await resizePhoto(chosen));
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <div className={css.photo}>
      <TextInput
        name="photo"
        dir="ltr"
        autoComplete="off"
        label={t('photo')}
        description={note}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={value}
        error={unreadable ? t('photoFileBad') : error}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {value && <PersonAvatar id={value === DRAWN ? DRAWN : 'photo'} name="" image={value} size={44} />}
      <div className={css.choices}>
        <Button variant="light" size="sm" leftSection={<IconSparkles size={16} aria-hidden="true" />} onClick={() => change(DRAWN)}>
          {t('photoDrawn')}
        </Button>
        <Button variant="default" size="sm" leftSection={<IconPhoto size={16} aria-hidden="true" />} onClick={() => file.current?.click()}>
          {t('photoFile')}
        </Button>
        <input ref={file} type="file" accept="image/*" hidden tabIndex={-1} aria-hidden="true" onChange={(event) => void choose(event)} />
      </div>
    </div>
  );
}
