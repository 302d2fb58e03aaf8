import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/fields';
import { useWide } from '@/lib/use-wide';
import css from './door.module.css';

/** Field for a ticket's code. Hand scanners type into it too and end with Enter. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation('check-in');
  const isWide = useWide();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = () => {
    field.current?.focus();
    if (!code.trim()) return;
    onCode(code);
    setCode('');
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        ref={field}
        className="grow"
        label={t('checkIn.code')}
        description={t('checkIn.codeHelp')}
        value={code}
        maxLength={100}
        dir="ltr"
        autoFocus={isWide}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" size="md" leftSection={<IconScan size={18} stroke={1.75} aria-hidden="true" />}>
        {t('checkIn.submit')}
      </Button>
    </form>
  );
}
