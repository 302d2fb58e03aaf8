import { Button } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUpload } from '#models/contract/image-sizes';
import { lengths } from '#models/contract/limits';
import { pictureTypes } from '@/lib/picture-types';
import { BusyButton } from './busy-button';
import { TextInput } from './fields';
import css from './image-field.module.css';
import { usePictureUpload } from './use-picture-upload';

interface ImageFieldProps {
  /** The picture's address; '' without one. */
  value: string;
  onChange: (image: string) => void;
  error?: string | undefined;
  label?: string;
  name?: string;
  /** Round preview, as for people. */
  isRound?: boolean;
  /** Called while a file is uploading: the form must wait for its address. */
  onBusy?: (isBusy: boolean) => void;
  /** Shows the button for a photo first, and the address only on request. */
  isPhotoFirst?: boolean;
  /** A photo chosen before the form opened: uploaded at once. */
  photo?: File | undefined;
}

/** Uploads a photo that was chosen before, once. */
function useChosenPhoto(photo: File | undefined, send: (file: File) => void): void {
  const sent = useRef<File>(undefined);
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (!photo || sent.current === photo) return;
    sent.current = photo;
    latest.current(photo);
  }, [photo]);
}

/** Takes pictures pasted anywhere in the form; leaves pasted text alone. */
function usePaste(field: RefObject<HTMLElement | null>, onFile: (file: File) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const target = field.current?.closest('form') ?? field.current;
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: pasted } = event;
      const file = [...(pasted?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!file || pasted?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(file);
    };
    target?.addEventListener('paste', paste);
    return () => target?.removeEventListener('paste', paste);
  }, [field]);
}

interface PreviewProps {
  image: string;
  isRound: boolean;
  isFetching: boolean;
  onRemove: () => void;
}

/** Previews an upload. Another server's address gets only a status, since the browser loads no picture from there. */
function Preview({ image, isRound, isFetching, onRemove }: PreviewProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState('');
  return (
    <div className={css.preview} data-round={isRound || undefined}>
      {isUpload(image) && failed !== image && <img src={image} alt={t('image.preview')} onError={() => setFailed(image)} />}
      <p className="small soft" role="status">
        {isFetching ? t('image.fetching') : failed === image && t('image.unseen')}
      </p>
      <Button variant="default" size="compact-sm" leftSection={<IconX size={15} aria-hidden="true" />} onClick={onRemove}>
        {t('image.remove')}
      </Button>
    </div>
  );
}

/** Field for a picture by address, file or paste, with a preview and a remove button. */
export function ImageField({
  value,
  onChange,
  error,
  label,
  name = 'image',
  isRound = false,
  onBusy,
  isPhotoFirst = false,
  photo,
}: ImageFieldProps) {
  const { t } = useTranslation();
  const [isLinkAsked, setLinkAsked] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { problem, busy, again, send, forget } = usePictureUpload({ value, onChange, onBusy });
  const isLinkShown = !isPhotoFirst || isLinkAsked || (value !== '' && !isUpload(value)) || Boolean(problem || error);
  useChosenPhoto(photo, send);
  const change = (image: string) => {
    forget();
    onChange(image);
  };
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (chosen) send(chosen);
  };
  const remove = () => {
    change('');
    (input.current ?? choose.current)?.focus();
  };
  usePaste(field, send);
  const address = isLinkShown && (
    <TextInput
      ref={input}
      autoFocus={isLinkAsked}
      // An upload's address has no host, which `type="url"` would refuse.
      type={value.startsWith('/') ? 'text' : 'url'}
      inputMode="url"
      dir="ltr"
      name={name}
      autoComplete="off"
      label={label ?? t('image.label')}
      description={t('image.help')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      maxLength={lengths.url}
      error={problem || error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
  const ways = (
    <div className={css.ways}>
      <BusyButton
        ref={choose}
        variant="default"
        size="sm"
        busy={busy === 'sending'}
        busyLabel={t('image.sending')}
        leftSection={<IconPhoto size={16} aria-hidden="true" />}
        onClick={() => file.current?.click()}
      >
        {t(isPhotoFirst ? 'image.photo' : 'image.choose')}
      </BusyButton>
      {again && (
        <Button variant="light" size="sm" onClick={again}>
          {t('tryAgain')}
        </Button>
      )}
      {!isLinkShown && (
        <button type="button" className={`${css.link} link small`} onClick={() => setLinkAsked(true)}>
          {t('image.orLink')}
        </button>
      )}
      <input ref={file} type="file" accept={pictureTypes.join()} hidden tabIndex={-1} aria-hidden="true" onChange={take} />
    </div>
  );
  return (
    <div ref={field} className={css.field}>
      {!isPhotoFirst && address}
      {ways}
      {isPhotoFirst && address}
      {value.trim() && <Preview image={value.trim()} isRound={isRound} isFetching={busy === 'fetching'} onRemove={remove} />}
    </div>
  );
}
