import { Button } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { ApiError } from '@/lib/api';
import { failureText, fieldText } from '@/lib/failures';
import { pictureTypes, uploadPicture } from '@/lib/upload';
import { BusyButton } from './busy-button';
import { TextInput } from './fields';
import css from './image-field.module.css';

interface ImageFieldProps {
  /** An address; '' where there is no picture. */
  value: string;
  onChange: (image: string) => void;
  error?: string | undefined;
  label?: string;
  name?: string;
  /** As people are shown. */
  isRound?: boolean;
  /** While a file is on its way its address is not known yet: the form waits. */
  onBusy?: (isBusy: boolean) => void;
}

/** Sends a chosen file and hands its address on; what went wrong is said under the field. Only the last file chosen counts. */
function useUpload({ onChange, onBusy }: Pick<ImageFieldProps, 'onChange' | 'onBusy'>) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const round = useRef(0);
  const busy = (on: boolean) => {
    setBusy(on);
    onBusy?.(on);
  };
  const forget = () => {
    round.current += 1;
    setProblem('');
    if (isBusy) busy(false);
  };
  const send = async (file: File) => {
    const mine = ++round.current;
    setProblem('');
    busy(true);
    try {
      const image = await uploadPicture(file);
      if (mine === round.current) onChange(image);
    } catch (error) {
      const { image } = error instanceof ApiError ? error.fields : {};
      if (mine === round.current) setProblem(image ? fieldText(image) : failureText(error));
    }
    if (mine === round.current) busy(false);
  };
  return { problem, isBusy, send, forget };
}

/** A picture that is pasted anywhere in the form is this field's; words are pasted as ever. */
function usePaste(field: RefObject<HTMLElement | null>, take: (file: File) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const place = field.current?.closest('form') ?? field.current;
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: pasted } = event;
      const file = [...(pasted?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!file || pasted?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(file);
    };
    place?.addEventListener('paste', paste);
    return () => place?.removeEventListener('paste', paste);
  }, [field]);
}

function Preview({ image, isRound, onRemove }: { image: string; isRound: boolean; onRemove: () => void }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState('');
  return (
    <div className={css.preview} data-round={isRound || undefined}>
      {failed === image ? (
        <p className="small soft">{t('image.unseen')}</p>
      ) : (
        <img src={image} alt={t('image.preview')} onError={() => setFailed(image)} />
      )}
      <Button variant="default" size="compact-sm" leftSection={<IconX size={15} aria-hidden="true" />} onClick={onRemove}>
        {t('image.remove')}
      </Button>
    </div>
  );
}

/** A picture by its address, from a file, or pasted; with a preview, and a way to do without it. */
export function ImageField({ value, onChange, error, label, name = 'image', isRound = false, onBusy }: ImageFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { problem, isBusy, send, forget } = useUpload({ onChange, ...(onBusy ? { onBusy } : {}) });
  const change = (image: string) => {
    forget();
    onChange(image);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (chosen) void send(chosen);
  };
  const remove = () => {
    change('');
    input.current?.focus();
  };
  usePaste(field, (pasted) => void send(pasted));
  return (
    <div ref={field} className={css.field}>
      <TextInput
        ref={input}
        // An upload has an address without a host, which browsers do not take for one.
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
      <div>
        <BusyButton
          variant="default"
          size="sm"
          busy={isBusy}
          busyLabel={t('image.sending')}
          leftSection={<IconPhoto size={16} aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          {t('image.choose')}
        </BusyButton>
        <input ref={file} type="file" accept={pictureTypes.join()} hidden tabIndex={-1} aria-hidden="true" onChange={choose} />
      </div>
      {value.trim() && <Preview image={value.trim()} isRound={isRound} onRemove={remove} />}
    </div>
  );
}
